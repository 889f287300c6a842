"""Plays Sudoku in tests: on the fixture W, Wikipedia's example, or on a puzzle of a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import CommandStep
from engines.refusal import Refusal
from engines.sudoku import GAME
from engines.sudoku.model import State
from engines.sudoku.puzzles import Puzzle
from engines.sudoku.rules import command_on, score_on
from engines.sudoku.view import observe_on
from schemas.codec import packer
from tests.engines.sudoku.known import KNOWN, dotted

W = Puzzle(
    dotted(KNOWN["Wikipedia's example"].grid),
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
)
"""30 givens, 51 cells to fill; R3C5 is 4, and a 7 there would meet the one in R1C5."""

START = GAME.initial(7, {"difficulty": "medium"})
"""An untouched game; on W it plays for a base of 600."""


def send(state: State, text: str, board: Puzzle = W) -> CommandStep[State]:
    """Send a command that is accepted."""
    done = command_on(board, state, text)
    assert isinstance(done, CommandStep), (text, done)
    return done


def play(*texts: str, start: State = START, board: Puzzle = W) -> State:
    """Return the state after commands that are all accepted."""
    for text in texts:
        start = send(start, text, board).state
    return start


def refuse(state: State, text: str, board: Puzzle = W) -> Refusal:
    """Return the refusal of a command, having seen that it changed nothing."""
    before = packer(State)(state), see(state, board)
    done = command_on(board, state, text)
    assert isinstance(done, Refusal), (text, done)
    assert (packer(State)(state), see(state, board)) == before
    return done


def see(state: State, board: Puzzle = W) -> dict[str, Any]:
    """Return what the player sees."""
    return {**observe_on(board, state)}


def paid(state: State, board: Puzzle = W) -> int | None:
    """Return the score."""
    return score_on(board, state)


def sign(state: State, row: int, column: int, board: Puzzle = W) -> str:
    """Return how the text board shows a cell, read from its lines."""
    (line,) = [line for line in see(state, board)["board"] if line.startswith(f"R{row} ")]
    signs = "".join(line.split("|")[1:4])
    return str(signs[3 * (column - 1) : 3 * column].strip())


def fills(board: Puzzle = W) -> list[str]:
    """Return the commands that fill every empty cell rightly."""
    return [
        f"set {cell // 9 + 1} {cell % 9 + 1} {board.solution[cell]}"
        for cell in range(81)
        if board.givens[cell] == "."
    ]


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of several commands in one request."""

    state: State
    results: tuple[CommandStep[State] | Refusal, ...]
    not_run: int


def batch(texts: Sequence[str], start: State = START) -> Batch:
    """Run commands in order up to the first that is refused or the end of the game, as the API does."""
    results: list[CommandStep[State] | Refusal] = []
    for text in texts:
        results.append(command_on(W, start, text))
        if isinstance(results[-1], Refusal):
            break
        start = results[-1].state
        if GAME.is_over(start):
            break
    return Batch(start, tuple(results), len(texts) - len(results))
