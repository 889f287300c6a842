"""The server's side of HTTP: uvicorn's protocol, with bounded headers, deadlines, and errors in JSON."""

import re
import secrets
from asyncio import TimerHandle, Transport
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.errors import ApiError, headers_too_large, malformed_http, overloaded, problem_body, too_slow
from app.watch import tell_of_refusal

MAX_HEAD_BYTES: Final = 64 * 1024
"""Request line and headers together."""
_CLOSED_AT_ONCE: Final = 16
"""Idle connections closed to make room for a new one, so that looking for them is seldom."""

_UPGRADE: Final = re.compile(rb"\r\nupgrade[ \t]*:[^\r\n]*", re.IGNORECASE)
_CONTINUE: Final = b"HTTP/1.1 100 "
_FROM_WATCHERS: Final = (b"GET /healthz ", b"GET /readyz ", b"GET /metrics ")


@dataclass(frozen=True, slots=True)
class Patience:
    """How many connections a process keeps, and the seconds for a request to come, or a reply to be read."""

    connections: int = 1000
    request_seconds: int = 15


class Protocol(HttpToolsProtocol):
    """One connection.

    A request's head is held back until it is whole: so its size is known before anything is made of it, and
    an offer to upgrade the connection can be taken out. The parser would otherwise take the body that follows
    for another protocol, although RFC 9110 (7.8) lets a server go on as if nothing had been offered.

    One deadline runs while the server waits for the client: for its first request, for the rest of a request,
    or for a reply to be read. A request that comes in one piece never starts it.
    """

    def __init__(self, *arguments: Any, patience: Patience = Patience(), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._patience = patience
        self._deadline: TimerHandle | None = None
        self._surplus = False
        self._between = True
        self._in_head = False
        self._held = b""
        self._head_bytes = 0
        self._ended = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._surplus = len(self.connections) > self._patience.connections and not self._makes_room()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        if self._between:
            self._unset_keepalive_if_required()
            data = self._held + data
            size = data.find(b"\r\n\r\n") + 4
            if size < 4 and b"\n\n" not in data and data[:1].isalpha():  # else it is no request: told at once
                self._held = data if len(data) <= MAX_HEAD_BYTES else self._refuse(headers_too_large())
                self._wait()
                return
            self._held = b""
            if size > MAX_HEAD_BYTES:
                self._refuse(headers_too_large())
                return
            if self._surplus and not data.startswith(_FROM_WATCHERS):
                self._refuse(overloaded())
                return
            if b"pgrade" in data[:size].lower():
                data = _UPGRADE.sub(b"", data[:size]) + data[size:]
        elif self._in_head:  # of a request that was sent before the one in front of it was answered
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self._refuse(headers_too_large())
                return
        super().data_received(data)
        if not self._between:
            self._wait()
        elif self._deadline is not None and not self.flow.write_paused:
            self._wait_no_longer()

    def on_message_begin(self) -> None:
        self._between, self._in_head, self._head_bytes = False, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        if self.scope["method"] != "HEAD":  # which is answered by a head alone
            self.cycle.transport = _Together(self.transport)  # type: ignore[assignment]  # all a cycle uses

    def on_message_complete(self) -> None:
        self._between = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._between and not self._held:
            self._wait_no_longer()

    def _wait(self) -> None:
        if self._deadline is None and not self._ended:
            self._deadline = self.loop.call_later(self._patience.request_seconds, self._give_up)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.flow.write_paused:
            self.transport.abort()
        elif self.is_idle or self._has_begun_to_answer:
            self.transport.close()
        else:
            self._refuse(too_slow(self._patience.request_seconds))

    @property
    def _has_begun_to_answer(self) -> bool:
        """Whether another answer would run into one on its way, or be the second to the same request."""
        in_body = not self._between and not self._in_head
        cycle = self.cycle
        return cycle is not None and cycle.response_started and (in_body or not cycle.response_complete)

    @property
    def is_idle(self) -> bool:
        """Whether the connection is open for nothing: no request is under way on it."""
        return self._between and not self._held and (self.cycle is None or self.cycle.response_complete)

    def _makes_room(self) -> bool:
        """Close some connections that are open for nothing; tells whether there were any."""
        idle = [each for each in self.connections if each is not self and each.is_idle]  # type: ignore[union-attr]
        for each in idle[:_CLOSED_AT_ONCE]:
            each.transport.close()
        return bool(idle)

    def _unsupported_upgrade_warning(self) -> None:
        # Only an offer inside a pipeline comes here; what follows could be its body or the next request.
        self._ended = True
        if self.cycle is not None:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # uvicorn's words; ours are in the error
        self._refuse(malformed_http())

    def _refuse(self, error: ApiError) -> bytes:
        """Answer below the application and close; returns what is held then, which is nothing."""
        self._ended = True
        request_id = secrets.token_hex(8)
        tell_of_refusal(error, request_id)
        body = orjson.dumps(problem_body(error, request_id), option=orjson.OPT_APPEND_NEWLINE)
        more = "".join(f"{name.lower()}: {value}\r\n" for name, value in (error.headers or {}).items())
        head = (
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{more}"
            f"x-request-id: {request_id}\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n"
            "access-control-allow-origin: *\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()
        return b""


class _Together:
    """A transport for one reply, whose head it sends together with the beginning of its body.

    So each reply is one write and mostly one packet, and a server that dies leaves no head without a body: a
    request whose head a proxy has passed on cannot be sent to another server any more.
    """

    __slots__ = ("_head", "_transport", "is_closing")

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._head: bytes | None = None
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        """Keep the head until more comes; all else goes on its way."""
        if self._head is None:
            if data.startswith(_CONTINUE):
                self._transport.write(data)
            else:
                self._head = data
        elif self._head:
            data, self._head = self._head + data, b""
            self._transport.write(data)
        else:
            self._transport.write(data)

    def close(self) -> None:
        """Close the connection when everything is sent."""
        if self._head:
            self._transport.write(self._head)
            self._head = b""
        self._transport.close()
