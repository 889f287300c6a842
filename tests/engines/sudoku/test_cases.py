"""The sixty cases agreed for Sudoku's commands, by number, each in the engine's part.

Request bodies (12), `/finish` (53, 54), `/new` (55, 56), tokens (58) and retries (59) belong to the API; here
stands what it relies on.
"""

from dataclasses import fields, replace

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.refusal import Refusal
from engines.sudoku import GAME
from engines.sudoku.model import State
from engines.sudoku.rules import command_on
from schemas.codec import packer, unpacker
from tests.engines.sudoku.driver import START, W, batch, fills, paid, play, refuse, see, send, sign
from tests.engines.sudoku.reference import is_solution, repeats_nothing

SYNTAX = {
    "set": ("set <row> <col> <digit>", "set 3 5 7"),
    "clear": ("clear <row> <col>", "clear 3 5"),
    "note": ("note <row> <col> <digits>", "note 3 5 147"),
    "select": ("select <row> <col>", "select 3 5"),
    "check": ("check", "check"),
    "submit": ("submit", "submit"),
    "resign": ("resign", "resign"),
}
FULL = play(*fills())
ALMOST = play(*fills()[1:])
"""One cell, R1C3, is empty; it takes a 4."""
WRONG = play("set 1 3 1", start=ALMOST)
"""Full, and wrong in one cell."""


def malformed(state: State, text: str) -> None:
    """See a command refused with its syntax and an example."""
    refusal = refuse(state, text)
    assert refusal.code == "malformed-command"
    for words in SYNTAX[text.split()[0].lower()]:
        assert words in refusal.reason


def out_of_range(state: State, text: str) -> Refusal:
    refusal = refuse(state, text)
    assert refusal.code == "out-of-range"
    assert "1 to 9" in refusal.reason
    return refusal


# 1 ... 12: how commands are written


def test_01_a_right_digit_is_shown_in_brackets_without_a_warning() -> None:
    done = send(START, "set 3 5 4")
    assert sign(done.state, 3, 5) == "[4]"
    assert done.warnings == ()
    assert see(done.state)["cells"][2 * 9 + 4] == "4"


def test_02_a_cell_may_be_written_as_one_word() -> None:
    assert send(START, "set r3c5 4") == send(START, "set 3 5 4")


@pytest.mark.parametrize(
    "text",
    ["SET R3C5 4", "  set   3  5   4 ", "Set r3C5 4", "sEt 3 5 4", "\tset\t3 \t 5\t4\t", "set 3 5 4"],
)
def test_03_case_and_blanks_do_not_matter(text: str) -> None:
    assert send(START, text) == send(START, "set 3 5 4")


@pytest.mark.parametrize("rest", ["", " 147", " none"])
@pytest.mark.parametrize("verb", ["set", "clear", "note", "select"])
def test_04_every_cell_command_takes_both_spellings(verb: str, rest: str) -> None:
    end = {"set": " 4", "note": rest or " 1"}.get(verb, "")
    assert send(START, f"{verb} r3c5{end}") == send(START, f"{verb} 3 5{end}")


@pytest.mark.parametrize(
    "text",
    [
        *("set 3,5,4", "set (3,5) 4", "set 3 5=4", "set 354", "set 3, 5, 4", "set 3/5/4", "set 3:5 4"),
        *("set r3 c5 4", "set r3c54", "set c5r3 4", "set r3c5=4", "set 3c5 4", "set r35 4", "set 3 5 r4"),
        *("set r3c5 3 5 4", "set 3 r3c5 4", "set row 3 col 5 4"),
    ],
)
def test_05_other_spellings_are_refused_with_syntax_and_example(text: str) -> None:
    malformed(START, text)


@pytest.mark.parametrize(
    "text",
    [
        *("set", "set 3", "set 3 5", "set r3c5", "set 3 5 4 4", "set r3c5 4 4"),
        *("clear", "clear 3", "clear 3 5 4", "clear r3c5 4", "clear all"),
        *("select", "select 3", "select 3 5 4", "select none"),
        *("check now", "check 3 5", "submit it", "submit 1", "resign game", "check check"),
    ],
)
def test_06_words_missing_or_too_many_are_refused(text: str) -> None:
    malformed(START, text)


