"""Cordwright's frames: socket layouts, proper crossings, and the tangled deal of each seed and frame.

Everything here is a pure function of its arguments, so no state stores sockets or cords.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from engines.numbers import Stream

Point: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int]
"""A cord as the ids of its two charms, the smaller first."""
Crossing: TypeAlias = tuple[Edge, Edge]
"""Two cords that cross, the smaller first."""
Occupancy: TypeAlias = tuple[int, ...]
"""Socket id to the id of the charm that sits there."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sockets and what each straight line between two of them crosses."""

    points: tuple[Point, ...]
    """Socket id to its place."""
    spans: tuple[tuple[tuple[int, int], ...], ...]
    """`spans[a][b]`: the one bit that stands for the line between sockets a and b, in either order, and the
    bits of all lines that cross it; 0 and 0 where a is b."""
    pairs: tuple[tuple[int, int], ...]
    """Every two sockets, the smaller first, in order."""


@dataclass(frozen=True, slots=True)
class Band:
    """Frames of one size."""

    sockets: int
    fewest_cords: int
    most_cords: int
    scramble: int
    """Swaps between the crossing-free placement and the deal."""
    fewest_crossings: int
    """Crossings the deal has at least; a frame always starts tangled, so 1 or more."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A frame as it is dealt: where the charms start, and the cords they carry from then on."""

    layout: Layout
    edges: tuple[Edge, ...]
    """In order."""
    occupancy: Occupancy


def layout_of(points: Sequence[Point]) -> Layout:
    """Work out which lines between these sockets cross; any points will do, also three in a line."""
    pairs = tuple(combinations(range(len(points)), 2))
    bits = {pair: 1 << i for i, pair in enumerate(pairs)}
    masks = dict.fromkeys(pairs, 0)
    for one, other in combinations(pairs, 2):
        if segments_cross(*(points[socket] for socket in (*one, *other))):
            masks[one] |= bits[other]
            masks[other] |= bits[one]
    spans = {pair: (bits[pair], masks[pair]) for pair in pairs}
    ids = range(len(points))
    rows = tuple(tuple(spans.get((min(a, b), max(a, b)), (0, 0)) for b in ids) for a in ids)
    return Layout(tuple(points), rows, pairs)


def segments_cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Tell whether segments pq and rs meet in one point strictly inside both.

    Shared ends, an end that touches the other segment, and segments on one line do not cross.
    """
    return _turn(p, q, r) * _turn(p, q, s) < 0 and _turn(r, s, p) * _turn(r, s, q) < 0


def _turn(p: Point, q: Point, r: Point) -> int:
    """Return the cross product of pq and pr: its sign is the side of pq on which r lies, 0 on the line."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


LAYOUTS: Final[dict[int, Layout]] = {
    6: layout_of(((0, 10), (75, 0), (100, 50), (75, 100), (0, 90), (55, 50))),
    8: layout_of(((30, 0), (85, 0), (100, 50), (70, 100), (15, 100), (0, 50), (35, 40), (65, 60))),
    9: layout_of(((50, 0), (95, 10), (95, 70), (65, 100), (35, 100), (5, 70), (5, 10), (35, 40), (65, 40))),
}
"""The sockets of a frame, by how many there are: x in fives and y in tens of 0 ... 100, clockwise around the
rim, then inside. No three are in line: a line through two passes every other at a distance of 8 or more."""

PLATEAU: Final = 7
"""From this frame on every frame is of the last band."""
_BANDS: Final = (
    Band(6, 5, 5, 1, 1),
    *(Band(6, 6, 7, 3, 2),) * 2,
    *(Band(8, 8, 10, 5, 3),) * 3,
    Band(9, 10, 12, 8, 5),
)


def band(frame: int) -> Band:
    """Return the size of a frame, 1, 2, 3, ... without end."""
    return _BANDS[min(frame, PLATEAU) - 1]


@lru_cache(maxsize=1024)
def deal(seed: int, frame: int) -> Deal:
    """Deal a frame: charms placed so that no cords cross, then scrambled until it is tangled enough."""
    stream = Stream("cordwright", seed, "frame", frame)
    size = band(frame)
    layout = LAYOUTS[size.sockets]
    cords = size.fewest_cords + stream.below(size.most_cords - size.fewest_cords + 1)
    while True:
        home = list(range(size.sockets))
        stream.shuffle(home)
        edges = _planar_cords(stream, layout, home, cords)
        occupancy = _scrambled(stream, layout, edges, tuple(home), size)
        if occupancy is not None:
            return Deal(layout, edges, occupancy)


def _planar_cords(stream: Stream, layout: Layout, home: Sequence[int], cords: int) -> tuple[Edge, ...]:
    """Draw cords that do not cross at home: a tree that joins all charms, then more up to the number wanted.

    Joseph Kruskal's way (1956) over shuffled pairs. Neither loop can run dry: lines that do not cross extend
    to a triangulation, which is connected and has more lines than any frame has cords.
    """
    pairs = list(layout.pairs)
    stream.shuffle(pairs)
    group = list(range(len(home)))
    drawn: list[Edge] = []
    left: list[Edge] = []
    barred = 0
    for a, b in pairs:
        bit, mask = layout.spans[a][b]
        if group[a] == group[b] or barred & bit:
            left.append((a, b))
            continue
        drawn.append((a, b))
        barred |= mask
        joined, kept = group[b], group[a]
        group = [kept if member == joined else member for member in group]
    for a, b in left:
        if len(drawn) == cords:
            break
        bit, mask = layout.spans[a][b]
        if not barred & bit:
            drawn.append((a, b))
            barred |= mask
    return tuple(sorted(_normal(home[a], home[b]) for a, b in drawn))


def _scrambled(
    stream: Stream, layout: Layout, edges: tuple[Edge, ...], home: Occupancy, size: Band
) -> Occupancy | None:
    """Return the occupancy after the band's swaps, or None when no last one leaves it tangled enough."""
    occupancy = home
    for _ in range(size.scramble - 1):
        occupancy = swapped(occupancy, *layout.pairs[stream.below(len(layout.pairs))])
    first = stream.below(len(layout.pairs))
    for a, b in layout.pairs[first:] + layout.pairs[:first]:
        last = swapped(occupancy, a, b)
        if len(crossings(layout, edges, last)) >= size.fewest_crossings:
            return last
    return None


def swapped(occupancy: Occupancy, a: int, b: int) -> Occupancy:
    """Return the occupancy after the charms of sockets a and b changed places."""
    charms = list(occupancy)
    charms[a], charms[b] = charms[b], charms[a]
    return tuple(charms)


def is_tangled(layout: Layout, edges: Sequence[Edge], occupancy: Sequence[int]) -> bool:
    """Tell whether any two cords cross."""
    where = sockets_of(occupancy)
    spans = layout.spans
    barred = 0
    for a, b in edges:
        bit, mask = spans[where[a]][where[b]]
        if barred & bit:
            return True
        barred |= mask
    return False


def crossings(layout: Layout, edges: Sequence[Edge], occupancy: Sequence[int]) -> list[Crossing]:
    """List every two cords that cross; in order when the cords are."""
    where = sockets_of(occupancy)
    spans = layout.spans
    placed = [(edge, *spans[where[edge[0]]][where[edge[1]]]) for edge in edges]
    return [(one, other) for (one, _, mask), (other, bit, _) in combinations(placed, 2) if mask & bit]


def sockets_of(occupancy: Sequence[int]) -> list[int]:
    """Return charm id to the id of its socket."""
    where = [0] * len(occupancy)
    for socket, charm in enumerate(occupancy):
        where[charm] = socket
    return where


def _normal(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)
