"""Whole games of Cantlewing over HTTP: clears at par, last moves, reserves, restarts, and old tokens."""

import pytest

from tests.http.beam import BANK, BOARDS, DAWDLE, NEXT, RESTART, RETRY, Place, laps, optimal_line
from tests.http.client import Api, Json, accepted, refused, without, written

GAME = "cantlewing"
FIRST_ALLOWANCE = 10  # par 6 and 4


@pytest.fixture
def start(api: Api) -> str:
    """The token of crossing 1."""
    token: str = api.init(GAME)["stateToken"]
    return token


def test_an_optimal_first_crossing_earns_190_and_can_be_banked(api: Api, start: str) -> None:
    *before, cleared, banked = api.play(GAME, start, [*optimal_line(1), BANK])
    assert all(body["events"] == [] and body["score"] == 0 for body in before)
    assert cleared["events"] == [{"type": "cleared", "points": 190, "optimal": True}]
    assert cleared["observation"]["phase"] == "cleared"
    assert cleared["legalActions"] == [NEXT, BANK]
    assert not cleared["gameOver"]
    assert banked["events"] == [{"type": "ended", "endReason": "banked", "score": 190}]
    assert banked["score"] == 190
    assert banked["gameOver"]
    assert banked["legalActions"] == []
    assert banked["observation"]["endReason"] == "banked"


def test_the_first_optimal_lap_totals_1460(api: Api, start: str) -> None:
    replies = api.play(GAME, start, laps(8))
    awards = [event["points"] for body in replies for event in body["events"] if event["type"] == "cleared"]
    assert awards == [190, 190, 180, 180, 180, 180, 180, 180]
    assert replies[-1]["score"] == 1460
    assert replies[-1]["observation"]["completedCrossings"] == 8


def test_every_crossing_starts_on_its_fixture_with_its_allowance(api: Api, start: str) -> None:
    token = start
    for crossing in range(1, 10):  # the ninth is the first fixture again
        observation = api.state(GAME, token)["observation"]
        board = BOARDS[(crossing - 1) % 8]
        assert observation["crossing"] == crossing
        assert observation["fixture"] == {"index": (crossing - 1) % 8 + 1, "name": board.name}
        assert observation["weights"] == {"A": board.a, "B": board.b}
        assert observation["wind"] == list(board.wind)
        assert observation["par"] == board.par
        assert observation["allowance"] == board.par + (4 if crossing <= 2 else 3)
        assert observation["remainingMoves"] == observation["allowance"]
        token = api.play(GAME, token, [*optimal_line(crossing), NEXT])[-1]["stateToken"]


def test_the_force_shown_is_the_force_of_the_rules(api: Api, start: str) -> None:
    for body in api.play(GAME, start, laps(8)):
        observation = body["observation"]
        place = Place(observation["courier"], observation["weights"]["A"], observation["weights"]["B"])
        assert observation["force"] == BOARDS[observation["fixture"]["index"] - 1].force(place)
        assert abs(observation["force"]) <= observation["tolerance"] == 2


def test_a_last_move_finish_earns_100(api: Api, start: str) -> None:
    line = [*DAWDLE * 2, *optimal_line(1)]
    assert len(line) == FIRST_ALLOWANCE
    cleared = api.play(GAME, start, line)[-1]
    assert cleared["events"] == [{"type": "cleared", "points": 100, "optimal": False}]
    assert cleared["observation"]["reserves"] == 3


def test_the_last_move_elsewhere_spends_a_reserve_and_retry_is_free(api: Api, start: str) -> None:
    *_, failed, again = api.play(GAME, start, [*DAWDLE * 5, RETRY])
    assert failed["events"] == [{"type": "exhausted", "reserves": 2}]
    assert failed["observation"]["phase"] == "retry"
    assert failed["legalActions"] == [RETRY, BANK]
    assert again["events"] == [{"type": "retried"}]
    assert again["observation"]["reserves"] == 2
    first = api.init(GAME)["observation"]
    assert without(again["observation"], "reserves") == without(first, "reserves")


def test_the_third_spent_reserve_ends_the_run_and_keeps_the_score(api: Api, start: str) -> None:
    # Crossing 2 starts with A at -2 and B at 2 under no wind: force -2; A at -1 gives -1.
    dawdle = [{"type": "move-weight", "weight": "A", "to": to} for to in (-1, -2)]
    second = [*dawdle * 5, dawdle[0]]  # par 7 and 4
    line = [*optimal_line(1), NEXT, *second, RETRY, *second, RETRY, *second]
    ended = api.play(GAME, start, line)[-1]
    assert ended["events"] == [
        {"type": "exhausted", "reserves": 0},
        {"type": "ended", "endReason": "reserves", "score": 190},
    ]
    assert ended["gameOver"]
    assert ended["score"] == 190
    assert ended["observation"]["endReason"] == "reserves"
    assert ended["legalActions"] == []


def test_a_restart_spends_a_reserve_at_once_and_the_third_ends_the_run(api: Api, start: str) -> None:
    first, second, third = api.play(GAME, start, [RESTART] * 3)
    assert first["events"] == [{"type": "restarted", "reserves": 2}]
    assert second["events"] == [{"type": "restarted", "reserves": 1}]
    assert third["events"] == [
        {"type": "restarted", "reserves": 0},
        {"type": "ended", "endReason": "reserves", "score": 0},
    ]
    assert third["gameOver"]


@pytest.mark.parametrize("before", [(), optimal_line(1), DAWDLE * 5], ids=["playing", "cleared", "retry"])
def test_bank_ends_the_run_from_any_live_phase(api: Api, start: str, before: tuple[Json, ...]) -> None:
    banked = api.play(GAME, start, [*before, BANK])[-1]
    assert banked["gameOver"]
    assert banked["observation"]["endReason"] == "banked"
    after = refused(api.act(GAME, banked["stateToken"], BANK), "wrong-phase")
    assert after["stateToken"] == banked["stateToken"]


def test_the_seed_never_varies_the_circuit(api: Api) -> None:
    one, other = api.init(GAME, seed=0), api.init(GAME, seed=2**53 - 1)
    assert one["observation"] == other["observation"]
    assert one["spec"]["seedVaries"] is False
    assert (one["seed"], other["seed"]) == (0, 2**53 - 1)


def test_the_same_request_twice_gives_the_same_bytes(api: Api, start: str) -> None:
    for action in [*optimal_line(1), NEXT]:
        once, twice = api.act(GAME, start, action), api.act(GAME, start, action)
        assert once.content == twice.content
        start = accepted(once)["stateToken"]
    first = api.get(f"/api/games/{GAME}/init", seed=7)
    assert first.content == api.get(f"/api/games/{GAME}/init", seed=7).content


def test_an_old_token_can_be_played_again_and_branches_are_independent(api: Api, start: str) -> None:
    before = api.act(GAME, start, optimal_line(1)[0]).content
    one = api.play(GAME, start, [*optimal_line(1), BANK])[-1]
    other = api.play(GAME, start, [RESTART, BANK])[-1]
    assert (one["score"], other["score"]) == (190, 0)
    assert api.act(GAME, start, optimal_line(1)[0]).content == before
    assert api.play(GAME, start, [*optimal_line(1), BANK])[-1] == one


def test_equal_positions_by_different_ways_have_equal_tokens(api: Api, start: str) -> None:
    straight = api.play(GAME, start, [*DAWDLE, *DAWDLE])[-1]
    around = api.play(GAME, start, [{"type": "move-weight", "weight": "A", "to": to} for to in (1, 0, 1, -1)])
    assert written(straight) == written(around[-1])
