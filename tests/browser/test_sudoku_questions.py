"""What Sudoku sends, and the question the server asks first: answered, not answered, wrongly, too late."""

import pytest
from playwright.sync_api import expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.browser.sudokus import EASY, FIRST, acts, click, fact, press


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
