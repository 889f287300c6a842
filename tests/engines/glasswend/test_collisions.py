"""Which hazard hits, when, and what it costs (section 13 of the contract)."""

from typing import Any

import pytest

from engines.glasswend.grid import INTERIOR
from engines.glasswend.model import Hit, Mote, State
from tests.engines.glasswend.driver import CORNER_MOTE, cell, column, play, playing, told, view


def drawn(**changes: Any) -> State:
    """Return a thread from (12,31) up to (12,20), between two cell steps."""
    return playing(
        **{
            "pane": 2,
            "anchor": 756,
            "thread": column(12, 30, 20),
            "dir": "up",
            "step_clock": 3,
            "pane_ticks": 300,
            "tick": 1300,
            "chain": 4,
            "score": 700,
            **changes,
        }
    )


BESIDE: Mote = (11540, 25500, 59, 115)
"""It comes within 420 of the thread in one tick: 11599."""


def test_a_body_over_any_thread_cell_costs_a_glimmer() -> None:
    state = play(drawn(motes=[CORNER_MOTE, BESIDE]), 1)
    assert (state.glimmers, state.status, state.phase_ticks) == (2, "recovering", 30)
    assert state.last_hit == Hit(tick=1300, kind="mote", index=1)
    assert view(state)["lastHit"] == {"tick": 1300, "kind": "mote", "index": 1}
    assert told(drawn(motes=[CORNER_MOTE, BESIDE]), 1) == [{"type": "lost", "kind": "mote", "glimmers": 2}]


def test_touching_is_no_hit() -> None:
    assert play(drawn(motes=[(11521, 25500, 59, 115)]), 1).last_hit is None
    assert play(drawn(motes=[(11522, 25500, 59, 115)]), 1).last_hit is not None


@pytest.mark.parametrize("y", [20500, 30100])
def test_the_first_and_the_last_cell_of_the_thread_count_too(y: int) -> None:
    assert play(drawn(motes=[(11700, y, 59, 115)]), 1).last_hit is not None


