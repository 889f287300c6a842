"""The fill, what a claim pays, the clear of a pane, the end of a run (sections 9, 10 of the contract)."""

from dataclasses import replace
from typing import Any

import pytest

from engines.glasswend.claims import claim_points, clear_points, fill, multiplier_of
from engines.glasswend.grid import BIT, INTERIOR, cells_of
from engines.glasswend.model import Claim, Clear, Mote, State
from engines.glasswend.panes import opening
from tests.engines.glasswend.driver import (
    CORNER_MOTE,
    NEW,
    START,
    UP,
    block,
    cell,
    column,
    play,
    playing,
    row,
    told,
    view,
)


def mote_in(x: int, y: int) -> Mote:
    return (1000 * x + 500, 1000 * y + 500, 59, 115)


# The fill

LEFT_OF_12 = cells_of(block(1, 1, 11, 30))
RIGHT_OF_12 = cells_of(block(13, 1, 22, 30))
CUT = INTERIOR & ~cells_of(column(12, 1, 30))


def test_every_pocket_without_a_motes_centre_is_lit() -> None:
    filled = fill(CUT, (mote_in(5, 5),))
    assert (filled.flooded, filled.left) == (RIGHT_OF_12, LEFT_OF_12)
    assert (filled.regions, filled.pockets) == (1, 1)


def test_occupied_pockets_stay_dark() -> None:
    filled = fill(CUT, (mote_in(5, 5), mote_in(20, 5), mote_in(6, 9)))
    assert (filled.flooded, filled.left) == (0, CUT)
    assert (filled.regions, filled.pockets) == (0, 2)


def test_pockets_are_joined_by_sides_not_by_corners() -> None:
    dark = cells_of([cell(5, 5), cell(6, 6), cell(7, 6), cell(9, 9)])
    filled = fill(dark, (mote_in(5, 5),))
    assert filled.left == BIT[cell(5, 5)]
    assert filled.regions == 2


def sealing(*, thread: list[int], **changes: Any) -> State:
    """Return a position whose next tick seals this thread."""
    return playing(**{"thread": thread, "step_clock": 1, **changes})


def across(**changes: Any) -> State:
    """Return a thread straight across y 15, about to seal, as a rule with a mote above and pane 2's motif."""
    return sealing(**{"thread": row(15, 1, 22), "anchor": cell(0, 15), "dir": "right", "pane": 2, **changes})


def claim_of(state: State) -> Claim:
    after = play(state, 1)
    assert after.last_claim is not None
    return after.last_claim


def test_a_seal_lights_the_thread_and_closes_it() -> None:
    state = play(across(motes=[mote_in(5, 5), mote_in(5, 25)]), 1)
    assert (state.thread, state.anchor) == ((), None)
    assert view(state)["lit"] == 22
    assert view(state)["board"][2 + 15] == "15 " + "#" * 23 + "@"


def test_the_fill_runs_against_the_positions_seen_at_the_seal() -> None:
    # The mote crosses into y 16 in this very tick, and would have been on the other side.
    mote = (5500, 14950, 59, 115)
    state = play(across(motes=[mote]), 1)
    assert state.dark == cells_of(block(1, 1, 22, 14))
    assert state.motes[0][:2] == (5559, 14950)  # by then y 15 is lit, so it turned round


# What it pays


@pytest.mark.parametrize(
    ("cells", "times"),
    [(1, 1), (19, 1), (20, 2), (49, 2), (50, 3), (99, 3), (100, 4), (199, 4), (200, 5), (660, 5)],
)
def test_cells_count_times_their_multiplier(cells: int, times: int) -> None:
    assert multiplier_of(cells, 1) == times
    assert multiplier_of(cells, 3) == times
    assert multiplier_of(cells, 0) == 1


@pytest.mark.parametrize(
    ("cells", "regions", "chain", "motif", "pinned", "points"),
    [
        (1, 0, 3, 0, False, 1),
        (19, 1, 0, 0, False, 19),
        (24, 1, 2, 0, False, 57),
        (25, 1, 2, 0, False, 60),
        (22, 0, 0, 0, False, 22),
        (30, 0, 4, 0, False, 42),
        (352, 1, 2, 2, False, 2262),
        (144, 2, 5, 0, True, 1064),
        (330, 1, 0, 2, False, 1800),
    ],
)
def test_worked_claims(cells: int, regions: int, chain: int, motif: int, pinned: bool, points: int) -> None:
    assert claim_points(cells, regions, chain, motif, pinned) == points


def test_each_part_of_the_formula_is_paid_beside_the_others() -> None:
    assert claim_points(10, 1, 0, 0, False) == 10
    assert claim_points(10, 1, 0, 1, False) == 85
    assert claim_points(10, 1, 0, 4, False) == 310
    assert claim_points(10, 1, 0, 0, True) == 160
    assert [claim_points(10, regions, 0, 0, False) for regions in (0, 1, 2, 3, 4)] == [10, 10, 60, 110, 160]