@pytest.mark.parametrize(
    "text",
    [
        *("set 0 5 4", "set 10 5 4", "set 3 0 4", "set 3 10 4", "set 3 5 10", "set 3 5 99", "set 3 5 12"),
        *("set r0c5 4", "set r10c5 4", "set r3c0 4", "set r3c12 4", "set 12 5 4", "set 3 5 123456789"),
        *("clear 0 5", "clear 3 10", "select 0 0", "select r3c10", "note 0 5 1", "note 3 10 1"),
        f"set {'9' * 150} 5 4",
    ],
)
def test_07_numbers_outside_1_to_9_are_refused(text: str) -> None:
    assert text.split()[0] in out_of_range(START, text).reason


@pytest.mark.parametrize("text", ["set 3 5 0", "set r3c5 0", "SET 3 5 0"])
def test_08_a_zero_points_to_clear(text: str) -> None:
    assert "clear <row> <col>, for example clear 3 5" in out_of_range(START, text).reason


def test_08_only_a_zero_does() -> None:
    assert "clear" not in out_of_range(START, "set 3 5 10").reason
    assert "clear" not in out_of_range(START, "set 0 5 0").reason


@pytest.mark.parametrize(
    "text",
    [
        *(
            "set -3 5 4",
            "set +3 5 4",
            "set 3.0 5 4",
            "set 03 5 4",
            "set 3 5 four",
            "set 3 5 04",
            "set 3 05 4",
        ),
        *(
            "set r03c5 4",
            "set 3 5 4.0",
            "set 3 5 -4",
            "set 3 5 4e0",
            "set 0x3 5 4",
            "set 3 5 00",
            "set 1_0 5 4",
        ),
        *("set 3 5 none", "set 3 5 true", "set 0 5 four"),
    ],
)
def test_09_a_number_is_plain_digits_without_sign_point_or_leading_zero(text: str) -> None:
    malformed(START, text)


@pytest.mark.parametrize(
    "digit",
    [
        *("\uff13", "\u0664", "\u00b2", "\u2462", "\u2173", "\u0969", "\U0001d7db", "\u00bd", "\u5341"),
        *("3\u0301", "3\ufe0f", "\u200b3"),
    ],
    ids=ascii,
)
@pytest.mark.parametrize(
    "text", ["set {} 5 4", "set 3 {} 4", "set 3 5 {}", "set r{}c5 4", "note 3 5 {}", "clear 3 {}"]
)
def test_10_no_digit_but_the_ten_of_ascii_is_a_number(text: str, digit: str) -> None:
    malformed(START, text.format(digit))


UNKNOWN = {
    "another verb": "put 3 5 4",
    "nothing": "",
    "only blanks": " \t ",
    "NUL": "\0",
    "NUL after the verb": "set\0 3 5 4",
    "a newline after the verb": "check\n",
    "a newline before it": "\ncheck",
    "two lines": "check\nresign",
    "a semicolon": "check;submit",
    "a verb and a number in one": "set3 5 4",
    "a plural": "notes 3 5 1",
    "the end of a verb": "et 3 5 4",
    "a quoted command": '"check"',
    "an order of another game": "finish",
}


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_11_anything_else_is_refused_with_a_list_of_the_commands(text: str) -> None:
    refusal = refuse(START, text)
    assert refusal.code == "unknown-command"
    assert all(syntax in refusal.reason for syntax, _ in SYNTAX.values())


@pytest.mark.parametrize("text", ["x" * 10_000, "set 3 5 4" + " " * 10_000, "\u00e9" * 10_000, "\0" * 10_000])
def test_11_ten_kilobytes_are_refused_with_a_list_of_the_commands(text: str) -> None:
    refusal = refuse(START, text)
    assert refusal.code == "too-long"
    assert "200 characters" in refusal.reason
    assert all(syntax in refusal.reason for syntax, _ in SYNTAX.values())
    assert len(refusal.reason) < 300


def test_11_a_word_is_repeated_in_ascii_and_cut() -> None:
    assert refuse(START, "put 3 5 4").reason.startswith('"put" is not a command')
    assert refuse(START, "x" * 21).reason.startswith(f'"{"x" * 20}..." is not a command')
    assert refuse(START, "x" * 20).reason.startswith(f'"{"x" * 20}" is not a command')
    assert refuse(START, "\ud800\n\u00e9").reason.startswith(r'"\ud800\n\u00e9" is not a command')


