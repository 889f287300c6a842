"""The goal: each colour on the board is one group of at least two nodes."""

from engines.magic_hex_swap.hexes import are_joined
from engines.magic_hex_swap.model import LETTER, Board


def is_won(board: Board) -> bool:
    """Tell whether each colour on the board is one connected group of at least two nodes."""
    for letter in LETTER.values():  # most boards fall short in the first colour or two
        nodes = [cell for cell, color in board.items() if color == letter]
        if nodes and (len(nodes) == 1 or not are_joined(nodes)):
            return False
    return bool(board)
