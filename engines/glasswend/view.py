"""What a Glasswend player sees."""

from typing import Final

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.glasswend.claims import lit_cells, percent_of
from engines.glasswend.grid import HEIGHT, WIDTH, Direction, place
from engines.glasswend.model import CRAWLER_SLEEP, PANES, EndReason, State, Status, cell_of_mote
from engines.glasswend.moth import Way, way
from engines.glasswend.panes import opening, pane_of, seconds_left
from engines.glasswend.plain import cell_marks
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
    pane, lit, marks = pane_of(state.pane), lit_cells(state), cell_marks(state)
    motif = opening(state.seed, state.pane).motif
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
            {"cell": cell_of_mote(mote), "x": mote[0], "y": mote[1], "vx": mote[2], "vy": mote[3]}
            for mote in state.motes
        ],
        "crawlers": [
            {"cell": cell, "x": cell % WIDTH, "y": cell // WIDTH, "dir": heading, "clock": clock}
            for cell, heading, clock in state.crawlers
        ],
        "crawlersWakeIn": max(0, CRAWLER_SLEEP - state.pane_ticks),
        "motif": [{"cell": cell, "lit": marks[cell] == "#"} for cell in motif],
        "tick": state.tick,
        "paneTicks": state.pane_ticks,
        "lastClaim": told(claim_report, state.last_claim),
        "lastClear": told(clear_report, state.last_clear),
        "lastHit": told(hit_report, state.last_hit),
        "endReason": state.end_reason,
        "board": text(state, marks),
    }


def text(state: State, marks: str) -> list[str]:
    """Return the board as lines: the digits of x, then each row after its y, with what stands on it."""
    sheet = bytearray(marks, "ascii")
    for cell in opening(state.seed, state.pane).motif:
        if sheet[cell] == _DARK:
            sheet[cell] = ord("*")
    if state.anchor is not None:
        sheet[state.anchor] = ord("A")
    for cell, _, _ in state.crawlers:
        sheet[cell] = ord("c")
    for mote in state.motes:
        sheet[cell_of_mote(mote)] = ord("o")
    sheet[state.moth] = ord("@")
    drawn = sheet.decode("ascii")
    return [*_RULER, *[label + drawn[start : start + WIDTH] for label, start in _ROWS]]


_DARK: Final = ord(".")
_RULER: Final = (
    "   " + "".join(str(x // 10) if x >= 10 else " " for x in range(WIDTH)),
    "   " + "".join(str(x % 10) for x in range(WIDTH)),
)
_ROWS: Final = tuple((f"{y:>2} ", y * WIDTH) for y in range(HEIGHT))
"""What each row of the board begins with, and its first cell."""


def _cell_view(cell: int) -> CellView:
    x, y = place(cell)
    return {"cell": cell, "x": x, "y": y}
