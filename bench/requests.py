"""The requests under load: built by playing on the server, each sent once and its reply checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, Final

import orjson

from bench import floor
from bench.games import LINE_LENGTH, GamePlan, line_of
from bench.lines import as_json
from bench.load import Exchange
from bench.processes import Server
from bench.table import Goal, at_least, at_most

INIT_GOAL: Final = at_most(8.0)
BATCH_GOAL: Final = at_least(8.5)
"""How many times cheaper an action is in a batch than alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One kind of request."""

    name: str
    server: Server
    exchanges: Sequence[Exchange]
    goal: Goal | None = None
    """Of its CPU beside the floor's."""
    batch_of: str | None = None
    """The name of the load whose requests this one holds LINE_LENGTH of."""


def floor_load(server: Server) -> Load:
    """Return the yardstick's load."""
    client = _Client(server)
    reply = client.post("/", orjson.loads(floor.request_body()))
    assert len(client.exchange.reply) == floor.ANSWER_BYTES
    assert reply["turn"] == 12
    return Load(name="(a2), the floor", server=server, exchanges=[client.exchange])


def shared_loads(server: Server) -> list[Load]:
    """Return the loads that belong to no game."""
    client = _Client(server)
    count = client.get("/api/games")["count"]
    assert count > 0
    return [Load(name="index of games", server=server, exchanges=[client.exchange])]


def game_loads(server: Server, plan: GamePlan) -> list[Load]:
    """Play a game's line on the server, once alone and once as a batch, and return every request it took."""
    client = _Client(server)
    root = f"/api/games/{plan.slug}"
    started = client.get(f"{root}/init?seed={plan.seed}")
    assert started["ok"], started
    init = [client.exchange]
    token = started["stateToken"]
    if plan.opening:
        opened = client.post(f"{root}/action", {"stateToken": token, "actions": plan.opening})
        assert opened["ok"], opened
        token = opened["stateToken"]
    first = token
    line = [as_json(action) for _, action in line_of(plan, plan.seed)]
    actions, looks = [], []
    for action in line:
        looked = client.post(f"{root}/state", {"stateToken": token})
        assert looked["ok"], looked
        assert action in looked["legalActions"], action
        looks.append(client.exchange)
        acted = client.post(f"{root}/action", {"stateToken": token, "action": action})
        assert acted["ok"], acted
        actions.append(client.exchange)
        token = acted["stateToken"]
    played = client.post(f"{root}/action", {"stateToken": first, "actions": line})
    assert played["ok"], played
    assert played["applied"] == LINE_LENGTH, played
    assert played["stateToken"] == token, "a batch must equal its actions one by one"
    batch = [client.exchange]
    refused = client.post(f"{root}/action", {"stateToken": first, "action": plan.refused})
    assert refused["ok"] is False, refused
    assert refused["stateToken"] == first, refused
    refusal = [client.exchange]
    alone = f"{plan.slug} action"
    return [
        Load(name=alone, server=server, exchanges=actions, goal=plan.action_goal),
        Load(name=f"{plan.slug} refused action", server=server, exchanges=refusal),
        Load(name=f"{plan.slug} state", server=server, exchanges=looks),
        Load(name=f"{plan.slug} init", server=server, exchanges=init, goal=INIT_GOAL),
        Load(name=f"{plan.slug} batch of {LINE_LENGTH}", server=server, exchanges=batch, batch_of=alone),
    ]


class _Client:
    """Sends one request at a time and keeps the last exchange as it went over the wire."""

    exchange: Exchange

    def __init__(self, server: Server) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
        self._host = f"127.0.0.1:{server.port}"

    def get(self, target: str) -> dict[str, Any]:
        """Send a GET."""
        return self._send("GET", target, b"")

    def post(self, target: str, value: dict[str, Any]) -> dict[str, Any]:
        """Send a POST with a JSON body."""
        return self._send("POST", target, orjson.dumps(value))

    def _send(self, method: str, target: str, body: bytes) -> dict[str, Any]:
        headers = {"Host": self._host, "User-Agent": "campboard-bench", "Accept": "*/*"}
        if body:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        self._connection.request(method, target, body or None, headers)
        response = self._connection.getresponse()
        reply = response.read()
        assert response.status == 200, (target, response.status, reply[:300])
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        request = f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body
        self.exchange = Exchange(request, reply)
        value: dict[str, Any] = orjson.loads(reply)
        return value
