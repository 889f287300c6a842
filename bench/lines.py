"""Lines of play: long runs of accepted actions from one position, the same in every run of the bench."""

import random
from collections.abc import Callable, Collection
from typing import Any, TypeAlias

import orjson

from engines.contract import Engine
from engines.refusal import Refusal

AnyEngine: TypeAlias = Engine[Any, Any]
Line: TypeAlias = list[tuple[Any, Any]]
"""Positions and the action played in each."""
Player: TypeAlias = Callable[[AnyEngine, Any, int], Line]
"""Makes a line of so many actions from a state of a game."""


def wandering(*avoided: str) -> Player:
    """Play legal actions at random, but for those types where another is legal."""

    def play(engine: AnyEngine, state: Any, length: int) -> Line:
        source = random.Random(length)
        line: Line = []
        while len(line) < length:
            legal = engine.legal_actions(state)
            action = source.choice([action for action in legal if action.type not in avoided] or legal)
            line.append((state, action))
            state = _after(engine, state, action)
        return line

    return play


def achieving(event: str, *avoided: str) -> Player:
    """Play the fewest actions that cause the event, again and again; by breadth-first search."""

    def play(engine: AnyEngine, state: Any, length: int) -> Line:
        line: Line = []
        while len(line) < length:
            part = _shortest(engine, state, event, avoided)
            line += part
            state = _after(engine, *part[-1])
        return line[:length]

    return play


def as_json(action: Any) -> dict[str, Any]:
    """Return an action as it is sent."""
    value: dict[str, Any] = orjson.loads(orjson.dumps(action))
    return value


def _after(engine: AnyEngine, state: Any, action: Any) -> Any:
    step = engine.apply(state, action)
    assert not isinstance(step, Refusal), step
    return step.state


def _shortest(engine: AnyEngine, start: Any, event: str, avoided: Collection[str]) -> Line:
    lines: list[tuple[Any, Line]] = [(start, [])]
    seen = {start}
    for state, line in lines:  # grows while it is walked, so the shortest lines come first
        for action in engine.legal_actions(state):
            if action.type in avoided:
                continue
            step = engine.apply(state, action)
            assert not isinstance(step, Refusal), step
            longer = [*line, (state, action)]
            if any(caused["type"] == event for caused in step.events):
                return longer
            if step.state not in seen:
                seen.add(step.state)
                lines.append((step.state, longer))
    raise AssertionError(f"{event} cannot be reached")
