"""One rate limit for several servers, kept in a real Redis; and what becomes of it when Redis is silent."""

import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisGone

from tests.http.client import Api
from tests.http.conftest import Servers
from tests.http.server import Server, free_ports
from tests.http.test_watching import await_, count

PROGRAM = shutil.which("redis-server")
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="redis-server is not installed; Debian and Ubuntu have a package of that name"
)


@dataclass(slots=True)
class Store:
    """A Redis of the test's own that keeps nothing on disk."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:a-password@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        assert PROGRAM is not None
        options = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--requirepass",
            "a-password",
        ]
        self.process = subprocess.Popen(
            [PROGRAM, *options], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        await_(self._answers)

    def stop(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def client(self) -> Redis:
        """Return a client of it."""
        return Redis.from_url(self.url)

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except RedisGone:
            return False


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(free_ports(1)[0], tmp_path)
    found.start()
    yield found
    found.stop()


def shared(servers: Servers, store: Store, number: int, rate: str = "10/hour") -> list[Server]:
    """Start servers that share a rate."""
    settings = {
        "CAMPBOARD_RATE_LIMIT": rate,
        "CAMPBOARD_REDIS_URL": store.url,
        "CAMPBOARD_TRUSTED_PROXIES": "127.0.0.1",
    }
    return servers.start(*[settings] * number)


def ask(api: Api, times: int, address: str = "192.0.2.1") -> Counter[int]:
    """Count the statuses of so many requests from an address."""
    headers = {"X-Forwarded-For": address}
    return Counter(api.http.get("/api/games", headers=headers).status_code for _ in range(times))


def test_servers_share_one_allowance(servers: Servers, store: Store) -> None:
    first, second = (servers.client(server) for server in shared(servers, store, 2))
    assert ask(first, 7) == {200: 7}
    assert ask(second, 7) == {200: 3, 429: 4}
    assert ask(first, 1) == {429: 1}
    assert ask(first, 20, "192.0.2.2") == {200: 10, 429: 10}
    refused = second.http.get("/api/games", headers={"X-Forwarded-For": "192.0.2.1"})
    assert 300 <= refused.json()["retryAfter"] <= 360  # one in six minutes
    assert refused.headers["retry-after"] == str(refused.json()["retryAfter"])


def test_a_long_batch_is_charged_there_too(servers: Servers, store: Store) -> None:
    first, second = (servers.client(server) for server in shared(servers, store, 2))
    body = {"seed": 7, "actions": [{"repeat": 200, "action": {"type": "tick"}}]}
    answer = first.http.post(
        "/api/games/glasswend/replay", json=body, headers={"X-Forwarded-For": "192.0.2.1"}
    )
    assert answer.json()["applied"] == 200
    assert ask(second, 7) == {200: 5, 429: 2}


def test_what_redis_keeps_ends_by_itself(servers: Servers, store: Store) -> None:
    (server,) = shared(servers, store, 1, "10/minute")
    ask(servers.client(server), 20)
    with store.client() as client:
        keys = client.keys("campboard:*")
        assert len(keys) == 1
        # Ten requests are given back in a minute, and then the bucket is full.
        assert 55_000 < client.pttl(keys[0]) <= 60_000


def test_a_redis_that_goes_away_stops_nobody_and_is_used_again_when_it_is_back(
    servers: Servers, store: Store
) -> None:
    (server,) = shared(servers, store, 1)
    api = servers.client(server)
    assert ask(api, 11) == {200: 10, 429: 1}
    store.stop()
    # The server's own buckets take over; they know nothing of before.
    assert ask(api, 12) == {200: 10, 429: 2}
    store.start()
    await_(lambda: 200 in ask(api, 1))  # an empty Redis: the allowance is whole again
    servers.stop(server)
    messages = [line["message"] for line in server.log_lines() if "Redis" in line["message"]]
    assert len(messages) == 2
    assert "is away (ConnectionError)" in messages[0]
    assert "is back" in messages[1]
    assert "a-password" not in server.log_text()


def test_a_redis_that_hangs_costs_a_moment_once(servers: Servers, store: Store) -> None:
    (server,) = shared(servers, store, 1)
    api = servers.client(server)
    assert store.process is not None
    assert ask(api, 1) == {200: 1}
    store.process.send_signal(signal.SIGSTOP)
    try:
        begun = time.monotonic()
        assert ask(api, 9) == {200: 9}
        assert time.monotonic() - begun < 3
        assert count(server.base_url, "faults_total", kind="redis") >= 1
    finally:
        store.process.send_signal(signal.SIGCONT)


def test_a_server_starts_without_its_redis(servers: Servers, store: Store) -> None:
    store.stop()
    (server,) = shared(servers, store, 1)
    assert ask(servers.client(server), 12) == {200: 10, 429: 2}
    assert servers.client(server).get("/readyz").status_code == 200
