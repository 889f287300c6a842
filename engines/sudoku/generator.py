"""Makes the bank: `python -m engines.sudoku.generator` writes every line of the newest one, always the same.

Two facts make digging quick. A grid that the techniques finish has exactly one solution, so nothing needs to
be searched; and a given may go exactly when the techniques derive it from the others. Cells that an easier
set derives may get their digit back, up to the number of givens wanted: that set ends up where it did before.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from engines.numbers import Stream
from engines.sudoku.grader import TECHNIQUES, Tier, grade, work
from engines.sudoku.grid import BOXES, DIGITS, EMPTY
from engines.sudoku.model import NEWEST_BANK, Difficulty
from engines.sudoku.puzzles import Puzzle
from engines.sudoku.solver import solutions
from engines.sudoku.techniques import Sheet


@dataclass(frozen=True, slots=True)
class Kind:
    """What the grids of a difficulty are like, and how they are made."""

    wanted: dict[Tier, int]
    """How many there are of each tier."""
    fewest: int
    """Givens."""
    most: int
    dug: Tier
    """The techniques that must derive what is taken away."""
    refilled: Tier
    """The techniques whose finds may be given back."""


KINDS: Final[dict[Difficulty, Kind]] = {
    "easy": Kind({"singles": 300}, 36, 40, "singles", "singles"),
    "medium": Kind({"pairs": 300}, 28, 32, "pairs", "singles"),
    "hard": Kind({"quads": 200, "x-wing": 100}, 23, 27, "x-wing", "pairs"),
}


def bank(version: int) -> Iterator[str]:
    """Yield the lines of a bank: difficulty, givens and solution of each grid."""
    for difficulty in KINDS:
        for puzzle in grids(version, difficulty):
            yield f"{difficulty} {puzzle.givens} {puzzle.solution}\n"


def grids(version: int, difficulty: Difficulty) -> Iterator[Puzzle]:
    """Yield the grids of a difficulty, in the order of the bank; each attempt has a stream of its own."""
    kind = KINDS[difficulty]
    missing = dict(kind.wanted)
    for number in count():
        puzzle = _attempt(Stream("sudoku", "bank", version, difficulty, number), kind)
        tier = grade(puzzle.givens)
        assert tier is not None
        if kind.fewest <= _givens(puzzle.givens) <= kind.most and missing.get(tier):
            missing[tier] -= 1
            yield puzzle
        if not any(missing.values()):
            return


def _attempt(stream: Stream, kind: Kind) -> Puzzle:
    solution = _full_grid(stream)
    wanted = kind.fewest + stream.below(kind.most - kind.fewest + 1)
    givens = _dug(stream, solution, kind.dug)
    return Puzzle(_refilled(stream, givens, solution, kind.refilled, wanted), solution)


def _full_grid(stream: Stream) -> str:
    """Return a full grid: three boxes on the diagonal at random, then the first way to fill the others."""
    cells = [EMPTY] * 81
    for box in BOXES[::4]:
        digits = list(DIGITS)
        stream.shuffle(digits)
        for cell, digit in zip(box, digits, strict=True):
            cells[cell] = digit
    return next(solutions("".join(cells)))


def _dug(stream: Stream, solution: str, tier: Tier) -> str:
    """Take away, in random order, every digit that the techniques derive from the rest."""
    givens = solution
    order = list(range(81))
    stream.shuffle(order)
    for cell in order:
        fewer = givens[:cell] + EMPTY + givens[cell + 1 :]
        if _is_derived(fewer, cell, tier):
            givens = fewer
    return givens


def _is_derived(givens: str, cell: int, tier: Tier) -> bool:
    sheet = Sheet(givens)
    while not sheet.settled() >> cell & 1:
        if not any(technique(sheet) for technique in TECHNIQUES[tier]):
            return False
    return True


def _refilled(stream: Stream, givens: str, solution: str, tier: Tier, wanted: int) -> str:
    """Give back digits that the techniques derive, until there are as many givens as wanted."""
    sheet = Sheet(givens)
    work(sheet, tier)
    derived = sheet.written()
    cells = [cell for cell in range(81) if givens[cell] == EMPTY != derived[cell]]
    stream.shuffle(cells)
    for cell in cells[: max(0, wanted - _givens(givens))]:
        givens = givens[:cell] + solution[cell] + givens[cell + 1 :]
    return givens


def _givens(grid: str) -> int:
    return 81 - grid.count(EMPTY)


if __name__ == "__main__":
    for line in bank(NEWEST_BANK):
        sys.stdout.write(line)
