"""Magic Hex Swap's rules: turns, payment and rolls, the win, undo and restart."""

from collections.abc import Mapping
from typing import assert_never, cast

from engines.contract import JsonObject, Step
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.log import dice, extended, following, opened, position, shortened, start
from engines.magic_hex_swap.model import (
    MOST_TURNS,
    MOVES,
    Act,
    Action,
    Green3,
    OtherRestart,
    Pass,
    Position,
    Preview,
    Puzzle,
    Restart,
    State,
    Undo,
    colors_of,
    save_of,
)
from engines.magic_hex_swap.notation import write_act, write_pass, write_restart
from engines.magic_hex_swap.preview import preview
from engines.magic_hex_swap.view import rating
from engines.magic_hex_swap.win import is_won
from engines.refusal import Refusal


def initial(seed: int, options: Mapping[str, str]) -> State:
    """Return the opening of a seed, or the beginning of a practice puzzle."""
    green3 = cast(Green3, options.get("green3", "pdf"))
    return start(seed, green3, cast(Puzzle | None, options.get("practice")))


def apply(state: State, action: Action) -> Step[State] | Refusal:
    """Return the step an action makes, or why it is refused."""
    if isinstance(action, Undo):
        return _undo(state)
    at = position(state)
    if not isinstance(action, Restart):
        if at.won:
            return Refusal("wrong-phase", "The puzzle is solved; send restart to go on, or undo to go back.")
        if at.turns >= MOST_TURNS:
            return Refusal(
                "turn-limit", f"A game takes at most {MOST_TURNS} turns; send restart to go on, or undo."
            )
    match action:
        case Act() | Pass():
            return _turn(state, at, action)
        case Preview():
            return preview(state, at, action)
        case Restart():
            return _restart(state, at, action)
        case _:
            assert_never(action)


def score(state: State) -> int:
    """Return the completed turns; fewer are better."""
    return position(state).turns


def is_over(state: State) -> bool:
    """Tell whether the puzzle is solved; undo and restart lead back into play."""
    return position(state).won


def _turn(state: State, at: Position, action: Act | Pass) -> Step[State] | Refusal:
    board = resolve(at.board, dice(at), at.green3, action)
    if isinstance(board, Refusal):
        return board
    save = save_of(action)
    kept = 0 in save, 1 in save, 2 in save
    if isinstance(action, Pass):
        after = following(at, board, kept, won=False)
        return Step(extended(state, write_pass(kept), after), ({"type": "passed"},))
    events: list[JsonObject] = [{"type": "acted", "move": action.move}]
    won = is_won(board)
    if won:
        kept = True, True, True  # the winning turn rolls nothing
    after = following(at, board, kept, won)
    if won:
        events.append({"type": "won", "turns": after.turns, "rating": rating(after.turns)})
    entry = write_act(MOVES[action.move], kept, action.targets, colors_of(action))
    return Step(extended(state, entry, after), tuple(events))


def _undo(state: State) -> Step[State] | Refusal:
    if not state.log:
        return Refusal("nothing-to-undo", "There is no checkpoint to go back to; undo comes after a turn.")
    return Step(shortened(state), ({"type": "undone"},))


def _restart(state: State, at: Position, action: Restart) -> Step[State] | Refusal:
    seed, green3 = at.seed, at.green3
    if isinstance(action, OtherRestart):
        if at.practice is not None:
            return Refusal(
                "practice-restart",
                "A practice puzzle starts again as it is; send restart without a seed or green3.",
            )
        seed = seed if action.seed is None else action.seed
        green3 = action.green3 or green3
    after = opened(seed, green3, at.practice)
    return Step(extended(state, write_restart(seed, green3), after), ({"type": "restarted"},))
