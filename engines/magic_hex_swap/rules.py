"""Magic Hex Swap's rules: turns, payment and rolls, the win, undo and restart."""

from collections.abc import Mapping
from typing import assert_never, cast

from engines.contract import JsonObject, Step
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.log import dice, extended, position, shortened, start
from engines.magic_hex_swap.model import (
    DICE,
    MOST_TURNS,
    MOVES,
    Act,
    Action,
    Green3,
    OtherRestart,
    Pass,
    Preview,
    Puzzle,
    Restart,
    State,
    Undo,
    colors_of,
    save_of,
)
from engines.magic_hex_swap.notation import Turn, write_restart, write_turn
from engines.magic_hex_swap.offers import is_solved, is_won
from engines.magic_hex_swap.preview import preview
from engines.magic_hex_swap.view import rating
from engines.refusal import Refusal


def initial(seed: int, options: Mapping[str, str]) -> State:
    """Return the opening of a seed, or the beginning of a practice puzzle."""
    green3 = cast(Green3, options.get("green3", "pdf"))
    return start(seed, green3, cast(Puzzle | None, options.get("practice")))


def apply(state: State, action: Action) -> Step[State] | Refusal:
    """Return the step an action makes, or why it is refused."""
    if isinstance(action, Act | Pass | Preview):
        at = position(state)
        if is_solved(at):
            return Refusal("wrong-phase", "The puzzle is solved; send restart to go on, or undo to go back.")
        if at.turns >= MOST_TURNS:
            return Refusal(
                "turn-limit", f"A game takes at most {MOST_TURNS} turns; send restart to go on, or undo."
            )
    match action:
        case Act() | Pass():
            return _turn(state, action)
        case Preview():
            return preview(state, action)
        case Undo():
            return _undo(state)
        case Restart():
            return _restart(state, action)
        case _:
            assert_never(action)


def score(state: State) -> int:
    """Return the completed turns; fewer are better."""
    return position(state).turns


def is_over(state: State) -> bool:
    """Tell whether the puzzle is solved; undo and restart lead back into play."""
    return is_solved(position(state))


def _turn(state: State, action: Act | Pass) -> Step[State] | Refusal:
    at = position(state)
    board = resolve(at.board, dice(at), at.green3, action)
    if isinstance(board, Refusal):
        return board
    won = isinstance(action, Act) and is_won(board)
    save = save_of(action)
    kept = tuple(won or die in save for die in range(DICE))  # the winning turn rolls nothing
    events: list[JsonObject] = []
    if isinstance(action, Act):
        turn = Turn(MOVES[action.move], kept, action.targets, colors_of(action))
        events.append({"type": "acted", "move": action.move})
    else:
        turn = Turn(None, kept, (), ())
        events.append({"type": "passed"})
    if won:
        events.append({"type": "won", "turns": at.turns + 1, "rating": rating(at.turns + 1)})
    return Step(extended(state, write_turn(turn)), tuple(events))


def _undo(state: State) -> Step[State] | Refusal:
    if not state.log:
        return Refusal("nothing-to-undo", "There is no checkpoint to go back to; undo comes after a turn.")
    return Step(shortened(state), ({"type": "undone"},))


def _restart(state: State, action: Restart) -> Step[State] | Refusal:
    at = position(state)
    seed, green3 = at.seed, at.green3
    if isinstance(action, OtherRestart):
        if at.practice is not None:
            return Refusal(
                "practice-restart",
                "A practice puzzle starts again as it is; send restart without a seed or green3.",
            )
        seed = seed if action.seed is None else action.seed
        green3 = action.green3 or green3
    return Step(extended(state, write_restart(seed, green3)), ({"type": "restarted"},))