def test_a_mote_under_the_cell_stepped_into_hits_in_the_same_tick() -> None:
    state = play(drawn(motes=[(12500, 19500, 276, 141)], step_clock=1), 1)
    assert state.last_hit == Hit(tick=1300, kind="mote", index=0)
    assert not state.thread
    at = state.motes[0]
    assert state.dark >> (at[1] // 1000 * 24 + at[0] // 1000) & 1


def test_without_a_thread_no_mote_hits() -> None:
    state = playing(moth=cell(0, 25), motes=[(1010, 25500, -59, 115)], lit=[cell(0, 25)])
    assert play(state, 5).last_hit is None


def test_losing_a_glimmer() -> None:
    start = drawn(motes=[BESIDE], steer="left", steer_ticks=6, block_ticks=5)
    state = play(start, 1)
    assert (state.thread, state.anchor, state.dir) == ((), None, None)
    assert (state.steer, state.steer_ticks, state.step_clock) == (None, 0, 2)
    assert (state.chain, state.score, state.glimmers) == (0, 700, 2)
    assert state.dark == INTERIOR
    # (12,20) is 11 from both (23,20) and (12,31); the first has the lower index.
    assert state.moth == cell(23, 20)
    assert (state.tick, state.pane_ticks) == (1301, 301)


def test_nothing_moves_for_30_ticks_and_then_comes_the_shimmer() -> None:
    lost = play(drawn(motes=[BESIDE], crawlers=[(cell(0, 10), "down", 5)]), 1)
    state = play(lost, 29)
    assert (state.status, state.phase_ticks, state.shimmer_ticks) == ("recovering", 1, 0)
    assert (state.motes, state.crawlers, state.tick) == (lost.motes, lost.crawlers, lost.tick)
    state = play(state, 1)
    assert (state.status, state.phase_ticks, state.shimmer_ticks) == ("playing", 0, 90)
    assert told(lost, 30) == [{"type": "resumed"}]
    assert (state.motes, state.tick) == (lost.motes, lost.tick)


def lying_in_wait(shimmer: int) -> State:
    """Return a position in which only shimmer protects the thread from a mote shut in beside it."""
    pocket = [cell(11, 25)]
    return drawn(
        dark=pocket,
        motes=[(11800, 25500, 1, 1)],
        shimmer_ticks=shimmer,
        dir=None,
        moth=cell(12, 20),
        step_clock=900,
    )


@pytest.mark.parametrize(("shimmer", "immune"), [(90, 89), (60, 59), (1, 0), (0, 0)])
def test_the_world_runs_one_tick_less_immune_than_the_shimmer_says(shimmer: int, immune: int) -> None:
    state = lying_in_wait(shimmer)
    assert play(state, immune).last_hit is None
    assert play(state, immune + 1).last_hit == Hit(tick=1300 + immune, kind="mote", index=0)


def on_the_anchor(**changes: Any) -> State:
    """Return a position in which a crawler enters the anchor in the next tick."""
    return drawn(**{"crawlers": [(cell(0, 10), "down", 4), (cell(11, 31), "right", 1)], **changes})


def test_a_crawler_on_the_anchor_severs_the_thread() -> None:
    state = play(on_the_anchor(), 1)
    assert (state.thread, state.anchor, state.moth, state.dir) == ((), None, 756, None)
    assert (state.shimmer_ticks, state.status) == (60, "playing")
    assert (state.glimmers, state.chain, state.score) == (3, 4, 700)
    assert state.dark == INTERIOR
    assert state.last_hit == Hit(tick=1300, kind="sever", index=1)
    assert told(on_the_anchor(), 1) == [{"type": "severed", "cell": 756}]
    assert (state.tick, state.step_clock) == (1301, 2)


def test_a_sever_forgets_the_buffered_heading() -> None:
    state = play(on_the_anchor(steer="left", steer_ticks=6), 1)
    assert (state.steer, state.steer_ticks) == (None, 0)


def test_in_shimmer_there_is_no_sever() -> None:
    state = play(on_the_anchor(shimmer_ticks=2), 1)
    assert (state.last_hit, state.anchor, state.crawlers[1][0]) == (None, 756, 756)
    # It stands there still when the shimmer is over.
    assert play(state, 1).last_hit == Hit(tick=1301, kind="sever", index=1)


def test_with_a_thread_open_a_crawler_on_the_moths_cell_is_not_there() -> None:
    # A crawler cannot be on thread; one beside the anchor is no hit.
    assert play(on_the_anchor(crawlers=[(cell(10, 31), "right", 1)]), 1).last_hit is None


def on_the_moth(**changes: Any) -> State:
    return playing(
        **{
            "pane": 2,
            "moth": cell(0, 12),
            "pane_ticks": 300,
            "tick": 1300,
            "chain": 2,
            "crawlers": [(cell(0, 11), "down", 1)],
            **changes,
        }
    )


def test_a_crawler_on_your_cell_costs_a_glimmer() -> None:
    state = play(on_the_moth(), 1)
    assert (state.glimmers, state.chain, state.status) == (2, 0, "recovering")
    assert state.last_hit == Hit(tick=1300, kind="crawler", index=0)
    assert state.moth == cell(0, 12)  # lit ground is nearest to itself
    assert told(on_the_moth(), 1) == [{"type": "lost", "kind": "crawler", "glimmers": 2}]


def test_it_counts_the_same_when_the_moth_came_to_the_crawler() -> None:
    state = on_the_moth(crawlers=[(cell(0, 11), "up", 7)], dir="up", step_clock=1)
    assert play(state, 1).last_hit == Hit(tick=1300, kind="crawler", index=0)


def test_in_shimmer_it_does_not() -> None:
    assert play(on_the_moth(shimmer_ticks=2), 1).last_hit is None
    assert play(on_the_moth(shimmer_ticks=1), 1).last_hit is not None


def test_moth_and_crawler_changing_places_do_not_meet() -> None:
    state = play(on_the_moth(dir="up", step_clock=1), 1)
    assert (state.moth, state.crawlers[0][0], state.last_hit) == (cell(0, 11), cell(0, 12), None)


def test_the_first_hit_ends_the_pass_motes_before_crawlers_in_list_order() -> None:
    both = on_the_anchor(motes=[CORNER_MOTE, BESIDE, BESIDE])
    state = play(both, 1)
    assert (state.last_hit, state.glimmers) == (Hit(tick=1300, kind="mote", index=1), 2)
    twice = on_the_moth(crawlers=[(cell(0, 20), "down", 9), (cell(0, 11), "down", 1), (cell(0, 12), "up", 9)])
    state = play(twice, 1)
    assert (state.last_hit, state.glimmers) == (Hit(tick=1300, kind="crawler", index=1), 2)
    assert [event["type"] for event in told(twice, 1)] == ["lost"]


def test_at_most_one_glimmer_is_lost_in_a_tick() -> None:
    state = play(drawn(motes=[BESIDE, BESIDE, BESIDE]), 1)
    assert state.glimmers == 2


def test_an_old_hit_is_kept_until_the_next() -> None:
    hit = Hit(tick=5, kind="sever", index=0)
    assert play(drawn(last_hit=hit), 2).last_hit == hit
