"""Sudoku in the browser: written, sent with an answer, checked, won, lost, given up, left and resumed."""

import json
import re
from contextlib import closing
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.engines.sudoku.reference import solutions
from tests.http.camp import Camp

EASY: Final = "/play/sudoku?seed=7&difficulty=easy"
FIRST: Final = 1
"""The first empty cell of that puzzle: row 1, column 2."""


def puzzle(visit: Visit, seed: int = 7, difficulty: str = "easy") -> tuple[str, str]:
    """Return the givens of a puzzle, as the server deals it, and the one way to fill them."""
    camp = Camp(visit.base_url)
    with closing(camp.http):
        givens = camp.new(seed, difficulty)["givens"]
    (solution,) = solutions(givens)
    return givens, solution


def other(digit: str) -> str:
    """Return a digit that is not this one."""
    return str(int(digit) % 9 + 1)


def cell(page: Page, number: int) -> Locator:
    """Return a cell of the board, counted from 0."""
    return page.locator(".sudoku [role=gridcell]").nth(number)


def click(page: Page, number: int, digit: str) -> None:
    """Write a digit by the pad."""
    cell(page, number).click()
    page.locator(".pad .digits button").nth(int(digit) - 1).click()


def fill(page: Page, givens: str, digits: str) -> None:
    """Write everything but the givens by clicks."""
    for number, given in enumerate(givens):
        if given == ".":
            click(page, number, digits[number])


def press(page: Page, name: str) -> None:
    """Press a button below the board."""
    page.locator("#controls").get_by_role("button", name=name).click()


def fact(page: Page, label: str) -> str:
    """Return a figure of the box beside the board."""
    return page.locator("#facts div", has=page.get_by_text(label, exact=True)).locator("dd").inner_text()


def acts(visit: Visit) -> list[dict[str, object]]:
    """Return the bodies the page has sent to act."""
    sent = [request.post_data for request in visit.requests if request.url.endswith("/api/act")]
    return [json.loads(body) for body in sent if body is not None]


def test_a_whole_game_by_touch_on_a_phone_takes_one_answer(phone: Visit) -> None:
    page = phone.go(EASY)
    givens, solution = puzzle(phone)
    fill(page, givens, solution)
    assert acts(phone) == []
    expect(page.locator("#message")).to_contain_text("42 cells not sent yet.")
    press(page, "Submit")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 300.")
    expect(page.locator("#message")).to_have_attribute("data-kind", "good")
    assert fact(page, "Score") == "300"
    (body,) = acts(phone)
    assert body["commands"][-1] == "submit"  # type: ignore[index]
    assert len(body["commands"]) == 44  # type: ignore[arg-type]
    assert "state_token" in body, "the page carries the game itself"


def test_a_whole_game_by_keys_alone(visit: Visit) -> None:
    page = visit.go("/play/sudoku?seed=3&difficulty=medium")
    givens, solution = puzzle(visit, 3, "medium")
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    for row in range(9):
        for column in range(9) if row % 2 == 0 else range(8, -1, -1):
            number = 9 * row + column
            expect(cell(page, number)).to_have_attribute("aria-selected", "true")
            if givens[number] == ".":
                page.keyboard.press(solution[number])
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 600.")


def test_a_lost_game_shows_the_solution_and_takes_a_review(visit: Visit) -> None:
    page = visit.go(EASY)
    givens, solution = puzzle(visit)
    fill(page, givens, solution.replace(solution[FIRST], other(solution[FIRST])))
    for mistake in (1, 2, 3):
        press(page, "Submit")
        answer_question(page)
        expect(page.locator("#message")).to_contain_text(f"The board is not right: mistake {mistake} of 3")
    expect(page.locator("#message")).to_have_attribute("data-kind", "refused")
    assert fact(page, "Mistakes").startswith("✕✕✕")
    shown = "".join(page.locator(".sudoku .digit").all_inner_texts())
    assert shown == solution
    expect(cell(page, FIRST)).to_have_accessible_name(
        f"Row 1, column 2: {other(solution[FIRST])}, yours, the solution has {solution[FIRST]}"
    )
    press(page, "Show what you had")
    expect(cell(page, FIRST).locator(".digit")).to_have_text(other(solution[FIRST]))

    page.get_by_role("button", name="Send the review").click()
    expect(page.locator("#review-problem")).to_have_text("Choose a rating first.")
    page.get_by_role("radio", name="8").check()
    page.get_by_label("Two or three sentences about it").fill("Hard.")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_label("Two or three sentences about it")).to_have_value("Hard.")
    expect(page.get_by_role("radio", name="8")).to_be_checked()
    visit.expected = ("400",)
    page.get_by_role("button", name="Send the review").click()
    answer_question(page)
    expect(page.locator("#review-problem")).to_contain_text("10 to 2000 characters")
    page.get_by_label("Two or three sentences about it").fill("A fair puzzle. I was careless.")
    page.get_by_role("button", name="Send the review").click()
    expect(page.locator(".review")).to_contain_text("Thank you!")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".review")).to_contain_text("Thank you!")


def test_giving_up_is_confirmed_first(visit: Visit) -> None:
    page = visit.go(EASY)
    _, solution = puzzle(visit)
    click(page, FIRST, solution[FIRST])
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    assert acts(visit) == []
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    answer_question(page)
    # One of 42 cells is right: 60 * 1 / 42 = 1.43.
    expect(page.locator("#message")).to_contain_text("You resigned; the game is over and pays 1.")
    expect(page.locator("#controls")).to_contain_text("Show what you had")


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