def test_the_first_cut_of_seed_7() -> None:
    state = play(NEW, START, 60, UP, 92)
    assert (state.status, state.score, state.dir, state.tick, state.moth) == ("playing", 1800, "up", 92, 12)
    assert state.last_claim == Claim(
        tick=91,
        thread_cells=30,
        flooded_cells=300,
        regions=1,
        multiplier=5,
        chain_before=0,
        motif=2,
        pinned=False,
        points=1800,
    )
    assert (view(state)["lit"], view(state)["litPercent"], state.chain) == (330, 50, 1)
    (event,) = told(NEW, START, 60, UP, 92)[1:]
    assert event == {"type": "sealed", "claim": view(state)["lastClaim"]}
    assert event["claim"] == {
        "tick": 91,
        "threadCells": 30,
        "floodedCells": 300,
        "regions": 1,
        "multiplier": 5,
        "chainBefore": 0,
        "motif": 2,
        "pinned": False,
        "points": 1800,
    }


def test_with_every_pocket_occupied_the_thread_alone_is_claimed_at_base_rate() -> None:
    claim = claim_of(across(motes=[mote_in(5, 5), mote_in(5, 25)]))
    assert (claim.thread_cells, claim.flooded_cells, claim.regions) == (22, 0, 0)
    assert (claim.multiplier, claim.motif, claim.points) == (1, 0, 22)


def test_a_thread_that_cuts_nothing_off_is_such_a_claim() -> None:
    state = sealing(thread=[cell(5, 1), cell(6, 1), cell(7, 1)], anchor=cell(5, 0), moth=cell(7, 1), dir="up")
    claim = claim_of(state)
    assert (claim.regions, claim.thread_cells, claim.points) == (0, 3, 3)


def test_motif_cells_under_the_thread_and_in_the_flood_pay() -> None:
    # Pane 2 of seed 7: 29 is (5,1), 42 (18,1), 458 (2,19), 477 (21,19).
    assert opening(7, 2).motif == (29, 42, 458, 477)
    assert claim_of(across(motes=[mote_in(5, 5)])).motif == 2
    assert claim_of(across(motes=[mote_in(5, 25)])).motif == 2
    through = row(19, 1, 22)
    assert (
        claim_of(across(thread=through, anchor=cell(0, 19), motes=[mote_in(5, 5), mote_in(5, 25)])).motif == 2
    )
    assert claim_of(across(thread=through, anchor=cell(0, 19), motes=[mote_in(5, 25)])).motif == 4


def test_motif_cells_lit_before_do_not_pay_again() -> None:
    assert claim_of(across(motes=[mote_in(5, 5)], lit=[458, 700])).motif == 1


@pytest.mark.parametrize(("cells", "pinned"), [(98, True), (99, True), (100, False)])
def test_pinned_is_one_dark_pocket_of_99_cells_at_most(cells: int, pinned: bool) -> None:
    # Rows of 11 beside the thread at x 12: nine make 99, one cell less, one more.
    pocket = block(1, 1, 11, 9)[: min(cells, 99)] + row(10, 1, 11)[: max(0, cells - 99)]
    thread = column(12, 1, 30)
    state = sealing(
        dark=[*pocket, *block(13, 1, 22, 30)],
        thread=thread,
        anchor=cell(12, 0),
        dir="down",
        pane=3,
        motes=[mote_in(3, 3), mote_in(4, 4)],
    )
    assert play(state, 1).dark.bit_count() == cells
    assert claim_of(state).pinned == pinned


def test_motes_in_two_pockets_are_not_pinned() -> None:
    dark = [*block(1, 1, 3, 3), *block(13, 1, 15, 3)]
    state = sealing(
        dark=dark,
        thread=column(12, 1, 30),
        anchor=cell(12, 0),
        dir="down",
        pane=3,
        motes=[mote_in(2, 2), mote_in(14, 2)],
    )
    assert not claim_of(state).pinned
    assert claim_of(replace(state, motes=(mote_in(2, 2), mote_in(3, 3)))).pinned


# The weave chain


def bite(cells: int, chain: int) -> State:
    """Return a seal of so many thread cells in pane 1 that cuts nothing off."""
    path = [*row(15, 1, 22), *row(16, 22, 22), *row(17, 22, 22), *row(18, 22, 22), *row(19, 22, 22)]
    above = [mote_in(5, 5), mote_in(5, 25)]
    return across(thread=path[:cells], moth=path[cells - 1], motes=above, chain=chain)


def test_25_cells_or_more_add_a_link() -> None:
    assert claim_of(bite(25, 2)).thread_cells == 25
    assert [play(bite(25, chain), 1).chain for chain in range(6)] == [1, 2, 3, 4, 5, 5]
    assert play(across(chain=1), 1).chain == 2


def test_fewer_set_it_to_0() -> None:
    assert [play(bite(24, chain), 1).chain for chain in range(6)] == [0] * 6


def test_the_chain_before_the_claim_counts() -> None:
    claim = claim_of(bite(25, 4))
    assert (claim.chain_before, claim.points) == (4, 35)
    assert claim_of(bite(24, 5)).points == 36


# Clearing a pane


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
