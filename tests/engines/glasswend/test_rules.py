"""Glasswend's document sentence by sentence (section 18 of the contract), the actions (4), the tick (7).

What needs more than a line or two is proved in `test_panes`, `test_moth`, `test_claims`, `test_hazards` and
`test_collisions`; here every sentence has a test named after it.
"""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from engines.contract import Step
from engines.glasswend import ENGINE
from engines.glasswend.claims import claim_points
from engines.glasswend.grid import INTERIOR, INTERIOR_SIZE, cells_of
from engines.glasswend.model import State
from engines.glasswend.panes import opening, pane_of
from engines.glasswend.rules import LEGAL
from engines.refusal import Refusal
from schemas.codec import packer
from tests.engines.glasswend.driver import (
    CORNER_MOTE,
    DOWN,
    LEFT,
    NEW,
    RIGHT,
    START,
    TICK,
    UP,
    block,
    cell,
    column,
    play,
    playing,
    refused,
    row,
    step,
    submit,
    told,
    view,
)

STEERS: Final = (UP, DOWN, LEFT, RIGHT)
PLAYING = play(NEW, START, 60)
STATES: Final[dict[str, State]] = {
    "waiting": NEW,
    "stageIntro": play(NEW, START),
    "playing": PLAYING,
    "recovering": replace(PLAYING, status="recovering", phase_ticks=30),
    "stageClear": replace(PLAYING, status="stageClear", phase_ticks=75),
    "done": replace(PLAYING, status="done", end_reason="glimmers", glimmers=0),
}
STATUSES = pytest.mark.parametrize("status", STATES)

# Actions


def test_the_action_grammar_is_the_documents() -> None:
    forms: list[dict[str, Any]] = [
        {"properties": {"type": {"const": "start"}}, "required": ["type"]},
        {
            "properties": {"type": {"const": "steer"}, "dir": {"enum": ["up", "down", "left", "right"]}},
            "required": ["type", "dir"],
        },
        {"properties": {"type": {"const": "tick"}}, "required": ["type"]},
    ]
    assert json.dumps(ENGINE.grammar.schema) == json.dumps({"type": "object", "oneOf": forms})


def test_there_are_exactly_three_actions() -> None:
    assert ENGINE.grammar.forms == (
        '{"type": "start"}',
        '{"type": "steer", "dir": "up"|"down"|"left"|"right"}',
        '{"type": "tick"}',
    )


@STATUSES
@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        *[(value, "malformed-action") for value in (None, True, 0, 1.5, "tick", [], [TICK])],
        *[(value, "unknown-action") for value in ({}, {"dir": "up"}, {"type": None}, {"type": "pause"})],
        *[(value, "unknown-action") for value in ({"type": "Tick"}, {"type": ["tick"]}, {"type": 1})],
        *[
            ({"type": "steer", "dir": value}, "bad-dir")
            for value in (None, "north", "UP", "", 0, True, ["up"])
        ],
        ({"type": "steer"}, "bad-dir"),
        ({"type": "steer", "direction": "up"}, "bad-dir"),
    ],
    ids=str,
)
def test_what_is_no_action_is_refused_in_every_status(status: str, action: object, refusal: str) -> None:
    assert refused(STATES[status], action) == refusal


@pytest.mark.parametrize("action", [START, UP, TICK], ids=str)
def test_other_fields_are_ignored(action: dict[str, Any]) -> None:
    more = {**action, "note": 1.5, "count": True}
    if action is not UP:
        more["dir"] = "north"
    state = NEW if action is START else PLAYING
    assert submit(state, more) == submit(state, action)


def test_the_published_meaning_of_malformed_counts_no_fields() -> None:
    assert "ignored" in ENGINE.spec.refusals["malformed-action"]


@STATUSES
def test_a_start_is_taken_while_waiting_only(status: str) -> None:
    if status == "waiting":
        return
    assert refused(STATES[status], START) == "start-not-waiting"


@STATUSES
@pytest.mark.parametrize("steer", STEERS, ids=str)
def test_a_steer_is_taken_in_three_statuses(status: str, steer: dict[str, str]) -> None:
    state = STATES[status]
    if status in ("waiting", "stageClear", "done"):
        assert refused(state, steer) == "steer-not-now"
    else:
        assert step(state, steer) == Step(replace(state, steer=steer["dir"], steer_ticks=6))  # type: ignore[arg-type]


