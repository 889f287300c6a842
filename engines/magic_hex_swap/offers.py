"""What a position offers: for each move that the dice can pay for, every board it can lead to.

A move with at most MOST_BOARDS resulting boards is listed in full, one action a board; one with more is
opened step by step with previews, and so are the widest of the others when the list would be long. Whoever
follows the lists so reaches every board there is.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engines.magic_hex_swap.boards import Colors
from engines.magic_hex_swap.ground import Ground, Spots, ground
from engines.magic_hex_swap.listing import Family, Listing, actions, count, written
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import (
    DICE,
    MENU,
    MOST_TURNS,
    Action,
    Dice,
    Move,
    Pass,
    Position,
    Preview,
    Restart,
    State,
    Undo,
)
from engines.magic_hex_swap.search import Outlook, outlook, palette_of

MOST_ACTS: Final = 210
"""Acts that all moves together are listed with; a reply about an opening stays below 20 kB so."""


class Price(NamedTuple):
    """How the dice can pay for a move."""

    move: Move
    choices: tuple[tuple[int, ...], ...]
    """Every set of dice that pays."""
    usual: tuple[int, ...]
    """The one offered: dice of the move's colour before wild ones, then the lowest numbers."""


class Prospect(NamedTuple):
    """A move that can be paid for, and what it can lead to."""

    price: Price
    outlook: Outlook


def takes_turns(at: Position) -> bool:
    """Tell whether an act or a pass is still possible."""
    return at.turns < MOST_TURNS and not at.won


@cache
def prices(faces: Dice) -> tuple[Price, ...]:
    """List the moves that dice can pay for, in the order of the menu."""
    found = []
    for move in MENU:
        own = [die for die in range(DICE) if faces[die] == move.color]
        wild = [die for die in range(DICE) if faces[die] == "wild"]
        choices = tuple(combinations(sorted(own + wild), move.tier))
        if choices:
            found.append(Price(move, choices, tuple(sorted((own + wild)[: move.tier]))))
    return tuple(found)


@lru_cache(maxsize=4)
def grounded(at: Position) -> Ground:
    """Return the board of a position as searches walk over it."""
    return ground(at.board)


@lru_cache(maxsize=4)  # what is shown and what is offered ask for the same, one after the other
def prospects(at: Position) -> tuple[Prospect, ...]:
    """Look at each move that can be paid for; there are none when no turn is possible."""
    if not takes_turns(at):
        return ()
    on = grounded(at)
    return tuple(Prospect(price, outlook(on, at.green3, price.move)) for price in prices(dice(at)))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what is offered: acts and openers by the menu; pass, undo, restart."""
    return actions(offered(state))


def legal_actions_written(state: State) -> tuple[str, int]:
    """Write what `legal_actions` returns as JSON, and tell how many they are."""
    listing = offered(state)
    return written(listing), count(listing)


def offered(state: State) -> Listing:
    """Return the list of what is offered."""
    at = position(state)
    seen = prospects(at)
    widths = [outlook.results for _, outlook in seen if outlook.twigs is not None]
    most = _widest_listed(widths)
    listing: list[Family | Action] = []
    for price, (twigs, results, _) in seen:
        if twigs is None or results > most:
            listing.append(Preview(price.move.name, ()))
        else:
            listing.append(Family(price.move, price.usual, twigs))
    return [*listing, *closing(state, at)]


def _widest_listed(widths: list[int]) -> int:
    """Return the most acts a move may have so that all that are listed are no more than MOST_ACTS."""
    widths = sorted(widths)
    while sum(widths) > MOST_ACTS:
        widest = widths[-1]
        widths = [width for width in widths if width < widest]  # equally wide moves are treated alike
    return widths[-1] if widths else 0


def offers_below(price: Price, begun: Spots, colors: Colors, seen: Outlook) -> Iterator[Family]:
    """Yield what is offered below the first targets of a move."""
    move = price.move
    if seen.twigs is not None:
        yield Family(move, price.usual, seen.twigs)
        return
    palette = palette_of(move)
    yield Family(
        move, None, [(begun, colors + color, (spot,)) for spot in seen.following for color in palette]
    )
    if len(begun) >= move.fewest:
        yield Family(move, price.usual, [(begun[:-1], colors, begun[-1:])])


def closing(state: State, at: Position) -> Iterator[Action]:
    """Yield what closes every list."""
    if takes_turns(at):
        yield Pass()
    if state.log:
        yield Undo()
    yield Restart()
