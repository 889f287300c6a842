"""The guard behind a token's checks: a signed state that no game can have is a bad token, and never a 500.

Only the keys make such a token, so it is a mistake of ours, or of whoever holds them. No check of the fields
could tell every impossible position from the others; the rules fail on it, and are caught where they were
called. That costs a good request nothing.
"""

from traceback import walk_tb
from typing import Final

from starlette.types import Scope

from app.errors import bad_token
from app.logs import LOGGER
from app.metrics import COUNTS
from app.notes import REQUEST_ID, TOKEN

_SHOWN: Final = 4
"""Calls of which the log tells, the innermost first."""


def blamed_on_token(scope: Scope, fault: Exception) -> Exception:
    """Return what to raise for a fault in a handler: a bad token where one was played on, else the fault.

    The log has the fault and where it came up, in one line.
    """
    if TOKEN not in scope:
        return fault
    request_id = scope[REQUEST_ID]
    calls = [f"{frame.f_globals['__name__']}:{line}" for frame, line in walk_tb(fault.__traceback__)]
    LOGGER.error(
        "request %s: a signed token holds what cannot be played: %s in %s",
        request_id,
        type(fault).__name__,
        " < ".join(calls[: -_SHOWN - 1 : -1]),
        extra={"requestId": request_id},
    )
    COUNTS.add("faults", "unplayable-token")
    return bad_token()
