"""Checkpoints: a state is the oldest that is kept and the entries played since; undo drops the last entry.

A new entry beyond MOST_UNDOS folds the oldest into the checkpoint at the base. Nothing else is stored: the
position shown follows from the one before as turns are played, and otherwise is worked out anew: moves
are done again without being judged again.
"""

from typing import Final, TypeAlias

from engines.magic_hex_swap.deal import deal, roll
from engines.magic_hex_swap.effects import enact
from engines.magic_hex_swap.hexes import Cell
from engines.magic_hex_swap.model import (
    MOST_UNDOS,
    Base,
    Board,
    Dice,
    Face,
    Green3,
    Kept,
    Position,
    Puzzle,
    Rolled,
    State,
)
from engines.magic_hex_swap.notation import Fresh, Turn, read_board, read_entry, write_board
from engines.magic_hex_swap.practice import PUZZLES
from engines.magic_hex_swap.win import is_won

UNROLLED: Final[Rolled] = (0, 0, 0)

_Played: TypeAlias = tuple[int, Green3, int, Rolled, Board]
"""Seed, reading of Green 3, turns, rolls and board."""


def start(seed: int, green3: Green3, practice: Puzzle | None) -> State:
    """Return the state of a game that begins."""
    return State(practice, _base(seed, green3, 0, UNROLLED, opening(seed, practice)), ())


def opened(seed: int, green3: Green3, practice: Puzzle | None) -> Position:
    """Return the position a game begins with."""
    board = opening(seed, practice)
    return Position(practice, seed, green3, 0, UNROLLED, board, is_won(board))


def opening(seed: int, practice: Puzzle | None) -> Board:
    """Return the board a game or a puzzle begins with; not to be changed."""
    return deal(seed) if practice is None else read_board(PUZZLES[practice].nodes)


def extended(state: State, entry: str, at: Position) -> State:
    """Return the state after one more entry, which leads to this position."""
    base, log = state.base, (*state.log, entry)
    if len(log) > MOST_UNDOS:
        base, log = _folded(state.practice, base, log[0]), log[1:]
    after = State(state.practice, base, log)
    object.__setattr__(after, "position", at)
    return after


def shortened(state: State) -> State:
    """Return the state before the last entry, of which there must be one."""
    return State(state.practice, state.base, state.log[:-1])


def position(state: State) -> Position:
    """Return the position a state shows."""
    try:
        return state.position
    except AttributeError:
        seed, green3, turns, rolled, board = _played(state.practice, state.base, state.log)
        at = Position(state.practice, seed, green3, turns, rolled, board, is_won(board))
        object.__setattr__(state, "position", at)
        return at


def _board_of(base: Base) -> Board:
    try:
        return base.board
    except AttributeError:
        return read_board(base.nodes)


def _played(practice: Puzzle | None, base: Base, log: tuple[str, ...]) -> _Played:
    """Play entries from a checkpoint on."""
    seed, green3, turns, rolled = base.seed, base.green3, base.turns, base.rolled
    board = dict(_board_of(base))
    for entry in log:
        played = read_entry(entry)
        if isinstance(played, Fresh):
            seed, green3, turns, rolled = played.seed, played.green3, 0, UNROLLED
            board = dict(opening(seed, practice))
        else:
            turns += 1
            rolled = rerolled(rolled, played.kept, turns)
            _replay(board, played)
    return seed, green3, turns, rolled, board


def following(at: Position, board: Board, kept: Kept, won: bool) -> Position:
    """Return the position after a turn that made this board and kept the faces of these dice."""
    turns = at.turns + 1
    return Position(at.practice, at.seed, at.green3, turns, rerolled(at.rolled, kept, turns), board, won)


def dice(at: Position) -> Dice:
    """Return the faces the dice show."""
    return _face(at, 0), _face(at, 1), _face(at, 2)


def _face(at: Position, die: int) -> Face:
    turns = at.rolled[die]
    if turns == 0 and at.practice is not None:
        return PUZZLES[at.practice].dice[die]
    return roll(at.seed, turns, die)


def rerolled(rolled: Rolled, kept: Kept, turns: int) -> Rolled:
    """Return when each die was rolled last, once so many turns are completed and these kept their faces."""
    a, b, c = rolled
    return a if kept[0] else turns, b if kept[1] else turns, c if kept[2] else turns


def _replay(board: dict[Cell, str], turn: Turn) -> None:
    """Do to a board what an act did."""
    if turn.move is not None:
        for count in range(1, len(turn.targets) + 1):
            enact(board, turn.move, turn.targets[:count], turn.colors[:count])


def _folded(practice: Puzzle | None, base: Base, entry: str) -> Base:
    return _base(*_played(practice, base, (entry,)))


def _base(seed: int, green3: Green3, turns: int, rolled: Rolled, board: Board) -> Base:
    base = Base(seed, green3, turns, rolled, write_board(board))
    object.__setattr__(base, "board", board)
    return base
