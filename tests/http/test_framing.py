"""Requests that only bytes on a socket can make: bad framing, odd targets, endless headers, hang-ups."""

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


def test_old_versions_and_missing_or_doubled_hosts_are_no_fault_of_the_server(api: Api) -> None:
    assert exchange(api.base_url, b"GET /api/games HTTP/1.0\r\n\r\n").status == 200
    assert exchange(api.base_url, b"GET /api/games\r\n\r\n").status in (0, 200, 400)
    for headers, host in (((), None), (("Host: evil.example",), "localhost"), ((), "")):
        assert request(api.base_url, "GET", "/api/games", *headers, host=host).status in (200, 400)


def test_an_upgrade_is_not_taken(api: Api) -> None:
    upgrades = (
        ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
        ("Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
    )
    for headers in upgrades:
        answer = request(api.base_url, "GET", "/healthz", "Connection: Upgrade", *headers)
        assert answer.status in (200, 400, 403, 404, 426)


def test_endless_headers_harm_nobody(api: Api) -> None:
    many = [f"X-{i}: a" for i in range(20_000)]
    for headers in (["X-Long: " + "a" * 2_000_000], ["Cookie: " + "a=b; " * 20_000], many):
        assert request(api.base_url, "GET", "/healthz", *headers).status in (0, 200, 400, 431)
    assert api.get("/healthz").status_code == 200


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
