"""A server that stalls, asks for a pause, is away or has a new key: it is told, and play goes on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.browser import Visit, stand_between, visiting
from tests.http.server import OTHER_KEY, Server, running


@pytest.fixture
def page(visit: Visit) -> Page:
    """Cantlewing with one move made."""
    opened = visit.go("/play/cantlewing")
    opened.keyboard.press("ArrowRight")
    expect(opened.locator("#stage")).to_have_attribute("data-step", "1")
    return opened


def fail_once(page: Page, status: int, body: dict[str, object], headers: dict[str, str]) -> None:
    """Let the next move be answered so; later ones reach the server."""

    def answer(route: Route) -> None:
        route.fulfill(status=status, content_type="application/json", headers=headers, body=json.dumps(body))

    stand_between(page, "**/action*", answer, times=1)


@pytest.mark.parametrize(
    ("status", "body", "headers", "words"),
    [
        (429, {"code": "too-many-requests", "retryAfter": 500}, {}, "The server asks for a pause"),
        (429, {"code": "too-many-requests"}, {"Retry-After": "500"}, "The server asks for a pause"),
        (503, {"code": "stopping"}, {"Retry-After": "500"}, "The server is busy or about to restart."),
    ],
)
def test_a_server_that_names_its_time_is_asked_again_then_or_on_demand(
    visit: Visit, page: Page, status: int, body: dict[str, object], headers: dict[str, str], words: str
) -> None:
    visit.expected = (str(status),)
    fail_once(page, status, {"ok": False, "reason": "Later.", "requestId": "x", **body}, headers)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text(words)
    expect(page.locator("#message")).to_contain_text("Trying again in 500 s.")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_pause_that_was_asked_for_ends_by_itself(visit: Visit, page: Page) -> None:
    visit.expected = ("429",)
    fail_once(page, 429, {"ok": False, "code": "too-many-requests", "reason": "Later.", "retryAfter": 1}, {})
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_the_rate_limit_of_a_real_server_is_waited_out(browser: Browser, tmp_path: Path) -> None:
    with (
        running(tmp_path, {"CAMPBOARD_RATE_LIMIT": "30/minute"}) as (limited,),
        visiting(browser, limited.base_url) as visit,
    ):
        visit.expected = ("429",)
        page = visit.go("/play/cantlewing")
        page.evaluate("() => Promise.all(Array.from({ length: 40 }, () => fetch('/api/games')))")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#message")).to_contain_text("The server asks for a pause")
        expect(page.locator("#stage")).to_have_attribute("data-step", "1")


def test_a_mistake_of_the_server_names_its_request_and_loses_nothing(visit: Visit, page: Page) -> None:
    visit.expected = ("500",)
    body: dict[str, object] = {"ok": False, "code": "internal", "reason": "Oh.", "requestId": "abc-1"}
    fail_once(page, 500, body, {"Retry-After": "500"})
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text("The server made a mistake (request abc-1)")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_server_that_cannot_be_reached_is_tried_until_it_is_back(visit: Visit, page: Page) -> None:
    visit.expected = ("net::ERR",)
    stand_between(page, "**/action*", lambda route: route.abort("connectionrefused"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text("The server cannot be reached.")
    expect(page.locator("#message")).to_contain_text("Trying again in")
    page.unroute("**/action*")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_stalled_server_is_told_and_waited_for(page: Page) -> None:
    held: list[Route] = []
    stand_between(page, "**/action*", lambda route: held.append(route), times=1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#message")).to_contain_text("The server is slow to answer; still waiting.")
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "true")
    for route in held:
        route.continue_()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


@pytest.fixture
def successor(tmp_path: Path) -> Iterator[Server]:
    """A server with a key of its own, as one is that was restarted without a configured one."""
    with running(tmp_path, {"CAMPBOARD_SECRET": OTHER_KEY}) as (started,):
        yield started


def test_a_server_with_a_new_key_has_the_run_played_again(
    browser: Browser, server: Server, successor: Server
) -> None:
    with visiting(browser, server.base_url) as visit:
        visit.expected = ("400",)
        page = visit.go("/play/cantlewing")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#stage")).to_have_attribute("data-step", "1")
        stand_between(
            page,
            "**/api/**",
            lambda route: route.continue_(url=route.request.url.replace(server.base_url, successor.base_url)),
        )
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#stage")).to_have_attribute("data-step", "2")
        assert [line.inner_text() for line in page.locator("#log li.move").all()] == [
            "1\nWalk right.",
            "2\nWalk left.",
        ]
        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#stage")).to_have_attribute("data-step", "2")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("seed=seven", "A seed is a whole number from 0 to 9007199254740991"),
        ("seed=7&wings=2", "Cantlewing has no such option"),
    ],
)
def test_a_link_that_cannot_be_followed_says_so_and_leaves_the_run_that_was_there(
    visit: Visit, page: Page, query: str, words: str
) -> None:
    visit.expected = ("400",)
    visit.go(f"/play/cantlewing?{query}")
    expect(page.locator("#message")).to_contain_text(words)
    expect(page.locator("#message")).to_contain_text("Your run goes on.")
    expect(page.locator("#stage")).to_have_attribute("data-step", "1")


@pytest.mark.parametrize(
    "spoilt",
    [
        {"options": None},
        {"lines": [None]},
        {"lines": [{"step": 1, "text": {}, "kind": None}]},
        {"tokens": [None]},
        {"tokens": [{"token": "\n\u2603", "step": 1}]},
        {"game": "cordwright"},
    ],
)
def test_what_was_spoilt_in_a_kept_run_does_it_no_harm(
    visit: Visit, page: Page, spoilt: dict[str, object]
) -> None:
    kept = visit.stored("run:cantlewing") | spoilt
    page.goto(f"{visit.base_url}/play")
    page.evaluate("run => localStorage.setItem('campboard:run:cantlewing', JSON.stringify(run))", kept)
    visit.go("/play/cantlewing")
    expect(page.locator("#message")).to_contain_text("Your run goes on.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    page.reload()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_run_that_the_rules_no_longer_allow_stays_kept_until_another_is_started(visit: Visit) -> None:
    visit.expected = ("400",)
    page = visit.go("/play/cantlewing")
    kept = {"game": "cantlewing", "seed": 7, "options": {}, "memo": None, "lines": []}
    run = {**kept, "items": [{"type": "fly"}], "tokens": [{"token": "gone", "step": 1}]}
    page.goto("about:blank")
    page.goto(f"{visit.base_url}/play")
    page.evaluate("run => localStorage.setItem('campboard:run:cantlewing', JSON.stringify(run))", run)
    visit.go("/play/cantlewing")
    expect(page.locator("#message")).to_contain_text("The rules have changed since this run was played")
    assert visit.stored("run:cantlewing") == run
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")
    assert visit.stored("run:cantlewing")["items"] == []
