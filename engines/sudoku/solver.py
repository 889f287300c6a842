"""Counts the solutions of a grid by plain search, each time in the cell where the fewest digits fit."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engines.sudoku.grid import DIGITS, EMPTY

_ALL: Final = 0b111111111


def count_solutions(givens: str, limit: int = 2) -> int:
    """Return how many solutions a grid has, or the limit where it has as many or more."""
    return sum(1 for _ in islice(solutions(givens), limit))


def solutions(givens: str) -> Iterator[str]:
    """Yield every solution of a grid, 81 characters each."""
    rows, columns, boxes = [0] * 9, [0] * 9, [0] * 9
    empty = []
    for cell, digit in enumerate(givens):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        if digit == EMPTY:
            empty.append((cell, row, column, box))
            continue
        bit = 1 << DIGITS.index(digit)
        if bit & (rows[row] | columns[column] | boxes[box]):
            return
        rows[row] |= bit
        columns[column] |= bit
        boxes[box] |= bit
    filled = list(givens)

    def search() -> Iterator[str]:
        if not empty:
            yield "".join(filled)
            return
        fewest, chosen, digits = 10, 0, 0
        for i, (_, row, column, box) in enumerate(empty):
            free = _ALL & ~(rows[row] | columns[column] | boxes[box])
            if free.bit_count() < fewest:
                fewest, chosen, digits = free.bit_count(), i, free
                if fewest < 2:
                    break
        cell, row, column, box = empty[chosen]
        empty[chosen] = empty[-1]
        del empty[-1]
        while digits:
            bit = digits & -digits
            digits ^= bit
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
            filled[cell] = DIGITS[bit.bit_length() - 1]
            yield from search()
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
        empty.append((cell, row, column, box))
        empty[chosen], empty[-1] = empty[-1], empty[chosen]

    yield from search()
