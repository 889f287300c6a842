"""The camp API in play: start, act, look, finish; every sentence about routes, replies and batches."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.engines.sudoku.reference import count, is_solution, solutions
from tests.http.camp import (
    REVIEW,
    ROOT,
    Camp,
    at,
    empty_cells,
    fills,
    game_of,
    refused,
    settled,
    taken,
    wrong,
)
from tests.http.client import Json

SEED_FILE_KEYS: Final = {
    *("game", "name", "description", "kind", "rules_html", "commands", "options", "endpoints"),
}
RIGHT: Final = 7


def solution_of(givens: str) -> str:
    """Return the one solution, found by the tests' own solver."""
    assert count(givens, 2) == 1
    (found,) = solutions(givens)
    return found


@pytest.fixture(scope="module")
def start(camp: Camp) -> Json:
    return camp.new(RIGHT)


@pytest.fixture(scope="module")
def right(start: Json) -> list[str]:
    """The commands that solve the game of the start."""
    return fills(solution_of(start["givens"]), start["givens"])


@pytest.fixture(scope="module")
def won(camp: Camp, start: Json, right: list[str]) -> Json:
    return camp.play(start, *right, "submit")


def wrongly(start: Json, right: list[str]) -> list[str]:
    """Return commands that fill the board with one wrong digit."""
    *others, last = right
    return [*others, last[:-1] + ("2" if last[-1] == "1" else "1")]


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
    assert set(body) == SEED_FILE_KEYS
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


def test_each_example_of_the_self_description_is_a_command(camp: Camp, start: Json) -> None:
    for command in taken(camp.http.get(ROOT))["commands"]:
        body = taken(camp.send(start, command["example"]))
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


