"""What a first view costs, and what a page is allowed to load."""

import re

import pytest

from engines.registry import COMMAND_GAMES, GAMES
from tests.browser.browser import Visit
from tests.browser.runs import link

MOST_BYTES = 150_000


@pytest.mark.parametrize(
    "path",
    [
        "/play",
        *(f"/play/{slug}" for slug in (*GAMES, *COMMAND_GAMES)),
        "/watch",
        link({"game": "glasswend", "seed": 7, "actions": []}),
    ],
)
def test_a_first_view_is_light(visit: Visit, path: str) -> None:
    visit.go(path)
    sizes = [request.sizes() for request in visit.requests]
    transferred = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 0 < transferred <= MOST_BYTES


def test_every_module_is_named_in_the_page_so_that_none_waits_for_another(visit: Visit) -> None:
    page = visit.go("/play/glasswend")
    named = set(re.findall(r'href="([^"]+\.js)"', page.content()))
    loaded = {
        request.url.removeprefix(visit.base_url) for request in visit.requests if request.url.endswith(".js")
    }
    assert loaded == named


def test_a_second_view_asks_for_no_file_again(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    again = page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0).length"""
    )
    assert again == 0


def test_the_policy_lets_no_script_of_the_page_itself_run(visit: Visit) -> None:
    visit.expected = ("Content Security Policy",)
    page = visit.go("/play/cantlewing")
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "document.documentElement.dataset.broken = 'yes'";
          document.body.append(script);
        }"""
    )
    assert page.locator("html[data-broken]").count() == 0
