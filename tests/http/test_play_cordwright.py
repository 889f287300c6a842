"""Whole games of Cordwright over HTTP: the one-swap lesson by trying, clears, skips, next and bank."""

import pytest

from tests.http.client import Api, Json, accepted, refused
from tests.http.cords import (
    BANK,
    NEXT,
    SKIP,
    clear_points,
    clearing_swaps,
    crossings,
    swap,
    swaps,
    tangling_swaps,
)

GAME = "cordwright"
SEEDS = (0, 7, 2**53 - 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_frame_1_is_cleared_by_trying_its_15_swaps_from_the_first_token(api: Api, seed: int) -> None:
    first = api.init(GAME, seed)
    assert first["legalActions"] == [*swaps(6), SKIP, BANK]
    tried = [accepted(api.act(GAME, first["stateToken"], action)) for action in swaps(6)]
    cleared = [body for body in tried if body["observation"]["phase"] == "cleared"]
    assert len(cleared) == len(clearing_swaps(first["observation"])) >= 1, "frame 1 is one swap from clear"
    for body in cleared:
        assert body["events"] == [{"type": "cleared", "points": 390, "swaps": 1}]  # 200 + 20*5 + 90
        assert body["score"] == body["observation"]["lastFramePoints"] == 390
        assert body["observation"]["crossingCount"] == 0
        assert body["legalActions"] == [NEXT, BANK]
    for body in tried:
        check_crossings(body["observation"])
        assert (body["observation"]["phase"] == "cleared") is (body["observation"]["crossings"] == [])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_of_a_clear_a_skip_and_a_bank(api: Api, seed: int) -> None:
    first = api.init(GAME, seed)
    clear = clearing_swaps(first["observation"])[0]
    cleared, second, skipped, third, banked = api.play(
        GAME, first["stateToken"], [clear, NEXT, SKIP, NEXT, BANK]
    )
    assert cleared["score"] == clear_points(5, 1)
    assert second["events"] == [{"type": "next", "frame": 2}]
    assert second["observation"]["swaps"] == second["observation"]["lastFramePoints"] == 0
    assert second["observation"]["crossingCount"] > 0
    assert skipped["events"] == [{"type": "skipped"}]
    assert skipped["observation"]["skippedFrames"] == 1
    assert skipped["legalActions"] == [NEXT, BANK]
    assert third["observation"]["frame"] == 3
    assert banked["events"] == [{"type": "banked", "score": 390}]
    assert banked["gameOver"]
    assert banked["legalActions"] == []
    observation = banked["observation"]
    assert (observation["phase"], observation["endReason"]) == ("ended", "banked")
    assert (observation["clearedFrames"], observation["skippedFrames"]) == (1, 1)
    assert observation["turn"] == 5


@pytest.mark.parametrize("seed", SEEDS)
def test_the_frames_have_the_sockets_and_cords_of_the_rules(api: Api, seed: int) -> None:
    first = api.init(GAME, seed)
    boards = [first, *api.play(GAME, first["stateToken"], [SKIP, NEXT] * 9)[1::2]]
    sizes = {1: (6, {5}), 2: (6, {6, 7}), 3: (6, {6, 7}), **dict.fromkeys((4, 5, 6), (8, {8, 9, 10}))}
    for frame, body in enumerate(boards, start=1):
        observation = body["observation"]
        sockets, cords = sizes.get(frame, (9, {10, 11, 12}))
        assert observation["frame"] == frame
        assert [socket["id"] for socket in observation["sockets"]] == list(range(sockets))
        assert [socket["number"] for socket in observation["sockets"]] == list(range(1, sockets + 1))
        assert all(0 <= socket[axis] <= 100 for socket in observation["sockets"] for axis in "xy")
        assert sorted(observation["occupancy"]) == list(range(sockets))
        assert len(observation["edges"]) in cords
        assert body["legalActions"] == [*swaps(sockets), SKIP, BANK]
        assert observation["crossingCount"] > 0
        check_crossings(observation)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clear_with_many_swaps_keeps_the_base_award(api: Api, seed: int) -> None:
    first = api.init(GAME, seed)
    clear = clearing_swaps(first["observation"])[0]
    detour = tangling_swaps(first["observation"])[0]
    bodies = api.play(GAME, first["stateToken"], [*[detour, detour] * 5, clear])
    assert [body["observation"]["nextClearPoints"] for body in bodies[:-1]] == [
        clear_points(5, used + 1) for used in range(1, 11)
    ]
    assert bodies[-1]["score"] == clear_points(5, 11) == 300


def test_a_reversed_swap_is_the_same_swap_and_counts_again(api: Api) -> None:
    first = api.init(GAME)
    action = tangling_swaps(first["observation"])[0]
    there = api.act(GAME, first["stateToken"], action)
    mirrored = api.act(GAME, first["stateToken"], swap(action["b"], action["a"]))
    assert there.content == mirrored.content
    back = accepted(api.act(GAME, accepted(there)["stateToken"], action))
    assert back["observation"]["occupancy"] == first["observation"]["occupancy"]
    assert (back["observation"]["swaps"], back["observation"]["turn"]) == (2, 2)


def test_a_skip_is_for_playing_and_next_for_after(api: Api) -> None:
    first = api.init(GAME)
    refused(api.act(GAME, first["stateToken"], NEXT), "wrong-phase")
    skipped = accepted(api.act(GAME, first["stateToken"], SKIP))
    for action in (SKIP, swap(0, 1)):
        refused(api.act(GAME, skipped["stateToken"], action), "wrong-phase")


def test_frames_are_the_same_whatever_was_played_before(api: Api) -> None:
    first = api.init(GAME)
    clear = clearing_swaps(first["observation"])[0]
    detour = tangling_swaps(first["observation"])[0]
    boards = [
        api.play(GAME, first["stateToken"], [*before, NEXT])[-1]["observation"]
        for before in ([clear], [SKIP], [detour, SKIP])
    ]
    dealt = [[board[part] for part in ("sockets", "edges", "occupancy")] for board in boards]
    assert all(one == dealt[0] for one in dealt)


def check_crossings(observation: Json) -> None:
    """Assert that the crossings shown are those of the rules, and that charms and occupancy agree."""
    assert observation["crossings"] == crossings(observation)
    assert observation["crossingCount"] == len(observation["crossings"])
    assert observation["edges"] == sorted(observation["edges"])
    assert all(a < b for a, b in observation["edges"])
    for charm in observation["charms"]:
        assert observation["occupancy"][charm["socket"]] == charm["id"]
        assert charm["letter"] == "ABCDEFGHI"[charm["id"]]
