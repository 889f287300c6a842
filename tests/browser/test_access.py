"""Every page for everyone: axe-core finds nothing serious, keys suffice, nothing overflows a phone."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from engines.registry import COMMAND_GAMES, GAMES
from tests.browser.asked import answer_question
from tests.browser.browser import PHONE, Visit, visiting
from tests.browser.hexes import PRACTICE, WON, cell, chosen, die, move, play_by_clicks
from tests.browser.runs import accepted_actions, link
from tests.http.server import Server

PLAYED: Final = (*GAMES, *COMMAND_GAMES)
GRAVE: Final = ("serious", "critical")


def nothing(page: Page) -> None:
    """Look at the page as it comes."""


def open_everything(page: Page) -> None:
    """Unfold what is folded, after a move that leaves a call to show."""
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def pick_a_seed(page: Page) -> None:
    """Pick seed B up, and be refused a move."""
    page.keyboard.press("b")
    page.keyboard.press("3")
    expect(page.locator("#message")).to_have_attribute("data-kind", "refused")


def pick_a_socket(page: Page) -> None:
    """Pick one socket."""
    page.keyboard.press("2")


def write_and_send(page: Page) -> None:
    """Write an entry and pencil marks, and be asked the question that sending takes."""
    page.keyboard.press("9")
    page.keyboard.press("n")
    for key in ("ArrowRight", "ArrowRight", "3"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Send 2 cells").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def give_up(page: Page) -> None:
    """Look at the solution, with the form for a review beside it."""
    page.keyboard.press("9")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    answer_question(page)
    expect(page.get_by_role("heading", name="How was it?")).to_be_visible()


def plan_a_flight(page: Page) -> None:
    """Choose an action with far targets, number a colour's groups, and be refused a cell."""
    page.locator(".chip").first.click()
    move(page, "blue-2a").click()
    chosen(page, 0)
    cell(page, (1, 0)).click()
    chosen(page, 1)
    cell(page, (0, 0)).click()
    expect(page.locator("#message")).to_have_attribute("data-kind", "refused")


def save_a_die(page: Page) -> None:
    """Plant a colour, and save the die that is left."""
    move(page, "green-2b").click()
    move(page, "red").click()
    cell(page, (2, 1)).click()
    chosen(page, 1)
    move(page, "apply").click()
    die(page, 2).click()


def ask_to_restart(page: Page) -> None:
    """Open the dialog of a new start."""
    page.get_by_role("button", name="Restart …").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def solve(page: Page) -> None:
    """Solve a practice puzzle, its hint shown."""
    page.get_by_role("button", name="Show a hint").click()
    play_by_clicks(page, PRACTICE["Two homes"]["solution"])


def share(page: Page) -> None:
    """Open the dialog with the link."""
    page.get_by_role("button", name="Share this run").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def to_the_end(page: Page) -> None:
    """Show the last position of a film."""
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()


def film(game: str, name: str) -> str:
    """Return the address of a golden playthrough on the watch page."""
    seed, actions = accepted_actions(game, name)
    return link({"game": game, "seed": seed, "actions": actions})


LOOKS: Final[list[tuple[str, Callable[[Page], None]]]] = [
    ("/play", nothing),
    *((f"/play/{slug}?seed=7", open_everything) for slug in PLAYED),
    ("/play/cantlewing", pick_a_seed),
    ("/play/cantlewing", share),
    ("/play/cordwright?seed=7", pick_a_socket),
    ("/play/sudoku?seed=7", write_and_send),
    ("/play/sudoku?seed=7", give_up),
    ("/play/magic-hex-swap?seed=7", plan_a_flight),
    ("/play/magic-hex-swap?seed=7", save_a_die),
    ("/play/magic-hex-swap?seed=7", ask_to_restart),
    ("/play/magic-hex-swap?practice=two-homes&seed=0", solve),
    ("/watch", nothing),
    (film("cantlewing", "optimal-lap"), to_the_end),
    (film("cordwright", "climb"), to_the_end),
    (film("glasswend", "three-losses"), to_the_end),
    (link({"game": "magic-hex-swap", "seed": 7, "actions": WON}), to_the_end),
]
NAMES: Final = [f"{path.partition('#')[0]}-{act.__name__}" for path, act in LOOKS]


