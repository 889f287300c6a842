"""deploy/nginx.conf before three real servers, of which one dies and one restarts while all are played on."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final

import httpx
import pytest

from tests.http.server import Server, free_ports, ready, restarted, running, stop
from tests.http.wire import connect

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SETTINGS: Final = {"CAMPBOARD_TRUSTED_PROXIES": "127.0.0.1", "CAMPBOARD_RATE_LIMIT": "100000/minute"}
PLAYERS: Final = 12
GAMES: Final = 8
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="nginx is not installed; Debian and Ubuntu have a package of that name"
)


@dataclass(frozen=True, slots=True)
class Proxied:
    """nginx and the servers behind it."""

    base_url: str
    servers: list[Server]


def configuration(folder: Path, port: int, servers: list[Server]) -> Path:
    """Return the file of the repository with nothing changed but addresses and where temporary files go."""
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    upstreams = re.findall(r"server (\S+) max_fails", text)
    assert len(upstreams) == len(servers) == 3
    for upstream, server in zip(upstreams, servers, strict=True):
        text = text.replace(f"server {upstream} ", f"server {server.base_url.removeprefix('http://')} ")
    text = text.replace(" /tmp/", f" {folder}/").replace("listen 8080;", f"listen 127.0.0.1:{port};")
    file = folder / "nginx.conf"
    file.write_text(text, "utf-8")
    return file


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Proxied]:
    assert PROGRAM is not None
    with ExitStack() as stack:
        servers = stack.enter_context(running(tmp_path, SETTINGS, SETTINGS, SETTINGS))
        (port,) = free_ports(1)
        file = configuration(tmp_path, port, servers)
        options = "daemon off;" + (" user root;" if os.geteuid() == 0 else "")
        command: list[str | Path] = [PROGRAM, "-p", tmp_path, "-e", "stderr", "-c", file, "-g", options]
        with (tmp_path / "nginx.log").open("wb") as log:
            process = subprocess.Popen(command, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            assert ready(f"http://127.0.0.1:{port}", process), (tmp_path / "nginx.log").read_text()
            yield Proxied(f"http://127.0.0.1:{port}", servers)
        for server in servers:
            server.check_log()


def played(base_url: str, seed: int) -> list[bytes]:
    """Play Cordwright for some frames and return every reply."""
    replies = []
    with httpx.Client(base_url=base_url, trust_env=False, timeout=30) as client:
        answer = client.get(f"/api/games/cordwright/init?seed={seed}&legal=none")
        for turn in range(30):
            assert answer.status_code == 200, answer.text
            replies.append(answer.content)
            phase = answer.json()["observation"]["phase"]
            action = {"type": "next"} if phase != "playing" else {"type": "swap", "a": turn % 5, "b": 5}
            body = {"stateToken": answer.json()["stateToken"], "action": action}
            answer = client.post("/api/games/cordwright/action?legal=none", json=body)
    return replies


def test_a_server_dies_and_another_restarts_and_no_game_is_lost(proxied: Proxied, tmp_path: Path) -> None:
    first, second, third = proxied.servers
    wanted = {seed: played(third.base_url, seed) for seed in range(PLAYERS)}
    halfway = Event()

    def player(seed: int) -> None:
        for game in range(GAMES):
            if game == 2:
                halfway.set()
            assert played(proxied.base_url, seed) == wanted[seed]

    with ThreadPoolExecutor(PLAYERS) as pool, ExitStack() as stack:
        games = [pool.submit(player, seed) for seed in range(PLAYERS)]
        assert halfway.wait(60)
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        stop(second)
        stack.enter_context(restarted(tmp_path, second, SETTINGS))
        for game in games:
            game.result(timeout=120)


def test_what_nginx_answers_itself_is_json_too(proxied: Proxied) -> None:
    with httpx.Client(base_url=proxied.base_url, trust_env=False) as client:
        hidden = client.get("/metrics")
        assert (hidden.status_code, hidden.json()["code"]) == (404, "not-found")
        path = "/api/games/cantlewing/action"
        # The server's own limit is lower, so its word comes first; far beyond it is nginx that speaks.
        for size in (100_000, 2_000_000):
            answer = client.post(path, content=b" " * size)
            assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
        for server in proxied.servers:
            server.process.kill()
            server.process.wait()
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["code"] == "unavailable"
        assert answer.headers["retry-after"] == "2"
        assert answer.headers["content-type"] == "application/json"


def test_the_servers_see_each_players_own_address(proxied: Proxied) -> None:
    with httpx.Client(base_url=proxied.base_url, trust_env=False) as client:
        client.get("/api/games", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"})
        links = client.get("/api/games").json()["docs"]
    assert links == f"{proxied.base_url}/docs/api"
    for server in proxied.servers:
        stop(server)
        assert "203.0.113.9" not in server.log_text()


def test_half_a_request_never_reaches_a_server(proxied: Proxied) -> None:
    with connect(proxied.base_url) as connection:
        connection.sendall(
            b"POST /api/games/cantlewing/action HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
        )
        with httpx.Client(base_url=proxied.base_url, trust_env=False) as client:
            assert client.get("/readyz").status_code == 200
    for server in proxied.servers:
        stop(server)
        assert "/api/games/{slug}/action" not in server.log_text()
