"""Cordwright's document (`seeds/cordwright.txt`), sentence by sentence; tests are named after them."""

import json
from dataclasses import replace
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Step
from engines.cordwright import ENGINE
from engines.cordwright.frames import band
from engines.cordwright.model import State
from engines.refusal import Refusal
from schemas.codec import packer, unpacker
from tests.engines.cordwright.driver import (
    START,
    at_frame,
    edges_of,
    far_frame,
    offered,
    play,
    points_of,
    start_with,
    step,
    submit,
    view,
)
from tests.engines.cordwright.reference import (
    BANK,
    NEXT,
    SKIP,
    Json,
    after,
    award,
    clearing_swaps,
    exchanged,
    is_planar,
    size_of,
    swap,
)

ACTIONS = (*(swap(a, b) for a in range(9) for b in range(9)), SKIP, NEXT, BANK)
"""Every action the grammar describes: 81 swaps, 3 others."""

CLEAR = next(clearing_swaps(view(START), 1))
"""The swap that clears frame 1 of seed 7."""
CLEARED = play(CLEAR)
SKIPPED = play([SKIP])
BANKED = play([BANK])
PHASES = {"playing": START, "cleared": CLEARED, "skipped": SKIPPED, "ended": BANKED}


def code(state: State, action: object) -> str:
    """Return the code of a refusal, having seen that it changed nothing."""
    before = packer(State)(state), view(state), [*ENGINE.legal_actions(state)]
    refusal = submit(state, action)
    assert isinstance(refusal, Refusal), action
    assert (packer(State)(state), view(state), [*ENGINE.legal_actions(state)]) == before
    assert refusal.reason.endswith(".")
    return refusal.code


def tangling(state: State) -> Json:
    """Return a swap that leaves crossings."""
    return next(
        swap(a, b)
        for a, b in combinations(range(len(state.occupancy)), 2)
        if not is_planar(points_of(state), exchanged(state.occupancy, a, b), edges_of(state))
    )


# Goal


def test_swap_charms_to_remove_every_proper_crossing_pair() -> None:
    assert view(START)["crossingCount"] > 0
    assert view(CLEARED)["crossings"] == []
    assert view(CLEARED)["phase"] == "cleared"


@pytest.mark.parametrize("frame", [1, 2, 3])
def test_any_crossing_free_arrangement_clears(frame: int) -> None:
    # All 720 placements of the six charms; into each, by one swap, from every tangled one.
    start = at_frame(frame)
    points, edges = points_of(start), edges_of(start)
    planar = {charms: is_planar(points, charms, edges) for charms in permutations(range(6))}
    assert sum(planar.values()) > 1  # more than the one it was built from
    for charms, (a, b) in product(planar, combinations(range(6), 2)):
        if not planar[charms]:
            done = ENGINE.apply(replace(start, occupancy=charms), _swap(a, b))
            assert isinstance(done, Step)
            assert done.state.occupancy == exchanged(charms, a, b)
            assert (done.state.phase == "cleared") == planar[done.state.occupancy]


def _swap(a: int, b: int) -> Any:
    action = ENGINE.grammar.parse(swap(a, b))
    assert not isinstance(action, Refusal)
    return action


def test_a_frame_clears_in_other_placements_than_the_one_it_was_built_from() -> None:
    # Played from the deal: the ways of two swaps to the end of frame 2 lead to different placements.
    start = at_frame(2)
    reached = set()
    for swaps in clearing_swaps(view(start), 2):
        end = play(swaps, start)
        assert end.phase == "cleared"
        reached.add(end.occupancy)
    assert len(reached) > 1


def test_next_frame_after_a_clear_or_skip_continues_indefinitely_at_the_nine_socket_plateau() -> None:
    state = START
    for frame in range(1, 60):
        seen = view(state)
        sockets, cords = size_of(frame)
        assert (seen["frame"], len(seen["sockets"])) == (frame, sockets)
        assert len(seen["edges"]) in cords
        state = play([SKIP, NEXT], state)
    assert len(view(play([SKIP, NEXT], far_frame(10**9)))["sockets"]) == 9


