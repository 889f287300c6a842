"""Cordwright in the browser: cleared by keys and by touch, left and resumed, refused, skipped, banked."""

import re

from playwright.sync_api import Page, expect

from tests.browser.browser import Visit
from tests.http.client import Api, Json, reply
from tests.http.cords import clear_points, clearing_swaps, crossings, tangling_swaps


def position(api: Api, visit: Visit) -> Json:
    """Return what the page has on the board, by asking the server for the same token."""
    token = visit.stored("run:cordwright")["tokens"][-1]["token"]
    found: Json = api.state("cordwright", token)["observation"]
    return found


def swap_by_keys(page: Page, action: Json) -> None:
    """Pick both sockets by their numbers."""
    step = steps(page)
    page.keyboard.press(str(action["a"] + 1))
    page.keyboard.press(str(action["b"] + 1))
    expect(page.locator("#stage")).to_have_attribute("data-step", str(step + 1))


def steps(page: Page) -> int:
    """Return how many actions the board has behind it."""
    return int(page.locator("#stage").get_attribute("data-step") or "")


def test_a_run_of_two_frames_by_keys_and_buttons(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    first = position(api, visit)
    swap_by_keys(page, clearing_swaps(first)[0])
    paid = clear_points(len(first["edges"]), 1)
    expect(page.locator("#message")).to_contain_text(f"Untangled in 1 swap: {paid} points.")
    assert page.locator(".cords .crossed").count() == 0
    page.get_by_role("button", name="Next frame").click()
    expect(page.locator("#facts")).to_contain_text(re.compile("Frame2"))
    page.keyboard.press("s")
    expect(page.locator("#message")).to_contain_text("Skipped, for no points.")
    page.get_by_role("button", name="Bank and stop").click()
    expect(page.locator("#message")).to_contain_text(f"The run is over with {paid} points, banked.")
    expect(page.locator("#controls button")).to_have_count(0)


def test_crossings_are_marked_as_the_rules_have_them_and_move_with_a_swap(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    page.keyboard.press("s")
    page.keyboard.press("n")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    for _ in range(2):
        seen = position(api, visit)
        crossed = crossings(seen)
        expect(page.locator(".marks .cross")).to_have_count(len(crossed))
        assert page.locator(".cords .crossed").count() == len(
            {tuple(edge) for pair in crossed for edge in pair}
        )
        swap_by_keys(page, tangling_swaps(seen)[0])


def test_two_taps_swap_on_a_phone(phone: Visit, api: Api) -> None:
    page = phone.go("/play/cordwright?seed=7")
    action = clearing_swaps(position(api, phone))[0]
    page.get_by_role("button", name=f"Socket {action['a'] + 1},").tap()
    expect(page.get_by_role("button", name=f"Socket {action['a'] + 1},")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name=f"Socket {action['b'] + 1},").tap()
    expect(page.locator("#message")).to_contain_text("Untangled in 1 swap")


def test_sockets_are_played_by_tab_and_enter_too(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    action = clearing_swaps(position(api, visit))[0]
    for socket in (action["a"], action["b"]):
        page.get_by_role("button", name=f"Socket {socket + 1},").focus()
        page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Untangled in 1 swap")


def test_a_reload_in_the_middle_goes_on_where_it_was(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    swap_by_keys(page, tangling_swaps(position(api, visit))[0])
    before = position(api, visit)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert position(api, visit) == before
    assert steps(page) == 1
    expect(page.locator("#log")).to_contain_text("Swap sockets")


def test_an_illegal_move_explains_itself(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    page.keyboard.press("n")
    message = page.locator("#message")
    expect(message).to_have_attribute("data-kind", "refused")
    token = api.init("cordwright", 7)["stateToken"]
    reason = reply(api.act("cordwright", token, {"type": "next"}))["reason"]
    expect(message).to_contain_text(f"Not possible: {reason}")
    assert steps(page) == 0


def test_the_same_seed_again_and_back_to_the_run_before(visit: Visit, api: Api) -> None:
    page = visit.go("/play/cordwright?seed=7")
    start = position(api, visit)
    swap_by_keys(page, tangling_swaps(start)[0])
    page.get_by_role("button", name="Same seed again").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")
    assert position(api, visit) == start
    page.get_by_role("button", name="Back to the run before").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "1")


def test_a_seed_that_is_none_is_told_apart_before_anything_is_lost(visit: Visit) -> None:
    page = visit.go("/play/cordwright?seed=7")
    page.get_by_label("Seed").fill("seven")
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#message")).to_contain_text("A seed is a whole number from 0 to 9007199254740991")
    assert visit.stored("run:cordwright")["seed"] == 7
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#run-name")).to_have_text("Seed 11")
