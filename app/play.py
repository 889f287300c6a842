"""Start, step, look: the verbs every door shares, from plain JSON values to the reply as a JSON object."""

import secrets
from asyncio import sleep
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Final, TypeAlias

from app.errors import ApiError, bad_token, old_token, unknown_game
from app.shelf import Shelf
from app.tokens import BadToken, OldToken, Tokens
from engines.contract import Engine, GameState, Glimpse, JsonObject
from engines.numbers import SEED_LIMIT
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from schemas.gameboard import Item, Legal

AnyEngine: TypeAlias = Engine[Any, Any]

MAX_EVENTS: Final = 200
SLICE_STEPS: Final = 100
"""Steps of a batch after which other requests have their turn: a millisecond or two of a costly game."""


def find_game(slug: str) -> AnyEngine:
    """Return the game of this slug; raises ApiError 404 when there is none."""
    engine = GAMES.get(slug)
    if engine is not None:
        return engine
    if slug in COMMAND_GAMES:
        name = COMMAND_GAMES[slug].spec.name
        reason = f"{name} belongs to the camp API family: its address is /games/{slug}/api."
        raise ApiError(404, "unknown-game", reason, games=list(GAMES))
    raise unknown_game([*GAMES])


def actions_json(actions: Sequence[Any]) -> Sequence[Any]:
    """Return actions as the writer of JSON takes them fastest."""
    if actions and hasattr(actions[0], "__dict__"):
        return actions  # it reads an instance dictionary as fast as any other
    if type(actions) is not tuple:
        return [*map(action_json, actions)]
    # Where a game keeps its lists, each is turned into JSON objects once. It is known by its identity, for to
    # compare long lists would cost what is saved; holding it keeps the identity from being given to another.
    kept = _KEPT.get(id(actions))
    if kept is None:
        if len(_KEPT) >= _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        kept = _KEPT[id(actions)] = actions, [*map(action_json, actions)]
    return kept[1]


_KEPT: Final[dict[int, tuple[Sequence[Any], list[JsonObject]]]] = {}
_MOST_KEPT: Final = 256


@lru_cache(maxsize=10_000)
def action_json(action: Any) -> JsonObject:
    """Return an action as a JSON object; a game has few, and the writer is slow with slotted dataclasses."""
    return {each.name: getattr(action, each.name) for each in fields(action)}


def pick_seed(engine: AnyEngine, options: Mapping[str, str]) -> int:
    """Pick a seed for a player who named none: the one the options bring along, or any."""
    seed = engine.spec.seed(options)
    return secrets.randbelow(SEED_LIMIT) if seed is None else seed


