"""What a player is shown, in play and after the end, and what is kept from them before it."""

from dataclasses import replace
from typing import get_type_hints

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import CommandStep
from engines.sudoku import GAME
from engines.sudoku.model import ALL_NOTES, BASE, Difficulty, State
from engines.sudoku.puzzles import puzzle
from engines.sudoku.rules import puzzle_of
from engines.sudoku.view import Observation
from schemas.codec import packer
from tests.engines.sudoku.driver import START, W, fills, play, see

# The members in the order of the agreed reply, without those of the envelope.
MEMBERS = [
    *(
        "game",
        "status",
        "difficulty",
        "seed",
        "base",
        "board",
        "cells",
        "givens",
        "notes",
        "wrong",
        "selected",
    ),
    *("turn", "mistakes", "checks", "filled", "empty", "score", "potential_score", "game_over"),
]


def test_a_new_game_is_shown_whole() -> None:
    assert see(START) == {
        "game": "sudoku",
        "status": "playing",
        "difficulty": "medium",
        "seed": 7,
        "base": 600,
        "board": [
            "    C1 C2 C3  C4 C5 C6  C7 C8 C9",
            "   +---------+---------+---------+",
            "R1 | 5  3  . | .  7  . | .  .  . |",
            "R2 | 6  .  . | 1  9  5 | .  .  . |",
            "R3 | .  9  8 | .  .  . | .  6  . |",
            "   +---------+---------+---------+",
            "R4 | 8  .  . | .  6  . | .  .  3 |",
            "R5 | 4  .  . | 8  .  3 | .  .  1 |",
            "R6 | 7  .  . | .  2  . | .  .  6 |",
            "   +---------+---------+---------+",
            "R7 | .  6  . | .  .  . | 2  8  . |",
            "R8 | .  .  . | 4  1  9 | .  .  5 |",
            "R9 | .  .  . | .  8  . | .  7  9 |",
            "   +---------+---------+---------+",
        ],
        "cells": W.givens,
        "givens": W.givens,
        "notes": {},
        "wrong": [],
        "selected": None,
        "turn": 0,
        "mistakes": 0,
        "checks": 0,
        "filled": 30,
        "empty": 51,
        "score": None,
        "potential_score": 600,
        "game_over": False,
    }


def test_members_are_those_agreed_in_their_order() -> None:
    assert [*see(START)] == MEMBERS
    assert [*see(play("resign"))] == [*MEMBERS, "solution"]
    assert [*get_type_hints(Observation)] == [*GAME.spec.observation] == [*MEMBERS, "solution"]


def test_cells_are_givens_and_entries_and_are_counted() -> None:
    seen = see(play("set 1 3 4", "set 9 1 9", "clear 1 3"))
    assert seen["cells"] == W.givens[:72] + "9" + W.givens[73:]
    assert seen["givens"] == W.givens
    assert (seen["filled"], seen["empty"]) == (31, 50)


@pytest.mark.parametrize(
    "end",
    [
        play("resign"),
        play(*fills(), "submit"),
        play(*fills()[1:], "set 1 3 1", "submit", "submit", "submit"),
    ],
    ids=["resigned", "won", "lost"],
)
def test_the_solution_is_shown_after_the_end(end: State) -> None:
    assert see(end)["solution"] == W.solution
    assert see(end)["game_over"] is True
    assert see(end)["potential_score"] is None
    assert type(see(end)["score"]) is int


@pytest.mark.parametrize("difficulty", BASE)
@pytest.mark.parametrize("seed", [0, 7, 2**53 - 1])
def test_a_game_of_a_seed_is_played_on_the_puzzle_of_that_seed(difficulty: Difficulty, seed: int) -> None:
    board = puzzle(1, difficulty, seed)
    state = GAME.initial(seed, {"difficulty": difficulty})
    assert GAME.observe(state)["givens"] == board.givens
    for text in [*fills(board), "submit"]:
        assert GAME.score(state) is None
        done = GAME.command(state, text)
        assert isinstance(done, CommandStep)
        state = done.state
    assert GAME.observe(state)["solution"] == board.solution
    assert GAME.score(state) == GAME.observe(state)["score"] == BASE[difficulty]


