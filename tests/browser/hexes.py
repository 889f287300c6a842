"""Magic Hex Swap at its page: whole actions by clicks, taps or keys, and what the page shows."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.http.client import Json
from tests.http.server import REPOSITORY

PAGE: Final = "/play/magic-hex-swap"
ENGINE_TESTS: Final = Path(__file__).parents[1] / "engines" / "magic_hex_swap"
PRACTICE: Final[dict[str, Json]] = {
    puzzle["title"]: puzzle for puzzle in json.loads((ENGINE_TESTS / "practice.json").read_text())["puzzles"]
}
"""The practice puzzles by their title, each with the one action that solves it."""
_SPEC: Final = tomllib.loads((REPOSITORY / "engines" / "magic_hex_swap" / "spec.toml").read_text())
WON: Final[list[Json]] = _SPEC["guides"][0]["actions"]
"""Seed 7 from the deal to the win in nine turns, as the guide has it."""
MENU: Final[list[str]] = [
    *(
        "white-1",
        "white-2a",
        "white-2b",
        "white-3",
        "black-1",
        "black-2",
        "black-3",
        "red-1",
        "red-2",
        "red-3",
    ),
    *("blue-1", "blue-2a", "blue-2b", "blue-3", "green-1", "green-2a", "green-2b", "green-3a", "green-3b"),
]
_KEYS: Final = {"white": "w", "black": "k", "red": "r", "blue": "b", "green": "g"}


def cell(page: Page, at: Sequence[int]) -> Locator:
    """Return a cell of the board."""
    return page.locator(f'[data-cell="{at[0]},{at[1]}"]')


def move(page: Page, name: str) -> Locator:
    """Return an action of the menu."""
    return page.locator(f'.hex-action [data-name="{name}"]')


def die(page: Page, number: int) -> Locator:
    """Return die 0, 1 or 2."""
    return page.locator(".die").nth(number)


def button(page: Page, name: str) -> Locator:
    """Return the button of this name."""
    return page.get_by_role("button", name=name, exact=True)


def said(page: Page, words: str) -> None:
    """Wait until the line above the board has these words."""
    expect(page.locator("#message .words")).to_contain_text(words)


def chosen(page: Page, targets: int) -> None:
    """Wait until an action is being made and so many of its targets are chosen."""
    expect(page.locator(".steps")).to_be_visible()
    expect(page.locator(".steps .done")).to_have_count(targets)


def nodes(page: Page) -> list[str]:
    """Return what the cells of the board are called, those with a node, in reading order."""
    found: list[str] = page.locator(".cell:not(.gap)").evaluate_all(
        "all => all.map(one => one.ariaLabel.split(',').slice(0, 2).join())"
    )
    return found


def dice(page: Page) -> list[str]:
    """Return the faces of the dice."""
    return page.locator(".die .face").all_inner_texts()


def turn(page: Page) -> str:
    """Return how many turns are over."""
    return page.locator("#facts dd").first.inner_text()


def draft_by_clicks(page: Page, action: Json) -> None:
    """Choose dice, the action and its targets, with their colours, by clicks."""
    for number in action["dice"]:
        die(page, number).click()
    move(page, action["move"]).click()
    chosen(page, 0)
    for at, target in enumerate(action["targets"]):
        if "colors" in action:
            move(page, action["colors"][at]).click()
        cell(page, target).click()
        chosen(page, at + 1)


def play_by_clicks(page: Page, action: Json) -> None:
    """Play an act or a pass by clicks, and wait until the page has shown it."""
    before = page.locator("#log li.move").count()
    asked = len(action.get("dice", ())) < 3
    if action["type"] == "pass":
        button(page, "Pass").click()
    else:
        draft_by_clicks(page, action)
        asked = asked and move(page, "apply").inner_text() != "Apply and win"
        move(page, "apply").click()
    if asked:
        for number in action.get("save", ()):
            die(page, number).click()
        move(page, "roll").click()
    expect(page.locator("#log li.move")).to_have_count(before + 1)


def play_by_keys(page: Page, action: Json) -> None:
    """Play an act by keys alone, and wait until the page has shown it."""
    before = page.locator("#log li.move").count()
    color = action["move"].partition("-")[0]
    for number in action["dice"]:
        page.keyboard.press(str(number + 1))
        expect(die(page, number)).to_have_attribute("aria-pressed", "true")
    for _ in range(len(MENU)):
        page.keyboard.press(_KEYS[color])
        chosen(page, 0)
        if page.locator(f'.steps[data-move="{action["move"]}"]').count():
            break
    for at, target in enumerate(action["targets"]):
        if "colors" in action:
            page.keyboard.press(_KEYS[action["colors"][at]])
        go_by_keys(page, target)
        page.keyboard.press("Enter")
        chosen(page, at + 1)
    wins = move(page, "apply").inner_text() == "Apply and win"
    page.keyboard.press("a")
    if len(action["dice"]) < 3 and not wins:
        expect(move(page, "roll")).to_be_visible()
        for number in action.get("save", ()):
            page.keyboard.press(str(number + 1))
        page.keyboard.press("a")
    expect(page.locator("#log li.move")).to_have_count(before + 1)


def go_by_keys(page: Page, target: Sequence[int]) -> None:
    """Bring the focus to an outlined cell: an arrow into the board, Home, then Tab from one to the next."""
    wanted = f"{target[0]},{target[1]}"
    if not page.evaluate("document.activeElement.closest('.hexes') !== null"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    for _ in range(70):
        if focused(page) == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not among what Tab reaches")


def focused(page: Page) -> Any:
    """Return the cell that has the focus, as `q,r`, or None."""
    return page.evaluate("document.activeElement.dataset.cell ?? null")