def test_only_bank_ends_a_run_and_the_points_of_cleared_frames_stay() -> None:
    for phase, action in product(PHASES, ACTIONS):
        done = submit(PHASES[phase], action)
        if isinstance(done, Step):
            assert ENGINE.is_over(done.state) == (action == BANK), (phase, action)
    assert ENGINE.score(play([NEXT, BANK], CLEARED)) == 390


def test_neither_time_nor_lives_nor_a_last_frame_stops_a_run() -> None:
    state = play([tangling(START), tangling(START)] * 500)  # each swap and its reversal
    assert (state.phase, state.swaps, state.occupancy) == ("playing", 1000, START.occupancy)
    assert view(play([SKIP, NEXT] * 100))["phase"] == "playing"


# Scoring


def test_one_swap_that_clears_five_cords_earns_390() -> None:
    for seed in range(20):
        start = ENGINE.initial(seed, {})
        done = step(start, next(clearing_swaps(view(start), 1))[0])
        assert (done.state.score, done.state.last_frame_points) == (390, 390)
        assert done.events == ({"type": "cleared", "points": 390, "swaps": 1},)


def test_ten_cords_in_four_swaps_earn_460() -> None:
    start, swaps = start_with(frame=4, cords=10, length=2)
    wasted = [tangling(start), tangling(start)]  # a swap and its reversal
    assert play([*wasted, *swaps], start).score == 460


def test_twelve_cords_in_twenty_swaps_earn_440() -> None:
    start, swaps = start_with(frame=7, cords=12, length=2)
    wasted = [tangling(start), tangling(start)] * 9
    assert play([*wasted, *swaps], start).score == 440


def test_no_frame_earns_more_than_530_points() -> None:
    start, swaps = start_with(frame=7, cords=12, length=1)
    assert (
        play(swaps, start).score == 530
    )  # the most cords, the fewest swaps: a frame is always initially tangled
    assert all(view(at_frame(frame))["nextClearPoints"] <= 530 for frame in range(1, 12))


@pytest.mark.parametrize(
    ("swaps", "points"),
    [(1, 390), (2, 380), (5, 350), (8, 320), (9, 310), (10, 300), (11, 300), (12, 300), (1000, 300)],
)
def test_the_efficiency_bonus_reaches_zero_at_ten_swaps_and_stays_zero(swaps: int, points: int) -> None:
    assert play(CLEAR, replace(START, swaps=swaps - 1)).score == points


@pytest.mark.parametrize("cords", [10, 11, 12])
def test_each_cord_adds_20(cords: int) -> None:
    start, swaps = start_with(frame=7, cords=cords, length=1)
    assert play(swaps, start).score == {10: 490, 11: 510, 12: 530}[cords]


def test_swaps_that_reverse_or_worsen_are_counted_too() -> None:
    start = at_frame(7)
    crossed = view(start)["crossingCount"]
    worse = next(
        move
        for a, b in combinations(range(9), 2)
        if view(play([move := swap(a, b)], start))["crossingCount"] > crossed
    )
    counts = [view(play([worse] * n, start))["swaps"] for n in range(4)]
    assert counts == [0, 1, 2, 3]
    assert view(play([worse] * 2, start))["occupancy"] == view(start)["occupancy"]


def test_award_exactly_once() -> None:
    for rejected in ACTIONS:
        if rejected not in (NEXT, BANK):
            assert code(CLEARED, rejected) == "wrong-phase"
    assert play([NEXT], CLEARED).score == 390
    assert play([BANK], CLEARED).score == 390
    assert (CLEARED.cleared_frames, play([NEXT, SKIP, NEXT], CLEARED).cleared_frames) == (1, 1)


