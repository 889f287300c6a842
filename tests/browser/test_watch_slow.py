"""The watch page while the server is slow: what was asked for last is what is shown."""

import json
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.browser import Visit, stand_between
from tests.browser.runs import at, link, unlinked
from tests.http.beam import walk
from tests.http.client import Json


def paste(page: Page, run: Json) -> None:
    """Have a run shown."""
    page.get_by_label("Run as JSON, or a link to one").fill(json.dumps(run))
    page.get_by_role("button", name="Watch", exact=True).click()


def come_at_last(page: Page, route: Route, answer: Callable[[Route], object]) -> None:
    """Let a reply that was held back come, and the page take it."""
    with page.expect_event("requestfinished", lambda request: request == route.request):
        answer(route)
    page.evaluate("() => fetch('/healthz').then(reply => reply.json())")


ANSWERS: Final[dict[str, Callable[[Route], object]]] = {
    "answered": lambda route: route.continue_(),
    "refused": lambda route: route.fulfill(status=400, json={"code": "bad-seed", "reason": "Out of season."}),
    "away": lambda route: route.fulfill(status=503, json={"code": "stopping"}),
}


@pytest.mark.parametrize("how", ANSWERS)
def test_of_two_films_the_one_asked_for_last_is_shown_whichever_comes_first(visit: Visit, how: str) -> None:
    visit.expected = ("400", "503")
    page = visit.go("/watch")
    held: list[Route] = []
    stand_between(page, "**/cordwright/init*", lambda route: held.append(route))
    later = {"game": "cantlewing", "seed": 3, "actions": [walk(1)]}
    with page.expect_request("**/cordwright/init*"):
        paste(page, {"game": "cordwright", "seed": 7, "actions": []})
    paste(page, later)
    expect(page.locator("#run-name")).to_have_text("Cantlewing, seed 3")
    page.wait_for_url("**#run=*")
    come_at_last(page, held[0], ANSWERS[how])
    assert unlinked(page.url) == later
    expect(page.locator("#run-name")).to_have_text("Cantlewing, seed 3")
    expect(page.locator("#paste-problem")).to_be_empty()
    expect(page.locator("#message")).to_have_text("Step 0 of 1. The start.")
    page.get_by_role("button", name="One step on").click()
    at(page, 1)


@pytest.mark.parametrize("how", ANSWERS)
def test_a_step_of_the_film_before_is_not_shown_on_the_board_of_the_next(visit: Visit, how: str) -> None:
    visit.expected = ("400", "503")
    page = visit.go(link({"game": "cordwright", "seed": 7, "actions": [{"type": "swap", "a": 0, "b": 1}]}))
    held: list[Route] = []
    stand_between(page, "**/cordwright/action*", lambda route: held.append(route))
    with page.expect_request("**/cordwright/action*"):
        page.get_by_role("button", name="One step on").click()
    paste(page, {"game": "cantlewing", "seed": 3, "actions": [walk(1), walk(-1)]})
    expect(page.locator("#run-name")).to_have_text("Cantlewing, seed 3")
    come_at_last(page, held[0], ANSWERS[how])
    expect(page.locator("#message")).to_have_text("Step 0 of 2. The start.")
    at(page, 0)
