"""Magic Hex Swap at its limits over HTTP: 50 undos, 1,000 turns, 200 nodes, far cells, several puzzles."""

from collections.abc import Sequence

import pytest

from tests.http.client import Api, Json, accepted, events_of, refused, without, written

GAME = "magic-hex-swap"
PASS: Json = {"type": "pass"}
UNDO: Json = {"type": "undo"}
RESTART: Json = {"type": "restart"}
PUZZLES = ("blue-bridge", "two-homes", "remove-the-splinter")


def act(move: str, dice: list[int], targets: Sequence[tuple[int, int]], *save: int) -> Json:
    """Write an act."""
    written: Json = {"type": "act", "move": move, "dice": dice, "targets": [[*cell] for cell in targets]}
    return {**written, "save": [*save]} if save else written


WINNING = [
    act("blue-1", [2], [(1, 0), (3, -2)], 0),
    act("white-2a", [0, 1], [(0, 0), (-2, 1)]),
    act("red-2", [0, 1], [(2, 0)]),
    act("white-2b", [1, 2], [(0, -1), (1, -1)], 0),
    act("red-1", [0], [(-1, 1)], 1),
    act("blue-3", [0, 1, 2], [(1, -2), (1, 2), (-1, -1)]),
    act("green-1", [0], [(-1, 1)], 1),
    act("black-1", [0], [(1, 1)], 1),
    act("red-3", [0, 1, 2], [(1, -2), (0, -2)]),
]
"""Seed 7 from the deal to the win."""


def test_a_whole_run_comes_out_alike_step_by_step_in_a_batch_and_replayed(api: Api) -> None:
    token = api.init(GAME)["stateToken"]
    bodies = api.play(GAME, token, WINNING)
    assert [body["score"] for body in bodies] == [*range(1, 10)]
    assert [body["gameOver"] for body in bodies] == [False] * 8 + [True]
    won = bodies[-1]
    assert won["observation"]["rating"] == "improving"
    assert won["events"][-1] == {"type": "won", "turns": 9, "rating": "improving"}
    assert {group["status"] for group in won["observation"]["groups"]} <= {"done", "absent"}
    for body in (
        accepted(api.batch(GAME, token, [*WINNING, PASS])),
        accepted(api.replay(GAME, [*WINNING, PASS])),
    ):
        assert (body["applied"], body["stopped"]) == (9, "game-over")
        assert body["events"] == events_of(bodies)
        assert written(without(body, "events", "applied", "stopped")) == written(without(won, "events"))
    # All the way back: one undo for each turn.
    back = api.play(GAME, won["stateToken"], [UNDO] * 9)
    assert [body["score"] for body in back] == [*range(8, -1, -1)]
    assert back[-1]["stateToken"] == token


def test_a_saved_die_keeps_its_face_over_http(api: Api) -> None:
    token = api.init(GAME)["stateToken"]
    dice = [body["observation"]["dice"] for body in api.play(GAME, token, WINNING[:2])]
    assert dice[0][0] == api.init(GAME)["observation"]["dice"][0] == "wild"
    (rolled,) = api.play(GAME, token, [without(WINNING[0], "save")])
    assert rolled["observation"]["dice"][1:] == dice[0][1:]  # what a die comes up with is the seed's affair


def test_50_turns_are_taken_back_and_the_51st_is_not(api: Api) -> None:
    token = api.init(GAME)["stateToken"]
    bodies = api.play(GAME, token, [{**PASS, "save": [turn % 3]} for turn in range(55)])
    assert [body["observation"]["undoAvailable"] for body in bodies] == [*range(1, 51), *[50] * 5]
    back = api.play(GAME, bodies[-1]["stateToken"], [UNDO] * 50)
    for earlier, body in zip(reversed(bodies[4:54]), back, strict=True):
        assert without(body["observation"], "undoAvailable") == without(
            earlier["observation"], "undoAvailable"
        )
    last = back[-1]
    assert (last["score"], last["observation"]["undoAvailable"]) == (5, 0)
    assert UNDO not in last["legalActions"]
    no = refused(api.act(GAME, last["stateToken"], UNDO), "nothing-to-undo")
    assert no["stateToken"] == last["stateToken"]
    assert accepted(api.act(GAME, no["stateToken"], PASS))["score"] == 6
    together = refused(
        api.batch(GAME, bodies[-1]["stateToken"], [{"repeat": 51, "action": UNDO}]), "nothing-to-undo"
    )
    assert (together["applied"], together["failedIndex"]) == (50, 0)
    assert together["stateToken"] == last["stateToken"]


def test_a_restart_is_undone_with_the_game_before_it_behind(api: Api) -> None:
    token = api.init(GAME)["stateToken"]
    *_, before, again, one, back, undone, further = api.play(
        GAME, token, [*WINNING[:2], {**RESTART, "seed": 8}, PASS, UNDO, UNDO, UNDO]
    )
    assert again["observation"]["undoAvailable"] == 3
    assert (again["seed"], again["score"], one["score"]) == (8, 0, 1)
    assert back["stateToken"] == again["stateToken"]
    assert undone["stateToken"] == before["stateToken"]
    assert further["score"] == 1


