"""What a position offers: for each move that the dice can pay for, every board it can lead to.

A move with at most MOST_BOARDS resulting boards is listed in full, one action a board; one with more is
opened step by step with previews, and so are the widest of the others when the list would be long. Whoever
follows the lists so reaches every board there is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from engines.magic_hex_swap.hexes import reading_order
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import (
    DICE,
    MENU,
    MOST_TURNS,
    Act,
    Action,
    ColoredPreview,
    CreatingAct,
    Dice,
    Move,
    Pass,
    Position,
    Preview,
    Restart,
    State,
    Undo,
)
from engines.magic_hex_swap.search import Cells, Chosen, Colors, Ground, Outlook, ground, outlook, palette_of

MOST_ACTS: Final = 210
"""Acts that all moves together are listed with; a reply about an opening stays below 20 kB so."""


@dataclass(frozen=True, slots=True)
class Price:
    """How the dice can pay for a move."""

    move: Move
    choices: tuple[tuple[int, ...], ...]
    """Every set of dice that pays."""
    usual: tuple[int, ...]
    """The one offered: dice of the move's colour before wild ones, then the lowest numbers."""


@dataclass(frozen=True, slots=True)
class Prospect:
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
    """Return the board of a position, in reading order, with what the moves ask about it."""
    return ground({cell: at.board[cell] for cell in sorted(at.board, key=reading_order)})


@lru_cache(maxsize=4)  # what is shown and what is offered ask for the same, one after the other
def prospects(at: Position) -> tuple[Prospect, ...]:
    """Look at each move that can be paid for; there are none when no turn is possible."""
    if not takes_turns(at):
        return ()
    on = grounded(at)
    return tuple(Prospect(price, outlook(on, at.green3, price.move)) for price in prices(dice(at)))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what is offered: acts and openers by the menu; pass, undo, restart."""
    at = position(state)
    seen = prospects(at)
    most = _widest_listed([len(prospect.outlook.actions or ()) for prospect in seen])
    offered: list[Action] = []
    for prospect in seen:
        price, actions = prospect.price, prospect.outlook.actions
        if actions is None or len(actions) > most:
            offered.append(preview_of(price.move, (), ()))
        else:
            offered += acts_of(price, actions)
    return (*offered, *closing(state, at))


def _widest_listed(widths: list[int]) -> int:
    """Return the most acts a move may have so that all that are listed are no more than MOST_ACTS."""
    widths = sorted(widths)
    while sum(widths) > MOST_ACTS:
        widest = widths[-1]
        widths = [width for width in widths if width < widest]  # equally wide moves are treated alike
    return widths[-1] if widths else 0


def offers_below(price: Price, targets: Cells, colors: Colors, seen: Outlook) -> Iterator[Action]:
    """Yield what is offered below the first targets of a move."""
    if seen.actions is not None:
        yield from acts_of(price, seen.actions)
        return
    for cell in seen.following:
        for color in palette_of(price.move):
            yield preview_of(price.move, (*targets, cell), colors + color)
    if len(targets) >= price.move.fewest:
        yield from acts_of(price, [(targets, colors)])


def closing(state: State, at: Position) -> Iterator[Action]:
    """Yield what closes every list."""
    if takes_turns(at):
        yield Pass()
    if state.log:
        yield Undo()
    yield Restart()


def acts_of(price: Price, chosen: Iterable[Chosen]) -> list[Act]:
    """Return acts of a move, paid as usual and saving nothing."""
    name, spent = price.move.name, price.usual
    if price.move.creates:
        return [CreatingAct(name, spent, targets, colors) for targets, colors in chosen]
    return [Act(name, spent, targets) for targets, _ in chosen]


def preview_of(move: Move, targets: Cells, colors: Colors) -> Preview:
    """Return the preview of these first targets."""
    return ColoredPreview(move.name, targets, colors) if colors else Preview(move.name, targets)
