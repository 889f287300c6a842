"""Small games for the token tests: a state with one field of each kind, under any name and rules version."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from engines.contract import Engine
from engines.grammar import Range
from engines.marks import Bits
from engines.numbers import SEED_LIMIT
from engines.registry import GAMES


@dataclass(frozen=True, slots=True)
class Pebble:
    """A part of a state."""

    place: Annotated[int, Range(0, 9)]
    kind: Literal["red", "blue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One field of each kind that a state may have."""

    seed: Annotated[int, Range(0, SEED_LIMIT - 1)]
    phase: Literal["playing", "ended"]
    pebbles: tuple[Pebble, ...]
    lit: Annotated[int, Bits(2**768 - 1)]
    note: str | None
    open: bool


def toy_game(slug: str, version: int) -> Engine[Any, Any]:
    """Return a game of this name and rules version; only its state is made up, nobody plays it."""
    real = GAMES["cantlewing"]
    return replace(real, spec=replace(real.spec, slug=slug, version=version), state=State)


TOY: Final = toy_game("toy", 3)
OTHER: Final = toy_game("other", 3)

SMALL: Final = State(
    seed=7, phase="playing", pebbles=(Pebble(3, "red"), Pebble(9, "blue")), lit=255, note=None, open=True
)
SMALL_PAYLOAD: Final[list[Any]] = [7, "playing", [[3, "red"], [9, "blue"]], "_w", None, True]
"""How SMALL travels: dataclasses and tuples as lists, sets of bits as base64url."""
LARGE: Final = replace(SMALL, pebbles=SMALL.pebbles * 60, note="a long story, " * 20)
LARGE_PAYLOAD: Final[list[Any]] = [
    7,
    "playing",
    [[3, "red"], [9, "blue"]] * 60,
    "_w",
    "a long story, " * 20,
    True,
]