@pytest.mark.parametrize(
    "text", ["set 3 5 4\nset 1 3 4", "set 3 5 4;set 1 3 4", "set 3 5 4 && check", "set 3 5 4\0"]
)
def test_11_two_commands_in_one_are_one_bad_command(text: str) -> None:
    malformed(START, text)


def test_12_a_shape_error_runs_nothing_since_only_text_reaches_the_game() -> None:
    # 400 for a body that is not text, or a list of texts, is the API's; a number in a text is not a command.
    for text in ("5", "null", "{}", '["check"]'):
        assert refuse(START, text).code == "unknown-command"


# 13 ... 19: set and clear


@pytest.mark.parametrize("digit", ["9", "5"])
def test_13_14_a_given_stays_even_against_its_own_digit(digit: str) -> None:
    refusal = refuse(START, f"set 1 1 {digit}")
    assert refusal.code == "given-cell"
    assert "R1C1" in refusal.reason
    assert sign(START, 1, 1) == "5"


def test_15_an_entry_may_be_overwritten() -> None:
    assert sign(play("set 3 5 4", "set 3 5 3"), 3, 5) == "[3]"


def test_16_the_same_digit_again_is_accepted_and_changes_nothing() -> None:
    once, twice = play("set 3 5 4"), play("set 3 5 4", "set 3 5 4")
    assert twice == replace(once, turn=2)


def test_17_clear_empties_a_cell_and_takes_its_notes() -> None:
    assert play("set 3 5 4", "clear 3 5") == replace(START, turn=2)
    assert sign(play("set 3 5 4", "clear 3 5"), 3, 5) == "."
    assert play("note 3 5 147", "clear 3 5") == replace(START, turn=2)


def test_17_clear_leaves_other_cells_alone() -> None:
    marked = play("note 1 3 12", "note 3 4 3", "set 3 6 2", "note 3 5 147", "note 5 5 9")
    assert see(play("clear 3 5", start=marked))["notes"] == {"r1c3": "12", "r3c4": "3", "r5c5": "9"}
    assert sign(play("clear 3 5", start=marked), 3, 6) == "[2]"


def test_18_clearing_an_empty_cell_is_accepted_and_changes_nothing() -> None:
    assert play("clear 3 5") == replace(START, turn=1)


@pytest.mark.parametrize("text", ["clear 1 1", "note 1 1 5", "note 1 1 none"])
def test_19_a_given_cannot_be_cleared_or_noted(text: str) -> None:
    assert refuse(START, text).code == "given-cell"


# 20 ... 26: pencil marks

NOTED = play("note 3 5 147")


def test_20_pencil_marks_are_listed_under_the_board() -> None:
    assert see(NOTED)["notes"] == {"r3c5": "147"}
    assert see(NOTED)["board"][-1] == "R3C5: 1 4 7"
    assert see(NOTED)["board"][:-1] == see(START)["board"]
    assert sign(NOTED, 3, 5) == "."


def test_21_new_pencil_marks_replace_the_old() -> None:
    assert see(play("note 3 5 29", start=NOTED))["notes"] == {"r3c5": "29"}


@pytest.mark.parametrize("none", ["none", "NONE", "None"])
def test_22_none_clears_them(none: str) -> None:
    assert play(f"note 3 5 {none}", start=NOTED) == replace(START, turn=2)
    assert play(f"note r3c5 {none}") == replace(START, turn=1)


@pytest.mark.parametrize("digits", ["147", "7411", "1 4 7", "7 4 1", "14 7", "4\t1  7", "1" * 60 + "74"])
def test_23_digits_are_sorted_and_kept_once_and_may_be_apart(digits: str) -> None:
    assert play(f"note 3 5 {digits}") == NOTED
    assert play(f"note r3c5 {digits}") == NOTED


@pytest.mark.parametrize(
    "text",
    [
        *("note 3 5", "note r3c5", "note 3 5 1x", "note 3 5 1,4,7", "note 3 5 1-4", "note 3 5 none 1"),
        *("note 3 5 1 none", "note 3 5 no ne", "note 3 5 nonenone", "note 3 5 all", "note 3 5 +1", "note"),
    ],
)
def test_24_other_pencil_marks_are_refused_and_the_old_stay(text: str) -> None:
    malformed(NOTED, text)


