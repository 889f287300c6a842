"""Glasswend's board: cells, directions, and sets of cells as bitboards.

A set of cells is an integer whose bit c stands for cell c = y * 24 + x. Dark cells never lie on the ring, so
the ring is the wall that keeps a shifted set of dark cells from running over the end of a row: flooding
needs no masks.
"""

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import Annotated, Final, Literal, TypeAlias

from engines.grammar import Range

WIDTH: Final = 24
HEIGHT: Final = 32
SIZE: Final = WIDTH * HEIGHT

Direction: TypeAlias = Literal["up", "down", "left", "right"]
Cell: TypeAlias = Annotated[int, Range(0, SIZE - 1)]
Cells: TypeAlias = int
"""A set of cells."""

CLOCKWISE: Final[tuple[Direction, ...]] = ("up", "right", "down", "left")
_OFFSETS: Final[dict[Direction, tuple[int, int]]] = {
    "up": (0, -1),
    "right": (1, 0),
    "down": (0, 1),
    "left": (-1, 0),
}


def turned(direction: Direction, quarters: int) -> Direction:
    """Return the direction so many quarter turns clockwise; a negative number turns the other way."""
    return CLOCKWISE[(CLOCKWISE.index(direction) + quarters) % 4]


def cell_at(x: int, y: int) -> int | None:
    """Return the cell at a place, or None off the board."""
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else None


def place(cell: int) -> tuple[int, int]:
    """Return x and y of a cell."""
    y, x = divmod(cell, WIDTH)
    return x, y


def cells_of(cells: Iterable[int]) -> Cells:
    """Return the set of these cells."""
    return reduce(or_, map(BIT.__getitem__, cells), 0)


def lowest(cells: Cells) -> int:
    """Return the lowest cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def _neighbour(cell: int, right: int, down: int) -> int | None:
    x, y = place(cell)
    return cell_at(x + right, y + down)


def _square(cell: int) -> Cells:
    around = [_neighbour(cell, right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return cells_of(neighbour for neighbour in around if neighbour is not None)


BIT: Final[tuple[Cells, ...]] = tuple(1 << cell for cell in range(SIZE))
"""Cell to the set of it alone."""
BOARD: Final[Cells] = (1 << SIZE) - 1
INTERIOR: Final[Cells] = cells_of(y * WIDTH + x for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1))
INTERIOR_SIZE: Final = INTERIOR.bit_count()
NEXT: Final[dict[Direction, tuple[int | None, ...]]] = {
    direction: tuple(_neighbour(cell, *offset) for cell in range(SIZE))
    for direction, offset in _OFFSETS.items()
}
"""`NEXT[direction][cell]`: the next cell that way, None off the board."""
SQUARE: Final[tuple[Cells, ...]] = tuple(_square(cell) for cell in range(SIZE))
"""Cell to itself and its neighbours, eight where the board does not end."""

_NOT_LEFTMOST: Final[Cells] = BOARD ^ cells_of(range(0, SIZE, WIDTH))
_NOT_RIGHTMOST: Final[Cells] = BOARD ^ cells_of(range(WIDTH - 1, SIZE, WIDTH))


def pocket(start: Cells, dark: Cells) -> Cells:
    """Return the dark cells reached from some of them over shared sides: one pass per cell of distance."""
    rest = dark ^ start
    edge = start
    while edge:
        edge = (edge << 1 | edge >> 1 | edge << WIDTH | edge >> WIDTH) & rest
        rest ^= edge
    return dark ^ rest


def count_pockets(dark: Cells) -> int:
    """Return how many pockets these dark cells form."""
    # Single cells go first, all at once: a thread can leave a hundred of them.
    alone = dark & ~(dark << 1 | dark >> 1 | dark << WIDTH | dark >> WIDTH)
    rest = dark ^ alone
    count = alone.bit_count()
    while rest:
        rest ^= pocket(rest & -rest, rest)
        count += 1
    return count


def frontier(dark: Cells, thread: Iterable[int]) -> Cells:
    """Return the lit cells with a dark one among their eight neighbours; thread is neither lit nor dark."""
    rows = dark | dark << 1 | dark >> 1
    return (rows | rows << WIDTH | rows >> WIDTH) & ~(dark | cells_of(thread))


def is_frontier(cell: int, dark: Cells, thread: tuple[int, ...]) -> bool:
    """Tell whether one cell is on the frontier."""
    return bool(SQUARE[cell] & dark) and not dark & BIT[cell] and cell not in thread


def nearest(cell: int, cells: Cells) -> int | None:
    """Return the nearest cell of a set, of several the lowest; None when the set is empty."""
    if not cells:
        return None
    ball = BIT[cell]
    while not ball & cells:
        ball = _grown(ball)
    return lowest(ball & cells)


@cache
def within(cell: int, distance: int) -> Cells:
    """Return the cells at most so far from a cell."""
    return BIT[cell] if distance == 0 else _grown(within(cell, distance - 1))


def _grown(cells: Cells) -> Cells:
    """Return the cells at most 1 from some of these."""
    rows = (cells & _NOT_RIGHTMOST) << 1 | (cells & _NOT_LEFTMOST) >> 1
    return (cells | rows | cells << WIDTH | cells >> WIDTH) & BOARD
