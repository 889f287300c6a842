"""Magic Hex Swap in the browser: what of the board is seen, how its groups are shown, and room on a phone."""

from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browser import PHONE, Visit, visiting
from tests.browser.hexes import PAGE, WON, button, cell, chosen, draft_by_clicks, move, play_by_clicks, said
from tests.http.server import Server

Box = tuple[float, float, float, float]


CONTRAST: Final = """() => {
  const parts = (color) => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
  const over = (below, { fill, opacity }) =>
    parts(fill).map((part, at) => part * opacity + below[at] * (1 - opacity));
  const light = (color) => color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const board = parts(getComputedStyle(document.querySelector(".hexes")).backgroundColor);
  return Object.fromEntries([...document.querySelectorAll(".cell.aside")].map((cell) => {
    const [tile, face, text] = [".tile", ".face", "text"].map((part) =>
      getComputedStyle(cell.querySelector(part)));
    const ground = over(over(board, tile), face);
    const [dark, bright] = [light(ground), light(over(ground, text))].sort((a, b) => a - b);
    return [cell.querySelector("text").textContent, (bright + 0.05) / (dark + 0.05)];
  }));
}"""
"""The contrast of the letters that are not numbered with what is under them, as WCAG 2.2 computes it."""


def seen(page: Page) -> Box:
    """Return the part of the plane that is in the picture: left, top, width and height."""
    left, top, width, height = map(float, page.locator(".hexes").get_attribute("viewBox").split())  # type: ignore[union-attr]
    return left, top, width, height


def all_in_view(page: Page, cells: str) -> bool:
    """Tell whether all of some cells lie wholly in the picture."""
    inside: bool = page.evaluate(
        """cells => {
          const frame = document.querySelector(".hexes").getBoundingClientRect();
          return [...document.querySelectorAll(cells)].every((one) => {
            const box = one.getBoundingClientRect();
            return box.left >= frame.left && box.right <= frame.right
              && box.top >= frame.top && box.bottom <= frame.bottom;
          });
        }""",
        cells,
    )
    return inside


def drag(page: Page, right: int, down: int) -> None:
    """Drag the board by its middle."""
    box = page.locator(".hexes").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=5)
    page.mouse.up()