def test_head_and_trailing_slash_are_served(camp: Camp, start: Json) -> None:
    headers = {"X-State-Token": start["state_token"]}
    assert camp.http.head(f"{ROOT}/state", headers=headers).status_code == 200
    assert settled(camp.http.get(f"{ROOT}/state/", headers=headers).json()) == settled(
        camp.state(start["state_token"])
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
def test_12_another_shape_runs_nothing(camp: Camp, start: Json, body: Json) -> None:
    wrong(camp.ask("act", start, body), 400, "bad-request")
    assert game_of(camp.state(start["state_token"])) == game_of(start)


def test_two_hundred_commands_are_taken(camp: Camp, start: Json) -> None:
    body = camp.play(start, *["check"] * 200)
    assert (body["checks"], body["turn"], len(body["results"])) == (200, 200, 200)
    assert body["potential_score"] == 75


# act: one command


def test_one_command_is_run(camp: Camp, start: Json) -> None:
    cell = empty_cells(start["givens"])[0]
    body = camp.play(start, f"set {at(cell)} 5")
    assert body["cells"][cell] == "5"
    assert (body["turn"], body["filled"], body["not_run"]) == (1, start["filled"] + 1, 0)
    (result,) = body["results"]
    assert result["command"] == f"set {at(cell)} 5"
    assert result["ok"] is True
    assert body["message"] == result["message"]
    assert body["state_token"] != start["state_token"]


def test_a_refused_command_is_a_200_with_the_unchanged_token(camp: Camp, start: Json) -> None:
    given = next(cell for cell in range(81) if start["givens"][cell] != ".")
    for command, code in (
        (f"set {at(given)} 5", "given-cell"),
        ("set 0 1 1", "out-of-range"),
        ("set 3,5,4", "malformed-command"),
        ("hello", "unknown-command"),
        ("submit", "not-full"),
        ("", "unknown-command"),
    ):
        body = refused(camp.send(start, command), code, start)
        assert body["failed_index"] == 0
        assert body["results"] == [
            {"command": command, "ok": False, "code": code, "message": body["reason"], "warnings": []}
        ]


def test_a_warning_names_the_cell_and_refuses_nothing(camp: Camp, start: Json) -> None:
    cell = empty_cells(start["givens"])[0]
    row = start["givens"][cell // 9 * 9 : cell // 9 * 9 + 9]
    digit = next(sign for sign in row if sign != ".")
    other = cell // 9 * 9 + row.index(digit)
    body = camp.play(start, f"set {at(cell)} {digit}")
    (warning,) = body["results"][0]["warnings"]
    assert at(other).upper() in warning


@pytest.mark.parametrize(
    "command",
    [
        *("set ３ 5 4", "set ² 5 4", "set ٣ 5 4", "ſet 1 1 1", "chec\u212a", "CHEC\u212a", "set\u00a01 1 5"),
        *(
            "set 1 1\u2028 5",
            "check\x00",
            "\x1b[2J",
            "check\ncheck",
            "check;check",
            "check && check",
            "\ud7ff",
        ),
        *("check\x0b", "check\x1c", "set 1 1 1\r", "x" * 10_000, "set " * 2500, "r3c5 " * 2000, "check\x85"),
    ],
    ids=lambda command: ascii(command)[:24],
)
def test_10_11_look_alikes_control_characters_and_long_texts_change_nothing(
    camp: Camp, start: Json, command: str
) -> None:
    answer = camp.send(start, command)
    body = taken(answer)
    assert body["ok"] is False
    assert body["code"] in ("unknown-command", "malformed-command", "too-long")
    assert "set <row> <col> <digit>" in body["reason"] or "Write " in body["reason"]
    assert game_of(body) == game_of(start)
    assert len(body["results"][0]["command"]) <= 100
    assert len(body["reason"]) < 400


# act: several commands


def test_47_several_commands_run_in_order_with_a_result_each(
    camp: Camp, start: Json, right: list[str]
) -> None:
    body = camp.play(start, right[0], right[1], "check")
    assert [result["command"] for result in body["results"]] == [right[0], right[1], "check"]
    assert (body["turn"], body["checks"], body["not_run"]) == (3, 1, 0)
    one_by_one = camp.play(camp.play(camp.play(start, right[0]), right[1]), "check")
    assert game_of(one_by_one) == game_of(body)
    assert [result["message"] for result in body["results"]][-1] == one_by_one["message"]


def test_48_a_batch_stops_at_the_first_refused_command(camp: Camp, start: Json, right: list[str]) -> None:
    given = next(cell for cell in range(81) if start["givens"][cell] != ".")
    body = taken(camp.send(start, right[0], f"set {at(given)} 9", "check"))
    assert (body["ok"], body["code"], body["failed_index"], body["not_run"]) == (False, "given-cell", 1, 1)
    assert [result["ok"] for result in body["results"]] == [True, False]
    assert game_of(body) == game_of(camp.play(start, right[0]))
    assert "1 of the commands was not run" in body["message"]


def test_49_a_warning_stops_nothing(camp: Camp, start: Json) -> None:
    cell, other = empty_cells(start["givens"])[:2]
    row = start["givens"][cell // 9 * 9 : cell // 9 * 9 + 9]
    digit = next(sign for sign in row if sign != ".")
    body = camp.play(start, f"set {at(cell)} {digit}", f"note {at(other)} 12")
    assert [bool(result["warnings"]) for result in body["results"]] == [True, False]
    assert (body["turn"], body["not_run"]) == (2, 0)


def test_50_what_comes_after_the_end_is_not_run_and_said_so(
    camp: Camp, start: Json, right: list[str]
) -> None:
    full = camp.play(start, *right)
    body = camp.play(full, "submit", "set 1 3 4", "check")
    assert (body["ok"], body["status"], body["not_run"]) == (True, "won", 2)
    assert [result["command"] for result in body["results"]] == ["submit"]
    assert "2 of the commands were not run" in body["message"]


def test_a_wrong_submit_is_accepted_and_a_batch_goes_on(camp: Camp, start: Json, right: list[str]) -> None:
    body = camp.play(start, *wrongly(start, right), "submit", "check")
    assert (body["mistakes"], body["checks"], body["game_over"], body["not_run"]) == (1, 1, False, 0)
    assert body["turn"] == len(right) + 2
    assert body["wrong"] == [right[-1].split()[1]]


# The end


def test_a_game_is_won_and_tells_its_solution_only_then(won: Json, start: Json) -> None:
    assert (won["status"], won["score"], won["potential_score"], won["game_over"]) == ("won", 300, None, True)
    assert won["solution"] == won["cells"]
    assert is_solution(won["solution"], start["givens"])
    assert "solution" not in start


def test_41_the_third_mistake_loses(camp: Camp, start: Json, right: list[str]) -> None:
    body = camp.play(start, *wrongly(start, right), "submit", "submit", "submit", "check")
    assert (body["status"], body["mistakes"], body["not_run"]) == ("lost", 3, 1)
    empty = len(right)
    assert body["score"] == (2 * 300 * (empty - 1) + 5 * empty) // (10 * empty)
    assert body["solution"] == solution_of(start["givens"])


def test_51_resigning_ends_the_game(camp: Camp, start: Json) -> None:
    body = camp.play(start, "resign")
    assert (body["status"], body["score"], body["turn"]) == ("resigned", 0, 1)


def test_52_after_the_end_every_command_is_refused(camp: Camp, won: Json) -> None:
    for command in ("set 1 1 1", "check", "submit", "select 1 1", "resign", "hello", ""):
        refused(camp.send(won, command), "game-over", won)


# finish


def test_finish_takes_a_rating_and_a_review_and_changes_nothing(camp: Camp, won: Json) -> None:
    first = taken(camp.finish(won))
    assert first["ok"] is True
    assert game_of(first) == game_of(won)
    assert settled(taken(camp.finish(first))) == settled(first)  # with the next puzzle
    assert settled(taken(camp.finish(won))) == settled(first)  # as a retry


def test_53_before_the_end_finish_is_refused_and_is_no_resignation(camp: Camp, start: Json) -> None:
    wrong(camp.finish(start), 409, "not-over")
    assert game_of(camp.state(start["state_token"])) == game_of(start)


@pytest.mark.parametrize("rating", [0, 11, -1, 5.5, 5.0, "5", True, None, [], 10**19])
def test_54_other_ratings_are_refused(camp: Camp, won: Json, rating: object) -> None:
    assert "1 to 10" in wrong(camp.finish(won, rating=rating), 400, "bad-request")["reason"]


@pytest.mark.parametrize("rating", [1, 10])
def test_54_ratings_of_1_and_10_are_taken(camp: Camp, won: Json, rating: int) -> None:
    taken(camp.finish(won, rating=rating))


@pytest.mark.parametrize("review", ["Too short", "x" * 2001, " " * 50, "", None, 7, ["a review of it"], {}])
def test_other_reviews_are_refused(camp: Camp, won: Json, review: object) -> None:
    assert "10 to 2000" in wrong(camp.finish(won, review=review), 400, "bad-request")["reason"]


@pytest.mark.parametrize(
    "review", ["x" * 10, "x" * 2000, "é" * 2000, "<script>alert(1)</script>", "a\x00b\x1b[2J" * 3]
)
def test_any_text_of_10_to_2000_characters_is_a_review_and_does_not_come_back(
    camp: Camp, won: Json, review: str
) -> None:
    answer = camp.finish(won, review=review)
    taken(answer)
    assert review not in answer.text


@pytest.mark.parametrize("member", ["rating", "review"])
def test_both_are_needed(camp: Camp, won: Json, member: str) -> None:
    body = {name: value for name, value in REVIEW.items() if name != member}
    wrong(camp.ask("finish", won, body), 400, "bad-request")


# The same again


def test_59_the_same_request_and_token_twice_give_the_same_answer_counted_once(
    camp: Camp, start: Json
) -> None:
    one, other = (taken(camp.send(start, "check")) for _ in range(2))
    assert settled(one) == settled(other)
    assert one["checks"] == 1
    # The very same bytes, puzzle included: the retry after a lost reply.
    headers = {**start_headers(start), "X-Request-ID": "again"}
    bodies = [camp.post("act", {"command": "check"}, headers) for _ in range(2)]
    assert settled(taken(bodies[0])) == settled(taken(bodies[1])) == settled(one)


def start_headers(reply: Json) -> dict[str, str]:
    from tests.http.camp import solved

    return {**solved(reply), "X-State-Token": reply["state_token"]}


def test_equal_states_give_equal_tokens(camp: Camp, start: Json) -> None:
    cell, other = (at(cell) for cell in empty_cells(start["givens"])[:2])
    one = camp.play(start, f"set {cell} 1", f"set {other} 2", f"set {cell} 3")
    two = camp.play(start, f"note {cell} 5", f"set {other} 2", f"set {cell} 3")
    assert one["state_token"] == two["state_token"]


def test_an_old_token_plays_on_from_there(camp: Camp, start: Json) -> None:
    after = camp.play(start, "check", "check")
    assert camp.play(start, "check")["checks"] == 1
    assert camp.play(after, "check")["checks"] == 3


def test_57_another_process_deals_the_same_givens(camp: Camp) -> None:
    program = (
        "from engines.sudoku import GAME; "
        "print(*(GAME.observe(GAME.initial(7, {'difficulty': d}))['givens'] for d in ('easy', 'medium', 'hard')))"
    )
    folder = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    dealt = [camp.new(7, difficulty)["givens"] for difficulty in ("easy", "medium", "hard")]
    assert done.stdout.split() == dealt
    assert len(set(dealt)) == 3


def test_60_the_text_board_is_in_every_reply(camp: Camp, start: Json, won: Json) -> None:
    boards: list[Any] = [start["board"], camp.state(start["state_token"])["board"], won["board"]]
    for board in boards:
        assert board[0].split() == [f"C{number}" for number in range(1, 10)]
        assert [line.split()[0] for line in board if line.startswith("R")] == [f"R{n}" for n in range(1, 10)]
    assert "[" in "".join(won["board"])
