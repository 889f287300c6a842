"""The limits that are settings, and what a server's end or a worker's death does to play."""

import os
import signal
import time
from pathlib import Path

from tests.http.beam import BANK
from tests.http.client import problem, reply
from tests.http.conftest import Servers
from tests.http.cords import SKIP
from tests.http.server import stop
from tests.http.wire import connect


def test_the_limits_of_body_and_batch_are_settings(servers: Servers) -> None:
    limits = {"BODY_BYTES": "2048", "BATCH_ITEMS": "3", "BATCH_STEPS": "5"}
    (small,) = servers.apis({f"CAMPBOARD_MAX_{name}": value for name, value in limits.items()})
    once, thrice = SKIP, {"repeat": 3, "action": SKIP}
    assert reply(small.replay("cordwright", [once, once, thrice]))["applied"] == 1
    for actions, limit in (([once] * 4, "3"), ([{"repeat": 6, "action": SKIP}], "5"), ([thrice] * 2, "5")):
        assert limit in problem(small.replay("cordwright", actions), 400, "bad-request")["reason"]
    body = b'{"seed":7,"actions":[{"type":"bank"}]}'
    path = "/api/games/cordwright/replay"
    assert small.post_text(path, body.ljust(2048)).status_code == 200
    assert "2048" in problem(small.post_text(path, body.ljust(2049)), 413, "too-large")["reason"]


def test_a_stuck_client_does_not_keep_a_server_from_ending(servers: Servers) -> None:
    (server,) = servers.start({})
    with connect(server.base_url) as stuck:
        stuck.sendall(b"POST /api/games/cantlewing/action HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        assert servers.client(server).get("/healthz").status_code == 200
        assert stop(server) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        answer = stuck.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"code":"stopping"' in answer
    assert "Traceback" not in server.log_text()


def test_a_killed_worker_is_replaced_and_nothing_is_lost(servers: Servers) -> None:
    (server,) = servers.start({"WORKERS": "2"})
    api = servers.client(server)
    token = api.init("cantlewing")["stateToken"]
    wanted = api.act("cantlewing", token, BANK).content
    workers = children(server.process.pid)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while not set(children(server.process.pid)) - set(workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    answer = servers.client(server).act("cantlewing", token, BANK)
    assert answer.content == wanted


def children(parent: int) -> list[int]:
    """Return the processes that a process has started and that serve, as Linux tells them."""
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    lines = ((int(pid), Path(f"/proc/{pid}/cmdline").read_text()) for pid in text.split())
    return [pid for pid, line in lines if "spawn_main" in line]
