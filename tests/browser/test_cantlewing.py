"""Cantlewing in the browser: played by keys and by clicks, left and resumed, refused, undone, watched."""

from playwright.sync_api import Page, Route, expect

from tests.browser.browser import Visit, stand_between
from tests.http.beam import NEXT, laps, optimal_line
from tests.http.client import Json

KEYS = {"A": "a", "B": "b"}


def press(page: Page, action: Json) -> None:
    """Play an action by keys, and wait until the page has shown it."""
    before = page.locator("#log li.move").count()
    match action["type"]:
        case "walk":
            page.keyboard.press("ArrowRight" if action["direction"] > 0 else "ArrowLeft")
        case "move-weight":
            page.keyboard.press(KEYS[action["weight"]])
            page.keyboard.press(str(action["to"] + 3))
        case "next":
            page.keyboard.press("n")
    expect(page.locator("#log li.move")).to_have_count(before + 1)


def click(page: Page, action: Json) -> None:
    """Play an action by clicks, and wait until the page has shown it."""
    before = page.locator("#log li.move").count()
    if action["type"] == "walk":
        name = "Walk right" if action["direction"] > 0 else "Walk left"
        page.get_by_role("button", name=name).click()
    else:
        page.get_by_role("button", name=f"Seed {action['weight']}, mass").click()
        place = f"{action['to']:+d}".replace("+0", "0").replace("-", "−")
        page.get_by_role("button", name=f"Seed {action['weight']} to {place}:").click()
    expect(page.locator("#log li.move")).to_have_count(before + 1)


def fact(page: Page, label: str) -> str:
    """Return a figure of the box beside the board."""
    return page.locator("#facts div", has=page.get_by_text(label, exact=True)).locator("dd").inner_text()


def test_two_crossings_by_keys_and_bank(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    for action in laps(2):
        press(page, action)
    assert fact(page, "Score") == "380"
    page.get_by_role("button", name="Bank and stop").click()
    expect(page.locator("#message")).to_contain_text("The run is over with 380 points, banked.")
    kept = visit.stored("run:cantlewing")
    assert kept["items"][-1] == {"type": "bank"}
    assert NEXT in kept["items"]


def test_a_crossing_by_touch_on_a_phone(phone: Visit) -> None:
    page = phone.go("/play/cantlewing")
    for action in optimal_line(1):
        click(page, action)
    expect(page.locator("#message")).to_contain_text("Across! 190 points, in the fewest moves")
    page.get_by_role("button", name="Next crossing").click()
    expect(page.locator("#facts")).to_contain_text("Needle Breeze")


def test_a_reload_in_the_middle_goes_on_where_it_was(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    line = optimal_line(1)
    for action in line[:3]:
        press(page, action)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#message")).to_contain_text("Your run goes on.")
    expect(page.locator("#log li.move")).to_have_count(3)
    for action in line[3:]:
        press(page, action)
    assert fact(page, "Score") == "190"


def test_an_illegal_move_explains_itself_and_changes_nothing(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.get_by_role("button", name="Seed B, mass 2, at +2").click()
    page.get_by_role("button", name="Seed B to 0: force −5, the beam would tip").click()
    message = page.locator("#message")
    expect(message).to_contain_text("Not possible: The beam would tip with a force of -5")
    expect(message).to_have_attribute("data-kind", "refused")
    assert fact(page, "Moves left").startswith("10")
    expect(page.locator("#log li.move")).to_have_count(0)


def test_what_was_keyed_ahead_follows_but_not_after_a_refusal(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    held: list[Route] = []
    stand_between(page, "**/action*", lambda route: held.append(route), times=1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "true")
    for key in ("ArrowRight", "ArrowLeft"):  # force 3 tips the beam, so the way back is not played
        page.keyboard.press(key)
    held.pop().continue_()
    expect(page.locator("#message")).to_contain_text("Not possible: The beam would tip")
    page.keyboard.press("u")
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")


def test_a_preview_is_shown_on_focus_before_anything_is_sent(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    sent = len(visit.requests)
    page.get_by_role("button", name="Walk right: force +1, the beam holds").focus()
    expect(page.locator(".caption")).to_have_text("Walk right: force +1, the beam holds")
    assert len(visit.requests) == sent


def test_undo_goes_back_one_move_at_a_time(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    for action in optimal_line(1)[:2]:
        press(page, action)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#log li.move")).to_have_count(1)
    assert fact(page, "Moves left").startswith("9")
    page.keyboard.press("u")
    expect(page.locator("#log li.move")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert visit.stored("run:cantlewing") is not None