def test_nonclearing_swaps_skip_next_and_bank_award_zero() -> None:
    second = play([NEXT], CLEARED)
    for actions in ([tangling(second)], [SKIP], [SKIP, NEXT], [BANK], [SKIP, BANK]):
        assert play(actions, second).score == 390
    assert play([SKIP], second).last_frame_points == 0


def test_there_is_no_speed_bonus_streak_multiplier_or_score_clamp() -> None:
    start, swaps = start_with(frame=2, cords=7, length=1)
    for cleared, turn in product((0, 1, 50), (0, 5, 10_000)):
        streak = replace(start, cleared_frames=cleared, turn=turn, score=0)
        assert play(swaps, streak).score == 200 + 140 + 90


def test_the_plausibility_guard_never_stops_or_clamps_engine_play() -> None:
    for score in (2_147_483_646, 2_147_483_647, 2**40):
        assert play([*CLEAR, NEXT, BANK], replace(START, score=score)).score == score + 390


# Identity and geometry


def test_socket_ids_are_zero_based_fixed_locations_and_visible_numbers_are_id_plus_1() -> None:
    places: dict[int, list[Json]] = {}
    for seed, frame in product((0, 7, 99), range(1, 10)):
        sockets = view(at_frame(frame, seed))["sockets"]
        assert [socket["id"] for socket in sockets] == [*range(len(sockets))]
        assert [socket["number"] for socket in sockets] == [*range(1, len(sockets) + 1)]
        assert places.setdefault(len(sockets), sockets) == sockets


def test_charm_ids_0_to_8_have_letters_a_to_i() -> None:
    for frame in (1, 4, 7):
        charms = view(at_frame(frame))["charms"]
        assert [charm["id"] for charm in charms] == [*range(size_of(frame)[0])]
        assert "ABCDEFGHI".startswith("".join(charm["letter"] for charm in charms))


def test_charms_travel_with_all_their_attached_cords() -> None:
    state = at_frame(7)
    for a, b in combinations(range(9), 2):
        moved = play([swap(a, b)], state)
        assert edges_of(moved) == edges_of(state)


def test_occupancy_maps_socket_id_to_charm_id() -> None:
    seen = view(at_frame(7))
    assert [seen["charms"][charm]["socket"] for charm in seen["occupancy"]] == [*range(9)]


def test_swaps_atomically_exchange_charms() -> None:
    for frame, (a, b) in product((1, 4, 7), combinations(range(6), 2)):
        before = view(at_frame(frame))["occupancy"]
        now = view(play([swap(a, b)], at_frame(frame)))["occupancy"]
        assert (now[a], now[b]) == (before[b], before[a])
        assert all(now[other] == before[other] for other in range(len(now)) if other not in (a, b))


# Swap


def test_any_pair_may_swap_regardless_of_adjacency() -> None:
    for frame in (1, 2, 4, 7):
        state = at_frame(frame)
        for a, b in permutations(range(len(state.occupancy)), 2):
            assert step(state, swap(a, b)).state.swaps == 1


@pytest.mark.parametrize(("frame", "count"), [(1, 15 + 2), (4, 28 + 2), (7, 36 + 2)])
def test_the_complete_legal_actions_list_canonically_enumerates_a_before_b(frame: int, count: int) -> None:
    sockets = size_of(frame)[0]
    swaps = [swap(a, b) for a in range(sockets) for b in range(sockets) if a < b]
    listed = offered(at_frame(frame))
    assert listed == [*swaps, SKIP, BANK]
    assert len(listed) == count


def test_reversed_distinct_inputs_normalize_to_the_same_swap() -> None:
    for frame in (1, 4, 7):
        state = at_frame(frame)
        for a, b in combinations(range(len(state.occupancy)), 2):
            assert step(state, swap(b, a)) == step(state, swap(a, b))


def test_a_swap_increments_swaps_and_turn_once() -> None:
    done = play([tangling(START)])
    assert (done.swaps, done.turn) == (1, 1)
    assert (CLEARED.swaps, CLEARED.turn) == (1, 1)


