"""What is measured of each game: one entry a game, and a new game is one entry more."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from bench import glasswend, magic_hex_swap
from bench.lines import AnyEngine, Line, Moves, Player, achieving, after, played, repeating, wandering
from bench.table import Goal, at_most
from engines.numbers import SEED_LIMIT
from engines.registry import COMMAND_GAMES, GAMES

LINE_LENGTH: Final = 64
_SAMPLED_GAMES: Final = 40


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an engine that is measured by itself."""

    name: str
    function: Callable[[], object]
    goal: Goal
    """Beside a request to the floor, or in milliseconds of CPU."""
    in_milliseconds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """How a game of the gameboard family is measured, and what it may cost."""

    slug: str
    seed: int
    opening: Moves = ()
    """The moves from the start of the game to the position where the line begins."""
    player: Player
    refused: dict[str, Any]
    """An action that is well formed, but refused where the line begins."""
    action_goal: Goal
    opening_act: Callable[[dict[str, Any]], bool] | None = None
    """Which action that an opening offers is measured by itself, on `openings` of them."""
    openings: int = 0
    reply_goal: Goal
    """Of the longest action reply, in thousands of bytes."""
    opening_goal: Goal | None = None
    """Of the median reply about an opening, in thousands of bytes; the longest has the goal above."""
    short_reply_goal: Goal | None = None
    """The same with legal=none."""
    token_goal: Goal | None = None
    """Of the longest token, in bytes."""
    sampled_every: int | None = None
    """Sizes are those of one in so many positions of the opening and of the line; otherwise of many lines."""
    parts: tuple[Part, ...] = ()


_SKIPS: Final = (({"type": "skip"}, 1), ({"type": "next"}, 1))

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
        slug="glasswend",
        seed=glasswend.SEED,
        # Pane 14 with five motes and four crawlers; along the line the thread grows from 6 cells to 27.
        opening=glasswend.kept_run(6153),
        player=repeating({"type": "tick"}),
        refused={"type": "start"},
        action_goal=at_most(4.0),
        reply_goal=at_most(5.0),
        short_reply_goal=at_most(4.5),
        token_goal=at_most(700),
        sampled_every=10,
        parts=(Part("fill", glasswend.fill_corridor, at_most(4.0)),),
    ),
    GamePlan(
        slug="magic-hex-swap",
        seed=7,
        player=wandering("pass", "preview", "undo", "restart"),
        refused={"type": "act", "move": "white-1", "dice": [0], "targets": [[9, 9], [9, 8]]},
        action_goal=at_most(8.0),
        opening_act=magic_hex_swap.spends_two_dice,
        openings=magic_hex_swap.OPENINGS,
        reply_goal=at_most(20.0),
        opening_goal=at_most(8.0),
        token_goal=at_most(900),
        parts=(
            Part("list, opening, three wilds", magic_hex_swap.list_three_wilds, at_most(10.0), True),
            Part("list, 200 nodes, three wilds", magic_hex_swap.list_200_nodes, at_most(100.0), True),
        ),
    ),
)


def plans(wanted: list[str]) -> list[GamePlan]:
    """Return the plans of the gameboard games that are served and wanted; no game named means all."""
    every = {**GAMES, **COMMAND_GAMES}
    unknown = sorted(set(wanted) - set(every))
    if unknown:
        raise ValueError(f"no such game: {', '.join(unknown)}; there is: {', '.join(every)}")
    unplanned = sorted(set(wanted) - {plan.slug for plan in PLANS} - set(COMMAND_GAMES))
    if unplanned:
        raise ValueError(f"no plan for {', '.join(unplanned)}; add one to PLANS in bench/games.py")
    return [plan for plan in PLANS if plan.slug in GAMES and (not wanted or plan.slug in wanted)]


def engine_of(plan: GamePlan) -> AnyEngine:
    """Return the game of a plan."""
    return GAMES[plan.slug]


def line_of(plan: GamePlan, seed: int, length: int = LINE_LENGTH) -> Line:
    """Return the positions and actions that are measured, with the seed of the plan or another one."""
    engine, opening = engine_of(plan), opening_of(plan, seed)
    state = after(engine, *opening[-1]) if opening else engine.initial(seed, default_options(engine))
    return plan.player(engine, state, length)


def opening_of(plan: GamePlan, seed: int) -> Line:
    """Return the positions and actions on the way to the line."""
    engine = engine_of(plan)
    return played(engine, engine.initial(seed, default_options(engine)), plan.opening)


def sample_of(plan: GamePlan) -> Line:
    """Return the positions and actions whose sizes are measured, the longest seed among them."""
    if plan.sampled_every is None:
        seeds = [*range(_SAMPLED_GAMES), SEED_LIMIT - 1]
        return [pair for seed in seeds for pair in line_of(plan, seed)]
    line = [*opening_of(plan, plan.seed)[:: plan.sampled_every], *line_of(plan, plan.seed)]
    return [(replace(state, seed=SEED_LIMIT - 1), action) for state, action in line]


def default_options(engine: AnyEngine) -> dict[str, str]:
    """Return the options of a game that is started without any."""
    return {option.name: option.default for option in engine.spec.options if option.default is not None}
