"""The server under test: started here, or the one that CAMPBOARD_TEST_BASE_URL names."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.http.camp import Camp, fills, solution_of
from tests.http.client import Api, Json
from tests.http.server import KEY, Server, running, stop

_EXTERNAL: Final = os.environ.get("CAMPBOARD_TEST_BASE_URL", "")


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server | None]:
    """The suite's own server, or None when an external one is tested."""
    if _EXTERNAL:
        yield None
        return
    with running(tmp_path_factory.mktemp("live"), {}) as (server,):
        yield server
    server.check_log()


@pytest.fixture(scope="session")
def api(live_server: Server | None) -> Iterator[Api]:
    """A client of the server under test."""
    found = Api(live_server.base_url if live_server else _EXTERNAL)
    with closing(found.http):
        yield found


@pytest.fixture
def own_log(live_server: Server | None) -> Callable[[], str]:
    """What the server under test has logged so far; skips where that cannot be read."""
    if live_server is None:
        pytest.skip("the log of an external server cannot be read")
    return live_server.log_text


@pytest.fixture
def own_key(live_server: Server | None) -> str:
    """The key of the server under test; skips where it is unknown."""
    if live_server is None:
        pytest.skip("the key of an external server is unknown")
    return KEY


@dataclass(frozen=True, slots=True)
class Servers:
    """Starts servers for one test and ends them after it."""

    folder: Path
    stack: ExitStack = field(default_factory=ExitStack)

    def start(self, *settings: Mapping[str, str]) -> list[Server]:
        """Start a server for each of these settings; no log may hold a traceback at the end."""
        found = self.stack.enter_context(running(self.folder, *settings))
        for server in found:
            self.stack.callback(server.check_log)
        return found

    def client(self, server: Server) -> Api:
        """Return a client of a server, closed at the end."""
        found = Api(server.base_url)
        self.stack.callback(found.http.close)
        return found

    def stop(self, server: Server) -> int:
        """End a server before the end of the test, so that its log is whole; returns its exit status."""
        return stop(server)

    def apis(self, *settings: Mapping[str, str]) -> list[Api]:
        """Start a server for each of these settings and return their clients."""
        return [self.client(server) for server in self.start(*settings)]

    def camps(self, *settings: Mapping[str, str]) -> list[Camp]:
        """Start a server for each of these settings and return players of its camp family."""
        players = [Camp(server.base_url) for server in self.start(*settings)]
        for player in players:
            self.stack.callback(player.http.close)
        return players


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    """Servers of a test's own; skips when an external server is tested."""
    if _EXTERNAL:
        pytest.skip("needs servers of its own, but CAMPBOARD_TEST_BASE_URL names the one to test")
    started = Servers(tmp_path)
    with started.stack:
        yield started


@pytest.fixture(scope="session")
def camp(live_server: Server | None) -> Iterator[Camp]:
    """A player of the camp family on the server under test, who keeps no cookies."""
    found = Camp(live_server.base_url if live_server else _EXTERNAL)
    with closing(found.http):
        yield found


@pytest.fixture
def live_camp(camp: Camp) -> Iterator[Camp]:
    """A player who keeps cookies, with none yet."""
    found = Camp(camp.base_url, cookies=True)
    with closing(found.http):
        yield found


@pytest.fixture(scope="session")
def opening(camp: Camp) -> Json:
    """The first reply of an easy game of Sudoku."""
    return camp.new(7)


@pytest.fixture(scope="session")
def right(opening: Json) -> list[str]:
    """The commands that solve it."""
    return fills(solution_of(opening["givens"]), opening["givens"])


@pytest.fixture(scope="session")
def won(camp: Camp, opening: Json, right: list[str]) -> Json:
    """The reply that ends it."""
    return camp.play(opening, *right, "submit")
