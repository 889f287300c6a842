"""What the bench knows of Glasswend: a kept run deep into the game, and a board that is slow to fill."""

from pathlib import Path
from typing import Final

import orjson

from bench.lines import Moves
from engines.glasswend.claims import fill
from engines.glasswend.grid import WIDTH, cells_of
from engines.glasswend.model import UNITS, Mote

_RUN: Final = Path(__file__).parents[1] / "tests/engines/glasswend/traces/05-complete.json"
SEED: Final = 1
"""Of the kept run."""


def kept_run(steps: int) -> Moves:
    """Return the first steps of a run through all fifteen panes."""
    trace = orjson.loads(_RUN.read_bytes())
    assert trace["seed"] == SEED
    moves = []
    for word, count in trace["actions"]:
        taken = min(count, steps)
        if not taken:
            break
        kind, _, direction = word.partition(":")
        moves.append(({"type": kind, "dir": direction} if direction else {"type": kind}, taken))
        steps -= taken
    return tuple(moves)


def fill_corridor() -> None:
    """Fill the board below, with all motes at one end of it."""
    assert fill(_ZIGZAG, _MOTES).left == _ZIGZAG


# A corridor of 345 cells between walls one cell thick. Play cannot build just this one, for its walls end in
# the dark; but a thread that spirals in and out again leaves two corridors, together about as long.
_ZIGZAG: Final = cells_of(
    y * WIDTH + x for y in range(1, 31) for x in (range(1, 23) if y % 2 else [22 if y % 4 == 2 else 1])
)
_MOTES: Final[tuple[Mote, ...]] = tuple((UNITS + 100 * i, UNITS + 500, 59, 115) for i in range(1, 6))
