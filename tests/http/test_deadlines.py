"""Clients that dawdle, and more of them than fit: each is told and let go, and the others play on."""

import json
import socket
import time
from contextlib import ExitStack, suppress
from typing import Final

import pytest

from tests.http.client import Api, Json, check_problem, exact_json
from tests.http.conftest import Servers
from tests.http.server import Server
from tests.http.wire import connect

ACTION: Final = b"POST /api/games/cantlewing/action HTTP/1.1\r\nHost: x\r\n"
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def hasty(servers: Servers) -> Server:
    """A server that waits one second for a request, and two for the next one."""
    return servers.start({"CAMPBOARD_REQUEST_SECONDS": "1", "CAMPBOARD_KEEP_ALIVE_SECONDS": "2"})[0]


def all_received(connection: socket.socket) -> bytes:
    """Read until the server closes the connection, half a minute at most."""
    received = b""
    try:
        while part := connection.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def ask_for_health(connection: socket.socket) -> None:
    """Send a request and read all of its reply; the connection stays open."""
    connection.sendall(HEALTH)
    received = b""
    while not received.endswith(b'{"ok":true}\n'):
        part = connection.recv(65536)
        assert part
        received += part


def problem_in(received: bytes) -> tuple[int, Json]:
    """Return status and body of the one answer received."""
    head, _, text = received.partition(b"\r\n\r\n")
    status_line, *fields = head.decode().split("\r\n")
    headers = dict(field.split(": ", 1) for field in fields)
    assert headers["connection"] == "close"
    assert int(headers["content-length"]) == len(text)
    body: Json = exact_json(text.decode())
    check_problem(body, headers["x-request-id"])
    return int(status_line.split(" ")[1]), {**body, "headers": headers}


@pytest.mark.parametrize(
    "sent",
    [
        b"P",
        ACTION,
        ACTION + b"Content-Length: 100\r\n\r\n",
        ACTION + b"Content-Length: 100\r\n\r\n{",
        ACTION + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        ACTION + b"Expect: 100-continue\r\nContent-Length: 10\r\n\r\n",
    ],
    ids=["letter", "head", "no body", "half a body", "half a chunk", "expect"],
)
def test_a_request_that_never_comes_whole_is_a_408(hasty: Server, sent: bytes) -> None:
    with connect(hasty.base_url) as connection:
        connection.sendall(sent)
        received = all_received(connection).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    status, body = problem_in(received)
    assert (status, body["code"]) == (408, "too-slow")
    assert "1 second" in body["reason"]


def drip(connection: socket.socket, piece: bytes) -> bytes:
    """Send a piece again and again until the server has had enough; returns what it said."""
    connection.settimeout(0.2)
    received = b""
    for _ in range(100):
        try:
            connection.sendall(piece)
            part = connection.recv(65536)
            if not part:
                break
            received += part
        except TimeoutError:
            continue
        except OSError:
            break
    else:
        pytest.fail("the server waits for ever")
    return received


@pytest.mark.parametrize(
    ("head", "piece"),
    [(ACTION, b"X-Drip: 1\r\n"), (ACTION + b"Content-Length: 10000\r\n\r\n", b" ")],
    ids=["head", "body"],
)
def test_dripping_does_not_stretch_the_deadline(hasty: Server, head: bytes, piece: bytes) -> None:
    with connect(hasty.base_url) as connection:
        connection.sendall(head)
        received = drip(connection, piece)
    assert received == b"" or received.startswith(b"HTTP/1.1 408 ")


def test_the_rest_of_a_refused_body_is_not_waited_for(hasty: Server) -> None:
    with connect(hasty.base_url) as connection:
        connection.sendall(ACTION + b"Content-Length: 1000000\r\n\r\n")
        received = drip(connection, b" ")
    assert received.startswith(b"HTTP/1.1 413 ")
    assert received.count(b"HTTP/1.1") == 1


def test_a_connection_that_sends_nothing_is_closed_without_a_word(hasty: Server) -> None:
    with connect(hasty.base_url) as connection:
        assert all_received(connection) == b""


