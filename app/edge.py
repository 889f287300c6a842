"""The one layer round every request, as pure ASGI: ids, paths, HEAD, headers, errors, the last resort.

What FastAPI would stack here costs more than a move, so this layer does it all, and knows by heart where the
busiest addresses lead.
"""

import re
import secrets
from asyncio import CancelledError
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.cookies import comes_with_cookies
from app.errors import (
    ApiError,
    host_wanted,
    internal,
    is_api,
    is_camp,
    method_not_allowed,
    not_found,
    problem_response,
    stopping,
)
from app.limits import RateLimit
from app.logs import LOGGER
from app.notes import APPLIED, CODE, REQUEST_ID
from app.settings import Settings
from app.watch import HUNG_UP, Watch

_GOOD_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_HEADERS: Final = "campboard.headers"
_SETTINGS: Final = "campboard.settings"
_PROCESS: Final = secrets.token_hex(6).encode()
_COUNT: Final = count(1)
_NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
_NO_STORE: Final = (b"cache-control", b"no-store")


def request_id_of(scope: Scope) -> str:
    """Return the id of a request that came through the edge."""
    request_id: str = scope[REQUEST_ID]
    return request_id


def headers_of(scope: Scope) -> Mapping[bytes, bytes]:
    """Return the headers of a request that came through the edge, names in lower case, the last of equals."""
    headers: Mapping[bytes, bytes] = scope[_HEADERS]
    return headers


def settings_of(scope: Scope) -> Settings:
    """Return the settings a request is served with."""
    settings: Settings = scope[_SETTINGS]
    return settings


@dataclass(frozen=True, slots=True)
class Known:
    """Where a busy address leads without asking the router."""

    route: BaseRoute
    app: ASGIApp
    path_params: Mapping[str, Any]


