"""The camp in the published document: requests, replies, headers and cookies as the server has them."""

import json
from typing import Any, Final

import pytest

from app.agent_check import AgentCheck
from app.main import create_app
from app.settings import read_settings
from engines.registry import COMMAND_GAMES
from tests.answerer import answer
from tests.app.published import (
    APP,
    CAMP,
    CAMP_ANSWERED,
    CAMP_VERBS,
    KEY,
    Json,
    ask,
    component,
    document,
    examples_in,
    faults,
    operation,
    pascal,
)

FRESH: Final = ("agent_check", "request_id")
OFF: Final = create_app(read_settings({"CAMPBOARD_SECRET": KEY, "CAMPBOARD_AGENT_CHECK": "off"}))
each_game = pytest.mark.parametrize("slug", COMMAND_GAMES)
each_verb = pytest.mark.parametrize("verb", CAMP_VERBS)


def settled(body: Json) -> Json:
    return {name: value for name, value in body.items() if name not in FRESH}


def shown(verb: str, holder: str) -> dict[str, Json]:
    """Return the examples of a verb's requests or of its replies."""
    says = operation(CAMP_VERBS[verb], f"{CAMP}/{verb}").says
    content = says["requestBody"]["content"] if holder == "request" else says["responses"]["200"]["content"]
    return examples_in(content["application/json"])


def act(slug: str, before: Json, body: Json, verb: str = "act") -> Json:
    """Send a body about the game of a reply and return the answer, which fits its schema."""
    puzzle = before["agent_check"]
    headers = {"X-Agent-Check": puzzle["token"], "X-Agent-Answer": str(answer(puzzle["question"]))}
    content = {"state_token": before["state_token"], **body}
    reply = ask("POST", f"/games/{slug}/api/{verb}", json=content, headers=headers)
    assert reply.status_code == 200, reply.text
    found = reply.json()
    fits(verb, found)
    return found


def fits(verb: str, body: Json) -> None:
    """Assert that a reply has the published shape, with no member besides."""
    assert faults(body, operation(CAMP_VERBS[verb], f"{CAMP}/{verb}").schema(200)) == []
    model = component(f"{pascal(body['game'])}{reply_kind(body)}")
    assert faults(body, model) == []
    assert body.keys() <= model["properties"].keys()


def reply_kind(body: Json) -> str:
    return "State" if "results" not in body else "Acted" if body["ok"] else "Refused"


@each_game
def test_replies_fit_their_schemas_through_a_whole_game(slug: str) -> None:
    started = ask("POST", f"/games/{slug}/api/new", json={"seed": 7}).json()
    fits("new", started)
    body = act(slug, started, {"command": "hello"})
    body = act(slug, body, {"commands": ["hello", "hello"]})
    looked = ask("GET", f"/games/{slug}/api/state", headers={"X-State-Token": body["state_token"]}).json()
    fits("state", looked)
    first, *others = COMMAND_GAMES[slug].spec.example
    body = act(slug, looked, {"command": first})
    body = act(slug, body, {"commands": others})
    assert body["game_over"]
    act(slug, body, {"rating": 5, "review": "A review of two sentences. Here is the second."}, "finish")


@each_game
@pytest.mark.parametrize(
    "commands",
    [["set 1 2 1", "set 1 4 9", "check"], ["note 1 2 147", "select 1 2"], ["resign"], ["check"] * 5],
    ids=lambda commands: commands[0],
)
def test_every_kind_of_position_fits(slug: str, commands: list[str]) -> None:
    started = ask("POST", f"/games/{slug}/api/new", json={"seed": 7}).json()
    act(slug, started, {"commands": commands})


@each_verb
def test_the_schemas_refuse_what_no_reply_is(verb: str) -> None:
    schema = operation(CAMP_VERBS[verb], f"{CAMP}/{verb}").schema(200)
    good = next(iter(shown(verb, "reply").values()))
    assert faults(good, schema) == []
    for member in ("ok", "game", "cells", "state_token", "agent_check", "turn"):
        assert faults({name: value for name, value in good.items() if name != member}, schema), member
        assert faults({**good, member: [None]}, schema), member


def test_the_models_of_replies_list_one_for_each_game() -> None:
    for model in set(CAMP_ANSWERED.values()) | {"CampRefused", "NewRequest"}:
        kinds = [each["$ref"].rpartition("/")[2] for each in component(model)["anyOf"]]
        assert len(kinds) == len(COMMAND_GAMES)


