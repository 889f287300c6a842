"""What a server tells of itself: a line for every request, and counts for Prometheus, merged over workers."""

import json
import os
import re
import signal
import time
from collections.abc import Callable
from typing import Final

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.http.beam import BANK
from tests.http.camp import Camp, solved
from tests.http.client import Api, Json
from tests.http.conftest import Servers
from tests.http.server import KEY, Server
from tests.http.test_lifecycle import children
from tests.http.wire import exchange, request

GAME: Final = "/api/games/cantlewing"
ROUTE: Final = "/api/games/{slug}/action"
Labels = dict[str, str]


def samples(base_url: str) -> list[tuple[str, Labels, float]]:
    """Return what /metrics tells."""
    answer = httpx.get(f"{base_url}/metrics", trust_env=False)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = text_string_to_metric_families(answer.text)
    return [(each.name, each.labels, each.value) for family in families for each in family.samples]


def count(base_url: str, name: str, **labels: str) -> float:
    """Return the sum of the samples of a name that have these labels."""
    return sum(
        value
        for found, given, value in samples(base_url)
        if found == f"campboard_{name}" and labels.items() <= given.items()
    )


@pytest.fixture
def own(servers: Servers) -> Server:
    """A server whose counts nobody else adds to."""
    return servers.start({})[0]


def lines(servers: Servers, server: Server) -> list[Json]:
    """End a server and return the lines it wrote about requests."""
    servers.stop(server)
    return [line for line in server.log_lines() if line["message"] == "request"]


def test_requests_are_counted_by_route_method_and_status(servers: Servers, own: Server) -> None:
    api = servers.client(own)
    token = api.init("cantlewing")["stateToken"]
    for action in (BANK, BANK, {"type": "fly"}):
        api.act("cantlewing", token, action)
    api.act("cantlewing", "no token", BANK)
    api.get(f"{GAME}/action")
    wanted = {("POST", "200"): 3, ("POST", "400"): 1, ("GET", "405"): 1}
    for (method, status), number in wanted.items():
        assert count(own.base_url, "requests_total", route=ROUTE, method=method, status=status) == number
    assert count(own.base_url, "request_seconds_count", route=ROUTE) == 5
    assert 0 < count(own.base_url, "request_seconds_sum", route=ROUTE) < 60
    assert count(own.base_url, "request_seconds_bucket", route=ROUTE, le="+Inf") == 5
    assert count(own.base_url, "refusals_total", game="cantlewing", code="unknown-action") == 1
    assert count(own.base_url, "problems_total", game="cantlewing", code="bad-token") == 1
    assert count(own.base_url, "problems_total", code="method-not-allowed") == 1


def test_the_camp_family_is_counted_and_logged_too(servers: Servers, own: Server) -> None:
    camp = Camp(own.base_url)
    game = camp.new(7)
    wrong = {"X-Agent-Check": game["agent_check"]["token"], "X-Agent-Answer": "1"}
    body = {"state_token": game["state_token"], "command": "check"}
    for headers in ({}, wrong, wrong):
        camp.post("act", body, headers)
    camp.post("act", {**body, "command": "frobnicate"}, solved(game))
    camp.http.close()
    base = own.base_url
    assert count(base, "problems_total", game="sudoku", code="agent-check-missing") == 1
    assert count(base, "problems_total", game="sudoku", code="agent-check-wrong") == 2
    assert count(base, "refusals_total", game="sudoku") == 1
    assert count(base, "requests_total", route="/games/{slug}/api/act", status="403") == 3
    acts = [line for line in lines(servers, own) if line["route"] == "/games/{slug}/api/act"]
    assert [line["slug"] for line in acts] == ["sudoku"] * 4
    assert len({line["token"] for line in acts}) == 1
    assert game["state_token"] not in own.log_text()
    assert game["agent_check"]["token"] not in own.log_text()


def test_what_clients_invent_adds_no_series(servers: Servers, own: Server) -> None:
    api = servers.client(own)

    def invent(word: str) -> None:
        for path in (f"/{word}", f"/api/games/{word}/init", f"{GAME}/init?seed={word}", f"/docs/api/{word}"):
            api.get(path)
        api.http.request(f"X{word}", GAME)
        api.act("cantlewing", word, BANK)
        api.act("cantlewing", api.init("cantlewing")["stateToken"], {"type": word})
        api.http.get("/healthz", headers={"Host": word, "X-Forwarded-For": word, "User-Agent": word})
        exchange(own.base_url, f"{word.upper()} nonsense\r\n\r\n".encode())

    for word in ("a", "b"):
        invent(word)
        samples(own.base_url)
    before = {(name, json.dumps(labels)) for name, labels, _ in samples(own.base_url)}
    for number in range(20):
        invent(f"word{number}")
    after = samples(own.base_url)
    assert {(name, json.dumps(labels)) for name, labels, _ in after} == before
    assert not any("word" in value for _, labels, _ in after for value in labels.values())


def test_what_never_reaches_a_route_is_counted_and_logged(servers: Servers, own: Server) -> None:
    answer = request(own.base_url, "GET", "/healthz", "X-Long: " + "a" * 70_000)
    exchange(own.base_url, b"nonsense\r\n\r\n")
    assert count(own.base_url, "problems_total", code="headers-too-large") == 1
    assert count(own.base_url, "problems_total", code="bad-request") == 1
    servers.stop(own)
    found = [line for line in own.log_lines() if line.get("status") == 431]
    assert [line["requestId"] for line in found] == [answer.headers["x-request-id"]]
    assert "Invalid HTTP request" not in own.log_text()


