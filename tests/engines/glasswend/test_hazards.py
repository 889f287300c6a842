"""How motes move, crawlers walk, and a fill relocates crawlers (sections 11 and 12 of the contract)."""

from dataclasses import replace

import pytest

from engines.glasswend.grid import CLOCKWISE, INTERIOR, cells_of, frontier, is_frontier
from engines.glasswend.hazards import moved_crawler, moved_mote, overlaps, relocated
from engines.glasswend.model import Crawler, Mote
from engines.glasswend.panes import pane_of
from tests.engines.glasswend.driver import (
    block,
    cell,
    column,
    play,
    playing,
    row,
    view,
)

# Motes


def test_a_mote_moves_by_its_speed_along_both_axes() -> None:
    assert moved_mote((5500, 5500, 115, -59), INTERIOR) == (5615, 5441, 115, -59)
    assert play(playing(motes=[(5500, 5500, 115, -59)]), 3).motes == ((5845, 5323, 115, -59),)


@pytest.mark.parametrize(
    ("mote", "after"),
    [
        ((22950, 5500, 115, 59), (22950, 5559, -115, 59)),
        ((1010, 5500, -115, 59), (1010, 5559, 115, 59)),
        ((5500, 1010, 59, -115), (5559, 1010, 59, 115)),
        ((5500, 30950, 59, 115), (5559, 30950, 59, -115)),
        ((1010, 1010, -59, -115), (1010, 1010, 59, 115)),
    ],
)
def test_off_lit_ground_the_axis_turns_round_and_the_centre_stays(mote: Mote, after: Mote) -> None:
    assert moved_mote(mote, INTERIOR) == after


def test_only_the_centre_is_stopped() -> None:
    # 1000 is the first unit of column 1: the body hangs over the ring.
    assert moved_mote((1115, 5500, -115, 59), INTERIOR) == (1000, 5559, -115, 59)
    assert moved_mote((1114, 5500, -115, 59), INTERIOR) == (1114, 5559, 115, 59)
    assert moved_mote((22884, 5500, 115, 59), INTERIOR) == (22999, 5559, 115, 59)
    assert moved_mote((22885, 5500, 115, 59), INTERIOR) == (22885, 5559, -115, 59)


def test_it_bounces_off_the_thread_as_off_light() -> None:
    state = playing(anchor=756, thread=column(12, 30, 10), motes=[(11950, 20500, 59, 115)], shimmer_ticks=9)
    assert play(state, 1).motes == ((11950, 20615, -59, 115),)


def test_a_corner_met_diagonally_is_one_axis_and_then_the_other() -> None:
    # (10,10) is lit, its neighbours dark: x goes first into (10,9), then y would enter (10,10).
    dark = INTERIOR & ~cells_of([cell(10, 10)])
    assert moved_mote((9950, 9950, 59, 115), dark) == (10009, 9950, 59, -115)
    # With (10,9) lit as well x turns round, and y is judged from where x stayed.
    assert moved_mote((9950, 9950, 59, 115), dark & ~cells_of([cell(10, 9)])) == (9950, 10065, -59, 115)


