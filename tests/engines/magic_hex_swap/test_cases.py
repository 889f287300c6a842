"""The positions of `cases.json`, each with its answer; a label of a refusal there is the code here."""

import json
from pathlib import Path

import pytest

from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.deal import OPENING, deal_from
from engines.magic_hex_swap.model import State
from engines.magic_hex_swap.view import rating
from engines.magic_hex_swap.win import is_won
from tests.engines.magic_hex_swap.driver import (
    Json,
    board,
    glimpse,
    played,
    refused,
    state_of,
    step,
    triples,
    view,
)
from tests.engines.magic_hex_swap.reference import COUNTS, sequences

CASES: list[Json] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))


def cases(kind: str) -> pytest.MarkDecorator:
    """Parametrise a test with the cases of a kind."""
    found = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", found, ids=[f"{case['id']}: {case['title']}" for case in found])


@cases("resolve")
def test_an_action_has_the_result_of_the_case(case: Json) -> None:
    start, action, expect = triples(case["board"]), case["action"], case["expect"]
    result = played(start, action, case["dice"], case["mode"])
    assert start == triples(case["board"])
    assert result == (triples(expect["board"]) if expect["ok"] else expect["reason"])
    if is_won(start):  # such a board is tried on its own, for nobody plays on from it
        return
    state = state_of(start, case["dice"], case["mode"])
    if not expect["ok"]:
        assert refused(state, action) == expect["reason"]
        return
    after = step(state, action).state
    assert board(after) == triples(expect["board"])
    assert ENGINE.is_over(after) is expect["won"]
    for face, kept in zip(view(after)["dice"], expect["keep"], strict=True):
        assert kept in (None, face)


@cases("resolve")
def test_a_preview_of_the_whole_action_shows_its_result(case: Json) -> None:
    start, action, expect = triples(case["board"]), case["action"], case["expect"]
    if not expect["ok"] or action["type"] == "pass" or is_won(start):
        return
    state = state_of(start, case["dice"], case["mode"])
    shown = glimpse(state, action["move"], action["targets"], action.get("colors", ()))
    draft = shown.observation["preview"]
    assert triples(draft["nodes"]) == triples(expect["board"])
    assert (draft["complete"], draft["wonIfApplied"]) == (True, expect["won"])
    if len(action["targets"]) == COUNTS[action["move"]][1]:
        assert (draft["next"], draft["needsColor"]) == ([], False)


@cases("win")
def test_a_board_is_won_as_the_case_says(case: Json) -> None:
    start, expect = triples(case["board"]), case["expect"]
    assert is_won(start) is expect["won"]
    groups = view(state_of(start))["groups"]
    assert {group["color"]: group["status"] for group in groups} == expect["status"]


@cases("rating")
def test_a_win_is_called_as_the_case_says(case: Json) -> None:
    assert {str(turns): rating(turns) for turns in case["turns"]} == case["expect"]


@cases("count")
def test_a_move_has_as_many_sequences_and_boards_as_the_case_says(case: Json) -> None:
    found = [*sequences(triples(case["board"]), case["move"], case["mode"])]
    boards = {frozenset(after.items()) for _, _, after in found}
    assert (len(found), len(boards)) == (case["expect"]["sequences"], case["expect"]["boards"])
    state = state_of(triples(case["board"]), green3=case["mode"])
    (move,) = [move for move in view(state)["moves"] if move["move"] == case["move"]]
    assert move["results"] == len(boards)


@cases("deal")
def test_a_bag_is_dealt_as_the_case_says(case: Json) -> None:
    dealt = deal_from(case["bag"])
    assert dealt is not None
    assert "".join(dealt[cell] for cell in OPENING) == case["expect"]["row_order"]


@cases("preview")
def test_a_preview_shows_what_the_case_says(case: Json) -> None:
    state = state_of(triples(case["board"]), green3=case["mode"])
    draft = glimpse(state, case["move"], case["targets"]).observation["preview"]
    assert draft["next"] == case["expect"]["next"]
    assert draft["complete"] is case["expect"]["complete"]
    assert triples(draft["nodes"]) == triples(case["expect"]["board"])


@cases("game")
def test_a_game_goes_as_the_case_says(case: Json) -> None:
    options = {"green3": case["green3"], **({"practice": case["practice"]} if "practice" in case else {})}
    state = ENGINE.initial(case["seed"], options)
    check(state, case["start"])
    for told in case["steps"]:
        if "reason" in told:
            assert refused(state, told["action"]) == told["reason"]
        else:
            state = step(state, told["action"]).state
        check(state, told)


def check(state: State, told: Json) -> None:
    """Assert that a state is the one told of."""
    seen = view(state)
    assert ENGINE.score(state) == seen["turns"] == told["turns"]
    assert ENGINE.is_over(state) is told["won"]
    assert seen["phase"] == ("won" if told["won"] else "playing")
    assert seen["dice"] == told["dice"]
    assert seen["undoAvailable"] == told["undo_available"]
    assert state.seed == seen["seed"] == told["seed"]
    assert seen["green3"] == told["mode"]
    if "board" in told:
        assert triples(seen["nodes"]) == triples(told["board"])


def test_every_case_is_of_a_kind_that_is_tested() -> None:
    kinds = {"resolve", "win", "rating", "count", "deal", "preview", "game"}
    assert {case["kind"] for case in CASES} == kinds
    assert len(CASES) == 37
