"""Sudoku: fill the grid so that rows, columns and boxes hold every digit once; played by text commands."""

from typing import Final

from engines.contract import CommandGame
from engines.sudoku.commands import SPEC
from engines.sudoku.model import State
from engines.sudoku.rules import command, initial, is_over, score
from engines.sudoku.view import Observation, observe

GAME: Final[CommandGame[State]] = CommandGame(
    spec=SPEC,
    state=State,
    observation=Observation,
    initial=initial,
    command=command,
    observe=observe,
    score=score,
    is_over=is_over,
)
