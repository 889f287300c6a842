"""What a Glasswend player sees."""

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.glasswend.board import ground, lines
from engines.glasswend.claims import lit_cells, percent_of
from engines.glasswend.grid import WIDTH, Direction, place
from engines.glasswend.model import CRAWLER_SLEEP, PANES, UNITS, EndReason, State, Status
from engines.glasswend.moth import Way, way
from engines.glasswend.panes import pane_of, seconds_left
from engines.glasswend.reports import (
    ClaimReport,
    ClearReport,
    HitReport,
    claim_report,
    clear_report,
    hit_report,
    told,
)


class CellView(TypedDict):
    cell: int
    x: int
    y: int


class MoteView(TypedDict):
    cell: int
    x: int
    y: int
    vx: int
    vy: int


class CrawlerView(TypedDict):
    cell: int
    x: int
    y: int
    dir: Direction
    clock: int


class MotifView(TypedDict):
    cell: int
    lit: bool


class StepsView(TypedDict):
    up: Way
    down: Way
    left: Way
    right: Way


class Observation(TypedDict):
    status: Status
    phaseTicks: int
    pane: int
    panes: int
    target: int
    lit: int
    litPercent: int
    score: int
    glimmers: int
    chain: int
    par: int
    parSecondsLeft: int
    moth: CellView
    onThread: bool
    dir: Direction | None
    steer: Direction | None
    steerTicks: int
    stepClock: int
    steps: StepsView
    shimmerTicks: int
    blockTicks: int
    anchor: CellView | None
    thread: list[int]
    motes: list[MoteView]
    crawlers: list[CrawlerView]
    crawlersWakeIn: int
    motif: list[MotifView]
    tick: int
    paneTicks: int
    lastClaim: ClaimReport | None
    lastClear: ClearReport | None
    lastHit: HitReport | None
    endReason: EndReason | None
    board: list[str]


def observe(state: State) -> Observation:
    """Return the whole position with true values; nothing is hidden."""
    pane, lit = pane_of(state.pane), lit_cells(state)
    floor = ground(state.seed, state.pane, state.dark, state.thread)
    return {
        "status": state.status,
        "phaseTicks": state.phase_ticks,
        "pane": state.pane,
        "panes": PANES,
        "target": pane.target,
        "lit": lit,
        "litPercent": percent_of(lit),
        "score": state.score,
        "glimmers": state.glimmers,
        "chain": state.chain,
        "par": pane.par,
        "parSecondsLeft": seconds_left(state.pane, state.pane_ticks),
        "moth": _cell_view(state.moth),
        "onThread": bool(state.thread),
        "dir": state.dir,
        "steer": state.steer,
        "steerTicks": state.steer_ticks,
        "stepClock": state.step_clock,
        "steps": {
            "up": way(state, "up"),
            "down": way(state, "down"),
            "left": way(state, "left"),
            "right": way(state, "right"),
        },
        "shimmerTicks": state.shimmer_ticks,
        "blockTicks": state.block_ticks,
        "anchor": None if state.anchor is None else _cell_view(state.anchor),
        "thread": list(state.thread),
        "motes": [
            {"cell": y // UNITS * WIDTH + x // UNITS, "x": x, "y": y, "vx": vx, "vy": vy}
            for x, y, vx, vy in state.motes
        ],
        "crawlers": [
            {"cell": cell, "x": cell % WIDTH, "y": cell // WIDTH, "dir": heading, "clock": clock}
            for cell, heading, clock in state.crawlers
        ],
        "crawlersWakeIn": max(0, CRAWLER_SLEEP - state.pane_ticks),
        "motif": [{"cell": cell, "lit": is_lit} for cell, is_lit in floor.motif],
        "tick": state.tick,
        "paneTicks": state.pane_ticks,
        "lastClaim": told(claim_report, state.last_claim),
        "lastClear": told(clear_report, state.last_clear),
        "lastHit": told(hit_report, state.last_hit),
        "endReason": state.end_reason,
        "board": lines(state, floor),
    }


def _cell_view(cell: int) -> CellView:
    x, y = place(cell)
    return {"cell": cell, "x": x, "y": y}
