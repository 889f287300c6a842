"""Which targets lead somewhere: complete legal sequences, found lazily and in reading order.

Lists, previews and outlines come from here. Judging one given action never does: that is `effects`.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from engines.magic_hex_swap.boards import KEYS, MOST_BOARDS, Boards, Colors, Twig
from engines.magic_hex_swap.ground import Ground, Spot, Spots
from engines.magic_hex_swap.model import CREATED, Green3, Move
from engines.magic_hex_swap.targets import FOLLOWERS, Follow, firsts

_COLORLESS: Final[tuple[Colors, ...]] = ((),)
_PALETTE: Final[tuple[Colors, ...]] = tuple((color,) for color in CREATED)
_MIRRORED: Final = frozenset({"white-2b", "black-3", "red-3", "green-1", "green-3b"})
"""Moves of two targets that touch: two cells that can both come first do the same in either order."""


class Outlook(NamedTuple):
    """What lies below the first targets of a move."""

    twigs: Sequence[Twig] | None
    """One complete sequence for each board that results, the first in reading order; None if too many."""
    results: int
    """How many these are, or had become when they were too many."""
    following: Sequence[Spot]
    """The spots that can come next, each with some complete sequence below it."""


def outlook(on: Ground, green3: Green3, move: Move, begun: Spots = (), colors: Colors = ()) -> Outlook:
    """Look below first targets of a move, perhaps none, that have been judged legal."""
    walk = _Walk(on, green3, move)
    return _below_short(walk, begun, colors) if move.most <= 2 else _below_long(walk, begun)


def _below_short(walk: "_Walk", begun: Spots, colors: Colors) -> Outlook:
    """Look below first targets of a move of one or two; each sequence has a board, or shares it mirrored."""
    move, palette = walk.move, walk.palette
    last = len(begun) + 1
    found: list[Twig] = []
    if len(begun) >= move.fewest:
        found.append((begun[:-1], colors, begun[-1:]))
    spots = following = walk.options(begun)
    if last >= move.fewest:
        found += [(begun, colors + color, spots) for color in palette]
    if last < move.most:
        leading = []
        palettes = [a + b for a, b in product(palette, repeat=2)]
        mirrored = move.name in _MIRRORED
        passed: set[Spot] = set()  # of a mirrored move: what goes on to one of these was found from there
        for spot in spots:
            ends = walk.follow((spot,))
            if ends:
                leading.append(spot)
                if mirrored:
                    ends = [end for end in ends if end not in passed]
                    passed.add(spot)
                found += [((spot,), given, ends) for given in palettes]
        if last < move.fewest:
            following = leading
    results = sum([len(ends) for _, _, ends in found])
    return Outlook(found if results <= MOST_BOARDS else None, results, following)


def _below_long(walk: "_Walk", begun: Spots) -> Outlook:
    """Look below the first targets of a move of three or four, which can reach a board in several ways."""
    move = walk.move
    boards = Boards(KEYS[move.name](walk.on))
    if len(begun) >= move.fewest:
        boards.take((begun[:-1], (), begun[-1:]))
    spots = following = walk.options(begun)
    completing = len(begun) + 1 >= move.fewest
    if completing and spots:
        boards.take((begun, (), spots))
    if len(begun) + 1 < move.most:
        leading = []
        for spot in spots:
            longer = (*begun, spot)
            leads_on = completing
            for twig in () if boards.too_many else walk.twigs(longer, ()):
                boards.take(twig)
                leads_on = True
                if boards.too_many:
                    break
            if leads_on or walk.goes_on(longer):
                leading.append(spot)
        following = leading
    return Outlook(None if boards.too_many else boards.twigs, boards.results, following)


def goes_on(on: Ground, green3: Green3, move: Move, begun: Spots) -> bool:
    """Tell whether a legal sequence goes on from these targets, which have been judged legal."""
    return _Walk(on, green3, move).goes_on(begun)


def twigs(on: Ground, green3: Green3, move: Move) -> Iterator[Twig]:
    """Yield all legal sequences of a move."""
    return _Walk(on, green3, move).twigs((), ())


def palette_of(move: Move) -> tuple[Colors, ...]:
    """List what the next target can be given: each colour, or nothing where the move creates none."""
    return _PALETTE if move.creates else _COLORLESS


class _Walk:
    """Walks over the sequences of a move on a board."""

    __slots__ = ("follow", "move", "on", "palette")

    def __init__(self, on: Ground, green3: Green3, move: Move) -> None:
        self.on = on
        self.move = move
        self.follow: Final[Follow] = FOLLOWERS[move.color](on, green3, move)
        """Lists what is legal after some targets, at least one and not yet all."""
        self.palette = palette_of(move)

    def options(self, begun: Spots) -> Sequence[Spot]:
        """List, in reading order, the spots that are legal as the next target."""
        if not begun:
            return firsts(self.on, self.move)
        return self.follow(begun) if len(begun) < self.move.most else ()

    def goes_on(self, begun: Spots) -> bool:
        """Tell whether a legal sequence goes on from these targets."""
        spots = self.options(begun)
        if len(begun) + 1 >= self.move.fewest:
            return bool(spots)
        return any(self.goes_on((*begun, spot)) for spot in spots)

    def twigs(self, begun: Spots, colors: Colors) -> Iterator[Twig]:
        """Yield all legal sequences longer than these targets."""
        spots = self.options(begun)
        count, palette = len(begun) + 1, self.palette
        if spots and count >= self.move.fewest:
            for color in palette:
                yield begun, colors + color, spots
        if count < self.move.most:
            for spot in spots:
                for color in palette:
                    yield from self.twigs((*begun, spot), colors + color)
