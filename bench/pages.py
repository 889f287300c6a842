"""`python -m bench.pages`: what a first view of each browser page loads, and when it can be used."""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from bench.table import Row, at_most, markdown
from engines.registry import COMMAND_GAMES, GAMES
from tests.browser.browser import chromium_path, visiting
from tests.http.server import running

VIEWS: Final = 7
WEIGHT_GOAL: Final = at_most(150)
USABLE_GOAL: Final = at_most(1)
PAGES: Final = ("/play", *(f"/play/{slug}" for slug in (*GAMES, *COMMAND_GAMES)), "/watch")


def main() -> None:
    """Print two rows for each page."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as logs:
        path = chromium_path(playwright)
        if path is None:
            sys.exit("bench: no Chromium was found; make browser installs one")
        browser = playwright.chromium.launch(executable_path=path)
        with running(Path(logs), {}) as (server,):
            rows = [row for page in PAGES for row in page_rows(browser, server.base_url, page)]
        browser.close()
    print(markdown(rows))


def page_rows(browser: Browser, base_url: str, path: str) -> list[Row]:
    """Return what first views of a page weigh, and the seconds until it can be used."""
    weights, seconds, count = [], [], 0
    for _ in range(VIEWS):
        with visiting(browser, base_url) as visit:
            page = visit.go(path)
            sizes = [request.sizes() for request in visit.requests]
            weights.append(
                sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) / 1000
            )
            # The mark that the page sets when its first position is on the board.
            seconds.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime") / 1000)
            count = len(sizes)
    return [
        Row(f"`{path}`, loaded", weights, "kB", WEIGHT_GOAL, f"{count} requests"),
        Row(f"`{path}`, usable after", seconds, "s", USABLE_GOAL, "empty cache, loopback"),
    ]


if __name__ == "__main__":
    main()
