"""Glasswend's state and actions, with the constants of its rules."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from engines.glasswend.grid import INTERIOR, WIDTH, Cell, Direction
from engines.grammar import Range, RefusedAs
from engines.marks import AtMost, Bits, Walk
from engines.numbers import MOST, SEED_LIMIT

Status: TypeAlias = Literal["waiting", "stageIntro", "playing", "recovering", "stageClear", "done"]
EndReason: TypeAlias = Literal["glimmers", "complete"]
HitKind: TypeAlias = Literal["mote", "crawler", "sever"]
Count: TypeAlias = Annotated[int, Range(0, MOST)]
Mote: TypeAlias = tuple[int, int, int, int]
"""x and y of the centre in units, and what it moves along either axis, units a tick."""
Crawler: TypeAlias = tuple[Cell, Direction, int]
"""Its cell, its heading, and the ticks until it tries to move."""

PANES: Final = 15
GLIMMERS: Final = 3
MOST_GLIMMERS: Final = 5
MOST_LINKS: Final = 5
MOST_MOTES: Final = 5
MOST_CRAWLERS: Final = 4
TICKS_PER_SECOND: Final = 30
INTRO_TICKS: Final = 60
CLEAR_TICKS: Final = 75
RECOVERY_TICKS: Final = 30
LOSS_SHIMMER: Final = 90
SEVER_SHIMMER: Final = 60
STEER_TICKS: Final = 6
BLOCK_TICKS: Final = 10
LIT_STEP_TICKS: Final = 2
THREAD_STEP_TICKS: Final = 3
CRAWLER_SLEEP: Final = 90
"""Ticks of a pane in which no crawler moves."""
START_CELL: Final = 756
"""Where the moth starts each pane: (12,31), the middle of the lower edge."""
UNITS: Final = 1000
"""Units in the side of a cell."""
MOTE_RADIUS: Final = 420
"""Units."""


def cell_of_mote(mote: Mote) -> Cell:
    """Return the cell of a mote's centre."""
    return mote[1] // UNITS * WIDTH + mote[0] // UNITS


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seal brought in."""

    tick: Count
    thread_cells: Count
    flooded_cells: Count
    regions: Count
    """Pockets flooded."""
    multiplier: Count
    chain_before: Count
    motif: Count
    """Motif cells among those lit."""
    pinned: bool
    points: Count


@dataclass(frozen=True, slots=True)
class Clear:
    """What a cleared pane paid."""

    pane: Count
    percent: Count
    par_seconds_left: Count
    bright: bool
    """95 per cent lit or more."""
    glimmer: bool
    """Whether one was granted."""
    points: Count


@dataclass(frozen=True, slots=True)
class Hit:
    """Which hazard met the moth, its anchor or its thread."""

    tick: Count
    kind: HitKind
    index: Count
    """Its place among the motes or the crawlers."""


@dataclass(frozen=True, slots=True)
class State:
    """A position; target, par and motif follow from seed and pane, lit cells from dark and thread."""

    seed: Annotated[int, Range(0, SEED_LIMIT - 1)]
    status: Status
    phase_ticks: Count
    """Ticks left of stageIntro, recovering or stageClear; 0 otherwise."""
    pane: Annotated[int, Range(1, PANES)]
    score: Count
    glimmers: Annotated[int, Range(0, MOST_GLIMMERS)]
    chain: Annotated[int, Range(0, MOST_LINKS)]
    """Links of the weave chain."""
    dark: Annotated[int, Bits(INTERIOR)]
    """The set of dark cells; the rest is thread or lit."""
    moth: Cell
    dir: Direction | None
    """Where the moth is heading; None when it has halted."""
    steer: Direction | None
    """The buffered heading."""
    steer_ticks: Count
    step_clock: Count
    """Ticks to the next cell-step boundary."""
    shimmer_ticks: Count
    """Ticks of immunity left."""
    block_ticks: Count
    """Ticks of the block flash left; it changes nothing."""
    anchor: Cell | None
    """The lit cell the open thread leads out of."""
    thread: Annotated[tuple[Cell, ...], Walk(WIDTH)]
    """From the cell beside the anchor to the moth's own; empty with none open."""
    motes: Annotated[tuple[Mote, ...], AtMost(MOST_MOTES)]
    crawlers: Annotated[tuple[Crawler, ...], AtMost(MOST_CRAWLERS)]
    tick: Count
    """Playing ticks of the run."""
    pane_ticks: Count
    """Playing ticks of the pane."""
    last_claim: Claim | None
    last_clear: Clear | None
    last_hit: Hit | None
    end_reason: EndReason | None


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the run."""

    type: Literal["start"] = field(default="start", init=False)


@dataclass(frozen=True, slots=True)
class Steer:
    """Buffer a heading for the next cell step."""

    type: Literal["steer"] = field(default="steer", init=False)
    dir: Annotated[Direction, RefusedAs("bad-dir")]


@dataclass(frozen=True, slots=True)
class Tick:
    """Advance the world by 1/30 s."""

    type: Literal["tick"] = field(default="tick", init=False)


Action: TypeAlias = Start | Steer | Tick
