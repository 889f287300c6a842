"""Which boards sequences of targets lead to, told apart without making them.

Of two sequences of a move that end in the same board only the first is listed. A key is what a sequence
changes, in a form that is the same for the same changes.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeAlias

from engines.magic_hex_swap.ground import Ground, Spot, Spots
from engines.magic_hex_swap.model import Color

MOST_BOARDS: Final = 64
"""Resulting boards up to which the actions of a move are listed one by one."""
MOST_WORK: Final = 20_000
"""Sequences looked at; a move that has more counts as one of too many boards."""

Colors: TypeAlias = tuple[Color, ...]

Twig: TypeAlias = tuple[Spots, Colors, Sequence[Spot]]
"""Complete sequences that differ in the last target: those before it, the colours, and the last ones."""

Keys: TypeAlias = Callable[[Spots, Sequence[Spot]], Sequence[Hashable]]
"""Given the targets before the last, and last ones, tells a key for each of these."""


class Boards:
    """Counts the boards that sequences lead to, and keeps the first sequence for each up to MOST_BOARDS."""

    __slots__ = ("_keys", "_seen", "_work", "results", "too_many", "twigs")

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._seen: set[Hashable] = set()
        self._work = 0
        self.twigs: list[Twig] = []
        self.results = 0
        self.too_many = False

    def take(self, twig: Twig) -> None:
        begun, colors, ends = twig
        self._work += len(ends)
        if self._work > MOST_WORK:
            self.too_many = True
            return
        seen = self._seen
        fresh = []
        for key, end in zip(self._keys(begun, ends), ends, strict=True):
            if key not in seen:
                seen.add(key)
                fresh.append(end)
        if fresh:
            self.twigs.append((begun, colors, fresh))
            self.results += len(fresh)
            self.too_many = self.results > MOST_BOARDS


class _Bits(dict[Spot, int]):
    def __missing__(self, spot: Spot) -> int:
        bit = self[spot] = 1 << len(self)
        return bit


def _sets(_on: Ground) -> Keys:
    bit = _Bits().__getitem__  # a set of spots is a sum of bits

    def keys(begun: Spots, ends: Sequence[Spot]) -> Sequence[int]:
        before = sum(map(bit, begun))
        return [before + bit(end) for end in ends]

    return keys


def _second_swaps(on: Ground) -> Keys:
    nodes = on.nodes

    def keys(begun: Spots, ends: Sequence[Spot]) -> Sequence[Hashable]:
        first, partner, third = begun
        found = []
        for position in ends:
            other = partner if position == first else first
            changes = ((position, nodes[third]), (third, nodes[other]), (other, nodes[position]))
            found.append(frozenset([change for change in changes if nodes[change[0]] != change[1]]))
        return found

    return keys


def _second_moves(on: Ground) -> Keys:
    nodes = on.nodes

    def keys(begun: Spots, ends: Sequence[Spot]) -> Sequence[Hashable]:
        origin, destination = begun
        color = nodes[origin]
        return [(destination, end, origin if nodes[end] != color else None) for end in ends]

    return keys


KEYS: Final[dict[str, Callable[[Ground], Keys]]] = {
    "white-3": _second_swaps,
    "blue-3": _second_moves,
    "green-2a": _sets,
    "green-3a": _sets,
}
"""For moves that can reach a board in several ways; any other sequence has a board of its own."""
