"""Plays Glasswend by JSON actions, as a player would, from the start or from positions set up by hand."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from engines.contract import JsonObject
from engines.glasswend import ENGINE
from engines.glasswend.grid import INTERIOR, cells_of
from engines.glasswend.model import Crawler, Mote, State
from engines.glasswend.panes import opening
from tests.engines.driver import Driver

DRIVER: Final = Driver(ENGINE)
NEW: Final = DRIVER.start
submit, step, refused, view = DRIVER.submit, DRIVER.step, DRIVER.refused, DRIVER.view

START: Final = {"type": "start"}
TICK: Final = {"type": "tick"}
UP, DOWN, LEFT, RIGHT = ({"type": "steer", "dir": word} for word in ("up", "down", "left", "right"))
CORNER_MOTE: Final[Mote] = (1500, 1500, 59, 115)
"""A mote out of the way, in the dark cell at the top left."""


def cell(x: int, y: int) -> int:
    """Return the cell at a place."""
    return y * 24 + x


def row(y: int, first: int, last: int) -> list[int]:
    """Return the cells of a row from one x to another."""
    return [cell(x, y) for x in range(first, last + 1)]


def column(x: int, first: int, last: int) -> list[int]:
    """Return the cells of a column from one y to another, in that order."""
    step = 1 if first <= last else -1
    return [cell(x, y) for y in range(first, last + step, step)]


def block(left: int, top: int, right: int, bottom: int) -> list[int]:
    """Return the cells of a rectangle."""
    return [at for y in range(top, bottom + 1) for at in row(y, left, right)]


def playing(
    *,
    pane: int = 1,
    seed: int = 7,
    dark: Iterable[int] | None = None,
    lit: Iterable[int] = (),
    thread: Iterable[int] = (),
    motes: Iterable[Mote] = (CORNER_MOTE,),
    crawlers: Iterable[Crawler] = (),
    **changes: Any,
) -> State:
    """Return a position in play: all dark inside unless told, the moth on the end of a thread."""
    path = tuple(thread)
    shade = (INTERIOR if dark is None else cells_of(dark)) & ~cells_of([*lit, *path])
    if path:
        changes = {"moth": path[-1], **changes}
    position = replace(NEW, seed=seed, pane=pane, status="playing", dark=shade, thread=path)
    return replace(position, motes=tuple(motes), crawlers=tuple(crawlers), **changes)


def mote_in(x: int, y: int) -> Mote:
    """Return a mote in the middle of a cell."""
    return (1000 * x + 500, 1000 * y + 500, 59, 115)


def sealing(*, thread: list[int], **changes: Any) -> State:
    """Return a position whose next tick seals this thread."""
    return playing(**{"thread": thread, "step_clock": 1, **changes})


def set_up(pane: int, seed: int = 7) -> State:
    """Return play at the start of a pane as its seed sets it."""
    start = opening(seed, pane)
    return playing(pane=pane, seed=seed, motes=start.motes, crawlers=start.crawlers)


def play(state: State, *actions: object) -> State:
    """Return the state after actions that must all be accepted; a number stands for so many ticks."""
    for action in actions:
        for value in [TICK] * action if isinstance(action, int) else [action]:
            state = step(state, value).state
    return state


def told(state: State, *actions: object) -> list[JsonObject]:
    """Return the events of actions that must all be accepted; a number stands for so many ticks."""
    events: list[JsonObject] = []
    for action in actions:
        for value in [TICK] * action if isinstance(action, int) else [action]:
            done = step(state, value)
            events += done.events
            state = done.state
    return events
