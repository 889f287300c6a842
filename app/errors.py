"""Wrong requests: one error tree, one body shape, one place that writes it."""

from collections.abc import Mapping
from typing import Any

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.edge import request_id_of

_REASONS = {
    404: "There is no such address here; see /llms.txt for those there are.",
}


class ApiError(Exception):
    """Raised when a request cannot be taken; becomes the one error body."""

    def __init__(self, status: int, code: str, reason: str, **more: Any) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason
        self.more = more
        self.headers: dict[str, str] = {}


async def answer_api_error(request: Request, error: Exception) -> Response:
    """Turn an ApiError into its reply."""
    assert isinstance(error, ApiError)
    return problem(request, error.status, error.code, error.reason, error.headers, **error.more)


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Turn what the router refuses (no such route, no such method) into the one error body."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "").split(", ")
        methods = ", ".join(sorted({*allowed, *(["HEAD"] if "GET" in allowed else [])}))
        reason = f"This address takes {methods.replace(', ', ' or ')}, not {request.method[:20]}."
        return problem(request, 405, "method-not-allowed", reason, {"Allow": methods})
    reason = _REASONS.get(error.status_code, "The request cannot be taken.")
    code = "not-found" if error.status_code == 404 else "bad-request"
    return problem(request, error.status_code, code, reason, error.headers)


def problem(
    request: Request,
    status: int,
    code: str,
    reason: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return the one error body as a response."""
    body = {"ok": False, "code": code, "reason": reason, **more, "requestId": request_id_of(request.scope)}
    return Response(orjson.dumps(body), status, headers=headers, media_type="application/json")
