"""The one random source: mulberry32 on named streams.

A stream is named by the game's slug, the seed and what the draw is for (`cordwright|7|frame|3`), so nothing
about randomness lives in a state and a refused action cannot advance it. Generator: mulberry32 (Tommy
Ettinger, 2017, public domain).
"""

from collections.abc import MutableSequence
from hashlib import sha256
from typing import Any, Final

SEED_LIMIT: Final = 2**53
"""Seeds are 0 ... SEED_LIMIT - 1: every integer that JSON carries safely."""
MOST: Final = SEED_LIMIT - 1
"""The largest integer that JSON carries safely; no run that could be played comes near it."""

_MASK: Final = 0xFFFFFFFF
_INCREMENT: Final = 1831565813


class Stream:
    """A fresh sequence of unsigned 32-bit numbers, the same for the same name on every machine."""

    __slots__ = ("_a",)

    def __init__(self, *name: str | int) -> None:
        """Open the stream whose name is the parts joined by `|`, in plain decimal and ASCII."""
        text = "|".join(map(str, name))
        self._a = int.from_bytes(sha256(text.encode("ascii")).digest()[:4], "big")

    def next(self) -> int:
        """Draw a number of 0 ... 2^32-1."""
        a = self._a = (self._a + _INCREMENT) & _MASK
        t = ((a ^ (a >> 15)) * (a | 1)) & _MASK
        t ^= (t + (t ^ (t >> 7)) * (t | 61)) & _MASK
        return t ^ (t >> 14)

    def below(self, n: int) -> int:
        """Draw a number of 0 ... n-1, for n of 1 ... 2^32."""
        return self.next() * n >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Reorder the items in place (Fisher and Yates, from the last to the second)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
