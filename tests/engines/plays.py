"""Plays of any game: through the offered actions, from the start or from inside a golden run."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import orjson
from hypothesis import strategies as st

from engines.contract import CommandGame, Engine, JsonObject, Step
from engines.numbers import SEED_LIMIT
from engines.registry import GAMES
from schemas.codec import packer
from tests.engines.driver import submit
from tests.engines.golden import goldens

AnyEngine = Engine[Any, Any]


@dataclass(frozen=True, slots=True)
class Play:
    """Offered actions in a row: `states` has the first state and one more for each action."""

    states: tuple[Any, ...]
    actions: tuple[Any, ...] = ()
    events: tuple[tuple[JsonObject, ...], ...] = ()

    def some_states(self, most: int = 6) -> list[Any]:
        """Return a few of the states, the first and the last among them."""
        last = len(self.states) - 1
        return [self.states[i] for i in sorted({last * n // (most - 1) for n in range(most)})]


def as_json(action: Any) -> JsonObject:
    """Write an action as the JSON object a player sends; a field that is None is left out."""
    fields = {name: value for name, value in asdict(action).items() if value is not None}
    written: JsonObject = orjson.loads(orjson.dumps(fields))
    return written


def packed(engine: AnyEngine, state: Any) -> bytes:
    """Return the bytes of a state as a token carries them."""
    return orjson.dumps(packer(engine.state)(state))


def default_options(game: AnyEngine | CommandGame[Any]) -> dict[str, str]:
    """Return the options of a game that was asked for none."""
    return {option.name: option.default for option in game.spec.options if option.default is not None}


def always_shown(engine: AnyEngine) -> list[str]:
    """Return the members that every observation has, in the order the spec explains them."""
    required = engine.observation.__required_keys__  # type: ignore[attr-defined]  # it is a TypedDict
    return [name for name in engine.spec.observation if name in required]


def played(engine: AnyEngine, state: Any, choices: Sequence[int], reluctant: bool) -> Play:
    """Take offered actions by number; a reluctant player passes over one that would end the run."""
    play = Play((state,))
    for choice in choices:
        offered = engine.legal_actions(play.states[-1])
        if not offered:
            break
        action, done = _take(engine, play.states[-1], offered[choice % len(offered)])
        if reluctant and engine.is_over(done.state):
            action, done = _take(engine, play.states[-1], offered[(choice + 1) % len(offered)])
        play = Play((*play.states, done.state), (*play.actions, action), (*play.events, done.events))
    return play


def _take(engine: AnyEngine, state: Any, action: Any) -> tuple[Any, Step[Any]]:
    done = engine.apply(state, action)
    assert isinstance(done, Step), f"offered {action} and refused it: {done}"
    return action, done


@cache
def golden_states(slug: str) -> list[Any]:
    """Return the states of a game's golden runs, at most 2,000 of each, the last among them."""
    states = []
    for golden in goldens():
        if golden.game == slug:
            engine = GAMES[slug]
            run = [engine.initial(golden.header["seed"], golden.header["options"])]
            for line in golden.lines:
                done = submit(engine, run[-1], line["action"])
                if isinstance(done, Step):
                    run.append(done.state)
            states += run[:: -max(1, len(run) // 2000)]
    return states


SEEDS = st.integers(0, 20) | st.integers(0, SEED_LIMIT - 1)


def openings(engine: AnyEngine) -> st.SearchStrategy[Any]:
    """States to begin at: the first of any seed and any options, or one of a golden run."""
    defaults = default_options(engine)
    chosen = {
        option.name: st.sampled_from([c.value for c in option.choices]) for option in engine.spec.options
    }
    options = st.fixed_dictionaries({name: chosen.pop(name) for name in defaults}, optional=chosen)
    options = options.filter(lambda together: engine.spec.clash(together) is None)
    first = st.builds(engine.initial, SEEDS, options)
    inside = golden_states(engine.spec.slug)
    return first | st.sampled_from(inside) if inside else first


@st.composite
def plays(draw: st.DrawFn, engine: AnyEngine, most: int = 30) -> Play:
    """Draw an opening and up to so many offered actions from there."""
    choices = draw(st.lists(st.integers(0, 0xFFFF), max_size=most))
    return played(engine, draw(openings(engine)), choices, draw(st.booleans()))
