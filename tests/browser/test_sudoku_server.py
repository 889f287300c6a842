"""Sudoku in the browser while the server stalls, pauses, has a new key, or asks no questions at all."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit, stand_between, visiting
from tests.browser.sudokus import EASY, FIRST, acts, cell, click, press, puzzle
from tests.http.server import OTHER_KEY, Server, running


@pytest.fixture
def page(visit: Visit) -> Page:
    """A board with one entry that is not sent."""
    opened = visit.go(EASY)
    click(opened, FIRST, "4")
    return opened


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (429, {"code": "rate-limited", "retry_after": 500}, "The server asks for a pause"),
        (503, {"code": "stopping", "retry_after": 500}, "The server is busy or about to restart."),
    ],
)
def test_a_pause_is_told_and_the_same_answer_goes_on(
    visit: Visit, page: Page, status: int, body: dict[str, object], words: str
) -> None:
    visit.expected = (str(status),)

    def later(route: Route) -> None:
        reply = json.dumps({"ok": False, "reason": "Later.", "request_id": "x", **body})
        headers = {"Retry-After": "500"}
        route.fulfill(status=status, content_type="application/json", headers=headers, body=reply)

    stand_between(page, "**/api/act", later, times=1)
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text(words)
    expect(page.locator("#message")).to_contain_text("Trying again in 500 s.")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_mistake_of_the_server_names_its_request(visit: Visit, page: Page) -> None:
    visit.expected = ("500",)
    body = json.dumps({"ok": False, "code": "internal", "reason": "Oh.", "request_id": "abc-1"})
    stand_between(page, "**/api/act", lambda route: route.fulfill(status=500, body=body), times=1)
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("The server made a mistake (request abc-1)")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_lost_reply_is_asked_for_again_with_the_same_answer(visit: Visit, page: Page) -> None:
    visit.expected = ("net::ERR",)
    lost: list[Route] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route)
        route.abort("connectionreset")

    stand_between(page, "**/api/act", lose, times=1)
    press(page, "Send 1 cell")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    assert len(lost) == 1
    assert [body["agent_check"] for body in acts(visit)] == 2 * [acts(visit)[0]["agent_check"]]


def test_a_stalled_server_is_told_and_a_person_who_thinks_is_not_hurried(page: Page) -> None:
    held: list[Route] = []
    stand_between(page, "**/api/act", lambda route: held.append(route), times=1)
    press(page, "Send 1 cell")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(3000)
    expect(page.locator("#message")).not_to_contain_text("slow")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("The server is slow to answer; still waiting.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("5")
    for route in held:
        route.continue_()
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    expect(cell(page, FIRST)).not_to_have_accessible_name(re.compile("not sent yet"))
    expect(page.locator("#controls")).to_contain_text("Check")


def test_an_answer_that_came_too_late_is_told(visit: Visit, page: Page) -> None:
    visit.expected = ("403",)

    def too_late(route: Route) -> None:
        puzzle = {"token": "x", "question": "Add 100 to 11. Answer with the number only."}
        puzzle |= {"answer_format": "integer", "expires_in": 600}  # type: ignore[dict-item]
        reply = {"ok": False, "code": "agent-check-expired", "reason": "Too late.", "request_id": "x"}
        route.fulfill(
            status=403, content_type="application/json", body=json.dumps({**reply, "agent_check": puzzle})
        )

    stand_between(page, "**/api/act", too_late, times=1)
    press(page, "Send 1 cell")
    answer_question(page)
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_have_text("That question had become too old. Here is another.")
    answer_question(page)  # a question that the server never asked, so it asks one of its own
    expect(alert).to_contain_text("This is no agent check of this server")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")


def test_a_server_with_a_new_key_has_the_game_played_again(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    with (
        running(tmp_path, {"CAMPBOARD_SECRET": OTHER_KEY}) as (successor,),
        visiting(browser, server.base_url) as visit,
    ):
        visit.expected = ("400",)
        page = visit.go(EASY)
        click(page, FIRST, "4")
        press(page, "Send 1 cell")
        answer_question(page)
        expect(page.locator("#stage")).to_have_attribute("data-step", "2")
        stand_between(
            page,
            "**/api/**",
            lambda route: route.continue_(url=route.request.url.replace(server.base_url, successor.base_url)),
        )
        press(page, "Check")
        for title in ("Check", "Your run is played again", "Check"):
            expect(page.get_by_role("dialog", name=title)).to_be_visible()
            answer_question(page)
        expect(page.locator("#log")).to_contain_text("Checks so far: 1")
        expect(page.locator("#stage")).to_have_attribute("data-step", "3")


def test_where_no_answers_are_wanted_none_is_asked_for_and_nothing_waits(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        running(tmp_path, {"CAMPBOARD_AGENT_CHECK": "off"}) as (lenient,),
        visiting(browser, lenient.base_url) as visit,
    ):
        page = visit.go(EASY)
        givens, solution = puzzle(visit)
        for number, given in enumerate(givens):
            if given == ".":
                click(page, number, solution[number])
        expect(page.locator("#controls")).not_to_contain_text("Send")
        press(page, "Submit")
        expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 300.")
        assert all("agent_answer" not in body for body in acts(visit))
        page.get_by_role("radio", name="9").check()
        page.get_by_label("Two or three sentences about it").fill("Quick and quiet. No questions.")
        page.get_by_role("button", name="Send the review").click()
        expect(page.locator(".review")).to_contain_text("Thank you!")


def test_what_follows_an_entry_at_once_waits_for_it(browser: Browser, tmp_path: Path) -> None:
    with (
        running(tmp_path, {"CAMPBOARD_AGENT_CHECK": "off"}) as (lenient,),
        visiting(browser, lenient.base_url) as visit,
    ):
        page = visit.go(EASY)
        held: list[Route] = []
        stand_between(page, "**/api/act", lambda route: held.append(route), times=1)
        click(page, FIRST, "4")
        press(page, "Check")
        click(page, FIRST, "5")
        expect(cell(page, FIRST)).to_have_accessible_name("Row 1, column 2: 5, yours, not sent yet")
        for route in held:
            route.continue_()
        expect(page.locator("#log")).to_contain_text("Checks so far: 1")
        expect(page.locator("#controls")).not_to_contain_text("Send")
        sent = [command for body in acts(visit) for command in body["commands"]]  # type: ignore[attr-defined]
        assert [command for command in sent if "select" not in command] == [
            "set r1c2 4",
            "set r1c2 5",
            "check",
        ]


def test_a_server_that_wants_answers_after_all_gets_them(visit: Visit) -> None:
    visit.expected = ("403",)
    page = visit.page
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.dataset.agentCheck = 'off'; })"
    )
    visit.go(EASY)
    click(page, FIRST, "4")
    expect(page.get_by_role("dialog")).to_contain_text("The server wants a question answered first.")
    answer_question(page)
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
