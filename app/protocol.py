"""The server's side of HTTP: uvicorn's protocol, with bounded headers, no upgrades, and errors in JSON."""

import re
import secrets
from http import HTTPStatus
from typing import Any, Final

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.errors import ApiError, headers_too_large, malformed_http, problem_body

MAX_HEAD_BYTES: Final = 64 * 1024
"""Request line and headers together."""

_UPGRADE: Final = re.compile(rb"\r\nupgrade[ \t]*:[^\r\n]*", re.IGNORECASE)


class Protocol(HttpToolsProtocol):
    """One connection.

    A request's head is held back until it is whole: so its size is known before anything is made of it, and
    an offer to upgrade the connection can be taken out. The parser would otherwise take the body that follows
    for another protocol, although RFC 9110 (7.8) lets a server go on as if nothing had been offered.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._between = True
        self._in_head = False
        self._held = b""
        self._head_bytes = 0
        self._ended = False

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        if self._between:
            self._unset_keepalive_if_required()
            data = self._held + data
            size = data.find(b"\r\n\r\n") + 4
            if size < 4 and b"\n\n" not in data and data[:1].isalpha():  # else it is no request: told at once
                self._held = data if len(data) <= MAX_HEAD_BYTES else self._refuse(headers_too_large())
                return
            self._held = b""
            if size > MAX_HEAD_BYTES:
                self._refuse(headers_too_large())
                return
            if b"pgrade" in data[:size].lower():
                data = _UPGRADE.sub(b"", data[:size]) + data[size:]
        elif self._in_head:  # of a request that was sent before the one in front of it was answered
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self._refuse(headers_too_large())
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        self._between, self._in_head, self._head_bytes = False, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._between = True
        super().on_message_complete()

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
        body = orjson.dumps(problem_body(error, request_id), option=orjson.OPT_APPEND_NEWLINE)
        head = (
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            f"x-request-id: {request_id}\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n"
            "access-control-allow-origin: *\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()
        return b""