@dataclass(frozen=True, slots=True)
class Desk:
    """Where games are played; holds the token service, and of games only what may be lost at any time."""

    tokens: Tokens
    shelf: Shelf = field(default_factory=Shelf)

    def start(self, engine: AnyEngine, seed: int, options: Mapping[str, str], legal: Legal) -> JsonObject:
        """Return the first position of a game."""
        return self._accepted(engine, engine.initial(seed, options), legal)

    def look(self, engine: AnyEngine, token: str, legal: Legal) -> JsonObject:
        """Return the position a token holds."""
        return self._accepted(engine, self.open(engine, token), legal)

    def act(self, engine: AnyEngine, token: str, action: object, legal: Legal) -> JsonObject:
        """Play one action given as JSON."""
        state = self.open(engine, token)
        parsed = engine.grammar.parse(action)
        step = parsed if isinstance(parsed, Refusal) else engine.apply(state, parsed)
        if isinstance(step, Refusal):
            return self._refused(engine, state, step, legal, token=token)
        return self._accepted(engine, step.state, legal, step.events, glimpse=step.glimpse)

    def tell(self, engine: AnyEngine, run: "Run", legal: Legal, token: str | None = None) -> JsonObject:
        """Return how far a batch came; `token` is the one it began with, where there was one."""
        progress: JsonObject = {"applied": run.applied, "stopped": run.stopped}
        if run.refusal is None:
            accepted = self._accepted(
                engine, run.state, legal, run.events, run.events_dropped, glimpse=run.glimpse
            )
            return {**accepted, **progress}
        token = None if run.applied else token
        refused = self._refused(engine, run.state, run.refusal, legal, run.events, run.events_dropped, token)
        return {**refused, **progress, "failedIndex": run.failed_index}

    def open(self, engine: AnyEngine, token: str) -> GameState:
        """Return the position a token holds; raises ApiError when it holds none of this game."""
        try:
            state: GameState = self.tokens.open(engine, token)
        except OldToken:
            raise old_token() from None
        except BadToken:
            raise bad_token() from None
        return state

    def _accepted(
        self,
        engine: AnyEngine,
        state: GameState,
        legal: Legal,
        events: Sequence[JsonObject] = (),
        dropped: int = 0,
        glimpse: Callable[[], Glimpse] | None = None,
    ) -> JsonObject:
        return {"ok": True, **self._position(engine, state, legal, events, dropped, glimpse=glimpse)}

    def _refused(
        self,
        engine: AnyEngine,
        state: GameState,
        refusal: Refusal,
        legal: Legal,
        events: Sequence[JsonObject] = (),
        dropped: int = 0,
        token: str | None = None,
    ) -> JsonObject:
        # A refusal gives back the very token it came with, also while keys are being changed.
        position = self._position(engine, state, legal, events, dropped, token)
        return {"ok": False, "code": refusal.code, "reason": refusal.reason, **position}

    def _position(
        self,
        engine: AnyEngine,
        state: GameState,
        legal: Legal,
        events: Sequence[JsonObject],
        dropped: int,
        token: str | None = None,
        glimpse: Callable[[], Glimpse] | None = None,
    ) -> JsonObject:
        token = token or self.tokens.seal(engine, state)
        position: JsonObject = {"game": engine.spec.slug, "seed": state.seed, "stateToken": token}
        position[engine.spec.token_field] = token
        seen = glimpse() if glimpse else None
        listed = legal != "none" and seen is None
        kept = self.shelf.shown(engine, state, token, listed=listed) if engine.in_json else None
        if kept:
            position["observation"] = kept.observed(seen.observation if seen else {})
        else:
            observation = engine.observe(state)
            position["observation"] = {**observation, **seen.observation} if seen else observation
        if kept and listed:
            if legal == "full":
                position["legalActions"] = kept.listed
            position["legalCount"] = kept.count
        elif legal != "none":
            actions = seen.legal_actions if seen else engine.legal_actions(state)
            if legal == "full":
                position["legalActions"] = actions_json(actions)
            position["legalCount"] = len(actions)
        position["events"] = events
        if dropped:
            position["eventsDropped"] = dropped
        position["score"] = kept.score if kept else engine.score(state)
        position["gameOver"] = kept.over if kept else engine.is_over(state)
        return position


@dataclass(slots=True)
class Run:
    """How far a batch came."""

    state: Any
    events: list[JsonObject]
    events_dropped: int = 0
    applied: int = 0
    stopped: str = "end"
    refusal: Refusal | None = None
    failed_index: int | None = None
    glimpse: Callable[[], Glimpse] | None = None
    """That of the last step."""


def play(engine: AnyEngine, state: GameState, items: Sequence[Item], stop_on_event: bool) -> Run:
    """Play items in order until the first refusal, the end of the game or, if asked for, the first event."""
    run = Run(state, [])
    for _ in _slices(engine, run, items, stop_on_event):
        pass
    return run


async def play_politely(
    engine: AnyEngine, state: GameState, items: Sequence[Item], stop_on_event: bool
) -> Run:
    """Play the same, and let other requests have their turn between slices of a long batch."""
    run = Run(state, [])
    for _ in _slices(engine, run, items, stop_on_event):
        await sleep(0)
    return run


def _slices(engine: AnyEngine, run: Run, items: Sequence[Item], stop_on_event: bool) -> Iterator[None]:
    """Play into `run`, stopping for breath after every SLICE_STEPS steps."""
    parse, apply, is_over = engine.grammar.parse, engine.apply, engine.is_over
    state, glimpse, applied = run.state, None, 0
    try:
        for index, (value, repeat) in enumerate(items):
            action = parse(value)
            for _ in range(repeat):
                step = action if isinstance(action, Refusal) else apply(state, action)
                if isinstance(step, Refusal):
                    run.refusal, run.failed_index, run.stopped = step, index, "refused"
                    return
                state, glimpse, events = step.state, step.glimpse, step.events
                applied += 1
                if events:
                    kept = events[: MAX_EVENTS - len(run.events)]
                    run.events.extend(kept)
                    run.events_dropped += len(events) - len(kept)
                if is_over(state):
                    run.stopped = "game-over"
                    return
                if events and stop_on_event:
                    run.stopped = "event"
                    return
                if applied % SLICE_STEPS == 0:
                    yield
    finally:
        run.state, run.glimpse, run.applied = state, glimpse, applied
