"""A player's side of the gameboard API, with the promises that hold for every single reply."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn

import httpx

Json = dict[str, Any]

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
CODE: Final = re.compile(r"[a-z]+(-[a-z]+)*")
TOKEN: Final = re.compile(r"[A-Za-z0-9._~-]{1,8000}")
REPLY: Final = {
    *("ok", "game", "seed", "stateToken", "observation", "legalActions", "legalCount", "events"),
    *("score", "gameOver"),
}
REFUSAL: Final = REPLY | {"code", "reason"}
PROBLEM: Final = {"ok", "code", "reason", "requestId"}
MORE: Final = {"unknown-game": {"games"}, "rate-limited": {"retryAfter"}}
"""What the bodies of some problems hold besides."""
JSON_TYPE: Final = {"content-type": "application/json"}


class Api:
    """Requests to one server; each reply passes `check_reply` before a test sees it."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url.rstrip("/")
        self.http = httpx.Client(
            base_url=self.base_url, timeout=30, trust_env=False, event_hooks={"response": [check_reply]}
        )

    def get(self, path: str, **parameters: str | int) -> httpx.Response:
        """Send a GET with query parameters."""
        return self.http.get(path, params=parameters or None)

    def post(self, path: str, body: object, **parameters: str) -> httpx.Response:
        """Send a JSON value as it is written compactly."""
        return self.post_text(path, json.dumps(body, separators=(",", ":")), **parameters)

    def post_text(self, path: str, body: str | bytes, **parameters: str) -> httpx.Response:
        """Send a body as it stands, as application/json."""
        return self.http.post(path, content=body, headers=JSON_TYPE, params=parameters or None)

    def slugs(self) -> list[str]:
        """Return the slugs of the games served, in the order of the index."""
        return [game["slug"] for game in self.get("/api/games").json()["games"]]

    def init(self, slug: str, seed: int = 7, **parameters: str) -> Json:
        """Start a game."""
        return reply(self.get(f"/api/games/{slug}/init", seed=seed, **parameters))

    def act(self, slug: str, token: str, action: object, **parameters: str) -> httpx.Response:
        """Send one action."""
        return self.post(f"/api/games/{slug}/action", {"stateToken": token, "action": action}, **parameters)

    def act_text(self, slug: str, token: str, action: str) -> httpx.Response:
        """Send one action given as JSON text, in which `1.0` and `1` differ."""
        body = f'{{"stateToken":"{token}","action":{action}}}'
        return self.post_text(f"/api/games/{slug}/action", body.encode())

    def batch(self, slug: str, token: str, actions: object, **members: object) -> httpx.Response:
        """Send a list of actions."""
        return self.post(f"/api/games/{slug}/action", {"stateToken": token, "actions": actions, **members})

    def state(self, slug: str, token: str, **parameters: str) -> Json:
        """Look at a position."""
        return reply(self.post(f"/api/games/{slug}/state", {"stateToken": token}, **parameters))

    def replay(self, slug: str, actions: object, seed: int = 7, **members: object) -> httpx.Response:
        """Play a list of actions from the start."""
        return self.post(f"/api/games/{slug}/replay", {"seed": seed, "actions": actions, **members})

    def play(self, slug: str, token: str, actions: Iterable[Json]) -> list[Json]:
        """Send actions one by one, each with the token of the reply before; all must be accepted."""
        replies = []
        for action in actions:
            replies.append(accepted(self.act(slug, token, action)))
            token = replies[-1]["stateToken"]
        return replies


def check_reply(response: httpx.Response) -> None:
    """Assert what every reply promises: an id, safe headers, no 500, no float, the one error body."""
    response.read()
    assert response.status_code < 500, response.text
    assert not response.is_redirect
    assert REQUEST_ID.fullmatch(response.headers["x-request-id"])
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "server" not in response.headers
    assert "set-cookie" not in response.headers
    assert "access-control-allow-credentials" not in response.headers
    assert "Traceback" not in response.text
    if response.headers.get("content-type", "").startswith("application/json") and response.content:
        body = exact_json(response.text)
        if response.is_client_error:
            check_problem(body, response.headers["x-request-id"])


def check_problem(body: object, request_id: str | None) -> None:
    """Assert that this is the one body of a wrong request."""
    assert isinstance(body, dict)
    assert set(body) == PROBLEM | MORE.get(body["code"], set())
    assert body["ok"] is False
    assert CODE.fullmatch(body["code"])
    assert isinstance(body["reason"], str)
    assert body["reason"]
    assert "\n" not in body["reason"]
    assert body["requestId"] == request_id


def exact_json(text: str) -> Any:
    """Read JSON that may hold no float and names no member twice."""
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_once)


def reply(response: httpx.Response) -> Json:
    """Return the body of a 200."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    body: Json = response.json()
    return body


def accepted(response: httpx.Response) -> Json:
    """Return the body of a reply that says ok."""
    body = reply(response)
    assert body["ok"] is True, response.text
    return body


def refused(response: httpx.Response, code: str | None = None) -> Json:
    """Return the body of a refusal by the game."""
    body = reply(response)
    assert body["ok"] is False, response.text
    assert CODE.fullmatch(body["code"])
    assert code in (None, body["code"]), response.text
    return body


def problem(response: httpx.Response, status: int, code: str) -> Json:
    """Return the body of a request that was wrong; its shape has been checked on arrival."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    body: Json = response.json()
    assert body["code"] == code, response.text
    return body


def token_refusal(api: Api, slug: str, token: object) -> tuple[str, str]:
    """Return code and reason with which a game refuses a token; the routes that take one must agree."""
    base, body = f"/api/games/{slug}", {"stateToken": token, "action": {"type": "bank"}}
    action, state = (
        problem(api.post(f"{base}/{route}", body), 400, "bad-token") for route in ("action", "state")
    )
    assert action["reason"] == state["reason"]
    return action["code"], action["reason"]


def b64(raw: bytes) -> str:
    """Encode as the parts of a token are."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Decode a part of a token, leniently."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def without(body: Json, *members: str) -> Json:
    """Return a body without these members, the others in their order."""
    return {name: value for name, value in body.items() if name not in members}


def written(value: object) -> str:
    """Write a value so that equal text means equal values in equal order."""
    return json.dumps(value, separators=(",", ":"))


def short(value: object) -> str:
    """Name a case of a test by the beginning of its value."""
    return ascii(value)[:40]


def echoes(sent: str, text: str) -> Iterator[str]:
    """Yield the pieces of 101 characters of what was sent that stand in a reply."""
    return (sent[i : i + 101] for i in range(len(sent) - 100) if sent[i : i + 101] in text)


def events_of(replies: Sequence[Json]) -> list[Json]:
    """Return the events of several replies in order."""
    return [event for body in replies for event in body["events"]]


def _no_float(text: str) -> NoReturn:
    raise AssertionError(f"a reply holds the number {text}")


def _once(pairs: list[tuple[str, Any]]) -> Json:
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)