@pytest.mark.parametrize("digits", ["0", "10", "1 0 4", "01", "0147", "1470"])
def test_24_a_zero_is_no_pencil_mark(digits: str) -> None:
    reason = out_of_range(NOTED, f"note 3 5 {digits}").reason
    assert "note <row> <col> <digits>, for example note 3 5 147" in reason
    assert "none" in reason


@pytest.mark.parametrize("digits", ["12", "4", "none"])
def test_25_a_cell_with_an_entry_takes_no_pencil_marks(digits: str) -> None:
    refusal = refuse(play("set 3 5 4"), f"note 3 5 {digits}")
    assert refusal.code == "filled-cell"
    assert "R3C5 holds your 4" in refusal.reason


def test_26_a_digit_takes_the_pencil_marks_of_its_cell_and_no_others() -> None:
    marked = play("note 3 5 147", "note 3 4 123456789", "note 3 6 124", "note 9 1 1")
    assert see(play("set 3 5 4", start=marked))["notes"] == {"r3c4": "123456789", "r3c6": "124", "r9c1": "1"}


# 27 ... 29: warnings


def test_27_a_digit_that_repeats_is_accepted_with_a_warning() -> None:
    done = send(START, "set 3 5 7")
    assert sign(done.state, 3, 5) == "[7]"
    assert done.message == "R3C5 is 7."
    assert done.warnings == ("7 is also in R1C5 (column and box).",)


def test_28_your_own_digits_are_seen_too() -> None:
    assert send(play("set 3 4 3"), "set 3 5 3").warnings == ("3 is also in R3C4 (row and box).",)


def test_28_every_cell_that_repeats_the_digit_is_named() -> None:
    # 8 is given at R3C3 and R9C5, in the row and the column of R3C5; two more are the player's.
    start = play("set 1 4 8", "set 5 5 8", "set 4 2 8")
    (warning,) = send(start, "set 3 5 8").warnings
    assert warning == "8 is also in R1C4 (box), R3C3 (row), R5C5 (column), R9C5 (column)."


def test_28_the_cell_itself_and_pencil_marks_are_not_repeats() -> None:
    assert send(play("set 3 5 4", "note 3 4 4"), "set 3 5 4").warnings == ()


def test_28_a_repeat_is_warned_of_each_time() -> None:
    assert send(play("set 3 5 7"), "set 3 5 7").warnings == ("7 is also in R1C5 (column and box).",)


@pytest.mark.parametrize("digit", ["7", "3"])
def test_29_a_repeating_or_wrong_entry_costs_nothing(digit: str) -> None:
    seen = see(play(f"set 3 5 {digit}"))
    assert (seen["mistakes"], seen["checks"], seen["potential_score"]) == (0, 0, 600)


# 30 ... 36: check

FOUND = play("set 3 5 3", "check")


def test_30_check_marks_a_wrong_entry_and_counts() -> None:
    done = send(play("set 3 5 3"), "check")
    assert done.message.startswith("1 wrong: R3C5.")
    assert sign(done.state, 3, 5) == "!3!"
    assert see(done.state)["wrong"] == ["r3c5"]
    assert see(done.state)["checks"] == 1


def test_31_a_check_that_finds_nothing_costs_too() -> None:
    done = send(play("set 3 5 4"), "check")
    assert done.message.startswith("0 wrong.")
    assert see(done.state)["wrong"] == []
    assert see(done.state)["potential_score"] == 600 - 25


def test_32_every_check_costs_with_no_entries_and_twice_in_a_row() -> None:
    assert see(play("check"))["potential_score"] == 600 - 25
    assert see(play("check", "check"))["potential_score"] == 600 - 50
    assert see(play("check", "check"))["checks"] == 2


def test_33_the_mark_goes_with_the_digit() -> None:
    assert sign(play("set 3 5 4", start=FOUND), 3, 5) == "[4]"
    assert sign(play("set 3 5 1", start=FOUND), 3, 5) == "[1]"
    assert sign(play("clear 3 5", start=FOUND), 3, 5) == "."
    for text in ("set 3 5 4", "set 3 5 1", "clear 3 5"):
        assert see(play(text, start=FOUND))["wrong"] == []
    assert sign(play("clear 3 5", "set 3 5 3", start=FOUND), 3, 5) == "[3]"


