"""What is measured of Sudoku: `act` with the check of an answer, `new`, dealing puzzles, the agent check."""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import quantiles
from typing import Any, Final

import orjson

from app.agent_check import BOUND_SECONDS, AgentCheck, Answer, binding_of
from app.questions import draw
from app.tokens import Tokens
from bench.load import Exchange
from bench.processes import Server
from bench.requests import Client, Load
from bench.rounds import Work
from bench.table import Row, at_most
from engines.numbers import SEED_LIMIT
from engines.sudoku import GAME
from engines.sudoku.puzzles import puzzle

SLUG: Final = "sudoku"
SEED: Final = 7
DIFFICULTY: Final = "hard"
ACT_GOAL: Final = at_most(4.0)
NEW_GOAL: Final = at_most(6.0)
DEAL_GOAL: Final = at_most(50)
"""Of the median of a puzzle and its solution, in microseconds."""
LATE_DEAL_GOAL: Final = at_most(100)
"""Of all but one in twenty of them."""
TOKEN_GOAL: Final = at_most(500)
LINE_LENGTH: Final = 50
_ROOT: Final = f"/games/{SLUG}/api"
_LASTS_SECONDS: Final = 24 * 3600
"""How long the puzzles of the bench are good for: longer than any run of it."""
_DEALT: Final = 3000
_WORK_SECONDS: Final = 0.05


def sudoku_loads(server: Server, secret: str) -> list[Load]:
    """Play a line of digits on the server and keep its requests, each with the right answer to a question.

    A reply holds a new puzzle, so under load it is looked at up to there: all of the game, and the token.
    """
    client = Client(server)
    reply = client.send("POST", f"{_ROOT}/new", {"difficulty": DIFFICULTY, "seed": SEED})
    new = [_up_to_the_puzzle(client.exchange)]
    acts, looks, refusals = [], [], []
    for command in line():
        headers = {"X-State-Token": reply["state_token"], **_answered(secret, reply["state_token"])}
        client.send("GET", f"{_ROOT}/state", headers=headers)
        looks.append(_up_to_the_puzzle(client.exchange))
        assert (
            client.send("POST", f"{_ROOT}/act", {"command": "set 0 0 0"}, headers)["code"] == "out-of-range"
        )
        refusals.append(_up_to_the_puzzle(client.exchange))
        reply = client.send("POST", f"{_ROOT}/act", {"command": command}, headers)
        assert reply["ok"] is True, reply
        acts.append(_up_to_the_puzzle(client.exchange))
    return [
        Load(name="sudoku act", server=server, exchanges=acts, goal=ACT_GOAL),
        Load(name="sudoku refused act", server=server, exchanges=refusals),
        Load(name="sudoku state", server=server, exchanges=looks),
        Load(name="sudoku new", server=server, exchanges=new, goal=NEW_GOAL),
    ]


def line() -> list[str]:
    """Return commands that each write the right digit in a cell."""
    dealt = puzzle(1, DIFFICULTY, SEED)
    cells = [cell for cell in range(81) if dealt.givens[cell] == "."]
    return [f"set {cell // 9 + 1} {cell % 9 + 1} {dealt.solution[cell]}" for cell in cells][:LINE_LENGTH]


def sudoku_works(secret: str) -> dict[str, Work]:
    """Return the work of the parts of a request, along the line."""
    state: Any = GAME.initial(SEED, {"difficulty": DIFFICULTY})
    states, lines = [], line()
    for command in lines:
        states.append(state)
        state = GAME.command(state, command).state  # type: ignore[union-attr]  # each is accepted
    check, random = AgentCheck([secret]), Random(1)
    given, binding = _puzzle(secret, Tokens([secret]).seal(GAME, state))
    return {
        "sudoku `command`": _over([*map(partial(partial, GAME.command), states, lines)]),
        "sudoku `observe`": _over([partial(GAME.observe, state) for state in states]),
        "a question": _over([partial(draw, random)]),
        "an agent check asked": _over([partial(check.ask, binding)]),
        "an agent check answered, remembered": _over([partial(check.check, given, binding)]),
    }


def sudoku_rows() -> list[Row]:
    """Return what a puzzle with its solution costs, of seeds not met before, and the longest token."""
    deal = puzzle.__wrapped__  # the puzzles that were dealt last are remembered; these are not
    spent = []
    for seed in range(_DEALT):
        start = time.perf_counter_ns()
        deal(1, ("easy", "medium", "hard")[seed % 3], seed)
        spent.append((time.perf_counter_ns() - start) / 1000)
    cuts = quantiles(spent, n=20)
    state: Any = GAME.initial(SEED_LIMIT - 1, {"difficulty": DIFFICULTY})
    sizes = []
    for command in (*line_of_longest(), "check", "select 1 1"):
        done = GAME.command(state, command)
        state = getattr(done, "state", state)
        sizes.append(len(Tokens(["0" * 40]).seal(GAME, state)))
    beside = f"of {_DEALT:,} seeds"
    return [
        Row("sudoku puzzle and solution, median", [cuts[9]], "µs", DEAL_GOAL, beside),
        Row("sudoku puzzle and solution, 95 %", [cuts[18]], "µs", LATE_DEAL_GOAL, beside),
        Row("sudoku token without notes", [max(sizes)], "B", TOKEN_GOAL, f"the longest of {len(sizes)}"),
    ]


def line_of_longest() -> list[str]:
    """Return wrong digits for every cell of the game with the longest seed, for `check` to mark."""
    dealt = puzzle(1, DIFFICULTY, SEED_LIMIT - 1)
    cells = [cell for cell in range(81) if dealt.givens[cell] == "."]
    return [f"set {cell // 9 + 1} {cell % 9 + 1} {int(dealt.solution[cell]) % 9 + 1}" for cell in cells]


def _puzzle(secret: str, state_token: str) -> tuple[Answer, str]:
    """Return a long-lived answered check for a state, and the state's binding."""
    binding = binding_of(state_token)
    later = time.time() + _LASTS_SECONDS - BOUND_SECONDS
    check = AgentCheck([secret], lambda: later, Random(SEED))
    return Answer(check.ask(binding)["token"], str(draw(Random(SEED)).answer)), binding


def _answered(secret: str, state_token: str) -> dict[str, str]:
    given, _ = _puzzle(secret, state_token)
    return {"X-Agent-Check": str(given.header_token), "X-Agent-Answer": str(given.header_number)}


def _up_to_the_puzzle(exchange: Exchange) -> Exchange:
    known = exchange.reply.partition(b'"agent_check":')[0]
    assert orjson.loads(exchange.reply)["state_token"].encode() in known
    return Exchange(exchange.request, known, exact=False)


def _over(calls: list[Callable[[], object]]) -> Work:
    """Return the work of making these calls, over and over for a short time."""

    def work() -> float:
        made = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < _WORK_SECONDS:
            for call in calls:
                call()
            made += len(calls)
        return 1e6 * spent / made

    return work
