"""Every row of the threat model that is a request, in the order of docs/security.md."""

from typing import Final

from tests.hostile.body_rows import BODY_ROWS
from tests.hostile.client_rows import CLIENT_ROWS
from tests.hostile.command_rows import COMMAND_ROWS
from tests.hostile.http_rows import HTTP_ROWS
from tests.hostile.replay_rows import REPLAY_ROWS
from tests.hostile.token_rows import TOKEN_ROWS
from tests.hostile.value_rows import VALUE_ROWS

ROWS: Final = (
    *(*TOKEN_ROWS, *REPLAY_ROWS),
    *(*BODY_ROWS, *VALUE_ROWS),
    *(*HTTP_ROWS, *CLIENT_ROWS),
    *COMMAND_ROWS,
)
