"""Cantlewing's board, state and actions, with the constants of its rules."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from engines.grammar import Range
from engines.numbers import MOST

Coordinate: TypeAlias = Literal[-2, -1, 0, 1, 2]
Direction: TypeAlias = Literal[-1, 1]
Weight: TypeAlias = Literal["A", "B"]
Phase: TypeAlias = Literal["playing", "cleared", "retry", "ended"]
EndReason: TypeAlias = Literal["banked", "reserves"]

COORDINATES: Final[tuple[Coordinate, ...]] = (-2, -1, 0, 1, 2)
DIRECTIONS: Final[tuple[Direction, ...]] = (-1, 1)
WEIGHTS: Final[tuple[Weight, ...]] = ("A", "B")
START: Final = -2
GOAL: Final = 2
COURIER_MASS: Final = 2
MASS: Final[dict[Weight, int]] = {"A": 1, "B": 2}
TOLERANCE: Final = 2
RESERVES: Final = 3


@dataclass(frozen=True, slots=True)
class Fixture:
    """One board of the circuit: where the seeds start, and the wind at each coordinate from -2 to 2."""

    name: str
    a: int
    b: int
    wind: tuple[int, int, int, int, int]
    par: int
    """The fewest moves that clear it."""


FIXTURES: Final = (
    Fixture("First Bough", -1, 2, (0, 0, 0, 0, 0), 6),
    Fixture("Needle Breeze", -2, 2, (0, 1, -1, 1, 0), 7),
    Fixture("High Canopy", -1, 2, (2, 0, -2, 0, 2), 7),
    Fixture("Cedar Bend", 0, 2, (1, 0, 1, 0, -1), 7),
    Fixture("Lantern Branch", 0, 2, (-1, 0, -1, -1, 1), 8),
    Fixture("Crosswind Crown", 1, 2, (-1, 0, -1, 0, 1), 8),
    Fixture("Fern Passage", -1, 2, (-1, 0, 0, -1, 1), 8),
    Fixture("Evening Roost", 1, 2, (-1, 0, 0, 0, 1), 8),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position on the circuit."""

    seed: Annotated[int, Range(0, MOST)]
    """Echoed only: the circuit is the same for every seed."""
    phase: Phase
    end_reason: EndReason | None
    crossing: Annotated[int, Range(1, MOST)]
    """1, 2, 3, ... without end; every eighth is the same fixture."""
    courier: Annotated[int, Range(-2, 2)]
    a: Annotated[int, Range(-2, 2)]
    b: Annotated[int, Range(-2, 2)]
    moves_used: Annotated[int, Range(0, MOST)]
    """Accepted walks and weight moves of this attempt."""
    reserves: Annotated[int, Range(0, RESERVES)]
    completed_crossings: Annotated[int, Range(0, MOST)]
    score: Annotated[int, Range(0, MOST)]
    last_award: Annotated[int, Range(0, MOST)]
    """Points of the latest clear; 0 before the first."""


def fixture_index(state: State) -> int:
    """Return the place of the crossing's board in FIXTURES, 0 ... 7."""
    return (state.crossing - 1) % len(FIXTURES)


def fixture(state: State) -> Fixture:
    """Return the board of the crossing."""
    return FIXTURES[fixture_index(state)]


def allowance(state: State) -> int:
    """Return the moves an attempt at this crossing may use: the par and 4 on crossings 1 and 2, later 3."""
    return fixture(state).par + (4 if state.crossing <= 2 else 3)


def force_on(board: Fixture, courier: int, a: int, b: int) -> int:
    """Return the signed force, positive when right-heavy, with the wind where the courier stands."""
    return COURIER_MASS * courier + MASS["A"] * a + MASS["B"] * b + board.wind[courier - START]


@dataclass(frozen=True, slots=True)
class Walk:
    """Move the courier one foothold."""

    type: Literal["walk"] = field(default="walk", init=False)
    direction: Direction


@dataclass(frozen=True, slots=True)
class MoveWeight:
    """Transfer a seed to another free socket."""

    type: Literal["move-weight"] = field(default="move-weight", init=False)
    weight: Weight
    to: Coordinate


@dataclass(frozen=True, slots=True)
class Next:
    """Go on to the next crossing."""

    type: Literal["next"] = field(default="next", init=False)


@dataclass(frozen=True, slots=True)
class Retry:
    """Take up the crossing again after its moves ran out."""

    type: Literal["retry"] = field(default="retry", init=False)


@dataclass(frozen=True, slots=True)
class Restart:
    """Spend a reserve and begin the crossing again."""

    type: Literal["restart"] = field(default="restart", init=False)


@dataclass(frozen=True, slots=True)
class Bank:
    """End the run with the score earned."""

    type: Literal["bank"] = field(default="bank", init=False)


Action: TypeAlias = Walk | MoveWeight | Next | Retry | Restart | Bank