def test_a_swap_may_temporarily_worsen_crossings() -> None:
    state = at_frame(7)
    counts = [view(play([swap(a, b)], state))["crossingCount"] for a, b in combinations(range(9), 2)]
    assert max(counts) > view(state)["crossingCount"]


def test_reversing_a_swap_is_another_counted_swap() -> None:
    there = play([tangling(START)])
    back = play([tangling(START)], there)
    assert back == replace(START, swaps=2, turn=2)


def test_zero_crossings_immediately_enters_cleared_and_awards_once() -> None:
    done = step(START, CLEAR[0])
    assert done.events == ({"type": "cleared", "points": 390, "swaps": 1},)
    assert done.state == replace(
        START,
        phase="cleared",
        occupancy=exchanged(START.occupancy, CLEAR[0]["a"], CLEAR[0]["b"]),
        swaps=1,
        turn=1,
        score=390,
        cleared_frames=1,
        last_frame_points=390,
    )


def test_a_swap_that_leaves_crossings_causes_no_event() -> None:
    assert step(START, tangling(START)).events == ()


# Phases


def test_while_playing_every_swap_of_two_sockets_skip_and_bank_are_allowed() -> None:
    for frame in (1, 4, 7):
        state, ids = at_frame(frame), range(size_of(frame)[0])
        for action in ACTIONS:
            distinct = action["type"] == "swap" and action["a"] != action["b"]
            on_frame = distinct and action["a"] in ids and action["b"] in ids
            accepted = isinstance(submit(state, action), Step)
            assert accepted == (on_frame or action in (SKIP, BANK)), action


@pytest.mark.parametrize("phase", ["cleared", "skipped"])
def test_cleared_and_skipped_allow_only_next_and_bank(phase: str) -> None:
    for action in ACTIONS:
        assert isinstance(submit(PHASES[phase], action), Step) == (action in (NEXT, BANK)), action
    assert offered(PHASES[phase]) == [NEXT, BANK]


@pytest.mark.parametrize("phase", ["playing", "cleared", "skipped"])
def test_ended_allows_nothing_and_is_absorbing(phase: str) -> None:
    ended = play([BANK], PHASES[phase])
    assert offered(ended) == []
    assert {code(ended, action) for action in ACTIONS} == {"wrong-phase"}


# Skip


def test_skip_resolves_skipped_with_zero_frame_points_and_increments_skipped_frames_once() -> None:
    second = play([NEXT, tangling(play([NEXT], CLEARED))], CLEARED)
    done = step(second, SKIP)
    assert done.state == replace(second, phase="skipped", turn=second.turn + 1, skipped_frames=1)
    assert (done.state.score, done.state.last_frame_points) == (390, 0)
    assert done.events == ({"type": "skipped"},)


def test_skip_is_legal_only_while_playing() -> None:
    assert [phase for phase, state in PHASES.items() if isinstance(submit(state, SKIP), Step)] == ["playing"]


# Next


def test_next_is_legal_only_after_clear_or_skip() -> None:
    legal = [phase for phase, state in PHASES.items() if isinstance(submit(state, NEXT), Step)]
    assert legal == ["cleared", "skipped"]


@pytest.mark.parametrize("phase", ["cleared", "skipped"])
def test_next_advances_one_frame_resets_swaps_and_last_frame_points_and_preserves_totals(phase: str) -> None:
    before = PHASES[phase]
    done = step(before, NEXT)
    assert done.state == replace(
        before,
        phase="playing",
        frame=2,
        occupancy=at_frame(2).occupancy,
        swaps=0,
        turn=before.turn + 1,
        last_frame_points=0,
    )
    assert done.events == ({"type": "next", "frame": 2},)


