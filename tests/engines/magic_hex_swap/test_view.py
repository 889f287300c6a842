"""What a player sees: the members of the contract, groups and their status, the drawn board, and sizes."""

from statistics import median

import orjson
import pytest

from app.play import Desk
from app.tokens import Tokens
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.model import State
from tests.engines.magic_hex_swap.driver import START, UNDO, act, nodes, offered, play, state_of, step, view

FIELDS = [
    "phase",
    "practice",
    "seed",
    "green3",
    "turns",
    "dice",
    "nodes",
    "board",
    "groups",
    "moves",
    "ratingIfWonThisTurn",
    "undoAvailable",
]
WON = step(state_of(nodes("0,0: R W\n0,1: R")), act("red-2", [0, 1], [[1, 0]])).state


def test_an_observation_has_the_published_fields_in_order() -> None:
    assert [*view(START)] == FIELDS
    assert [*view(WON)] == [*FIELDS, "rating"]
    assert [*ENGINE.spec.observation] == [*FIELDS, "rating", "preview"]


@pytest.mark.parametrize("state", [START, WON, state_of(nodes("0,0: W"))], ids=["begun", "won", "one node"])
def test_an_observation_is_written_as_it_is_as_an_object(state: State) -> None:
    assert ENGINE.in_json is not None
    assert ENGINE.in_json.observe(state).encode() == orjson.dumps(ENGINE.observe(state))


def test_nodes_stand_in_reading_order_with_the_letters_of_their_colours() -> None:
    seen = view(play([act("white-1", [0], [[0, -2], [1, -2]])]))["nodes"]
    assert seen == sorted(seen, key=lambda node: (node[1], node[0]))
    assert seen[:3] == [[0, -2, "K"], [1, -2, "W"], [2, -2, "B"]]
    moved = view(step(state_of(nodes("0,0: B W K")), act("blue-1", [0], [[0, 0], [1, -1]])).state)["nodes"]
    assert moved == [[1, -1, "B"], [1, 0, "W"], [2, 0, "K"]]


def test_the_opening_of_seed_7_is_drawn_as_the_contract_draws_it() -> None:
    assert view(START)["board"] == [
        "r= -2 q= -3..  . . . W K B .",
        "r= -1 q= -3..   . . B R G R .",
        "r=  0 q= -3..    . W G W B W .",
        "r=  1 q= -3..     . R B R G . .",
        "r=  2 q= -3..      . W G K . . .",
    ]


def test_rows_without_a_node_are_drawn_and_numbers_may_be_long() -> None:
    assert view(state_of(nodes("-9,-123: W\n-10,-121: K")))["board"] == [
        "r=-123 q=-11..  . . W .",
        "r=-122 q=-11..   . . . .",
        "r=-121 q=-11..    . K . .",
    ]


def test_a_small_board_is_drawn_wherever_it_lies() -> None:
    assert view(state_of(nodes("500,700: W K")))["board"] == ["r=700 q=499..  . W K ."]


@pytest.mark.parametrize(("far", "lines"), [("39,0", 1), ("40,0", 0), ("0,39", 40), ("0,40", 0)])
def test_a_board_of_more_than_40_rows_or_columns_is_not_drawn(far: str, lines: int) -> None:
    assert len(view(state_of(nodes(f"0,0: W\n{far}: K")))["board"]) == lines


def test_groups_stand_by_colour_and_each_by_its_first_cell_with_what_the_colour_lacks() -> None:
    groups = view(state_of(nodes("1,-1: W . R\n0,0: K W W R\n-1,1: B W K")))["groups"]
    assert groups == [
        # (1,-1) touches (1,0), which touches (2,0); (0,1) touches (1,0) too.
        {
            "color": "white",
            "nodes": 4,
            "groups": [[[1, -1], [1, 0], [2, 0], [0, 1]]],
            "status": "done",
        },
        {"color": "black", "nodes": 2, "groups": [[[0, 0]], [[1, 1]]], "status": "needs-joining"},
        {"color": "red", "nodes": 2, "groups": [[[3, -1], [3, 0]]], "status": "done"},
        {"color": "blue", "nodes": 1, "groups": [[[-1, 1]]], "status": "needs-partner"},
        {"color": "green", "nodes": 0, "groups": [], "status": "absent"},
    ]


def test_a_group_is_read_in_reading_order_even_when_it_winds() -> None:
    (white, *_) = view(state_of(nodes("0,0: W . W\n0,1: W W")))["groups"]
    assert white["groups"] == [[[0, 0], [2, 0], [0, 1], [1, 1]]]


RATINGS = {
    **dict.fromkeys(range(5), "expert and/or lucky"),
    5: "great",
    6: "good",
    7: "improving",
    8: "improving",
    9: "beginner",
    500: "beginner",
}


@pytest.mark.parametrize("turns", RATINGS)
def test_the_rating_shown_is_that_of_a_win_by_the_next_turn(turns: int) -> None:
    seen = view(state_of(nodes("0,0: W K"), turns=turns))
    assert seen["ratingIfWonThisTurn"] == RATINGS[turns]


def test_first_targets_stand_in_reading_order() -> None:
    for move in view(START)["moves"]:
        assert move["firstTargets"] == sorted(move["firstTargets"], key=lambda cell: (cell[1], cell[0]))


def test_undo_available_counts_the_checkpoints() -> None:
    state = play([{"type": "pass"}] * 3)
    assert view(state)["undoAvailable"] == 3
    assert view(step(state, UNDO).state)["undoAvailable"] == 2


# Sizes


def reply_bytes(state: State) -> int:
    desk = Desk(Tokens(["one key for the tests of this game"]))
    token = desk.tokens.seal(ENGINE, state)
    return len(orjson.dumps(desk.look(ENGINE, token, "full")))


@pytest.mark.parametrize("green3", ["pdf", "doc"])
def test_replies_on_openings_are_not_long(green3: str) -> None:
    sizes = [reply_bytes(ENGINE.initial(seed, {"green3": green3})) for seed in (*range(300), *LONG_LISTS)]
    assert median(sizes) <= 8_000
    assert max(sizes) <= 20_000


LONG_LISTS = [348, 512, 546, 551, 799, 815, 1004, 1460, 1569, 1586, 1626, 1651, 1746]
"""Openings with two or three wild dice and much to do."""


def test_the_observation_of_an_opening_is_about_2_kb() -> None:
    assert len(orjson.dumps(view(START))) < 2_100
    assert len(offered(START)) == 91
