"""What is written in Sudoku and not sent yet: taken back, kept over a reload, not lost to a new run."""

from playwright.sync_api import expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.browser.sudokus import EASY, FIRST, acts, cell, click, fact, press, puzzle


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
