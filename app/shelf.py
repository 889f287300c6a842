"""What replies tell of positions that cost much to show, as finished JSON: the latest of them, within bounds.

Nothing depends on it, and any other worker answers the same; it only saves the work of telling it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from engines.contract import Engine, GameState

MOST_BYTES: Final = 1_000_000
"""Of all that is kept: some 110 positions of Magic Hex Swap."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reply tells of one position."""

    observation: bytes
    score: int
    over: bool
    actions: bytes | None
    """The legal actions, once somebody has asked for them."""
    count: int
    """How many they are."""

    def observed(self, besides: Mapping[str, Any]) -> orjson.Fragment:
        """Return the observation, with these members besides, none of which it has itself."""
        if not besides:
            return orjson.Fragment(self.observation)
        return orjson.Fragment(self.observation[:-1] + b"," + orjson.dumps(besides)[1:])

    @property
    def listed(self) -> orjson.Fragment:
        """The legal actions, which somebody must have asked for."""
        assert self.actions is not None
        return orjson.Fragment(self.actions)


class Shelf:
    """Keeps what is shown of positions by their tokens; what was asked for longest ago goes first."""

    def __init__(self) -> None:
        self._shown: dict[str, Shown] = {}
        self._bytes = 0

    def shown(self, engine: Engine[Any, Any], state: GameState, token: str, *, listed: bool) -> Shown:
        """Return what a reply tells of the position in a token, with its legal actions if they are listed."""
        shown = self._shown.get(token)
        if shown is None or (listed and shown.actions is None):
            shown = _told(engine, state, shown, listed)
        self._drop(token)
        self._shown[token] = shown
        self._bytes += _size(token, shown)
        while self._bytes > MOST_BYTES:
            self._drop(next(iter(self._shown)))
        return shown

    def _drop(self, token: str) -> None:
        gone = self._shown.pop(token, None)
        if gone is not None:
            self._bytes -= _size(token, gone)


def _told(engine: Engine[Any, Any], state: GameState, known: Shown | None, listed: bool) -> Shown:
    """Return what is shown of a position, of which this is known."""
    assert engine.in_json is not None
    text, count = engine.in_json.legal_actions(state) if listed else (None, 0)
    actions = None if text is None else text.encode()
    if known is not None:
        return replace(known, actions=actions, count=count)
    observation = engine.in_json.observe(state).encode()
    return Shown(observation, engine.score(state), engine.is_over(state), actions, count)


def _size(token: str, shown: Shown) -> int:
    return len(token) + len(shown.observation) + len(shown.actions or b"")
