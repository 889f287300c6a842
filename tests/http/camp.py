"""A player's side of the camp API, with the promises that hold for every single reply of the family."""

import json
import zlib
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Final

import httpx

from tests.answerer import answer
from tests.engines.sudoku.reference import count, solutions
from tests.http.client import CODE, JSON_TYPE, REQUEST_ID, TOKEN, Json, exact_json, unb64, without

ROOT: Final = "/games/sudoku/api"
COOKIE: Final = "camp_sudoku"
GAME: Final = (
    *("game", "status", "difficulty", "seed", "base", "board", "cells", "givens", "notes", "wrong"),
    *("selected", "turn", "mistakes", "checks", "filled", "empty", "score", "potential_score", "game_over"),
)
CARRIED: Final = ("message", "state_token", "agent_check")
RAN: Final = ("results", "not_run")
PUZZLE: Final = ("token", "question", "answer_format", "expires_in")
REVIEW: Final = {"rating": 8, "review": "A fair puzzle. The board is easy to read."}
FRESH: Final = ("agent_check", "request_id")
"""What may differ between the replies to two equal requests."""


class Camp:
    """Requests about Sudoku to one server; each reply passes `check_camp_reply` before a test sees it."""

    def __init__(self, base_url: str, *, cookies: bool = False) -> None:
        self.base_url = base_url.rstrip("/")
        policy = None if cookies else DefaultCookiePolicy(allowed_domains=[])
        self.http = httpx.Client(
            base_url=self.base_url,
            timeout=30,
            trust_env=False,
            cookies=CookieJar(policy),
            event_hooks={"response": [check_camp_reply]},
        )

    def post(self, verb: str, body: object = None, headers: Json | None = None) -> httpx.Response:
        """Send a JSON value, or no body at all."""
        content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        return self.post_raw(verb, content, headers)

    def post_raw(self, verb: str, content: bytes, headers: Json | None = None) -> httpx.Response:
        """Send a body as it stands, as application/json unless the headers say otherwise."""
        merged = httpx.Headers(JSON_TYPE)
        merged.update(headers or {})
        return self.http.post(f"{ROOT}/{verb}", content=content, headers=merged)

    def new(self, seed: int = 7, difficulty: str = "easy") -> Json:
        """Start a game."""
        return taken(self.post("new", {"seed": seed, "difficulty": difficulty}))

    def state(self, token: str) -> Json:
        """Look at a game."""
        return taken(self.http.get(f"{ROOT}/state", headers={"X-State-Token": token}))

    def look(self, headers: Json) -> httpx.Response:
        """Ask for the current game with these headers."""
        return self.http.get(f"{ROOT}/state", headers=headers)

    def act(self, before: Json, headers: Json, command: str = "check") -> httpx.Response:
        """Send a command with the answer to the question of a reply, and the game in these headers only."""
        return self.post("act", {"command": command}, {**solved(before), **headers})

    def send(self, before: Json, *commands: str, **members: object) -> httpx.Response:
        """Send commands, one or several, to the game of a reply, with the answer to its question."""
        body: Json = {"command": commands[0]} if len(commands) == 1 else {"commands": commands}
        return self.ask("act", before, {**body, **members})

    def ask(self, verb: str, before: Json, body: Json) -> httpx.Response:
        """Send a body to act or finish about the game of a reply, with the answer to its question."""
        return self.post(verb, {"state_token": before["state_token"], **body}, solved(before))

    def play(self, before: Json, *commands: str) -> Json:
        """Send commands that are all accepted."""
        after = taken(self.send(before, *commands))
        assert after["ok"] is True, after
        return after

    def finish(self, before: Json, **members: object) -> httpx.Response:
        """Send a review of the game of a reply."""
        return self.ask("finish", before, {**REVIEW, **members})


def cookie(value: str) -> dict[str, str]:
    """Return the header that brings a game by its cookie."""
    return {"Cookie": f"{COOKIE}={value}"}


def solved(reply: Json) -> dict[str, str]:
    """Return the headers that answer the question of a reply."""
    puzzle = reply["agent_check"]
    return {"X-Agent-Check": puzzle["token"], "X-Agent-Answer": str(answer(puzzle["question"]))}


