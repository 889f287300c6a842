"""Magic Hex Swap over HTTP: previews, undo and restart, practice, and batches of all of these."""

import pytest

from tests.http.client import Api, Json, accepted, problem, refused, without, written

GAME = "magic-hex-swap"
INIT = f"/api/games/{GAME}/init"
SWAP: Json = {"type": "act", "move": "white-1", "dice": [0], "targets": [[0, -2], [1, -2]]}
PASS: Json = {"type": "pass"}
UNDO: Json = {"type": "undo"}
RESTART: Json = {"type": "restart"}
OPENER: Json = {"type": "preview", "move": "blue-2a", "targets": []}
SWAPS: Json = {"type": "preview", "move": "white-1", "targets": []}
SOLUTION: Json = {"type": "act", "move": "blue-2a", "dice": [0, 1], "targets": [[2, -3], [0, 0]]}


@pytest.fixture
def first(api: Api) -> Json:
    """The opening of seed 7."""
    return api.init(GAME)


def test_an_opening_has_the_dice_and_rows_of_its_seed(first: Json) -> None:
    assert first["observation"]["dice"] == ["wild", "green", "blue"]
    assert first["observation"]["board"][0] == "r= -2 q= -3..  . . . W K B ."
    assert first["spec"]["scoreDirection"] == "lower"
    assert first["score"] == first["observation"]["turns"] == 0
    assert OPENER in first["legalActions"]
    assert first["legalActions"][-2:] == [PASS, RESTART]


def test_a_preview_shows_a_draft_and_lists_what_goes_on_from_it_and_changes_nothing(
    api: Api, first: Json
) -> None:
    shown = accepted(api.act(GAME, first["stateToken"], OPENER))
    assert shown["stateToken"] == first["stateToken"]
    assert shown["events"] == []
    assert without(shown["observation"], "preview") == first["observation"]
    draft = shown["observation"]["preview"]
    opened = [action for action in shown["legalActions"] if action["type"] == "preview"]
    assert [action["targets"] for action in opened] == [[cell] for cell in draft["next"]]
    assert shown["legalCount"] == len(shown["legalActions"])
    on = accepted(api.act(GAME, first["stateToken"], opened[0]))
    act = on["legalActions"][0]
    assert act["type"] == "act"
    assert act["targets"][:1] == opened[0]["targets"]
    after = accepted(api.act(GAME, first["stateToken"], act))
    assert "preview" not in after["observation"]
    assert after["events"] == [{"type": "acted", "move": "blue-2a"}]


def test_only_the_reply_to_a_preview_has_one(api: Api, first: Json) -> None:
    token = accepted(api.act(GAME, first["stateToken"], OPENER))["stateToken"]
    assert "preview" not in api.state(GAME, token)["observation"]
    assert written(api.state(GAME, token)) == written(without(first, "spec"))
    assert (
        "preview"
        not in refused(api.act(GAME, token, {**OPENER, "move": "red-3"}), "dice-face")["observation"]
    )


@pytest.mark.parametrize("legal", ["full", "count", "none"])
def test_a_preview_heeds_the_switch(api: Api, first: Json, legal: str) -> None:
    full = accepted(api.act(GAME, first["stateToken"], OPENER))
    body = accepted(api.act(GAME, first["stateToken"], OPENER, legal=legal))
    left_out = {"full": (), "count": ("legalActions",), "none": ("legalActions", "legalCount")}[legal]
    assert written(body) == written(without(full, *left_out))


def test_a_batch_that_ends_with_a_preview_is_answered_as_that_preview(api: Api, first: Json) -> None:
    single = accepted(api.act(GAME, api.play(GAME, first["stateToken"], [PASS])[-1]["stateToken"], SWAPS))
    batch = accepted(api.batch(GAME, first["stateToken"], [PASS, SWAPS]))
    assert without(batch, "applied", "stopped", "events") == without(single, "events")
    assert (batch["applied"], batch["stopped"]) == (2, "end")
    assert batch["events"] == [{"type": "passed"}]
    later = accepted(api.batch(GAME, first["stateToken"], [SWAPS, PASS]))
    assert "preview" not in later["observation"]
    halted = refused(api.batch(GAME, first["stateToken"], [OPENER, None]), "malformed-action")
    assert "preview" not in halted["observation"]
    assert halted["stateToken"] == first["stateToken"]


