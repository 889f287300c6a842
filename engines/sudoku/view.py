"""What a Sudoku player sees."""

from typing import Final, NotRequired

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.sudoku.grid import DIGITS, EMPTY, NAMES
from engines.sudoku.model import BASE, Difficulty, State, Status, noted_cells, notes_of, wrong_cells
from engines.sudoku.puzzles import Puzzle
from engines.sudoku.rules import is_over, puzzle_of, score_on, solved_points, visible

_HEADER: Final = "    C1 C2 C3  C4 C5 C6  C7 C8 C9"
_BORDER: Final = f"   +{'+'.join(['-' * 9] * 3)}+"


class Observation(TypedDict):
    game: str
    status: Status
    difficulty: Difficulty
    seed: int
    base: int
    board: list[str]
    cells: str
    givens: str
    notes: dict[str, str]
    wrong: list[str]
    selected: str | None
    turn: int
    mistakes: int
    checks: int
    filled: int
    empty: int
    score: int | None
    potential_score: int | None
    game_over: bool
    solution: NotRequired[str]
    """Only after the end."""


def observe(state: State) -> Observation:
    """Return the game as its player may see it; the solution once it is over."""
    return observe_on(puzzle_of(state), state)


def observe_on(board: Puzzle, state: State) -> Observation:
    """Return a game about this puzzle as its player may see it."""
    cells = visible(board, state)
    empty = cells.count(EMPTY)
    over = is_over(state)
    base = BASE[state.difficulty]
    seen: Observation = {
        "game": "sudoku",
        "status": state.status,
        "difficulty": state.difficulty,
        "seed": state.seed,
        "base": base,
        "board": text(cells, state),
        "cells": cells,
        "givens": board.givens,
        "notes": {NAMES[cell]: notes_of(state, cell) for cell in noted_cells(state)},
        "wrong": [NAMES[cell] for cell in wrong_cells(state)],
        "selected": None if state.selected is None else NAMES[state.selected],
        "turn": state.turn,
        "mistakes": state.mistakes,
        "checks": state.checks,
        "filled": 81 - empty,
        "empty": empty,
        "score": score_on(board, state),
        "potential_score": None if over else solved_points(base, state.mistakes, state.checks),
        "game_over": over,
    }
    if over:
        seen["solution"] = board.solution
    return seen


def text(cells: str, state: State) -> list[str]:
    """Return the board as lines: columns and rows numbered, boxes apart, pencil marks listed under it.

    `cells` are givens and entries together.
    """
    entries = state.entries.encode()
    left, right = entries.translate(_LEFT), entries.translate(_RIGHT)
    if state.wrong:
        wrong = {cell: ord("!") for cell in wrong_cells(state)}
        left, right = (
            bytes(wrong.get(cell, sign) for cell, sign in enumerate(side)) for side in (left, right)
        )
    rows = _PLACES.translate(left + cells.encode() + right + _FIXED).decode().split("\n")
    lines = [_HEADER, _BORDER, *rows[:3], _BORDER, *rows[3:6], _BORDER, *rows[6:], _BORDER]
    if state.notes:
        lines += [f"{NAMES[cell].upper()}: {' '.join(notes_of(state, cell))}" for cell in noted_cells(state)]
    return lines


_LEFT: Final = bytes.maketrans((EMPTY + DIGITS).encode(), b" " + 9 * b"[")
_RIGHT: Final = bytes.maketrans((EMPTY + DIGITS).encode(), b" " + 9 * b"]")
"""What stands on either side of an entry, and of none."""
_FIXED: Final = b"R123456789 |\n"
"""What the rows of the board hold besides the three characters of each cell."""


def _places() -> bytes:
    """Return the rows with a number for each character: which of 81 left, 81 middle, 81 right, and _FIXED."""
    fixed = {character: 3 * 81 + i for i, character in enumerate(_FIXED.decode())}
    places = []
    for row in range(9):
        places += [fixed["\n"]] * (row > 0) + [fixed[character] for character in f"R{row + 1} "]
        for column in range(9):
            places += [fixed["|"]] * (column % 3 == 0) + [81 * side + 9 * row + column for side in range(3)]
        places.append(fixed["|"])
    return bytes(places)


_PLACES: Final = _places()
"""They come to 256 different ones exactly, so one look-up of bytes draws a board."""
