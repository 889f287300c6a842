"""A Glasswend position while a tick is worked out: a state's fields, free to change, and the events so far.

A tick changes half of a state's fields, step by step; a new frozen state for every step would cost more than
the rules themselves.
"""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final

from engines.contract import JsonObject, Step
from engines.glasswend.grid import INTERIOR, Cells, Direction, cells_of
from engines.glasswend.model import (
    GLIMMERS,
    LIT_STEP_TICKS,
    START_CELL,
    Claim,
    Clear,
    Crawler,
    EndReason,
    Hit,
    Mote,
    State,
    Status,
)
from engines.glasswend.panes import opening
from engines.records import maker


@dataclass(slots=True)
class World:
    """The fields of `State` in their order, with the values of a new game before its first pane is set."""

    seed: int
    status: Status = "waiting"
    phase_ticks: int = 0
    pane: int = 1
    score: int = 0
    glimmers: int = GLIMMERS
    chain: int = 0
    dark: Cells = INTERIOR
    moth: int = START_CELL
    dir: Direction | None = None
    steer: Direction | None = None
    steer_ticks: int = 0
    step_clock: int = LIT_STEP_TICKS
    shimmer_ticks: int = 0
    block_ticks: int = 0
    anchor: int | None = None
    thread: tuple[int, ...] = ()
    motes: tuple[Mote, ...] = ()
    crawlers: tuple[Crawler, ...] = ()
    tick: int = 0
    pane_ticks: int = 0
    last_claim: Claim | None = None
    last_clear: Clear | None = None
    last_hit: Hit | None = None
    end_reason: EndReason | None = None
    events: list[JsonObject] = field(default_factory=list)


_state: Final = maker(State)
_values: Final[Any] = attrgetter(*(member.name for member in fields(State)))


def thawed(state: State) -> World:
    """Return a world that stands as the state does."""
    return World(*_values(state))


def frozen(world: World) -> Step[State]:
    """Return where a world stands and what happened in it."""
    return Step(_state(*_values(world)), tuple(world.events))


def set_pane(world: World, pane: int) -> None:
    """Put the world at the start of a pane; score, glimmers, chain and the last records stay."""
    start = opening(world.seed, pane)
    world.pane = pane
    world.dark = INTERIOR
    world.moth = START_CELL
    world.dir = world.steer = None
    world.steer_ticks = 0
    world.step_clock = LIT_STEP_TICKS
    world.shimmer_ticks = world.block_ticks = world.pane_ticks = 0
    world.anchor = None
    world.thread = ()
    world.motes = start.motes
    world.crawlers = start.crawlers


def revert_thread(world: World) -> None:
    """Let the thread fall back to dark; the moth will stand elsewhere, so no heading is kept."""
    world.dark |= cells_of(world.thread)
    world.thread = ()
    world.anchor = None
    world.dir = world.steer = None
    world.steer_ticks = 0
    world.step_clock = LIT_STEP_TICKS


def end_run(world: World, reason: EndReason) -> None:
    """End the run and pay what is left of it."""
    world.status = "done"
    world.phase_ticks = 0
    world.end_reason = reason
    world.score += 100 * world.glimmers + (1000 if reason == "complete" else 0)
    world.events.append({"type": "ended", "endReason": reason})
