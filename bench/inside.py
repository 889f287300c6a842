"""What is measured inside this process: the engines' functions, pairs of tokens, and the sizes of replies."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from statistics import median
from typing import Any, Final

import orjson

from app.play import Desk
from app.tokens import Tokens
from bench import tokens
from bench.games import GamePlan, default_options, engine_of, line_of, sample_of
from bench.lines import AnyEngine, as_json
from bench.rounds import Record, Work, ratios
from bench.table import Row, at_least, at_most, number
from schemas.codec import packer
from schemas.gameboard import Legal

STEPS_GOAL: Final = at_least(10)
"""Steps inside the process in the time of one over HTTP."""
STEP_GOAL: Final = at_most(0.4)
"""Of an engine's `apply`, beside a whole request to the floor."""
PAIR_GOAL: Final = at_most(2.0)
"""Of opening and sealing a token, beside the floor's way with the same payload."""

TOKEN_GOAL: Final = at_most(1.4)
"""Of a token's length, beside its state's."""

_WORK_SECONDS: Final = 0.05


def engine_works(plans: Sequence[GamePlan]) -> dict[str, Work]:
    """Return the work of each game's pure functions along its line."""
    works: dict[str, Work] = {}
    for plan in plans:
        engine, line = engine_of(plan), line_of(plan, plan.seed)
        states = [(state,) for state, _ in line]
        values = [(as_json(action),) for _, action in line]
        works[f"{plan.slug} `parse`"] = _each(engine.grammar.parse, values)
        works[f"{plan.slug} `apply`"] = _each(engine.apply, line)
        shows = engine.in_json or engine  # as a reply does
        works[f"{plan.slug} `observe`"] = _each(shows.observe, states)
        works[f"{plan.slug} `legal_actions`"] = _each(shows.legal_actions, states)
        works |= {f"{plan.slug} `{part.name}`": _each(part.function, [()]) for part in plan.parts}
    return works


def engine_rows(record: Record, works: Sequence[str], plans: Sequence[GamePlan]) -> list[Row]:
    """Return the rows of the engines' functions, beside the floor of the same round."""
    goals = {f"{plan.slug} `apply`": STEP_GOAL for plan in plans}
    parts = {f"{plan.slug} `{part.name}`": part for plan in plans for part in plan.parts}
    goals |= {name: part.goal for name, part in parts.items()}
    rows = []
    for name in works:
        if name in parts and parts[name].in_milliseconds:
            figures = [micros / 1000 for micros in record.works[name]]
            rows.append(Row(name, figures, "ms CPU", goals[name]))
            continue
        times = record.work_times_floor(name)
        rows.append(Row(name, times, "× (a2)", goals.get(name), _micros(record.works[name])))
    for plan in plans:
        requests = record.times_floor(f"{plan.slug} action")
        times = ratios(requests, record.work_times_floor(f"{plan.slug} `apply`"))
        rows.append(Row(f"{plan.slug} steps in the process for one action request", times, "", STEPS_GOAL))
    return rows


def token_works(plans: Sequence[GamePlan]) -> dict[str, tuple[Work, Work]]:
    """Return for each kind of payload the work of the server's pair and of the floor's pair."""
    works: dict[str, tuple[Work, Work]] = {}
    pair = partial(tokens.serializer_pair, tokens.serializer())
    service, reader = Tokens([tokens.KEY]), Tokens([tokens.KEY])  # who sealed a token need not open it

    def open_and_seal(engine: AnyEngine, token: str) -> object:
        return service.seal(engine, reader.open(engine, token))

    for plan in plans:
        engine, states = engine_of(plan), [state for state, _ in line_of(plan, plan.seed)]
        pack, label = packer(engine.state), f"state/{plan.slug}/{engine.spec.version}"
        sealed = [(engine, service.seal(engine, state)) for state in states]
        payloads = [([label, pack(state)],) for state in states]
        size = max(len(orjson.dumps(payload)) for (payload,) in payloads)
        floor = _each(tokens.floor_pair, payloads)
        works[f"token pair, {plan.slug}, {size} B"] = (_each(pair, payloads), floor)
        works[f"the same with the state checked, {plan.slug}"] = (_each(open_and_seal, sealed), floor)
    for size in tokens.SIZES:
        made_up = [(tokens.payload(size),)]
        works[f"token pair, {size:,} B"] = (_each(pair, made_up), _each(tokens.floor_pair, made_up))
    return works