def test_what_was_written_can_be_taken_back_sent_or_not(visit: Visit) -> None:
    page = visit.go(EASY)
    click(page, FIRST, "4")
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    click(page, FIRST, "9")
    page.keyboard.press("u")
    expect(page.locator("#message")).to_contain_text("Nothing is left to send.")
    page.locator(".pad").get_by_role("button", name="Undo").click()
    expect(page.locator("#message")).to_contain_text("Taken back. R1C2: empty. 1 cell not sent yet.")
    page.keyboard.press("r")
    page.keyboard.press("r")
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: 9, yours, not sent yet")
    for _ in range(2):
        page.keyboard.press("u")
    page.keyboard.press("Enter")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "3")
    assert acts(visit)[1]["commands"] == ["clear r1c2"]


def test_a_reload_keeps_what_is_sent_and_what_is_not(visit: Visit) -> None:
    page = visit.go(EASY)
    _, solution = puzzle(visit)
    click(page, FIRST, solution[FIRST])
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    click(page, FIRST + 2, solution[FIRST + 2])
    page.keyboard.press("n")
    page.context.clear_cookies()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#message")).to_contain_text("Your run goes on. 1 cell not sent yet.")
    expect(cell(page, FIRST)).to_have_accessible_name(f"Row 1, column 2: {solution[FIRST]}, yours")
    expect(cell(page, FIRST + 2)).to_have_accessible_name(
        f"Row 1, column 4: {solution[FIRST + 2]}, yours, not sent yet"
    )
    expect(cell(page, FIRST + 2)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("button", name="Notes")).to_have_attribute("aria-pressed", "true")
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "4")
    expect(page.locator("#log li.move")).to_have_count(2)


def test_what_is_not_sent_is_not_lost_to_a_new_run(visit: Visit) -> None:
    page = visit.go(EASY)
    click(page, FIRST, "4")
    page.get_by_label("Difficulty").select_option("hard")
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#message")).to_contain_text("A new run.")
    assert fact(page, "Pays").startswith("1000")
    page.get_by_role("button", name="Back to the run before").click()
    expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: 4, yours, not sent yet")


def test_a_refused_command_explains_itself_and_the_answer_is_not_asked_again(visit: Visit) -> None:
    page = visit.go(EASY)
    press(page, "Submit")
    expect(page.get_by_role("dialog")).to_contain_text("Still empty: 42 cells.")
    answer_question(page)
    message = page.locator("#message")
    expect(message).to_contain_text(
        "Not possible: 42 cells are still empty; submit when every cell is filled."
    )
    expect(message).to_have_attribute("data-kind", "refused")
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")
    press(page, "Check")
    expect(message).to_contain_text("0 wrong.")
    assert fact(page, "Checks").startswith("1")


def test_a_given_is_not_written_over(visit: Visit) -> None:
    page = visit.go(EASY)
    givens, _ = puzzle(visit)
    click(page, 0, other(givens[0]))
    expect(page.locator("#message")).to_contain_text(f"R1C1 holds the given {givens[0]}")
    expect(cell(page, 0)).to_have_accessible_name(f"Row 1, column 1: given {givens[0]}")
    expect(page.locator("#controls")).not_to_contain_text("Send")


def test_a_wrong_answer_changes_nothing_and_brings_another_question(visit: Visit) -> None:
    visit.expected = ("403",)
    page = visit.go(EASY)
    click(page, FIRST, "4")
    page.keyboard.press("Enter")
    first = answer_question(page, wrongly=True)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("That was not the answer; nothing has changed.")
    expect(dialog.locator(".asked")).not_to_have_text(first)
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


@pytest.mark.parametrize("text", ["", "many", "1.5", "1e3"])
def test_what_is_no_number_is_told_at_once(visit: Visit, text: str) -> None:
    page = visit.go(EASY)
    press(page, "Check")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("one whole number")
    assert acts(visit) == []


@pytest.mark.parametrize("way", ["Not now", "Escape"])
def test_a_question_may_be_left_unanswered(visit: Visit, way: str) -> None:
    page = visit.go(EASY)
    click(page, FIRST, "4")
    press(page, "Send 1 cell")
    expect(page.get_by_role("dialog")).to_be_visible()
    if way == "Escape":
        page.keyboard.press(way)
    else:
        page.get_by_role("button", name=way).click()
    expect(page.locator("#message")).to_contain_text("Nothing was sent")
    expect(page.locator("#controls")).to_contain_text("Send 1 cell")
    assert acts(visit) == []


def test_a_question_that_has_become_too_old_is_replaced_before_it_is_asked(visit: Visit) -> None:
    visit.page.clock.install()
    page = visit.go(EASY)
    click(page, FIRST, "4")
    looks = len(visit.requests)
    visit.page.clock.fast_forward("11:00")
    press(page, "Send 1 cell")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert [request.url.rpartition("/")[2] for request in visit.requests[looks:]] == ["state"]
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


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


def test_each_call_is_shown_as_a_curl_line(visit: Visit) -> None:
    page = visit.go(EASY)
    click(page, FIRST, "4")
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    page.get_by_text("What this page sends").click()
    line = page.locator(".calls code").first
    expect(line).to_contain_text("/games/sudoku/api/act")
    expect(line).to_contain_text('"agent_answer":')
    expect(line).to_contain_text("set r1c2 4")
