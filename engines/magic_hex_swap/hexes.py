"""Hexes in axial coordinates: distance, rings, reading order and connected groups; the grid has no edge.

A cell is (q, r). Its neighbours are one step along either axis, or one along each in opposite directions.
"""

from collections.abc import Iterable, Sequence
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


_STEPS: Final = {
    (nearest, farthest): tuple(
        (dq, dr)
        for dr in range(-REACH, REACH + 1)
        for dq in range(-REACH, REACH + 1)
        if nearest <= distance((0, 0), (dq, dr)) <= farthest
    )
    for nearest in range(1, REACH + 1)
    for farthest in range(nearest, REACH + 1)
}


@lru_cache(maxsize=1024)
def ring(cell: Cell, nearest: int, farthest: int) -> tuple[Cell, ...]:
    """List the cells at a distance of nearest ... farthest, 1 to REACH, in reading order."""
    q, r = cell
    return tuple(
        (q + dq, r + dr)
        for dq, dr in _STEPS[nearest, farthest]
        if -FARTHEST <= q + dq <= FARTHEST and -FARTHEST <= r + dr <= FARTHEST
    )


@lru_cache(maxsize=4096)
def near(cell: Cell) -> tuple[Cell, ...]:
    """List the neighbours of a cell in reading order."""
    return ring(cell, 1, 1)


def groups(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Split cells into connected groups, each in reading order, in the order the first of each is given."""
    rest = set(cells)
    found = []
    for first in cells:
        if first in rest:
            rest.remove(first)
            group = [first]
            for cell in group:  # grows while it is walked
                if not rest.isdisjoint(near(cell)):
                    touching = rest.intersection(near(cell))
                    group += touching
                    rest -= touching
            found.append(sorted(group, key=reading_order) if len(group) > 1 else group)
    return found


def are_joined(cells: Iterable[Cell]) -> bool:
    """Tell whether cells, at least one, are a single connected group."""
    rest = set(cells)
    frontier = [rest.pop()]
    while frontier and rest:
        touching = rest.intersection(near(frontier.pop()))
        rest -= touching
        frontier += touching
    return not rest
