"""Requests as bytes on a socket, for what a well-behaved client cannot send."""

import json
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from tests.http.client import Json, check_problem, exact_json

_PATIENCE_SECONDS: Final = 30
_PART_BYTES: Final = 65536


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back before the server closed the connection; status 0 when it closed without a word."""

    status: int
    headers: dict[str, str]
    body: bytes

    def problem(self, status: int, code: str) -> Json:
        """Return the body of a request that was wrong."""
        assert self.status == status, self
        assert self.headers["content-type"] == "application/json"
        found: Json = json.loads(self.body)
        assert found["code"] == code, self
        return found


def exchange(base_url: str, sent: bytes) -> Answer:
    """Send bytes that ask for the connection to be closed, and return the answer; never a 500."""
    with connect(base_url) as connection:
        with suppress(OSError):  # the server may answer and close before it has read everything
            connection.sendall(sent)
        return _answer(_read_all(connection))


def request(
    base_url: str, method: str, target: str, *headers: str, body: bytes = b"", host: str | None = "localhost"
) -> Answer:
    """Send a request line and headers exactly as given, then the body; no length is added."""
    lines = [f"{method} {target} HTTP/1.1", *([] if host is None else [f"Host: {host}"]), *headers]
    head = "\r\n".join([*lines, "Connection: close", "", ""])
    return exchange(base_url, head.encode("latin-1") + body)


def hang_up(base_url: str, sent: bytes, *, reset: bool) -> None:
    """Send the beginning of a request and leave, in good order or with a reset."""
    with connect(base_url) as connection:
        connection.sendall(sent)
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def connect(base_url: str) -> socket.socket:
    """Open a connection to a server that is spoken to over plain http."""
    address = urlsplit(base_url)
    return socket.create_connection((address.hostname or "", address.port or 80), _PATIENCE_SECONDS)


def _read_all(connection: socket.socket) -> bytes:
    parts = []
    with suppress(ConnectionResetError):  # closed while some of our bytes were unread
        while part := connection.recv(_PART_BYTES):
            parts.append(part)
    return b"".join(parts)


def _answer(received: bytes) -> Answer:
    if not received:
        return Answer(0, {}, b"")
    head, _, body = received.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("latin-1").split("\r\n")
    fields = (line.partition(":") for line in lines)
    headers = {name.lower(): value.strip() for name, _, value in fields}
    status = int(status_line.split(" ")[1])
    assert status < 500, received
    assert b"HTTP/1.1 " not in body, "one request was taken for two"
    assert b"Traceback" not in body
    assert "server" not in headers
    if headers.get("content-type") == "application/json" and body:
        found = exact_json(body.decode())
        if status >= 400:
            check_problem(found, headers["x-request-id"])
    return Answer(status, headers, body)
