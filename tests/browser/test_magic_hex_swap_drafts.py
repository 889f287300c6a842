"""Magic Hex Swap in the browser: drafts, dice to pay and to save, what is refused, reload, undo and restart."""

import re

from playwright.sync_api import Page, expect

from tests.browser.browser import Visit
from tests.browser.hexes import (
    PAGE,
    PRACTICE,
    WON,
    button,
    cell,
    chosen,
    dice,
    die,
    draft_by_clicks,
    focused,
    move,
    nodes,
    play_by_clicks,
    said,
    turn,
)

TWO_HOMES = f"{PAGE}?practice=two-homes&seed=0"
KEPT = "run:magic-hex-swap"


def reload(page: Page) -> None:
    """Load the page again."""
    page.reload()
    page.wait_for_selector("html[data-ready]")


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


def test_a_reload_finds_the_turns_played_and_the_draft(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    for action in WON[:5]:
        play_by_clicks(page, action)
    board = nodes(page)
    fly = WON[5]
    for number in fly["dice"]:
        die(page, number).click()
    move(page, fly["move"]).click()
    chosen(page, 0)
    cell(page, fly["targets"][0]).click()
    chosen(page, 1)
    cell(page, fly["targets"][1]).click()
    chosen(page, 2)
    drafted = nodes(page)
    assert drafted != board
    reload(page)
    chosen(page, 2)
    assert nodes(page) == drafted
    assert turn(page) == "5"
    cell(page, fly["targets"][2]).click()
    chosen(page, 3)
    button(page, "Apply action").click()
    expect(page.locator("#log li.move")).to_have_count(6)
    for action in WON[6:]:
        play_by_clicks(page, action)
    said(page, "Solved in 9 turns")


def test_a_reload_finds_colours_and_the_dice_to_save_too(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    move(page, "green-2b").click()
    move(page, "blue").click()
    reload(page)
    expect(move(page, "blue")).to_have_attribute("aria-pressed", "true")
    cell(page, (2, 1)).click()
    chosen(page, 1)
    button(page, "Apply action").click()
    die(page, 2).click()
    reload(page)
    expect(die(page, 2)).to_have_accessible_name("Die 3: blue, saved")
    button(page, "Roll the rest").click()
    said(page, "Plant a colour: blue [2,1]. Saved: die 3.")
    reload(page)
    expect(page.locator(".hex-menu")).to_be_visible()


def test_a_kept_draft_that_no_longer_fits_is_dropped_and_said_so(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    draft_by_clicks(page, WON[0])
    page.evaluate(
        """() => {
          const name = "campboard:run:magic-hex-swap";
          const run = JSON.parse(localStorage.getItem(name));
          run.memo.targets[1] = [0, 0];
          addEventListener("pagehide", () => localStorage.setItem(name, JSON.stringify(run)));
        }"""
    )
    reload(page)
    said(page, "The draft that was kept no longer fits and is gone.")
    expect(page.locator(".hex-menu")).to_be_visible()
    assert visit.stored(KEPT)["memo"] is None


def test_a_draft_that_is_nonsense_does_no_harm(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    for memo in ('"x"', "[]", '{"move": "nope"}', '{"dice": [9], "move": null, "targets": 3}'):
        page.evaluate(
            """memo => {
              const name = "campboard:run:magic-hex-swap";
              const run = JSON.parse(localStorage.getItem(name));
              run.memo = JSON.parse(memo);
              addEventListener("pagehide", () => localStorage.setItem(name, JSON.stringify(run)));
            }""",
            memo,
        )
        reload(page)
        expect(page.locator(".hex-menu")).to_be_visible()


def test_undo_brings_back_the_board_the_dice_and_the_turn(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    expect(button(page, "Undo")).to_have_count(0)
    before = nodes(page)
    play_by_clicks(page, WON[0])
    assert nodes(page) != before
    button(page, "Undo").click()
    said(page, "Undo.")
    assert nodes(page) == before
    assert dice(page) == ["wild", "green", "blue"]
    assert turn(page) == "0"


def test_restart_with_the_same_or_a_new_seed_can_be_undone(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    opening = nodes(page)
    play_by_clicks(page, WON[0])
    later = nodes(page)
    button(page, "Restart …").click()
    button(page, "Close").click()
    assert nodes(page) == later
    button(page, "Restart …").click()
    button(page, "Restart").click()
    said(page, "Restart.")
    assert (nodes(page), turn(page)) == (opening, "0")
    button(page, "Restart …").click()
    page.get_by_label("a new one").check()
    button(page, "Restart").click()
    said(page, "Restart with seed ")
    assert nodes(page) != opening
    for _ in range(2):
        count = page.locator("#log li.move").count()
        button(page, "Undo").click()
        expect(page.locator("#log li.move")).to_have_count(count + 1)
    assert (nodes(page), turn(page)) == (later, "1")


def test_green_3_is_chosen_at_a_start_and_changes_what_can_follow(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=3")
    expect(page.locator("#facts")).to_contain_text("PDF round one group")
    button(page, "Restart …").click()
    page.get_by_label("Doc: cells beside any green").check()
    button(page, "Restart").click()
    expect(page.locator("#facts")).to_contain_text("Doc beside any green")
    assert visit.stored(KEPT)["items"] == [{"type": "restart", "green3": "doc"}]
    button(page, "Undo").click()
    expect(page.locator("#facts")).to_contain_text("PDF round one group")


def test_each_practice_puzzle_has_a_save_a_draft_and_an_undo_of_its_own(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    play_by_clicks(page, WON[0])
    main = nodes(page)
    move(page, "green-1").click()
    chosen(page, 0)
    button(page, "Two homes").click()
    expect(page.locator(".hex-practice h2")).to_have_text("Practice: Two homes")
    expect(button(page, "Undo")).to_have_count(0)
    button(page, "Show a hint").click()
    expect(page.locator(".hex-hint")).to_contain_text("White can take both home")
    move(page, "white-3").click()
    cell(page, (0, -1)).click()
    chosen(page, 1)
    button(page, "Blue bridge").click()
    expect(page.locator(".hex-practice h2")).to_have_text("Practice: Blue bridge")
    expect(page.locator(".hex-hint")).to_be_empty()
    play_by_clicks(page, PRACTICE["Blue bridge"]["solution"])
    button(page, "Restart this puzzle").click()
    expect(page.locator(".hex-menu")).to_be_visible()
    button(page, "Undo").click()
    expect(page.locator(".hex-action h2")).to_have_text("Solved!")
    reload(page)
    expect(page.locator(".hex-action h2")).to_have_text("Solved!")
    button(page, "Two homes").click()
    chosen(page, 1)
    button(page, "Return to main puzzle").click()
    expect(page.locator(".hex-action h2")).to_have_text("Grow one or two")
    assert (nodes(page), turn(page)) == (main, "1")
    assert visit.stored("run:magic-hex-swap:two-homes")["items"] == []
    assert len(visit.stored("run:magic-hex-swap:blue-bridge")["items"]) == 3
