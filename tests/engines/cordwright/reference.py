"""A second Cordwright, written from the document's text alone: the tests hold the engine against it.

Nothing here imports the engine. Positions are observations with the field names of `contract/gameboard.md`,
actions JSON objects; lines are met with fractions, where the engine multiplies integers.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, Final

Json = dict[str, Any]
Point = tuple[int, int]
Pair = tuple[int, int]


def swap(a: int, b: int) -> Json:
    """Write a swap."""
    return {"type": "swap", "a": a, "b": b}


SKIP: Final[Json] = {"type": "skip"}
NEXT: Final[Json] = {"type": "next"}
BANK: Final[Json] = {"type": "bank"}


def size_of(frame: int) -> tuple[int, range]:
    """The sockets of a frame and the cords it may have."""
    if frame == 1:
        return 6, range(5, 6)
    if frame <= 3:
        return 6, range(6, 8)
    return (8, range(8, 11)) if frame <= 6 else (9, range(10, 13))


def award(cords: int, swaps: int) -> int:
    """200 + 20*cords + max(0,100-10*swaps)."""
    return 200 + 20 * cords + max(0, 100 - 10 * swaps)


@cache
def crosses(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether p + t(q - p) = r + u(s - r) for one t and one u, both between 0 and 1 (Cramer's rule)."""
    (ax, ay), (bx, by) = (q[0] - p[0], q[1] - p[1]), (r[0] - s[0], r[1] - s[1])
    cx, cy = r[0] - p[0], r[1] - p[1]
    determinant = ax * by - ay * bx
    if determinant == 0:  # parallel, or on one line: no single point
        return False
    t = Fraction(cx * by - cy * bx, determinant)
    u = Fraction(ax * cy - ay * cx, determinant)
    return 0 < t < 1 and 0 < u < 1


def crossings_of(
    points: Sequence[Point], occupancy: Sequence[int], edges: Sequence[Pair]
) -> list[list[list[int]]]:
    """Every unordered pair of edges with disjoint charm ends whose segments meet strictly inside both."""
    place = {charm: points[socket] for socket, charm in enumerate(occupancy)}
    return [
        [list(one), list(other)]
        for one, other in combinations(sorted(map(tuple, edges)), 2)
        if not {*one} & {*other} and crosses(*(place[charm] for charm in (*one, *other)))
    ]


def is_planar(points: Sequence[Point], occupancy: Sequence[int], edges: Sequence[Pair]) -> bool:
    """Whether no pair of edges crosses."""
    place = {charm: points[socket] for socket, charm in enumerate(occupancy)}
    return not any(
        crosses(place[a], place[b], place[c], place[d])
        for (a, b), (c, d) in combinations(edges, 2)
        if a not in (c, d) and b not in (c, d)
    )


def planar_placement(points: Sequence[Point], edges: Sequence[Pair]) -> tuple[int, ...] | None:
    """Find an occupancy without crossings: each charm in turn to every free socket, back when cords cross."""

    def place(sockets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        charm = len(sockets)
        laid = [(points[sockets[a]], points[sockets[b]]) for a, b in edges if b < charm]
        if any(crosses(*one, *other) for one, other in combinations(laid, 2)):
            return
        if charm == len(points):
            yield sockets
        for socket in range(len(points)):
            if socket not in sockets:
                yield from place((*sockets, socket))

    for sockets in place(()):
        return tuple(sockets.index(socket) for socket in range(len(points)))
    return None


def exchanged(occupancy: Sequence[int], a: int, b: int) -> tuple[int, ...]:
    """The occupancy with the charms of sockets a and b in each other's place."""
    to = {a: b, b: a}
    return tuple(occupancy[to.get(socket, socket)] for socket in range(len(occupancy)))


def is_connected(charms: int, edges: Sequence[Pair]) -> bool:
    """Whether every charm can be reached from charm 0 along cords."""
    reached = {0}
    while more := {a + b - c for a, b in edges for c in (a, b) if c in reached} - reached:
        reached |= more
    return reached == set(range(charms))


def clearing_swaps(seen: Json, length: int) -> Iterator[list[Json]]:
    """Yield every list of that many swaps of which the last one leaves no crossing, and none before it."""
    points = [(socket["x"], socket["y"]) for socket in seen["sockets"]]
    edges = [(a, b) for a, b in seen["edges"]]

    def extend(occupancy: tuple[int, ...], made: list[Json]) -> Iterator[list[Json]]:
        for a, b in combinations(range(len(points)), 2):
            after = exchanged(occupancy, a, b)
            planar = is_planar(points, after, edges)
            if len(made) + 1 == length and planar:
                yield [*made, swap(a, b)]
            if len(made) + 1 < length and not planar:
                yield from extend(after, [*made, swap(a, b)])

    yield from extend(tuple(seen["occupancy"]), [])


def after(seen: Json, action: Json, dealt: Json) -> Json | None:
    """What an action of the grammar makes of a position, or None when the rules refuse it.

    `dealt` is the position `next` leads to; only its sockets, occupancy and edges are used. Text lines
    are left out.
    """
    new = {name: value for name, value in seen.items() if name != "board"}
    phase = seen["phase"]
    new["turn"] += 1
    if phase == "playing" and action["type"] == "swap":
        a, b = action["a"], action["b"]
        if a == b or max(a, b) >= len(seen["sockets"]):
            return None
        new["occupancy"] = list(exchanged(seen["occupancy"], a, b))
        new["swaps"] += 1
    elif phase == "playing" and action == SKIP:
        new.update(phase="skipped", skippedFrames=seen["skippedFrames"] + 1)
    elif phase in ("cleared", "skipped") and action == NEXT:
        frame = {name: dealt[name] for name in ("sockets", "occupancy", "edges")}
        new.update(frame, frame=seen["frame"] + 1, phase="playing", swaps=0, lastFramePoints=0)
    elif phase != "ended" and action == BANK:
        new.update(phase="ended", endReason="banked")
    else:
        return None
    points = [(socket["x"], socket["y"]) for socket in new["sockets"]]
    new["charms"] = [
        {"id": charm, "letter": "ABCDEFGHI"[charm], "socket": new["occupancy"].index(charm)}
        for charm in range(len(points))
    ]
    new["crossings"] = crossings_of(points, new["occupancy"], new["edges"])
    new["crossingCount"] = len(new["crossings"])
    if new["phase"] == "playing" and not new["crossings"]:
        points_won = award(len(new["edges"]), new["swaps"])
        new.update(phase="cleared", score=seen["score"] + points_won, lastFramePoints=points_won)
        new["clearedFrames"] += 1
    playing = new["phase"] == "playing"
    new["nextClearPoints"] = award(len(new["edges"]), new["swaps"] + 1) if playing else 0
    return new