def test_33_the_mark_of_another_cell_stays() -> None:
    both = play("set 3 5 3", "set 1 3 1", "check")
    assert see(both)["wrong"] == ["r1c3", "r3c5"]
    assert see(play("set 3 5 4", start=both))["wrong"] == ["r1c3"]
    assert see(play("clear 1 3", start=both))["wrong"] == ["r3c5"]


def test_34_the_same_digit_keeps_its_mark() -> None:
    assert sign(play("set 3 5 3", start=FOUND), 3, 5) == "!3!"


def test_35_the_next_check_marks_anew() -> None:
    later = play("set 1 3 1", "check", start=FOUND)
    assert see(later)["wrong"] == ["r1c3", "r3c5"]
    assert see(play("set 3 5 4", "set 3 4 9", "check", start=later))["wrong"] == ["r1c3", "r3c4"]


def test_36_check_takes_empty_cells_for_neither_and_reveals_no_digit() -> None:
    done = send(play("set 3 5 3", "set 1 3 4"), "check")
    assert see(done.state)["wrong"] == ["r3c5"]
    assert see(done.state)["mistakes"] == 0
    assert see(done.state)["cells"] == see(play("set 3 5 3", "set 1 3 4"))["cells"]
    assert "4" not in done.message.replace("R3C5", "")


# 37 ... 43: submit


def test_37_a_board_with_empty_cells_is_refused() -> None:
    assert refuse(START, "submit").reason.startswith("51 cells are still empty")
    refusal = refuse(ALMOST, "submit")
    assert refusal.code == "not-full"
    assert refusal.reason.startswith("1 cell is still empty")
    assert see(ALMOST)["mistakes"] == 0


def test_38_a_full_right_board_wins() -> None:
    done = send(FULL, "submit")
    assert done.message == "Solved; the game is over and pays 600."
    seen = see(done.state)
    assert (seen["status"], seen["game_over"], seen["score"]) == ("won", True, 600)


@pytest.mark.parametrize("before", [0, 1])
def test_39_a_full_wrong_board_is_a_mistake_and_the_game_goes_on(before: int) -> None:
    start = play(*["submit"] * before, start=WRONG)
    done = send(start, "submit")
    assert done.state == replace(start, mistakes=before + 1, turn=start.turn + 1)
    assert see(done.state)["status"] == "playing"


def test_40_a_wrong_submit_tells_nothing_but_the_mistake() -> None:
    assert send(WRONG, "submit").message == "The board is not right: mistake 1 of 3."
    # Not even between boards with one and with many wrong cells.
    worse = play("set 3 5 3", "set 1 4 2", "set 9 1 9", start=WRONG)
    assert send(worse, "submit").message == send(WRONG, "submit").message
    assert see(play("submit", start=worse))["wrong"] == []


def test_41_the_third_wrong_submit_ends_the_game_unsolved() -> None:
    done = send(play("submit", "submit", start=WRONG), "submit")
    seen = see(done.state)
    assert (seen["status"], seen["mistakes"], seen["game_over"]) == ("lost", 3, True)
    assert seen["score"] == 118  # 600/5 * 50/51 = 117.65
    assert done.message == "The board is not right: mistake 3 of 3; the game is over and pays 118."


def test_42_the_same_wrong_board_twice_is_two_mistakes() -> None:
    assert see(play("submit", "submit", start=WRONG))["mistakes"] == 2


@settings(derandomize=True, deadline=None, max_examples=100)
@given(changes=st.lists(st.tuples(st.integers(0, 80), st.sampled_from("123456789")), max_size=4))
def test_43_full_and_without_repeats_is_the_same_as_right(changes: list[tuple[int, str]]) -> None:
    entries = [digit if given == "." else "." for digit, given in zip(W.solution, W.givens, strict=True)]
    for cell, digit in changes:
        if W.givens[cell] == ".":
            entries[cell] = digit
    state = send(replace(START, entries="".join(entries)), "submit").state
    cells = see(state)["cells"]
    assert (see(state)["status"] == "won") == repeats_nothing(cells) == is_solution(cells, W.givens)


