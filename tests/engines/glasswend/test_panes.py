"""Numbers and panes (sections 5, 6 of the contract): streams, the table, what a seed puts into a pane."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.glasswend.grid import place
from engines.glasswend.panes import opening, pane_of, seconds_left
from engines.numbers import Stream
from tests.engines.glasswend.driver import NEW, START, cell, play, playing, view

SEEDS = st.integers(0, 2**53 - 1)
MODEST = settings(derandomize=True, deadline=None, max_examples=60)

TABLE: Final = """
1 60 1 1 0 1 40 4
2 62 1 1 1 1 45 4
3 64 2 1 1 1 50 4
4 66 2 2 1 1 55 4
5 68 2 2 2 1 60 6
6 70 3 2 2 1 65 6
7 72 3 3 2 2 70 6
8 74 3 3 3 2 75 6
9 76 4 3 3 2 80 8
10 78 4 4 3 2 85 8
11 80 4 4 4 2 90 8
12 81 5 4 4 3 95 8
13 82 5 5 4 3 100 10
14 82 5 5 4 3 100 10
15 82 5 5 4 3 100 10
"""
"""Pane, target, motes and their tier, crawlers and their tier, par, motif cells."""
ROWS: Final = [tuple(map(int, line.split())) for line in TABLE.split("\n") if line]
PAIRS: Final = {
    1: {(115, 59), (101, 81)},
    2: {(156, 79), (136, 110)},
    3: {(196, 99), (171, 138)},
    4: {(236, 120), (206, 166)},
    5: {(276, 141), (241, 194)},
}
SPEEDS: Final = {1: 129, 2: 175, 3: 220, 4: 265, 5: 310}
TICKS_A_CELL: Final = {1: 8, 2: 6, 3: 5}


@pytest.mark.parametrize(
    ("seed", "pane", "first_six"),
    [
        (0, 1, "184563710 1648124326 394423433 1784430040 2278161939 680162637"),
        (7, 1, "219396067 4151841577 1554463002 2602002786 3765397797 2475579574"),
        (7, 2, "3614646889 1187500732 3826405741 810663988 2668986920 4190640268"),
        (4294967295, 15, "902823348 3239246946 2288625240 2547981264 2793985548 1348300568"),
    ],
)
def test_streams_are_named_by_seed_and_pane(seed: int, pane: int, first_six: str) -> None:
    stream = Stream("glasswend", seed, "pane", pane)
    assert " ".join(str(stream.next()) for _ in range(6)) == first_six


def test_draws_of_seed_7_pane_1() -> None:
    stream = Stream("glasswend", 7, "pane", 1)
    drawn = [stream.below(n) for n in (16, 18, 4, 2, 2, 11, 30, 11, 30)]
    assert drawn == [0, 17, 1, 1, 1, 6, 24, 8, 6]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"pane {row[0]}")
def test_a_pane_has_the_row_of_the_table(row: tuple[int, ...]) -> None:
    number, target, motes, mote_tier, crawlers, crawler_tier, par, motif = row
    pane = pane_of(number)
    assert (pane.target, pane.par, pane.pace) == (target, par, TICKS_A_CELL[crawler_tier])
    for seed in range(20):
        start = opening(seed, number)
        assert (len(start.motes), len(start.crawlers), len(start.motif)) == (motes, crawlers, motif)
        for _, _, vx, vy in start.motes:
            assert {(abs(vx), abs(vy)), (abs(vy), abs(vx))} & PAIRS[mote_tier]
            assert abs((vx * vx + vy * vy) ** 0.5 - SPEEDS[mote_tier]) < 1
        assert all(clock == TICKS_A_CELL[crawler_tier] for _, _, clock in start.crawlers)


def test_every_pane_from_2_to_13_is_harder_and_none_eases() -> None:
    for before, after in pairwise(ROWS):
        assert all(b <= a for b, a in zip(before[1:6], after[1:6], strict=True))
        assert (before[2:6] < after[2:6]) == (after[0] <= 13)


def test_seed_7_pane_1_is_set_like_this() -> None:
    start = opening(7, 1)
    assert start.motes == ((4500, 21500, -101, -81),)
    assert start.crawlers == ()
    assert start.motif == (177, 182, 607, 616)


def test_seed_7_pane_13_is_set_like_this() -> None:
    start = opening(7, 13)
    assert start.motes == (
        (6500, 8500, 141, 276),
        (19500, 8500, -276, -141),
        (8500, 4500, -194, -241),
        (9500, 20500, -141, 276),
        (9500, 4500, 241, -194),
    )
    assert start.crawlers == ((264, "down", 5), (0, "down", 5), (18, "left", 5), (143, "up", 5))
    assert start.motif == (125, 138, 202, 205, 387, 404, 441, 446, 459, 476)


def _starts(pane: int, seeds: int) -> list[tuple[int, ...]]:
    return [mote for seed in range(seeds) for mote in opening(seed, pane).motes]


def test_motes_start_in_cell_centres_in_every_column_and_row_allowed() -> None:
    motes = _starts(13, 200)
    assert {x for x, _, _, _ in motes} == {1000 * x + 500 for x in range(4, 20)}
    assert {y for _, y, _, _ in motes} == {1000 * y + 500 for y in range(4, 22)}


def test_a_mote_takes_one_of_sixteen_headings() -> None:
    headings = {(vx, vy) for _, _, vx, vy in _starts(13, 200)}
    assert headings == {
        (x * a, y * b)
        for a, b in ((276, 141), (241, 194), (194, 241), (141, 276))
        for x in (1, -1)
        for y in (1, -1)
    }


UPPER_RING: Final = [
    *((0, y) for y in range(15, -1, -1)),
    *((x, 0) for x in range(1, 24)),
    *((23, y) for y in range(1, 16)),
]


def test_crawlers_start_one_in_each_stretch_of_the_upper_ring() -> None:
    assert len(UPPER_RING) == 54
    for pane in (2, 5, 8, 11):
        count = len(opening(0, pane).crawlers)
        length = 54 // count
        for i in range(count):
            found = {opening(seed, pane).crawlers[i][0] for seed in range(800)}
            assert found == {cell(x, y) for x, y in UPPER_RING[i * length : (i + 1) * length]}


def test_a_crawler_starts_with_the_dark_on_its_left() -> None:
    for seed in range(200):
        for at, heading, _ in opening(seed, 2).crawlers:
            x, y = place(at)
            assert heading == ("down" if x == 0 else "left" if y == 0 else "up")


@MODEST
@given(SEEDS, st.integers(1, 15))
def test_the_motif_is_mirrored_inside_and_ascends(seed: int, pane: int) -> None:
    motif = opening(seed, pane).motif
    assert list(motif) == sorted(set(motif))
    places = [place(at) for at in motif]
    assert all(1 <= x <= 22 and 1 <= y <= 30 for x, y in places)
    assert {(23 - x, y) for x, y in places} == set(places)


def test_motif_cells_lie_anywhere_inside() -> None:
    places = [place(at) for seed in range(200) for at in opening(seed, 13).motif]
    assert {x for x, _ in places} == set(range(1, 23))
    assert {y for _, y in places} == set(range(1, 31))


@MODEST
@given(SEEDS, st.integers(1, 15))
def test_a_pane_is_a_function_of_seed_and_number(seed: int, pane: int) -> None:
    opening.cache_clear()
    drawn = opening(seed, pane)
    opening.cache_clear()
    assert opening(seed, pane) == drawn


def test_a_new_game_waits_in_pane_1() -> None:
    seen = view(NEW)
    assert (seen["status"], seen["phaseTicks"], seen["pane"]) == ("waiting", 0, 1)
    assert (seen["score"], seen["glimmers"], seen["chain"], seen["tick"]) == (0, 3, 0, 0)
    assert [seen[name] for name in ("lastClaim", "lastClear", "lastHit", "endReason")] == [None] * 4
    assert seen["motes"] == [{"cell": 508, "x": 4500, "y": 21500, "vx": -101, "vy": -81}]
    assert (NEW.moth, NEW.dir, NEW.steer, NEW.steer_ticks, NEW.step_clock) == (756, None, None, 0, 2)
    assert (NEW.shimmer_ticks, NEW.block_ticks, NEW.anchor, NEW.thread, NEW.pane_ticks) == (0, 0, None, (), 0)
    assert (seen["lit"], seen["target"], seen["par"]) == (0, 60, 40)


def test_setting_a_pane_starts_clean_and_keeps_score_glimmers_chain_and_ticks() -> None:
    done = playing(
        pane=4,
        lit=range(200, 700),
        moth=300,
        dir="up",
        steer="left",
        steer_ticks=3,
        step_clock=0,
        shimmer_ticks=7,
        block_ticks=3,
        pane_ticks=300,
        tick=900,
        score=2000,
        glimmers=4,
        chain=2,
    )
    state = play(replace(done, status="stageClear", phase_ticks=75), 75)
    start = opening(7, 5)
    assert (state.status, state.phase_ticks, state.pane) == ("stageIntro", 60, 5)
    assert (state.motes, state.crawlers) == (start.motes, start.crawlers)
    assert (state.moth, state.dir, state.steer, state.steer_ticks, state.step_clock) == (
        756,
        None,
        None,
        0,
        2,
    )
    assert (state.shimmer_ticks, state.block_ticks, state.anchor, state.thread) == (0, 0, None, ())
    assert (state.pane_ticks, state.tick) == (0, 900)
    assert (state.score, state.glimmers, state.chain) == (2000, 4, 2)
    assert view(state)["lit"] == 0


@pytest.mark.parametrize(
    ("pane_ticks", "seconds"),
    # Pane 4 has 55 seconds, 1650 ticks.
    [(0, 55), (1, 54), (30, 54), (31, 53), (1000, 21), (1619, 1), (1620, 1), (1621, 0), (1650, 0), (9999, 0)],
)
def test_seconds_of_par_left_are_whole_and_end_at_0(pane_ticks: int, seconds: int) -> None:
    assert seconds_left(4, pane_ticks) == seconds
    assert view(playing(pane=4, pane_ticks=pane_ticks))["parSecondsLeft"] == seconds


def test_start_sets_no_pane() -> None:
    assert play(NEW, START).motes == NEW.motes
