"""Good tokens in bad hands: in an address, again, looked into, and without the answer to a question."""

import json
from collections.abc import Iterator
from typing import Final

from tests.hostile.ground import ACTION, EVIL, INIT, Answer, Ground, Row, Sent, get, post
from tests.http.beam import BANK
from tests.http.camp import ROOT, payload, solved
from tests.http.server import KEY

BAD: Final = "400 bad-token"
_AS_TEXT: Final = "X-State-Token: "


def in_addresses(ground: Ground) -> Iterator[Sent]:
    token, game = ground.token, ground.opening["state_token"]
    yield Sent("init", get(f"{INIT}&stateToken={token}"), ("400 bad-option",))
    yield Sent("action", post(f"{ACTION}?stateToken={token}", {"action": BANK}), ("400 bad-option",))
    yield Sent("state", get(f"{ROOT}/state?state_token={game}"), ("400 bad-option",))
    yield Sent("path", get(f"/{token}"), ("404 not-found",))
    yield Sent("game", get(f"/api/games/{token}"), ("404 unknown-game",))
    yield Sent("referer", get("/healthz", f"Referer: {EVIL}/?{token}", f"X-Request-ID: {KEY}x/"), ("200 ok",))


def replayed(ground: Ground) -> Iterator[Sent]:
    bodies: list[bytes] = []

    def as_before(answer: Answer) -> None:
        bodies.append(answer.body)
        assert len(set(bodies)) == 1

    raw = post(ACTION, {"stateToken": ground.token, "action": BANK})
    branch = post(
        ACTION, {"stateToken": ground.token, "action": {"type": "move-weight", "weight": "A", "to": 0}}
    )
    for number in range(4):
        yield Sent(f"time {number}", raw, ("200 ok",), as_before)
        yield Sent(f"branch {number}", branch, ("200 ok",))
    yield Sent("sudoku, a turn behind", ground.command("check"), ("200 ok",))


def readable(ground: Ground) -> Iterator[Sent]:
    def holds_no_solution(answer: Answer) -> None:
        solution = ground.won["solution"]
        told = answer.body.decode() + json.dumps(payload(answer.json["state_token"]))
        assert not any(
            solution[row : row + 9] in told
            for row in range(0, 81, 9)
            if "." in ground.opening["givens"][row : row + 9]
        )

    for check in ("check", "note r1c1 12", "select 1 1"):
        yield Sent(check, ground.command(check), ("200 ok", "200 refused"), holds_no_solution)


def checks(ground: Ground) -> Iterator[Sent]:
    puzzle, right = solved(ground.opening).values()
    game = ground.opening["state_token"]

    def asked(**members: object) -> bytes:
        return post(f"{ROOT}/act", {"state_token": game, "command": "check", **members})

    yield Sent("none", asked(), ("403 agent-check-missing",))
    yield Sent("no answer", asked(agent_check=puzzle), ("403 agent-check-missing",))
    answers: tuple[object, ...] = (True, 5.5, "five", "", [], {}, "٣٤٥", "1_0")
    for answer in answers:
        kinds = ("403 agent-check-malformed", "403 agent-check-missing")
        yield Sent(f"answer {answer!r}", asked(agent_check=puzzle, agent_answer=answer), kinds)
    yield Sent(
        "forged",
        asked(agent_check=puzzle[:-3] + "AAA", agent_answer=int(right)),
        ("403 agent-check-invalid",),
    )
    for odd in ("x", "\0", "A" * 9000, game):
        yield Sent(
            f"check {odd[:9]!r}",
            asked(agent_check=odd, agent_answer=int(right)),
            ("403 agent-check-invalid",),
        )
    for off in (1, -1, 10**12):
        raw = asked(agent_check=puzzle, agent_answer=int(right) + off)
        yield Sent(f"off by {off}", raw, ("403 agent-check-wrong",))
    other, known = solved(ground.played).values()
    yield Sent(
        "of a later turn", asked(agent_check=other, agent_answer=int(known)), ("403 agent-check-used",)
    )
    mixed = post(
        f"{ROOT}/act",
        {"state_token": game, "agent_check": puzzle, "agent_answer": int(right), "command": "check"},
        f"X-Agent-Check: {puzzle}",
        f"X-Agent-Answer: {int(right) + 1}",
    )
    yield Sent("two answers", mixed, ("403 agent-check-malformed",))


REPLAY_ROWS: Final = (
    Row("a token in an address", in_addresses),
    Row("an old token again", replayed),
    Row("a look into a token", readable),
    Row("an agent check that is not met", checks),
)
