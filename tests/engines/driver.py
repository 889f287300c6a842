"""Plays a game by JSON actions, as a player would."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from engines.contract import Engine, GameState, Step
from engines.refusal import Refusal

S = TypeVar("S", bound=GameState)
A = TypeVar("A")


def submit(engine: Engine[S, A], state: S, value: object) -> Step[S] | Refusal:
    """Read a JSON value as an action and apply it."""
    parsed = engine.grammar.parse(value)
    return parsed if isinstance(parsed, Refusal) else engine.apply(state, parsed)


class Driver(Generic[S]):
    """A player of one game, whose `start` is that of seed 7."""

    def __init__(self, engine: Engine[S, Any]) -> None:
        self.engine = engine
        self.start = engine.initial(7, {})

    def submit(self, state: S, action: object) -> Step[S] | Refusal:
        """Read a JSON value as an action and apply it."""
        return submit(self.engine, state, action)

    def step(self, state: S, action: object) -> Step[S]:
        """Submit an action that must be accepted."""
        done = self.submit(state, action)
        assert isinstance(done, Step), (action, done)
        return done

    def refused(self, state: S, action: object) -> str:
        """Submit an action that must be refused, and return the code."""
        done = self.submit(state, action)
        assert isinstance(done, Refusal), (action, done)
        return done.code

    def play(self, actions: Iterable[object], state: S | None = None) -> S:
        """Return the state after actions that must all be accepted, from the start unless told."""
        reached = self.start if state is None else state
        for action in actions:
            reached = self.step(reached, action).state
        return reached

    def view(self, state: S) -> dict[str, Any]:
        """Return the observation."""
        return dict(self.engine.observe(state))
