"""The puzzle of each seed and difficulty: a grid of the bank, and one of its 1.2 * 10^12 forms.

Turning a grid over, reordering its bands, stacks, rows and columns and renaming its digits changes neither
how many solutions it has nor which techniques find them. One SHA-256 decides on all of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import permutations, product
from math import factorial
from operator import itemgetter
from pathlib import Path
from typing import get_args

from engines.sudoku.grid import DIGITS
from engines.sudoku.model import Bank, Difficulty


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A grid and its one solution, 81 characters each."""

    givens: str
    solution: str


@lru_cache(maxsize=4096)
def puzzle(bank: Bank, difficulty: Difficulty, seed: int) -> Puzzle:
    """Return the puzzle of a seed."""
    name = f"sudoku|{bank}|{difficulty}|{seed}"
    number = int.from_bytes(sha256(name.encode("ascii")).digest(), "big")
    grids, orders = bank_of(bank)[difficulty], _line_orders()
    number, grid = divmod(number, len(grids))
    number, turned = divmod(number, 2)
    number, rows = divmod(number, len(orders))
    number, columns = divmod(number, len(orders))
    names = str.maketrans(DIGITS, _permutation(number % factorial(9)))
    return Puzzle(
        _form(grids[grid].givens, turned, rows, columns).translate(names),
        _form(grids[grid].solution, turned, rows, columns).translate(names),
    )


@cache
def bank_of(bank: Bank) -> Mapping[Difficulty, tuple[Puzzle, ...]]:
    """Read a bank: in each line a difficulty, the givens of a grid and its solution."""
    text = Path(__file__).with_name(f"bank-{bank}.txt").read_text(encoding="ascii")
    lines = [line.split(" ") for line in text.splitlines()]
    difficulties: tuple[Difficulty, ...] = get_args(Difficulty)
    return {
        difficulty: tuple(Puzzle(givens, solution) for name, givens, solution in lines if name == difficulty)
        for difficulty in difficulties
    }


@cache
def _line_orders() -> tuple[Callable[[Sequence[str]], Sequence[str]], ...]:
    """Return the 1,296 ways to reorder nine lines that keep threes together."""
    return tuple(
        itemgetter(*(3 * band + line for band, lines in zip(bands, inner, strict=True) for line in lines))
        for bands in permutations(range(3))
        for inner in product(permutations(range(3)), repeat=3)
    )


def _form(grid: str, turned: int, rows: int, columns: int) -> str:
    """Return a grid with its lines in another order; turned, its columns are the rows to begin with."""
    lines = [grid[i::9] for i in range(9)] if turned else [grid[i : i + 9] for i in range(0, 81, 9)]
    orders = _line_orders()
    return "".join(map("".join, map(orders[columns], orders[rows](lines))))


def _permutation(number: int) -> str:
    """Return one of the 362,880 orders of the digits."""
    left = list(DIGITS)
    chosen = []
    for size in range(9, 0, -1):
        number, place = divmod(number, size)
        chosen.append(left.pop(place))
    return "".join(chosen)
