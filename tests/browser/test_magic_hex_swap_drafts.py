"""Magic Hex Swap in the browser: drafts step by step, dice to pay and to save, and what is refused."""

import re

from playwright.sync_api import Page, expect

from tests.browser.browser import Visit, stand_between
from tests.browser.hexes import (
    PAGE,
    button,
    cell,
    chosen,
    dice,
    die,
    focused,
    move,
    nodes,
    play_by_clicks,
    said,
    turn,
)

TWO_HOMES = f"{PAGE}?practice=two-homes&seed=0"
KEPT = "run:magic-hex-swap"


def outlined(page: Page) -> list[str]:
    """Return the cells that can be chosen, in reading order."""
    found: list[str] = page.locator(".outlined").evaluate_all("all => all.map(one => one.dataset.cell)")
    return found


def marks(page: Page) -> list[str]:
    """Return what the colour groups lack, in the order white, black, red, blue, green."""
    return page.locator(".chip .mark").all_inner_texts()


def test_targets_are_outlined_in_order_and_the_draft_is_previewed(visit: Visit) -> None:
    page = visit.go(TWO_HOMES)
    before = nodes(page)
    move(page, "white-3").click()
    expect(page.locator(".steps .now")).to_have_text("1 first")
    cell(page, (0, -1)).click()
    chosen(page, 1)
    cell(page, (-2, 0)).click()
    chosen(page, 2)
    expect(cell(page, (0, -1))).to_have_attribute("aria-label", re.compile(r"^Red \[0,-1\]"))
    expect(cell(page, (-2, 0)).locator(".badge")).to_have_text("2")
    expect(page.locator(".hex-groups h2")).to_have_text("Colour groups in this draft")
    assert marks(page) == ["to join", "to join", "✓ done", "✓ done", "✓ done"]
    expect(button(page, "Apply action")).to_be_disabled()
    cell(page, (0, 2)).click()
    chosen(page, 3)
    assert outlined(page) == ["0,-1", "-2,0"]
    button(page, "Back").click()
    chosen(page, 2)
    button(page, "Cancel").click()
    said(page, "Cancelled; no dice are spent.")
    assert nodes(page) == before
    assert turn(page) == "0"
    assert dice(page) == ["white", "white", "wild"]
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(0)


