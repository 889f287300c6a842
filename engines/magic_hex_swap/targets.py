"""What may be the next target of a move, given those before it: the menu, read as lists of spots."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final, TypeAlias

from engines.magic_hex_swap.ground import Ground, Spot, Spots, around, between, near, steps, touching
from engines.magic_hex_swap.model import CLUSTER, MENU, Color, Green3, Move

Follow: TypeAlias = Callable[[Spots], Sequence[Spot]]
"""Lists, in reading order, what is legal as the next target after these, at least one and not yet all."""

_STEPS: Final = {move.name: steps(move.nearest, move.farthest) for move in MENU}


def firsts(on: Ground, move: Move) -> Sequence[Spot]:
    """List, in reading order, the spots that are legal as the first target of a move."""
    letter = move.letter
    if move.first == "own":
        return on.own[letter]
    if move.first == "either":
        return _eligible(on, letter)
    beside = on.beside[letter]
    match move.color:
        case "green":
            return sorted(beside.difference(on.taken))
        case "white" | "blue":
            return [spot for spot in on.nodes if spot in beside]
        case _:
            enough = beside if move.neighbors == 1 else between(on.own[letter])
            return [spot for spot, color in on.nodes.items() if spot in enough and color != letter]


def _eligible(on: Ground, letter: str) -> list[Spot]:
    """List the nodes of a colour or beside it."""
    beside = on.beside[letter]
    return [spot for spot, color in on.nodes.items() if color == letter or spot in beside]


def _eligible_of(own: Sequence[Spot], nodes: Iterable[Spot]) -> list[Spot]:
    """List the nodes that are among these or beside one."""
    those = around(own).union(own)
    return [spot for spot in nodes if spot in those]


def _after_white(on: Ground, _green3: Green3, move: Move) -> Follow:
    nodes, get, span = on.nodes, on.nodes.get, _STEPS[move.name]
    if move.most > 2:
        return lambda begun: _after_two_whites(on, begun, span)

    def partners(begun: Spots) -> Sequence[Spot]:
        first = begun[0]
        color = nodes[first]  # a swap of two alike is no action
        return [spot for step in span if get(spot := first + step, color) != color]

    return partners


def _after_two_whites(on: Ground, begun: Spots, span: Spots) -> Sequence[Spot]:
    nodes = on.nodes
    if len(begun) == 1:
        first = begun[0]
        return [spot for step in span if (spot := first + step) in nodes]
    if len(begun) == 3:
        return sorted(begun[:2])
    color, other = nodes[begun[0]], nodes[begun[1]]
    if color == other:  # the first swap changes nothing, so the second has to
        thirds = [spot for spot in _eligible(on, "W") if nodes[spot] != color]
    elif "W" not in (color, other):
        thirds = _eligible(on, "W")
    else:
        left, reached = begun if color == "W" else begun[::-1]
        thirds = _eligible_of([spot for spot in on.own["W"] if spot != left] + [reached], nodes)
    return [spot for spot in thirds if spot not in begun]


def _after_black_or_red(on: Ground, _green3: Green3, move: Move) -> Follow:
    get, letter = on.nodes.get, move.letter
    return lambda begun: [spot for spot in near(begun[0]) if get(spot, letter) != letter]


def _after_blue(on: Ground, _green3: Green3, move: Move) -> Follow:
    nodes, taken, span = on.nodes, on.taken, _STEPS[move.name]

    def follow(begun: Spots) -> Sequence[Spot]:
        origin = begun[0]
        if len(begun) == 1:
            return [spot for step in span if (spot := origin + step) not in taken]
        if nodes[origin] == "B":
            seconds = _eligible_of([spot for spot in on.own["B"] if spot != origin] + [begun[1]], nodes)
        else:
            seconds = _eligible(on, "B")
        return [spot for spot in seconds if spot != origin]

    return follow


def _after_green(on: Ground, green3: Green3, move: Move) -> Follow:
    if move is CLUSTER:
        return _after_cluster_doc(on) if green3 == "doc" else _after_cluster_pdf(on)
    free = _Free(on.taken)
    return lambda begun: [spot for spot in free[begun[-1]] if spot not in begun]


class _Free(dict[Spot, list[Spot]]):
    """Each spot to its neighbours that are not taken; chains come by the same spots again and again."""

    __slots__ = ("_taken",)

    def __init__(self, taken: Container[Spot]) -> None:
        super().__init__()
        self._taken = taken

    def __missing__(self, spot: Spot) -> list[Spot]:
        taken = self._taken
        free = self[spot] = [neighbor for neighbor in near(spot) if neighbor not in taken]
        return free


def _after_cluster_doc(on: Ground) -> Follow:
    beside, taken = on.beside["G"], on.taken
    return lambda begun: sorted(beside.union(around(begun)).difference(taken, begun))


def _after_cluster_pdf(on: Ground) -> Follow:
    touched = {spot: numbers for spot, numbers in touching(on).items() if spot not in on.taken}

    def follow(begun: Spots) -> Sequence[Spot]:
        common = set.intersection(*(touched[spot] for spot in begun))
        return [
            spot for spot, numbers in touched.items() if not common.isdisjoint(numbers) and spot not in begun
        ]

    return follow


FOLLOWERS: Final[dict[Color, Callable[[Ground, Green3, Move], Follow]]] = {
    "white": _after_white,
    "black": _after_black_or_red,
    "red": _after_black_or_red,
    "blue": _after_blue,
    "green": _after_green,
}
"""What makes the follow-up of a move of this colour on a board, in a reading of Green 3."""
