"""Hexes in axial coordinates: distance, neighbours, reading order and being joined; the grid has no edge.

A cell is (q, r). Its neighbours are one step along either axis, or one along each in opposite directions.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""q and r."""

FARTHEST: Final = 9999
"""Coordinates are -FARTHEST ... FARTHEST, a limit of the server and not of the game."""
REACH: Final = 4
"""The longest distance any move goes by."""

reading_order: Final = itemgetter(1, 0)
"""The key that sorts cells by r, then q."""


def distance(a: Cell, b: Cell) -> int:
    """Return the steps between two cells, whatever stands between them."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@lru_cache(maxsize=4096)
def near(cell: Cell) -> tuple[Cell, ...]:
    """List the neighbours of a cell in reading order, also beyond the farthest cells."""
    q, r = cell
    return (q, r - 1), (q + 1, r - 1), (q - 1, r), (q + 1, r), (q - 1, r + 1), (q, r + 1)


def are_joined(cells: Iterable[Cell]) -> bool:
    """Tell whether cells, at least one, are a single connected group."""
    rest = set(cells)
    frontier = [rest.pop()]
    while frontier and rest:
        touching = rest.intersection(near(frontier.pop()))
        rest -= touching
        frontier += touching
    return not rest