@STATUSES
def test_a_tick_is_always_taken(status: str) -> None:
    assert isinstance(submit(STATES[status], TICK), Step)


@pytest.mark.parametrize("status", ["waiting", "done"])
def test_before_the_start_and_after_the_end_a_tick_is_the_very_same_state(status: str) -> None:
    done = step(STATES[status], TICK)
    assert done.state is STATES[status]
    assert done.events == ()


@STATUSES
def test_legal_actions_are_start_then_steers_then_tick(status: str) -> None:
    legal = {
        "waiting": [START, TICK],
        "stageIntro": [*STEERS, TICK],
        "playing": [*STEERS, TICK],
        "recovering": [*STEERS, TICK],
        "stageClear": [TICK],
        "done": [TICK],
    }
    offered = ENGINE.legal_actions(STATES[status])
    assert offered == tuple(ENGINE.grammar.parse(action) for action in legal[status])
    assert [*LEGAL] == [*legal]


@STATUSES
def test_a_refused_action_changes_nothing_and_says_what_to_send(status: str) -> None:
    state = STATES[status]
    before = packer(State)(state)
    for action in (START, *STEERS):
        refusal = submit(state, action)
        if isinstance(refusal, Refusal):
            assert refusal.reason.endswith(".")
            assert ("start" if status == "waiting" else "tick") in refusal.reason
    assert packer(State)(state) == before


def test_only_the_end_is_over() -> None:
    assert [status for status, state in STATES.items() if ENGINE.is_over(state)] == ["done"]
    assert [ENGINE.score(replace(PLAYING, score=points)) for points in (0, 5)] == [0, 5]


# The order of a tick


def test_start_leads_into_an_intro_of_60_ticks_and_changes_nothing_else() -> None:
    done = step(NEW, START)
    assert done == Step(replace(NEW, status="stageIntro", phase_ticks=60))
    assert [play(done.state, n).status for n in (59, 60)] == ["stageIntro", "playing"]
    assert play(done.state, 60) == replace(NEW, status="playing")
    assert told(NEW, START, 60) == []


@pytest.mark.parametrize("status", ["stageIntro", "recovering", "stageClear"])
def test_outside_play_only_the_countdown_moves(status: str) -> None:
    state = replace(
        playing(pane=2, crawlers=[(cell(0, 10), "down", 1)], pane_ticks=300, dir="up", moth=756),
        status=status,  # type: ignore[arg-type]
        phase_ticks=5,
        steer="left",
        steer_ticks=6,
        block_ticks=4,
        shimmer_ticks=3,
        step_clock=1,
    )
    assert play(state, 1) == replace(state, phase_ticks=4)
    assert play(state, 4) == replace(state, phase_ticks=1)


def test_shimmer_block_flash_and_buffer_count_down_by_1_to_0() -> None:
    state = playing(step_clock=9, shimmer_ticks=2, block_ticks=1, steer="up", steer_ticks=1)
    state = play(state, 1)
    assert (state.shimmer_ticks, state.block_ticks, state.steer_ticks, state.steer) == (1, 0, 0, None)
    state = play(state, 2)
    assert (state.shimmer_ticks, state.block_ticks, state.steer_ticks) == (0, 0, 0)


def test_the_counters_advance_in_every_tick_of_play_also_with_a_hit() -> None:
    hit = playing(anchor=756, thread=column(12, 30, 20), motes=[(11700, 25500, 59, 115)], step_clock=3)
    for state in (playing(), hit):
        after = play(state, 1)
        assert (after.tick, after.pane_ticks) == (1, 1)
    assert play(replace(hit, glimmers=1), 1).tick == 1


def test_motes_move_after_the_moth_and_before_the_collision_pass() -> None:
    # The cell drawn in this tick already turns the mote round; its body then overlaps it.
    state = playing(
        anchor=756, thread=[cell(12, 30)], motes=[(12500, 28950, 59, 115)], step_clock=1, dir="up"
    )
    after = play(state, 1)
    assert after.motes == ((12559, 28950, 59, -115),)
    assert after.last_hit is not None


# Goal


def test_relight_pane_by_pane() -> None:
    assert view(NEW)["panes"] == 15
    assert [pane_of(number).target for number in (1, 15)] == [60, 82]


