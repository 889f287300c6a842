"""What the bench knows of Magic Hex Swap: openings with dice to spend, and positions with much to list."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any, Final

from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.deal import roll
from engines.magic_hex_swap.model import Base, State
from engines.magic_hex_swap.notation import write_board
from engines.magic_hex_swap.offers import legal_actions_written

OPENINGS: Final = 1200
"""More than the server keeps positions of: whoever goes round them never comes to one it still knows."""


def spends_two_dice(action: dict[str, Any]) -> bool:
    """Tell whether an action that is offered spends two dice."""
    return len(action.get("dice", ())) == 2


def listing(state: State) -> Callable[[], object]:
    """Return what lists the legal actions of a position as JSON, each time as if for the first time."""
    turns = cycle([replace(state, base=replace(state.base, turns=turns)) for turns in range(999)])
    return lambda: legal_actions_written(next(turns))


def _wild_after() -> Iterator[int]:
    """Yield for each die the first turn of seed 7 after which it shows wild."""
    for die in range(3):
        yield next(turns for turns in range(100) if roll(7, turns, die) == "wild")


def _crowd() -> State:
    """Return 200 nodes in a block with three wild dice."""
    a, b, c = _wild_after()
    nodes = {(i % 15 - i // 30, i // 15): "WKRBG"[i * i % 97 % 5] for i in range(200)}
    return State(None, Base(7, "pdf", 0, (a, b, c), write_board(nodes)), ())


# Its deal has three wild dice, and more acts of narrow moves than any other such opening up to seed 4000.
list_three_wilds: Final = listing(ENGINE.initial(1586, {}))
list_200_nodes: Final = listing(_crowd())