def grave_findings(page: Page) -> list[Any]:
    """Return what axe-core calls serious or critical on a page, each rule with the elements it is about."""
    found = Axe().run(page).response["violations"]
    return [
        (rule["id"], [node["html"][:200] for node in rule["nodes"]])
        for rule in found
        if rule["impact"] in GRAVE
    ]


@pytest.mark.parametrize(("path", "act"), LOOKS, ids=NAMES)
def test_axe_finds_nothing_serious(
    browser: Browser, server: Server, path: str, act: Callable[[Page], None]
) -> None:
    # Without motion, for what is half faded in has half its contrast.
    with visiting(browser, server.base_url, reduced_motion="reduce") as visit:
        page = visit.go(path)
        act(page)
        assert grave_findings(page) == []


@pytest.mark.parametrize("path", ["/play", *(f"/play/{slug}?seed=7" for slug in PLAYED), "/watch"])
def test_axe_finds_nothing_serious_on_a_phone_in_the_dark_and_nothing_is_wider_than_it(
    browser: Browser, server: Server, path: str
) -> None:
    with visiting(browser, server.base_url, PHONE, color_scheme="dark", reduced_motion="reduce") as visit:
        page = visit.go(path)
        open_everything(page)
        assert grave_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("act", [plan_a_flight, save_a_die])
def test_axe_finds_nothing_serious_in_a_draft_on_a_phone_in_the_dark(
    browser: Browser, server: Server, act: Callable[[Page], None]
) -> None:
    with visiting(browser, server.base_url, PHONE, color_scheme="dark", reduced_motion="reduce") as visit:
        page = visit.go("/play/magic-hex-swap?seed=7")
        act(page)
        assert grave_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("path", ["/", "/nope", "/docs/api", *(f"/docs/api/{slug}" for slug in GAMES)])
def test_axe_finds_nothing_serious_on_the_pages_to_read(browser: Browser, server: Server, path: str) -> None:
    with visiting(browser, server.base_url, PHONE, color_scheme="dark") as visit:
        visit.expected = ("404",)
        visit.page.goto(server.base_url + path)
        assert visit.page.title().endswith("Campboard")
        assert grave_findings(visit.page) == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_keyboard_alone_reaches_everything_in_order(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    reached: list[str] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
            )
        )
    for first, second in [
        ("Skip to the game", "Play"),
        ("Play", "Seed A, mass 1, at −1"),
        ("Walk right: force +1, the beam holds", "Bank and stop"),
        ("Bank and stop", "New run"),
        ("New run", "What this page sends"),
    ]:
        assert reached.index(first) < reached.index(second)


def test_the_focus_stays_with_the_courier_and_never_falls_on_a_button(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.get_by_role("button", name="Walk right").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stage")).to_have_attribute("data-step", "1")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Walk right")
    page.get_by_role("button", name="Walk left").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stage")).to_have_attribute("data-step", "2")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Walk right")


def test_moves_are_read_out(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("Walk right. Force +1, 9 moves left.")


def test_single_keys_can_be_turned_off_and_stay_off(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.get_by_text("Keyboard", exact=True).click()
    page.get_by_label("Single keys play moves").uncheck()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Walk right").press("Enter")
    expect(page.locator("#stage")).to_have_attribute("data-step", "1")
    expect(page.locator("#log li.move")).to_have_count(1)


def test_keys_typed_into_a_field_play_nothing(visit: Visit) -> None:
    page = visit.go("/play/cordwright?seed=7")
    page.get_by_label("Seed").press_sequentially("1234")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
