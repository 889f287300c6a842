"""Magic Hex Swap in the browser: won by touch, clicks and keys, every action of the menu, and watched."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Visit
from tests.browser.hexes import (
    MENU,
    PAGE,
    PRACTICE,
    WON,
    button,
    cell,
    chosen,
    move,
    nodes,
    play_by_clicks,
    play_by_keys,
    said,
    turn,
)
from tests.browser.runs import accepted_actions, link
from tests.http.client import Api, accepted


@pytest.mark.parametrize("title", PRACTICE)
def test_a_practice_puzzle_is_solved_by_touch_on_a_phone(phone: Visit, title: str) -> None:
    page = phone.go(PAGE)
    button(page, title).click()
    expect(page.locator(".hex-practice h2")).to_have_text(f"Practice: {title}")
    play_by_clicks(page, PRACTICE[title]["solution"])
    said(page, "Solved in 1 turn: expert and/or lucky!")
    expect(page.locator(".chip")).to_have_count(5)
    assert page.locator(".chip .mark").all_inner_texts() == ["✓ done"] * 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("title", PRACTICE)
def test_a_practice_puzzle_is_solved_by_keys_alone(visit: Visit, title: str) -> None:
    page = visit.go(f"{PAGE}?practice={PRACTICE[title]['id']}&seed=0")
    play_by_keys(page, PRACTICE[title]["solution"])
    said(page, "Solved in 1 turn: expert and/or lucky!")
    expect(button(page, "Pass")).to_have_count(0)
    expect(button(page, "Undo")).to_be_visible()


def test_a_seeded_game_is_won_by_clicks(visit: Visit, api: Api) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    for action in WON:
        play_by_clicks(page, action)
    said(page, "Solved in 9 turns: improving!")
    assert turn(page) == "9"
    assert visit.stored("run:magic-hex-swap")["items"] == WON
    end = accepted(api.batch("magic-hex-swap", api.init("magic-hex-swap")["stateToken"], WON))
    letters = {"W": "White", "K": "Black", "R": "Red", "B": "Blue", "G": "Green"}
    assert nodes(page) == [f"{letters[color]} [{q},{r}]" for q, r, color in end["observation"]["nodes"]]


def test_a_seeded_game_is_won_by_keys(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    for action in WON:
        play_by_keys(page, action)
    said(page, "Solved in 9 turns: improving!")
    assert visit.stored("run:magic-hex-swap")["items"] == WON


def test_every_action_of_the_menu_is_played_by_clicks(visit: Visit) -> None:
    seed, actions = accepted_actions("magic_hex_swap", "every-move")
    assert {action["move"] for action in actions if action["type"] == "act"} == set(MENU)
    page = visit.go(f"{PAGE}?seed={seed}&green3=doc")
    for action in actions:
        play_by_clicks(page, action)
    plain = [{name: value for name, value in action.items() if value != []} for action in actions]
    assert visit.stored("run:magic-hex-swap")["items"] == plain


def test_the_menu_shows_all_nineteen_those_that_are_possible_first(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    possible = page.locator(".hex-menu .move").evaluate_all("all => all.map(one => one.dataset.name)")
    assert possible == ["white-1", "red-1", "blue-1", "blue-2a", "blue-2b", "green-1", "green-2a", "green-2b"]
    page.get_by_text("The other 11 actions").click()
    shown = page.locator(".move:visible").evaluate_all("all => all.map(one => one.dataset.name)")
    assert sorted(shown) == sorted(MENU)


def test_a_recorded_run_is_watched_draft_and_all_and_played_on(visit: Visit) -> None:
    looked = {"type": "preview", "move": "blue-1", "targets": [[1, 0], [3, -2]]}
    page = visit.go(link({"game": "magic-hex-swap", "seed": 7, "actions": [looked, *WON]}))
    expect(cell(page, (1, 0))).to_have_class("cell blue")
    page.get_by_role("button", name="One step on").click()
    said(page, "Step 1 of 10. Look at Fly blue near: [1,0], [3,-2].")
    expect(page.locator(".hex-ribbon")).to_be_visible()
    expect(cell(page, (3, -2)).locator(".badge")).to_have_text("2")
    page.get_by_role("button", name="One step on").click()
    said(page, "Fly blue near: [1,0], [3,-2]. Saved: die 1.")
    expect(page.locator(".hex-ribbon")).to_be_hidden()
    expect(cell(page, (3, -2))).to_have_class("cell blue changed")
    page.get_by_role("button", name="To the end").click()
    said(page, "Solved in 9 turns: improving!")
    expect(page.locator(".hex-action")).to_have_count(0)
    page.get_by_label("Step", exact=True).fill("9")
    said(page, "Step 9 of 10.")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(f"**{PAGE}")
    page.wait_for_selector("html[data-ready]")
    move(page, "red-3").click()
    for at, target in enumerate(WON[-1]["targets"]):
        cell(page, target).click()
        chosen(page, at + 1)
    button(page, "Apply and win").click()
    said(page, "Solved in 9 turns: improving!")


def test_wrong_actions_of_a_recorded_run_are_shown_as_they_are(visit: Visit) -> None:
    wrong = {"type": "act", "move": "nope", "dice": [0], "targets": [1, [2]], "save": "x"}
    page = visit.go(link({"game": "magic-hex-swap", "seed": 7, "actions": [{"type": "pass"}, wrong]}))
    page.get_by_role("button", name="To the end").click()
    said(page, "nope: 1, [2]. Refused: ")
