"""The server that is attacked: its log is read as a whole at the end."""

import json
from collections.abc import Iterator

import pytest

from tests.hostile.ground import Ground
from tests.http.server import KEY, Server, running, stop

UNPLAYABLE = "a signed token holds what cannot be played"


@pytest.fixture(scope="session")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long for the rest of a request."""
    settings = {
        "CAMPBOARD_REQUEST_SECONDS": "2",
        "CAMPBOARD_LOG_FORMAT": "json",
        "CAMPBOARD_LOG_LEVEL": "debug",
    }
    with running(tmp_path_factory.mktemp("hostile"), settings) as (server,):
        yield server


@pytest.fixture(scope="session")
def ground(attacked: Server) -> Iterator[Ground]:
    """Games under way on it. At the end its log holds no trace, no secret and no token, an object a line."""
    found = Ground(attacked.base_url)
    yield found
    metrics = found.api.get("/metrics").text
    found.close()
    stop(attacked)
    text = attacked.log_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(type(line) is dict and {"time", "level", "message"} <= line.keys() for line in lines)
    for secret in ("Traceback", '"trace"', KEY, *found.tokens.values(), found.won["state_token"]):
        assert secret not in text
    assert all(UNPLAYABLE in line["message"] for line in lines if line["level"] == "error")
    assert 'code="internal"' not in metrics
