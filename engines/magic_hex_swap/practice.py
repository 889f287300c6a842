"""The three practice puzzles: small boards with fixed dice, each won by exactly one first action."""

from dataclasses import dataclass
from typing import Final

from engines.magic_hex_swap.model import Dice, Puzzle


@dataclass(frozen=True, slots=True)
class Start:
    """How a puzzle begins; its seed decides only the dice rolled after that."""

    nodes: str
    """The board, as `notation` writes it."""
    dice: Dice


PUZZLES: Final[dict[Puzzle, Start]] = {
    "blue-bridge": Start(
        "-3,1:KB/-2,0:GKW/-1,-1:GWW/0,-2:BB1BB/1,-2:RRR",
        ("blue", "wild", "green"),
    ),
    "two-homes": Start(
        "-2,0:RRB/-1,-1:GW1B/0,-2:RGW/1,-2:K1WW/2,-2:K1K",
        ("white", "white", "wild"),
    ),
    "remove-the-splinter": Start(
        "-2,0:WWB/-1,-1:WRB/0,-1:GRB/1,-1:GKW/2,-1:K",
        ("red", "wild", "red"),
    ),
}