def test_the_dice_chosen_narrow_the_menu_and_pay_as_chosen(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    assert dice(page) == ["wild", "green", "blue"]
    die(page, 0).click()
    names = "all => all.map(one => one.dataset.name)"
    menu = page.locator(".hex-menu .move")
    assert menu.evaluate_all(names) == ["white-1", "red-1", "blue-1", "green-1"]
    die(page, 1).click()
    assert menu.evaluate_all(names) == ["green-2a", "green-2b"]
    die(page, 0).click()
    die(page, 1).click()
    move(page, "green-1").click()
    chosen(page, 0)
    expect(die(page, 1)).to_have_attribute("aria-pressed", "true")  # a wild one is not spent without need
    die(page, 0).click()
    expect(die(page, 0)).to_have_attribute("aria-pressed", "true")
    expect(die(page, 1)).to_have_attribute("aria-pressed", "false")
    die(page, 2).click()
    said(page, "That die cannot pay for this action.")
    cell(page, (2, 1)).click()
    chosen(page, 1)
    button(page, "Apply action").click()
    die(page, 1).click()
    expect(die(page, 0)).to_be_disabled()
    expect(die(page, 1)).to_have_accessible_name("Die 2: green, saved")
    button(page, "Roll the rest").click()
    said(page, "Grow one or two: [2,1]. Saved: die 2.")
    assert dice(page)[1] == "green"
    assert visit.stored(KEPT)["items"][0]["dice"] == [0]


def test_a_pass_may_save_every_die_and_can_be_thought_better_of(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    button(page, "Pass").click()
    button(page, "Back").click()
    assert turn(page) == "0"
    button(page, "Pass").click()
    for number in range(3):
        die(page, number).click()
    button(page, "Keep all three").click()
    said(page, "Pass. Saved: dice 1, 2, 3.")
    assert dice(page) == ["wild", "green", "blue"]
    assert turn(page) == "1"


def test_a_double_click_takes_one_turn(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    button(page, "Pass").click()
    button(page, "Roll the rest").dblclick()
    said(page, "Pass.")
    expect(page.locator(".hex-menu")).to_be_visible()
    play_by_clicks(page, {"type": "pass"})
    assert turn(page) == "2"


def test_a_cell_that_is_not_outlined_is_explained_and_costs_nothing(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    cell(page, (0, 0)).click()
    said(page, "Choose an action first")
    move(page, "blue-2a").click()
    cell(page, (1, 0)).click()
    chosen(page, 1)
    cell(page, (-2, 2)).click()
    said(
        page,
        "Not possible: Target 2 of blue-2a, [-2,2], must be an empty cell; a node stands here.",
    )
    expect(page.locator("#message")).to_have_attribute("data-kind", "refused")
    expect(cell(page, (-2, 2)).locator(".no")).to_be_visible()
    chosen(page, 1)
    cell(page, (-2, 0)).click()
    said(page, "[-2,0], must be an empty cell")
    cell(page, (4, 0)).click()
    chosen(page, 2)
    expect(page.locator(".no")).to_have_count(0)
    assert turn(page) == "0"


def test_an_action_that_is_not_possible_says_why(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    page.get_by_text("The other 11 actions").click()
    move(page, "red-3").click()
    said(page, "Not possible: The move red-3 costs 3 dice that show red or wild; you have fewer.")
    move(page, "black-1").click()
    said(page, "“Blacken between blacks” has nothing to begin with on this board.")
    expect(page.locator(".hex-menu")).to_be_visible()


def test_a_created_node_wants_its_colour_first(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    move(page, "green-2b").click()
    cell(page, (2, 1)).click()
    said(page, "Choose a colour first, then the cell.")
    chosen(page, 0)
    move(page, "red").click()
    cell(page, (2, 1)).click()
    chosen(page, 1)
    expect(cell(page, (2, 1))).to_have_attribute("aria-label", "Red [2,1], target 1")
    expect(page.locator(".palette")).to_have_count(0)
    assert page.locator(".chip").nth(2).inner_text().split("\n")[-1] == "5 nodes"


def test_keys_lead_through_a_whole_draft(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    page.keyboard.press("b")
    expect(page.locator(".hex-action h2")).to_have_text("Fly blue near")
    page.keyboard.press("b")
    expect(page.locator(".hex-action h2")).to_have_text("Fly blue far")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "2,-2"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "1,0"
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "-1,1"
    page.keyboard.press("ArrowUp")
    assert focused(page) == "1,0"  # one row up; the other above, [-1,-1], is two
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    chosen(page, 1)
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    chosen(page, 2)
    expect(button(page, "Apply action")).to_be_focused()
    page.keyboard.press("Backspace")
    chosen(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator(".hex-menu")).to_be_visible()
    page.keyboard.press("k")
    said(page, "No black action is possible with these dice.")
    page.keyboard.press("p")
    page.keyboard.press("1")
    page.keyboard.press("a")
    said(page, "Pass. Saved: die 1.")
    page.keyboard.press("u")
    said(page, "Undo.")
    assert turn(page) == "0"


def test_a_server_that_is_away_during_a_preview_is_waited_for(visit: Visit) -> None:
    visit.expected = ("ERR_CONNECTION_REFUSED",)
    page = visit.go(f"{PAGE}?seed=7")
    move(page, "blue-2a").click()
    chosen(page, 0)
    stand_between(page, "**/action*", lambda route: route.abort("connectionrefused"))
    cell(page, (1, 0)).click()
    said(page, "The server cannot be reached.")
    chosen(page, 0)
    page.unroute("**/action*")
    button(page, "Try now").click()
    chosen(page, 1)
