"""A server for the agents to play on."""

from collections.abc import Iterator

import pytest

from tests.http.server import running


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of these tests."""
    with running(tmp_path_factory.mktemp("agents"), {}) as (server,):
        yield server.base_url
        server.check_log()
