"""Boards and log entries as short texts, one spelling for each: what a token carries.

A board is its rows from top to bottom, each `r,q:` and from that q on a letter for each node and a number for
each gap: `-1,0:W2K/0,0:R` has white (0,-1), black (3,-1) and red (0,0). An entry of the log is an act, a
pass or a restart. An act is the letter of its move, the sum of 1, 2 and 4 for the dice that kept their faces,
and its targets, each with the letter of its colour where one is created; a pass is a full stop and the same
sum; a restart is P or D for the reading of Green 3, and the seed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.magic_hex_swap.hexes import Cell, reading_order
from engines.magic_hex_swap.model import COLOR_OF, LETTER, MENU, RESTARTED, Board, Color, Green3, Kept, Move

_ROW: Final = re.compile(r"(-?\d+),(-?\d+):([A-Z0-9]+)")
_RUN: Final = re.compile(r"[A-Z]|\d+")
_MOVE_LETTERS: Final = "abcdefghijklmnopqrs"
_LETTER_OF: Final = {move.name: letter for move, letter in zip(MENU, _MOVE_LETTERS, strict=True)}
_MOVE_OF: Final = dict(zip(_MOVE_LETTERS, MENU, strict=True))
_RESTART_LETTER: Final = {green3: letter for letter, green3 in RESTARTED.items()}
_TURN_GONE_BY: Final = "."


@dataclass(frozen=True, slots=True)
class Turn:
    """An act or a pass that was played."""

    move: Move | None
    """None for a pass."""
    kept: Kept
    """For each die whether it kept its face."""
    targets: tuple[Cell, ...]
    colors: tuple[Color, ...]


@dataclass(frozen=True, slots=True)
class Fresh:
    """A restart that was played."""

    seed: int
    green3: Green3


def write_board(board: Board) -> str:
    """Return the text of a board."""
    parts: list[str] = []
    row: int | None = None
    expected = 0
    for q, r in sorted(board, key=reading_order):
        if r != row:
            parts.append(f"/{r},{q}:" if parts else f"{r},{q}:")
        elif q != expected:
            parts.append(str(q - expected))
        parts.append(board[q, r])
        row, expected = r, q + 1
    return "".join(parts)


@lru_cache(maxsize=128)
def read_board(text: str) -> Board:
    """Return the board of a text; not to be changed, for others are given the same."""
    board: dict[Cell, str] = {}
    for row, first, runs in _ROW.findall(text):
        r, q = int(row), int(first)
        for run in _RUN.findall(runs):
            if run in COLOR_OF:
                board[q, r] = run
                q += 1
            else:
                q += int(run)
    return board


def write_act(move: Move, kept: Kept, targets: Sequence[Cell], colors: Sequence[Color]) -> str:
    """Return the text of an act."""
    if colors:
        cells = [f"{q},{r}{LETTER[color]}" for (q, r), color in zip(targets, colors, strict=True)]
    else:
        cells = [f"{q},{r}" for q, r in targets]
    return f"{_LETTER_OF[move.name]}{_sum(kept)}{' '.join(cells)}"


def write_pass(kept: Kept) -> str:
    """Return the text of a pass."""
    return f"{_TURN_GONE_BY}{_sum(kept)}"


def _sum(kept: Kept) -> int:
    return kept[0] + 2 * kept[1] + 4 * kept[2]


def write_restart(seed: int, green3: Green3) -> str:
    """Return the text of a restart."""
    return f"{_RESTART_LETTER[green3]}{seed}"


@lru_cache(maxsize=1024)
def read_entry(text: str) -> Turn | Fresh:
    """Return what a text of the log stands for."""
    if text[0] in RESTARTED:
        return Fresh(int(text[1:]), RESTARTED[text[0]])
    digit = int(text[1])
    kept = digit & 1 > 0, digit & 2 > 0, digit & 4 > 0
    if text[0] == _TURN_GONE_BY:
        return Turn(None, kept, (), ())
    move = _MOVE_OF[text[0]]
    cells = text[2:].split(" ")
    colors = tuple(COLOR_OF[cell[-1]] for cell in cells) if move.creates else ()
    bare = [cell[:-1] for cell in cells] if move.creates else cells
    return Turn(move, kept, tuple(_cell(cell) for cell in bare), colors)


def _cell(text: str) -> Cell:
    q, _, r = text.partition(",")
    return int(q), int(r)