def test_plus_and_minus_zoom_round_the_middle(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    left, top, width, height = seen(page)
    button(page, "Zoom in").click()
    nearer = seen(page)
    assert nearer[2] < width
    assert nearer[0] + nearer[2] / 2 == pytest.approx(left + width / 2, abs=0.1)
    assert nearer[1] + nearer[3] / 2 == pytest.approx(top + height / 2, abs=0.1)
    button(page, "Zoom out").click()
    assert seen(page)[2] == pytest.approx(width, abs=0.1)
    page.keyboard.press("-")
    assert seen(page)[2] > width
    page.keyboard.press("f")
    assert seen(page) == (left, top, width, height)


def test_the_buttons_of_the_view_lie_on_the_board_however_long_the_menu_beside_it(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    picture = page.locator(".hexes").bounding_box()
    assert picture is not None
    for name in ("Fit the board", "Zoom in", "Zoom out"):
        box = button(page, name).bounding_box()
        assert box is not None
        assert box["y"] >= picture["y"]
        assert box["y"] + box["height"] <= picture["y"] + picture["height"]


def test_a_drag_pans_and_chooses_nothing(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    move(page, "white-1").click()
    chosen(page, 0)
    box = page.locator(".hexes").bounding_box()
    assert box is not None
    left, top, width, height = seen(page)
    scale = width / box["width"]
    drag(page, 80, -40)
    moved = seen(page)
    assert moved[0] == pytest.approx(left - 80 * scale, abs=0.5)
    assert moved[1] == pytest.approx(top + 40 * scale, abs=0.5)
    assert moved[2:] == (width, height)
    chosen(page, 0)
    expect(page.locator("#message")).to_have_attribute("data-kind", "info")
    cell(page, (0, 0)).click()
    chosen(page, 1)
    assert seen(page) == moved  # the view stays as it was put


def test_two_fingers_zoom(phone: Visit) -> None:
    page = phone.go(f"{PAGE}?seed=7")
    page.locator(".hexes").scroll_into_view_if_needed()
    box = page.locator(".hexes").bounding_box()
    assert box is not None
    width = seen(page)[2]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert seen(page)[2] == pytest.approx(width / 2, rel=0.05)


@pytest.mark.parametrize("first", [(1, 0), (2, -2), (-1, 1)])
def test_far_targets_come_into_view_or_fit_points_to_them(phone: Visit, first: tuple[int, int]) -> None:
    page = phone.go(f"{PAGE}?seed=7")
    move(page, "blue-2a").click()
    chosen(page, 0)
    cell(page, first).click()
    chosen(page, 1)
    assert all_in_view(page, ".outlined")
    fit = button(page, "Fit the board")
    expect(fit).not_to_have_class("primary")
    for _ in range(4):
        button(page, "Zoom in").click()
    assert not all_in_view(page, ".outlined")
    expect(fit).to_have_class("primary")
    fit.click()
    assert all_in_view(page, ".cell")


def test_no_cell_that_can_be_chosen_lies_under_a_button(phone: Visit) -> None:
    page = phone.go(f"{PAGE}?seed=7")
    move(page, "blue-2a").click()
    chosen(page, 0)
    cell(page, (1, 0)).click()
    chosen(page, 1)
    page.locator(".hexes").scroll_into_view_if_needed()
    covered = page.locator(".outlined").evaluate_all(
        """all => all.filter((one) => {
          const box = one.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return !one.contains(top);
        }).map((one) => one.dataset.cell)"""
    )
    assert covered == []


def test_colour_groups_are_numbered_on_the_board_and_follow_the_draft(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?practice=blue-bridge&seed=0")
    sent = len(visit.requests)
    blue = page.locator(".chip").nth(3)
    expect(blue).to_have_accessible_name("blue: to be joined, 3 groups, 5 nodes")
    blue.click()
    texts = page.locator(".cell.blue > text")
    assert texts.all_text_contents() == ["B1", "B2", "B2", "B3", "B3"]
    expect(cell(page, (2, -3))).to_have_accessible_name("Blue [2,-3], group B1")
    assert len(visit.requests) == sent
    move(page, "blue-2a").click()
    chosen(page, 0)
    cell(page, (2, -3)).click()
    chosen(page, 1)
    cell(page, (0, 0)).click()
    chosen(page, 2)
    assert texts.all_text_contents() == ["B1"] * 5
    expect(blue).to_have_accessible_name("blue: in one piece, 1 group, 5 nodes")
    expect(page.locator(".hex-groups h2")).to_have_text("Colour groups in this draft")
    said(page, "This solves the puzzle.")
    blue.click()
    assert texts.all_text_contents() == ["B"] * 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stay_legible_while_another_colour_is_numbered(
    browser: Browser, server: Server, scheme: Literal["light", "dark"]
) -> None:
    with visiting(browser, server.base_url, color_scheme=scheme) as visit:
        page = visit.go(f"{PAGE}?seed=7")
        found: dict[str, float] = {}
        for number in (0, 1):
            page.locator(".chip").nth(number).click()
            found |= page.evaluate(CONTRAST)
        assert set(found) == {"W", "K", "R", "B", "G"}
        assert min(found.values()) >= 4.5  # WCAG 2.2, success criterion 1.4.3


def test_a_single_node_is_said_to_lack_a_partner(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?practice=remove-the-splinter&seed=0")
    draft_by_clicks(page, {"dice": [0, 1, 2], "move": "red-3", "targets": [[0, 1], [1, 1]]})
    expect(page.locator(".chip").nth(1)).to_have_accessible_name("black: needs a partner, 1 group, 1 node")


def test_a_colour_that_is_gone_is_said_to_be_allowed(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=9")  # its deal has one black node, between two reds
    black = page.locator(".chip").nth(1)
    expect(black).to_have_accessible_name("black: needs a partner, 1 group, 1 node")
    black.click()
    play_by_clicks(page, {"type": "act", "dice": [2], "move": "red-1", "targets": [[0, 1]]})
    expect(black).to_have_accessible_name("black: absent, which is allowed")
    expect(black).to_be_disabled()
    expect(page.locator(".aside")).to_have_count(0)


def test_what_an_action_changed_is_marked(visit: Visit) -> None:
    page = visit.go(f"{PAGE}?seed=7")
    play_by_clicks(page, WON[0])
    changed = page.locator(".changed").evaluate_all("all => all.map(one => one.dataset.cell)")
    assert changed == ["3,-2", "1,0"]


def test_everything_has_room_on_a_phone(phone: Visit) -> None:
    page = phone.go(f"{PAGE}?seed=7")
    sizes = page.locator(".cell, .die, .chip, .move:visible, .hex-board button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    )
    assert min(sizes) >= 44
    for action in WON[:3]:
        draft_by_clicks(page, action)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        button(page, "Cancel").click()
        play_by_clicks(page, action)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_board_stays_in_view_on_a_phone_while_an_action_is_made(phone: Visit) -> None:
    page = phone.go(f"{PAGE}?seed=7")
    move(page, "green-2b").click()
    chosen(page, 0)
    for part in (".hexes", "#message", ".hex-action .buttons"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE[1]
