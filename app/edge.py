"""The outermost layers of every request, as pure ASGI: ids, paths, HEAD, headers, errors, the last resort."""

import logging
import re
import secrets
from asyncio import CancelledError
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import ApiError, internal, method_not_allowed, not_found, problem_response, stopping

LOGGER: Final = logging.getLogger("campboard")

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REQUEST_ID_KEY: Final = "campboard.request_id"


def request_id_of(scope: Scope) -> str:
    """Return the id of a request that came through the edge."""
    request_id: str = scope[_REQUEST_ID_KEY]
    return request_id


class Edge:
    """Gives each request an id, ignores a trailing slash, serves HEAD as GET, and sets safe headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        head = scope["method"] == "HEAD"
        path = scope["path"]
        scope = {
            **scope,
            _REQUEST_ID_KEY: request_id,
            "method": "GET" if head else scope["method"],
            "path": path[:-1] if path.endswith("/") and len(path) > 1 else path,
        }

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                headers["x-request-id"] = request_id
                headers["x-content-type-options"] = "nosniff"
                headers.setdefault("cache-control", "no-store")
            elif head:
                message = {**message, "body": b""}
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def answer_api_error(request: Request, error: Exception) -> Response:
    """Turn an ApiError into its reply."""
    assert isinstance(error, ApiError)
    return problem_response(error, request_id_of(request.scope))


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Turn what the router refuses, no such address or no such method, into the one error body."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "").split(", ")
        return await answer_api_error(request, method_not_allowed(request.method, allowed))
    return await answer_api_error(request, not_found())


class Cors(CORSMiddleware):
    """Starlette's CORS, with preflights that never fail: the browser compares the headers and decides."""

    def preflight_response(self, request_headers: Headers) -> Response:
        answer = super().preflight_response(request_headers)
        headers = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
        return Response(status_code=204, headers=headers)


class LastResort:
    """Answers any exception with a 500 that tells nothing; the trace goes to the log only."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            LOGGER.info("request %s: the client hung up", request_id_of(scope))
        except CancelledError:
            # The server is going down and waits no longer, for a body that never came whole, most likely.
            LOGGER.info("request %s: cut off by the shutdown", request_id_of(scope))
            if not started:
                await problem_response(stopping(), request_id_of(scope))(scope, receive, send)
        except Exception:
            request_id = request_id_of(scope)
            LOGGER.exception("request %s: internal error", request_id)
            if started:
                raise
            await problem_response(internal(), request_id)(scope, receive, send)
