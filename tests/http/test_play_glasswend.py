"""Glasswend over HTTP: minutes of play in few requests, by batches, repeats and events."""

from typing import Final

import pytest

from tests.http.client import Api, accepted, refused, reply

GAME: Final = "glasswend"
START: Final = {"type": "start"}
TICK: Final = {"type": "tick"}
UP: Final = {"type": "steer", "dir": "up"}


def ticks(count: int) -> dict[str, object]:
    """Return an item that lets so many ticks pass."""
    return {"repeat": count, "action": TICK}


FIRST_CUT: Final = [START, ticks(60), UP, ticks(92)]


def test_the_worked_cut_of_seed_7_in_one_request(api: Api) -> None:
    # Straight up from (12,31): 30 thread cells and 300 flooded, 330 * 5 + 2 * 75 = 1800 points.
    first = api.init(GAME, 7)
    cut = accepted(api.batch(GAME, first["stateToken"], FIRST_CUT))
    assert (cut["applied"], cut["stopped"], cut["score"]) == (154, "end", 1800)
    seen = cut["observation"]
    assert (seen["status"], seen["dir"], seen["tick"], seen["litPercent"]) == ("playing", "up", 92, 50)
    claim = seen["lastClaim"]
    assert (claim["threadCells"], claim["floodedCells"], claim["regions"]) == (30, 300, 1)
    assert (claim["multiplier"], claim["chainBefore"], claim["motif"], claim["tick"]) == (5, 0, 2, 91)
    assert [event["type"] for event in cut["events"]] == ["opened", "sealed"]
    assert cut["events"][1]["claim"] == claim


def test_a_batch_equals_its_ticks_one_by_one(api: Api) -> None:
    token = accepted(api.batch(GAME, api.init(GAME, 7)["stateToken"], FIRST_CUT[:3]))["stateToken"]
    together = accepted(api.batch(GAME, token, [ticks(40)]))
    assert together["stateToken"] == api.play(GAME, token, [TICK] * 40)[-1]["stateToken"]


def test_stop_on_event_ends_a_long_repeat_at_the_next_thing_that_matters(api: Api) -> None:
    token = accepted(api.batch(GAME, api.init(GAME, 7)["stateToken"], FIRST_CUT[:3]))["stateToken"]
    opened = accepted(api.batch(GAME, token, [ticks(2000)], stopOnEvent=True))
    assert (opened["stopped"], opened["applied"]) == (
        "event",
        2,
    )  # the second playing tick makes the first step
    assert opened["events"] == [{"type": "opened", "cell": 30 * 24 + 12}]
    sealed = accepted(api.batch(GAME, opened["stateToken"], [ticks(2000)], stopOnEvent=True))
    assert (sealed["stopped"], sealed["applied"], sealed["score"]) == ("event", 90, 1800)


def test_a_tick_before_start_counts_and_changes_nothing(api: Api) -> None:
    first = api.init(GAME, 7)
    assert first["legalActions"] == [START, TICK]
    waited = accepted(api.batch(GAME, first["stateToken"], [ticks(2000)]))
    assert (waited["applied"], waited["stopped"]) == (2000, "end")
    assert waited["stateToken"] == first["stateToken"]


def test_the_token_travels_under_both_names_and_is_taken_under_either(api: Api) -> None:
    first = api.init(GAME, 7)
    assert first["state"] == first["stateToken"]
    for name in ("state", "stateToken"):
        body = {name: first["state"], "action": START}
        started = accepted(api.post(f"/api/games/{GAME}/action", body))
        assert started["state"] == started["stateToken"] != first["state"]
    no = refused(api.act(GAME, first["state"], UP), "steer-not-now")
    assert no["state"] == no["stateToken"] == first["stateToken"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ([], "malformed-action"),
        ({"dir": "up"}, "unknown-action"),
        ({"type": "steer"}, "bad-dir"),
        ({"type": "steer", "dir": "UP"}, "bad-dir"),
        ({"type": "steer", "dir": "up"}, "steer-not-now"),
    ],
)
def test_each_refusal_has_its_code(api: Api, action: object, code: str) -> None:
    refused(api.act(GAME, api.init(GAME, 7)["stateToken"], action), code)


def test_other_fields_of_an_action_are_ignored(api: Api) -> None:
    token = api.init(GAME, 7)["stateToken"]
    extra = accepted(api.act(GAME, token, {"type": "start", "repeat": 5, "dir": 7}))
    assert extra["stateToken"] == accepted(api.act(GAME, token, START))["stateToken"]
    again = reply(api.act(GAME, extra["stateToken"], START))
    assert again["code"] == "start-not-waiting"


def test_replies_are_small_enough_for_every_tick(api: Api) -> None:
    token = accepted(api.batch(GAME, api.init(GAME, 7)["stateToken"], FIRST_CUT[:3]))["stateToken"]
    for _ in range(4):
        drawing = api.post(f"/api/games/{GAME}/action", {"stateToken": token, "actions": [ticks(20)]})
        bare = api.post(
            f"/api/games/{GAME}/action", {"stateToken": token, "actions": [ticks(20)]}, legal="none"
        )
        assert len(drawing.content) <= 5000
        assert len(bare.content) <= 4500
        token = accepted(drawing)["stateToken"]
        assert len(token) <= 700
