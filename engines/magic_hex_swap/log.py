"""Checkpoints: a state is the oldest that is kept and the entries played since; undo drops the last entry.

A new entry beyond MOST_UNDOS folds the oldest into the checkpoint at the base. Nothing else is stored, so the
position shown is worked out anew: moves are done again without being judged again.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.magic_hex_swap.deal import deal, roll
from engines.magic_hex_swap.effects import enact
from engines.magic_hex_swap.hexes import Cell, reading_order
from engines.magic_hex_swap.model import MOST_UNDOS, Base, Board, Dice, Face, Green3, Puzzle, Rolled, State
from engines.magic_hex_swap.notation import Fresh, Turn, read_board, read_entry, write_board
from engines.magic_hex_swap.practice import PUZZLES

UNROLLED: Final[Rolled] = (0, 0, 0)
REMEMBERED: Final = 160
"""Positions of which everything is kept that was worked out; more of them would take much memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A checkpoint as it is played on; compared by identity, so that a cache can hold on to it."""

    practice: Puzzle | None
    seed: int
    green3: Green3
    turns: int
    rolled: Rolled
    board: Board
    """In reading order."""


def start(seed: int, green3: Green3, practice: Puzzle | None) -> State:
    """Return the state of a game that begins."""
    board = opening(seed, practice)
    return State(practice, Base(seed, green3, 0, UNROLLED, write_board(board)), ())


def opening(seed: int, practice: Puzzle | None) -> Board:
    """Return the board a game or a puzzle begins with; not to be changed."""
    return deal(seed) if practice is None else read_board(PUZZLES[practice].nodes)


def extended(state: State, entry: str) -> State:
    """Return the state after one more entry."""
    base, log = state.base, (*state.log, entry)
    if len(log) > MOST_UNDOS:
        base, log = _folded(state.practice, base, log[0]), log[1:]
    return State(state.practice, base, log)


def shortened(state: State) -> State:
    """Return the state before the last entry, of which there must be one."""
    return State(state.practice, state.base, state.log[:-1])


@lru_cache(maxsize=REMEMBERED)
def position(state: State) -> Position:
    """Return the position a state shows."""
    base = state.base
    seed, green3, turns, rolled = base.seed, base.green3, base.turns, base.rolled
    board = dict(read_board(base.nodes))
    for entry in state.log:
        played = read_entry(entry)
        if isinstance(played, Fresh):
            seed, green3, turns, rolled = played.seed, played.green3, 0, UNROLLED
            board = dict(opening(seed, state.practice))
        else:
            turns += 1
            rolled = _rerolled(rolled, played, turns)
            _replay(board, played)
    ordered = {cell: board[cell] for cell in sorted(board, key=reading_order)}
    return Position(state.practice, seed, green3, turns, rolled, ordered)


@lru_cache(maxsize=REMEMBERED)
def dice(at: Position) -> Dice:
    """Return the faces the dice show."""
    return _face(at, 0), _face(at, 1), _face(at, 2)


def _face(at: Position, die: int) -> Face:
    turns = at.rolled[die]
    if turns == 0 and at.practice is not None:
        return PUZZLES[at.practice].dice[die]
    return roll(at.seed, turns, die)


def _rerolled(rolled: Rolled, turn: Turn, turns: int) -> Rolled:
    a, b, c = (was if kept else turns for was, kept in zip(rolled, turn.kept, strict=True))
    return a, b, c


def _replay(board: dict[Cell, str], turn: Turn) -> None:
    """Do to a board what an act did."""
    if turn.move is not None:
        for count in range(1, len(turn.targets) + 1):
            enact(board, turn.move, turn.targets[:count], turn.colors[:count])


def _folded(practice: Puzzle | None, base: Base, entry: str) -> Base:
    at = position(State(practice, base, (entry,)))
    return Base(at.seed, at.green3, at.turns, at.rolled, write_board(at.board))
