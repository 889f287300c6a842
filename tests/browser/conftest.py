"""One browser and one server for all tests in here; without a Chromium they are skipped."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.browser import PATIENCE_MS, PHONE, Visit, chromium_path, visiting
from tests.http.client import Api
from tests.http.server import Server, running

HOW: str = "no Chromium was found: make browser installs one, or CHROMIUM names its program"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium; it ends with this folder, for its event loop would be in the way of others."""
    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        if path is None:
            pytest.skip(HOW)
        expect.set_options(timeout=PATIENCE_MS)
        started = playwright.chromium.launch(executable_path=path)
        yield started
        started.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("browser"), {}) as (started,):
        yield started
    started.check_log()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A window on a desk."""
    with visiting(browser, server.base_url) as opened:
        yield opened


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    """A window as narrow as a phone, with touch."""
    with visiting(browser, server.base_url, PHONE) as opened:
        yield opened


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """A client of the server that the pages come from."""
    client = Api(server.base_url)
    with closing(client.http):
        yield client
