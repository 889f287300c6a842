"""Requests that only bytes on a socket can make: bad framing, odd targets, endless headers, hang-ups."""

import json
import socket
import time
from typing import Final

import pytest

from tests.http.beam import BANK
from tests.http.client import Api, short, written
from tests.http.wire import connect, exchange, hang_up, request

ACTION: Final = "/api/games/cantlewing/action"
CHUNKED: Final = "Transfer-Encoding: chunked"
INNER: Final = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def body(api: Api) -> bytes:
    """A good action."""
    return written({"stateToken": api.init("cantlewing")["stateToken"], "action": BANK}).encode()


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 6", CHUNKED),
        (CHUNKED, "Content-Length: 6"),
        ("Content-Length: 5", "Content-Length: 6"),
        ("Content-Length: 0", f"Content-Length: {len(INNER)}"),
        ("Content-Length: 6, 7",),
        ("Content-Length: -1",),
        ("Content-Length: +6",),
        ("Content-Length: 0x6",),
        ("Content-Length: 6 7",),
        ("Content-Length: six",),
        ("Content-Length: ²",),
        ("Content-Length: " + "9" * 30,),
        ("Content-Length: " + "9" * 5000,),
        ("Transfer-Encoding: gzip",),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding : chunked",),
        ("Content-Length : 6",),
        ("Bad Header: 1",),
        ("no colon",),
        (": empty",),
        ("X: a\0b",),
        (CHUNKED, CHUNKED, "Content-Length: 6"),
    ],
    ids=short,
)
def test_bad_framing_is_a_400_or_the_end_of_the_connection(api: Api, headers: tuple[str, ...]) -> None:
    for sent in (b"0\r\n\r\n" + INNER, INNER, b"{}"):
        answer = request(api.base_url, "POST", ACTION, *headers, body=sent)
        assert answer.status in (0, 400, 411, 413, 415, 501), answer


@pytest.mark.parametrize(
    "sent",
    [
        *(b"x\r\n{}\r\n0\r\n\r\n", b"-2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx\r\n0\r\n\r\n", b"2 \r\n{}0\r\n\r\n"),
        *(b"0x2\r\n{}\r\n0\r\n\r\n", b"f" * 20 + b"\r\n{}\r\n", b"\r\n{}\r\n0\r\n\r\n"),
        b"2;\0\r\n{}\r\n0\r\n\r\n",
    ],
    ids=short,
)
def test_a_bad_chunk_is_a_400_or_the_end_of_the_connection(api: Api, sent: bytes) -> None:
    assert request(api.base_url, "POST", ACTION, CHUNKED, body=sent).status in (0, 400)


def test_a_good_chunked_body_is_taken(api: Api, body: bytes) -> None:
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    answer = request(api.base_url, "POST", ACTION, CHUNKED, body=chunks)
    plain = request(api.base_url, "POST", ACTION, f"Content-Length: {len(body)}", body=body)
    assert answer.status == plain.status == 200
    assert answer.body == plain.body


def test_a_declared_gigabyte_is_413_before_any_of_it_is_sent(api: Api) -> None:
    for route in ("action", "state", "replay"):
        target = f"/api/games/cantlewing/{route}"
        request(api.base_url, "POST", target, "Content-Length: 1073741824").problem(413, "too-large")


def test_16_megabytes_in_chunks_are_413(api: Api) -> None:
    sent = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = request(api.base_url, "POST", ACTION, CHUNKED, body=sent * 256 + b"0\r\n\r\n")
    answer.problem(413, "too-large")


def test_a_client_that_waits_for_100_continue_is_told_413_at_once(api: Api) -> None:
    headers = ("Expect: 100-continue", "Content-Length: 1000000")
    request(api.base_url, "POST", ACTION, *headers).problem(413, "too-large")


def test_a_post_without_a_body_is_a_400(api: Api) -> None:
    for headers in ((), ("Content-Length: 0",)):
        request(api.base_url, "POST", ACTION, *headers).problem(400, "bad-json")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1 x\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/games/\xc3\xa9/init HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /\0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"G\xc3\x89T / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"get / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET ?seed=7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\nConnection: close\r\n\r\n",
        b"\0" * 1000 + b"\r\n\r\n",
    ],
    ids=short,
)
def test_a_request_line_that_is_none_gets_no_more_than_a_400(api: Api, sent: bytes) -> None:
    assert exchange(api.base_url, sent).status in (0, 400, 404, 405, 501, 505)


def test_an_absolute_target_is_answered_and_not_followed(api: Api) -> None:
    answer = request(api.base_url, "GET", "http://evil.example/healthz", host="evil.example")
    assert answer.status in (200, 400, 404)


def test_old_versions_are_served(api: Api) -> None:
    assert exchange(api.base_url, b"GET /api/games HTTP/1.0\r\n\r\n").status == 200
    assert exchange(api.base_url, b"GET /api/games\r\n\r\n").status in (0, 200, 400)


def test_a_host_is_named_once(api: Api) -> None:
    for headers, host in (
        ((), None),
        (("Host: evil.example",), "localhost"),
        (("Host: localhost",), "localhost"),
    ):
        assert request(api.base_url, "GET", "/api/games", *headers, host=host).status == 400
    assert request(api.base_url, "GET", "/api/games", host="").status == 200