@each_game
def test_every_member_of_a_position_is_described_as_the_game_says(slug: str) -> None:
    for kind in ("State", "Acted", "Refused"):
        properties = component(f"{pascal(slug)}{kind}")["properties"]
        for member, meaning in COMMAND_GAMES[slug].spec.observation.items():
            assert properties[member]["description"] == meaning


@each_game
def test_a_start_lists_the_games_options_and_the_seed(slug: str) -> None:
    properties = component(f"{pascal(slug)}New")["properties"]
    for option in COMMAND_GAMES[slug].spec.options:
        assert properties[option.name]["enum"] == [choice.value for choice in option.choices]
        assert properties[option.name]["default"] == option.default
    assert (properties["seed"]["minimum"], properties["seed"]["maximum"]) == (0, 2**53 - 1)
    assert operation("post", f"{CAMP}/new").says["requestBody"]["required"] is False


def test_headers_and_cookies_are_listed_where_they_are_read() -> None:
    state, check = {("header", "X-State-Token")}, {("header", "X-Agent-Check"), ("header", "X-Agent-Answer")}
    cookies = {("cookie", f"camp_{slug}") for slug in COMMAND_GAMES}
    wanted = {"new": set(), "state": state | cookies, "act": state | check | cookies}
    for verb, places in {**wanted, "finish": wanted["act"]}.items():
        parameters = operation(CAMP_VERBS[verb], f"{CAMP}/{verb}").says["parameters"]
        assert {(each["in"], each["name"]) for each in parameters} == places | {("path", "slug")}


@each_verb
def test_every_example_request_gets_the_example_reply_but_for_the_puzzle(verb: str) -> None:
    replies = shown(verb, "reply")
    if CAMP_VERBS[verb] == "get":
        for expected in replies.values():
            headers = {"X-State-Token": expected["state_token"]}
            reply = ask("GET", f"/games/{expected['game']}/api/{verb}", headers=headers)
            assert settled(reply.json()) == settled(expected)
        return
    requests = shown(verb, "request")
    assert requests.keys() == replies.keys()
    start = next(iter(shown("new", "reply").values()))
    for name, expected in replies.items():
        # The state an act is about is that of the start; a review is about the state it gives back.
        about = {"act": start["state_token"], "finish": expected["state_token"]}.get(verb)
        headers = {} if about is None else {"X-State-Token": about}
        path = f"/games/{expected['game']}/api/{verb}"
        reply = ask("POST", path, OFF, json=requests[name], headers=headers)
        assert settled(reply.json()) == settled(expected), name


def test_examples_show_one_command_and_several_accepted_and_refused() -> None:
    seen = {(len(body["results"]), body["ok"]) for body in shown("act", "reply").values()}
    assert seen == {(1, True), (2, True), (1, False), (2, False)}


def test_the_puzzles_of_examples_are_of_no_server() -> None:
    text = json.dumps(document())
    check: AgentCheck = APP.state.camp.agent_check
    tokens = [body["agent_check"]["token"] for verb in CAMP_VERBS for body in shown(verb, "reply").values()]
    assert len(tokens) >= 6
    for token in tokens:
        assert token in text
        assert not check._serializer.signed(token)


def test_the_self_description_and_the_list_are_what_the_addresses_answer() -> None:
    for path, answered in (("/games", "/games"), (CAMP, f"/games/{next(iter(COMMAND_GAMES))}/api")):
        (expected,) = examples_in(
            operation("get", path).says["responses"]["200"]["content"]["application/json"]
        ).values()
        body = ask("GET", answered).json()
        assert body == expected
        assert faults(body, operation("get", path).schema(200)) == []


def test_wrong_requests_are_answered_as_listed() -> None:
    cases: list[tuple[str, dict[str, Any], int]] = [
        ("act", {"content": b"{"}, 400),
        ("act", {"json": {"command": "check"}}, 409),
        ("act", {"json": {"state_token": "x"}}, 400),
        ("act", {"content": b" " * 70_000}, 413),
        ("act", {"content": b"x", "headers": {"content-encoding": "gzip"}}, 415),
        ("finish", {"json": {}}, 409),
        ("new", {"json": {"difficulty": "x"}}, 400),
        ("new", {"files": {"a": b"b"}}, 415),
    ]
    for verb, how, status in cases:
        reply = ask("POST", f"/games/sudoku/api/{verb}", **how)
        assert reply.status_code == status
        assert faults(reply.json(), operation("post", f"{CAMP}/{verb}").schema(status)) == []
        assert reply.json()["agent_check"]["expires_in"] == 180
