"""The table: goals, verdicts, and Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

HEADINGS: Final = ("measured", "median", "min … max", "goal", "verdict", "beside it")


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound for the median of what was measured."""

    limit: float
    at_least: bool = False

    def met_by(self, figure: float) -> bool:
        """Tell whether a figure keeps the bound."""
        return figure >= self.limit if self.at_least else figure <= self.limit


def at_most(limit: float) -> Goal:
    """Return an upper bound."""
    return Goal(limit)


def at_least(limit: float) -> Goal:
    """Return a lower bound."""
    return Goal(limit, at_least=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured once a round, and what it should be."""

    name: str
    figures: Sequence[float]
    unit: str
    goal: Goal | None = None
    beside: str = ""
    """The same in another unit, for orientation."""

    @property
    def verdict(self) -> str:
        """Whether the goal is met; empty without a goal."""
        if self.goal is None:
            return ""
        return "met" if self.goal.met_by(median(self.figures)) else "**missed**"


def markdown(rows: Iterable[Row]) -> str:
    """Return the table."""
    lines = [HEADINGS, ("---", "---:", "---:", "---:", "---", "---"), *map(_cells, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: Row) -> tuple[str, ...]:
    low, high = min(row.figures), max(row.figures)
    span = f"{number(low)} … {number(high)}" if len(row.figures) > 1 else ""
    goal = "" if row.goal is None else f"{'≥' if row.goal.at_least else '≤'} {row.goal.limit:g} {row.unit}"
    return (row.name, f"{number(median(row.figures))} {row.unit}", span, goal, row.verdict, row.beside)


def number(value: float) -> str:
    """Return a number with three figures that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
