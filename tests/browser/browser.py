"""A person's side of the pages: one Chromium for all tests, and pages that must stay quiet and at home."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Route

PHONE: Final = (360, 740)
DESK: Final = (1280, 800)
PATIENCE_MS: Final = 30_000
"""How long a test waits for what must come; a busy machine may take its time."""
NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def chromium_path(playwright: Playwright) -> str | None:
    """Return the Chromium to drive: the one that CHROMIUM names, the system's, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    found = next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    return found or (own if Path(own).exists() else None)


@dataclass(eq=False)
class Visit:
    """A page and what it did that no page may do."""

    page: Page
    base_url: str
    faults: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Parts of console messages that a test brings about: the browser itself logs every 4xx and 5xx."""

    def go(self, path: str) -> Page:
        """Open a page of the server and wait until it can be used."""
        self.page.goto(self.base_url + path)
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def stored(self, name: str) -> Any:
        """Return what the page keeps under a name."""
        return self.page.evaluate("name => JSON.parse(localStorage.getItem('campboard:' + name))", name)

    def heard(self, message: ConsoleMessage) -> None:
        """Note a console message that is an error or a warning."""
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.faults.append(f"{message.type}: {message.text}")

    def asked(self, request: Request) -> None:
        """Note a request, and one to another host as a fault."""
        self.requests.append(request)
        if urlsplit(request.url)[:2] != urlsplit(self.base_url)[:2]:
            self.faults.append(f"asks {request.url}")


def stand_between(
    page: Page, pattern: str, answer: Callable[[Route], object], times: int | None = None
) -> None:
    """Have a test answer the page's requests instead of the server; returns once this holds.

    Chromium tells a window of it in a message of its own, which a key pressed right after can overtake.
    """
    page.route(pattern, answer, times=times)
    caught: list[Route] = []

    def catch(route: Route) -> None:
        caught.append(route)
        route.fulfill(status=200)

    page.route("**/healthz", catch)
    while not caught:
        page.evaluate("() => fetch('/healthz')")
    page.unroute("**/healthz")


@contextmanager
def visiting(
    browser: Browser, base_url: str, size: tuple[int, int] = DESK, **options: Any
) -> Iterator[Visit]:
    """Open a window of its own, with empty storage; at the end it must have logged no error."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=size == PHONE, **options
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    visit = Visit(page, base_url)
    page.on("console", visit.heard)
    page.on("pageerror", lambda error: visit.faults.append(f"uncaught: {error}"))
    page.on("request", visit.asked)
    try:
        yield visit
    finally:
        context.close()
    assert visit.faults == []
