"""Plays Cantlewing by JSON actions, as a player would."""

from collections.abc import Sequence

from engines.cantlewing import ENGINE
from engines.cantlewing.model import State
from engines.contract import Step
from engines.refusal import Refusal
from tests.engines.cantlewing.reference import NEXT, lap

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


def at_crossing(crossing: int) -> State:
    """Return the start of a crossing, reached by optimal clears."""
    return START if crossing == 1 else play([*lap(range(1, crossing)), NEXT])
