"""Glasswend's hazards: how shadow motes and soot crawlers move, and which of them hits."""

from functools import lru_cache
from typing import Final

from engines.glasswend.grid import (
    BIT,
    CLOCKWISE,
    NEXT,
    SQUARE,
    WIDTH,
    Cells,
    Direction,
    cells_of,
    frontier,
    is_frontier,
    lowest,
    nearest,
    place,
    turned,
    within,
)
from engines.glasswend.model import MOTE_RADIUS, UNITS, Crawler, Hit, HitKind, Mote, State, cell_of_mote
from engines.glasswend.world import World

RELOCATION_GAP: Final = 6
"""How far from the moth a relocated crawler is put, at least."""

_TRIES: Final = {
    direction: tuple(turned(direction, quarters) for quarters in (-1, 0, 1, 2)) for direction in CLOCKWISE
}
"""Where a crawler of this heading tries to go: left, ahead, right, back."""


def moved_mote(mote: Mote, dark: Cells) -> Mote:
    """Move a mote along x, then along y; where its centre would leave the dark it turns round instead."""
    x, y, vx, vy = mote
    if dark & BIT[y // UNITS * WIDTH + (x + vx) // UNITS]:
        x += vx
    else:
        vx = -vx
    if dark & BIT[(y + vy) // UNITS * WIDTH + x // UNITS]:
        y += vy
    else:
        vy = -vy
    return x, y, vx, vy


def moved_crawler(crawler: Crawler, pace: int, dark: Cells, thread: tuple[int, ...]) -> Crawler:
    """Count a crawler's clock down; at 0 it goes to the first frontier cell left, ahead, right or back."""
    cell, heading, clock = crawler
    if clock > 1:
        return cell, heading, clock - 1
    for direction in _TRIES[heading]:
        to = NEXT[direction][cell]
        if to is not None and is_frontier(to, dark, thread):
            return to, direction, pace
    return cell, heading, pace


def relocated(crawlers: tuple[Crawler, ...], moth: int, pace: int, dark: Cells) -> tuple[Crawler, ...]:
    """Bring each crawler that a fill took off the frontier back to it, one after another.

    It goes to the nearest frontier cell that is away from the moth and holds no other crawler, and stays when
    there is none.
    """
    edge = frontier(dark, ())
    free = edge & ~within(moth, RELOCATION_GAP - 1)
    placed = list(crawlers)
    for i, (cell, _, _) in enumerate(crawlers):
        if edge & BIT[cell]:
            continue
        others = cells_of(other for j, (other, _, _) in enumerate(placed) if j != i)
        to = nearest(cell, free & ~others)
        if to is not None:
            placed[i] = (to, _with_dark_on_the_left(to, dark), pace)
    return tuple(placed)


def _with_dark_on_the_left(cell: int, dark: Cells) -> Direction:
    for direction in CLOCKWISE:
        left = NEXT[turned(direction, -1)][cell]
        if left is not None and dark & BIT[left]:
            return direction
    return "up"


def overlaps(mote: Mote, cell: int) -> bool:
    """Tell whether a mote's body overlaps a cell; touching is not overlapping."""
    x, y = place(cell)
    dx = max(UNITS * x - mote[0], 0, mote[0] - UNITS * x - UNITS)
    dy = max(UNITS * y - mote[1], 0, mote[1] - UNITS * y - UNITS)
    return dx * dx + dy * dy < MOTE_RADIUS * MOTE_RADIUS


def first_hit(at: State | World) -> Hit | None:
    """Return the hit of this moment, motes before crawlers and each in order; in shimmer there is none."""
    if at.shimmer_ticks:
        return None
    if not at.thread:
        return _crawler_hit(at, "crawler", at.moth)
    return _mote_hit(at) or _crawler_hit(at, "sever", at.anchor)


@lru_cache(maxsize=256)
def _set_of(thread: tuple[int, ...]) -> Cells:
    # A thread lasts for three ticks.
    return cells_of(thread)


def _mote_hit(at: State | World) -> Hit | None:
    thread = _set_of(at.thread)
    for i, mote in enumerate(at.motes):
        # A body reaches no further than the square around its cell.
        near = thread & SQUARE[cell_of_mote(mote)]
        if near and _touches(mote, near):
            return Hit(at.tick, "mote", i)
    return None


def _touches(mote: Mote, cells: Cells) -> bool:
    while cells:
        cell = lowest(cells)
        if overlaps(mote, cell):
            return True
        cells ^= BIT[cell]
    return False


def _crawler_hit(at: State | World, kind: HitKind, spot: int | None) -> Hit | None:
    for i, (cell, _, _) in enumerate(at.crawlers):
        if cell == spot:
            return Hit(at.tick, kind, i)
    return None
