"""Glasswend's rules: the first state, start and steer, what is legal when; a tick is worked out in `tick`."""

from collections.abc import Mapping
from typing import Final, assert_never

from engines.contract import Step
from engines.glasswend.model import (
    INTRO_TICKS,
    STEER_TICKS,
    Action,
    Start,
    State,
    Status,
    Steer,
    Tick,
)
from engines.glasswend.tick import tick
from engines.glasswend.world import World, frozen, set_pane, thawed
from engines.refusal import Refusal

_STEERS: Final = (Steer("up"), Steer("down"), Steer("left"), Steer("right"))
LEGAL: Final[Mapping[Status, tuple[Action, ...]]] = {
    "waiting": (Start(), Tick()),
    "stageIntro": (*_STEERS, Tick()),
    "playing": (*_STEERS, Tick()),
    "recovering": (*_STEERS, Tick()),
    "stageClear": (Tick(),),
    "done": (Tick(),),
}
"""Status to what `apply` accepts in it, in the published order."""
_SEND: Final[Mapping[Status, str]] = {
    "waiting": "send start first",
    "stageIntro": "send steer or tick",
    "playing": "send steer or tick",
    "recovering": "send steer or tick",
    "stageClear": "send tick until the next pane is set",
    "done": "a tick is all it still takes, and changes nothing; begin a new game with init",
}
"""Status to what a refusal advises in it."""


def initial(seed: int, _options: Mapping[str, str]) -> State:
    """Return pane 1, waiting for the start."""
    world = World(seed)
    set_pane(world, 1)
    return frozen(world).state


def apply(state: State, action: Action) -> Step[State] | Refusal:
    """Return the step an action makes, or why it is refused."""
    match action:
        case Tick():
            return tick(state)
        case Steer(dir=direction):
            if action not in LEGAL[state.status]:
                return Refusal(
                    "steer-not-now", f"A steer is not taken while {state.status}: {_SEND[state.status]}."
                )
            world = thawed(state)
            world.steer, world.steer_ticks = direction, STEER_TICKS
            return frozen(world)
        case Start():
            if action not in LEGAL[state.status]:
                return Refusal("start-not-waiting", f"The run has been started: {_SEND[state.status]}.")
            world = thawed(state)
            world.status, world.phase_ticks = "stageIntro", INTRO_TICKS
            return frozen(world)
        case _:
            assert_never(action)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return exactly what `apply` accepts: start, then steers, then tick."""
    return LEGAL[state.status]


def score(state: State) -> int:
    """Return the points earned so far."""
    return state.score


def is_over(state: State) -> bool:
    """Tell whether the run has ended."""
    return state.status == "done"
