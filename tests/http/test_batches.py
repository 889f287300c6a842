"""Lists of actions: their shape, how far they go, what they answer, and that they equal single steps."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from tests.http.beam import BANK, DAWDLE, NEXT, RETRY, laps, optimal_line
from tests.http.client import (
    REFUSAL,
    REPLY,
    TOKEN,
    Api,
    Json,
    accepted,
    events_of,
    problem,
    refused,
    short,
    without,
    written,
)
from tests.http.cords import SKIP, swap, tangling_swaps

GAME: Final = "cantlewing"
PROGRESS: Final = ("applied", "stopped", "failedIndex")
BAD_LISTS: Final[tuple[object, ...]] = (
    *([], {}, None, "bank", 7, True, {"type": "bank"}, [BANK] * 1001, [{"repeat": 1001, "action": BANK}] * 2),
    *([{"repeat": n, "action": BANK}] for n in (0, -1, 2001, 2**53, True, False, 2.0, "2", None, [2])),
    *([{"repeat": 2}], [{"repeat": 2, "action": BANK, "extra": 1}], [{"repeat": 2, "actions": [BANK]}]),
    *([BANK, {"repeat": 0, "action": BANK}], [None, {"repeat": 2}], [{"repeat": 1}, BANK]),
    [*[BANK] * 999, {"repeat": 1002, "action": BANK}],
)
NO_ACTIONS: Final[tuple[object, ...]] = (
    *(None, True, 7, 1.5, "bank", [], [BANK], {}, {"type": "frobnicate"}, {"type": "bank", "repeat": 2}),
    *({"repeat": 2, "action": {"repeat": 2, "action": BANK}}, {"repeat": 1, "action": None}),
    *({"action": BANK}, NEXT),
)


@pytest.fixture
def start(api: Api) -> str:
    """The token of crossing 1."""
    token: str = api.init(GAME)["stateToken"]
    return token


def position(body: Json) -> str:
    """Write what a reply says of the position alone."""
    return written(without(body, "ok", "code", "reason", "events", "eventsDropped", *PROGRESS))


def check_equals_single_steps(api: Api, slug: str, token: str, actions: Sequence[Json]) -> Json:
    """Assert that a batch of accepted actions leads where the single ones lead, with all their events."""
    singles = api.play(slug, token, actions)
    body = accepted(api.batch(slug, token, actions))
    assert position(body) == position(singles[-1])
    assert body["applied"] == len(actions)
    assert body["events"] == events_of(singles)
    return body


def test_a_batch_equals_the_same_actions_sent_one_by_one(api: Api, start: str) -> None:
    line = [*DAWDLE, *optimal_line(1), NEXT, *optimal_line(2)]
    for length in range(1, len(line) + 1):
        body = check_equals_single_steps(api, GAME, start, line[:length])
        assert set(body) == REPLY | {"applied", "stopped"}
        assert body["stopped"] == "end"


def test_a_batch_of_one_is_the_single_reply_and_its_progress(api: Api) -> None:
    for slug in api.slugs():
        first = api.init(slug)
        for action in first["legalActions"]:
            single = accepted(api.act(slug, first["stateToken"], action))
            body = accepted(api.batch(slug, first["stateToken"], [action]))
            stopped = "game-over" if single["gameOver"] else "end"
            assert written(body) == written({**single, "applied": 1, "stopped": stopped})


def test_replay_answers_as_the_batch_from_the_first_token_does(api: Api, start: str) -> None:
    for actions in ([*optimal_line(1), NEXT], [BANK], [*optimal_line(1), None, BANK], [None], [RETRY]):
        for more in ({}, {"stopOnEvent": True}):
            batch, replay = api.batch(GAME, start, actions, **more), api.replay(GAME, actions, **more)
            assert batch.content == replay.content


def test_a_repeat_is_the_action_so_many_times(api: Api) -> None:
    first = api.init("cordwright")
    token, there = first["stateToken"], tangling_swaps(first["observation"])[0]
    body = accepted(api.batch("cordwright", token, [{"repeat": 4, "action": there}, SKIP]))
    assert body["applied"] == 5
    long_hand = api.batch("cordwright", token, [*[there] * 4, SKIP])
    assert written(body) == written(long_hand.json())


def test_a_refused_step_ends_the_batch_and_what_was_applied_stands(api: Api, start: str) -> None:
    line = optimal_line(1)
    singles = api.play(GAME, start, line)
    alone = refused(api.act(GAME, singles[-1]["stateToken"], RETRY))
    body = refused(api.batch(GAME, start, [*line, RETRY, BANK]), alone["code"])
    assert set(body) == REFUSAL | set(PROGRESS)
    assert written(without(body, "events", *PROGRESS)) == written(without(alone, "events"))
    assert (body["applied"], body["stopped"], body["failedIndex"]) == (6, "refused", 6)
    assert body["events"] == [{"type": "cleared", "points": 190, "optimal": True}]
    assert body["score"] == 190


def test_a_refused_repeat_counts_its_accepted_steps_and_names_its_item(api: Api, start: str) -> None:
    body = refused(api.batch(GAME, start, [DAWDLE[0], {"repeat": 3, "action": DAWDLE[1]}, BANK]))
    assert (body["applied"], body["failedIndex"]) == (2, 1)
    assert position(body) == position(api.play(GAME, start, DAWDLE)[-1])


@pytest.mark.parametrize("action", NO_ACTIONS, ids=short)
def test_any_value_may_stand_as_an_item_and_is_refused_by_the_game(api: Api, start: str, action: Any) -> None:
    first = refused(api.batch(GAME, start, [action, BANK]))
    assert (first["applied"], first["stopped"], first["failedIndex"]) == (0, "refused", 0)
    assert first["stateToken"] == start
    assert first["events"] == []
    second = refused(api.batch(GAME, start, [DAWDLE[0], action, BANK]))
    assert (second["applied"], second["failedIndex"]) == (1, 1)
    assert position(second) == position(api.play(GAME, start, DAWDLE[:1])[-1])


@pytest.mark.parametrize("actions", BAD_LISTS, ids=short)
def test_a_list_of_the_wrong_shape_is_a_400_before_anything_runs(api: Api, start: str, actions: Any) -> None:
    before = api.act(GAME, start, DAWDLE[0]).content
    for answer in (api.batch(GAME, start, actions), api.replay(GAME, actions)):
        assert "actions" in problem(answer, 400, "bad-request")["reason"]
    assert api.act(GAME, start, DAWDLE[0]).content == before


def test_the_shape_is_checked_to_the_last_item(api: Api, start: str) -> None:
    problem(api.batch(GAME, start, [None, NEXT, {"repeat": 0, "action": BANK}]), 400, "bad-request")


@pytest.mark.parametrize("flag", [None, 1, 0, "true", "false", [], {}])
def test_stop_on_event_is_true_or_false(api: Api, start: str, flag: object) -> None:
    batch = api.batch(GAME, start, [BANK], stopOnEvent=flag)
    for answer in (batch, api.replay(GAME, [BANK], stopOnEvent=flag)):
        assert "stopOnEvent" in problem(answer, 400, "bad-request")["reason"]


def test_an_action_and_a_list_are_too_much(api: Api, start: str) -> None:
    for actions in ([BANK], [], None):
        body = {"stateToken": start, "action": BANK, "actions": actions}
        problem(api.post(f"/api/games/{GAME}/action", body), 400, "bad-request")


def test_stop_on_event_stops_after_the_first_step_that_caused_one(api: Api, start: str) -> None:
    line = optimal_line(1)
    body = accepted(api.batch(GAME, start, [*line, NEXT, BANK], stopOnEvent=True))
    assert (body["applied"], body["stopped"]) == (6, "event")
    assert position(body) == position(api.play(GAME, start, line)[-1])
    assert body["events"] == [{"type": "cleared", "points": 190, "optimal": True}]
    without_flag = accepted(api.batch(GAME, start, [*line, NEXT, BANK], stopOnEvent=False))
    assert (without_flag["applied"], without_flag["stopped"]) == (8, "game-over")


def test_the_last_step_says_event_or_game_over_rather_than_end(api: Api, start: str) -> None:
    line = optimal_line(1)
    assert accepted(api.batch(GAME, start, line, stopOnEvent=True))["stopped"] == "event"
    assert accepted(api.batch(GAME, start, line))["stopped"] == "end"
    assert accepted(api.batch(GAME, start, [BANK], stopOnEvent=True))["stopped"] == "game-over"
    assert accepted(api.batch(GAME, start, [BANK]))["stopped"] == "game-over"
    assert accepted(api.batch(GAME, start, DAWDLE, stopOnEvent=True))["stopped"] == "end"


def test_a_refusal_before_any_event_is_a_refusal(api: Api, start: str) -> None:
    body = refused(api.batch(GAME, start, [DAWDLE[0], NEXT, BANK], stopOnEvent=True))
    assert (body["applied"], body["stopped"]) == (1, "refused")


def test_game_over_stops_a_batch_and_leaves_the_rest(api: Api, start: str) -> None:
    body = accepted(api.batch(GAME, start, [BANK, None, NEXT, {"repeat": 5, "action": BANK}]))
    assert (body["applied"], body["stopped"], body["gameOver"]) == (1, "game-over", True)
    repeated = accepted(api.batch(GAME, start, [{"repeat": 5, "action": BANK}]))
    assert (repeated["applied"], repeated["stopped"]) == (1, "game-over")
    after = refused(api.batch(GAME, body["stateToken"], [BANK]), "wrong-phase")
    assert (after["applied"], after["stopped"], after["failedIndex"]) == (0, "refused", 0)
    assert after["stateToken"] == body["stateToken"]


def test_80_optimal_clears_in_one_batch_total_14420(api: Api, start: str) -> None:
    body = accepted(api.batch(GAME, start, laps(80)))
    assert body["score"] == 14420
    assert body["observation"]["completedCrossings"] == 80
    assert len(body["events"]) == 159  # 80 clears and 79 nexts
    assert "eventsDropped" not in body
    assert TOKEN.fullmatch(body["stateToken"])


def test_200_events_are_kept_and_the_others_counted(api: Api) -> None:
    first = api.init("cordwright")["stateToken"]
    actions = [SKIP, {"type": "next"}] * 101
    for count in (200, 201, 202):
        body = accepted(api.batch("cordwright", first, actions[:count]))
        assert len(body["events"]) == 200
        assert body.get("eventsDropped", 0) == count - 200
        assert ("eventsDropped" in body) is (count > 200)
        singles = accepted(api.batch("cordwright", first, actions[:200]))
        assert body["events"] == singles["events"]
    body = refused(api.batch("cordwright", first, [*actions, swap(0, 0)]))
    assert (len(body["events"]), body["eventsDropped"], body["applied"]) == (200, 2, 202)


def test_1000_items_and_2000_steps_are_not_too_many(api: Api) -> None:
    first = api.init("cordwright")["stateToken"]
    items = accepted(api.batch("cordwright", first, [SKIP, {"type": "next"}] * 500))
    assert (items["applied"], items["observation"]["frame"], items["eventsDropped"]) == (1000, 501, 800)
    steps = api.replay("cordwright", [{"repeat": 2, "action": SKIP}] * 1000)
    assert refused(steps, "wrong-phase")["applied"] == 1
    swaps = refused(api.batch("cordwright", first, [{"repeat": 2000, "action": swap(0, 0)}]))
    assert swaps["applied"] == 0


def test_2000_accepted_steps_equal_their_halves(api: Api) -> None:
    first = api.init("cordwright")
    there = tangling_swaps(first["observation"])[0]
    whole, half = (
        accepted(api.batch("cordwright", first["stateToken"], [{"repeat": n, "action": there}]))
        for n in (2000, 1000)
    )
    assert whole["applied"] == whole["observation"]["swaps"] == whole["observation"]["turn"] == 2000
    rest = accepted(api.batch("cordwright", half["stateToken"], [{"repeat": 1000, "action": there}]))
    assert position(rest) == position(whole)