def test_next_generates_a_tangled_board_of_the_frame_whatever_came_before() -> None:
    ways = [play(actions) for actions in ([*CLEAR, NEXT], [SKIP, NEXT], [tangling(START), SKIP, NEXT])]
    for state in ways:
        assert view(state)["crossingCount"] > 0
        assert (state.occupancy, edges_of(state)) == (at_frame(2).occupancy, edges_of(at_frame(2)))


def test_construction_scramble_length_is_not_an_optimal_par() -> None:
    _, swaps = start_with(frame=7, cords=12, length=1)
    assert len(swaps) < band(7).scramble


def test_frame_1_has_six_sockets_and_five_cords_with_a_one_swap_lesson() -> None:
    for seed in range(50):
        seen = view(ENGINE.initial(seed, {}))
        assert (len(seen["sockets"]), len(seen["edges"])) == (6, 5)
        assert next(clearing_swaps(seen, 1))


# Bank


@pytest.mark.parametrize("phase", ["playing", "cleared", "skipped"])
def test_bank_is_open_until_the_run_has_ended_even_with_no_points(phase: str) -> None:
    before = PHASES[phase]
    done = step(before, BANK)
    assert done.state == replace(before, phase="ended", end_reason="banked", turn=before.turn + 1)
    assert done.events == ({"type": "banked", "score": 390 if phase == "cleared" else 0},)
    assert ENGINE.is_over(done.state)


def test_unfinished_or_skipped_frames_add_nothing() -> None:
    second = play([NEXT], CLEARED)
    assert play([tangling(second), BANK], second).score == 390
    assert play([SKIP, BANK], second).score == 390


# Refusals

BAD: list[tuple[object, str]] = [
    # Unknown actions; no start, tick, hint or solve action exists.
    *(
        ({"type": name}, "unknown-action")
        for name in ("start", "tick", "hint", "solve", "SWAP", "swap ", "", "undo")
    ),
    ({"type": None}, "unknown-action"),
    ({"type": 1}, "unknown-action"),
    ({"type": True}, "unknown-action"),
    ({"type": ["swap"]}, "unknown-action"),
    ({}, "unknown-action"),
    ({"a": 0, "b": 1}, "unknown-action"),
    *((value, "malformed-action") for value in (None, "swap", 1, True, [], ["swap", 0, 1], [swap(0, 1)])),
    # Extra fields.
    ({**swap(0, 1), "c": 2}, "malformed-action"),
    *(({**action, "a": 0}, "malformed-action") for action in (SKIP, NEXT, BANK)),
    # Missing fields.
    ({"type": "swap"}, "malformed-action"),
    ({"type": "swap", "a": 0}, "malformed-action"),
    ({"type": "swap", "b": 1}, "malformed-action"),
    # Coercible, nonfinite and fractional ids.
    *(
        ({"type": "swap", **ids}, "malformed-action")
        for value in (
            "1",
            "",
            None,
            True,
            False,
            1.0,
            0.5,
            -0.0,
            1e300,
            float("nan"),
            float("inf"),
            [1],
            {"id": 1},
        )
        for ids in ({"a": value, "b": 2}, {"a": 2, "b": value})
    ),
    # Negative and out-of-range ids: of the grammar, and of a frame with six sockets.
    *((swap(a, b), "out-of-range") for a, b in ((-1, 0), (0, -1), (9, 0), (0, 9), (2**53, 0), (0, 10**30))),
    *((swap(a, b), "out-of-range") for a, b in ((6, 0), (0, 6), (8, 7), (5, 8), (8, 8))),
    # Equal socket ids.
    *((swap(a, a), "same-socket") for a in range(6)),
    # Wrong phase.
    (NEXT, "wrong-phase"),
]


@pytest.mark.parametrize(
    ("action", "expected"), BAD, ids=[f"{n}-{action!r:.40}" for n, (action, _) in enumerate(BAD)]
)
def test_rejected_actions_change_neither_occupancy_nor_swaps_score_rng_or_turn(
    action: object, expected: str
) -> None:
    assert code(START, action) == expected


