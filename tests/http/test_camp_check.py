"""The agent check over HTTP: where a puzzle comes, what an answer opens, and what is looked at first."""

import json
from typing import Final

import httpx
import pytest

from tests.answerer import answer
from tests.http.camp import PUZZLE, REVIEW, ROOT, Camp, game_of, settled, solved, taken, wrong
from tests.http.client import Json
from tests.http.conftest import Servers
from tests.http.server import KEY, OTHER_KEY

ACT: Final = {"command": "check"}


@pytest.fixture(scope="module")
def start(camp: Camp) -> Json:
    return camp.new(11)


@pytest.fixture(scope="module")
def over(camp: Camp, start: Json) -> Json:
    return camp.play(start, "resign")


def unbound(camp: Camp) -> Json:
    return taken(camp.http.get("/api/v1/agent-check"))


def post(
    camp: Camp, start: Json, members: Json, headers: Json | None = None, verb: str = "act"
) -> httpx.Response:
    return camp.post(verb, {"state_token": start["state_token"], **members}, headers)


def test_the_address_of_its_own_gives_an_unbound_puzzle(camp: Camp, start: Json) -> None:
    body = unbound(camp)
    assert list(body) == ["ok", "agent_check"]
    assert body["ok"] is True
    assert tuple(body["agent_check"]) == PUZZLE
    assert body["agent_check"]["expires_in"] == 180
    with_game = camp.http.get("/api/v1/agent-check", headers={"X-State-Token": start["state_token"]})
    assert taken(with_game)["agent_check"]["expires_in"] == 180


def test_every_reply_about_a_game_brings_a_puzzle_bound_to_it(camp: Camp, start: Json, over: Json) -> None:
    replies = [start, camp.state(start["state_token"]), camp.play(start, "check"), taken(camp.finish(over))]
    replies.append(taken(camp.send(start, "hello")))
    for body in replies:
        assert body["agent_check"]["expires_in"] == 600
        verb, content = ("finish", REVIEW) if body["game_over"] else ("act", ACT)
        taken(camp.ask(verb, body, content))


def test_no_two_replies_bring_the_same_puzzle(camp: Camp, start: Json) -> None:
    tokens = {camp.state(start["state_token"])["agent_check"]["token"] for _ in range(20)}
    assert len(tokens) == 20


def test_every_wrong_request_about_a_game_brings_one_bound_if_its_state_could_be_read(
    camp: Camp, start: Json
) -> None:
    token = {"X-State-Token": start["state_token"]}
    cases: list[tuple[httpx.Response, int]] = [
        (camp.post_raw("act", b"{"), 180),
        (camp.post_raw("act", b"{", token), 600),
        (camp.post_raw("act", b"[]", token), 600),
        (camp.post("act", ACT), 180),
        (camp.post("act", ACT, token), 600),
        (camp.post("act", {**ACT, "state_token": "junk"}), 180),
        (camp.post("act", {**ACT, "state_token": "junk"}, token), 180),
        (camp.post("finish", REVIEW, token), 600),
        (camp.post("new", {"difficulty": "expert"}), 180),
        (camp.post("new", {"difficulty": "expert"}, token), 600),
        (camp.http.get(f"{ROOT}/state"), 180),
        (camp.http.get(f"{ROOT}/nowhere", headers=token), 600),
        (camp.http.delete(f"{ROOT}/state", headers=token), 600),
        (camp.post_raw("act", b" " * 70_000, token), 600),
        (camp.post_raw("act", b"x", {**token, "Content-Encoding": "gzip"}), 600),
        (camp.http.get(f"{ROOT}/state?x=1", headers=token), 600),
    ]
    for reply, life in cases:
        assert 400 <= reply.status_code < 500
        puzzle = reply.json()["agent_check"]
        assert puzzle["expires_in"] == life, reply.text
        taken(camp.post("act", {**ACT, "state_token": start["state_token"]}, solved({"agent_check": puzzle})))


def test_new_and_state_need_no_answer(camp: Camp, start: Json) -> None:
    assert camp.http.post(f"{ROOT}/new").status_code == 200
    assert camp.http.get(f"{ROOT}/state", headers={"X-State-Token": start["state_token"]}).status_code == 200


