"""Magic Hex Swap in the browser: what a reload finds, undo, restart, and saves of practice puzzles."""

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
    move,
    nodes,
    play_by_clicks,
    said,
    turn,
)

KEPT = "run:magic-hex-swap"


def reload(page: Page) -> None:
    """Load the page again."""
    page.reload()
    page.wait_for_selector("html[data-ready]")


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
    said(page, "Choose the node that takes its place")
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
    said(page, "Choose the dice to save, then roll the rest.")
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
    lists = '"targets": [], "colors": [], "save": []'
    for memo in (
        '"x"',
        "[]",
        '{"move": "nope"}',
        '{"move": null}',
        f'{{"dice": [9], "move": null, {lists}}}',
    ):
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
        expect(page.locator(".hex-menu .move")).to_have_count(8)


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


def test_green_3_is_chosen_at_a_restart_which_can_be_undone(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=3")
    expect(page.locator("#facts")).to_contain_text("PDF round one group")
    button(page, "Restart …").click()
    page.get_by_role("dialog").get_by_label("Doc: cells beside any green").check()
    button(page, "Restart").click()
    expect(page.locator("#facts")).to_contain_text("Doc beside any green")
    assert visit.stored(KEPT)["items"] == [{"type": "restart", "green3": "doc"}]
    button(page, "Undo").click()
    expect(page.locator("#facts")).to_contain_text("PDF round one group")


def test_the_choices_of_a_run_are_told_in_the_words_of_the_game_and_not_of_the_api(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    section = page.locator("section", has=page.locator("#new"))
    expect(section).not_to_contain_text(re.compile(r"green-?[1-3]|[a-z]+-[1-3][ab]?\b|\bpdf\b|\bdoc\b"))
    expect(page.locator("#run-name")).to_have_text("Seed 7")
    page.get_by_label("Green 3, ").select_option(label="Doc: cells beside any green, also green just added")
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#run-name")).to_have_text(re.compile(r"^Seed \d+, Green 3: Doc$"))
    page.get_by_label("Practice puzzle").select_option("Two homes")
    page.get_by_role("button", name="New run").click()
    expect(page.locator("#run-name")).to_have_text("Seed 0, Two homes, Green 3: PDF")
    page.get_by_label("Practice puzzle").select_option("none: the main puzzle")


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
