"""The one error body of a wrong request."""

from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from schemas.wire import Wire


class Problem(Wire):
    """A request that could not be taken, or a fault of the server."""

    ok: Literal[False]
    code: str = Field(description="Stable, kebab-case.")
    reason: str = Field(description="One sentence: what is wrong and what would be accepted.")
    request_id: str = Field(
        description="The X-Request-ID of the reply; the server's log names it where it says more."
    )
    retry_after: int | SkipJsonSchema[None] = Field(
        None, description="Whole seconds to wait, as in Retry-After (rate-limited only)."
    )
    games: list[str] | SkipJsonSchema[None] = Field(
        None, description="The games there are (unknown-game only)."
    )
