"""Odd requests to the camp family: always an answer in words, and never a 500."""

from typing import Any, Final

import pytest

from tests.http.camp import ROOT, Camp, solved
from tests.http.client import Json

ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 2**53, 10**19, 1.5, "", " ", "x" * 9000, "\x00", "é", "\ud7ff"),
    *([], {}, [[]], {"a": 1}),
)
MEMBERS: Final = ("state_token", "agent_check", "agent_answer", "command", "commands", "rating", "review")
RAW: Final = (
    *(b"{", b"[", b"null", b"7", b'"x"', b"[]", b"\xff", b"\xef\xbb\xbf{}", b"{}{}", b"{'a':1}", b"NaN"),
    *(b'{"command":NaN}', b'{"command":1e999}', b'{"command":"\\ud800"}', b'{"a":1,"a":2}'),
    *(b'{"a":' * 40 + b"1" + b"}" * 40, b"[" * 60_000, b'{"rating":' + b"9" * 5000 + b"}"),
    *('{"command":"set"}'.encode("utf-16"), b"\x1f\x8b\x08", b"command=check", b"a" * 60_000),
)
HEADERS: Final = ("X-State-Token", "X-Agent-Check", "X-Agent-Answer", "Cookie", "Origin", "Content-Type")
VALUES: Final = (
    *(b"\xff", b"\xc3\xa9", b"x" * 20_000, b"a=b;" * 2000, b"camp_sudoku", b"=", b";", b'"', b"\x80" * 50),
    *(b"a\tb", b"http://", b"://", b"application/json;" * 100),
)
QUERIES: Final = ("?difficulty=hard", "?seed=7", "?command=check", "?", "?state_token=x", "?%00", "?a&b")


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("verb", ["new", "act", "finish"])
def test_no_value_of_any_member_is_too_odd(camp: Camp, opening: Json, verb: str, member: str) -> None:
    good = {"state_token": opening["state_token"], "command": "note r1c1 1", "rating": 5, "review": "x" * 20}
    for value in ODD:
        reply = camp.post(verb, {**good, member: value}, solved(opening))
        assert reply.status_code in (200, 400, 403, 409), (member, value)


@pytest.mark.parametrize("raw", RAW, ids=lambda raw: ascii(raw[:20]))
@pytest.mark.parametrize("verb", ["new", "act", "finish"])
def test_no_body_is_too_odd(camp: Camp, opening: Json, verb: str, raw: bytes) -> None:
    headers = {**solved(opening), "X-State-Token": opening["state_token"]}
    for kind in ("application/json", "text/plain"):
        reply = camp.post_raw(verb, raw, {**headers, "Content-Type": kind})
        assert 400 <= reply.status_code < 500


@pytest.mark.parametrize("extra", ["__proto__", "constructor", "answer", "seed", "x" * 5000])
def test_members_a_request_does_not_know_are_ignored(camp: Camp, opening: Json, extra: str) -> None:
    assert camp.send(opening, "check", **{extra: {}}).json()["checks"] == 1


def test_a_list_of_thousands_of_commands_runs_nothing(camp: Camp, opening: Json) -> None:
    assert camp.send(opening, *["check"] * 6000).status_code == 400


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: ascii(value[:20]))
def test_no_header_is_too_odd(camp: Camp, opening: Json, name: str, value: bytes) -> None:
    headers = [
        *((key.encode(), text.encode()) for key, text in solved(opening).items() if key != name),
        (b"x-state-token", opening["state_token"].encode()),
        (name.lower().encode(), value),
    ]
    for method, verb in (("POST", "act"), ("GET", "state"), ("POST", "new")):
        reply = camp.http.request(method, f"{ROOT}/{verb}", content=b'{"command":"check"}', headers=headers)
        assert reply.status_code in (200, 400, 403, 409)


@pytest.mark.parametrize(
    "query", ["?difficulty=hard", "?seed=7", "?command=check", "?", "?state_token=x", "?%00", "?a&b"]
)
def test_query_parameters_are_refused_so_that_none_is_lost(camp: Camp, opening: Json, query: str) -> None:
    for method, verb in (("POST", "new"), ("GET", "state")):
        headers = {"X-State-Token": opening["state_token"]}
        reply = camp.http.request(method, f"{ROOT}/{verb}{query}", headers=headers)
        assert reply.status_code == (200 if query == "?" else 400)


def test_nothing_long_comes_back(camp: Camp, opening: Json) -> None:
    sent = "".join(f"<{number}>" for number in range(3000))
    for reply in (
        camp.send(opening, sent),
        camp.send(opening, "check", sent),
        camp.post("act", {"command": "check", "state_token": sent}),
        camp.post("new", {"difficulty": sent}),
        camp.post("act", {"command": "check"}, {**solved(opening), "X-State-Token": sent[:5000]}),
    ):
        assert not any(sent[start : start + 101] in reply.text for start in range(0, 2000, 50))
