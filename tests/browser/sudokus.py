"""A Sudoku board to click and type on, and what its page sends."""

import json
from contextlib import closing
from typing import Final

from playwright.sync_api import Locator, Page

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
