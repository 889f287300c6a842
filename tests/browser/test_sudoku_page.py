"""Sudoku in the browser: what a kept draft may hold, and what stays in view on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Visit
from tests.browser.sudokus import EASY, FIRST, cell, press


@pytest.mark.parametrize(
    "memo",
    [
        "x",
        [],
        {"draft": {"wanted": 5}, "warnings": [], "at": 1, "written": None},
        {"draft": {"wanted": [[900, {"digit": "1", "notes": ""}]]}, "warnings": [], "at": 1, "written": None},
        {"draft": {"wanted": [[1, {"digit": "<", "notes": ""}]]}, "warnings": [], "at": 1, "written": None},
        {"draft": {"done": [[1, None]]}, "warnings": [], "at": 1, "written": None},
        {"draft": {}, "warnings": [[1, None]], "at": 1, "written": None},
        {"draft": {}, "warnings": [], "at": 81, "written": None},
        {"draft": {}, "warnings": [], "at": 1, "written": {"rating": 5, "review": {}}},
    ],
)
def test_a_draft_that_is_nonsense_does_no_harm(visit: Visit, memo: object) -> None:
    page = visit.go(EASY)
    kept = visit.stored("run:sudoku") | {"memo": memo}
    page.goto(f"{visit.base_url}/play")
    page.evaluate("run => localStorage.setItem('campboard:run:sudoku', JSON.stringify(run))", kept)
    visit.go("/play/sudoku")
    expect(page.locator("#message")).to_have_text("Your run goes on. Choose a cell, then a digit.")
    expect(cell(page, FIRST)).to_have_attribute("aria-selected", "true")


def test_what_the_page_says_stays_in_view_on_a_phone(phone: Visit) -> None:
    page = phone.go(EASY)
    page.locator("#controls").evaluate("one => one.scrollIntoView({ block: 'center' })")
    press(page, "Submit")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#message")).to_contain_text("Nothing was sent")
    expect(page.locator("#message")).to_be_in_viewport(ratio=1)
