"""Wrong requests: each kind of error said once, and the one body they all have."""

from collections.abc import Mapping, Sequence
from typing import Final

import orjson
from pydantic.alias_generators import to_camel
from starlette.responses import Response

from app.buckets import Rate
from engines.contract import JsonObject
from schemas.gameboard import UNUSABLE
from schemas.wire import WrongShape, there_are

_SHAPE_CODES: Final = {"seed": "bad-seed", "options": "bad-option", "token": "bad-token"}


class ApiError(Exception):
    """Raised when a request cannot be taken; becomes the one error body."""

    def __init__(
        self,
        status: int,
        code: str,
        reason: str,
        headers: Mapping[str, str] | None = None,
        **members: object,
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason
        self.headers = headers
        self.members = members


def bad_request(fault: WrongShape) -> ApiError:
    """Return the error for JSON or a query of the wrong shape."""
    return ApiError(400, _SHAPE_CODES.get(fault.member or "", "bad-request"), fault.reason)


def bad_token() -> ApiError:
    """Return the error for a token that cannot be used, the same whatever the cause."""
    return ApiError(400, "bad-token", UNUSABLE)


def old_token(start: str = "init") -> ApiError:
    """Return the error for a genuine token of another version of the rules; `start` begins a new game."""
    return ApiError(
        409,
        "old-token",
        f"This game was started under another version of the rules; start a new one with {start}.",
    )


def unknown_game(games: Sequence[str]) -> ApiError:
    """Return the error for a game there is not; `games` are those there are."""
    return ApiError(404, "unknown-game", f"There is no such game here; {there_are(games)}", games=[*games])


def no_game(new: str) -> ApiError:
    """Return the error for a request that needs a game and brings none; `new` is where one starts."""
    return ApiError(
        409,
        "no-game",
        f"You have no game; start one with POST {new}, then send its state_token, in the body or "
        "as X-State-Token, or the cookie that came with it; a POST then says Content-Type: application/json.",
    )


def not_over() -> ApiError:
    """Return the error for a review of a game that is still going on."""
    return ApiError(
        409, "not-over", "The game is not over; finish it before you review it, or give it up with resign."
    )


def too_large(limit: int) -> ApiError:
    """Return the error for a body of more than `limit` bytes."""
    return ApiError(413, "too-large", f"The body is larger than {limit} bytes.")


def compressed() -> ApiError:
    """Return the error for a body that is not sent as it is."""
    return ApiError(415, "unsupported-media-type", "Send the body as plain JSON, without compression.")


def in_parts() -> ApiError:
    """Return the error for a multipart form."""
    return ApiError(415, "unsupported-media-type", "Send the body as application/json, not in parts.")


def headers_too_large() -> ApiError:
    """Return the error for a request line and headers beyond what is taken."""
    return ApiError(431, "headers-too-large", "The request line and headers are larger than 64 KiB.")


def malformed_http() -> ApiError:
    """Return the error for bytes that are no HTTP request."""
    return ApiError(400, "bad-request", "This is not a well-formed HTTP request.")


def host_wanted() -> ApiError:
    """Return the error for a request without a Host header, or with several (RFC 9112, section 3.2)."""
    return ApiError(400, "bad-request", "A request names its host in a Host header; send exactly one.")


def not_found() -> ApiError:
    """Return the error for an address that does not exist."""
    return ApiError(404, "not-found", "There is no such address here; see /llms.txt for those there are.")


def method_not_allowed(method: str, allowed: Sequence[str]) -> ApiError:
    """Return the error for a method the address does not take; every GET is a HEAD too."""
    methods = sorted({*allowed, *(["HEAD"] if "GET" in allowed else [])})
    reason = f"This address takes {' or '.join(methods)}, not {method[:20]}."
    return ApiError(405, "method-not-allowed", reason, {"Allow": ", ".join(methods)})


def too_slow(seconds: int) -> ApiError:
    """Return the error for a request that does not come whole in time."""
    return ApiError(408, "too-slow", f"The request did not arrive whole within {seconds} seconds.")


def rate_limited(rate: Rate, wait: int) -> ApiError:
    """Return the error for a client that sends more than the rate; `wait` is in whole seconds."""
    headers = {
        "Retry-After": str(wait),
        # As in draft-ietf-httpapi-ratelimit-headers; it may still change, so the body says it too.
        "RateLimit-Policy": f'"address";q={rate.requests};w={rate.seconds}',
        "RateLimit": f'"address";r=0;t={wait}',
    }
    reason = f"Too many requests from your address; send the next one in {wait} seconds."
    return ApiError(429, "rate-limited", reason, headers, retry_after=wait)


def overloaded() -> ApiError:
    """Return the error for a connection beyond those the server keeps."""
    reason = "The server has too many connections open; send the request again."
    return ApiError(503, "overloaded", reason, {"Retry-After": "1"})


def not_ready() -> ApiError:
    """Return the error for a server that fails its own self-test."""
    return ApiError(503, "not-ready", "A game fails its self-test; the server's log says which.")


def stopping() -> ApiError:
    """Return the error for a request that the shutdown cuts off."""
    return ApiError(
        503, "stopping", "The server is shutting down; send the request again.", {"Retry-After": "5"}
    )


def internal() -> ApiError:
    """Return the error for a mistake of our own."""
    return ApiError(
        500,
        "internal",
        "The server made a mistake; nothing was changed, and your token is as good as before.",
    )


def problem_response(error: ApiError, request_id: str, path: str) -> Response:
    """Return an error as the reply to a request for this path."""
    content = orjson.dumps(problem_body(error, request_id, path), option=orjson.OPT_APPEND_NEWLINE)
    headers = error.headers if is_api(path) else {"Vary": "Accept", **(error.headers or {})}
    return Response(content, error.status, headers, "application/json")


def problem_body(error: ApiError, request_id: str, path: str = "") -> JsonObject:
    """Return the one error body: of the shape CampProblem at the camp's addresses, Problem elsewhere."""
    body = {
        "ok": False,
        "code": error.code,
        "reason": error.reason,
        **error.members,
        "request_id": request_id,
    }
    return body if is_camp(path) else {to_camel(name): value for name, value in body.items()}


def is_api(path: str) -> bool:
    """Tell whether an address belongs to either API family, where an error is JSON whoever asks."""
    return path == "/api" or path.startswith("/api/") or is_camp(path)


def is_camp(path: str) -> bool:
    """Tell whether an address belongs to the camp API family, whose names are written in snake_case."""
    return path == "/games" or path.startswith(("/games/", "/api/v1/"))
