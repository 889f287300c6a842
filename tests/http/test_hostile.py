"""Faults and malice that no other module has: floods, hang-ups, and play that goes on through it all."""

import json
import re
import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest

from tests.http.beam import BANK
from tests.http.client import Api, problem, written
from tests.http.conftest import Servers
from tests.http.wire import connect, exchange, request

ACTION: Final = "/api/games/cantlewing/action"


def test_fifty_thousand_keys_are_refused_by_their_size_and_cost_nothing(api: Api) -> None:
    body = json.dumps({f"key{number}": number for number in range(50_000)})
    problem(api.post_text(ACTION, body), 413, "too-large")
    # As many as fit are read, and what they lack is told.
    few = json.dumps({f"k{number}": 0 for number in range(5000)})
    problem(api.post_text(ACTION, few), 400, "bad-request")


def test_a_gzip_bomb_is_refused_unread(api: Api) -> None:
    answer = request(api.base_url, "POST", ACTION, "Content-Encoding: gzip", "Content-Length: 16000000")
    answer.problem(415, "unsupported-media-type")


def test_no_error_body_echoes_what_was_sent(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    word = "Xyzzy" * 800
    for answer in (
        api.act("cantlewing", token, {"type": word}),
        api.act("cantlewing", token, word),
        api.act("cantlewing", token, {word: 1}),
        api.act("cantlewing", word, BANK),
        api.post(ACTION, {"stateToken": token, word: 1}),
        api.get("/api/games/cantlewing/init", seed=word),
        api.get("/api/games/cantlewing/init", **{word: "1"}),
        api.get(f"/api/games/{word}/init"),
        api.http.request(word[:30].upper(), ACTION),
    ):
        assert "Xyzzy" * 21 not in answer.text
        assert "XYZZY" * 5 not in answer.text


def test_nothing_a_client_sends_stands_in_a_header_of_the_answer(api: Api) -> None:
    word = "zzyzx"
    for answer in (
        api.http.get(f"/{word}", headers={"Host": word, "Origin": f"https://{word}", "Referer": word}),
        api.http.get(f"/api/games/{word}/init?seed={word}", headers={"X-Forwarded-Host": word}),
        api.http.get("/", headers={"Cookie": f"{word}={word}", "Accept": word, "Range": word}),
    ):
        assert word not in str(answer.headers)


def test_a_hang_up_is_one_line_of_the_log_and_no_fault(servers: Servers) -> None:
    (server,) = servers.start({})
    for reset in (False, True):
        with connect(server.base_url) as connection:
            head = f"POST {ACTION} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
            connection.sendall(head.encode() + b"{")
            # Another request is answered in between, so the server has begun with this one.
            assert servers.client(server).get("/healthz").status_code == 200
            if reset:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert servers.client(server).get("/healthz").status_code == 200
    servers.stop(server)
    told = [line for line in server.log_lines() if line.get("requestId")]
    hung_up = [line for line in told if "hung up" in line["message"]]
    assert len(hung_up) == 2
    assert all(line["level"] == "info" for line in told)
    assert [line["status"] for line in told if line["message"] == "request"] == [499, 499]
    assert not any("trace" in line for line in server.log_lines())


def test_play_goes_on_through_a_flood_of_nonsense(servers: Servers) -> None:
    (server,) = servers.start({"CAMPBOARD_LOG_LEVEL": "warning"})
    api = servers.client(server)
    token = api.init("cantlewing")["stateToken"]
    wanted = api.act("cantlewing", token, BANK).content
    nonsense = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000,
        b"POST " + ACTION.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 65000\r\n\r\n" + b"[" * 65_000,
        b"POST " + ACTION.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n" + b"9" * 1000,
        b"GET /api/games/%2e%2e%2f%2e%2e%2fetc%2fpasswd/init HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\0" * 5000 + b"\r\n\r\n",
    ]
    with ThreadPoolExecutor(8) as pool:
        floods = [pool.submit(_flood, server.base_url, sent) for sent in nonsense * 6]
        for _ in range(40):
            assert api.act("cantlewing", token, BANK).content == wanted
        for flood in floods:
            flood.result()
    assert api.act("cantlewing", token, BANK).content == wanted
    assert "Traceback" not in server.log_text()


def _flood(base_url: str, sent: bytes) -> None:
    for _ in range(3):
        with connect(base_url) as connection:
            try:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except OSError:
                continue


@pytest.mark.parametrize("times", [1, 3])
def test_the_old_token_plays_the_same_after_every_kind_of_refusal(api: Api, times: int) -> None:
    token = api.init("cordwright")["stateToken"]
    wanted = api.act("cordwright", token, {"type": "bank"}).content
    for _ in range(times):
        for body in ("", "{", "[]", "null", '{"stateToken":1}', written({"stateToken": token, "action": 7})):
            api.post_text("/api/games/cordwright/action", body)
        exchange(api.base_url, b"POST /api/games/cordwright/action HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert api.act("cordwright", token, {"type": "bank"}).content == wanted


def test_every_answer_has_an_id_of_its_own_even_from_below_the_routes(api: Api) -> None:
    ids = set()
    for sent in (b"nonsense\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"GET /nowhere HTTP/1.0\r\n\r\n"):
        for _ in range(3):
            found = exchange(api.base_url, sent).headers["x-request-id"]
            assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", found)
            ids.add(found)
    assert len(ids) == 9
