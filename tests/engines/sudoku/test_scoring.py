"""What a game pays: every row of the agreed tables, played out, and where the floor is reached."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engines.sudoku import GAME
from engines.sudoku.model import Difficulty, State
from engines.sudoku.puzzles import Puzzle
from engines.sudoku.rules import solved_points, unsolved_points
from tests.engines.sudoku.driver import W, fills, paid, play, see

BASES: dict[Difficulty, int] = {"easy": 300, "medium": 600, "hard": 1000}
GIVENS = {"easy": range(36, 41), "medium": range(28, 33), "hard": range(23, 28)}


def board_with(empty: int) -> Puzzle:
    """Return W with so many empty cells: givens hidden, or cells filled, from the top left."""
    cells = [*W.givens]
    for cell in range(81):
        if cells.count(".") == empty:
            break
        if cells.count(".") > empty:
            cells[cell] = W.solution[cell]
        else:
            cells[cell] = "."
    return Puzzle("".join(cells), W.solution)


def start(difficulty: Difficulty) -> State:
    return GAME.initial(7, {"difficulty": difficulty})


SOLVED: list[tuple[Difficulty, int, int, int]] = [
    ("easy", 0, 0, 300),
    ("easy", 2, 0, 200),
    ("easy", 1, 1, 225),
    ("easy", 2, 5, 75),
    ("easy", 0, 9, 75),
    ("easy", 0, 10, 75),
    ("medium", 2, 3, 425),
    ("medium", 0, 18, 150),
    ("medium", 0, 100, 150),
    ("hard", 2, 25, 275),
    ("hard", 2, 26, 250),
    ("hard", 2, 27, 250),
    ("hard", 0, 30, 250),
]


@pytest.mark.parametrize(("difficulty", "mistakes", "checks", "score"), SOLVED)
def test_a_solved_puzzle_pays_the_base_less_50_a_mistake_and_25_a_check_and_a_quarter_at_least(
    difficulty: Difficulty, mistakes: int, checks: int, score: int
) -> None:
    state = play(
        *["check"] * checks, *fills()[1:], "set 1 3 1", *["submit"] * mistakes, start=start(difficulty)
    )
    ready = play("set 1 3 4", start=state)
    assert see(ready)["potential_score"] == score
    end = play("submit", start=ready)
    assert see(end)["status"] == "won"
    assert paid(end) == see(end)["score"] == score
    assert see(end)["potential_score"] is None


UNSOLVED: list[tuple[Difficulty, int, int, int]] = [
    ("easy", 0, 43, 0),
    ("easy", 20, 43, 28),
    ("easy", 42, 43, 59),
    ("easy", 43, 43, 60),
    ("medium", 25, 51, 59),
    ("medium", 51, 51, 120),
    ("hard", 1, 56, 4),
    ("hard", 28, 56, 100),
    ("hard", 55, 56, 196),
]


@pytest.mark.parametrize(("difficulty", "right", "empty", "score"), UNSOLVED)
def test_an_unsolved_puzzle_pays_a_fifth_of_the_base_by_the_share_of_right_cells(
    difficulty: Difficulty, right: int, empty: int, score: int
) -> None:
    board = board_with(empty)
    assert board.givens.count(".") == empty
    state = play(*fills(board)[:right], start=start(difficulty), board=board)
    assert paid(state, board) is None
    assert paid(play("resign", start=state, board=board), board) == score


def test_wrong_entries_count_for_nothing_when_the_game_is_lost_or_resigned() -> None:
    # 50 of 51 right: 120 * 50 / 51 = 117.6; the wrong one is as good as none.
    wrong = play(*fills()[1:], "set 1 3 1", start=start("medium"))
    assert paid(play("resign", start=wrong)) == 118
    assert paid(play("clear 1 3", "resign", start=wrong)) == 118
    assert paid(play("submit", "submit", "submit", start=wrong)) == 118


def test_mistakes_and_checks_take_nothing_from_an_unsolved_game() -> None:
    state = play(*fills()[:25], start=start("medium"))
    assert paid(play(*["check"] * 40, "resign", start=state)) == 59
    wrong = play(*fills()[1:], "set 1 3 1", "submit", "submit", start=start("medium"))
    assert paid(play("resign", start=wrong)) == 118


def test_moves_and_pencil_marks_cost_nothing() -> None:
    slow = play(
        *["set 1 3 1", "note 1 4 123", "clear 1 3", "select 1 3"] * 50, *fills(), start=start("medium")
    )
    assert see(slow)["turn"] == 150 + 51
    assert paid(play("submit", start=slow)) == 600


FLOOR = {"easy": [9, 7, 5], "medium": [18, 16, 14], "hard": [30, 28, 26]}


@pytest.mark.parametrize("difficulty", BASES)
@pytest.mark.parametrize("mistakes", [0, 1, 2])
def test_the_floor_is_first_reached_at_a_known_number_of_checks(
    difficulty: Difficulty, mistakes: int
) -> None:
    base = BASES[difficulty]
    reached = [checks for checks in range(200) if solved_points(base, mistakes, checks) == base // 4]
    assert reached == [*range(FLOOR[difficulty][mistakes], 200)]


@pytest.mark.parametrize("difficulty", BASES)
def test_unsolved_points_are_the_nearest_integer_and_never_a_half(difficulty: Difficulty) -> None:
    for givens in GIVENS[difficulty]:
        empty = 81 - givens
        for right in range(empty + 1):
            exact = Fraction(BASES[difficulty], 5) * Fraction(right, empty)
            assert exact % 1 != Fraction(1, 2)
            assert unsolved_points(BASES[difficulty], right, empty) == round(exact)


@pytest.mark.parametrize("difficulty", BASES)
def test_handing_in_a_right_board_always_beats_resigning(difficulty: Difficulty) -> None:
    base = BASES[difficulty]
    assert solved_points(base, 2, 1000) > unsolved_points(base, 50, 50)


def test_the_difficulty_decides_the_base() -> None:
    for difficulty, base in BASES.items():
        seen = GAME.observe(start(difficulty))
        assert (seen["base"], seen["potential_score"], seen["score"]) == (base, base, None)


def test_a_tampered_count_of_checks_pays_no_less_than_the_floor() -> None:
    assert paid(replace(play(*fills(), "submit"), checks=10**9)) == 150