def test_the_board_is_24_by_32_counted_from_the_top_left() -> None:
    board = view(playing(moth=cell(23, 0)))["board"]
    assert len(board) == 2 + 32
    assert all(len(line) == 3 + 24 for line in board)
    assert board[2][3 + 23] == "@"
    assert view(playing(moth=cell(5, 7)))["moth"] == {"cell": 7 * 24 + 5, "x": 5, "y": 7}


def test_the_ring_is_lit_and_660_cells_inside_start_dark() -> None:
    assert INTERIOR_SIZE == 660
    assert cells_of(block(1, 1, 22, 30)) == INTERIOR
    assert (NEW.dark, view(NEW)["lit"]) == (INTERIOR, 0)


def test_a_moth_never_stops_where_it_can_go_on() -> None:
    state = playing(moth=756, dir="left", step_clock=1)
    for _ in range(13):
        state = play(state, 2)
    assert (state.moth, state.dir) == (cell(0, 31), None)


def test_it_is_exposed_exactly_while_its_thread_is_open() -> None:
    # A mote that bounces beside the ring, the moth next to it: no thread, no hit.
    state = playing(moth=cell(0, 25), motes=[(1010, 25500, -59, 115)], step_clock=900)
    assert play(state, 60).last_hit is None
    drawn = playing(anchor=cell(0, 24), thread=[cell(1, 24)], motes=[(1500, 25300, 59, -115)], step_clock=900)
    assert play(drawn, 1).last_hit is not None


def test_back_onto_any_lit_cell_the_thread_seals() -> None:
    for target, path in {
        cell(8, 0): [cell(5, 1), cell(6, 1), cell(7, 1), cell(8, 1)],
        cell(4, 0): [cell(5, 1), cell(4, 1)],
    }.items():
        state = playing(
            anchor=cell(5, 0), thread=path, motes=[(20500, 20500, 59, 115)], dir="up", step_clock=1
        )
        after = play(state, 1)
        assert (after.moth, after.thread, view(after)["lit"]) == (target, (), len(path))


def test_the_target_lit_the_next_pane_begins() -> None:
    cut = playing(thread=row(13, 1, 22), anchor=cell(0, 13), dir="right", step_clock=1)
    after = play(cut, 1)
    # 18 of 30 rows are lit: 60 per cent, pane 1's target.
    assert (view(after)["litPercent"], after.status) == (60, "stageClear")
    assert play(after, 75 + 60).pane == 2


# Scoring


def test_a_nibble_is_nearly_worthless_and_a_long_cut_is_not() -> None:
    assert claim_points(1, 0, 0, 0, False) == 1
    assert play(NEW, START, 60, UP, 92).score == 1800


def test_the_multiplier_grows_with_the_area() -> None:
    points = [claim_points(cells, 1, 0, 0, False) for cells in (19, 20, 49, 50, 99, 100, 199, 200)]
    assert points == [19, 40, 98, 150, 297, 400, 796, 1000]


def test_the_first_big_cut_pays_once_and_the_reward_builds() -> None:
    assert [claim_points(100, 1, chain, 0, False) for chain in range(6)] == [400, 440, 480, 520, 560, 600]


# Movement and thread


def test_a_step_takes_2_ticks_on_lit_ground_and_3_on_the_thread() -> None:
    state = playing(moth=756, dir="up", step_clock=2)
    cells = [play(state, n).moth for n in range(9)]
    assert [before == after for before, after in pairwise(cells)] == [
        *(True, False),
        *(True, True, False),
        *(True, True, False),
    ]


def test_the_own_thread_is_a_wall_and_never_a_death() -> None:
    loop = [*column(12, 30, 26), cell(13, 26), cell(13, 27)]
    state = playing(anchor=756, thread=loop, dir="left", step_clock=1)
    after = play(state, 30)
    assert (after.moth, after.glimmers, after.dir, after.thread) == (loop[-1], 3, None, tuple(loop))


def test_a_steer_that_is_not_legal_at_its_boundary_is_discarded() -> None:
    state = playing(moth=cell(5, 0), dir="right", step_clock=1, lit=[cell(6, 1)])
    after = play(state, UP, 1)
    assert (after.moth, after.steer) == (cell(6, 0), None)
    assert play(after, 2).moth == cell(7, 0)


# Hazards


def test_the_winning_play_is_a_cut_that_leaves_motes_the_smaller_half() -> None:
    cut = playing(thread=column(8, 1, 30), anchor=cell(8, 0), dir="down", step_clock=1)
    after = play(cut, 1)
    assert after.dark == cells_of(block(1, 1, 7, 30))
    assert after.status == "stageClear"


