"""`make screenshots`: each game as it looks on a desk and on a phone, into docs/img for the README."""

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright

from engines.registry import COMMAND_GAMES
from tests.browser.asked import answer_question
from tests.browser.browser import DESK, PHONE, chromium_path, visiting
from tests.browser.hexes import WON, cell, chosen, move
from tests.http.beam import NEXT, laps, optimal_line
from tests.http.client import Json
from tests.http.server import REPOSITORY, running

FOLDER: Final = REPOSITORY / "docs" / "img"
QUALITY: Final = 82
LISTED: Final = dict.fromkeys(COMMAND_GAMES, "commands")
SKIPPED: Final[list[Json]] = [{"type": kind} for _ in range(6) for kind in ("skip", "next")]


def ticks(count: int) -> Json:
    """Return so many ticks."""
    return {"repeat": count, "action": {"type": "tick"}}


def steer(direction: str) -> Json:
    """Return a steer."""
    return {"type": "steer", "dir": direction}


def pick_up_a_seed(page: Page) -> None:
    """Show the sockets seed A could go to, and what one of them would do."""
    page.keyboard.press("a")
    page.locator(".target").last.focus()


def pick_a_charm(page: Page) -> None:
    """Pick one of two charms."""
    page.keyboard.press("5")


def plan_a_flight(page: Page) -> None:
    """Take the first steps of a move that wants three targets."""
    action = WON[5]
    move(page, action["move"]).click()
    for at, target in enumerate(action["targets"][:2]):
        chosen(page, at)
        cell(page, target).click()
    chosen(page, 2)


def fly(page: Page) -> None:
    """Let the moth go on."""
    page.keyboard.press(" ")


def think(page: Page) -> None:
    """Have a wrong entry found, and write on without sending: pencil marks, and a digit."""
    page.locator("#controls").get_by_role("button", name="Check").click()
    answer_question(page)
    page.locator("#log").get_by_text("1 wrong").wait_for()
    page.keyboard.press("n")
    for number, marks in ((33, "26"), (34, "26"), (42, "18"), (44, "18")):
        page.locator(".sudoku .cell").nth(number).click()
        for mark in marks:
            page.keyboard.press(mark)
    page.keyboard.press("n")
    for number, digit in ((27, "7"), (28, "8"), (39, "7")):
        page.locator(".sudoku .cell").nth(number).click()
        page.keyboard.press(digit)
    page.evaluate("scrollTo(0, 0)")


SCENES: Final[dict[str, tuple[int, list[Any], Callable[[Page], None]]]] = {
    "cantlewing": (7, [*laps(2), NEXT, *optimal_line(3)[:3]], pick_up_a_seed),
    "cordwright": (7, [{"type": "swap", "a": 0, "b": 1}, {"type": "next"}, *SKIPPED], pick_a_charm),
    "magic-hex-swap": (7, WON[:5], plan_a_flight),
    "glasswend": (
        7,
        [
            {"type": "start"},
            ticks(60),
            steer("up"),
            ticks(92),
            steer("left"),
            ticks(8),
            steer("down"),
            ticks(40),
        ],
        fly,
    ),
    "sudoku": (7, [*COMMAND_GAMES["sudoku"].spec.example[:10], "set 2 8 6"], think),
}


def main() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as logs:
        path = chromium_path(playwright)
        if path is None:
            sys.exit("no Chromium was found: make browser installs one")
        browser = playwright.chromium.launch(executable_path=path)
        with running(Path(logs), {}) as (server,):
            for game, (seed, actions, pose) in SCENES.items():
                for name, size, scheme in (("desk", DESK, "light"), ("phone", PHONE, "dark")):
                    with visiting(browser, server.base_url, size, color_scheme=scheme) as visit:
                        page = visit.go("/watch")
                        play_on(page, {"game": game, "seed": seed, LISTED.get(game, "actions"): actions})
                        pose(page)
                        take(page, FOLDER / f"{game}-{name}.webp")
        browser.close()


def play_on(page: Page, run: Json) -> None:
    """Play a list of actions, and come to the game's own page with them."""
    page.evaluate("run => { document.getElementById('run').value = JSON.stringify(run); }", run)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("button", name="To the end").click()
    if run["game"] in COMMAND_GAMES:
        answer_question(page)
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(f"**/play/{run['game']}")
    page.wait_for_selector("html[data-ready]")


def take(page: Page, path: Path) -> None:
    """Write what is seen, once nothing moves any more, as WebP."""
    page.wait_for_timeout(600)
    shot = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    path.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
