"""A board as searches and pictures walk over it: each cell a single number, so that a step is one addition.

Actions and judging keep to cells as (q, r); what is looked at by the hundred is looked at in spots.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from engines.magic_hex_swap.hexes import FARTHEST, REACH, Cell, distance
from engines.magic_hex_swap.model import LETTER, Board

Spot: TypeAlias = int
"""r * STRIDE + q: spots in order of size are cells in reading order."""

Spots: TypeAlias = tuple[Spot, ...]

STRIDE: Final = 1 << 15
"""More than twice as far as any cell, with what it reaches, can be from the middle."""


def spot_of(cell: Cell) -> Spot:
    """Return the spot of a cell."""
    return cell[1] * STRIDE + cell[0]


def cell_of(spot: Spot) -> Cell:
    """Return the cell of a spot."""
    q = (spot + STRIDE // 2) % STRIDE - STRIDE // 2
    return q, (spot - q) // STRIDE


MOST_KNOWN: Final = 4096
"""Spots of which a worker remembers the name and the neighbours."""


class _Names(dict[Spot, str]):
    def __missing__(self, spot: Spot) -> str:
        if len(self) >= MOST_KNOWN:
            self.clear()
        q, r = cell_of(spot)
        name = self[spot] = f"{q},{r}"
        return name


class _Neighbors(dict[Spot, Spots]):
    def __missing__(self, spot: Spot) -> Spots:
        if len(self) >= MOST_KNOWN:
            self.clear()
        near = self[spot] = tuple([spot + step for step in steps(1, 1)])
        return near


name_of: Final[Callable[[Spot], str]] = _Names().__getitem__
"""How the cell of a spot is written within brackets: `q,r`."""
near: Final[Callable[[Spot], Spots]] = _Neighbors().__getitem__
"""The neighbours of a spot, in reading order."""


def cells_written(spots: Iterable[Spot]) -> str:
    """Write the cells of spots as JSON."""
    names = "],[".join(map(name_of, spots))
    return f"[[{names}]]" if names else "[]"


@cache
def steps(nearest: int, farthest: int) -> Spots:
    """List the steps from a spot to those at a distance of nearest ... farthest, in reading order."""
    span = range(-farthest, farthest + 1)
    cells = [(q, r) for r in span for q in span if nearest <= distance((0, 0), (q, r)) <= farthest]
    return tuple(map(spot_of, cells))


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A board with what is asked about it often; compared by identity, so that a cache can hold on to it."""

    nodes: dict[Spot, str]
    """Each node's letter, in reading order."""
    taken: dict[Spot, str]
    """The nodes, and the spots in their reach that lie beyond the farthest cells."""
    own: dict[str, list[Spot]]
    """Each colour's letter to its nodes, in reading order."""
    beside: dict[str, set[Spot]]
    """Each colour's letter to the spots with a neighbour of that colour."""
    left: int
    """The least q of a node."""
    right: int
    """The greatest q of a node."""
    top: int
    """The least r of a node."""
    bottom: int
    """The greatest r of a node."""


def ground(board: Board) -> Ground:
    """Prepare a board of one node or more."""
    letters = {r * STRIDE + q: letter for (q, r), letter in board.items()}
    nodes = {spot: letters[spot] for spot in sorted(letters)}
    own: dict[str, list[Spot]] = {letter: [] for letter in LETTER.values()}
    for spot, letter in nodes.items():
        own[letter].append(spot)
    (left, _), (right, _) = min(board), max(board)
    spots = [*nodes]
    top, bottom = cell_of(spots[0])[1], cell_of(spots[-1])[1]
    near_the_rim = max(-left, right, -top, bottom) > FARTHEST - REACH
    taken = {**nodes, **dict.fromkeys(_beyond(board), "")} if near_the_rim else nodes
    beside = {letter: around(spots) for letter, spots in own.items()}
    return Ground(nodes, taken, own, beside, left, right, top, bottom)


def _beyond(board: Board) -> Iterable[Spot]:
    """Yield the spots in reach of a node that lie beyond the farthest cells."""
    span = range(-REACH, REACH + 1)
    for q, r in board:
        for dq in span:
            for dr in span:
                if max(abs(q + dq), abs(r + dr)) > FARTHEST:
                    yield spot_of((q + dq, r + dr))


def around(spots: Iterable[Spot]) -> set[Spot]:
    """Return the spots that have one of these for a neighbour."""
    return set().union(*map(near, spots))


def between(spots: Iterable[Spot]) -> set[Spot]:
    """Return the spots that have two of these for neighbours, or more."""
    once: set[Spot] = set()
    twice: set[Spot] = set()
    for spot in spots:
        twice.update(once.intersection(near(spot)))
        once.update(near(spot))
    return twice


def groups(spots: Sequence[Spot]) -> list[list[Spot]]:
    """Split spots into connected groups, each in reading order, in the order the first of each is given."""
    rest = set(spots)
    found = []
    for first in spots:
        if first in rest:
            rest.remove(first)
            group = [first]
            for spot in group:  # grows while it is walked
                joined = rest.intersection(near(spot))
                group += joined
                rest -= joined
            found.append(sorted(group))
    return found


def contacts(greens: Sequence[Spot]) -> dict[Spot, set[int]]:
    """Return for each spot beside green the numbers of the green groups it touches."""
    found: dict[Spot, set[int]] = {}
    for number, group in enumerate(groups(greens)):
        for spot in around(group):
            found.setdefault(spot, set()).add(number)
    return found


@lru_cache(maxsize=4)
def touching(on: Ground) -> dict[Spot, set[int]]:
    """Return the contacts of the green groups on a board, in reading order."""
    touched = contacts(on.own["G"])
    return {spot: touched[spot] for spot in sorted(touched)}
