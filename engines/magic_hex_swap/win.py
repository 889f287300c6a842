"""The goal: each colour on the board is one group of at least two nodes."""

from engines.magic_hex_swap.hexes import are_joined, near
from engines.magic_hex_swap.model import Board


def is_won(board: Board) -> bool:
    """Tell whether each colour on the board is one connected group of at least two nodes."""
    get = board.get
    for cell, color in board.items():  # a node with none of its colour beside it settles most boards at once
        for neighbor in near(cell):
            if get(neighbor) == color:
                break
        else:
            return False
    for letter in set(board.values()):
        if not are_joined([cell for cell, color in board.items() if color == letter]):
            return False
    return bool(board)
