"""Bitboards against sets of cells: fill, pockets, frontier, distances; random boards and long corridors."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.glasswend.claims import fill
from engines.glasswend.grid import (
    BIT,
    BOARD,
    CLOCKWISE,
    INTERIOR,
    NEXT,
    SIZE,
    SQUARE,
    Cells,
    cell_at,
    cells_of,
    count_pockets,
    frontier,
    lowest,
    nearest,
    place,
    pocket,
    turned,
    within,
)
from engines.glasswend.model import Mote
from tests.engines.glasswend.driver import block, cell, column, row

MODEST = settings(derandomize=True, deadline=None, max_examples=30)
INSIDE = block(1, 1, 22, 30)


# The independent way: sets of (x, y), one cell at a time


def naive_pockets(dark: Iterable[int]) -> list[set[int]]:
    left = set(dark)
    pockets = []
    while left:
        todo = [left.pop()]
        found = set(todo)
        while todo:
            x, y = todo[-1] % 24, todo.pop() // 24
            for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                other = (y + down) * 24 + x + right
                if 0 <= x + right < 24 and other in left:
                    left.remove(other)
                    found.add(other)
                    todo.append(other)
        pockets.append(found)
    return pockets


def naive_frontier(dark: set[int], thread: set[int]) -> set[int]:
    return {
        at
        for at in range(SIZE)
        if at not in dark
        and at not in thread
        and any(abs(at % 24 - other % 24) <= 1 and abs(at // 24 - other // 24) <= 1 for other in dark)
    }


def distance(one: int, other: int) -> int:
    return abs(one % 24 - other % 24) + abs(one // 24 - other // 24)


def members(cells: Cells) -> set[int]:
    return {at for at in range(SIZE) if cells >> at & 1}


@st.composite
def boards(draw: st.DrawFn) -> set[int]:
    """Draw the dark cells of a board: noise of some density with a few rectangles lit or dark."""
    density = draw(st.integers(0, 10))
    noise = draw(st.lists(st.integers(0, 9), min_size=len(INSIDE), max_size=len(INSIDE)))
    dark = {at for at, value in zip(INSIDE, noise, strict=True) if value < density}
    for _ in range(draw(st.integers(0, 4))):
        x, y = draw(st.integers(1, 22)), draw(st.integers(1, 30))
        part = set(block(x, y, draw(st.integers(x, 22)), draw(st.integers(y, 30))))
        dark = dark - part if draw(st.booleans()) else dark | part
    return dark


SPIRAL = [
    at
    for n in range(0, 11, 2)
    for at in (
        *row(1 + n, 1 + n, 22 - n),
        *column(22 - n, 1 + n, 30 - n),
        *row(30 - n, 1 + n, 22 - n),
        *column(1 + n, 3 + n, 30 - n),
        *([cell(2 + n, 3 + n)] if n < 10 else []),
    )
]
ZIGZAG = [at for y in range(1, 31) for at in (row(y, 1, 22) if y % 2 else [cell(22 if y % 4 == 2 else 1, y)])]
MEANDER = [
    at
    for y in range(1, 30, 4)
    for x in range(1, 23)
    for at in (column(x, y, y + 2) if x % 2 else [cell(x, y if x % 4 == 2 else y + 2)])
] + [cell(21 if n % 2 else 1, y) for n, y in enumerate(range(4, 30, 4))]
CORRIDORS = {"spiral": SPIRAL, "zigzag": ZIGZAG, "meander": MEANDER}


def mote_at(at: int) -> Mote:
    return (at % 24 * 1000 + 500, at // 24 * 1000 + 500, 59, 115)


def check_fill(dark: set[int], occupied: list[int]) -> None:
    filled = fill(cells_of(dark), tuple(map(mote_at, occupied)))
    pockets = naive_pockets(dark)
    stay = [found for found in pockets if found & set(occupied)]
    assert members(filled.left) == set().union(*stay)
    assert members(filled.flooded) == dark - set().union(*stay)
    assert (filled.regions, filled.pockets) == (len(pockets) - len(stay), len(stay))


@MODEST
@given(boards(), st.data())
def test_a_fill_is_that_of_sets_of_cells(dark: set[int], data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(sorted(dark)), max_size=5) if dark else st.just([])
    check_fill(dark, data.draw(some))


@pytest.mark.parametrize("name", CORRIDORS)
def test_a_fill_goes_to_the_end_of_long_corridors(name: str) -> None:
    corridor = CORRIDORS[name]
    dark = set(corridor)
    longest = max(len(found) for found in naive_pockets(dark))
    assert longest > 250
    for start in (corridor[0], corridor[-1], corridor[len(corridor) // 2]):
        check_fill(dark, [start])
    check_fill(dark, [])
    for gap in (corridor[50], corridor[200]):
        check_fill(dark - {gap}, [corridor[100]])


def test_a_fill_of_all_there_is() -> None:
    check_fill(set(INSIDE), [cell(1, 1)])
    check_fill(set(INSIDE), [])
    check_fill(set(), [])


def test_a_fill_of_a_chequered_board() -> None:
    dark = {at for at in INSIDE if (at % 24 + at // 24) % 2}
    check_fill(dark, [min(dark), max(dark)])
    assert count_pockets(cells_of(dark)) == 330


@MODEST
@given(boards())
def test_pockets_are_counted_and_found_as_sets(dark: set[int]) -> None:
    pockets = naive_pockets(dark)
    assert count_pockets(cells_of(dark)) == len(pockets)
    for found in pockets[:5]:
        assert members(pocket(BIT[min(found)], cells_of(dark))) == found


@MODEST
@given(boards(), st.data())
def test_the_frontier_is_that_of_sets_of_cells(dark: set[int], data: st.DataObject) -> None:
    thread = data.draw(st.lists(st.sampled_from(INSIDE), max_size=12, unique=True))
    dark -= set(thread)
    assert members(frontier(cells_of(dark), thread)) == naive_frontier(dark, set(thread))


@MODEST
@given(st.integers(0, SIZE - 1), st.lists(st.integers(0, SIZE - 1), max_size=30))
def test_nearest_is_least_distance_then_lowest_index(at: int, cells: list[int]) -> None:
    expected = min(cells, key=lambda other: (distance(at, other), other), default=None)
    assert nearest(at, cells_of(cells)) == expected


@pytest.mark.parametrize("at", [0, 23, 744, 767, 100, 383, 384])
def test_within_is_the_cells_at_most_so_far(at: int) -> None:
    for far in (0, 1, 5, 6, 30, 60):
        assert members(within(at, far)) == {other for other in range(SIZE) if distance(at, other) <= far}


def test_cells_places_and_sets() -> None:
    assert (cell_at(0, 0), cell_at(23, 31), cell_at(5, 2)) == (0, 767, 53)
    assert [cell_at(x, y) for x, y in ((-1, 0), (24, 0), (0, -1), (0, 32))] == [None] * 4
    assert (place(0), place(53), place(767)) == ((0, 0), (5, 2), (23, 31))
    assert members(cells_of([3, 700, 3])) == {3, 700}
    assert lowest(cells_of([700, 31])) == 31
    assert members(BOARD) == set(range(768))
    assert members(INTERIOR) == set(INSIDE)
    assert all(members(BIT[at]) == {at} for at in range(SIZE))


def test_directions_turn_clockwise() -> None:
    assert CLOCKWISE == ("up", "right", "down", "left")
    assert [turned("up", n) for n in (-1, 0, 1, 2)] == ["left", "up", "right", "down"]
    assert [turned("left", n) for n in (-1, 0, 1, 2)] == ["down", "left", "up", "right"]


def test_next_cells_end_at_the_edge() -> None:
    assert [NEXT[direction][cell(5, 5)] for direction in CLOCKWISE] == [
        cell(5, 4),
        cell(6, 5),
        cell(5, 6),
        cell(4, 5),
    ]
    assert [NEXT[direction][0] for direction in CLOCKWISE] == [None, 1, 24, None]
    assert [NEXT[direction][767] for direction in CLOCKWISE] == [743, None, None, 766]


def test_a_square_is_a_cell_with_its_neighbours() -> None:
    assert members(SQUARE[cell(5, 5)]) == set(block(4, 4, 6, 6))
    assert members(SQUARE[0]) == set(block(0, 0, 1, 1))
    assert members(SQUARE[767]) == set(block(22, 30, 23, 31))
