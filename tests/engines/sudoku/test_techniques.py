"""Each technique on a position made by hand: what it strikes there, and that no easier one does."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from engines.sudoku.grader import TECHNIQUES
from engines.sudoku.grid import NAMES
from engines.sudoku.techniques import (
    Sheet,
    Technique,
    claiming,
    hidden_pair,
    hidden_quad,
    hidden_single,
    hidden_triple,
    naked_pair,
    naked_quad,
    naked_single,
    naked_triple,
    pointing,
    x_wing,
)
from tests.engines.sudoku.known import KNOWN, dotted
from tests.engines.sudoku.reference import solutions

ALL = "123456789"

Marks = dict[str, str]
"""Cells to their digits; a cell that is not named may have all nine."""


def sheet_of(marks: Marks) -> Sheet:
    sheet = Sheet("." * 81)
    strike(sheet, marks)
    return sheet


def strike(sheet: Sheet, marks: Marks) -> None:
    """Take from each cell what it is not marked with."""
    for name, digits in marks.items():
        for digit in range(9):
            if ALL[digit] not in digits:
                sheet.strike(digit, 1 << NAMES.index(name))


def marks_of(sheet: Sheet) -> Marks:
    return {
        name: "".join(digit for digit, board in zip(ALL, sheet.boards, strict=True) if board >> cell & 1)
        for cell, name in enumerate(NAMES)
    }


def row(number: int, columns: Iterable[int] = range(1, 10)) -> list[str]:
    return [f"r{number}c{column}" for column in columns]


def column(number: int, rows: Iterable[int] = range(1, 10)) -> list[str]:
    return [f"r{row}c{number}" for row in rows]


def box(top: int, left: int) -> list[str]:
    return [f"r{top + down}c{left + right}" for down in range(3) for right in range(3)]


def without(digits: str, cells: Iterable[str]) -> Marks:
    return dict.fromkeys(cells, "".join(digit for digit in ALL if digit not in digits))


def others(cells: Iterable[str], chosen: Iterable[str]) -> list[str]:
    return [cell for cell in cells if cell not in {*chosen}]


@dataclass(frozen=True, slots=True)
class Position:
    """Marks before, and those that the technique changes, as they are after it."""

    technique: Technique
    before: Marks
    changed: Marks


def turned(marks: Marks) -> Marks:
    """Return marks with rows for columns."""
    return {f"r{name[3]}c{name[1]}": digits for name, digits in marks.items()}


R1_BOX = box(1, 1)

POSITIONS = {
    "naked single": Position(
        naked_single,
        {"r1c1": "5"},
        without("5", others({*row(1), *column(1), *R1_BOX}, ["r1c1"])),
    ),
    "hidden single in a row": Position(hidden_single, without("5", row(1, range(2, 10))), {"r1c1": "5"}),
    "hidden single in a column": Position(hidden_single, without("5", column(9, range(1, 9))), {"r9c9": "5"}),
    "hidden single in a box": Position(
        hidden_single, without("5", others(box(4, 4), ["r5c5"])), {"r5c5": "5"}
    ),
    "hidden single among few digits": Position(
        hidden_single, {**without("5", row(1, range(2, 10))), "r1c1": "58"}, {"r1c1": "5"}
    ),
    "pointing along a row": Position(
        pointing, without("5", others(R1_BOX, ["r1c1", "r1c3"])), without("5", row(1, range(4, 10)))
    ),
    "pointing along a column, three cells": Position(
        pointing,
        without("7", others(box(4, 7), column(8))),
        without("7", column(8, (1, 2, 3, 7, 8, 9))),
    ),
    "pointing with two digits": Position(
        pointing, without("25", others(R1_BOX, ["r3c1", "r3c2"])), without("25", row(3, range(4, 10)))
    ),
    "claiming in a row": Position(
        claiming, without("5", row(1, range(4, 10))), without("5", others(R1_BOX, row(1)))
    ),
    "claiming in a column": Position(
        claiming, without("5", column(6, (1, 2, 3, 5, 7, 8, 9))), without("5", others(box(4, 4), column(6)))
    ),
    "naked pair in a row": Position(
        naked_pair, {"r1c1": "12", "r1c9": "12"}, without("12", row(1, range(2, 9)))
    ),
    "naked pair in a row and its box": Position(
        naked_pair,
        {"r1c1": "12", "r1c2": "12"},
        without("12", others({*row(1), *R1_BOX}, ["r1c1", "r1c2"])),
    ),
    "naked pair in a box": Position(
        naked_pair, {"r4c4": "89", "r6c5": "89"}, without("89", others(box(4, 4), ["r4c4", "r6c5"]))
    ),
    "naked triple of three threes": Position(
        naked_triple,
        {"r1c1": "123", "r1c5": "123", "r1c9": "123"},
        without("123", row(1, (2, 3, 4, 6, 7, 8))),
    ),
    "naked triple of three pairs": Position(
        naked_triple,
        {"r2c8": "46", "r5c8": "69", "r9c8": "49"},
        without("469", column(8, (1, 3, 4, 6, 7, 8))),
    ),
    "naked quad of four fours": Position(
        naked_quad,
        dict.fromkeys(["r1c1", "r1c4", "r1c7", "r1c9"], "1234"),
        without("1234", row(1, (2, 3, 5, 6, 8))),
    ),
    "naked quad of four pairs": Position(
        naked_quad,
        {"r4c4": "12", "r4c6": "23", "r5c5": "34", "r6c4": "14"},
        without("1234", others(box(4, 4), ["r4c4", "r4c6", "r5c5", "r6c4"])),
    ),
    "hidden pair in a row": Position(
        hidden_pair, without("12", row(1, range(2, 9))), {"r1c1": "12", "r1c9": "12"}
    ),
    "hidden pair in a box": Position(
        hidden_pair, without("89", others(box(4, 4), ["r4c4", "r6c5"])), {"r4c4": "89", "r6c5": "89"}
    ),
    "hidden triple, each digit in three cells": Position(
        hidden_triple,
        without("123", column(1, (2, 3, 5, 6, 7, 8))),
        {"r1c1": "123", "r4c1": "123", "r9c1": "123"},
    ),
    "hidden triple, each digit in two cells": Position(
        # Left for 1: c1, c5. Left for 2: c5, c9. Left for 3: c1, c9.
        hidden_triple,
        {
            **without("123", row(1, (2, 3, 4, 6, 7, 8))),
            **without("2", ["r1c1"]),
            **without("3", ["r1c5"]),
            **without("1", ["r1c9"]),
        },
        {"r1c1": "13", "r1c5": "12", "r1c9": "23"},
    ),
    "hidden quad": Position(
        hidden_quad,
        without("1234", row(1, (2, 3, 5, 6, 8))),
        dict.fromkeys(["r1c1", "r1c4", "r1c7", "r1c9"], "1234"),
    ),
    "x-wing in rows": Position(
        x_wing,
        {**without("5", others(row(2), ["r2c3", "r2c8"])), **without("5", others(row(7), ["r7c3", "r7c8"]))},
        without("5", [*column(3, (1, 3, 4, 5, 6, 8, 9)), *column(8, (1, 3, 4, 5, 6, 8, 9))]),
    ),
}
POSITIONS |= {
    f"{name}, turned": Position(each.technique, turned(each.before), turned(each.changed))
    for name, each in POSITIONS.items()
}

ORDER = TECHNIQUES["x-wing"]
"""Easier techniques first."""


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_technique_strikes_what_it_may_and_nothing_else(position: Position) -> None:
    sheet = sheet_of(position.before)
    assert position.technique(sheet)
    assert marks_of(sheet) == {**dict.fromkeys(NAMES, ALL), **position.before, **position.changed}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_technique_reports_nothing_where_nothing_is_left_to_strike(position: Position) -> None:
    after = sheet_of({**position.before, **position.changed})
    naked_single(after)
    position.technique(after)
    assert not position.technique(after)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_no_easier_technique_strikes_there(position: Position) -> None:
    for technique in ORDER[: ORDER.index(position.technique)]:
        sheet = sheet_of(position.before)
        assert not technique(sheet)
        assert marks_of(sheet) == {**dict.fromkeys(NAMES, ALL), **position.before}


def test_a_single_that_another_makes_strikes_in_turn() -> None:
    # r9c9 loses its 5 to r9c1; the 6 that is left strikes next time.
    sheet = sheet_of({"r9c1": "5", "r9c9": "56"})
    assert naked_single(sheet)
    assert marks_of(sheet)["r9c9"] == "6"
    assert marks_of(sheet)["r9c2"] == "12346789"
    assert naked_single(sheet)
    for name in others({*row(9), *column(9), *box(7, 7)}, ["r9c1", "r9c9"]):
        assert "6" not in marks_of(sheet)[name]
    assert not naked_single(sheet)


NEARLY = {
    "two cells with two digits each, three in all": (naked_pair, {"r1c1": "12", "r1c9": "13"}),
    "a pair that shares no unit": (naked_pair, {"r1c1": "12", "r5c5": "12"}),
    "three cells with four digits": (naked_triple, {"r1c1": "12", "r1c5": "23", "r1c9": "34"}),
    "three cells of which two share a unit with the third only": (
        naked_triple,
        {"r1c1": "123", "r1c9": "123", "r9c1": "123"},
    ),
    "four cells with five digits": (naked_quad, {"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "45"}),
    "two digits in three cells": (
        hidden_pair,
        {**without("12", row(1, range(2, 8))), **without("2", ["r1c8"])},
    ),
    "three digits in four cells": (hidden_triple, without("123", row(1, range(5, 10)))),
    "four digits in five cells": (hidden_quad, without("1234", row(1, range(6, 10)))),
    "a digit in two lines of a box": (pointing, without("5", others(R1_BOX, ["r1c1", "r2c2"]))),
    "a digit that a box has nowhere": (pointing, without("5", R1_BOX)),
    "a digit that a line has nowhere": (claiming, without("5", row(1))),
    "a digit in two boxes of a line": (claiming, without("5", row(1, range(5, 10)))),
    "two rows with a digit in different columns": (
        x_wing,
        {**without("5", others(row(2), ["r2c3", "r2c8"])), **without("5", others(row(7), ["r7c3", "r7c9"]))},
    ),
    "two rows, one of them with three places": (
        x_wing,
        {
            **without("5", others(row(2), ["r2c3", "r2c8"])),
            **without("5", others(row(7), ["r7c3", "r7c5", "r7c8"])),
        },
    ),
    "a row and a column": (
        x_wing,
        {
            **without("5", others(row(2), ["r2c3", "r2c8"])),
            **without("5", others(column(3), ["r2c3", "r7c3"])),
        },
    ),
    "a digit in two cells of a row": (hidden_single, without("5", row(1, range(3, 10)))),
    "no cell with one digit": (naked_single, {"r1c1": "12"}),
}


@pytest.mark.parametrize("name", NEARLY)
def test_a_technique_strikes_nothing_where_its_pattern_is_not_whole(name: str) -> None:
    technique, marks = NEARLY[name]
    sheet = sheet_of(marks)
    assert not technique(sheet)
    assert marks_of(sheet) == {**dict.fromkeys(NAMES, ALL), **marks}


def test_what_is_struck_in_one_pass_is_found_again_by_others() -> None:
    # An x-wing of two digits at once, one in rows and one in columns.
    rows = POSITIONS["x-wing in rows"]
    columns = Position(
        x_wing,
        {
            **without("8", others(column(1), ["r4c1", "r6c1"])),
            **without("8", others(column(5), ["r4c5", "r6c5"])),
        },
        without("8", [*row(4, (2, 3, 4, 6, 7, 8, 9)), *row(6, (2, 3, 4, 6, 7, 8, 9))]),
    )
    sheet = sheet_of(rows.before)
    strike(sheet, columns.before)
    assert x_wing(sheet)
    for marks, digit in ((rows.changed, "5"), (columns.changed, "8")):
        assert all(digit not in marks_of(sheet)[name] for name in marks)


MANY = {
    name: each
    for name, each in KNOWN.items()
    if each.solutions > 1 or each.tier is None or each.tier != "singles"
}


@pytest.mark.parametrize("name", MANY)
def test_no_technique_strikes_a_digit_of_any_solution(name: str) -> None:
    grid = dotted(MANY[name].grid)
    found = [*solutions(grid)]
    wanted = [{solution[cell] for solution in found} for cell in range(81)]
    sheet = Sheet(grid)
    while any(technique(sheet) for technique in ORDER):
        assert all(set(marks) >= wanted[cell] for cell, marks in enumerate(marks_of(sheet).values()))
