"""Real states changed at random and signed by the server's own key: played or refused, never a fault."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.registry import COMMAND_GAMES, GAMES
from tests.answerer import answer
from tests.hostile.ground import PATIENCE_SECONDS, Answer, Ground
from tests.http.camp import ROOT, fills, payload, solution_of
from tests.http.client import Json

EXAMPLES: Final = 100
MOST_BYTES: Final = 50_000
NUMBERS: Final = (
    *(0, 1, -1, 2, 3, 5, 8, 9, 16, 80, 81, 255, 767, 768, 1000, 1001),
    *(2**31, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1, -(2**63), 2**70),
)
WORDS: Final = (
    *("", "playing", "cleared", "retry", "skipped", "ended", "banked", "waiting", "recovering", "stageClear"),
    *(
        "done",
        "complete",
        "won",
        "lost",
        "resigned",
        "up",
        "left",
        "hard",
        "doc",
        "two-homes",
        "P7",
        "D",
        ".9",
    ),
    *("a00,0 0,1", "z", "0,0:W9999999K", "-2,0:", "767r", "0rrrr", "_w", "A", "AAAA", "\u0661", "9" * 5000),
)
LETTERS: Final = "0123456789ABKRGWPDabcdegmopqrsudlrz,-.:/_ "
TICK: Final = {"type": "tick"}
COMMANDS: Final = ("set r1c1 5", "note r2c3 12", "select 5 5", "clear r9c9", "check", "submit", "resign")


def changed(draw: Any, value: Any) -> Any:
    """Draw a value to stand in the place of another, or inside it."""
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], changed(draw, value[at]), *value[at + 1 :]]
    if isinstance(value, list):
        times = draw(st.sampled_from((0, 2, 30, 700)))
        return one_of(draw, (value * times, value[1:], value[::-1], None, [value]))
    if isinstance(value, str) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        letter = draw(st.sampled_from(LETTERS))
        times = draw(st.sampled_from((2, 100)))
        cut = (value[:at] + letter + value[at + 1 :], value[:at], value[at:] + value[:at], value * times)
        return one_of(draw, cut)
    near = [value + 1, value - 1, -value] if type(value) is int else []
    return draw(st.sampled_from((*near, *NUMBERS)) | st.sampled_from((*WORDS, None, True, 1.5, [], [0, 0])))


def one_of(draw: Any, values: Sequence[Any]) -> Any:
    """Draw one of these; `sampled_from` would first look through all that is in them."""
    return values[draw(st.integers(0, len(values) - 1))]


@pytest.fixture(scope="module")
def states(ground: Ground) -> dict[str, list[Any]]:
    """States of each game, from its first position on, as the tokens of a run hold them."""
    found: dict[str, list[Any]] = {}
    for slug in GAMES:
        found[slug] = [payload(token)[1] for token in run_of(ground, slug)]
    opening = ground.camp.new(9)
    right = fills(solution_of(opening["givens"]), opening["givens"])
    replies = [opening, ground.camp.play(opening, *right[:9], "check", f"clear {right[0].split()[1]}")]
    replies += [ground.camp.play(replies[1], f"note {right[12].split()[1]} 123", *right[15:30]), ground.won]
    found["sudoku"] = [payload(reply["state_token"])[1] for reply in replies]
    return found


def run_of(ground: Ground, slug: str) -> Iterator[str]:
    """Yield tokens along a run that takes now the first, now the last of the moves offered."""
    reply = ground.api.init(slug, seed=3)
    yield reply["stateToken"]
    for number in range(60):
        offered = [
            action for action in reply["legalActions"] if action["type"] not in ("bank", "undo", "preview")
        ]
        if not offered:
            return
        move = offered[0 if number % 3 == 0 else -1] if number % 2 else offered[len(offered) // 2]
        reply = ground.api.batch(slug, reply["stateToken"], [move] * (1 + number % 5)).json()
        if number % 6 == 0:
            yield reply["stateToken"]


@pytest.mark.parametrize("slug", [*GAMES, *COMMAND_GAMES])
def test_a_state_changed_at_random_is_played_or_refused_and_never_a_fault(
    ground: Ground, states: dict[str, list[Any]], slug: str
) -> None:
    mint = ground.mint(slug)
    met: set[str] = set()
    with httpx.Client(base_url=ground.base_url, timeout=PATIENCE_SECONDS, trust_env=False) as client:
        requests = Sudoku(client) if slug in COMMAND_GAMES else Moves(client, slug, moves_of(ground, slug))

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        @given(st.data())
        def send(data: st.DataObject) -> None:
            state = one_of(data.draw, states[slug])
            for _ in range(data.draw(st.integers(1, 3))):
                state = changed(data.draw, state)
            token = mint.sign([mint.label, state])
            if len(token) > MOST_BYTES:
                return
            for response in requests.about(token):
                reply = Answer(response.status_code, dict(response.headers), response.content)
                ground.check(reply)
                assert reply.kind in ("200 ok", "200 refused", "400 bad-token"), (state, reply)
                met.add(reply.kind)

        send()
    assert {"200 ok", "400 bad-token"} <= met
    ground.check_play()
    ground.check_sudoku()


def moves_of(ground: Ground, slug: str) -> Sequence[Json]:
    """Return moves to try on any state: one of each type that a first position offers, and later ones."""
    offered = ground.api.init(slug)["legalActions"]
    by_type = {action["type"]: action for action in offered}
    return [*by_type.values(), TICK, {"type": "next"}, {"type": "undo"}]


class Moves:
    """Requests of the gameboard family."""

    def __init__(self, client: httpx.Client, slug: str, moves: Sequence[Json]) -> None:
        self._client, self._base, self._moves = client, f"/api/games/{slug}", moves

    def about(self, token: str) -> Iterator[httpx.Response]:
        """Look, try each move, and play on for a hundred ticks."""
        yield self._client.post(f"{self._base}/state", json={"stateToken": token})
        for move in self._moves:
            yield self._client.post(f"{self._base}/action", json={"stateToken": token, "action": move})
        many = {"stateToken": token, "actions": [{"repeat": 100, "action": TICK}]}
        yield self._client.post(f"{self._base}/action", json=many)


class Sudoku:
    """Requests of the camp family."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        puzzle = client.get("/api/v1/agent-check").json()["agent_check"]
        self._check = {"X-Agent-Check": puzzle["token"], "X-Agent-Answer": str(answer(puzzle["question"]))}

    def about(self, token: str) -> Iterator[httpx.Response]:
        """Look, and try each command."""
        headers = {"X-State-Token": token, **self._check}
        yield self._client.get(f"{ROOT}/state", headers=headers)
        for command in COMMANDS:
            yield self._client.post(f"{ROOT}/act", json={"command": command}, headers=headers)
