"""Cantlewing's document, sentence by sentence: each test is named after the one it proves."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cantlewing import ENGINE
from engines.cantlewing.model import State
from engines.contract import Step
from engines.refusal import Refusal
from schemas.codec import packer
from tests.engines.cantlewing import reference
from tests.engines.cantlewing.driver import START, at_crossing, play, step, submit
from tests.engines.cantlewing.reference import (
    ACTIONS,
    BANK,
    FIXTURES,
    NEXT,
    RESTART,
    RETRY,
    Json,
    Position,
    exactly,
    lap,
    optimal,
    walk,
    wasted,
    weigh,
)
from tests.engines.plays import as_json


def position(state: State) -> tuple[int, int, int]:
    seen = ENGINE.observe(state)
    return seen["courier"], seen["weights"]["A"], seen["weights"]["B"]


def code(state: State, action: object) -> str:
    """Return the code of a refusal, having seen that it changed nothing."""
    before = packer(State)(state), ENGINE.observe(state), ENGINE.legal_actions(state)
    refusal = submit(state, action)
    assert isinstance(refusal, Refusal), action
    assert (packer(State)(state), ENGINE.observe(state), ENGINE.legal_actions(state)) == before
    return refusal.code


CLEARED = play(optimal(1))
SPENT = play(wasted(1))
BANKED = play([BANK])
PHASES = {"playing": START, "cleared": CLEARED, "retry": SPENT, "ended": BANKED}


# Goal


def test_guide_the_courier_from_minus_2_to_plus_2() -> None:
    assert position(START)[0] == -2
    assert position(CLEARED)[0] == 2


def test_repeat_the_eight_board_circuit_indefinitely() -> None:
    names = [ENGINE.observe(at_crossing(crossing))["fixture"]["name"] for crossing in range(1, 18)]
    assert names == [*(fixture.name for fixture in FIXTURES)] * 2 + ["First Bough"]


def test_only_bank_or_the_third_reserve_ends_a_run() -> None:
    for phase, action in product(PHASES, ACTIONS):
        done = submit(PHASES[phase], action)
        if isinstance(done, Step):
            assert ENGINE.is_over(done.state) == (action == BANK), (phase, action)
    two_spent = play([RESTART, RESTART])
    assert ENGINE.is_over(play([RESTART], two_spent))


def test_there_is_no_score_target_and_no_final_victory() -> None:
    far = replace(CLEARED, score=999_999)
    assert ENGINE.score(play([NEXT, *optimal(2)], far)) == 999_999 + 190
    assert ENGINE.score(play([NEXT, *optimal(2), NEXT], far)) == 999_999 + 190


def test_there_is_no_automatic_advancement() -> None:
    assert ENGINE.observe(CLEARED)["phase"] == "cleared"
    assert ENGINE.observe(CLEARED)["crossing"] == 1


# Scoring


@pytest.mark.parametrize(
    ("crossing", "moves", "award"),
    [
        # 100 + 10 * (allowance - moves), and 50 when moves is the par
        (1, 6, 100 + 10 * 4 + 50),
        (1, 7, 100 + 10 * 3),
        (1, 8, 100 + 10 * 2),
        (1, 9, 100 + 10 * 1),
        (1, 10, 100),
        (2, 7, 100 + 10 * 4 + 50),
        (2, 8, 100 + 10 * 3),
        (2, 11, 100),
        (3, 7, 100 + 10 * 3 + 50),
        (3, 8, 100 + 10 * 2),
        (3, 10, 100),
        (8, 8, 100 + 10 * 3 + 50),
        (8, 11, 100),
        (9, 6, 100 + 10 * 3 + 50),
        (9, 9, 100),
    ],
)
def test_a_clear_awards_100_and_10_a_remaining_move_and_50_at_par(
    crossing: int, moves: int, award: int
) -> None:
    before = at_crossing(crossing)
    cleared = play(exactly(crossing, moves), before)
    assert ENGINE.score(cleared) - ENGINE.score(before) == award
    assert ENGINE.observe(cleared)["lastAward"] == award


@pytest.mark.parametrize(("crossing", "award"), [(1, 190), (2, 190), *((n, 180) for n in range(3, 18))])
def test_an_optimal_crossing_1_or_2_earns_190_and_every_later_one_180(crossing: int, award: int) -> None:
    before = at_crossing(crossing)
    assert ENGINE.score(play(optimal(crossing), before)) - ENGINE.score(before) == award


def test_a_last_move_finish_earns_100() -> None:
    cleared = play(exactly(1, 10))
    assert ENGINE.observe(cleared)["remainingMoves"] == 0
    assert ENGINE.score(cleared) == 100


@pytest.mark.parametrize(("clears", "total"), [(8, 1460), (16, 2900), (80, 14420)])
def test_optimal_laps_total_1460_and_2900_and_80_clears_14420(clears: int, total: int) -> None:
    state = play(lap(range(1, clears + 1)))
    assert ENGINE.score(state) == total
    assert ENGINE.observe(state)["completedCrossings"] == clears


@pytest.mark.parametrize(
    ("before", "action"),
    [
        (START, RESTART),
        (CLEARED, NEXT),
        (CLEARED, BANK),
        (play([NEXT, *wasted(2)], CLEARED), RETRY),
        (SPENT, BANK),
    ],
)
def test_restart_retry_next_and_bank_add_no_points(before: State, action: Json) -> None:
    assert ENGINE.score(step(before, action).state) == ENGINE.score(before)


def test_a_failed_attempt_adds_no_points() -> None:
    assert ENGINE.score(SPENT) == 0


def test_an_unfinished_crossing_awards_nothing() -> None:
    assert ENGINE.score(play([*optimal(1)[:-1], BANK])) == 0


def test_previously_earned_score_is_retained() -> None:
    assert ENGINE.score(play([NEXT, *wasted(2), RETRY, RESTART, BANK], CLEARED)) == 190


def test_the_award_comes_exactly_once() -> None:
    assert ENGINE.score(play([NEXT, RESTART], CLEARED)) == 190


# Tracks and force


def test_the_courier_can_stand_where_seed_a_or_b_is() -> None:
    # First Bough: A -1, B 2. Walking to -1 stands on A's coordinate: 2*-1 - 1 + 2*2 = 1.
    assert position(play([walk(1)])) == (-1, -1, 2)
    # On to B's: B to 1 (-2 - 1 + 2 = -1), walk to 0 (0 - 1 + 2 = 1), A to -2 (0 - 2 + 2 = 0), walk to 1
    # (2 - 2 + 2 = 2).
    assert position(play([walk(1), weigh("B", 1), walk(1), weigh("A", -2), walk(1)])) == (1, -2, 1)


def test_a_and_b_must_occupy_distinct_sockets() -> None:
    assert code(START, weigh("A", 2)) == "occupied"
    assert code(START, weigh("B", -1)) == "occupied"


@pytest.mark.parametrize(
    ("crossing", "force"),
    [
        # twice -2 for the courier, then A, twice B, and the wind at -2
        (1, -4 - 1 + 4 + 0),
        (2, -4 - 2 + 4 + 0),
        (3, -4 - 1 + 4 + 2),
        (4, -4 + 0 + 4 + 1),
        (5, -4 + 0 + 4 - 1),
        (6, -4 + 1 + 4 - 1),
        (7, -4 - 1 + 4 - 1),
        (8, -4 + 1 + 4 - 1),
    ],
)
def test_signed_force_is_2_courier_and_a_and_2_b_and_wind(crossing: int, force: int) -> None:
    assert ENGINE.observe(at_crossing(crossing))["force"] == force


@pytest.mark.parametrize(
    ("crossing", "before", "action", "force", "stable"),
    [
        (3, [], weigh("A", 0), 2, True),  # -4 + 0 + 4 + 2
        (3, [], weigh("A", 1), 3, False),  # -4 + 1 + 4 + 2
        (2, [], weigh("B", 1), -4, False),  # -4 - 2 + 2 + 0
        (1, [], weigh("A", -2), -2, True),  # -4 - 2 + 4 + 0
        (1, [weigh("A", -2)], weigh("B", 1), -4, False),  # -4 - 2 + 2 + 0
        (1, [], weigh("B", 1), -3, False),  # -4 - 1 + 2 + 0
    ],
)
def test_the_beam_holds_at_forces_from_minus_2_to_2_both_included(
    crossing: int, before: list[Json], action: Json, force: int, stable: bool
) -> None:
    state = play(before, at_crossing(crossing))
    (preview,) = [p for p in ENGINE.observe(state)["previews"] if p["action"] == action]
    assert preview == {"action": action, "force": force, "legal": stable}
    if stable:
        assert ENGINE.observe(step(state, action).state)["force"] == force
    else:
        assert code(state, action) == "unstable"


# Moves


def test_walk_moves_the_courier_exactly_one_foothold() -> None:
    state = play([walk(1)])
    assert position(state) == (-1, -1, 2)
    assert position(play([walk(-1)], state)) == (-2, -1, 2)


def test_walk_uses_destination_wind() -> None:
    # High Canopy, wind 2 at -2 and 0 at -1: -2 - 1 + 4 + 0 = 1 holds; the wind left behind would make it 3.
    state = play([walk(1)], at_crossing(3))
    assert position(state) == (-1, -1, 2)
    assert ENGINE.observe(state)["force"] == 1


def test_move_weight_uses_current_courier_wind() -> None:
    # High Canopy, courier at -2 in wind 2: A to 1 gives -4 + 1 + 4 + 2 = 3; without the wind it would be 1.
    assert code(at_crossing(3), weigh("A", 1)) == "unstable"


def test_move_weight_goes_to_any_different_unoccupied_socket_in_one_move() -> None:
    # First Bough, A from -1 to 1: -4 + 1 + 4 = 1.
    state = play([weigh("A", 1)])
    assert position(state) == (-2, 1, 2)
    assert ENGINE.observe(state)["movesUsed"] == 1


def test_weights_may_pass_each_other() -> None:
    # First Bough. Courier -1, A -1, B 1: A jumps over B to 2, -2 + 2 + 2 = 2. (Between two stable ends of a
    # transfer the force is stable as well, so a collision is all that sampling on the way could find.)
    assert position(play([walk(1), weigh("B", 1), weigh("A", 2)])) == (-1, 2, 1)
    # Courier 0, A 0, B 1 (0 + 0 + 2 = 2): B jumps over A to -1, 0 + 0 - 2 = -2.
    assert position(play([walk(1), weigh("B", 1), walk(1), weigh("A", 0), weigh("B", -1)])) == (0, 0, -1)


def test_a_walk_and_a_weight_move_cost_one_move_each() -> None:
    state = START
    for used, action in enumerate(exactly(1, 9), 1):
        state = step(state, action).state
        seen = ENGINE.observe(state)
        assert (seen["movesUsed"], seen["remainingMoves"]) == (used, 10 - used)


ILLEGAL = {
    "off-board": walk(-1),
    "no-op": weigh("A", -1),
    "occupied": weigh("A", 2),
    "unstable": weigh("B", 0),
}
MALFORMED = {
    "unknown": ("unknown-action", {"type": "undo"}),
    "no type": ("unknown-action", {"direction": 1}),
    "type of another case": ("unknown-action", {"type": "WALK", "direction": 1}),
    "extra field": ("malformed-action", {"type": "walk", "direction": 1, "now": 1}),
    "extra field on bank": ("malformed-action", {"type": "bank", "score": 1000}),
    "missing field": ("malformed-action", {"type": "walk"}),
    "fraction": ("malformed-action", {"type": "walk", "direction": 1.0}),
    "boolean": ("malformed-action", {"type": "walk", "direction": True}),
    "text": ("malformed-action", {"type": "walk", "direction": "1"}),
    "a walk of two": ("out-of-range", {"type": "walk", "direction": 2}),
    "a walk of none": ("out-of-range", {"type": "walk", "direction": 0}),
    "beyond the beam": ("out-of-range", {"type": "move-weight", "weight": "A", "to": 3}),
    "no such seed": ("malformed-action", {"type": "move-weight", "weight": "C", "to": 0}),
    "seed of another case": ("malformed-action", {"type": "move-weight", "weight": "a", "to": 0}),
    "a list": ("malformed-action", [walk(1)]),
    "nothing": ("malformed-action", None),
}


@pytest.mark.parametrize("reason", ILLEGAL)
def test_invalid_moves_change_nothing(reason: str) -> None:
    assert code(START, ILLEGAL[reason]) == reason


@pytest.mark.parametrize("fault", MALFORMED)
@pytest.mark.parametrize("phase", PHASES)
def test_malformed_actions_change_nothing_in_any_phase(phase: str, fault: str) -> None:
    wanted, action = MALFORMED[fault]
    assert code(PHASES[phase], action) == wanted


def test_walking_back_off_the_beam_is_off_board_also_on_the_right() -> None:
    # The courier never stands at +2 while playing, so the left end is the only one a player can walk off.
    assert code(play(optimal(1)), walk(1)) == "wrong-phase"
    assert code(START, walk(-1)) == "off-board"


# Phases


@pytest.mark.parametrize(
    ("phase", "permitted"),
    [
        ("playing", {"walk", "move-weight", "restart", "bank"}),
        ("cleared", {"next", "bank"}),
        ("retry", {"retry", "bank"}),
        ("ended", set()),
    ],
)
def test_each_phase_permits_its_actions_and_no_others(phase: str, permitted: set[str]) -> None:
    state = PHASES[phase]
    assert ENGINE.observe(state)["phase"] == phase
    for action in ACTIONS:
        if action["type"] not in permitted:
            assert code(state, action) == "wrong-phase", action
    assert {action.type for action in ENGINE.legal_actions(state)} == permitted


# Clear and failure


def test_reaching_plus_2_awards_once_and_enters_cleared() -> None:
    last = step(play(optimal(1)[:-1]), optimal(1)[-1])
    assert ENGINE.observe(last.state)["phase"] == "cleared"
    assert ENGINE.observe(last.state)["completedCrossings"] == 1
    assert last.events == ({"type": "cleared", "points": 190, "optimal": True},)


def test_the_clear_is_checked_before_exhaustion() -> None:
    before = play(exactly(1, 10)[:-1], play([RESTART, RESTART]))
    last = step(before, exactly(1, 10)[-1])
    assert last.events == ({"type": "cleared", "points": 100, "optimal": False},)
    assert ENGINE.observe(last.state)["reserves"] == 1


def test_using_the_last_move_elsewhere_spends_one_reserve_and_enters_retry() -> None:
    last = step(play(wasted(1)[:-1]), wasted(1)[-1])
    seen = ENGINE.observe(last.state)
    assert (seen["phase"], seen["reserves"], seen["remainingMoves"]) == ("retry", 2, 0)
    assert last.events == ({"type": "exhausted", "reserves": 2},)


@pytest.mark.parametrize("ways", ["".join(ways) for ways in product("ER", repeat=3)])
def test_the_third_spent_reserve_ends_the_run_retaining_earned_score(ways: str) -> None:
    """E spends a reserve by exhaustion, R by restart; crossing 1 was cleared for 190 before."""
    state = play([NEXT], CLEARED)
    for nth, way in enumerate(ways, 1):
        actions = wasted(2) if way == "E" else [walk(1), RESTART]
        state = play(actions[:-1], state)
        done = step(state, actions[-1])
        spent = {"type": "exhausted" if way == "E" else "restarted", "reserves": 3 - nth}
        state = done.state
        if nth < 3:
            assert done.events == (spent,)
            state = play([RETRY], state) if way == "E" else state
    assert done.events == (spent, {"type": "ended", "endReason": "reserves", "score": 190})
    seen = ENGINE.observe(state)
    assert (seen["phase"], seen["endReason"], seen["reserves"], seen["score"]) == (
        "ended",
        "reserves",
        0,
        190,
    )
    assert ENGINE.is_over(state)
    assert ENGINE.legal_actions(state) == []


def test_retry_restores_start_and_allowance_without_a_second_cost() -> None:
    done = step(SPENT, RETRY)
    assert ENGINE.observe(done.state) == {**ENGINE.observe(START), "reserves": 2}
    assert done.events == ({"type": "retried"},)


def test_restart_spends_one_reserve_and_restores_start_and_allowance() -> None:
    done = step(play([walk(1), weigh("B", 1)]), RESTART)
    assert ENGINE.observe(done.state) == {**ENGINE.observe(START), "reserves": 2}
    assert done.events == ({"type": "restarted", "reserves": 2},)


# Bank


@pytest.mark.parametrize("phase", ["playing", "cleared", "retry"])
def test_bank_in_every_phase_but_ended_ends_the_run_as_banked(phase: str) -> None:
    score = 190 if phase == "cleared" else 0
    done = step(PHASES[phase], BANK)
    seen = ENGINE.observe(done.state)
    assert (seen["phase"], seen["endReason"], seen["score"]) == ("ended", "banked", score)
    assert done.events == ({"type": "ended", "endReason": "banked", "score": score},)


def test_bank_takes_no_penalty() -> None:
    assert ENGINE.observe(play([BANK], SPENT))["reserves"] == 2


# Next


def test_next_preserves_score_completed_count_and_reserves_and_resets_the_rest() -> None:
    before = play([RESTART, *optimal(1)])
    done = step(before, NEXT)
    seen = ENGINE.observe(done.state)
    assert (seen["crossing"], seen["score"], seen["completedCrossings"], seen["reserves"]) == (2, 190, 1, 2)
    assert (seen["phase"], position(done.state), seen["movesUsed"]) == ("playing", (-2, -2, 2), 0)
    assert seen["wind"] == [0, 1, -1, 1, 0]
    assert done.events == ({"type": "next", "crossing": 2},)


@pytest.mark.parametrize("crossing", range(1, 18))
def test_fixtures_cycle_with_allowance_par_and_4_on_crossings_1_and_2_and_3_later(crossing: int) -> None:
    number, fixture = (crossing - 1) % 8 + 1, FIXTURES[(crossing - 1) % 8]
    seen = ENGINE.observe(at_crossing(crossing))
    assert seen["fixture"] == {"index": number, "name": fixture.name}
    assert seen["wind"] == list(fixture.wind)
    assert seen["weights"] == {"A": fixture.a, "B": fixture.b}
    assert (seen["courier"], seen["movesUsed"], seen["tolerance"]) == (-2, 0, 2)
    assert seen["allowance"] == seen["remainingMoves"] == fixture.par + (4 if crossing <= 2 else 3)


@pytest.mark.parametrize("number", range(1, 9))
def test_par_is_the_fewest_moves_by_breadth_first_search(number: int) -> None:
    assert len(optimal(number)) == FIXTURES[number - 1].par
    assert ENGINE.observe(at_crossing(number))["par"] == len(optimal(number))


@pytest.mark.parametrize("number", range(1, 9))
def test_positions_within_n_moves_are_those_of_an_independent_search(number: int) -> None:
    """All positions of a fixture, level by level: the same moves, the same refusals, the same forces."""
    fixture = FIXTURES[number - 1]
    level = {reference.start_of(number): at_crossing(number)}
    known = set(level)
    for _ in range(fixture.par + 2):  # one move short of the allowance, so no attempt is exhausted
        following: dict[Position, State] = {}
        for at, state in level.items():
            for move in reference.MOVES:
                there, done = reference.outcome(fixture, at, move), submit(state, move)
                if isinstance(there, str):
                    assert isinstance(done, Refusal)
                    assert done.code == there, (at, move)
                    continue
                assert isinstance(done, Step)
                assert position(done.state) == there
                assert ENGINE.observe(done.state)["force"] == reference.force_at(fixture, there)
                if there not in known and there.courier != 2:
                    following[there] = done.state
        known |= following.keys()
        level = following
    assert len(known) > 10


def test_the_seed_never_varies_the_circuit() -> None:
    actions = [RESTART, *lap(range(1, 10)), NEXT, *wasted(10), RETRY, BANK]
    states = [ENGINE.initial(seed, {}) for seed in (0, 7, 2**53 - 1)]
    for action in [*actions, None]:
        first = ENGINE.observe(states[0])
        assert all(ENGINE.observe(state) == first for state in states)
        assert len({tuple(ENGINE.legal_actions(state)) for state in states}) == 1
        if action is not None:
            states = [step(state, action).state for state in states]


def test_a_new_game_is_at_crossing_1_with_no_score_and_three_reserves() -> None:
    seen = ENGINE.observe(ENGINE.initial(3, {}))
    assert (seen["phase"], seen["crossing"], seen["score"], seen["reserves"]) == ("playing", 1, 0, 3)
    assert (seen["completedCrossings"], seen["lastAward"], seen["endReason"]) == (0, 0, None)


@pytest.mark.parametrize("kind", ["undo", "skip", "tick", "start", "replay"])
def test_no_undo_skip_or_tick_exists(kind: str) -> None:
    assert code(START, {"type": kind}) == "unknown-action"


# The whole game against the independent model

ADVANCE = "advance"
"""The next move of a shortest clear, or `next` when there is none: random moves alone seldom clear."""


def _toward(game: Json) -> Json:
    if game["phase"] != "playing":
        return NEXT
    return reference.shortest(reference.fixture_of(game["crossing"]), game["at"])[0]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(st.sampled_from([*ACTIONS[:-1], RETRY, RETRY, *[ADVANCE] * 20]), max_size=80), st.booleans())
def test_every_play_is_the_play_of_the_model(chosen: list[Json | str], bank: bool) -> None:
    game, state = reference.new_game(), START
    for choice in [*chosen, *([BANK] if bank else []), *ACTIONS]:
        action = choice if isinstance(choice, dict) else _toward(game)
        expected, done = reference.act(game, action), submit(state, action)
        if isinstance(expected, str):
            assert isinstance(done, Refusal)
            assert done.code == expected
        else:
            assert isinstance(done, Step)
            game, state = expected[0], done.state
            assert list(done.events) == expected[1]
        seen = dict(ENGINE.observe(state))
        del seen["board"]
        assert seen == reference.seen(game)
        assert [as_json(offer) for offer in ENGINE.legal_actions(state)] == reference.offered(game)
        assert ENGINE.score(state) == game["score"]
        assert ENGINE.is_over(state) == (game["phase"] == "ended")