def test_every_mote_is_slower_than_the_drawing_moth() -> None:
    for pane in range(1, 16):
        for seed in range(10):
            for _, _, vx, vy in opening(seed, pane).motes:
                assert 9 * (vx * vx + vy * vy) < 1000 * 1000  # 1000 units in 3 ticks


def test_a_mote_never_enters_lit_ground() -> None:
    state = playing(dark=[*block(1, 1, 6, 4), *block(3, 5, 3, 12)], motes=[(3500, 9500, 276, 141)])
    for _ in range(600):
        state = play(state, 1)
        x, y, _, _ = state.motes[0]
        assert state.dark >> cell(x // 1000, y // 1000) & 1


def test_crawlers_walk_lit_cells_that_touch_dark() -> None:
    state = playing(
        pane=2,
        lit=[*column(5, 1, 9), *row(9, 6, 12)],
        crawlers=[(cell(5, 1), "down", 1)],
        pane_ticks=90,
        step_clock=9999,
    )
    seen = set()
    for _ in range(8 * 300):
        state = play(state, 1)
        at = state.crawlers[0][0]
        assert not state.dark >> at & 1
        seen.add(at)
    assert cell(12, 9) in seen
    assert cell(0, 20) in seen


def test_a_sever_costs_the_claim_and_not_a_glimmer() -> None:
    state = playing(
        pane=2,
        anchor=756,
        thread=column(12, 30, 20),
        crawlers=[(cell(11, 31), "right", 1)],
        pane_ticks=300,
        step_clock=3,
        chain=4,
        motes=[CORNER_MOTE],
    )
    after = play(state, 1)
    assert (after.thread, after.moth, after.shimmer_ticks) == ((), 756, 60)
    assert (after.glimmers, after.chain, after.last_claim) == (3, 4, None)


# Lives and phases


def test_you_start_with_3_glimmers() -> None:
    assert NEW.glimmers == 3


def test_the_run_ends_at_0_glimmers_or_with_pane_15() -> None:
    hit = playing(
        anchor=756, thread=column(12, 30, 20), motes=[(11700, 25500, 59, 115)], step_clock=3, glimmers=1
    )
    assert (play(hit, 1).status, play(hit, 1).end_reason) == ("done", "glimmers")
    last = playing(pane=15, thread=column(4, 1, 30), anchor=cell(4, 0), dir="down", step_clock=1)
    assert (play(last, 1).status, play(last, 1).end_reason) == ("done", "complete")


# Difficulty and determinism


def test_difficulty_climbs_from_pane_1_and_is_capped_by_13() -> None:
    first, last = pane_of(1), pane_of(13)
    assert (first.target, first.motes, first.mote_tier, first.crawlers, first.crawler_tier) == (
        60,
        1,
        1,
        0,
        1,
    )
    assert (last.target, last.motes, last.mote_tier, last.crawlers, last.crawler_tier) == (82, 5, 5, 4, 3)
    assert pane_of(13) == pane_of(14) == pane_of(15)


def test_a_run_is_a_function_of_seed_and_actions() -> None:
    actions = (START, UP, 60, 90, LEFT, 100, DOWN, 200)
    for seed in (0, 7, 2**53 - 1):
        runs = [play(ENGINE.initial(seed, {}), *actions) for _ in range(2)]
        assert runs[0] == runs[1]
        assert runs[0].seed == seed


def test_a_guide_tells_of_playing_without_a_request_per_tick() -> None:
    (guide,) = ENGINE.spec.guides
    assert "without a request per tick" in guide.title
    assert "stopOnEvent" in guide.text
    state = NEW
    for item in guide.actions:
        for _ in range(item.get("repeat", 1)):
            state = step(state, item.get("action", item)).state
    assert state.last_claim is not None
    assert f"for {state.last_claim.points} points" in guide.text


def test_worked_claims_of_the_scoring_text() -> None:
    # 24 and 25 cells at chain 2, and 352 with two motif cells.
    assert claim_points(24, 1, 2, 0, False) == 57
    assert claim_points(25, 1, 2, 0, False) == 60
    assert claim_points(352, 1, 2, 2, False) == 2262
    for told_points in ("pay 57", "pay 60", "pay 2262"):
        assert told_points in ENGINE.spec.scoring
