"""A Glasswend state as plain JSON, every field spelled out: how positions are written down to be compared."""

from collections.abc import Iterable
from typing import Final, TypeVar

from engines.contract import JsonObject
from engines.glasswend.grid import SIZE, Cell, Cells, cells_of
from engines.glasswend.model import Claim, Clear, Hit, State
from engines.glasswend.panes import opening, pane_of
from engines.glasswend.reports import (
    ClaimReport,
    ClearReport,
    HitReport,
    claim_report,
    clear_report,
    hit_report,
    told,
)

R = TypeVar("R")

GAME: Final = "glasswend"
VERSION: Final = 1
LIT: Final = ord("#")
DARK: Final = ord(".")
THREAD: Final = ord("+")
_LIT_OR_DARK: Final = bytes.maketrans(b"01", bytes((LIT, DARK)))


def cell_marks(dark: Cells, thread: Iterable[Cell]) -> bytearray:
    """Return an ASCII character for each cell in order: `#` lit, `.` dark, `+` thread."""
    marks = bytearray(f"{dark:0{SIZE}b}"[::-1].encode("ascii").translate(_LIT_OR_DARK))
    for cell in thread:
        marks[cell] = THREAD
    return marks


def write(state: State) -> JsonObject:
    """Return the plain JSON of a state, what follows from its seed and pane included."""
    return {
        "game": GAME,
        "version": VERSION,
        "seed": state.seed,
        "status": state.status,
        "phaseTicks": state.phase_ticks,
        "pane": state.pane,
        "target": pane_of(state.pane).target,
        "par": pane_of(state.pane).par,
        "score": state.score,
        "glimmers": state.glimmers,
        "chain": state.chain,
        "cells": cell_marks(state.dark, state.thread).decode("ascii"),
        "motif": list(opening(state.seed, state.pane).motif),
        "moth": state.moth,
        "dir": state.dir,
        "steer": state.steer,
        "steerTicks": state.steer_ticks,
        "stepClock": state.step_clock,
        "shimmerTicks": state.shimmer_ticks,
        "blockTicks": state.block_ticks,
        "anchor": state.anchor,
        "thread": list(state.thread),
        "motes": [{"x": x, "y": y, "vx": vx, "vy": vy} for x, y, vx, vy in state.motes],
        "crawlers": [
            {"cell": cell, "dir": heading, "clock": clock} for cell, heading, clock in state.crawlers
        ],
        "tick": state.tick,
        "paneTicks": state.pane_ticks,
        "lastClaim": told(claim_report, state.last_claim),
        "lastClear": told(clear_report, state.last_clear),
        "lastHit": told(hit_report, state.last_hit),
        "endReason": state.end_reason,
    }


def read(plain: JsonObject) -> State:
    """Return the state that `write` writes like this; ValueError when there is none."""
    cells = plain["cells"]
    state = State(
        seed=plain["seed"],
        status=plain["status"],
        phase_ticks=plain["phaseTicks"],
        pane=plain["pane"],
        score=plain["score"],
        glimmers=plain["glimmers"],
        chain=plain["chain"],
        dark=cells_of(cell for cell, mark in enumerate(cells) if mark == "."),
        moth=plain["moth"],
        dir=plain["dir"],
        steer=plain["steer"],
        steer_ticks=plain["steerTicks"],
        step_clock=plain["stepClock"],
        shimmer_ticks=plain["shimmerTicks"],
        block_ticks=plain["blockTicks"],
        anchor=plain["anchor"],
        thread=tuple(plain["thread"]),
        motes=tuple((mote["x"], mote["y"], mote["vx"], mote["vy"]) for mote in plain["motes"]),
        crawlers=tuple((soot["cell"], soot["dir"], soot["clock"]) for soot in plain["crawlers"]),
        tick=plain["tick"],
        pane_ticks=plain["paneTicks"],
        last_claim=_record(Claim, ClaimReport, plain["lastClaim"]),
        last_clear=_record(Clear, ClearReport, plain["lastClear"]),
        last_hit=_record(Hit, HitReport, plain["lastHit"]),
        end_reason=plain["endReason"],
    )
    if write(state) != plain:
        raise ValueError("this is not the plain JSON of a state")
    return state


def _record(record: type[R], shape: type, report: JsonObject | None) -> R | None:
    """Return the record whose fields a report tells; both have them in the same order."""
    return None if report is None else record(*(report[name] for name in shape.__annotations__))