@pytest.mark.parametrize("phase", ["cleared", "skipped", "ended"])
def test_a_wrong_phase_is_told_before_a_wrong_socket(phase: str) -> None:
    assert {code(PHASES[phase], swap(a, b)) for a, b in ((0, 1), (0, 0), (8, 8))} == {"wrong-phase"}


@pytest.mark.parametrize(("frame", "ids"), [(1, "0 to 5"), (4, "0 to 7")])
def test_a_socket_of_a_larger_frame_is_out_of_range_on_this_one(frame: int, ids: str) -> None:
    refusal = submit(at_frame(frame), swap(0, 8))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "out-of-range"
    assert ids in refusal.reason


def test_refusals_do_not_advance_any_random_source() -> None:
    tried = START
    for action, _ in BAD:
        assert isinstance(submit(tried, action), Refusal)
    assert play([SKIP, NEXT], tried) == at_frame(2)


def test_every_accepted_action_increments_turn_once() -> None:
    for state, action in product(PHASES.values(), ACTIONS):
        done = submit(state, action)
        if isinstance(done, Step):
            assert done.state.turn == state.turn + 1


# The whole game


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**53 - 1), st.data())
def test_the_reducer_is_the_documents(seed: int, data: st.DataObject) -> None:
    state = far_frame(data.draw(st.sampled_from([1, 2, 4, 6, 7, 30])), seed)
    for _ in range(data.draw(st.integers(0, 12))):
        seen = view(state)
        clears = [*clearing_swaps(seen, 1)] if seen["phase"] == "playing" and len(seen["edges"]) < 8 else []
        action = data.draw(st.sampled_from([*offered(state), *(swaps[0] for swaps in clears * 4), *ACTIONS]))
        dealt = view(far_frame(seen["frame"] + 1, seed))
        expected = after(seen, action, dealt)
        done = submit(state, action)
        if expected is None:
            assert isinstance(done, Refusal)
            continue
        assert isinstance(done, Step)
        state = done.state
        now = view(state)
        del now["board"]
        assert now == expected
        assert now["score"] >= seen["score"]  # prior score never decreases
        assert unpacker(State)(json.loads(json.dumps(packer(State)(state)))) == state


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**53 - 1), st.integers(1, 12), st.data())
def test_offered_and_accepted_are_the_same(seed: int, frame: int, data: st.DataObject) -> None:
    state = far_frame(frame, seed)
    moves = st.sampled_from([*ENGINE.legal_actions(state)])
    done = ENGINE.apply(state, data.draw(moves))
    assert isinstance(done, Step)
    state = done.state
    canonical = [action for action in ACTIONS if action["type"] != "swap" or action["a"] < action["b"]]
    assert offered(state) == [action for action in canonical if isinstance(submit(state, action), Step)]


def test_equal_actions_give_equal_games() -> None:
    actions = [*CLEAR, NEXT, tangling(at_frame(2)), SKIP, NEXT, BANK]
    assert play(actions) == play(actions)
    assert view(play(actions)) == view(play(actions))


def test_options_change_nothing_there_are_none() -> None:
    assert ENGINE.spec.options == ()
    assert ENGINE.initial(3, {}) == ENGINE.initial(3, {})


# Action grammar


def test_the_published_grammar_is_the_documents() -> None:
    document = json.loads(Path(__file__).with_name("grammar.json").read_text(encoding="utf-8"))
    assert ENGINE.grammar.schema == document


# spec.toml


def test_the_example_of_the_spec_plays_two_clears_of_seed_7() -> None:
    clears = []
    state = START
    for action in ENGINE.spec.example:
        done = step(state, action)
        clears += [event["points"] for event in done.events if event["type"] == "cleared"]
        state = done.state
    assert clears == [390, award(len(edges_of(at_frame(2))), 2)]
    assert state.phase == "ended"


def test_the_spec_names_every_event() -> None:
    assert [*ENGINE.spec.events] == ["cleared", "skipped", "next", "banked"]
