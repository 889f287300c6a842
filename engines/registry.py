"""The games there are, in the order they are listed."""

from collections.abc import Mapping
from typing import Any, Final

from engines import cantlewing, cordwright, glasswend, magic_hex_swap, sudoku
from engines.contract import CommandGame, Engine

GAMES: Final[Mapping[str, Engine[Any, Any]]] = {
    engine.spec.slug: engine
    for engine in (
        cordwright.ENGINE,
        glasswend.ENGINE,
        cantlewing.ENGINE,
        magic_hex_swap.ENGINE,
    )
}
"""Those played by structured actions."""

COMMAND_GAMES: Final[Mapping[str, CommandGame[Any]]] = {game.spec.slug: game for game in (sudoku.GAME,)}
"""Those played by text commands."""