# 44 ... 46: select and turns


def test_44_select_is_remembered_and_is_no_turn() -> None:
    assert play("select 3 5") == replace(START, selected=2 * 9 + 4)
    assert see(play("select 3 5"))["selected"] == "r3c5"
    assert see(play("select 3 5", "select r9c1"))["selected"] == "r9c1"
    assert see(play("select 3 5", "set 1 3 4", "check"))["selected"] == "r3c5"
    assert see(START)["selected"] is None


def test_45_a_given_cannot_be_selected() -> None:
    assert refuse(START, "select 1 1").code == "given-cell"


@pytest.mark.parametrize(
    "text", ["set 3 5 4", "clear 3 5", "note 3 5 147", "note 3 5 none", "check", "resign", "set 3 5 7"]
)
def test_46_every_other_accepted_command_is_a_turn(text: str) -> None:
    assert see(START)["turn"] == 0
    assert see(play(text))["turn"] == 1


def test_46_a_submit_is_a_turn_right_or_wrong() -> None:
    assert play("submit", start=FULL).turn == FULL.turn + 1
    assert play("submit", start=WRONG).turn == WRONG.turn + 1


@pytest.mark.parametrize("text", ["set 1 1 9", "set 0 5 4", "put 3 5 4", "submit", "note 1 1 5", "check now"])
def test_46_a_refused_command_is_none(text: str) -> None:
    refuse(START, text)  # which sees that nothing at all changed


# 47 ... 50: several commands


def test_47_commands_run_in_order_with_one_result_each() -> None:
    done = batch(["set 1 3 4", "set 3 5 4", "check"])
    assert [isinstance(result, Refusal) for result in done.results] == [False, False, False]
    assert done.state == play("set 1 3 4", "set 3 5 4", "check")
    assert done.not_run == 0


def test_48_what_comes_after_a_refused_command_is_not_run() -> None:
    done = batch(["set 1 3 4", "set 1 1 9", "submit"])
    assert [isinstance(result, Refusal) for result in done.results] == [False, True]
    assert done.state == play("set 1 3 4")
    assert done.not_run == 1


def test_49_a_warning_stops_nothing() -> None:
    done = batch(["set 3 5 7", "set 1 3 4"])
    assert done.state == play("set 3 5 7", "set 1 3 4")
    assert done.not_run == 0


def test_50_what_comes_after_the_end_is_not_run() -> None:
    done = batch(["submit", "set 1 3 4", "check"], start=FULL)
    assert done.state == play("submit", start=FULL)
    assert len(done.results) == 1
    assert done.not_run == 2
    assert refuse(done.state, "set 1 3 4").code == "game-over"


# 51 ... 53: the end


def test_51_resign_ends_the_game_unsolved() -> None:
    done = send(play("set 3 5 4"), "resign")
    seen = see(done.state)
    assert (seen["status"], seen["game_over"]) == ("resigned", True)
    assert seen["score"] == 2  # 600/5 * 1/51 = 2.35
    assert done.message == "You resigned; the game is over and pays 2."


ENDS = {
    "won": play("submit", start=FULL),
    "lost": play("submit", "submit", "submit", start=WRONG),
    "resigned": play("note 3 5 147", "set 1 3 1", "check", "resign"),
}


@pytest.mark.parametrize("status", ENDS)
@pytest.mark.parametrize(
    "text",
    [
        *("set 3 5 4", "clear 3 5", "note 3 5 1", "check", "submit", "select 3 5", "resign"),
        *("set 1 1 9", "put 3 5 4", "", "x" * 10_000),
    ],
)
def test_52_after_the_end_every_command_is_refused(status: str, text: str) -> None:
    end = ENDS[status]
    assert see(end)["status"] == status
    assert refuse(end, text).code == "game-over"


def test_53_54_finishing_is_no_command_and_no_resignation() -> None:
    # When /finish may be called is told by is_over; rating and review never reach the game.
    assert refuse(START, "finish").code == "unknown-command"
    assert not GAME.is_over(START)
    assert all(GAME.is_over(end) for end in ENDS.values())


# 55 ... 60: starts, tokens, replies