class Edge:
    """Gives each request an id, ignores a trailing slash, serves HEAD as GET, and answers every exception.

    `known` are addresses by method and path; all others go to the router. `unrouted` completes the error of a
    request that no route took. `page` makes the page that an error is to a person's browser, where
    `wants_page` tells that one asks.
    """

    def __init__(
        self,
        router: ASGIApp,
        known: Mapping[tuple[str, str], Known],
        unrouted: Callable[[Scope, ApiError], ApiError],
        wants_page: Callable[[Scope], bool],
        page: Callable[[Scope, ApiError], Response],
        limit: RateLimit | None,
        watch: Watch,
        settings: Settings,
    ) -> None:
        self._router = router
        self._known = known
        self._unrouted = unrouted
        self._wants_page = wants_page
        self._page = page
        self._limit = limit
        self._watch = watch
        self._settings = settings
        self._cors = _Cors(
            self._guarded,
            allow_origins=["*"],
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=[
                "Content-Type",
                "X-Request-ID",
                "X-State-Token",
                "X-Agent-Check",
                "X-Agent-Answer",
            ],
            expose_headers=["X-Request-ID", "Retry-After", "RateLimit", "RateLimit-Policy"],
            max_age=86400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._router(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id")
        if given is None or not _GOOD_ID.fullmatch(given):
            given = b"%s-%x" % (_PROCESS, next(_COUNT))
        scope[_HEADERS], scope[_SETTINGS], scope[REQUEST_ID] = headers, self._settings, given.decode()
        path = scope["path"]
        if path.endswith("/") and len(path) > 1:
            scope["path"] = path[:-1]
        head = scope["method"] == "HEAD"
        if head:
            scope = {**scope, "method": "GET"}  # the server below must go on to see what was asked for
        answer = self._cors if b"origin" in headers and self._is_for_all(scope) else self._guarded
        outbox = _Outbox(send, given, head)
        begun = perf_counter()
        try:
            await answer(scope, receive, outbox)
        finally:
            self._watch.tell(scope, outbox.status, perf_counter() - begun)

    def _is_for_all(self, scope: Scope) -> bool:
        """Tell whether pages of any site may read the reply: not where cookies play a part."""
        return not (
            is_camp(scope["path"]) and comes_with_cookies(scope[_HEADERS], self._settings.public_base_url)
        )

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, with an error's own reply where one is raised."""
        # Between the outbox and here stands at most the layer for pages of other sites, which passes all on.
        error: ApiError
        headers = scope[_HEADERS]
        try:
            if self._limit is not None:
                await self._limit.admit(scope)
            if b"host" not in headers or len(headers) < len(scope["headers"]):
                _judge_host(scope)
            known = self._known.get((scope["method"], scope["path"]))
            if known is None:
                await self._router(scope, receive, send)
            else:
                scope["route"], scope["path_params"] = known.route, known.path_params
                await known.app(scope, receive, send)
            if self._limit is not None and APPLIED in scope:
                await self._limit.charge(scope)
            return
        except ApiError as raised:
            error = raised if "route" in scope else self._unrouted(scope, raised)
        except HTTPException as raised:
            error = self._unrouted(scope, _of_the_router(raised, scope["method"]))
        except ClientDisconnect:
            LOGGER.info("request %s: the client hung up", request_id_of(scope), extra=_named(scope))
            return
        except CancelledError:
            # The server is going down and waits no longer, for a body that never came whole, most likely.
            LOGGER.info("request %s: cut off by the shutdown", request_id_of(scope), extra=_named(scope))
            error = stopping()
        except Exception:
            LOGGER.exception("request %s: internal error", request_id_of(scope), extra=_named(scope))
            error = internal()
        scope[CODE] = error.code
        with suppress(ClientDisconnect):
            await self._reply_to(error, scope)(scope, receive, send)

    def _reply_to(self, error: ApiError, scope: Scope) -> Response:
        """Return an error as a page where a person asks, else, and as the last resort, as JSON."""
        if not is_api(scope["path"]) and self._wants_page(scope):
            try:
                return self._page(scope, error)
            except Exception:
                LOGGER.exception("request %s: no page", request_id_of(scope), extra=_named(scope))
        return problem_response(error, request_id_of(scope), scope["path"])


def _judge_host(scope: Scope) -> None:
    """Raise the error for no Host or several; only HTTP/1.0 has none and is served all the same."""
    hosts = [name for name, _ in scope["headers"]].count(b"host")
    if hosts > 1 or (hosts == 0 and scope["http_version"] == "1.1"):
        raise host_wanted()


def _named(scope: Scope) -> dict[str, str]:
    return {"requestId": request_id_of(scope)}


def _of_the_router(error: HTTPException, method: str) -> ApiError:
    """Turn what the router refuses, no such address or no such method, into our own error."""
    if error.status_code == 405:
        return method_not_allowed(method, (error.headers or {}).get("Allow", "").split(", "))
    return not_found()


class _Outbox:
    """Takes the reply's messages: adds the headers every reply has, and takes the body from one to HEAD.

    A second reply, to an error that came up after the first had begun, goes nowhere.
    """

    __slots__ = ("_broken", "_head", "_request_id", "_send", "status")

    def __init__(self, send: Send, request_id: bytes, head: bool) -> None:
        self._send = send
        self._request_id = request_id
        self._head = head
        self._broken = False
        self.status = HUNG_UP

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self.status != HUNG_UP:
                self._broken = True
                return
            self.status = message["status"]
            headers = message["headers"]
            headers += ((b"x-request-id", self._request_id), _NO_SNIFFING)
            if b"cache-control" not in dict(headers):
                headers.append(_NO_STORE)
        elif self._head:
            message = {**message, "body": b""}
        if self._broken:
            return
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:  # the connection is gone, and with it the reader
            self._broken = True
            raise ClientDisconnect from error


class _Cors(CORSMiddleware):
    """Starlette's CORS, with preflights that never fail: the browser compares the headers and decides."""

    def preflight_response(self, request_headers: Headers) -> Response:
        answer = super().preflight_response(request_headers)
        headers = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
        return Response(status_code=204, headers=headers)