def test_an_answer_comes_by_headers_or_in_the_body(camp: Camp, start: Json) -> None:
    token, number = start["agent_check"]["token"], answer(start["agent_check"]["question"])
    for members, headers in (
        ({}, {"X-Agent-Check": token, "X-Agent-Answer": str(number)}),
        ({"agent_check": token, "agent_answer": number}, {}),
        ({"agent_check": token, "agent_answer": str(number)}, {}),
        ({"agent_check": token, "agent_answer": f" {number} "}, {}),
        (
            {"agent_check": token, "agent_answer": number},
            {"X-Agent-Check": token, "X-Agent-Answer": str(number)},
        ),
        (
            {"agent_check": None, "agent_answer": None},
            {"X-Agent-Check": token, "X-Agent-Answer": str(number)},
        ),
    ):
        assert taken(post(camp, start, {**ACT, **members}, headers))["checks"] == 1


def test_both_forms_that_differ_are_malformed(camp: Camp, start: Json) -> None:
    token, number = start["agent_check"]["token"], answer(start["agent_check"]["question"])
    other = unbound(camp)["agent_check"]["token"]
    headers = {"X-Agent-Check": token, "X-Agent-Answer": str(number)}
    for members in (
        {"agent_check": token, "agent_answer": number + 1},
        {"agent_check": other, "agent_answer": number},
        {"agent_answer": number + 1},
        {"agent_check": other},
    ):
        wrong(post(camp, start, {**ACT, **members}, headers), 403, "agent-check-malformed")


def test_token_and_answer_from_two_places_are_missing(camp: Camp, start: Json) -> None:
    token, number = start["agent_check"]["token"], answer(start["agent_check"]["question"])
    for members, headers in (
        ({}, {}),
        ({}, {"X-Agent-Check": token}),
        ({}, {"X-Agent-Answer": str(number)}),
        ({"agent_check": token}, {}),
        ({"agent_answer": number}, {}),
        ({"agent_answer": number}, {"X-Agent-Check": token}),
        ({"agent_check": token}, {"X-Agent-Answer": str(number)}),
        ({}, {"X-Agent-Check": "", "X-Agent-Answer": ""}),
    ):
        wrong(post(camp, start, {**ACT, **members}, headers), 403, "agent-check-missing")


@pytest.mark.parametrize(
    "number", ["703.0", "true", "[703]", '"x"', '"７０３"', '"٧٠٣"', '"+7"', '""', "1e3", "false"]
)
def test_an_answer_that_is_no_integer_is_malformed(camp: Camp, start: Json, number: str) -> None:
    body = json.dumps(
        {**ACT, "state_token": start["state_token"], "agent_check": start["agent_check"]["token"]}
    )
    raw = f'{body[:-1]},"agent_answer":{number}}}'.encode()
    wrong(camp.post_raw("act", raw), 403, "agent-check-malformed")


def test_headers_sent_twice_are_one_value_and_so_malformed_or_invalid(camp: Camp, start: Json) -> None:
    given = solved(start)
    twice: list[tuple[str, str]] = [("Content-Type", "application/json"), *given.items()]
    body = json.dumps({**ACT, "state_token": start["state_token"]})
    for extra, code in (
        (("X-Agent-Answer", "1"), "agent-check-malformed"),
        (("X-Agent-Check", "x"), "agent-check-invalid"),
    ):
        reply = camp.http.post(f"{ROOT}/act", content=body, headers=[*twice, extra])
        wrong(reply, 403, code)


def test_a_wrong_answer_changes_nothing_and_brings_a_new_puzzle(camp: Camp, start: Json) -> None:
    number = answer(start["agent_check"]["question"])
    for offered in (number + 1, -number, 0):
        members = {**ACT, "agent_check": start["agent_check"]["token"], "agent_answer": offered}
        body = wrong(post(camp, start, members), 403, "agent-check-wrong")
        assert body["agent_check"]["token"] != start["agent_check"]["token"]
        assert str(number) not in body["reason"]
        taken(post(camp, start, ACT, solved(body)))
    assert game_of(camp.state(start["state_token"])) == game_of(start)


