"""What a state's fields say of themselves beyond their types, so that they travel in few characters.

`Range` of `engines.grammar` is one more such mark: it bounds an integer.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bits:
    """Marks a non-negative integer that is a set of bits."""

    within: int
    """The bits it may have."""


@dataclass(frozen=True, slots=True)
class AtMost:
    """Marks a tuple by how many items it may hold."""

    items: int


@dataclass(frozen=True, slots=True)
class Places:
    """Marks a text of a fixed length, each character one of a few."""

    length: int
    characters: str


@dataclass(frozen=True, slots=True)
class Walk:
    """Marks a tuple of board cells, each a neighbour of the one before; cell = y * width + x."""

    width: int