def token_rows(record: Record, works: Sequence[str]) -> list[Row]:
    """Return the rows of the token pairs, each beside its floor."""
    rows = []
    for name in works:
        real, floor = record.works[name], record.works[f"{name} floor"]
        goal = PAIR_GOAL if name.startswith("token pair") else None  # the floor checks no state either
        rows.append(Row(name, ratios(real, floor), "× floor", goal, f"{_micros(real)} to {_micros(floor)}"))
    return rows


def size_rows(plans: Sequence[GamePlan]) -> list[Row]:
    """Return the longest action replies and tokens of many positions, with the longest seed among them."""
    desk = Desk(Tokens([tokens.KEY]))
    rows = []
    for plan in plans:
        engine = engine_of(plan)
        sample = [(desk.tokens.seal(engine, state), as_json(action)) for state, action in sample_of(plan)]
        beside = f"the longest of {len(sample):,}"
        longest = partial(_longest_reply, desk, engine, sample)
        rows.append(Row(f"{plan.slug} action reply", [longest("full")], "kB", plan.reply_goal, beside))
        if plan.short_reply_goal is not None:
            name = f"{plan.slug} action reply, legal=none"
            rows.append(Row(name, [longest("none")], "kB", plan.short_reply_goal, beside))
        if plan.openings:
            sizes = [
                _size(desk.start(engine, seed, default_options(engine), "full"))
                for seed in range(plan.openings)
            ]
            rows.append(
                Row(
                    f"{plan.slug} opening, median reply",
                    [median(sizes)],
                    "kB",
                    plan.opening_goal,
                    f"of {len(sizes):,}",
                )
            )
            rows.append(
                Row(
                    f"{plan.slug} opening, longest reply",
                    [max(sizes)],
                    "kB",
                    plan.reply_goal,
                    f"of {len(sizes):,}",
                )
            )
        size = max(len(token) for token, _ in sample)
        rows.append(Row(f"{plan.slug} token", [size], "B", plan.token_goal, beside))
        ratios = [len(desk.tokens.seal(engine, state)) / _plain_size(state) for state, _ in sample_of(plan)]
        rows.append(Row(f"{plan.slug} token", [median(ratios)], "× its state as JSON", TOKEN_GOAL, "median"))
    return rows


def _plain_size(state: Any) -> int:
    """Return the bytes of a state as JSON with every field by name; integers above 53 bits in hex."""
    return len(orjson.dumps(_plain(asdict(state))))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_plain, value)]
    return f"{value:x}" if type(value) is int and value >> 53 else value


def _longest_reply(
    desk: Desk, engine: AnyEngine, sample: Sequence[tuple[str, dict[str, Any]]], legal: Legal
) -> float:
    """Return its length in thousands of bytes."""
    return max(_size(desk.act(engine, token, action, legal)) for token, action in sample)


def _size(reply: dict[str, Any]) -> float:
    """Return the length of a reply in thousands of bytes."""
    return len(orjson.dumps(reply)) / 1000


def _each(function: Callable[..., object], arguments: Sequence[tuple[Any, ...]]) -> Work:
    """Return the work of calling a function with each of the arguments, over and over for a short time."""

    def work() -> float:
        calls = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < _WORK_SECONDS:
            for given in arguments:
                function(*given)
            calls += len(arguments)
        return 1e6 * spent / calls

    return work


def _micros(figures: Sequence[float]) -> str:
    ordered = sorted(figures)
    return f"{number(ordered[len(ordered) // 2])} µs"
