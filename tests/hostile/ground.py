"""A server to be hostile to: requests as bytes, what each must meet, and that its games go on unharmed."""

import json
import re
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.http.beam import BANK
from tests.http.camp import REVIEW, ROOT, Camp, fills, game_of, solution_of, solved
from tests.http.client import CODE, REQUEST_ID, Api, Json, exact_json
from tests.http.server import KEY
from tests.http.test_minted_tokens import Mint
from tests.http.wire import connect

PATIENCE_SECONDS: Final = 5.0
"""An answer, or the end of the connection, must have come by then."""
GAME: Final = "/api/games/cantlewing"
ACTION: Final = f"{GAME}/action"
INIT: Final = f"{GAME}/init?seed=7"
JSON_TYPE: Final = "Content-Type: application/json"
EVIL: Final = "https://evil.example"
_NEVER: Final = (b"Traceback", b'File "', KEY.encode())
_OURS: Final = {"games", "retryAfter", "retry_after", "agent_check"}
"""What an error body may hold besides its four members."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; status 0 when the connection was closed without a word."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, which holds no float and names no member twice."""
        return exact_json(self.body.decode())

    @property
    def kind(self) -> str:
        """The answer in a word or two: `closed`, `200 ok`, `200 refused`, `200`, `400 bad-json`."""
        if self.status == 0:
            return "closed"
        if not self.body or not self.headers.get("content-type", "").startswith("application/json"):
            return f"{self.status}"
        found = self.json
        if self.status >= 400:
            return f"{self.status} {found['code']}"
        return f"{self.status} {'ok' if found.get('ok', True) else 'refused'}"


Look = Callable[[Answer], object]


@dataclass(frozen=True, slots=True)
class Sent:
    """Bytes to send on a connection of their own, and the kinds of answer that are as wanted."""

    name: str
    raw: bytes
    wanted: tuple[str, ...]
    look: Look | None = None
    """What else must hold of the answer."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the threat model: what comes, and the requests it comes as."""

    title: str
    requests: Callable[["Ground"], Iterable[Sent]]


@dataclass(slots=True)
class Ground:
    """The server, games under way on it, and what its replies were before anybody was hostile."""

    base_url: str
    api: Api = field(init=False)
    camp: Camp = field(init=False)
    tokens: dict[str, str] = field(init=False)
    """Slug to the token of a first position."""
    opening: Json = field(init=False)
    """The first reply of a game of Sudoku."""
    played: Json = field(init=False)
    """A later one."""
    won: Json = field(init=False)
    _before: bytes = field(init=False)
    _camp_before: Json = field(init=False)

    def __post_init__(self) -> None:
        self.api, self.camp = Api(self.base_url), Camp(self.base_url)
        self.tokens = {slug: self.api.init(slug)["stateToken"] for slug in self.api.slugs()}
        self.opening = self.camp.new(7)
        self.tokens["sudoku"] = self.opening["state_token"]
        right = fills(solution_of(self.opening["givens"]), self.opening["givens"])
        self.played = self.camp.play(self.opening, right[0])
        self.won = self.camp.play(self.played, *right[1:], "submit")
        self._before = self.api.act("cantlewing", self.token, BANK).content
        self._camp_before = self._camp_now()

    @property
    def token(self) -> str:
        """That of Cantlewing."""
        return self.tokens["cantlewing"]

    @property
    def free(self) -> str:
        """Row and column of an empty cell of the game of Sudoku."""
        row, column = divmod(self.opening["givens"].index("."), 9)
        return f"{row + 1} {column + 1}"

    def mint(self, slug: str) -> Mint:
        """Return what signs as the server does, for the tokens of a game."""
        return Mint(KEY, self.tokens[slug])

    def close(self) -> None:
        """Close the connections."""
        self.api.http.close()
        self.camp.http.close()

    def meet(self, sent: Sent) -> Answer:
        """Send a request, hold its answer to what every answer promises, and see that play goes on."""
        answer = exchange(self.base_url, sent.raw)
        self.check(answer)
        if sent.look is not None:
            sent.look(answer)
        assert answer.kind in sent.wanted, (sent.name, answer)
        if b"/games/sudoku" in sent.raw[:200]:
            self.check_sudoku()
        else:
            self.check_play()
        return answer

    def check(self, answer: Answer) -> None:
        """Assert what holds of every answer."""
        if answer.status == 0:
            return
        whole = answer.body + json.dumps(answer.headers).encode()
        assert answer.status < 500, answer
        assert not any(each in whole for each in _NEVER), answer
        assert not 300 <= answer.status < 400, answer
        assert REQUEST_ID.fullmatch(answer.headers["x-request-id"])
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert "location" not in answer.headers
        assert "access-control-allow-credentials" not in answer.headers
        if answer.status >= 400:
            assert not any(token.encode() in whole for token in self.tokens.values()), answer
            assert "Max-Age=0" in answer.headers.get("set-cookie", "Max-Age=0")
            if answer.body:
                check_problem(answer)

    def check_play(self) -> None:
        """Assert that the old token of Cantlewing plays the same, byte for byte."""
        assert self.api.act("cantlewing", self.token, BANK).content == self._before

    def check_sudoku(self) -> None:
        """Assert that the old token of Sudoku plays the same, but for the question of the reply."""
        assert self._camp_now() == self._camp_before

    def _camp_now(self) -> Json:
        headers = solved(self.opening)
        acted = self.camp.post(
            "act", {"command": "check"}, {**headers, "X-State-Token": self.tokens["sudoku"]}
        )
        return game_of(acted.json())

    def camp_post(self, verb: str, reply: Json, *headers: str, **members: object) -> bytes:
        """Return a request about a game of Sudoku, with the right answer to the question of a reply."""
        check = [f"{name}: {value}" for name, value in solved(reply).items()]
        return post(f"{ROOT}/{verb}", {"state_token": reply["state_token"], **members}, *check, *headers)

    def command(self, *commands: object, reply: Json | None = None) -> bytes:
        """Return a request with one command, or with several."""
        what: Json = {"command": commands[0]} if len(commands) == 1 else {"commands": commands}
        return self.camp_post("act", reply or self.opening, **what)

    def review(self, **members: object) -> bytes:
        """Return a review of the game that was won."""
        return self.camp_post("finish", self.won, **{**REVIEW, **members})


