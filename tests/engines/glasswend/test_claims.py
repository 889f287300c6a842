"""The fill, what a claim pays, and the weave chain (section 9 of the contract)."""

from dataclasses import replace
from typing import Any

import pytest

from engines.glasswend.claims import claim_points, fill, multiplier_of
from engines.glasswend.grid import BIT, INTERIOR, cells_of
from engines.glasswend.model import Claim, State
from engines.glasswend.panes import opening
from tests.engines.glasswend.driver import (
    NEW,
    START,
    UP,
    block,
    cell,
    column,
    mote_in,
    play,
    row,
    sealing,
    told,
    view,
)

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


LOWER_HALF = block(1, 17, 22, 30)
"""308 dark cells for the motes: too many for a pin, and with them dark no pane is clear."""


def bite_and(flooded: list[int], chain: int) -> State:
    """Return a seal of one thread cell, at (1,1), with these cells dark and cut off, in pane 1 of seed 7."""
    # The motif there is (9,7), (14,7), (7,25) and (16,25).
    return sealing(
        dark=[*LOWER_HALF, *flooded],
        thread=[cell(1, 1)],
        anchor=cell(1, 0),
        dir="left",
        chain=chain,
        motes=[mote_in(5, 20)],
    )


WORKED_CLAIMS = {
    "1 cell, no region, chain 3": (bite_and([], 3), 1, 0),
    "19 cells, 1 region, chain 0": (bite_and(row(10, 1, 18), 0), 19, 0),
    "24 cells, 1 region, chain 2": (bite_and([*row(10, 1, 22), cell(1, 11)], 2), 57, 0),
    "25 cells, 1 region, chain 2": (bite_and([*row(10, 1, 22), cell(1, 11), cell(2, 11)], 2), 60, 3),
    "22 thread cells straight across, a mote on either side, chain 0": (
        across(motes=[mote_in(5, 5), mote_in(5, 25)]),
        22,
        0,
    ),
    "30 thread cells, no region, chain 4": (
        sealing(
            thread=column(3, 30, 1),
            anchor=cell(3, 31),
            dir="up",
            chain=4,
            motes=[mote_in(1, 5), mote_in(20, 5)],
        ),
        42,
        5,
    ),
    "352 cells, 1 region, chain 2, 2 motif cells": (
        # Above y 16 are 15 rows of 22; two of the four motif cells are among them.
        across(pane=1, thread=row(16, 1, 22), anchor=cell(0, 16), chain=2, motes=[mote_in(5, 20)]),
        2262,
        3,
    ),
    "144 cells, 2 regions, chain 5, pinned": (
        # 12 of thread and twice 66; the mote is left with 9.
        sealing(
            dark=[*block(1, 1, 3, 3), *block(1, 10, 11, 15), *block(13, 10, 18, 20)],
            thread=column(22, 30, 19),
            anchor=cell(22, 31),
            dir="up",
            chain=5,
            motes=[mote_in(2, 2)],
        ),
        1064,
        5,
    ),
}


@pytest.mark.parametrize(("start", "points", "chain"), WORKED_CLAIMS.values(), ids=WORKED_CLAIMS)
def test_a_worked_claim_pays_and_leaves_a_chain(start: State, points: int, chain: int) -> None:
    after = play(start, 1)
    assert after.last_claim is not None
    assert (after.last_claim.points, after.chain) == (points, chain)


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
