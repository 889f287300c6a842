"""The requests under load: built by playing on the server, each sent once and its reply checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from typing import Any, Final

import orjson

from bench import floor
from bench.games import LINE_LENGTH, GamePlan, line_of
from bench.lines import as_json, batches
from bench.load import Exchange
from bench.processes import Server
from bench.table import Goal, at_least, at_most

INIT_GOAL: Final = at_most(8.0)
THIN_GOAL: Final = at_most(2.2)
"""Of a reply with no game behind it: what route, log line and counts cost."""
BATCH_GOALS: Final = {16: at_least(6.0), LINE_LENGTH: at_least(8.5)}
"""How many times cheaper an action is in a batch than alone."""
LONG_BATCH: Final = 2000
"""The most steps the server takes in a request."""
LONG_BATCH_GOAL: Final = at_most(40)
"""Of its CPU in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One kind of request."""

    name: str
    server: Server
    exchanges: Sequence[Exchange]
    goal: Goal | None = None
    """Of its CPU beside the floor's."""
    batch_of: str | None = None
    """The name of the load whose requests this one holds the first of."""
    length: int = 0
    """How many of them."""
    long: bool = False
    """Whether it holds LONG_BATCH steps; the goal is one of milliseconds then."""


def floor_load(server: Server) -> Load:
    """Return the yardstick's load."""
    client = Client(server)
    reply = client.send("POST", "/", orjson.loads(floor.request_body()))
    assert len(client.exchange.reply) == floor.ANSWER_BYTES
    assert reply["turn"] == 12
    return Load(name="(a2), the floor", server=server, exchanges=[client.exchange])


def fixed_load(server: Server) -> Load:
    """Return the load of (a), which does nothing at all for the same bytes."""
    client = Client(server)
    client.send("POST", floor.FIXED, orjson.loads(floor.request_body()))
    return Load(name="(a), fixed bytes", server=server, exchanges=[client.exchange])


def server_loads(server: Server, plans: Sequence[GamePlan]) -> list[Load]:
    """Return every load of the server; a game of another family adds a function like those below."""
    return [*(load for plan in plans for load in _game_loads(server, plan)), _index_load(server)]


def _index_load(server: Server) -> Load:
    client = Client(server)
    assert client.send("GET", "/api/games")["count"] > 0
    return Load(name="index of games", server=server, exchanges=[client.exchange], goal=THIN_GOAL)


def _game_loads(server: Server, plan: GamePlan) -> list[Load]:
    """Play a game's line on the server, once alone and once as a batch, and keep every request of it."""
    client = Client(server)
    root = f"/api/games/{plan.slug}"
    token = client.accepted("GET", f"{root}/init?seed={plan.seed}")["stateToken"]
    init = [client.exchange]
    long = []
    for moves in batches(plan.opening, LONG_BATCH):
        items = [{"action": action, "repeat": count} for action, count in moves]
        reached = client.act(root, token, actions=items)
        token = reached["stateToken"]
        if reached["applied"] == LONG_BATCH:
            long = [client.exchange]
    first = token
    line = [as_json(action) for _, action in line_of(plan, plan.seed)]
    alone, looks = [], []
    for action in line:
        looked = client.accepted("POST", f"{root}/state", {"stateToken": token})
        assert action in looked["legalActions"], action
        looks.append(client.exchange)
        token = client.act(root, token, action=action)["stateToken"]
        alone.append(client.exchange)
    batches_of = {}
    for length in BATCH_GOALS:
        played = client.act(root, first, actions=line[:length])
        assert played["applied"] == length, played
        batches_of[length] = client.exchange
    assert played["stateToken"] == token, "a batch must equal its actions one by one"
    refused = client.send("POST", f"{root}/action", {"stateToken": first, "action": plan.refused})
    assert refused["ok"] is False, refused
    assert refused["stateToken"] == first, refused
    action_name = f"{plan.slug} action"
    loads = [
        Load(name=action_name, server=server, exchanges=alone, goal=plan.action_goal),
        Load(name=f"{plan.slug} refused action", server=server, exchanges=[client.exchange]),
        Load(name=f"{plan.slug} state", server=server, exchanges=looks),
        Load(name=f"{plan.slug} init", server=server, exchanges=init, goal=INIT_GOAL),
    ]
    for length, exchange in batches_of.items():
        load = Load(
            name=f"{plan.slug} batch of {length}",
            server=server,
            exchanges=[exchange],
            goal=BATCH_GOALS[length],
            batch_of=action_name,
            length=length,
        )
        loads.append(load)
    if plan.opening_act is not None:
        name = f"{plan.slug} act on an opening"
        acts = _opening_acts(client, root, plan.opening_act, plan.openings)
        loads.append(Load(name=name, server=server, exchanges=acts[:LINE_LENGTH], goal=plan.action_goal))
        name = f"{plan.slug} act on one never met"
        loads.append(Load(name=name, server=server, exchanges=acts, goal=plan.action_goal))
    if long:  # the last one that the opening took
        name = f"{plan.slug} batch of {LONG_BATCH:,}"
        loads.append(Load(name=name, server=server, exchanges=long, goal=LONG_BATCH_GOAL, long=True))
    return loads


def _opening_acts(
    client: "Client", root: str, is_wanted: Callable[[dict[str, Any]], bool], number: int
) -> list[Exchange]:
    """Play on so many openings the middle one of the actions that are wanted, and keep the requests."""
    exchanges: list[Exchange] = []
    for seed in count():
        opening = client.accepted("GET", f"{root}/init?seed={seed}")
        wanted = [action for action in opening["legalActions"] if is_wanted(action)]
        if wanted:
            client.act(root, opening["stateToken"], action=wanted[len(wanted) // 2])
            exchanges.append(client.exchange)
        if len(exchanges) == number:
            return exchanges
    raise AssertionError


class Client:
    """Sends one request at a time and keeps the last exchange as it went over the wire."""

    exchange: Exchange

    def __init__(self, server: Server) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
        self._host = f"127.0.0.1:{server.port}"

    def act(self, root: str, token: str, **actions: Any) -> dict[str, Any]:
        """Play an action or a batch; it must be accepted."""
        return self.accepted("POST", f"{root}/action", {"stateToken": token, **actions})

    def accepted(self, method: str, target: str, value: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request; its reply must say ok."""
        reply = self.send(method, target, value)
        assert reply["ok"] is True, reply
        return reply

    def send(
        self,
        method: str,
        target: str,
        value: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """Send a request, with a JSON body or none, and return its reply, which must be a 200."""
        body = b"" if value is None else orjson.dumps(value)
        headers = {
            "Host": self._host,
            "User-Agent": "campboard-bench",
            "Accept": "*/*",
            **(headers or {}),
        }
        if body:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        self._connection.request(method, target, body or None, headers)
        response = self._connection.getresponse()
        reply = response.read()
        assert response.status == 200, (target, response.status, reply[:300])
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        request = f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body
        self.exchange = Exchange(request, reply)
        answer: dict[str, Any] = orjson.loads(reply)
        return answer
