"""Grids and their tiers: published ones, the order of techniques, and what finishing means."""

import random
from itertools import pairwise

import pytest

from engines.sudoku.grader import TECHNIQUES, TIERS, Tier, grade, work
from engines.sudoku.puzzles import bank_of
from engines.sudoku.solver import count_solutions
from engines.sudoku.solver import solutions as solved
from engines.sudoku.techniques import Sheet
from tests.engines.sudoku.driver import W
from tests.engines.sudoku.known import KNOWN, Known, dotted
from tests.engines.sudoku.reference import count, repeats_nothing, solutions

each_known = pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)


@each_known
def test_a_published_grid_has_the_tier_it_is_known_for(known: Known) -> None:
    assert grade(dotted(known.grid)) == known.tier


@each_known
def test_a_published_grid_has_the_solutions_it_is_known_for(known: Known) -> None:
    grid = dotted(known.grid)
    assert 81 - grid.count(".") == known.givens
    assert count(grid, 200) == count_solutions(grid, 200) == known.solutions
    assert sorted(solved(grid)) == sorted(solutions(grid))


def test_a_set_of_techniques_holds_the_one_before() -> None:
    sets = [set(TECHNIQUES[tier]) for tier in TIERS]
    assert TIERS == ("singles", "pairs", "quads", "x-wing")
    assert [len(techniques) for techniques in sets] == [2, 6, 10, 11]
    assert all(smaller < larger for smaller, larger in pairwise(sets))


@pytest.mark.parametrize("tier", TIERS)
def test_the_order_of_techniques_changes_nothing(tier: Tier) -> None:
    shuffled = random.Random(7)
    grids = [dotted(known.grid) for known in KNOWN.values()]
    grids += [puzzle.givens for puzzles in bank_of(1).values() for puzzle in puzzles[:10]]
    techniques = [*TECHNIQUES[tier]]
    for grid in grids:
        usual = Sheet(grid)
        work(usual, tier)
        for _ in range(3):
            shuffled.shuffle(techniques)
            other = Sheet(grid)
            while sum(technique(other) for technique in techniques):  # every one, each time
                pass
            assert other.boards == usual.boards


def test_a_finished_grid_has_every_digit_in_every_unit() -> None:
    assert grade(W.solution) == "singles"
    assert Sheet(W.solution).is_finished()
    assert Sheet(W.solution).written() == W.solution
    assert not Sheet(W.givens).is_finished()
    for cell, digit in ((0, "3"), (80, "1"), (40, "7")):
        wrong = W.solution[:cell] + digit + W.solution[cell + 1 :]
        assert not repeats_nothing(wrong)
        assert not Sheet(wrong).is_finished()
        assert grade(wrong) is None
        assert count_solutions(wrong) == 0


def test_a_grid_without_a_solution_has_no_tier() -> None:
    for grid in ("55" + "." * 79, "12345678." + "." * 8 + "9" + "." * 63, "5" * 81):
        assert count(grid, 2) == count_solutions(grid) == 0
        assert grade(grid) is None


def test_an_empty_grid_has_no_tier_and_more_solutions_than_asked_for() -> None:
    assert grade("." * 81) is None
    assert count_solutions("." * 81) == 2
    assert count_solutions("." * 81, limit=5) == 5
    assert count_solutions(W.givens, limit=1) == 1


def test_what_is_worked_out_so_far_is_written_with_empty_cells() -> None:
    grid = dotted(KNOWN["Norvig's grid2"].grid)
    sheet = Sheet(grid)
    assert sheet.written() == grid
    work(sheet, "singles")
    (solution,) = solutions(grid)
    found = sheet.written()
    assert 17 < 81 - found.count(".") < 81
    assert all(sign in (".", digit) for sign, digit in zip(found, solution, strict=True))
    work(sheet, "pairs")
    assert sheet.written() == solution
