"""Lines of play: long runs of accepted actions from one position, the same in every run of the bench."""

import random
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import Any, TypeAlias

import orjson

from engines.contract import Engine
from engines.refusal import Refusal

AnyEngine: TypeAlias = Engine[Any, Any]
Line: TypeAlias = list[tuple[Any, Any]]
"""Positions and the action played in each."""
Player: TypeAlias = Callable[[AnyEngine, Any, int], Line]
"""Makes a line of so many actions from a state of a game."""
Moves: TypeAlias = tuple[tuple[dict[str, Any], int], ...]
"""Actions as they are sent, and how often in a row."""


def wandering(*avoided: str) -> Player:
    """Play legal actions at random, but for those types where another is legal."""

    def play(engine: AnyEngine, state: Any, length: int) -> Line:
        source = random.Random(length)
        line: Line = []
        while len(line) < length:
            legal = engine.legal_actions(state)
            action = source.choice([action for action in legal if action.type not in avoided] or legal)
            line.append((state, action))
            state = after(engine, state, action)
        return line

    return play


def achieving(event: str, *avoided: str) -> Player:
    """Play the fewest actions that cause the event, again and again; by breadth-first search."""

    def play(engine: AnyEngine, state: Any, length: int) -> Line:
        line: Line = []
        while len(line) < length:
            part = _shortest(engine, state, event, avoided)
            line += part
            state = after(engine, *part[-1])
        return line[:length]

    return play


def repeating(value: dict[str, Any]) -> Player:
    """Play one action again and again."""

    def play(engine: AnyEngine, state: Any, length: int) -> Line:
        return played(engine, state, ((value, length),))

    return play


def played(engine: AnyEngine, state: Any, moves: Moves) -> Line:
    """Return the line of these moves; all of them must be accepted."""
    line: Line = []
    for value in _steps(moves):
        action = engine.grammar.parse(value)
        assert not isinstance(action, Refusal), action
        line.append((state, action))
        state = after(engine, state, action)
    return line


def batches(moves: Moves, most: int) -> Iterator[Moves]:
    """Part moves into batches of so many steps each; the first may be shorter, the last is full if any is."""
    steps = _steps(moves)
    for end in range(len(steps) % most or most, len(steps) + 1, most):
        part = steps[max(0, end - most) : end]
        yield tuple((value, len([*same])) for value, same in groupby(part))


def _steps(moves: Moves) -> list[dict[str, Any]]:
    return [value for value, count in moves for _ in range(count)]


def as_json(action: Any) -> dict[str, Any]:
    """Return an action as it is sent."""
    value: dict[str, Any] = orjson.loads(orjson.dumps(action))
    return value


def after(engine: AnyEngine, state: Any, action: Any) -> Any:
    """Return the state an action leads to; it must be accepted."""
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
