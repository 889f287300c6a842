"""Glasswend's fifteen panes: how hard each is, and what a seed puts into it.

Everything here is a pure function of its arguments, so no state stores a target, a par or a motif.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.glasswend.grid import WIDTH, Cell, Direction, cell_at
from engines.glasswend.model import PANES, TICKS_PER_SECOND, UNITS, Crawler, Mote
from engines.numbers import Stream


@dataclass(frozen=True, slots=True)
class Pane:
    """How hard a pane is."""

    target: int
    """Per cent of the interior to light."""
    motes: int
    mote_tier: int
    """1 ... 5."""
    crawlers: int
    crawler_tier: int
    """1 ... 3."""
    par: int
    """Seconds."""
    motif: int
    """How many motif cells there are."""

    @property
    def pace(self) -> int:
        """Ticks in which a crawler moves one cell."""
        return _PACES[self.crawler_tier - 1]


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands in a pane when it is set."""

    motes: tuple[Mote, ...]
    crawlers: tuple[Crawler, ...]
    motif: tuple[Cell, ...]
    """Ascending."""


_HARDEST: Final = Pane(82, 5, 5, 4, 3, 100, 10)
_PANES: Final = (
    Pane(60, 1, 1, 0, 1, 40, 4),
    Pane(62, 1, 1, 1, 1, 45, 4),
    Pane(64, 2, 1, 1, 1, 50, 4),
    Pane(66, 2, 2, 1, 1, 55, 4),
    Pane(68, 2, 2, 2, 1, 60, 6),
    Pane(70, 3, 2, 2, 1, 65, 6),
    Pane(72, 3, 3, 2, 2, 70, 6),
    Pane(74, 3, 3, 3, 2, 75, 6),
    Pane(76, 4, 3, 3, 2, 80, 8),
    Pane(78, 4, 4, 3, 2, 85, 8),
    Pane(80, 4, 4, 4, 2, 90, 8),
    Pane(81, 5, 4, 4, 3, 95, 8),
    *(_HARDEST,) * (PANES - 12),
)
_SPEEDS: Final = (
    ((115, 59), (101, 81)),
    ((156, 79), (136, 110)),
    ((196, 99), (171, 138)),
    ((236, 120), (206, 166)),
    ((276, 141), (241, 194)),
)
"""Mote tier to the two pairs of speeds along the axes, in units a tick; either may come first."""
_PACES: Final = (8, 6, 5)
"""Crawler tier to the ticks of a cell."""
_UPPER_RING: Final = (
    *((0, y) for y in range(15, 0, -1)),
    *((x, 0) for x in range(WIDTH)),
    *((WIDTH - 1, y) for y in range(1, 16)),
)
"""Where crawlers start: x and y along the ring, clockwise from half way up the left side."""


def pane_of(number: int) -> Pane:
    """Return pane 1 ... 15."""
    return _PANES[number - 1]


def seconds_left(number: int, pane_ticks: int) -> int:
    """Return the whole seconds of a pane's par that are left."""
    return max(0, pane_of(number).par * TICKS_PER_SECOND - pane_ticks) // TICKS_PER_SECOND


@lru_cache(maxsize=1024)
def opening(seed: int, number: int) -> Opening:
    """Draw what stands in a pane at its start: motes, then crawlers, then the motif."""
    pane = pane_of(number)
    stream = Stream("glasswend", seed, "pane", number)
    motes = tuple([_mote(stream, pane) for _ in range(pane.motes)])
    crawlers = tuple([_crawler(stream, pane, i) for i in range(pane.crawlers)])
    return Opening(motes, crawlers, _motif(stream, pane))


def _mote(stream: Stream, pane: Pane) -> Mote:
    x = 4 + stream.below(16)
    y = 4 + stream.below(18)
    p, q = _SPEEDS[pane.mote_tier - 1]
    vx, vy = (p, q, q[::-1], p[::-1])[stream.below(4)]
    if stream.below(2):
        vx = -vx
    if stream.below(2):
        vy = -vy
    return x * UNITS + UNITS // 2, y * UNITS + UNITS // 2, vx, vy


def _crawler(stream: Stream, pane: Pane, i: int) -> Crawler:
    stretch = len(_UPPER_RING) // pane.crawlers
    x, y = _UPPER_RING[i * stretch + stream.below(stretch)]
    # The heading that keeps the dark on its left.
    direction: Direction = "down" if x == 0 else "left" if y == 0 else "up"
    return _cell(x, y), direction, pane.pace


def _motif(stream: Stream, pane: Pane) -> tuple[Cell, ...]:
    chosen: set[int] = set()
    while len(chosen) < pane.motif:
        x = 1 + stream.below(WIDTH // 2 - 1)
        y = 1 + stream.below(30)
        # A cell drawn again adds nothing, so both are drawn anew.
        chosen |= {_cell(x, y), _cell(WIDTH - 1 - x, y)}
    return tuple(sorted(chosen))


def _cell(x: int, y: int) -> Cell:
    cell = cell_at(x, y)
    assert cell is not None
    return cell
