"""What a seed decides: the opening deal, and the face of each die after each turn."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engines.magic_hex_swap.hexes import Cell, near
from engines.magic_hex_swap.model import COLORS, FACES, LETTER, Board, Face
from engines.numbers import Stream

OPENING: Final[tuple[Cell, ...]] = tuple(
    (first + i, r)
    for r, first, length in ((-2, 0, 3), (-1, -1, 4), (0, -2, 5), (1, -2, 4), (2, -2, 3))
    for i in range(length)
)
"""The cells of the opening in the order they are dealt."""
OF_EACH_COLOR: Final = 6
"""Nodes of each colour in the bag; only the opening is drawn from it."""


@lru_cache(maxsize=128)
def deal(seed: int) -> Board:
    """Deal the opening; not to be changed, for others are given the same."""
    attempt = 0
    while True:
        bag = [LETTER[color] for color in COLORS for _ in range(OF_EACH_COLOR)]
        Stream("magic-hex-swap", seed, "deal", attempt).shuffle(bag)
        board = deal_from(bag)
        if (
            board is not None
        ):  # no bag of six of each colour is known to run out, but the rules provide for it
            return board
        attempt += 1


def deal_from(bag: Sequence[str]) -> dict[Cell, str] | None:
    """Deal from a bag, first letter first, no node beside its own colour; None when nothing left fits.

    Colours set aside because they did not fit are tried on every later cell, the oldest first, before the
    next is drawn.
    """
    board: dict[Cell, str] = {}
    aside: list[str] = []
    left = deque(bag)
    for cell in OPENING:
        barred = {board.get(neighbor) for neighbor in near(cell)}
        old = next((i for i, letter in enumerate(aside) if letter not in barred), None)
        if old is not None:
            board[cell] = aside.pop(old)
            continue
        while left and left[0] in barred:
            aside.append(left.popleft())
        if not left:
            return None
        board[cell] = left.popleft()
    return board


@lru_cache(maxsize=1024)
def roll(seed: int, turns: int, die: int) -> Face:
    """Return the face that a die shows when it is rolled after so many completed turns."""
    return FACES[Stream("magic-hex-swap", seed, "roll", turns, die).below(len(FACES))]
