"""Glasswend's board as a player sees it: the lines of characters, and which motif cells are lit."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engines.glasswend.grid import HEIGHT, SIZE, WIDTH, Cell, Cells, place
from engines.glasswend.model import State, cell_of_mote
from engines.glasswend.panes import opening
from engines.glasswend.plain import DARK, LIT, cell_marks

_MOTIF, _ANCHOR, _CRAWLER, _MOTE, _MOTH = b"*Aco@"
_RULER: Final = (
    "   " + "".join(str(x // 10) if x >= 10 else " " for x in range(WIDTH)),
    "   " + "".join(str(x % 10) for x in range(WIDTH)),
)
_LABELS: Final = tuple(f"{y:>2} " for y in range(HEIGHT))


def _spot(cell: Cell) -> int:
    """Return where in the text of the board a cell stands."""
    x, y = place(cell)
    line = len("\n".join((*_RULER, "")))
    return line + y * (len(_LABELS[0]) + WIDTH + 1) + len(_LABELS[0]) + x


_SPOT: Final = tuple(map(_spot, range(SIZE)))


@dataclass(frozen=True, slots=True)
class Ground:
    """What of a board most ticks leave as it was."""

    text: bytes
    """The lines, with all but anchor, hazards and moth on them."""
    motif: tuple[tuple[Cell, bool], ...]
    """Its cells, each with whether it is lit."""


@lru_cache(maxsize=256)
def ground(seed: int, pane: int, dark: Cells, thread: tuple[Cell, ...]) -> Ground:
    """Return the ground of a pane where these cells are dark and these are thread."""
    marks = cell_marks(dark, thread)
    motif = tuple([(cell, marks[cell] == LIT) for cell in opening(seed, pane).motif])
    for cell, _ in motif:
        if marks[cell] == DARK:
            marks[cell] = _MOTIF
    cells = marks.decode("ascii")
    rows = [label + cells[y * WIDTH : (y + 1) * WIDTH] for y, label in enumerate(_LABELS)]
    return Ground("\n".join((*_RULER, *rows)).encode("ascii"), motif)


def lines(state: State, ground: Ground) -> list[str]:
    """Return the board as lines: the digits of x, then each row after its y, with what stands on it."""
    marks = bytearray(ground.text)
    if state.anchor is not None:
        marks[_SPOT[state.anchor]] = _ANCHOR
    for cell, _, _ in state.crawlers:
        marks[_SPOT[cell]] = _CRAWLER
    for mote in state.motes:
        marks[_SPOT[cell_of_mote(mote)]] = _MOTE
    marks[_SPOT[state.moth]] = _MOTH
    return marks.decode("ascii").split("\n")
