"""The camp API: what its addresses tell, how a game starts, and what shape a request must have."""

import json
from typing import Final

import httpx
import pytest

from tests.engines.sudoku.reference import count
from tests.http.camp import (
    ROOT,
    Camp,
    game_of,
    settled,
    taken,
    wrong,
)
from tests.http.client import Json

DESCRIBED: Final = {
    *("game", "name", "description", "kind", "rules_html", "commands", "options", "endpoints"),
}


# Routes that describe


def test_the_list_of_games_gives_each_ones_address(camp: Camp) -> None:
    body = taken(camp.http.get("/games"))
    assert body["count"] == len(body["games"]) == 1
    assert body["games"][0]["game"] == "sudoku"
    assert body["games"][0]["api"] == f"{camp.base_url}{ROOT}"
    assert camp.http.get(body["games"][0]["api"]).status_code == 200
    assert httpx.get(body["games"][0]["docs"], trust_env=False).status_code == 200
    assert "agent_check" in taken(camp.http.get(body["agent_check"]))


def test_the_self_description_has_exactly_these_keys(camp: Camp) -> None:
    body = taken(camp.http.get(ROOT))
    assert set(body) == DESCRIBED
    assert body["game"] == "sudoku"
    assert [list(command) for command in body["commands"]] == [["syntax", "description", "example"]] * 7
    assert [command["syntax"] for command in body["commands"]] == [
        *("set <row> <col> <digit>", "clear <row> <col>", "note <row> <col> <digits>", "check", "submit"),
        *("select <row> <col>", "resign"),
    ]
    (option,) = body["options"]
    assert list(option) == ["name", "label", "choices", "default"]
    assert (option["name"], option["default"]) == ("difficulty", "easy")
    assert [choice["value"] for choice in option["choices"]] == ["easy", "medium", "hard"]


def test_the_addresses_of_the_self_description_are_this_servers(camp: Camp) -> None:
    addresses = taken(camp.http.get(ROOT))["endpoints"]
    assert list(addresses) == [
        f"GET {camp.base_url}{ROOT}/state",
        f"GET {camp.base_url}/api/v1/agent-check",
        *(f"POST {camp.base_url}{ROOT}/{verb}" for verb in ("new", "act", "finish")),
    ]
    other = camp.http.get(ROOT, headers={"Host": "games.example.org"}).json()["endpoints"]
    assert next(iter(other)) == f"GET http://games.example.org{ROOT}/state"


def test_each_example_of_the_self_description_is_a_command(camp: Camp, opening: Json) -> None:
    for command in taken(camp.http.get(ROOT))["commands"]:
        body = taken(camp.send(opening, command["example"]))
        # A given may stand in the cell of the example, and the board is not full.
        assert body["ok"] or body["code"] in ("given-cell", "not-full"), body


def test_an_unknown_game_is_told_and_those_there_are_listed(camp: Camp) -> None:
    for path in ("", "/state", "/new", "/act", "/finish"):
        method = "GET" if path in ("", "/state") else "POST"
        body = wrong(camp.http.request(method, f"/games/chess/api{path}"), 404, "unknown-game")
        assert body["games"] == ["sudoku"]
    body = wrong(camp.http.get("/games/cantlewing/api"), 404, "unknown-game")
    assert "/api/games/cantlewing" in body["reason"]


def test_the_gameboard_family_points_here(camp: Camp) -> None:
    body = httpx.get(f"{camp.base_url}/api/games/sudoku/init", trust_env=False).json()
    assert (body["code"], ROOT in body["reason"]) == ("unknown-game", True)
    assert "requestId" in body


def test_other_methods_and_addresses_are_refused_with_the_familys_error_body(camp: Camp) -> None:
    for method, path in [
        ("GET", "act"),
        ("GET", "new"),
        ("GET", "finish"),
        ("POST", "state"),
        ("PUT", "act"),
    ]:
        answer = camp.http.request(method, f"{ROOT}/{path}")
        assert wrong(answer, 405, "method-not-allowed")["agent_check"]["expires_in"] == 180
        assert answer.headers["allow"]
    wrong(camp.http.get(f"{ROOT}/board"), 404, "not-found")
    wrong(camp.http.delete("/games"), 405, "method-not-allowed")
    wrong(camp.http.post("/api/v1/agent-check"), 405, "method-not-allowed")
    wrong(camp.http.get("/api/v1/other"), 404, "not-found")


