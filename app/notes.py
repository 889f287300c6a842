"""What is noted about a request while it is served, for its line in the log and for the metrics.

The notes are members of the ASGI scope, which every layer inside `Edge` shares.
"""

from typing import Final

from starlette.types import Receive, Scope, Send

from app.errors import ApiError, problem_response

REQUEST_ID: Final = "campboard.request_id"
CODE: Final = "campboard.code"
"""The code of the refusal or of the problem, where there is one."""
TOKEN: Final = "campboard.token"  # noqa: S105  # a name, no secret
"""The token the request came with."""
APPLIED: Final = "campboard.applied"
"""The steps that a batch made."""


async def answer_problem(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with an error from a layer outside the routes, and note its code."""
    scope[CODE] = error.code
    await problem_response(error, scope[REQUEST_ID])(scope, receive, send)
