"""Cordwright from its rules text alone: crossings counted by exact integers, and what a clear pays."""

from itertools import combinations

from tests.http.client import Json

NEXT: Json = {"type": "next"}
SKIP: Json = {"type": "skip"}
BANK: Json = {"type": "bank"}

Point = tuple[int, int]


def swap(a: int, b: int) -> Json:
    """Return a swap of two sockets."""
    return {"type": "swap", "a": a, "b": b}


def swaps(sockets: int) -> list[Json]:
    """Return every swap, a < b, in order of a then b."""
    return [swap(a, b) for a, b in combinations(range(sockets), 2)]


def clear_points(cords: int, used: int) -> int:
    """Return 200 + 20*cords + max(0, 100-10*swaps)."""
    return 200 + 20 * cords + max(0, 100 - 10 * used)


def crossings(observation: Json) -> list[list[list[int]]]:
    """Return the pairs of cords that cross, in order of the edges, from coordinates, occupancy and edges."""
    places = {socket["id"]: (socket["x"], socket["y"]) for socket in observation["sockets"]}
    at = {charm: places[socket] for socket, charm in enumerate(observation["occupancy"])}
    return [
        [first, second]
        for first, second in combinations(observation["edges"], 2)
        if not {*first} & {*second} and _cross(*(at[charm] for charm in (*first, *second)))
    ]


def swapped(observation: Json, a: int, b: int) -> Json:
    """Return an observation's geometry as it is after a swap."""
    occupancy = list(observation["occupancy"])
    occupancy[a], occupancy[b] = occupancy[b], occupancy[a]
    return {**observation, "occupancy": occupancy}


def clearing_swaps(observation: Json) -> list[Json]:
    """Return the swaps that leave no crossing."""
    every = swaps(len(observation["sockets"]))
    return [action for action in every if not crossings(swapped(observation, action["a"], action["b"]))]


def tangling_swaps(observation: Json) -> list[Json]:
    """Return the swaps that leave at least one crossing."""
    clearing = clearing_swaps(observation)
    return [action for action in swaps(len(observation["sockets"])) if action not in clearing]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether segments ab and cd meet strictly inside both."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> int:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