def test_head_and_trailing_slash_are_served(camp: Camp, opening: Json) -> None:
    headers = {"X-State-Token": opening["state_token"]}
    assert camp.http.head(f"{ROOT}/state", headers=headers).status_code == 200
    assert settled(camp.http.get(f"{ROOT}/state/", headers=headers).json()) == settled(
        camp.state(opening["state_token"])
    )
    assert taken(camp.http.get("/games/")) == taken(camp.http.get("/games"))


# new


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_55_57_a_game_starts_with_a_difficulty_and_a_seed(camp: Camp, difficulty: str) -> None:
    body = camp.new(3, difficulty)
    assert (body["game"], body["difficulty"], body["seed"], body["status"]) == (
        "sudoku",
        difficulty,
        3,
        "playing",
    )
    assert body["base"] == body["potential_score"] == {"easy": 300, "medium": 600, "hard": 1000}[difficulty]
    assert (body["turn"], body["mistakes"], body["checks"], body["selected"], body["score"]) == (
        0,
        0,
        0,
        None,
        None,
    )
    assert (body["notes"], body["wrong"], body["cells"]) == ({}, [], body["givens"])
    assert count(body["givens"], 2) == 1
    assert settled(camp.new(3, difficulty)) == settled(body)


@pytest.mark.parametrize("content", [b"", b"  \n", b"{}", b'{"mode":"expert"}'])
def test_55_without_a_difficulty_it_is_easy_and_the_seed_is_picked(camp: Camp, content: bytes) -> None:
    one, other = (taken(camp.post_raw("new", content)) for _ in range(2))
    assert one["difficulty"] == "easy"
    assert one["seed"] != other["seed"]
    assert settled(camp.new(one["seed"])) == settled(one)


def test_no_body_and_no_content_type_start_a_game(camp: Camp) -> None:
    assert taken(camp.http.post(f"{ROOT}/new"))["difficulty"] == "easy"


@pytest.mark.parametrize("value", ["Easy", "expert", "", 1, None, True, [], {}, "hard "])
def test_56_another_difficulty_is_refused_and_the_three_are_listed(camp: Camp, value: object) -> None:
    reason = wrong(camp.post("new", {"difficulty": value}), 400, "bad-option")["reason"]
    assert all(name in reason for name in ("easy", "medium", "hard"))


@pytest.mark.parametrize("seed", [-1, 2**53, 10**19, "7", None, True, [], {}])
def test_a_seed_is_an_integer_from_0_to_2_53_less_1(camp: Camp, seed: object) -> None:
    assert "9007199254740991" in wrong(camp.post("new", {"seed": seed}), 400, "bad-seed")["reason"]


@pytest.mark.parametrize("seed", ["7.0", "1e2", "7.5"])
def test_a_seed_has_no_fraction(camp: Camp, seed: str) -> None:
    wrong(camp.post_raw("new", f'{{"seed":{seed}}}'.encode()), 400, "bad-seed")


def test_the_largest_and_smallest_seeds_are_taken(camp: Camp) -> None:
    for seed in (0, 2**53 - 1):
        assert camp.new(seed)["seed"] == seed


# Case 12: the shape of a request


@pytest.mark.parametrize(
    "body",
    [
        {"command": 5},
        {"command": None},
        {},
        {"command": "check", "commands": ["check"]},
        {"commands": "check"},
        {"commands": []},
        {"commands": ["check", 5]},
        {"commands": ["check", None]},
        {"commands": ["check", ["check"]]},
        {"commands": ["check"] * 201},
        {"commands": None},
        {"command": ["check"]},
        {"command": {"text": "check"}},
        {"command": True},
    ],
    ids=lambda body: json.dumps(body)[:40],
)
def test_12_another_shape_runs_nothing(camp: Camp, opening: Json, body: Json) -> None:
    wrong(camp.ask("act", opening, body), 400, "bad-request")
    assert game_of(camp.state(opening["state_token"])) == game_of(opening)


def test_two_hundred_commands_are_taken(camp: Camp, opening: Json) -> None:
    body = camp.play(opening, *["check"] * 200)
    assert (body["checks"], body["turn"], len(body["results"])) == (200, 200, 200)
    assert body["potential_score"] == 75
