"""Plays Cordwright by JSON actions, as a player would."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from engines.contract import Step
from engines.cordwright import ENGINE
from engines.cordwright.frames import deal
from engines.cordwright.model import State
from engines.refusal import Refusal
from tests.engines.cordwright.reference import NEXT, SKIP, Json, Pair, Point, clearing_swaps

START = ENGINE.initial(7, {})


def submit(state: State, action: object) -> Step[State] | Refusal:
    """Read a JSON value as an action and apply it."""
    parsed = ENGINE.grammar.parse(action)
    return parsed if isinstance(parsed, Refusal) else ENGINE.apply(state, parsed)


def step(state: State, action: object) -> Step[State]:
    """Submit an action that must be accepted."""
    done = submit(state, action)
    assert isinstance(done, Step), (action, done)
    return done


def play(actions: Sequence[object], state: State = START) -> State:
    """Return the state after actions that must all be accepted."""
    for action in actions:
        state = step(state, action).state
    return state


def offered(state: State) -> list[Json]:
    """Return the legal actions as the JSON objects a player sends."""
    return [asdict(action) for action in ENGINE.legal_actions(state)]


def view(state: State) -> dict[str, Any]:
    """Return the observation."""
    return dict(ENGINE.observe(state))


def at_frame(frame: int, seed: int = 7) -> State:
    """Return the start of a frame, reached by skips."""
    return play([SKIP, NEXT] * (frame - 1), ENGINE.initial(seed, {}))


def far_frame(frame: int, seed: int = 7) -> State:
    """Return the start of a frame, written by hand."""
    return replace(at_frame(1, seed), frame=frame, occupancy=deal(seed, frame).occupancy)


def start_with(frame: int, cords: int, length: int) -> tuple[State, list[Json]]:
    """Return a start of the frame with so many cords that so many swaps clear, and the swaps."""
    for seed in range(1000):
        state = far_frame(frame, seed)
        seen = view(state)
        if len(seen["edges"]) == cords:
            for swaps in clearing_swaps(seen, length):
                return state, swaps
    raise AssertionError("no seed below 1000")


def points_of(state: State) -> list[Point]:
    """Return the places of the sockets a player sees."""
    return [(socket["x"], socket["y"]) for socket in view(state)["sockets"]]


def edges_of(state: State) -> list[Pair]:
    """Return the cords a player sees."""
    return [(a, b) for a, b in view(state)["edges"]]
