"""The camp API in play: commands alone and in batches, the end of a game, its review, and the same again."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engines.sudoku.reference import is_solution
from tests.http.camp import (
    REVIEW,
    Camp,
    at,
    empty_cells,
    game_of,
    refused,
    settled,
    solution_of,
    solved,
    taken,
    wrong,
)
from tests.http.client import Json


def wrongly(opening: Json, right: list[str]) -> list[str]:
    """Return commands that fill the board with one wrong digit."""
    *others, last = right
    return [*others, last[:-1] + ("2" if last[-1] == "1" else "1")]


# act: one command


def test_one_command_is_run(camp: Camp, opening: Json) -> None:
    cell = empty_cells(opening["givens"])[0]
    body = camp.play(opening, f"set {at(cell)} 5")
    assert body["cells"][cell] == "5"
    assert (body["turn"], body["filled"], body["not_run"]) == (1, opening["filled"] + 1, 0)
    (result,) = body["results"]
    assert result["command"] == f"set {at(cell)} 5"
    assert result["ok"] is True
    assert body["message"] == result["message"]
    assert body["state_token"] != opening["state_token"]


def test_a_refused_command_is_a_200_with_the_unchanged_token(camp: Camp, opening: Json) -> None:
    given = next(cell for cell in range(81) if opening["givens"][cell] != ".")
    for command, code in (
        (f"set {at(given)} 5", "given-cell"),
        ("set 0 1 1", "out-of-range"),
        ("set 3,5,4", "malformed-command"),
        ("hello", "unknown-command"),
        ("submit", "not-full"),
        ("", "unknown-command"),
    ):
        body = refused(camp.send(opening, command), code, opening)
        assert body["failed_index"] == 0
        assert body["results"] == [
            {"command": command, "ok": False, "code": code, "message": body["reason"], "warnings": []}
        ]


def test_a_warning_names_the_cell_and_refuses_nothing(camp: Camp, opening: Json) -> None:
    cell = empty_cells(opening["givens"])[0]
    row = opening["givens"][cell // 9 * 9 : cell // 9 * 9 + 9]
    digit = next(sign for sign in row if sign != ".")
    other = cell // 9 * 9 + row.index(digit)
    body = camp.play(opening, f"set {at(cell)} {digit}")
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
    camp: Camp, opening: Json, command: str
) -> None:
    answer = camp.send(opening, command)
    body = taken(answer)
    assert body["ok"] is False
    assert body["code"] in ("unknown-command", "malformed-command", "too-long")
    assert "set <row> <col> <digit>" in body["reason"] or "Write " in body["reason"]
    assert game_of(body) == game_of(opening)
    assert len(body["results"][0]["command"]) <= 100
    assert len(body["reason"]) < 400


# act: several commands


def test_47_several_commands_run_in_order_with_a_result_each(
    camp: Camp, opening: Json, right: list[str]
) -> None:
    body = camp.play(opening, right[0], right[1], "check")
    assert [result["command"] for result in body["results"]] == [right[0], right[1], "check"]
    assert (body["turn"], body["checks"], body["not_run"]) == (3, 1, 0)
    one_by_one = camp.play(camp.play(camp.play(opening, right[0]), right[1]), "check")
    assert game_of(one_by_one) == game_of(body)
    assert [result["message"] for result in body["results"]][-1] == one_by_one["message"]


def test_48_a_batch_stops_at_the_first_refused_command(camp: Camp, opening: Json, right: list[str]) -> None:
    given = next(cell for cell in range(81) if opening["givens"][cell] != ".")
    body = taken(camp.send(opening, right[0], f"set {at(given)} 9", "check"))
    assert (body["ok"], body["code"], body["failed_index"], body["not_run"]) == (False, "given-cell", 1, 1)
    assert [result["ok"] for result in body["results"]] == [True, False]
    assert game_of(body) == game_of(camp.play(opening, right[0]))
    assert "1 of the commands was not run" in body["message"]


def test_49_a_warning_stops_nothing(camp: Camp, opening: Json) -> None:
    cell, other = empty_cells(opening["givens"])[:2]
    row = opening["givens"][cell // 9 * 9 : cell // 9 * 9 + 9]
    digit = next(sign for sign in row if sign != ".")
    body = camp.play(opening, f"set {at(cell)} {digit}", f"note {at(other)} 12")
    assert [bool(result["warnings"]) for result in body["results"]] == [True, False]
    assert (body["turn"], body["not_run"]) == (2, 0)


def test_50_what_comes_after_the_end_is_not_run_and_said_so(
    camp: Camp, opening: Json, right: list[str]
) -> None:
    full = camp.play(opening, *right)
    body = camp.play(full, "submit", "set 1 3 4", "check")
    assert (body["ok"], body["status"], body["not_run"]) == (True, "won", 2)
    assert [result["command"] for result in body["results"]] == ["submit"]
    assert "2 of the commands were not run" in body["message"]


def test_a_wrong_submit_is_accepted_and_a_batch_goes_on(camp: Camp, opening: Json, right: list[str]) -> None:
    body = camp.play(opening, *wrongly(opening, right), "submit", "check")
    assert (body["mistakes"], body["checks"], body["game_over"], body["not_run"]) == (1, 1, False, 0)
    assert body["turn"] == len(right) + 2
    assert body["wrong"] == [right[-1].split()[1]]


# The end


def test_a_game_is_won_and_tells_its_solution_only_then(won: Json, opening: Json) -> None:
    assert (won["status"], won["score"], won["potential_score"], won["game_over"]) == ("won", 300, None, True)
    assert won["solution"] == won["cells"]
    assert is_solution(won["solution"], opening["givens"])
    assert "solution" not in opening


def test_41_the_third_mistake_loses(camp: Camp, opening: Json, right: list[str]) -> None:
    body = camp.play(opening, *wrongly(opening, right), "submit", "submit", "submit", "check")
    assert (body["status"], body["mistakes"], body["not_run"]) == ("lost", 3, 1)
    empty = len(right)
    assert body["score"] == (2 * 300 * (empty - 1) + 5 * empty) // (10 * empty)
    assert body["solution"] == solution_of(opening["givens"])


def test_51_resigning_ends_the_game(camp: Camp, opening: Json) -> None:
    body = camp.play(opening, "resign")
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


def test_53_before_the_end_finish_is_refused_and_is_no_resignation(camp: Camp, opening: Json) -> None:
    wrong(camp.finish(opening), 409, "not-over")
    assert game_of(camp.state(opening["state_token"])) == game_of(opening)


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
    camp: Camp, opening: Json
) -> None:
    one, other = (taken(camp.send(opening, "check")) for _ in range(2))
    assert settled(one) == settled(other)
    assert one["checks"] == 1
    # The very same bytes, puzzle included: the retry after a lost reply.
    headers = {**solved(opening), "X-State-Token": opening["state_token"], "X-Request-ID": "again"}
    bodies = [camp.post("act", {"command": "check"}, headers) for _ in range(2)]
    assert settled(taken(bodies[0])) == settled(taken(bodies[1])) == settled(one)


def test_equal_states_give_equal_tokens(camp: Camp, opening: Json) -> None:
    cell, other = (at(cell) for cell in empty_cells(opening["givens"])[:2])
    one = camp.play(opening, f"set {cell} 1", f"set {other} 2", f"set {cell} 3")
    two = camp.play(opening, f"note {cell} 5", f"set {other} 2", f"set {cell} 3")
    assert one["state_token"] == two["state_token"]


def test_an_old_token_plays_on_from_there(camp: Camp, opening: Json) -> None:
    after = camp.play(opening, "check", "check")
    assert camp.play(opening, "check")["checks"] == 1
    assert camp.play(after, "check")["checks"] == 3


def test_57_another_process_deals_the_same_givens(camp: Camp) -> None:
    program = (
        "from engines.sudoku import GAME; "
        "starts = [GAME.initial(7, {'difficulty': name}) for name in ('easy', 'medium', 'hard')]; "
        "print(*(GAME.observe(start)['givens'] for start in starts))"
    )
    folder = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    dealt = [camp.new(7, difficulty)["givens"] for difficulty in ("easy", "medium", "hard")]
    assert done.stdout.split() == dealt
    assert len(set(dealt)) == 3


def test_60_the_text_board_is_in_every_reply(camp: Camp, opening: Json, won: Json) -> None:
    boards: list[Any] = [opening["board"], camp.state(opening["state_token"])["board"], won["board"]]
    for board in boards:
        assert board[0].split() == [f"C{number}" for number in range(1, 10)]
        assert [line.split()[0] for line in board if line.startswith("R")] == [f"R{n}" for n in range(1, 10)]
    assert "[" in "".join(won["board"])