def test_a_connection_stays_open_between_requests_for_as_long_as_is_set(hasty: Server) -> None:
    with connect(hasty.base_url) as connection:
        ask_for_health(connection)
        begun = time.monotonic()
        assert all_received(connection) == b""
        # Two seconds, and not the one that a request may take.
        assert time.monotonic() - begun > 1.5


def test_a_second_request_on_a_connection_has_a_deadline_too(hasty: Server) -> None:
    with connect(hasty.base_url) as connection:
        ask_for_health(connection)
        connection.sendall(ACTION)
        assert problem_in(all_received(connection))[0] == 408


def test_a_client_that_reads_nothing_is_cut_off(hasty: Server) -> None:
    page = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = hasty.base_url.removeprefix("http://").split(":")
        connection.connect((host, int(port)))
        connection.settimeout(30)
        with suppress(OSError):  # the kernel says in several ways that the connection is gone
            while True:
                connection.sendall(page * 50)  # a time-out would be an OSError, too
        connection.settimeout(0)
        with suppress(OSError):
            while connection.recv(65536):
                pass
        with pytest.raises(BrokenPipeError):
            connection.sendall(page)


def test_120_dripping_clients_do_not_disturb_the_others(servers: Servers, hasty: Server) -> None:
    api = servers.client(hasty)
    with ExitStack() as stack:
        for number in range(120):
            connection = stack.enter_context(connect(hasty.base_url))
            connection.sendall(ACTION[: number % len(ACTION)] + b"X")
        begun = time.monotonic()
        token = api.init("cantlewing")["stateToken"]
        for direction in (1, -1) * 5:
            token = api.play("cantlewing", token, [{"type": "walk", "direction": direction}])[0]["stateToken"]
        assert time.monotonic() - begun < 5


@pytest.fixture
def small(servers: Servers) -> tuple[Server, Api]:
    """A server that keeps ten connections."""
    (server,) = servers.start({"CAMPBOARD_MAX_CONNECTIONS": "10"})
    return server, servers.client(server)


def test_beyond_the_connections_a_server_keeps_there_is_a_503(small: tuple[Server, Api]) -> None:
    server, api = small
    with ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(connect(server.base_url)).sendall(ACTION)
        settle(server)
        with connect(server.base_url) as connection:
            connection.sendall(ACTION + b"Content-Length: 2\r\n\r\n{}")
            status, body = problem_in(all_received(connection))
        assert (status, body["code"]) == (503, "overloaded")
        assert body["headers"]["Retry-After".lower()] == "1"
        # Whoever watches the server is let in.
        assert api.get("/healthz").status_code == 200
        assert b"200 OK" in once(server, b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    settle(server)
    assert api.init("cantlewing")["ok"]


def test_connections_that_are_open_for_nothing_make_room(small: tuple[Server, Api]) -> None:
    server, _ = small
    with ExitStack() as stack:
        for _ in range(30):
            connection = stack.enter_context(connect(server.base_url))
            ask_for_health(connection)
        answer = once(server, b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")


def settle(server: Server) -> None:
    """Let the server take notice of the connections made and closed until now."""
    for _ in range(3):
        once(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")


def once(server: Server, sent: bytes) -> bytes:
    """Send bytes on a connection of their own and return what comes back."""
    with connect(server.base_url) as connection:
        connection.sendall(sent)
        return all_received(connection)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_stuck_clients_of_every_kind_do_not_keep_a_server_from_ending(servers: Servers, workers: str) -> None:
    (server,) = servers.start({"WORKERS": workers})
    with ExitStack() as stack:
        for sent in (b"", b"P", ACTION, ACTION + b"Content-Length: 9\r\n\r\n{", HEALTH):
            for _ in range(3):
                stack.enter_context(connect(server.base_url)).sendall(sent)
        settle(server)
        begun = time.monotonic()
        servers.stop(server)
        assert time.monotonic() - begun < 10
    assert "Traceback" not in server.log_text()
    assert all(json.loads(line) for line in server.log_text().splitlines())
