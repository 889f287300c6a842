"""Sudoku a second time, from the rules alone: what the engine says is held against this.

Solutions are counted as exact covers (Donald Knuth's Algorithm X, 2000; the dictionary form is Ali Assaf's,
2010): a digit in a cell meets four demands, of its cell, row, column and box, and each is to be met once.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product

Place = tuple[int, int, int]
"""Row, column and digit, 1 ... 9 each."""
Demand = tuple[str, int, int]

DIGITS = range(1, 10)


def demands(place: Place) -> list[Demand]:
    row, column, digit = place
    box = (row - 1) // 3 * 3 + (column - 1) // 3
    return [("cell", row, column), ("row", row, digit), ("column", column, digit), ("box", box, digit)]


def places(grid: str) -> list[Place]:
    """Return what a grid of 81 characters holds; anything but a digit of 1 ... 9 is an empty cell."""
    return [(i // 9 + 1, i % 9 + 1, int(sign)) for i, sign in enumerate(grid) if sign in "123456789"]


def repeats_nothing(grid: str) -> bool:
    """Tell whether no digit is twice in a row, column or box."""
    met = [demand for place in places(grid) for demand in demands(place)]
    return len(met) == len(set(met))


def is_solution(grid: str, givens: str) -> bool:
    """Tell whether a grid is full, repeats nothing and holds the givens."""
    return len(places(grid)) == 81 and repeats_nothing(grid) and set(places(givens)) <= set(places(grid))


def solutions(givens: str) -> Iterator[str]:
    """Yield every way to fill a grid."""
    if not repeats_nothing(givens):
        return
    rows = {place: demands(place) for place in product(DIGITS, DIGITS, DIGITS)}
    columns: dict[Demand, set[Place]] = {}
    for place, met in rows.items():
        for demand in met:
            columns.setdefault(demand, set()).add(place)
    chosen = places(givens)
    for place in chosen:
        _choose(rows, columns, place)
    for found in _covers(rows, columns):
        digits = {(row, column): digit for row, column, digit in [*chosen, *found]}
        yield "".join(str(digits[cell]) for cell in product(DIGITS, DIGITS))


def count(givens: str, limit: int) -> int:
    """Count solutions up to a limit."""
    return sum(1 for _ in islice(solutions(givens), limit))


def _covers(rows: dict[Place, list[Demand]], columns: dict[Demand, set[Place]]) -> Iterator[list[Place]]:
    if not columns:
        yield []
        return
    tightest = min(columns.values(), key=len)
    for place in sorted(tightest):
        taken = _choose(rows, columns, place)
        for rest in _covers(rows, columns):
            yield [place, *rest]
        _restore(rows, columns, place, taken)


def _choose(
    rows: dict[Place, list[Demand]], columns: dict[Demand, set[Place]], place: Place
) -> list[set[Place]]:
    taken = []
    for demand in rows[place]:
        for other in columns[demand]:
            for elsewhere in rows[other]:
                if elsewhere != demand:
                    columns[elsewhere].remove(other)
        taken.append(columns.pop(demand))
    return taken


def _restore(
    rows: dict[Place, list[Demand]],
    columns: dict[Demand, set[Place]],
    place: Place,
    taken: Iterable[set[Place]],
) -> None:
    for demand, others in zip(reversed(rows[place]), reversed([*taken]), strict=True):
        columns[demand] = others
        for other in others:
            for elsewhere in rows[other]:
                if elsewhere != demand:
                    columns[elsewhere].add(other)
