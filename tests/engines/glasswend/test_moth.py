"""How the moth steps and what that does to the thread (sections 7 and 8 of the contract)."""

from dataclasses import replace
from typing import Any

import pytest

from engines.glasswend.grid import CLOCKWISE
from engines.glasswend.model import Mote, State
from tests.engines.glasswend.driver import (
    CORNER_MOTE,
    DOWN,
    LEFT,
    NEW,
    RIGHT,
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


def at_boundary(**changes: Any) -> State:
    """Return a position whose next tick makes the moth step."""
    return playing(step_clock=1, **changes)


def drawing(x: int = 12, top: int = 26, **changes: Any) -> State:
    """Return a position with a thread drawn up from (x,31) to (x,top), at a step boundary."""
    thread = column(x, 30, top)
    return at_boundary(**{"anchor": cell(x, 31), "thread": thread, "dir": "up", **changes})


# When the moth steps


def test_the_62nd_tick_after_start_makes_the_first_step() -> None:
    state = play(NEW, START, UP, 61)
    assert (state.status, state.moth, state.tick) == ("playing", 756, 1)
    assert play(state, 1).moth == cell(12, 30)


def moths(state: State, ticks: int) -> list[int]:
    """Return the moth's cell after each tick."""
    found = []
    for _ in range(ticks):
        state = play(state, 1)
        found.append(state.moth)
    return found


def test_a_cell_every_2_ticks_on_lit_ground() -> None:
    state = at_boundary(moth=cell(5, 31), dir="right")
    assert moths(state, 5) == [cell(x, 31) for x in (6, 6, 7, 7, 8)]


def test_a_cell_every_3_ticks_on_the_thread() -> None:
    assert moths(drawing(), 7) == [cell(12, y) for y in (25, 25, 25, 24, 24, 24, 23)]


def test_the_step_clock_starts_again_by_the_cell_now_occupied() -> None:
    assert play(at_boundary(moth=cell(12, 31), dir="up"), 1).step_clock == 3
    assert play(drawing(top=30, steer="down", steer_ticks=6), 1).step_clock == 2
    assert play(at_boundary(moth=cell(12, 31), dir="left"), 1).step_clock == 2
    assert play(at_boundary(moth=cell(12, 31)), 1).step_clock == 2  # it halted


# What a heading is worth


def steps(state: State) -> dict[str, str]:
    seen: dict[str, str] = view(state)["steps"]
    return seen


def test_off_the_board_is_the_edge() -> None:
    assert steps(playing(moth=cell(0, 0))) == {"up": "edge", "down": "lit", "left": "edge", "right": "lit"}
    assert steps(playing(moth=cell(23, 31))) == {"up": "lit", "down": "edge", "left": "lit", "right": "edge"}


def test_the_cell_come_from_is_the_last_but_one_of_the_thread_or_the_anchor() -> None:
    assert steps(drawing()) == {"up": "dark", "down": "back", "left": "dark", "right": "dark"}
    assert steps(drawing(top=30)) == {"up": "dark", "down": "back", "left": "dark", "right": "dark"}
    assert steps(playing(moth=756)) == {"up": "dark", "down": "edge", "left": "lit", "right": "lit"}


LOOP = [*column(12, 30, 26), cell(13, 26), cell(13, 27)]
"""A thread that has turned round: its end lies beside its own third cell from the start."""


def test_other_thread_is_blocked() -> None:
    state = playing(anchor=756, thread=LOOP)
    assert steps(state) == {"up": "back", "down": "dark", "left": "blocked", "right": "dark"}


def mote_in(x: int, y: int) -> Mote:
    return (1000 * x + 500, 1000 * y + 500, 59, 115)


def test_a_dark_cell_with_a_mote_in_it_is_blocked_in_shimmer_only() -> None:
    motes = [CORNER_MOTE, mote_in(11, 26)]
    assert steps(drawing(motes=motes))["left"] == "dark"
    for shimmer in (1, 40):
        assert steps(drawing(motes=motes, shimmer_ticks=shimmer))["left"] == "blocked"
        assert steps(drawing(motes=motes, shimmer_ticks=shimmer))["right"] == "dark"


def test_the_anchor_reached_another_way_round_is_lit_and_seals() -> None:
    ring = [cell(5, 4), cell(6, 4), cell(6, 5)]
    state = at_boundary(anchor=cell(5, 5), thread=ring, lit=[cell(5, 5)], dir="left")
    assert steps(state)["left"] == "lit"
    assert [event["type"] for event in told(state, 1)] == ["sealed"]


# The buffered heading, the kept heading, the halt


def test_the_buffered_heading_is_tried_first_and_becomes_the_heading() -> None:
    state = play(at_boundary(moth=756, dir="left", steer="up", steer_ticks=4), 1)
    assert (state.moth, state.dir, state.steer, state.steer_ticks) == (cell(12, 30), "up", None, 0)


def test_if_it_is_not_legal_the_heading_kept_is_tried_and_the_buffer_is_used_up() -> None:
    state = play(at_boundary(moth=756, dir="left", steer="down", steer_ticks=4), 1)
    assert (state.moth, state.dir, state.steer, state.steer_ticks) == (cell(11, 31), "left", None, 0)


def test_if_neither_is_legal_the_moth_halts_alive_and_steerable() -> None:
    state = play(at_boundary(moth=cell(0, 31), dir="left", steer="down", steer_ticks=4), 1)
    assert (state.moth, state.dir, state.status, state.glimmers) == (cell(0, 31), None, "playing", 3)
    state = play(state, 20)
    assert (state.moth, state.dir, state.step_clock) == (cell(0, 31), None, 2)
    assert play(state, UP, 2).moth == cell(0, 30)


def test_a_halt_on_the_thread_waits_in_threes() -> None:
    spiral = [*column(5, 10, 6), *row(6, 6, 7), *column(7, 7, 8), cell(6, 8)]
    state = at_boundary(anchor=cell(5, 11), thread=spiral, lit=[cell(5, 11)], dir="left")
    # (5,8) on its left is thread; (6,7) and (6,9) are dark.
    state = play(state, 1)
    assert (state.moth, state.dir, state.step_clock, state.block_ticks) == (cell(6, 8), None, 3, 10)
    assert play(state, UP, 3).moth == cell(6, 7)


def test_the_block_flash_is_set_also_when_the_other_heading_is_then_stepped() -> None:
    state = at_boundary(anchor=756, thread=LOOP, dir="down", steer="left", steer_ticks=2)
    state = play(state, 1)
    assert (state.moth, state.dir, state.block_ticks, state.glimmers) == (cell(13, 28), "down", 10, 3)
    assert [play(state, n).block_ticks for n in (1, 9, 10, 11)] == [9, 1, 0, 0]


def test_the_edge_makes_no_flash() -> None:
    assert play(at_boundary(moth=756, dir="down"), 1).block_ticks == 0
    assert play(at_boundary(moth=756, dir="down", block_ticks=5), 1).block_ticks == 4


def test_a_blocked_heading_that_is_not_tried_makes_no_flash() -> None:
    state = at_boundary(anchor=756, thread=LOOP, dir="left", steer="down", steer_ticks=2)
    assert play(state, 1).block_ticks == 0


def test_with_no_steering_the_moth_goes_on_out_of_lit_ground_into_the_dark() -> None:
    state = at_boundary(moth=cell(3, 12), lit=block(1, 12, 4, 12), dir="right")
    assert moths(state, 3) == [cell(4, 12), cell(4, 12), cell(5, 12)]


def test_once_turned_round_it_goes_back_along_its_thread_and_out_on_the_other_side() -> None:
    state = play(drawing(top=28, steer="down", steer_ticks=6), 1)
    assert (state.moth, state.thread) == (cell(12, 29), (cell(12, 30), cell(12, 29)))
    state = play(state, 3)
    assert state.thread == (cell(12, 30),)
    state = play(state, 3)
    assert (state.moth, state.thread, state.anchor, state.dir) == (756, (), None, "down")
    assert play(state, 2).dir is None  # the board ends there


# What a step does


def marks(state: State) -> str:
    """Return what stands around column 12 at the bottom, from y 26 down."""
    return "".join(view(state)["board"][2 + y][3 + 12] for y in range(26, 32))


def test_from_lit_to_lit_nothing_more() -> None:
    state = play(at_boundary(moth=756, dir="left"), 1)
    assert (state.thread, state.anchor, state.score) == ((), None, 0)
    assert told(at_boundary(moth=756, dir="left"), 1) == []


def test_from_lit_into_the_dark_opens_a_thread_at_the_cell_left() -> None:
    start = at_boundary(moth=756, dir="up")
    state = play(start, 1)
    assert (state.anchor, state.thread, state.moth) == (756, (cell(12, 30),), cell(12, 30))
    assert marks(state) == "....@A"
    assert told(start, 1) == [{"type": "opened", "cell": cell(12, 30)}]


def test_from_dark_into_the_dark_extends_it() -> None:
    state = play(drawing(top=28), 1)
    assert state.thread == tuple(column(12, 30, 27))
    assert state.anchor == 756
    assert marks(state) == ".@+++A"
    assert told(drawing(top=28), 1) == []


def test_back_to_the_cell_come_from_takes_one_cell_back() -> None:
    start = drawing(top=28, dir="left", steer="down", steer_ticks=1 + 5, chain=3)
    state = play(start, 1)
    assert (state.thread, state.anchor, state.dir, state.chain) == (tuple(column(12, 30, 29)), 756, "down", 3)
    assert marks(state) == "...@+A"
    assert told(start, 1) == []


def test_taking_the_last_cell_back_closes_the_thread_having_claimed_nothing() -> None:
    start = drawing(top=30, dir="down", chain=3)
    state = play(start, 1)
    assert (state.thread, state.anchor, state.moth) == ((), None, 756)
    assert (state.chain, state.score, state.last_claim) == (3, 0, None)
    assert marks(state) == ".....@"
    assert told(start, 1) == [{"type": "retracted", "cell": cell(12, 30)}]


def test_any_wound_in_spiral_can_be_unwound() -> None:
    state = play(at_boundary(moth=756, dir="up"), 1)
    for direction in (UP, UP, UP, RIGHT, RIGHT, DOWN, DOWN, LEFT):
        state = play(state, direction, 3)
    assert (state.moth, len(state.thread)) == (cell(13, 29), 9)
    assert steps(state) == {"up": "dark", "down": "dark", "left": "blocked", "right": "back"}
    for direction in (RIGHT, UP, UP, LEFT, LEFT, DOWN, DOWN, DOWN, DOWN):
        state = play(state, direction, 3)
    assert (state.thread, state.moth, state.anchor) == ((), 756, None)


def test_from_the_thread_onto_a_lit_cell_seals() -> None:
    state = play(drawing(top=1), 1)
    assert (state.moth, state.thread, state.anchor, state.dir) == (cell(12, 0), (), None, "up")
    assert state.last_claim is not None
    assert state.last_claim.thread_cells == 30


# Steering (section 14)


def test_the_buffer_holds_6_ticks_and_a_later_steer_replaces_an_earlier_one() -> None:
    state = play(playing(moth=756, step_clock=2), LEFT)
    assert (state.steer, state.steer_ticks) == ("left", 6)
    state = play(state, 1, RIGHT)
    assert (state.steer, state.steer_ticks) == ("right", 6)
    assert play(state, 1).moth == cell(13, 31)


def test_it_counts_down_and_is_empty_when_it_runs_out() -> None:
    state = playing(moth=756, step_clock=9, steer="left", steer_ticks=2)
    state = play(state, 1)
    assert (state.steer, state.steer_ticks) == ("left", 1)
    state = play(state, 1)
    assert (state.steer, state.steer_ticks) == (None, 0)


def test_a_heading_sent_in_the_intro_is_tried_at_the_second_playing_tick() -> None:
    state = play(NEW, START, LEFT, 30, RIGHT, 30)
    assert (state.status, state.steer, state.steer_ticks) == ("playing", "right", 6)
    state = play(state, 1)
    assert (state.moth, state.steer_ticks) == (756, 5)
    state = play(state, 1)
    assert (state.moth, state.dir, state.steer) == (cell(13, 31), "right", None)


def test_a_heading_sent_while_recovering_waits_too() -> None:
    state = playing(moth=756, step_clock=2)
    state = play(replace(state, status="recovering", phase_ticks=30), UP, 30)
    assert (state.status, state.steer, state.steer_ticks) == ("playing", "up", 6)
    assert play(state, 2).moth == cell(12, 30)


@pytest.mark.parametrize("direction", CLOCKWISE)
def test_a_steer_is_accepted_whatever_lies_that_way(direction: str) -> None:
    for state in (playing(moth=cell(0, 0)), playing(anchor=756, thread=LOOP)):
        assert play(state, {"type": "steer", "dir": direction}).steer == direction
