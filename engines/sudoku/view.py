"""What a Sudoku player sees."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NotRequired

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
        "board": text(board, state),
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


def text(board: Puzzle, state: State) -> list[str]:
    """Return the board as lines: columns and rows numbered, boxes apart, pencil marks listed under it."""
    form, pick = _form(board.givens)
    signs = [*map(_ENTRIES.__getitem__, pick(state.entries))]
    if state.wrong:
        marked = [state.wrong >> cell & 1 for cell in range(81)]
        signs = [f"!{sign[1]}!" if wrong else sign for sign, wrong in zip(signs, pick(marked), strict=True)]
    lines = (form % tuple(signs)).split("\n")
    if state.notes:
        lines += [f"{NAMES[cell].upper()}: {' '.join(notes_of(state, cell))}" for cell in noted_cells(state)]
    return lines


_ENTRIES: Final = {EMPTY: f" {EMPTY} ", **{digit: f"[{digit}]" for digit in DIGITS}}
"""An entry in the three columns of its cell."""


@lru_cache(maxsize=4096)
def _form(givens: str) -> tuple[str, Callable[[Sequence[Any]], Sequence[Any]]]:
    """Return the text board of a puzzle with a %s for each cell to fill, and what picks those cells of 81."""
    signs = ["%s" if given == EMPTY else f" {given} " for given in givens]
    lines = [_HEADER, _BORDER]
    for row in range(9):
        parts = ["".join(signs[start : start + 3]) for start in range(9 * row, 9 * row + 9, 3)]
        lines.append(f"R{row + 1} |{'|'.join(parts)}|")
        if row % 3 == 2:
            lines.append(_BORDER)
    cells = [cell for cell in range(81) if givens[cell] == EMPTY]
    return "\n".join(lines), itemgetter(*cells)
