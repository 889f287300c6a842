"""What is noted about a request while it is served, for its line in the log and for the metrics.

The notes are members of the ASGI scope, which every layer inside `Edge` shares.
"""

from typing import Final

REQUEST_ID: Final = "campboard.request_id"
CODE: Final = "campboard.code"
"""The code of the refusal or of the problem, where there is one."""
TOKEN: Final = "campboard.token"  # noqa: S105  # a name, no secret
"""The token the request came with."""
APPLIED: Final = "campboard.applied"
"""The steps that a batch made."""