def test_55_56_a_difficulty_is_one_of_three_words_and_easy_without_one() -> None:
    (option,) = GAME.spec.options
    assert option.name == "difficulty"
    assert [choice.value for choice in option.choices] == ["easy", "medium", "hard"]
    assert option.default == "easy"


def test_57_the_three_difficulties_of_a_seed_differ() -> None:
    # That another process deals the same is in test_puzzles.py.
    givens = {
        GAME.observe(GAME.initial(7, {"difficulty": word}))["givens"] for word in ("easy", "medium", "hard")
    }
    assert len(givens) == 3


PACKED = packer(State)(NOTED)
FIELDS = [field.name for field in fields(State)]
DAMAGED: dict[str, list[object]] = {
    "seed": [-1, 2**53, "7", True, None],
    "difficulty": ["Easy", "expert", 1, None],
    "bank": [0, 2, "1", True, None],
    "status": ["over", "", None],
    "entries": [".." * 40, "." * 82, "0" + "." * 80, " " + "." * 80, "\u0664" + "." * 80, ["."] * 81, None],
    "notes": [147, "AA", "_x", "_w==", "/w", None],
    "wrong": [1, "g", "!", None],
    "selected": [-1, 81, "r3c5", True],
    "turn": ["0", 1.0, None],
    "mistakes": [-1, 4, True],
    "checks": ["1", None],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in DAMAGED.items() for value in values]
)
def test_58_a_damaged_state_is_not_read(field: str, value: object) -> None:
    damaged = [value if name == field else member for name, member in zip(FIELDS, PACKED, strict=True)]
    with pytest.raises(ValueError):
        unpacker(State)(damaged)
    assert unpacker(State)(orjson.loads(orjson.dumps(PACKED))) == NOTED


@pytest.mark.parametrize("text", ["set 3 5 3", "check", "note 3 5 1", "resign", "set 1 1 9", "nonsense"])
def test_59_the_same_command_sent_twice_does_the_same_and_counts_once(text: str) -> None:
    assert command_on(W, NOTED, text) == command_on(W, NOTED, text)


def test_60_the_board_has_four_kinds_of_cell_box_lines_and_numbers() -> None:
    # The wrong 3 was found by check, the 1 came after it, the 4 is right.
    state = play("set 3 5 3", "set 1 3 4", "check", "set 1 4 1", "note 9 6 26", "note 1 6 68")
    assert see(state)["board"] == [
        "    C1 C2 C3  C4 C5 C6  C7 C8 C9",
        "   +---------+---------+---------+",
        "R1 | 5  3 [4]|[1] 7  . | .  .  . |",
        "R2 | 6  .  . | 1  9  5 | .  .  . |",
        "R3 | .  9  8 | . !3! . | .  6  . |",
        "   +---------+---------+---------+",
        "R4 | 8  .  . | .  6  . | .  .  3 |",
        "R5 | 4  .  . | 8  .  3 | .  .  1 |",
        "R6 | 7  .  . | .  2  . | .  .  6 |",
        "   +---------+---------+---------+",
        "R7 | .  6  . | .  .  . | 2  8  . |",
        "R8 | .  .  . | 4  1  9 | .  .  5 |",
        "R9 | .  .  . | .  8  . | .  7  9 |",
        "   +---------+---------+---------+",
        "R1C6: 6 8",
        "R9C6: 2 6",
    ]


MESSAGES = {
    "set 3 5 4": "R3C5 is 4.",
    "clear 3 5": "R3C5 is empty.",
    "note 3 5 741": "R3C5 has the pencil marks 1 4 7.",
    "note 3 5 none": "R3C5 has no pencil marks.",
    "select r9c1": "R9C1 is selected.",
    "check": "2 wrong: R1C3, R1C4. Checks so far: 1, 25 points each.",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_a_message_says_what_a_command_did(text: str) -> None:
    assert send(play("set 1 3 1", "set 1 4 1"), text).message == MESSAGES[text]


@pytest.mark.parametrize("text", ["set 1 5 7", "clear 1 5", "note 1 5 7", "select 1 5"])
def test_a_refusal_names_the_given(text: str) -> None:
    assert refuse(START, text).reason == "R1C5 holds the given 7; choose a cell without one."


def test_the_score_is_told_at_the_end_only() -> None:
    assert paid(START) is None
    assert [paid(end) for end in ENDS.values()] == [600, 118, 0]