def check_camp_reply(response: httpx.Response) -> None:
    """Assert what every reply promises: an id, safe headers, no 500, no float, an error body, a puzzle."""
    response.read()
    assert response.status_code < 500, response.text
    assert not response.is_redirect
    request_id = response.headers["x-request-id"]
    assert REQUEST_ID.fullmatch(request_id)
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "Traceback" not in response.text
    assert "access-control-allow-credentials" not in response.headers
    assert response.headers["cache-control"] == "no-store"
    if response.request.method in ("HEAD", "OPTIONS"):
        return
    body = exact_json(response.text)
    about_a_game = (
        response.request.url.path.startswith(f"{ROOT}/") and response.request.url.path != f"{ROOT}/"
    )
    if response.is_client_error:
        extra = {"unknown-game": {"games"}, "rate-limited": {"retry_after"}}.get(body["code"], set())
        extra = extra | ({"agent_check"} if about_a_game else set())
        assert set(body) == {"ok", "code", "reason", "request_id"} | extra
        assert body["ok"] is False
        assert CODE.fullmatch(body["code"])
        assert body["reason"].endswith(".")
        assert "\n" not in body["reason"]
        assert body["request_id"] == request_id
        cookie = response.headers.get("set-cookie", "Max-Age=0")
        assert "Max-Age=0" in cookie, "a wrong request only ever takes a cookie away"
    elif about_a_game:
        check_game(response, body)
    if "agent_check" in body and about_a_game:
        check_puzzle(body["agent_check"])


def check_game(response: httpx.Response, body: Json) -> None:
    """Assert the shape of a reply about a game."""
    head = ("ok",) if body["ok"] else ("ok", "code", "reason")
    end = ("solution",) if body["game_over"] else ()
    ran = () if "results" not in body else RAN if body["ok"] else (*RAN, "failed_index")
    assert tuple(body) == (*head, *GAME, *end, *CARRIED, *ran)
    assert TOKEN.fullmatch(body["state_token"])
    assert body["filled"] + body["empty"] == 81
    assert (body["score"] is None) is (not body["game_over"])
    assert (body["potential_score"] is None) is body["game_over"]
    for result in body.get("results", ()):
        wanted = ("command", "ok", "message", "warnings") if result["ok"] else ("command", "ok", "code")
        assert tuple(result)[: len(wanted)] == wanted
        assert len(result["command"]) <= 100
    if "origin" not in response.request.headers:
        assert response.headers["set-cookie"].startswith(f"{COOKIE}={body['state_token']}; ")


def check_puzzle(puzzle: Json) -> None:
    """Assert the shape of an agent check."""
    assert tuple(puzzle) == PUZZLE
    assert puzzle["answer_format"] == "integer"
    assert puzzle["expires_in"] in (180, 600)
    assert len(puzzle["question"]) <= 240
    assert 100 <= answer(puzzle["question"]) <= 99_999


def taken(response: httpx.Response) -> Json:
    """Return the body of a 200."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    body: Json = response.json()
    return body


def refused(response: httpx.Response, code: str, before: Json) -> Json:
    """Return the body of a refused single command, which changed nothing of the game before it."""
    body = taken(response)
    assert (body["ok"], body["code"]) == (False, code), body
    assert body["reason"]
    assert game_of(body) == game_of(before)
    return body


def wrong(response: httpx.Response, status: int, code: str) -> Json:
    """Return the body of a wrong request; its shape has been checked on arrival."""
    assert (response.status_code, response.json()["code"]) == (status, code), response.text
    body: Json = response.json()
    return body


def game_of(reply: Json) -> Json:
    """Return what a reply tells of the game and its token, without what belongs to the request."""
    return {name: reply[name] for name in (*GAME, "solution", "state_token") if name in reply}


def settled(reply: Json) -> Json:
    """Return a reply without what is new each time."""
    return without(reply, *FRESH)


def empty_cells(givens: str) -> Sequence[int]:
    """Return the cells to fill."""
    return [cell for cell in range(81) if givens[cell] == "."]


def at(cell: int) -> str:
    """Return a cell as commands name it."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def solution_of(givens: str) -> str:
    """Return the one solution, found by the tests' own solver."""
    assert count(givens, 2) == 1
    (found,) = solutions(givens)
    return found


def fills(solution: str, givens: str) -> list[str]:
    """Return the commands that write a solution."""
    return [f"set {at(cell)} {solution[cell]}" for cell in empty_cells(givens)]


def payload(token: str) -> Any:
    """Return what anybody can read in a token."""
    raw = token.rpartition(".")[0]
    if raw.startswith("."):
        return json.loads(zlib.decompress(unb64(raw[1:])))
    return json.loads(unb64(raw))