def check_problem(answer: Answer) -> None:
    """Assert that this is the one body of a wrong request, in the spelling of either family."""
    assert answer.headers["content-type"] == "application/json"
    found = answer.json
    ids = {"requestId", "request_id"} & found.keys()
    assert len(ids) == 1
    assert found.keys() - _OURS == {"ok", "code", "reason"} | ids
    assert found["ok"] is False
    assert CODE.fullmatch(found["code"])
    assert found["reason"].endswith(".")
    assert "\n" not in found["reason"]
    assert found[ids.pop()] == answer.headers["x-request-id"]


def exchange(base_url: str, raw: bytes, *, half_close: bool = False) -> Answer:
    """Send bytes and return the answer, of which there is at most one, and which must come in time."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    received = b""
    with connect(base_url) as connection:
        connection.settimeout(PATIENCE_SECONDS)
        with suppress(BrokenPipeError, ConnectionResetError):  # it may answer before it has read everything
            connection.sendall(raw)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):  # closed while some of our bytes were unread
            while part := connection.recv(65536):
                received += part
                connection.settimeout(max(0.01, deadline - time.monotonic()))
    return read_answer(received)


def read_answer(received: bytes) -> Answer:
    """Read the one answer in what came back."""
    if not received:
        return Answer(0, {}, b"")
    head, _, body = received.partition(b"\r\n\r\n")
    status_line, *lines = head.decode("latin-1").split("\r\n")
    assert not re.search(rb"HTTP/1\.[01] \d", body), "one request was taken for two"
    fields = (line.partition(":") for line in lines)
    return Answer(
        int(status_line.split(" ")[1]), {name.lower(): value.strip() for name, _, value in fields}, body
    )


def plain(method: str, target: str, *headers: str, body: bytes = b"", host: str = "localhost") -> bytes:
    """Return a request with these headers and no others."""
    head = "\r\n".join(
        [f"{method} {target} HTTP/1.1", f"Host: {host}", *headers, "Connection: close", "", ""]
    )
    return head.encode("latin-1") + body


def get(target: str, *headers: str) -> bytes:
    """Return a GET."""
    return plain("GET", target, *headers)


def post(target: str, body: object, *headers: str) -> bytes:
    """Return a POST of bytes, or of a value as JSON, with its length, as JSON unless the headers differ."""
    raw = body if isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()
    kind = () if any(header.lower().startswith("content-type:") for header in headers) else (JSON_TYPE,)
    return plain("POST", target, f"Content-Length: {len(raw)}", *kind, *headers, body=raw)


def each(names: Iterable[tuple[str, bytes]], *wanted: str, look: Look | None = None) -> list[Sent]:
    """Return these requests, all of which want the same kinds of answer."""
    return [Sent(name, raw, wanted, look) for name, raw in names]


def lacks(*texts: str) -> Look:
    """Return a look that none of these stand anywhere in an answer."""

    def look(answer: Answer) -> None:
        whole = answer.body.decode() + repr(answer.headers)
        assert not any(text in whole for text in texts), answer

    return look
