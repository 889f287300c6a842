"""Previews: a move with its first targets chosen, the board they make, and what can follow."""

import json

from engines.contract import Glimpse, Step
from engines.magic_hex_swap.boards import Colors
from engines.magic_hex_swap.effects import place
from engines.magic_hex_swap.ground import Spots, cells_written, ground, spot_of
from engines.magic_hex_swap.listing import actions
from engines.magic_hex_swap.log import dice
from engines.magic_hex_swap.model import MOVES, Board, Position, Preview, State, colors_of
from engines.magic_hex_swap.offers import Price, closing, grounded, offers_below, prices
from engines.magic_hex_swap.search import goes_on, outlook
from engines.magic_hex_swap.view import Draft, groups_written, nodes_written, picture
from engines.magic_hex_swap.win import is_won
from engines.refusal import Refusal


def preview(state: State, at: Position, action: Preview) -> Step[State] | Refusal:
    """Return a step that changes nothing and shows what lies below an action's targets, or why none does."""
    move, targets, colors = MOVES[action.move], action.targets, colors_of(action)
    price = next((price for price in prices(dice(at)) if price.move is move), None)
    if price is None:
        return Refusal(
            "dice-face",
            f"The move {move.name} costs {move.tier} dice that show {move.color} or wild; you have fewer.",
        )
    now = place(at.board, at.green3, move, targets, colors)
    if isinstance(now, Refusal):
        return now
    begun = tuple(map(spot_of, targets))
    if len(begun) < move.fewest and not goes_on(grounded(at), at.green3, move, begun):
        return Refusal(
            "dead-end",
            f"No legal {move.name} begins so; choose a cell of firstTargets, or of next in a preview.",
        )
    return Step(state, glimpse=lambda: _glimpse(state, at, price, begun, colors, now))


def _glimpse(state: State, at: Position, price: Price, begun: Spots, colors: Colors, now: Board) -> Glimpse:
    """Show the draft these targets make, which have been judged legal, and what can follow."""
    move = price.move
    seen = outlook(grounded(at), at.green3, move, begun, colors)
    complete = len(begun) >= move.fewest
    on = ground(now)
    draft: Draft = {
        "move": move.name,
        "targets": json.loads(cells_written(begun)),
        "colors": [*colors],
        "next": json.loads(cells_written(seen.following)),
        "needsColor": move.creates and len(begun) < move.most,
        "complete": complete,
        "wonIfApplied": complete and is_won(now),
        "nodes": json.loads(nodes_written(on)),
        "text": picture(on),
        "groups": json.loads(groups_written(on)),
    }
    offered = (*offers_below(price, begun, colors, seen), *closing(state, at))
    return Glimpse({"preview": draft}, actions(offered))
