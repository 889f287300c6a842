"""Sudoku's state and actions, with the constants of its rules."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from engines.grammar import Range
from engines.marks import Bits, Places
from engines.numbers import MOST, SEED_LIMIT
from engines.sudoku.grid import DIGITS, EMPTY

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
Status: TypeAlias = Literal["playing", "won", "lost", "resigned"]
Bank: TypeAlias = Literal[1]
"""The banks of puzzles there are; a new one is added here, so that games from an old one go on."""

NEWEST_BANK: Final[Bank] = 1
BASE: Final[dict[Difficulty, int]] = {"easy": 300, "medium": 600, "hard": 1000}
"""What a puzzle solved without mistakes and checks pays."""
MISTAKES: Final = 3
"""The wrong board that ends the game."""
MISTAKE_COST: Final = 50
CHECK_COST: Final = 25

ALL_NOTES: Final = 0b111111111
"""The pencil marks of one cell: bit d - 1 stands for digit d."""
_MARKS: Final = tuple(
    "".join(digit for i, digit in enumerate(DIGITS) if mask >> i & 1) for mask in range(ALL_NOTES + 1)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game under way; givens and solution follow from bank, difficulty and seed (`puzzles.puzzle`)."""

    seed: Annotated[int, Range(0, SEED_LIMIT - 1)]
    difficulty: Difficulty
    bank: Bank
    status: Status
    entries: Annotated[str, Places(81, EMPTY + DIGITS)]
    """The player's digits; givens are empty here."""
    notes: Annotated[int, Bits((1 << 9 * 81) - 1)]
    """The pencil marks of all cells, nine bits each, cell 0 lowest."""
    wrong: Annotated[int, Bits((1 << 81) - 1)]
    """The entries that the last check found wrong and that stand unchanged, one bit for each cell."""
    selected: Annotated[int, Range(0, 80)] | None
    turn: Annotated[int, Range(0, MOST)]
    """Accepted commands other than select."""
    mistakes: Annotated[int, Range(0, MISTAKES)]
    checks: Annotated[int, Range(0, MOST)]


@dataclass(frozen=True, slots=True)
class Set:
    """Write a digit in a cell."""

    cell: int
    digit: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Erase a cell's digit and pencil marks."""

    cell: int


@dataclass(frozen=True, slots=True)
class Note:
    """Put these pencil marks in an empty cell, in place of those it has."""

    cell: int
    digits: str


@dataclass(frozen=True, slots=True)
class Select:
    """Choose the cell a digit pad writes to."""

    cell: int


@dataclass(frozen=True, slots=True)
class Check:
    """Mark the wrong entries."""


@dataclass(frozen=True, slots=True)
class Submit:
    """Hand in the full board."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


CellAction: TypeAlias = Set | Clear | Note | Select
Action: TypeAlias = CellAction | Check | Submit | Resign


def notes_of(state: State, cell: int) -> str:
    """Return the pencil marks of a cell, in order."""
    return _MARKS[state.notes >> 9 * cell & ALL_NOTES]


def noted_cells(state: State) -> list[int]:
    """Return the cells that have pencil marks."""
    return [cell for cell in range(81) if state.notes >> 9 * cell & ALL_NOTES] if state.notes else []


def wrong_cells(state: State) -> list[int]:
    """Return the cells whose entries the last check found wrong."""
    return [cell for cell in range(81) if state.wrong >> cell & 1] if state.wrong else []