def test_undo_gives_back_the_very_token(api: Api, first: Json) -> None:
    swapped, undone = api.play(GAME, first["stateToken"], [SWAP, UNDO])
    assert swapped["observation"]["undoAvailable"] == 1
    assert undone["stateToken"] == first["stateToken"]
    assert undone["events"] == [{"type": "undone"}]
    refused(api.act(GAME, undone["stateToken"], UNDO), "nothing-to-undo")


def test_a_restart_with_a_seed_changes_the_seed_of_the_reply(api: Api, first: Json) -> None:
    (other,) = api.play(GAME, first["stateToken"], [{**RESTART, "seed": 8, "green3": "doc"}])
    eight = api.init(GAME, 8, green3="doc")
    assert (other["seed"], other["observation"]["seed"], other["observation"]["green3"]) == (8, 8, "doc")
    assert without(other["observation"], "undoAvailable") == without(eight["observation"], "undoAvailable")
    assert api.play(GAME, other["stateToken"], [UNDO])[-1]["seed"] == 7


def test_a_practice_puzzle_without_a_seed_has_seed_0_and_takes_one(api: Api) -> None:
    begun = accepted(api.get(INIT, practice="blue-bridge"))
    assert begun["seed"] == 0
    assert begun["observation"]["practice"] == "blue-bridge"
    assert (
        api.get(INIT, practice="blue-bridge", seed=0).content == api.get(INIT, practice="blue-bridge").content
    )
    assert accepted(api.get(INIT, practice="blue-bridge", seed=5))["seed"] == 5


def test_a_practice_puzzle_reads_green_3_as_pdf_only(api: Api) -> None:
    accepted(api.get(INIT, practice="two-homes", green3="pdf"))
    fault = problem(api.get(INIT, practice="two-homes", green3="doc"), 400, "bad-option")
    assert fault["reason"] == 'With "practice", "green3" must be pdf.'
    options = {"practice": "two-homes", "green3": "doc"}
    problem(api.replay(GAME, [PASS], seed=0, options=options), 400, "bad-option")


def test_a_practice_puzzle_is_won_and_the_end_taken_back(api: Api) -> None:
    begun = accepted(api.get(INIT, practice="blue-bridge"))
    won = accepted(api.act(GAME, begun["stateToken"], SOLUTION))
    assert won["gameOver"]
    assert won["score"] == 1
    assert won["observation"]["phase"] == "won"
    assert won["observation"]["rating"] == "expert and/or lucky"
    assert won["legalActions"] == [UNDO, RESTART]
    assert won["events"][-1] == {"type": "won", "turns": 1, "rating": "expert and/or lucky"}
    for action in (PASS, SOLUTION, OPENER):
        refused(api.act(GAME, won["stateToken"], action), "wrong-phase")
    back = accepted(api.act(GAME, won["stateToken"], UNDO))
    assert back["stateToken"] == begun["stateToken"]
    again = accepted(api.act(GAME, won["stateToken"], RESTART))
    assert not again["gameOver"]


def test_a_batch_stops_at_the_win_and_goes_on_from_it_with_undo(api: Api) -> None:
    begun = accepted(api.get(INIT, practice="blue-bridge"))
    stopped = accepted(api.batch(GAME, begun["stateToken"], [PASS, UNDO, SOLUTION, UNDO]))
    assert (stopped["applied"], stopped["stopped"]) == (3, "game-over")
    on = accepted(api.batch(GAME, stopped["stateToken"], [UNDO, PASS]))
    assert (on["applied"], on["stopped"]) == (2, "end")


def test_a_replay_takes_the_options(api: Api) -> None:
    played = accepted(api.replay(GAME, [SOLUTION], seed=0, options={"practice": "blue-bridge"}))
    assert played["gameOver"]
    assert (
        played["stateToken"]
        == accepted(api.act(GAME, accepted(api.get(INIT, practice="blue-bridge"))["stateToken"], SOLUTION))[
            "stateToken"
        ]
    )
