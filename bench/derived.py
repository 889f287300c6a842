"""Rows worked out from what the rounds measured: rates, the token's share, faults, growth."""

from collections.abc import Sequence
from typing import Final

from bench.games import GamePlan
from bench.requests import Load
from bench.rounds import Record, ratios
from bench.table import Row, at_least, at_most, number

RATE_GOAL: Final = at_least(0.25)
"""Of an action's requests a second beside those to (a2)."""
FIXED_RATE_GOAL: Final = at_least(0.18)
"""The same beside (a)."""
SHARE_GOAL: Final = at_most(12)
"""Of opening and sealing the token in an action's CPU, in percent."""
FAULTS_GOAL: Final = at_most(0)
GROWTH_GOAL: Final = at_most(5)
"""Of the worker's memory under load, in MiB."""


def rate_rows(record: Record, fixed: Load, action: Load) -> list[Row]:
    """Return how many requests of a kind are answered in a second, beside those to both floors."""
    own, others = record.share_of_rate(action.name), record.share_of_rate(fixed.name)
    return [
        Row(f"{action.name}, requests a second", own, "of (a2)'s", RATE_GOAL),
        Row(f"{action.name}, requests a second", ratios(own, others), "of (a)'s", FIXED_RATE_GOAL),
    ]


def share_rows(record: Record, plans: Sequence[GamePlan]) -> list[Row]:
    """Return which part of a game's action goes into its token, were each opened anew."""
    rows = []
    for plan in plans:
        (pair,) = (
            name
            for name in record.works
            if name.startswith(f"token pair, {plan.slug},") and "floor" not in name
        )
        shares = ratios(record.work_times_floor(pair), record.times_floor(f"{plan.slug} action"))
        shares = [100 * share for share in shares]
        rows.append(Row(f"{plan.slug} token pair, share of an action", shares, "%", SHARE_GOAL))
    return rows


def health_rows(record: Record, before: float, after: float) -> list[Row]:
    """Return how many replies were not as expected, and by how many MiB the worker grew meanwhile."""
    requests = sum(tally.requests for tallies in record.loads.values() for tally in tallies)
    faults = sum(tally.faults for tally in record.tallies)
    grown = f"from {number(before)} MiB, under {requests:,} requests"
    return [
        Row("replies other than expected", [faults], "", FAULTS_GOAL, f"of {requests:,}"),
        Row("growth of a worker's memory", [after - before], "MiB", GROWTH_GOAL, grown),
    ]
