"""Previews: a move with its first targets chosen, the board they make, and what can follow."""

from engines.contract import Glimpse, Step
from engines.magic_hex_swap.effects import place
from engines.magic_hex_swap.hexes import reading_order
from engines.magic_hex_swap.log import dice
from engines.magic_hex_swap.model import MOVES, Board, Position, Preview, State, colors_of
from engines.magic_hex_swap.offers import Price, closing, grounded, offers_below, prices
from engines.magic_hex_swap.search import Cells, Colors, goes_on, ground, outlook
from engines.magic_hex_swap.view import Draft, cells_view, groups_view, nodes_view, text
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
    if len(targets) < move.fewest and not goes_on(grounded(at), at.green3, move, targets):
        return Refusal(
            "dead-end",
            f"No legal {move.name} begins so; choose a cell of firstTargets, or of next in a preview.",
        )
    return Step(state, glimpse=lambda: _glimpse(state, at, price, targets, colors, now))


def _glimpse(state: State, at: Position, price: Price, targets: Cells, colors: Colors, now: Board) -> Glimpse:
    """Show the draft these targets make, which have been judged legal, and what can follow."""
    move = price.move
    seen = outlook(grounded(at), at.green3, move, targets, colors)
    complete = len(targets) >= move.fewest
    board = {cell: now[cell] for cell in sorted(now, key=reading_order)}
    draft: Draft = {
        "move": move.name,
        "targets": cells_view(targets),
        "colors": [*colors],
        "next": cells_view(seen.following),
        "needsColor": move.creates and len(targets) < move.most,
        "complete": complete,
        "wonIfApplied": complete and is_won(board),
        "nodes": nodes_view(board),
        "text": text(board),
        "groups": groups_view(ground(board).cells),
    }
    offered = (*offers_below(price, targets, colors, seen), *closing(state, at))
    return Glimpse({"preview": draft}, offered)
