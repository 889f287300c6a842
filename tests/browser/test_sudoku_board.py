"""Sudoku's board: givens, warnings, marks found wrong, pencil marks, undo, for mouse, keys and ears."""

import re

from playwright.sync_api import expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.browser.sudokus import EASY, FIRST, acts, cell, click, fact, other, press, puzzle


def test_a_check_marks_what_is_wrong_with_a_sign_until_it_is_changed(visit: Visit) -> None:
    page = visit.go(EASY)
    _, solution = puzzle(visit)
    click(page, FIRST, other(solution[FIRST]))
    press(page, "Check")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("1 wrong: R1C2.")
    expect(cell(page, FIRST).locator(".sign")).to_have_text("✕")
    wrong = f"Row 1, column 2: {other(solution[FIRST])}, yours, found wrong"
    expect(cell(page, FIRST)).to_have_accessible_name(re.compile(wrong))
    assert fact(page, "Pays").startswith("275")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(cell(page, FIRST).locator(".sign")).to_have_text("✕")
    click(page, FIRST, solution[FIRST])
    expect(cell(page, FIRST).locator(".sign")).to_have_text("◥")


def test_a_warning_stands_at_its_cell_as_long_as_it_is_true(visit: Visit) -> None:
    page = visit.go(EASY)
    givens, _ = puzzle(visit)
    click(page, FIRST, givens[0])  # row 1 has it already
    press(page, "Send 1 cell")
    answer_question(page)
    warning = f"{givens[0]} is also in R1C1"
    expect(page.locator("#message")).to_contain_text(warning)
    expect(cell(page, FIRST).locator(".sign")).to_have_text("!")
    expect(page.locator(".caption")).to_contain_text(warning)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(cell(page, FIRST).locator(".sign")).to_have_text("!")
    page.keyboard.press("Delete")
    expect(cell(page, FIRST).locator(".sign")).to_have_text("◥")


def test_pencil_marks_are_written_sent_and_replaced_by_a_digit(visit: Visit) -> None:
    page = visit.go(EASY)
    cell(page, FIRST).click()
    page.get_by_role("button", name="Notes").click()
    page.get_by_role("button", name="Pencil mark 7").click()
    page.keyboard.press("1")
    page.keyboard.press("4")
    page.keyboard.press("4")
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: pencil marks 1 7, not sent yet")
    page.keyboard.press("Enter")
    answer_question(page)
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: pencil marks 1 7")
    assert acts(visit)[0]["commands"] == ["note r1c2 17", "select r1c2"]
    page.keyboard.press("n")
    page.keyboard.press("4")
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: 4, yours, not sent yet")
    page.keyboard.press("n")
    page.keyboard.press("5")
    expect(page.locator("#message")).to_contain_text("R1C2 holds your 4; erase it to make pencil marks.")


def test_a_given_is_not_written_over(visit: Visit) -> None:
    page = visit.go(EASY)
    givens, _ = puzzle(visit)
    click(page, 0, other(givens[0]))
    expect(page.locator("#message")).to_contain_text(f"R1C1 holds the given {givens[0]}")
    expect(cell(page, 0)).to_have_accessible_name(f"Row 1, column 1: given {givens[0]}")
    expect(page.locator("#controls")).not_to_contain_text("Send")


def test_the_board_is_a_grid_for_a_screen_reader_with_one_stop_for_tab(visit: Visit) -> None:
    page = visit.go(EASY)
    grid = page.get_by_role("grid", name="Sudoku board")
    expect(grid.get_by_role("row")).to_have_count(9)
    expect(grid.get_by_role("gridcell")).to_have_count(81)
    expect(grid.locator("[tabindex='0']")).to_have_count(1)
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: empty")
    cell(page, FIRST).focus()
    page.keyboard.press("ArrowDown")
    expect(cell(page, FIRST + 9)).to_be_focused()


def test_arrows_on_the_board_work_without_single_keys(visit: Visit) -> None:
    page = visit.go(EASY)
    page.get_by_text("Keyboard", exact=True).click()
    page.get_by_label("Single keys play moves").uncheck()
    cell(page, FIRST).click()
    page.keyboard.press("ArrowDown")
    expect(cell(page, FIRST + 9)).to_be_focused()
    page.keyboard.press("5")
    expect(page.locator("#controls")).not_to_contain_text("Send")
