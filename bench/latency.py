"""How long a client waits for its reply: alone, and as one of many."""

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Final

from bench.load import LoadGenerator
from bench.requests import Load
from bench.table import Row, at_most, number

MANY: Final = 64
ALONE_GOAL: Final = at_most(2.4)
"""Beside (a2); it is 2.8 times a bare server that neither reads a body nor writes JSON."""
SPREAD_GOAL: Final = at_most(1.5)
"""How much wider than the floor's own the gap between the 99th percentile and the median may be."""


def latency_rows(generator: LoadGenerator, floor: Load, load: Load, rounds: int, seconds: float) -> list[Row]:
    """Return the rows of one load: its median over one connection, and the spread over many."""
    alone, spread, beside = [], [], []
    for _ in range(rounds):
        (floor_median, _), (own_median, _) = (_waits(generator, each, seconds, 1) for each in (floor, load))
        alone.append(own_median / floor_median)
        floors, own = (_waits(generator, each, seconds, MANY) for each in (floor, load))
        spread.append((own[1] / own[0]) / (floors[1] / floors[0]))
        beside.append((own_median, *own))
    medians = [median(column) for column in zip(*beside, strict=True)]
    shown = [number(1000 * figure) for figure in medians]
    return [
        Row(f"{load.name}, median wait, 1 connection", alone, "× (a2)", ALONE_GOAL, f"{shown[0]} ms"),
        Row(
            f"{load.name}, p99/p50, {MANY} connections",
            spread,
            "× that of (a2)",
            SPREAD_GOAL,
            f"median {shown[1]} ms, p99 {shown[2]} ms",
        ),
    ]


def _waits(generator: LoadGenerator, load: Load, seconds: float, connections: int) -> Sequence[float]:
    """Return median and 99th percentile of the waits, in seconds."""
    tally = generator.run(load.server, load.exchanges, seconds, connections)
    if tally.faults or len(tally.waits) < 2:
        raise RuntimeError(f"{load.name}: {tally.faults} wrong replies; the first: {tally.first_fault}")
    cuts = quantiles(tally.waits, n=100)
    return cuts[49], cuts[98]
