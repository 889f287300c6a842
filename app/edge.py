"""The outermost layers of every request, as pure ASGI: ids, paths, HEAD, headers, errors, the last resort."""

import re
import secrets
from asyncio import CancelledError
from itertools import count
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import ApiError, internal, method_not_allowed, not_found, problem_response, stopping
from app.logs import LOGGER
from app.notes import CODE, REQUEST_ID, answer_problem

_GOOD_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_PROCESS: Final = secrets.token_hex(6).encode()
_COUNT: Final = count(1)
_NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
_NO_STORE: Final = (b"cache-control", b"no-store")


def request_id_of(scope: Scope) -> str:
    """Return the id of a request that came through the edge."""
    request_id: str = scope[REQUEST_ID]
    return request_id


class Edge:
    """Gives each request an id, ignores a trailing slash, serves HEAD as GET, and sets safe headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = _header(scope, b"x-request-id")
        request_id = given if _GOOD_ID.fullmatch(given) else b"%s-%x" % (_PROCESS, next(_COUNT))
        head = scope["method"] == "HEAD"
        path = scope["path"]
        scope = {
            **scope,
            REQUEST_ID: request_id.decode(),
            "method": "GET" if head else scope["method"],
            "path": path[:-1] if path.endswith("/") and len(path) > 1 else path,
        }

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                headers += ((b"x-request-id", request_id), _NO_SNIFFING)
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append(_NO_STORE)
            elif head:
                message = {**message, "body": b""}
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def answer_api_error(request: Request, error: Exception) -> Response:
    """Turn an ApiError into its reply."""
    assert isinstance(error, ApiError)
    request.scope[CODE] = error.code
    return problem_response(error, request_id_of(request.scope))


async def answer_http_exception(request: Request, error: Exception) -> Response:
    """Turn what the router refuses, no such address or no such method, into the one error body."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "").split(", ")
        return await answer_api_error(request, method_not_allowed(request.method, allowed))
    return await answer_api_error(request, not_found())


class Cors(CORSMiddleware):
    """Starlette's CORS, with preflights that never fail: the browser compares the headers and decides.

    A request that does not come from a page passes untouched.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _header(scope, b"origin"):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)

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
            try:
                await send(message)
            except (OSError, RuntimeError) as error:  # the connection is gone, and with it the reader
                raise ClientDisconnect from error

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            LOGGER.info("request %s: the client hung up", request_id_of(scope), extra=_named(scope))
        except CancelledError:
            # The server is going down and waits no longer, for a body that never came whole, most likely.
            LOGGER.info("request %s: cut off by the shutdown", request_id_of(scope), extra=_named(scope))
            if not started:
                await answer_problem(stopping(), scope, receive, send)
        except Exception:
            LOGGER.exception("request %s: internal error", request_id_of(scope), extra=_named(scope))
            scope[CODE] = "internal"
            if not started:
                await answer_problem(internal(), scope, receive, send)


def _named(scope: Scope) -> dict[str, str]:
    return {"requestId": request_id_of(scope)}


def _header(scope: Scope, name: bytes) -> bytes:
    """Return the value of a request header, empty when it was not sent; the name is in lower case."""
    for given, value in scope["headers"]:
        if given == name:
            found: bytes = value
            return found
    return b""
