"""What holds in every play of Glasswend, from the start, from far panes and from inside the kept runs."""

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.glasswend import ENGINE, plain
from engines.glasswend.grid import BIT, INTERIOR, cells_of
from engines.glasswend.model import State, cell_of_mote
from engines.glasswend.panes import opening
from engines.glasswend.world import World, frozen, thawed
from schemas.codec import packer, unpacker
from tests.engines.glasswend.driver import NEW, START, TICK, play, set_up, step

MODEST = settings(derandomize=True, deadline=None, max_examples=40)
CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "traces" / "cases.json").read_bytes())
DIRECTIONS = ("up", "down", "left", "right")


@cache
def positions() -> list[State]:
    """Return where plays begin: kept situations, a new game, and every pane as some seed sets it."""
    kept = [plain.read(case[side]) for case in CASES for side in ("state", "after")]
    return [*kept, NEW, play(NEW, START), *(set_up(pane, seed) for pane in range(1, 16) for seed in (1, 2))]


@st.composite
def runs(draw: st.DrawFn) -> list[State]:
    """Draw a position and the states that steers and ticks lead to from it."""
    state = draw(st.sampled_from(positions()))
    states = [state]
    for direction, ticks in draw(
        st.lists(st.tuples(st.sampled_from(DIRECTIONS), st.integers(1, 30)), max_size=25)
    ):
        if state.status in ("stageIntro", "playing", "recovering"):
            state = step(state, {"type": "steer", "dir": direction}).state
            states.append(state)
        for _ in range(ticks):
            state = step(state, TICK).state
            states.append(state)
    return states


@MODEST
@given(runs())
def test_every_play_keeps_the_invariants(states: list[State]) -> None:
    for state in states:
        thread = cells_of(state.thread)
        assert len(set(state.thread)) == len(state.thread)
        assert not state.dark & ~INTERIOR
        assert not thread & ~INTERIOR
        assert not thread & state.dark
        if state.thread:
            assert state.moth == state.thread[-1]
            assert state.anchor is not None
            assert not (state.dark | thread) & BIT[state.anchor]
            path = [state.anchor, *state.thread]
            assert all(abs(one - other) in (1, 24) for one, other in pairwise(path))
        else:
            assert state.anchor is None
            assert not state.dark & BIT[state.moth]
        assert (state.steer is None) == (state.steer_ticks == 0)
        assert (state.status in ("waiting", "playing", "done")) == (state.phase_ticks == 0)
        assert (state.status == "done") == (state.end_reason is not None)
        assert 0 <= state.glimmers <= 5
        assert 0 <= state.chain <= 5


@MODEST
@given(runs())
def test_motes_are_in_dark_cells_and_crawlers_on_lit_ones(states: list[State]) -> None:
    for state in states:
        assert all(state.dark & BIT[cell_of_mote(mote)] for mote in state.motes)
        unlit = state.dark | cells_of(state.thread)
        assert not any(unlit & BIT[cell] for cell, _, _ in state.crawlers)


@MODEST
@given(runs())
def test_lit_cells_stay_lit_and_thread_falls_back_to_dark(states: list[State]) -> None:
    for before, after in pairwise(states):
        if before.pane == after.pane:
            assert not after.dark & ~(before.dark | cells_of(before.thread))


@MODEST
@given(runs())
def test_score_never_falls_and_glimmers_go_one_at_a_time(states: list[State]) -> None:
    for before, after in pairwise(states):
        assert after.score >= before.score
        assert before.glimmers - 1 <= after.glimmers <= before.glimmers + 1
        assert after.pane in (before.pane, before.pane + 1)
        assert 0 <= after.tick - before.tick <= 1


@MODEST
@given(runs())
def test_a_tick_that_does_nothing_gives_the_same_object_and_the_same_bytes(states: list[State]) -> None:
    for state in states:
        if state.status in ("waiting", "done"):
            done = step(state, TICK)
            assert done.state is state
            assert done.events == ()
            assert packer(State)(done.state) == packer(State)(state)


@MODEST
@given(runs())
def test_plain_json_and_packed_lists_bring_a_state_back(states: list[State]) -> None:
    for state in states[:: max(1, len(states) // 8)]:
        written = json.loads(json.dumps(plain.write(state)))
        assert plain.read(written) == state
        assert plain.write(plain.read(written)) == written
        assert unpacker(State)(orjson.loads(orjson.dumps(packer(State)(state)))) == state
        assert frozen(thawed(state)).state == state


@MODEST
@given(st.integers(0, 2**53 - 1), st.integers(1, 14), st.data())
def test_the_next_pane_is_the_same_whatever_was_played(seed: int, pane: int, data: st.DataObject) -> None:
    state = replace(
        set_up(pane, seed),
        status="stageClear",
        phase_ticks=1,
        score=data.draw(st.integers(0, 10**5)),
        glimmers=data.draw(st.integers(1, 5)),
        chain=data.draw(st.integers(0, 5)),
        moth=data.draw(st.integers(0, 23)),
        dark=data.draw(st.integers(0, INTERIOR)) & INTERIOR,
        pane_ticks=data.draw(st.integers(0, 5000)),
    )
    after = step(state, TICK).state
    fresh = set_up(pane + 1, seed)
    kept = {"score": state.score, "glimmers": state.glimmers, "chain": state.chain, "status": "stageIntro"}
    assert after == replace(fresh, **kept, phase_ticks=60)  # type: ignore[arg-type]
    assert after.motes == opening(seed, pane + 1).motes


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("seed", 0, 2**53 - 1), ("pane", 1, 15), ("glimmers", 0, 5), ("chain", 0, 5), ("moth", 0, 767)],
)
def test_a_packed_state_has_its_numbers_in_their_ranges(name: str, low: int, high: int) -> None:
    unpack, pack = unpacker(State), packer(State)
    for value in (low, high):
        state = replace(NEW, **{name: value})  # type: ignore[arg-type]
        assert unpack(pack(state)) == state
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError):
            unpack(pack(replace(NEW, **{name: value})))  # type: ignore[arg-type]


def test_a_world_has_the_fields_of_a_state_in_their_order() -> None:
    assert World.__slots__ == (*State.__slots__, "events")
    assert World.__annotations__.keys() - {"events"} == State.__annotations__.keys()


@pytest.mark.parametrize(
    "change",
    [
        {"target": 61},
        {"par": 41},
        {"motif": []},
        {"game": "cordwright"},
        {"version": 2},
        {"extra": 1},
        {"cells": "#" * 768 + "#"},
        {"cells": "+" * 768},
        {"thread": [100]},
    ],
    ids=str,
)
def test_plain_json_that_contradicts_itself_is_a_value_error(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^this is not the plain JSON of a state$"):
        plain.read({**plain.write(NEW), **change})


def test_plain_json_has_exactly_the_fields_of_the_contract_in_order() -> None:
    assert [*plain.write(ENGINE.initial(7, {}))] == [
        *("game", "version", "seed", "status", "phaseTicks", "pane", "target", "par", "score", "glimmers"),
        *("chain", "cells", "motif", "moth", "dir", "steer", "steerTicks", "stepClock", "shimmerTicks"),
        *(
            "blockTicks",
            "anchor",
            "thread",
            "motes",
            "crawlers",
            "tick",
            "paneTicks",
            "lastClaim",
            "lastClear",
        ),
        *("lastHit", "endReason"),
    ]
