"""Glasswend in the browser: flown live, tick by tick, by swipes, paused, resumed, refused."""

import json
import re
from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser import Visit, stand_between
from tests.browser.runs import accepted_actions
from tests.http.client import Api, accepted

ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


def steps(page: Page) -> int:
    """Return how many actions the board has behind it."""
    return int(page.locator("#stage").get_attribute("data-step") or "")


def tick(page: Page, count: int) -> None:
    """Press the key of step mode so often, and wait until all these ticks are made."""
    for _ in range(count):
        page.keyboard.press(".")


def test_a_whole_run_tick_by_tick_until_the_last_glimmer_is_out(visit: Visit, api: Api) -> None:
    seed, actions = accepted_actions("glasswend", "three-losses")
    page = visit.go(f"/play/glasswend?seed={seed}")
    done = 0
    for kind, run in groupby(actions, lambda action: action["type"]):
        some = list(run)
        done += len(some)
        if kind == "tick":
            tick(page, len(some))
            expect(page.locator("#stage")).to_have_attribute("data-step", str(done))
        elif kind == "steer":
            page.keyboard.press(ARROWS[some[-1]["dir"]])
    expect(page.locator("#message")).to_contain_text("The last glimmer is out")
    score = accepted(api.replay("glasswend", actions, seed))["score"]
    expect(page.locator("#message")).to_contain_text(f"{score} points.")
    for name in ("Go on", "Step", "Steer up"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(page.locator("#log")).to_contain_text("caught you: no glimmer left.")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#message")).to_have_text(f"The last glimmer is out: {score} points.")
    expect(page.locator("#facts")).to_contain_text(re.compile("Glimmersnone(?! 0)"))
    expect(page.locator("#facts")).to_contain_text(f"Score{score}")


def test_a_cut_flown_live_is_what_its_actions_replay_to(visit: Visit, api: Api) -> None:
    page = visit.go("/play/glasswend?seed=7")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowUp")
    # Straight up from the middle of the lower edge: 1800 points.
    expect(page.locator("#facts")).to_contain_text("Score1800")
    expect(page.locator("#log")).to_contain_text("Claimed 330 cells for 1800 points.")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Paused. Go on")).to_be_visible()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    kept = visit.stored("run:glasswend")
    replayed = accepted(api.replay("glasswend", kept["items"]))
    assert replayed["score"] == 1800
    assert replayed["stateToken"] == kept["tokens"][-1]["token"]
    expect(page.locator("#facts")).to_contain_text("Score1800")
    # It goes on from there.
    page.get_by_text("Score, claim by claim").click()
    expect(page.locator(".glass-ledger tbody tr")).to_have_text(
        ["Claim30 + 300 cells × 5, 2 motif cells1800"]
    )
    expect(page.locator(".glass-ledger tfoot")).to_contain_text("1800")
    before = steps(page)
    page.get_by_role("button", name="Paused. Go on").click()
    expect(page.locator("#stage")).not_to_have_attribute("data-step", str(before))


def test_nothing_moves_while_paused(visit: Visit) -> None:
    page = visit.go("/play/glasswend?seed=7")
    page.get_by_role("button", name="Start: Space").click()
    expect(page.locator("#stage")).not_to_have_attribute("data-step", "0")
    page.get_by_role("button", name="Pause", exact=True).click()
    at, asked = steps(page), len(visit.requests)
    page.get_by_text("Rules", exact=True).click()
    page.get_by_text("Keyboard", exact=True).click()
    assert steps(page) == at
    assert len(visit.requests) <= asked + 1  # one may have been under way, and is dropped


def swipe(page: Page, right: int, down: int) -> None:
    """Swipe over the window from its middle, so many pixels."""
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def test_a_swipe_steers(phone: Visit) -> None:
    page = phone.go("/play/glasswend?seed=7")
    tick(page, 62)
    expect(page.locator("#stage")).to_have_attribute("data-step", "63")
    swipe(page, -60, 4)
    tick(page, 8)
    expect(page.locator("#stage")).to_have_attribute("data-step", "72")
    page.get_by_text("Board as text").click()
    expect(page.locator(".glass-text pre")).to_contain_text("@")
    row = page.locator(".glass-text pre").inner_text().splitlines()[-1]
    assert row.index("@") < 3 + 12


@pytest.mark.parametrize(
    ("right", "down", "way"), [(60, 9, "right"), (-60, 9, "left"), (9, 60, "down"), (9, -60, "up")]
)
def test_each_swipe_sends_its_way(phone: Visit, right: int, down: int, way: str) -> None:
    page = phone.go("/play/glasswend?seed=7")
    tick(page, 62)
    expect(page.locator("#stage")).to_have_attribute("data-step", "63")
    swipe(page, right, down)
    with page.expect_request("**/action*") as sent:
        page.keyboard.press(".")
    assert {"type": "steer", "dir": way} in json.loads(sent.value.post_data or "")["actions"]


def test_the_moth_waits_for_its_player_after_the_server_was_away(visit: Visit) -> None:
    visit.expected = ("net::ERR",)
    page = visit.go("/play/glasswend?seed=7")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#stage")).not_to_have_attribute("data-step", "0")
    stand_between(page, "**/action*", lambda route: route.abort("connectionrefused"))
    expect(page.locator("#message")).to_contain_text("The server cannot be reached.")
    flown = steps(page)
    page.unroute("**/action*")
    expect(page.locator("#message")).to_contain_text("Go on when you are ready.")
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    assert steps(page) == flown
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator("#stage")).not_to_have_attribute("data-step", str(flown))


def test_a_start_tells_how_to_steer_and_to_pause(visit: Visit) -> None:
    page = visit.go("/play/glasswend?seed=7")
    page.keyboard.press(" ")
    expect(page.locator("#message")).to_contain_text("Space or a tap pauses.")


def test_a_steer_that_is_not_taken_explains_itself(visit: Visit) -> None:
    # The page holds steers back while none is taken; here one gets through, as after a change of the rules.
    page = visit.go("/play/glasswend?seed=7")
    stand_between(
        page,
        "**/action*",
        lambda route: route.continue_(post_data=(route.request.post_data or "").replace('"up"', '"north"')),
    )
    tick(page, 1)
    page.keyboard.press("ArrowUp")
    tick(page, 1)
    expect(page.locator("#message")).to_contain_text(re.compile("Not possible: .*up.*down.*left.*right"))
    assert steps(page) == 2