OFFERS: Final = (
    ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
    ("Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
    ("uPgRaDe:h2c",),
)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: str(offer[0]))
def test_an_upgrade_is_not_taken(api: Api, offer: tuple[str, ...]) -> None:
    assert (
        request(api.base_url, "GET", "/healthz", "Connection: Upgrade, HTTP2-Settings", *offer).status == 200
    )


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: str(offer[0]))
@pytest.mark.parametrize("pause", [False, True], ids=["in one piece", "body apart"])
def test_a_post_that_offers_an_upgrade_plays_as_any_other(
    api: Api, offer: tuple[str, ...], pause: bool
) -> None:
    # Java's own HTTP client offers h2c with every plain request.
    token = api.init("cantlewing")["stateToken"]
    body = json.dumps({"stateToken": token, "action": {"type": "walk", "direction": 1}}).encode()
    headers = ("Host: x", f"Content-Length: {len(body)}", "Connection: Upgrade, HTTP2-Settings", *offer)
    head = "\r\n".join(("POST /api/games/cantlewing/action HTTP/1.1", *headers, "", "")).encode()
    plain = api.post_text("/api/games/cantlewing/action", body).content
    with connect(api.base_url) as connection:
        for part in (head, body) if pause else (head + body,):
            connection.sendall(part)
            if pause:
                time.sleep(0.05)  # so that the parts arrive apart
        connection.shutdown(socket.SHUT_WR)
        received = connection.makefile("rb").read()
    assert received.partition(b"\r\n\r\n")[2] == plain


def test_an_upgrade_inside_a_pipeline_ends_it(api: Api) -> None:
    offer = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 30\r\n\r\n"
    hidden = b"GET /docs/api HTTP/1.1\r\n\r\n"
    sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /healthz HTTP/1.1\r\n" + offer + hidden
    with connect(api.base_url) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = connection.makefile("rb").read()
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"<!doctype html>" not in received, "the body was taken for a request"


def test_headers_have_a_limit(api: Api) -> None:
    many = [f"X-{i}: a" for i in range(20_000)]
    for headers in (["X-Long: " + "a" * 2_000_000], ["Cookie: " + "a=b; " * 20_000], many):
        answer = request(api.base_url, "GET", "/healthz", *headers)
        # A client that still sends when the connection is closed may lose the answer.
        assert answer.status in (0, 431)
    answer = request(api.base_url, "GET", "/healthz", "X-Long: " + "a" * 66_000)
    answer.problem(431, "headers-too-large")
    assert request(api.base_url, "GET", "/healthz", "X-Long: " + "a" * 60_000).status == 200
    assert api.get("/healthz").status_code == 200


def test_headers_that_come_in_drops_are_counted_together(api: Api) -> None:
    with connect(api.base_url) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        try:
            for _ in range(80):
                connection.sendall(b"X-Drop: " + b"a" * 1000 + b"\r\n")
            received = connection.makefile("rb").read()
        except OSError:
            received = b""
    assert received == b"" or received.startswith(b"HTTP/1.1 431 ")
    assert api.get("/healthz").status_code == 200


def test_a_request_in_single_bytes_is_answered(api: Api) -> None:
    with connect(api.base_url) as connection:
        for byte in b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n":
            connection.sendall(bytes([byte]))
        assert connection.makefile("rb").read().startswith(b"HTTP/1.1 200 ")


def test_an_endless_address_harms_nobody(api: Api) -> None:
    for target in ("/" + "a" * 2_000_000, "/api/games/cantlewing/init?" + "a" * 2_000_000):
        assert request(api.base_url, "GET", target).status in (0, 400, 404, 414, 431)
    assert api.get("/healthz").status_code == 200


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_a_client_that_hangs_up_harms_nobody(api: Api, body: bytes, reset: bool) -> None:
    head = f"POST {ACTION} HTTP/1.1\r\nHost: localhost\r\n"
    chunk = b"%x\r\n%b\r\n" % (len(body), body)
    for sent in (
        b"",
        b"POST /api",
        head.encode(),
        f"{head}Content-Length: {len(body)}\r\n\r\n".encode(),
        f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body[:20],
        f"{head}{CHUNKED}\r\n\r\n".encode() + chunk[:20],
        f"{head}{CHUNKED}\r\n\r\n".encode() + chunk,
        f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body,
    ):
        hang_up(api.base_url, sent, reset=reset)
    assert request(api.base_url, "GET", "/healthz").status == 200


def test_clients_that_send_nothing_more_do_not_stop_the_others(api: Api) -> None:
    head = f"POST {ACTION} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{{"
    waiting = [connect(api.base_url) for _ in range(120)]
    try:
        for connection in waiting:
            connection.sendall(head.encode())
        assert api.init("cantlewing")["ok"]
    finally:
        for connection in waiting:
            connection.close()


def test_two_requests_in_one_piece_get_two_answers_in_order(api: Api) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connect(api.base_url) as connection:
        connection.sendall(one + one.replace(b"Host", b"Connection: close\r\nHost"))
        received = b""
        while part := connection.recv(65536):
            received += part
    assert received.count(b"HTTP/1.1 200 OK") == 2