def test_in_a_pocket_of_one_cell_it_turns_for_ever() -> None:
    mote: Mote = (5500, 5500, 276, 141)
    seen = set()
    for _ in range(500):
        mote = moved_mote(mote, cells_of([cell(5, 5)]))
        assert (mote[0] // 1000, mote[1] // 1000) == (5, 5)
        seen.add(mote[2:])
    assert seen == {(276, 141), (-276, 141), (276, -141), (-276, -141)}


def test_motes_ignore_each_other_and_advance_in_order() -> None:
    motes = [(5500, 5500, 115, 59), (5500, 5500, 115, 59), (5600, 5500, -115, 59)]
    assert play(playing(motes=motes), 1).motes == tuple(moved_mote(mote, INTERIOR) for mote in motes)


@pytest.mark.parametrize(
    ("x", "y", "hit"),
    [
        (9581, 10500, True),
        (9580, 10500, False),
        (9704, 9703, True),
        (9703, 9703, False),
        (11419, 10500, True),
        (11420, 10500, False),
        (10500, 9581, True),
        (10500, 9580, False),
        (10500, 11419, True),
        (10500, 11420, False),
        (11296, 11297, True),
        (11297, 11297, False),
        (10000, 10999, True),
        (10500, 10500, True),
        (15000, 10500, False),
    ],
)
def test_a_body_overlaps_the_cell_10_10(x: int, y: int, hit: bool) -> None:
    assert overlaps((x, y, 59, 115), cell(10, 10)) == hit


# Crawlers


def test_frontier_is_lit_with_a_dark_cell_among_eight_neighbours() -> None:
    edge = frontier(INTERIOR, ())
    assert edge == cells_of([*row(0, 0, 23), *row(31, 0, 23), *column(0, 1, 30), *column(23, 1, 30)])
    one = frontier(cells_of([cell(5, 5)]), ())
    assert one == cells_of([at for at in block(4, 4, 6, 6) if at != cell(5, 5)])


def test_thread_is_neither_lit_nor_dark() -> None:
    # (5,4) is thread over the only dark cell (5,5), (9,9) thread in the middle of light.
    dark, thread = cells_of([cell(5, 5)]), (cell(5, 4), cell(9, 9))
    assert frontier(dark, thread) == cells_of(
        [at for at in block(4, 4, 6, 6) if at not in (cell(5, 5), cell(5, 4))]
    )
    for at in range(768):
        assert is_frontier(at, dark, thread) == bool(frontier(dark, thread) >> at & 1)


def test_a_crawler_waits_for_its_clock() -> None:
    assert moved_crawler((cell(0, 10), "down", 3), 8, INTERIOR, ()) == (cell(0, 10), "down", 2)
    assert moved_crawler((cell(0, 10), "down", 2), 8, INTERIOR, ()) == (cell(0, 10), "down", 1)
    assert moved_crawler((cell(0, 10), "down", 1), 8, INTERIOR, ()) == (cell(0, 11), "down", 8)


def test_it_tries_left_ahead_right_back() -> None:
    # All around (10,10) is dark at first, so nothing beside it is frontier; then its neighbours turn light.
    centre = cell(10, 10)
    around = {"up": cell(10, 9), "right": cell(11, 10), "down": cell(10, 11), "left": cell(9, 10)}
    dark = block(9, 9, 11, 11)
    for i, heading in enumerate(CLOCKWISE):
        left, ahead, right, back = (CLOCKWISE[(i + turn) % 4] for turn in (-1, 0, 1, 2))
        shut: list[int] = [centre]
        for free in (back, right, ahead, left):
            # Open one more, in the order of least wanted: the newest is taken.
            shut.append(around[free])
            open_dark = cells_of(at for at in dark if at not in shut)
            assert moved_crawler((centre, heading, 1), 6, open_dark | cells_of([cell(8, 8)]), ()) == (
                around[free],
                free,
                6,
            )


def test_with_nothing_to_go_to_it_holds_and_its_clock_starts_again() -> None:
    assert moved_crawler((cell(10, 10), "left", 1), 8, INTERIOR & ~cells_of([cell(10, 10)]), ()) == (
        cell(10, 10),
        "left",
        8,
    )
    assert moved_crawler((cell(0, 10), "up", 1), 5, 0, ()) == (cell(0, 10), "up", 5)


def test_around_the_ring_it_keeps_the_dark_on_its_left() -> None:
    crawler: Crawler = (cell(0, 10), "down", 1)
    cells = []
    for _ in range(108):
        at, heading, _ = moved_crawler(crawler, 8, INTERIOR, ())
        crawler = (at, heading, 1)
        cells.append(at)
    assert crawler == (cell(0, 10), "down", 1)
    assert len(set(cells)) == 108
    assert cells[:3] == [cell(0, 11), cell(0, 12), cell(0, 13)]
    assert cells[21:24] == [cell(1, 31), cell(2, 31), cell(3, 31)]


def test_it_does_not_walk_on_thread() -> None:
    state = playing(
        pane=2,
        pane_ticks=200,
        lit=block(1, 10, 4, 10),
        anchor=cell(4, 10),
        thread=[cell(5, 10)],
        crawlers=[(cell(4, 10), "right", 8)],
    )
    # Left (4,9) is dark, ahead (5,10) thread, right (4,11) dark: it turns back.
    assert moved_crawler((cell(4, 10), "right", 1), 8, state.dark, state.thread) == (cell(3, 10), "left", 8)


def test_crawlers_sleep_for_90_ticks_of_a_pane() -> None:
    state = playing(pane=2, crawlers=[(cell(0, 10), "down", 8)])
    assert play(state, 90).crawlers == state.crawlers
    assert play(state, 97).crawlers == ((cell(0, 10), "down", 1),)
    assert play(state, 98).crawlers == ((cell(0, 11), "down", 8),)
    assert [view(play(state, n))["crawlersWakeIn"] for n in (0, 1, 89, 90, 91)] == [90, 89, 1, 0, 0]


@pytest.mark.parametrize(("pane", "pace"), [(2, 8), (7, 6), (12, 5)])
def test_a_cell_takes_the_ticks_of_the_tier(pane: int, pace: int) -> None:
    state = playing(pane=pane, pane_ticks=500, crawlers=[(cell(0, 10), "down", 1)])
    assert [place for place, _, _ in (play(state, n).crawlers[0] for n in (1, pace, pace + 1))] == [
        cell(0, 11),
        cell(0, 11),
        cell(0, 12),
    ]
    assert pane_of(pane).pace == pace


# Relocation

STRIP = cells_of(block(1, 1, 22, 3))
"""All that is dark: the frontier is its rim, rows 0 and 4 and the sides."""


def test_a_crawler_still_on_the_frontier_stays() -> None:
    crawlers: tuple[Crawler, ...] = ((cell(5, 4), "right", 3), (cell(0, 0), "down", 7))
    assert relocated(crawlers, cell(12, 31), 8, STRIP) == crawlers


def test_another_goes_to_the_nearest_frontier_cell_the_lowest_of_several() -> None:
    ((at, heading, clock),) = relocated(((cell(5, 20), "up", 3),), cell(12, 31), 8, STRIP)
    assert (at, clock) == (cell(5, 4), 8)
    # Row 4 has the dark above: up has (4,4) on its left, right has (5,3).
    assert heading == "right"
    # Two cells of dark left and right of it, equally near.
    dark = cells_of([cell(5, 10), cell(15, 10)])
    ((at, _, _),) = relocated(((cell(10, 10), "up", 3),), cell(12, 31), 8, dark)
    assert at == cell(6, 10)


def test_it_is_put_at_least_6_from_the_moth() -> None:
    # The moth is on row 4 at x 9: of row 4 only x up to 3 and from 15 on are 6 away.
    ((at, _, _),) = relocated(((cell(6, 20), "up", 3),), cell(9, 4), 8, STRIP)
    assert at == cell(3, 4)
    ((at, _, _),) = relocated(((cell(12, 20), "up", 3),), cell(9, 4), 8, STRIP)
    assert at == cell(15, 4)


def test_it_is_not_put_where_another_is_at_that_moment() -> None:
    crawlers: tuple[Crawler, ...] = (
        (cell(5, 20), "up", 3),
        (cell(5, 21), "up", 3),
        (cell(5, 22), "up", 3),
        (cell(4, 4), "up", 2),
    )
    moved = relocated(crawlers, cell(12, 31), 5, STRIP)
    # The last stands on the frontier. The others find 5,4 free, then 6,4 (4,4 is held), then 3,4 before 7,4.
    assert [at for at, _, _ in moved] == [cell(5, 4), cell(6, 4), cell(3, 4), cell(4, 4)]
    assert [clock for _, _, clock in moved] == [5, 5, 5, 2]


def test_with_none_it_stays_as_it_is() -> None:
    crawlers: tuple[Crawler, ...] = ((cell(5, 20), "left", 3),)
    assert relocated(crawlers, cell(12, 31), 8, 0) == crawlers
    # The only dark cell lies beside the moth.
    assert relocated(crawlers, cell(12, 30), 8, cells_of([cell(12, 29)])) == crawlers


@pytest.mark.parametrize(
    ("crawler", "to", "heading"),
    [
        (cell(15, 10), cell(11, 10), "up"),
        (cell(10, 15), cell(10, 11), "right"),
        (cell(5, 10), cell(9, 10), "down"),
        (cell(10, 5), cell(10, 9), "left"),
        (cell(5, 5), cell(9, 9), "up"),  # a corner: no side of it is dark
    ],
)
def test_its_heading_is_the_first_with_dark_on_the_left_or_up(crawler: int, to: int, heading: str) -> None:
    dark = cells_of([cell(10, 10)])
    assert relocated(((crawler, "down", 1),), cell(20, 25), 8, dark) == ((to, heading, 8),)


def test_relocation_happens_with_the_fill_before_crawlers_advance() -> None:
    state = playing(
        pane=2,
        thread=row(15, 1, 22),
        anchor=cell(0, 15),
        dir="right",
        step_clock=1,
        pane_ticks=300,
        crawlers=[(cell(5, 31), "right", 3)],
    )
    # Below y 15 all is lit, and (5,15) is nearest on the new edge. The clock starts at 8 and runs at once.
    assert play(state, 1).crawlers == ((cell(5, 15), "right", 7),)
    assert play(replace(state, pane_ticks=80), 1).crawlers == ((cell(5, 15), "right", 8),)
