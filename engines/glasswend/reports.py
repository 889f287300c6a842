"""Glasswend's claims, clears and hits as a player reads them."""

from collections.abc import Callable
from typing import TypeVar

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.glasswend.model import Claim, Clear, Hit, HitKind

T = TypeVar("T")
R = TypeVar("R")


class ClaimReport(TypedDict):
    tick: int
    threadCells: int
    floodedCells: int
    regions: int
    multiplier: int
    chainBefore: int
    motif: int
    pinned: bool
    points: int


class ClearReport(TypedDict):
    pane: int
    percent: int
    parSecondsLeft: int
    bright: bool
    glimmer: bool
    points: int


class HitReport(TypedDict):
    tick: int
    kind: HitKind
    index: int


def claim_report(claim: Claim) -> ClaimReport:
    """Return a claim as JSON."""
    return {
        "tick": claim.tick,
        "threadCells": claim.thread_cells,
        "floodedCells": claim.flooded_cells,
        "regions": claim.regions,
        "multiplier": claim.multiplier,
        "chainBefore": claim.chain_before,
        "motif": claim.motif,
        "pinned": claim.pinned,
        "points": claim.points,
    }


def clear_report(clear: Clear) -> ClearReport:
    """Return a clear as JSON."""
    return {
        "pane": clear.pane,
        "percent": clear.percent,
        "parSecondsLeft": clear.par_seconds_left,
        "bright": clear.bright,
        "glimmer": clear.glimmer,
        "points": clear.points,
    }


def hit_report(hit: Hit) -> HitReport:
    """Return a hit as JSON."""
    return {"tick": hit.tick, "kind": hit.kind, "index": hit.index}


def told(report: Callable[[T], R], record: T | None) -> R | None:
    """Return a record's report, None where there is no record yet."""
    return None if record is None else report(record)