@pytest.mark.parametrize("difficulty", BASE)
def test_a_game_of_a_seed_is_paid_by_the_solution_of_that_seed(difficulty: Difficulty) -> None:
    board = puzzle(1, difficulty, 7)
    state = GAME.initial(7, {"difficulty": difficulty})
    for text in [*fills(board), "resign"]:
        done = GAME.command(state, text)
        assert isinstance(done, CommandStep)
        state = done.state
    assert GAME.score(state) == BASE[difficulty] // 5


@pytest.mark.parametrize("difficulty", BASE)
@pytest.mark.parametrize("seed", [0, 7, 2**53 - 1])
def test_nothing_tells_the_solution_before_the_end(difficulty: Difficulty, seed: int) -> None:
    state = GAME.initial(seed, {"difficulty": difficulty})
    board = puzzle_of(state)
    sent = [
        *("select 1 1", "check", "set 1 1 1", "note 2 2 12", "set 5 5 5", "check", "submit"),
        *(f"set {cell // 9 + 1} {cell % 9 + 1} {(cell * 7) % 9 + 1}" for cell in range(81)),
        *("check", "submit", "submit"),
    ]
    texts = [orjson.dumps(packer(State)(state)).decode()]
    for text in sent:
        done = GAME.command(state, text)
        state = getattr(done, "state", state)
        texts += [
            orjson.dumps(packer(State)(state)).decode(),
            orjson.dumps(GAME.observe(state)).decode(),
            repr(done),
        ]
        assert not GAME.is_over(state)
    told = "\n".join(texts)
    assert "solution" not in told
    assert board.solution not in told
    # Nor a column, or a row that is not all given.
    for i in range(9):
        row, given = board.solution[9 * i : 9 * i + 9], board.givens[9 * i : 9 * i + 9]
        assert given == row or row not in told
        assert board.solution[i::9] not in told


def test_the_state_holds_no_solution_and_little_else() -> None:
    state = GAME.initial(2**53 - 1, {"difficulty": "medium"})
    assert packer(State)(state) == [2**53 - 1, "medium", 1, "playing", "." * 81, "", "", None, 0, 0, 0]


def test_a_state_without_notes_packs_into_500_characters_and_one_full_of_notes_into_a_cookie() -> None:
    # base64 makes four characters of three bytes; a signature and two dots are 45 more.
    board = puzzle(1, "hard", 2**53 - 1)
    full = replace(
        GAME.initial(2**53 - 1, {"difficulty": "hard"}),
        entries="".join("9" if given == "." else "." for given in board.givens),
        wrong=2**81 - 1,
        selected=80,
        turn=10**6,
        mistakes=2,
        checks=10**6,
        status="resigned",
    )
    assert len(orjson.dumps(packer(State)(full))) * 4 // 3 < 500
    noted = replace(full, notes=2**729 - 1)
    assert len(orjson.dumps(packer(State)(noted))) * 4 // 3 + 45 < 3800 - len("camp_sudoku=")


def test_notes_of_all_digits_in_every_empty_cell_are_kept_and_shown() -> None:
    state = START
    for text in fills():
        state = play(f"note {text[4:7]} 123456789", start=state)
    assert len(see(state)["notes"]) == 51
    assert set(see(state)["notes"].values()) == {"123456789"}
    assert state.notes.bit_count() == 51 * 9
    assert len(see(state)["board"]) == 14 + 51


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    marks=st.dictionaries(
        st.sampled_from([cell for cell in range(81) if W.givens[cell] == "."]),
        st.integers(1, ALL_NOTES),
        max_size=12,
    )
)
def test_the_notes_on_the_board_are_the_notes_of_the_reply(marks: dict[int, int]) -> None:
    texts = [
        f"note r{cell // 9 + 1}c{cell % 9 + 1} {''.join(str(i + 1) for i in range(9) if mask >> i & 1)}"
        for cell, mask in marks.items()
    ]
    state = play(*texts)
    listed = [line.split(": ") for line in see(state)["board"][14:]]
    assert {name.lower(): marks.replace(" ", "") for name, marks in listed} == see(state)["notes"]
    assert [*see(state)["notes"]] == sorted(see(state)["notes"])
    assert dict(text.split(" ")[1:] for text in texts) == see(state)["notes"]
