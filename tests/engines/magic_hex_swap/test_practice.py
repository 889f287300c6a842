"""The three practice puzzles: as authored, and each solved by exactly one first action."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from engines.contract import Step
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.deal import roll
from engines.magic_hex_swap.model import State
from engines.magic_hex_swap.practice import PUZZLES
from tests.engines.magic_hex_swap.driver import (
    RESTART,
    UNDO,
    Json,
    board,
    offered,
    pass_turn,
    play,
    refused,
    step,
    triples,
    view,
)
from tests.engines.magic_hex_swap.reference import has_won, pays, sequences

AUTHORED: list[Json] = json.loads(Path(__file__).with_name("practice.json").read_text("utf-8"))["puzzles"]
ACTIONS = {"blue-bridge": 657, "two-homes": 1090, "remove-the-splinter": 83}
"""Complete actions that the dice allow, as the authors counted them."""

each_puzzle = pytest.mark.parametrize("puzzle", AUTHORED, ids=lambda puzzle: str(puzzle["id"]))


def test_the_puzzles_are_the_authored_ones() -> None:
    assert [*PUZZLES] == [puzzle["id"] for puzzle in AUTHORED]
    (option,) = [option for option in ENGINE.spec.options if option.name == "practice"]
    assert [choice.value for choice in option.choices] == [*PUZZLES]


@each_puzzle
@pytest.mark.parametrize("seed", [0, 7])
def test_a_puzzle_begins_as_authored_whatever_the_seed(puzzle: Json, seed: int) -> None:
    seen = view(ENGINE.initial(seed, {"green3": "pdf", "practice": puzzle["id"]}))
    assert triples(seen["nodes"]) == triples(puzzle["board"])
    assert seen["dice"] == puzzle["dice"]
    assert (seen["practice"], seen["green3"], seen["turns"], seen["seed"]) == (puzzle["id"], "pdf", 0, seed)
    assert seen["undoAvailable"] == 0


@each_puzzle
def test_exactly_one_first_action_wins(puzzle: Json) -> None:
    start = triples(puzzle["board"])
    dice = tuple(puzzle["dice"])
    complete = [
        (move, targets, colors, after)
        for move in {each["move"]: None for each in view(begun(puzzle))["moves"]}
        if any(pays(dice, move, spent) for size in (1, 2, 3) for spent in combinations(range(3), size))
        for targets, colors, after in sequences(start, move, "pdf")
    ]
    assert len(complete) == ACTIONS[puzzle["id"]]
    winning = [(move, targets) for move, targets, _, after in complete if has_won(after)]
    solution = puzzle["solution"]
    assert winning == [(solution["move"], tuple(map(tuple, solution["targets"])))]


@each_puzzle
def test_the_solution_wins_in_one_turn(puzzle: Json) -> None:
    done = step(begun(puzzle), puzzle["solution"])
    assert ENGINE.is_over(done.state)
    assert done.events[-1] == {"type": "won", "turns": 1, "rating": "expert and/or lucky"}


@each_puzzle
def test_the_solution_is_found_by_the_lists_alone(puzzle: Json) -> None:
    state = begun(puzzle)
    waiting = [*ENGINE.legal_actions(state)]
    wins = 0
    while waiting:
        done = ENGINE.apply(state, waiting.pop())
        assert isinstance(done, Step)
        if done.glimpse is not None:
            waiting += [each for each in done.glimpse().legal_actions if each.type in ("act", "preview")]
        wins += ENGINE.is_over(done.state)
    assert wins == 1


@each_puzzle
def test_the_seed_rolls_only_the_dice_after_the_first_turn(puzzle: Json) -> None:
    for seed in (0, 5):
        after = play([pass_turn(1)], begun(puzzle, seed))
        assert view(after)["dice"] == [roll(seed, 1, 0), puzzle["dice"][1], roll(seed, 1, 2)]


@each_puzzle
def test_a_restart_resets_the_puzzle_and_can_be_undone(puzzle: Json) -> None:
    played = play([pass_turn(), pass_turn(0)], begun(puzzle))
    again = step(played, RESTART).state
    assert view(again) == {**view(begun(puzzle)), "undoAvailable": 3}
    assert step(again, UNDO).state == played


@each_puzzle
@pytest.mark.parametrize("options", [{"seed": 7}, {"green3": "pdf"}, {"seed": 7, "green3": "doc"}])
def test_a_restart_of_a_puzzle_takes_no_options(puzzle: Json, options: Json) -> None:
    assert refused(begun(puzzle), {**RESTART, **options}) == "practice-restart"


@each_puzzle
def test_passes_further_turns_and_ordinary_actions_remain(puzzle: Json) -> None:
    state = play([pass_turn(0, 1, 2)], begun(puzzle))
    assert view(state)["dice"] == puzzle["dice"]
    assert step(state, puzzle["solution"]).state.base == state.base
    assert ENGINE.score(step(state, puzzle["solution"]).state) == 2
    assert board(state) == triples(puzzle["board"])
    assert len(offered(state)) > 10


def test_a_puzzle_reads_green_3_as_pdf_and_brings_the_seed_0() -> None:
    assert ENGINE.spec.seed({"green3": "pdf", "practice": "two-homes"}) == 0
    assert ENGINE.spec.seed({"green3": "pdf"}) is None
    assert ENGINE.spec.clash({"green3": "doc", "practice": "two-homes"}) == ("practice", "green3", "pdf")
    assert ENGINE.spec.clash({"green3": "pdf", "practice": "two-homes"}) is None


def begun(puzzle: Json, seed: int = 0) -> State:
    """Return the start of a puzzle."""
    return ENGINE.initial(seed, {"green3": "pdf", "practice": puzzle["id"]})