def test_every_request_has_its_line(servers: Servers, own: Server) -> None:
    api = servers.client(own)
    token = api.init("cantlewing")["stateToken"]
    api.http.post(
        f"{GAME}/action",
        content=json.dumps({"stateToken": token, "action": {"type": "fly"}}),
        headers={"X-Request-ID": "my-own.id_7"},
    )
    wrong = api.get("/nowhere/at/all")
    api.get("/api/games/chess/init")
    init, refused, nowhere, unknown = lines(servers, own)
    for line in (init, refused, nowhere, unknown):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
        assert line["level"] == "info"
        assert line["ms"] > 0
    assert (init["method"], init["route"], init["status"]) == ("GET", "/api/games/{slug}/init", 200)
    assert init["slug"] == "cantlewing"
    assert "token" not in init
    assert refused["requestId"] == "my-own.id_7"
    assert (refused["route"], refused["code"]) == (ROUTE, "unknown-action")
    assert re.fullmatch("[0-9a-f]{12}", refused["token"])
    assert nowhere["requestId"] == wrong.json()["requestId"]
    assert (nowhere["route"], nowhere["path"], nowhere["status"]) == ("none", "/nowhere/at/all", 404)
    assert (unknown["route"], unknown["code"]) == ("/api/games/{slug}/init", "unknown-game")
    assert "slug" not in unknown


def test_the_log_holds_no_token_key_or_body(servers: Servers, own: Server) -> None:
    api = servers.client(own)
    token = api.init("cantlewing")["stateToken"]
    api.act("cantlewing", token, {"type": "a-secret-word"})
    api.act("cantlewing", token[:-1] + "A", BANK)
    for place in (f"/api/games/{token}/init", f"/{token}", f"{GAME}/init?stateToken={token}"):
        api.get(place)
    api.http.get("/healthz", headers={"Authorization": f"Bearer {token}", "Cookie": f"a={token}"})
    api.post_text(f"{GAME}/action", b'{"a-secret-word')
    servers.stop(own)
    text = own.log_text()
    for part in (token, token.partition(".")[0], token.partition(".")[2], KEY, KEY[:12], "a-secret-word"):
        assert part not in text


@pytest.mark.parametrize(
    "path",
    [
        "/%0a%7b%22level%22:%22error%22%7d",
        "/%1b[31mred",
        "/%00",
        "/%e2%80%ae%e2%80%a8",
        "/%ff",
        "/" + "%0d%0a" * 900,
    ],
)
def test_a_path_forges_no_line(servers: Servers, own: Server, path: str) -> None:
    servers.client(own).get(path)
    found = lines(servers, own)
    assert len(found) == 1
    assert found[0]["level"] == "info"
    assert len(found[0]["path"]) <= 200
    assert not set(own.log_text()) & set("\x1b\0\r")


def test_health_and_metrics_write_no_lines_and_levels_are_a_setting(servers: Servers) -> None:
    quiet, loud = servers.start({"CAMPBOARD_LOG_LEVEL": "warning"}, {"CAMPBOARD_LOG_LEVEL": "debug"})
    for server in (quiet, loud):
        api = servers.client(server)
        for path in ("/healthz", "/metrics", "/api/games"):
            api.get(path)
    assert lines(servers, quiet) == []
    routes = [line["route"] for line in lines(servers, loud)]
    assert {"/healthz", "/metrics", "/api/games"} <= {*routes}


def test_text_lines_are_for_people(servers: Servers) -> None:
    (server,) = servers.start({"CAMPBOARD_LOG_FORMAT": "text"})
    servers.client(server).get("/nowhere%0aforged")
    servers.stop(server)
    (line,) = [each for each in server.log_text().splitlines() if "status=404" in each]
    assert re.match(r"\d\d:\d\d:\d\d info +requestId=", line)
    assert r"path=/nowhere\nforged" in line


def test_workers_count_together_and_the_dead_are_not_forgotten(servers: Servers) -> None:
    (server,) = servers.start({"WORKERS": "2"})
    base = server.base_url

    def get(times: int) -> None:
        for _ in range(times):  # a connection each, so that both workers have their share
            httpx.get(f"{base}/api/games", trust_env=False)

    def counted() -> float:
        return count(base, "requests_total", route="/api/games", status="200")

    get(30)
    await_(lambda: counted() == 30)
    time.sleep(1.5)  # what a worker counted in its last second dies with it
    for worker in children(server.process.pid):
        os.kill(worker, signal.SIGKILL)
    await_(lambda: len(children(server.process.pid)) == 2 and ready(base))
    get(12)
    await_(lambda: counted() == 42)


def ready(base: str) -> bool:
    """Tell whether a server answers."""
    try:
        return httpx.get(f"{base}/readyz", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def await_(holds: Callable[[], bool]) -> None:
    """Wait until something holds, up to half a minute."""
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_metrics_tell_no_secret(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    api.act("cantlewing", token, BANK)
    text = api.http.get("/metrics").text
    assert KEY not in text
    assert token not in text
