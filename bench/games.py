"""What is measured of each game: one entry a game, and a new game is one entry more."""

from dataclasses import dataclass
from typing import Any, Final

from bench.lines import AnyEngine, Line, Player, achieving, wandering
from bench.table import Goal, at_most
from engines.refusal import Refusal
from engines.registry import GAMES

LINE_LENGTH: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """How a game of the gameboard family is measured, and what it may cost."""

    slug: str
    seed: int
    opening: tuple[dict[str, Any], ...] = ()
    """The actions from the start of the game to the position where the line begins."""
    player: Player
    refused: dict[str, Any]
    """An action that is well formed, but refused where the line begins."""
    action_goal: Goal
    reply_goal: Goal
    """Of the longest action reply, in thousands of bytes."""


_SKIPS: Final = ({"type": "skip"}, {"type": "next"})

PLANS: Final = (
    GamePlan(
        slug="cantlewing",
        seed=7,
        player=achieving("cleared", "restart", "bank"),
        refused={"type": "walk", "direction": -1},
        action_goal=at_most(4.0),
        reply_goal=at_most(4.0),
    ),
    GamePlan(
        slug="cordwright",
        seed=1,  # its seventh frame has nine sockets and twelve cords, the most there are
        opening=_SKIPS * 6,
        player=wandering("skip", "bank"),
        refused={"type": "swap", "a": 4, "b": 4},
        action_goal=at_most(5.0),
        reply_goal=at_most(7.0),
    ),
    GamePlan(
        slug="magic-hex-swap",
        seed=7,
        player=wandering("pass", "preview", "undo", "restart"),
        refused={"type": "act", "move": "white-1", "dice": [0], "targets": [[9, 9], [9, 8]]},
        action_goal=at_most(8.0),
        reply_goal=at_most(20.0),
    ),
)


def plans(wanted: list[str]) -> list[GamePlan]:
    """Return the plans of the games that are served and wanted; none named means all."""
    unknown = sorted(set(wanted) - set(GAMES))
    if unknown:
        raise ValueError(f"no such game: {', '.join(unknown)}; there is: {', '.join(GAMES)}")
    return [plan for plan in PLANS if plan.slug in GAMES and (not wanted or plan.slug in wanted)]


def engine_of(plan: GamePlan) -> AnyEngine:
    """Return the game of a plan."""
    return GAMES[plan.slug]


def line_of(plan: GamePlan, seed: int, length: int = LINE_LENGTH) -> Line:
    """Return the positions and actions that are measured, with the seed of the plan or another one."""
    engine = engine_of(plan)
    state = engine.initial(seed, default_options(engine))
    for value in plan.opening:
        action = engine.grammar.parse(value)
        step = action if isinstance(action, Refusal) else engine.apply(state, action)
        assert not isinstance(step, Refusal), step
        state = step.state
    return plan.player(engine, state, length)


def default_options(engine: AnyEngine) -> dict[str, str]:
    """Return the options of a game that is started without any."""
    return {option.name: option.default for option in engine.spec.options if option.default is not None}
