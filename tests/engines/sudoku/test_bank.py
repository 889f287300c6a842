"""The bank, every line of it: graded anew, solved by a second solver, and made again by the generator."""

import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from engines.sudoku.generator import grids
from engines.sudoku.grader import grade
from engines.sudoku.model import BASE, NEWEST_BANK, Difficulty
from engines.sudoku.puzzles import Puzzle, bank_of, puzzle
from tests.engines.sudoku.reference import is_solution, solutions

TIERS: dict[Difficulty, set[str]] = {"easy": {"singles"}, "medium": {"pairs"}, "hard": {"quads", "x-wing"}}
GIVENS: dict[Difficulty, range] = {"easy": range(36, 41), "medium": range(28, 33), "hard": range(23, 28)}
ROOT = Path(__file__).parents[3]

each_difficulty = pytest.mark.parametrize("difficulty", BASE)


@pytest.fixture(scope="module")
def bank() -> dict[Difficulty, tuple[Puzzle, ...]]:
    return {**bank_of(NEWEST_BANK)}


def givens(grid: str) -> int:
    return 81 - grid.count(".")


@each_difficulty
def test_a_bank_has_at_least_300_grids_of_each_difficulty_and_none_twice(
    bank: dict[Difficulty, tuple[Puzzle, ...]], difficulty: Difficulty
) -> None:
    assert len(bank[difficulty]) >= 300
    assert len({each.givens for each in bank[difficulty]}) == len(bank[difficulty])
    assert len({each.solution for each in bank[difficulty]}) == len(bank[difficulty])


@each_difficulty
def test_every_grid_takes_the_techniques_of_its_difficulty_and_no_others(
    bank: dict[Difficulty, tuple[Puzzle, ...]], difficulty: Difficulty
) -> None:
    assert {grade(each.givens) for each in bank[difficulty]} == TIERS[difficulty]


@each_difficulty
def test_every_grid_has_as_many_givens_as_its_difficulty_says(
    bank: dict[Difficulty, tuple[Puzzle, ...]], difficulty: Difficulty
) -> None:
    assert {givens(each.givens) for each in bank[difficulty]} == set(GIVENS[difficulty])


@each_difficulty
def test_every_grid_has_one_solution_and_it_is_the_one_beside_it(
    bank: dict[Difficulty, tuple[Puzzle, ...]], difficulty: Difficulty
) -> None:
    for each in bank[difficulty]:
        assert [*islice(solutions(each.givens), 2)] == [each.solution]


def test_at_least_a_quarter_of_the_hard_grids_need_the_x_wing(
    bank: dict[Difficulty, tuple[Puzzle, ...]],
) -> None:
    tiers = [grade(each.givens) for each in bank["hard"]]
    assert tiers.count("x-wing") * 4 >= len(tiers)


def test_a_line_is_a_difficulty_and_two_grids() -> None:
    path = ROOT / "engines" / "sudoku" / f"bank-{NEWEST_BANK}.txt"
    lines = path.read_bytes().decode("ascii").splitlines(keepends=True)
    for line in lines:
        difficulty, grid, solution = line.removesuffix("\n").split(" ")
        assert difficulty in BASE
        assert set(grid) <= set(".123456789")
        assert is_solution(solution, grid)


@pytest.mark.parametrize(("difficulty", "number"), [("easy", 10), ("medium", 10), ("hard", 1)])
def test_the_generator_makes_the_first_grids_again(difficulty: Difficulty, number: int) -> None:
    # `make sudoku-bank` makes all of them, in minutes.
    assert tuple(islice(grids(NEWEST_BANK, difficulty), number)) == bank_of(NEWEST_BANK)[difficulty][:number]


def test_another_version_of_the_bank_has_other_grids() -> None:
    ours = {each.givens for each in bank_of(NEWEST_BANK)["easy"]}
    assert ours.isdisjoint(each.givens for each in islice(grids(NEWEST_BANK + 1, "easy"), 5))


@pytest.mark.skipif(shutil.which("qqwing") is None, reason="qqwing is not installed")
def test_qqwing_agrees_about_1000_puzzles() -> None:
    # It knows singles, pairs and locked candidates; triples, quads and X-wings it has to guess.
    puzzles = [
        (difficulty, puzzle(NEWEST_BANK, difficulty, seed)) for seed in range(334) for difficulty in BASE
    ][:1000]
    done = subprocess.run(
        ["qqwing", "--solve", "--stats", "--count-solutions", "--csv"],
        input="".join(f"{dealt.givens}\n" for _, dealt in puzzles),
        capture_output=True,
        text=True,
        check=True,
    )
    head, *lines = [line.split(",") for line in done.stdout.splitlines()]
    assert len(lines) == len(puzzles)
    for (difficulty, dealt), line in zip(puzzles, lines, strict=True):
        told = dict(zip(head, line, strict=False))
        assert told["Solution"] == dealt.solution
        assert told["Solution Count"] == "1"
        names = ("Naked Pairs", "Hidden Pairs", "Pointing Pairs/Triples", "Box/Line Intersections")
        more_than_singles = any(told[name] != "0" for name in names)
        assert (told["Guesses"] != "0") == (difficulty == "hard")
        assert difficulty == "hard" or more_than_singles == (difficulty == "medium")