def test_a_puzzle_goes_with_its_state_alone(camp: Camp, start: Json) -> None:
    after = camp.play(start, "check")
    wrong(post(camp, after, ACT, solved(start)), 403, "agent-check-used")
    wrong(post(camp, start, ACT, solved(after)), 403, "agent-check-used")
    other = camp.new(12)
    wrong(post(camp, other, ACT, solved(start)), 403, "agent-check-used")
    # What a refused command leaves is the same state, so its old puzzle still goes with it.
    assert camp.send(start, "hello").json()["ok"] is False
    taken(post(camp, start, ACT, solved(start)))


def test_an_unbound_puzzle_goes_with_several_states(camp: Camp, start: Json) -> None:
    puzzle = solved(unbound(camp))
    after = taken(post(camp, start, ACT, puzzle))
    assert taken(post(camp, after, ACT, puzzle))["checks"] == 2
    taken(post(camp, camp.new(12), ACT, puzzle))


def test_a_token_of_another_kind_is_invalid(camp: Camp, start: Json) -> None:
    for token in ("junk", start["state_token"], start["agent_check"]["token"][:-2], "é"):
        members = {**ACT, "agent_check": token, "agent_answer": 703}
        wrong(post(camp, start, members), 403, "agent-check-invalid")
    # And the other way round.
    wrong(camp.post("act", {**ACT, "state_token": start["agent_check"]["token"]}), 400, "bad-token")


def test_json_then_state_then_answer_then_shape_then_commands(camp: Camp, start: Json) -> None:
    token = start["state_token"]
    wrong(camp.post_raw("act", b'{"state_token":"junk",'), 400, "bad-json")
    wrong(camp.post("act", {"state_token": "junk"}), 400, "bad-token")
    wrong(camp.post("act", {}), 409, "no-game")
    wrong(camp.post("act", {"state_token": token}), 403, "agent-check-missing")
    wrong(camp.post("act", {"state_token": token}, solved(start)), 400, "bad-request")
    assert taken(camp.post("act", {"state_token": token, "command": "?"}, solved(start)))["ok"] is False
    wrong(camp.post("finish", {"state_token": token}), 403, "agent-check-missing")
    wrong(camp.post("finish", {"state_token": token}, solved(start)), 400, "bad-request")
    wrong(camp.post("finish", {"state_token": token, **REVIEW}, solved(start)), 409, "not-over")


def test_finish_needs_an_answer_too(camp: Camp, over: Json) -> None:
    body = {"state_token": over["state_token"], **REVIEW}
    wrong(camp.post("finish", body), 403, "agent-check-missing")
    taken(camp.post("finish", body, solved(over)))


def test_with_the_demand_off_puzzles_come_and_answers_are_ignored(servers: Servers) -> None:
    (camp,) = servers.camps({"CAMPBOARD_AGENT_CHECK": "off"})
    start = camp.new(11)
    assert start["agent_check"]["expires_in"] == 600
    for headers in ({}, {"X-Agent-Check": "junk", "X-Agent-Answer": "?"}, solved(start)):
        assert taken(post(camp, start, ACT, headers))["checks"] == 1
    over = taken(post(camp, start, {"command": "resign"}))
    assert taken(post(camp, over, REVIEW, verb="finish"))["ok"] is True


def test_puzzles_of_an_old_key_hold_while_it_is_listed(servers: Servers) -> None:
    old, both, new = servers.camps(
        {"CAMPBOARD_SECRET": KEY},
        {"CAMPBOARD_SECRET": f"{KEY},{OTHER_KEY}"},
        {"CAMPBOARD_SECRET": OTHER_KEY},
    )
    start = old.new(11)
    rotated = taken(post(both, start, ACT, solved(start)))
    wrong(
        post(both, start, {**ACT, "agent_check": start["agent_check"]["token"], "agent_answer": 1}),
        403,
        "agent-check-wrong",
    )
    assert settled(taken(post(new, rotated, ACT, solved(rotated))))["checks"] == 2
    wrong(post(new, start, ACT, solved(start)), 400, "bad-token")
    wrong(post(old, start, ACT, solved(rotated)), 403, "agent-check-invalid")
    # A refusal gives back the very token it came with.
    assert taken(post(both, start, {"command": "?"}, solved(start)))["state_token"] == start["state_token"]
    # The binding does not follow the key: the same state under another signature.
    again = both.state(start["state_token"])
    assert again["state_token"] == start["state_token"]
    taken(post(both, start, ACT, solved(again)))