def test_after_1000_turns_only_undo_and_restart_are_left(api: Api) -> None:
    body = accepted(api.batch(GAME, api.init(GAME)["stateToken"], [{"repeat": 1000, "action": PASS}]))
    assert (body["score"], body["gameOver"]) == (1000, False)
    assert body["eventsDropped"] == 800
    assert body["legalActions"] == [UNDO, RESTART]
    assert body["observation"]["moves"] == []
    for action in (PASS, WINNING[0], {"type": "preview", "move": "red-1", "targets": []}):
        no = refused(api.act(GAME, body["stateToken"], action), "turn-limit")
        assert "1000 turns" in no["reason"]
        assert "restart" in no["reason"]
        assert no["stateToken"] == body["stateToken"]
        assert no["observation"] == body["observation"]
    undone, passed, restarted = api.play(GAME, body["stateToken"], [UNDO, PASS, RESTART])
    assert (undone["score"], passed["score"], restarted["score"]) == (999, 1000, 0)
    assert passed["stateToken"] == body["stateToken"]
    too_many = refused(
        api.batch(GAME, api.init(GAME)["stateToken"], [{"repeat": 1001, "action": PASS}]), "turn-limit"
    )
    assert too_many["applied"] == 1000
    assert too_many["stateToken"] == body["stateToken"]


@pytest.mark.parametrize("cell", [(10_000, 0), (0, -10_000), (2**53, 0), (-(2**53) - 1, 5)])
def test_a_cell_beyond_the_limit_is_refused_in_words(api: Api, cell: tuple[int, int]) -> None:
    token = api.init(GAME)["stateToken"]
    no = refused(api.act(GAME, token, act("blue-1", [2], [(1, 0), cell])), "out-of-range")
    assert "-9999 to 9999" in no["reason"]
    assert no["stateToken"] == token
    far = refused(api.act(GAME, token, act("blue-1", [2], [(1, 0), (9999, -9999)])), "destination-distance")
    assert "1 to 2 away" in far["reason"]


def test_a_node_flies_far_from_the_others_and_the_board_is_no_longer_drawn(api: Api) -> None:
    body = api.init(GAME)
    cell, flights, turns = [1, 0], 0, 0
    while flights < 12:
        faces = body["observation"]["dice"]
        paying = [die for die in range(3) if faces[die] in ("blue", "wild")][:2]
        action: Json = {**PASS, "save": paying}
        if len(paying) == 2:
            onward = [cell[0] + 4, cell[1]]
            action = {"type": "act", "move": "blue-2a", "dice": paying, "targets": [cell, onward]}
            cell, flights = onward, flights + 1
        body = accepted(api.act(GAME, body["stateToken"], action))
        turns += 1
        assert turns < 200
    assert cell == [49, 0]
    assert [49, 0, "B"] in body["observation"]["nodes"]
    assert body["observation"]["board"] == []
    check_offers(api, body)


def test_a_board_of_200_nodes_is_played_like_any_other(api: Api) -> None:
    body, turns = api.init(GAME, green3="doc"), 0
    while len(body["observation"]["nodes"]) < 200:
        body = grown(api, body)
        turns += 1
        assert turns < 300
    assert len(body["stateToken"]) < 2000
    assert body["observation"]["undoAvailable"] == 50
    check_offers(api, body)


def grown(api: Api, body: Json) -> Json:
    """Play the largest green move that the lists lead to; keep the dice for one when there is none."""
    largest: Json | None = None
    for opener in body["legalActions"]:
        if opener.get("move") in ("green-1", "green-2a", "green-3a"):
            largest = opener
    while largest is not None and largest["type"] == "preview":
        shown = accepted(api.act(GAME, body["stateToken"], largest))
        offered = [each for each in shown["legalActions"] if each.get("move") == largest["move"]]
        largest = max(offered, key=lambda each: len(each["targets"]))
    faces = body["observation"]["dice"]
    kept = [die for die in range(3) if faces[die] in ("green", "wild")]
    if largest is None:
        return accepted(api.act(GAME, body["stateToken"], {**PASS, "save": kept}))
    left = [die for die in kept if die not in largest["dice"]]
    return accepted(api.act(GAME, body["stateToken"], {**largest, "save": left} if left else largest))


def check_offers(api: Api, body: Json) -> None:
    """Assert that some of each kind of what a position offers is accepted, and leaves its token good."""
    for action in body["legalActions"][:: max(1, len(body["legalActions"]) // 10)]:
        after = accepted(api.act(GAME, body["stateToken"], action))
        if action["type"] == "preview":
            assert after["stateToken"] == body["stateToken"]
            below = [each for each in after["legalActions"] if each["type"] in ("act", "preview")]
            assert below
            accepted(api.act(GAME, body["stateToken"], below[-1]))


def test_puzzles_and_the_main_game_do_not_touch_each_other(api: Api) -> None:
    main = api.play(GAME, api.init(GAME)["stateToken"], WINNING[:3])[-1]
    starts = {name: api.init(GAME, practice=name) for name in PUZZLES}
    assert len({body["stateToken"] for body in (main, *starts.values())}) == 4
    for name, first in starts.items():
        assert first["observation"]["practice"] == name
        passed, undone, again, restarted, taken_back = api.play(
            GAME, first["stateToken"], [PASS, UNDO, PASS, RESTART, UNDO]
        )
        assert undone["stateToken"] == first["stateToken"]
        assert passed["stateToken"] == again["stateToken"] == taken_back["stateToken"]
        assert restarted["observation"] == {**first["observation"], "undoAvailable": 2}
        refused(api.act(GAME, first["stateToken"], {**RESTART, "seed": 7}), "practice-restart")
    # The token of the main game goes on as if nothing had been in between.
    assert api.play(GAME, main["stateToken"], WINNING[3:])[-1]["gameOver"]
