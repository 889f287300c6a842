"""The clear of a pane and the end of a run (section 10 of the contract)."""

from typing import Any

import pytest

from engines.glasswend.claims import clear_points
from engines.glasswend.grid import BIT, INTERIOR
from engines.glasswend.model import Clear, State
from tests.engines.glasswend.driver import (
    CORNER_MOTE,
    cell,
    column,
    play,
    playing,
    sealing,
    told,
    view,
)


def last_cut(lit: int, **changes: Any) -> State:
    """Return a position in which the next tick seals and brings the lit cells inside to this number.

    The one cell of thread is at (1,30); the mote's pocket is what stays dark.
    """
    inside = [at for at in range(24, 744) if INTERIOR & BIT[at]]
    dark = inside[: 660 - lit]
    assert cell(1, 30) not in dark
    return sealing(
        **{
            "dark": dark,
            "thread": [cell(1, 30)],
            "anchor": cell(1, 31),
            "dir": "left",
            "pane": 4,
            "motes": [CORNER_MOTE, CORNER_MOTE],
            **changes,
        }
    )


@pytest.mark.parametrize(("lit", "cleared"), [(435, False), (436, True)])
def test_the_pane_clears_when_the_whole_percent_reaches_the_target(lit: int, cleared: bool) -> None:
    # Pane 4 has a target of 66: 435 * 100 // 660 is 65, 436 is 66.06.
    state = play(last_cut(lit), 1)
    assert (view(state)["lit"], state.status) == (lit, "stageClear" if cleared else "playing")


def test_a_worked_clear_of_pane_4() -> None:
    # 475 of 660 are 71 per cent; 400 for the pane, 5 points above the target, 21 seconds left.
    start = last_cut(475, pane_ticks=1000, tick=3000, score=10)
    state = play(start, 1)
    assert state.last_clear == Clear(
        pane=4, percent=71, par_seconds_left=21, bright=False, glimmer=False, points=482
    )
    assert state.last_claim is not None
    assert state.score == 10 + state.last_claim.points + 482
    sealed, cleared = told(start, 1)
    assert sealed["type"] == "sealed"
    assert cleared == {"type": "paneCleared", "clear": view(state)["lastClear"]}
    assert cleared["clear"] == {
        "pane": 4,
        "percent": 71,
        "parSecondsLeft": 21,
        "bright": False,
        "glimmer": False,
        "points": 482,
    }


def test_a_clear_ends_the_tick_before_any_hazard_moves() -> None:
    start = last_cut(475, pane_ticks=1000, tick=3000, crawlers=[(cell(0, 15), "down", 1)])
    state = play(start, 1)
    assert (state.status, state.phase_ticks, state.step_clock) == ("stageClear", 75, 0)
    assert (state.tick, state.pane_ticks) == (3000, 1000)
    assert state.motes == start.motes
    assert (state.moth, state.dir) == (cell(0, 30), "left")


@pytest.mark.parametrize(
    ("lit", "glimmers", "bright", "granted", "after"),
    [
        (626, 2, False, False, 2),
        (627, 2, True, True, 3),
        (627, 4, True, True, 5),
        (627, 5, True, False, 5),
        (659, 3, True, True, 4),
    ],
)
def test_at_95_percent_it_pays_200_more_and_grants_a_glimmer(
    lit: int, glimmers: int, bright: bool, granted: bool, after: int
) -> None:
    state = play(last_cut(lit, glimmers=glimmers, pane_ticks=9999), 1)
    assert state.last_clear is not None
    assert (state.last_clear.bright, state.last_clear.glimmer, state.glimmers) == (bright, granted, after)
    percent = lit * 100 // 660
    assert state.last_clear.points == 400 + 8 * (percent - 66) + (200 if bright else 0)


@pytest.mark.parametrize(
    ("pane", "percent", "seconds", "points"),
    [
        (4, 71, 21, 482),
        (15, 85, 66, 1656),
        (1, 60, 0, 100),
        (1, 94, 0, 372),
        (1, 95, 0, 580),
        (1, 95, 3, 586),
    ],
)
def test_worked_clears(pane: int, percent: int, seconds: int, points: int) -> None:
    assert clear_points(pane, percent, seconds) == points


def test_the_finished_window_stays_for_75_ticks_then_the_next_pane_has_60_of_intro() -> None:
    cleared = play(last_cut(475, score=10), 1)
    state = play(cleared, 74)
    assert (state.status, state.phase_ticks, state.pane, state.dark) == ("stageClear", 1, 4, cleared.dark)
    state = play(state, 1)
    assert (state.status, state.phase_ticks, state.pane, state.dark) == ("stageIntro", 60, 5, INTERIOR)
    assert told(cleared, 75) == [{"type": "paneStarted", "pane": 5}]
    state = play(state, 59)
    assert (state.status, state.phase_ticks) == ("stageIntro", 1)
    state = play(state, 1)
    assert (state.status, state.phase_ticks, state.tick) == ("playing", 0, 0)
    assert told(cleared, 135)[1:] == []


# The end of the run


def test_clearing_pane_15_completes_the_run_at_once() -> None:
    start = last_cut(561, pane=15, pane_ticks=1000, motes=[CORNER_MOTE] * 5)
    state = play(start, 1)
    assert (state.status, state.phase_ticks, state.end_reason) == ("done", 0, "complete")
    assert state.last_claim is not None
    assert state.last_clear is not None
    assert state.last_clear.points == 1656
    assert state.score == state.last_claim.points + 1656 + 300 + 1000
    assert told(start, 1)[2:] == [{"type": "ended", "endReason": "complete"}]
    assert state.step_clock == 0


def test_each_glimmer_left_pays_100_at_the_end() -> None:
    def total(glimmers: int) -> int:
        return play(last_cut(561, pane=15, motes=[CORNER_MOTE] * 5, glimmers=glimmers), 1).score

    assert [total(n + 1) - total(n) for n in (1, 2, 3, 4)] == [100] * 4


def test_the_glimmer_for_95_percent_comes_before_the_pay_for_glimmers() -> None:
    state = play(last_cut(640, pane=15, motes=[CORNER_MOTE] * 5, glimmers=2, pane_ticks=9999), 1)
    assert state.last_claim is not None
    assert (state.glimmers, state.last_claim.points) == (3, 151)
    # 96 per cent: 1500 + 8 * 14 + 200 for the clear.
    assert state.score == 151 + 1812 + 300 + 1000


def test_the_last_glimmer_lost_ends_the_run_without_more_points() -> None:
    start = playing(
        anchor=756,
        thread=column(12, 30, 26),
        motes=[(11700, 26500, 59, 115)],
        step_clock=3,
        glimmers=1,
        score=500,
        chain=4,
    )
    state = play(start, 1)
    assert (state.status, state.phase_ticks, state.end_reason, state.score) == ("done", 0, "glimmers", 500)
    assert (state.glimmers, state.chain, state.thread, state.tick) == (0, 0, (), 1)
    assert told(start, 1) == [
        {"type": "lost", "kind": "mote", "glimmers": 0},
        {"type": "ended", "endReason": "glimmers"},
    ]
    assert play(state, 5) is state
