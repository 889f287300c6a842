"""Each sentence a refused turn is answered with: which target failed and what it must be."""

from collections.abc import Sequence

import pytest

from engines.magic_hex_swap.deal import deal
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.model import Act
from engines.refusal import Refusal
from tests.engines.magic_hex_swap.driver import (
    RESTART,
    START,
    UNDO,
    WILDS,
    Json,
    act,
    nodes,
    preview,
    state_of,
    submit,
)
from tests.engines.magic_hex_swap.reference import TIERS
from tests.schemas.sentences import is_one_sentence

ROW = nodes("0,0: W K R B G")

TOLD: list[tuple[str, Sequence[Sequence[int]], str, str]] = [
    ("white-1", [[1, 0], [0, 0]], "first-not-eligible", "1 of white-1, [1,0], must be white."),
    ("white-1", [[9, 9], [0, 0]], "target-empty", "1 of white-1, [9,9], must be a node; this cell is empty."),
    (
        "white-1",
        [[0, 0], [2, 0]],
        "partner-distance",
        "2 of white-1, [2,0], must be 1 away from target 1; it is 2 away.",
    ),
    (
        "white-2a",
        [[0, 0], [1, 0]],
        "partner-distance",
        "2 of white-2a, [1,0], must be 2 away from target 1; it is 1 away.",
    ),
    (
        "white-2b",
        [[0, 0], [1, 0]],
        "first-not-eligible",
        "1 of white-2b, [0,0], must have a white neighbour.",
    ),
    (
        "white-3",
        [[2, 0], [1, 0], [0, 0], [1, 0]],
        "first-not-eligible",
        "1 of white-3, [2,0], must be white or have a white neighbour.",
    ),
    (
        "white-3",
        [[0, 0], [3, 0], [0, 0], [1, 0]],
        "partner-distance",
        "2 of white-3, [3,0], must be 1 to 2 away from target 1; it is 3 away.",
    ),
    (
        "white-3",
        [[0, 0], [1, 0], [0, 0], [1, 0]],
        "third-in-first-swap",
        "3 of white-3, [0,0], must be a node that took no part in the first swap.",
    ),
    (
        "white-3",
        [[0, 0], [1, 0], [4, 0], [1, 0]],
        "third-not-eligible",
        "3 of white-3, [4,0], must be white, or have a white neighbour after the first swap.",
    ),
    (
        "white-3",
        [[0, 0], [2, 0], [1, 0], [3, 0]],
        "position-not-first-swap",
        "4 of white-3, [3,0], must be one of the two positions of the first swap.",
    ),
    (
        "black-1",
        [[0, 0]],
        "first-not-eligible",
        "1 of black-1, [0,0], must have at least 2 black neighbours.",
    ),
    ("black-1", [[1, 0]], "first-not-eligible", "1 of black-1, [1,0], must be a node that is not black."),
    ("black-2", [[4, 0]], "first-not-eligible", "1 of black-2, [4,0], must have a black neighbour."),
    (
        "black-3",
        [[0, 0], [2, 0]],
        "chain-not-touching",
        "2 of black-3, [2,0], must touch the target before it, [0,0].",
    ),
    (
        "black-3",
        [[0, 0], [1, 0]],
        "second-not-eligible",
        "2 of black-3, [1,0], must be a node that is not black.",
    ),
    ("red-1", [[1, 0]], "first-not-eligible", "1 of red-1, [1,0], must have at least 2 red neighbours."),
    ("red-2", [[9, 9]], "target-empty", "1 of red-2, [9,9], must be a node; this cell is empty."),
    ("red-2", [[2, 0]], "first-not-eligible", "1 of red-2, [2,0], must be a node that is not red."),
    (
        "red-3",
        [[1, 0], [3, 0]],
        "chain-not-touching",
        "2 of red-3, [3,0], must touch the target before it, [1,0].",
    ),
    (
        "blue-1",
        [[3, 0], [4, 0]],
        "destination-occupied",
        "2 of blue-1, [4,0], must be an empty cell; a node stands here.",
    ),
    (
        "blue-1",
        [[3, 0], [6, 0]],
        "destination-distance",
        "2 of blue-1, [6,0], must be 1 to 2 away from target 1; it is 3 away.",
    ),
    ("blue-1", [[0, 0], [0, 1]], "first-not-eligible", "1 of blue-1, [0,0], must be blue."),
    ("blue-1", [[0, 1], [0, 2]], "target-empty", "1 of blue-1, [0,1], must be a node; this cell is empty."),
    (
        "blue-3",
        [[0, 0], [0, 1], [3, 0]],
        "first-not-eligible",
        "1 of blue-3, [0,0], must be blue or have a blue neighbour.",
    ),
    (
        "blue-3",
        [[3, 0], [3, 1], [3, 1]],
        "second-is-moved",
        "3 of blue-3, [3,1], must be another node than the one that has moved.",
    ),
    (
        "blue-3",
        [[3, 0], [3, -2], [0, 0]],
        "second-not-eligible",
        "3 of blue-3, [0,0], must be blue, or have a blue neighbour after the first node has moved.",
    ),
    (
        "green-1",
        [[0, 0]],
        "target-occupied",
        "1 of green-1, [0,0], must be an empty cell; a node stands here.",
    ),
    ("green-1", [[0, 1]], "first-not-eligible", "1 of green-1, [0,1], must have a green neighbour."),
    (
        "green-1",
        [[5, 0], [3, 1]],
        "chain-not-touching",
        "2 of green-1, [3,1], must touch the target before it, [5,0].",
    ),
    (
        "green-3a",
        [[5, 0], [6, 0]],
        "no-common-group",
        "2 of green-3a, [6,0], must touch a green group, as it was before the move, that all targets so far "
        "touch.",
    ),
]


@pytest.mark.parametrize(("move", "targets", "code", "words"), TOLD, ids=[told[3] for told in TOLD])
def test_a_refused_target_is_named_with_what_it_must_be(
    move: str, targets: Sequence[Sequence[int]], code: str, words: str
) -> None:
    assert submit(state_of(ROW), act(move, range(TIERS[move]), targets)) == Refusal(code, f"Target {words}")


def test_in_doc_mode_a_later_target_is_told_that_new_greens_count() -> None:
    refusal = submit(state_of(ROW, green3="doc"), act("green-3a", [0, 1, 2], [[5, 0], [9, 9]]))
    words = "Target 2 of green-3a, [9,9], must have a green neighbour, old or just added."
    assert refusal == Refusal("target-not-eligible", words)


@pytest.mark.parametrize(
    ("faces", "action", "refusal"),
    [
        (
            ("white", "red", "wild"),
            act("white-1", [1], [[0, 0], [1, 0]]),
            Refusal("dice-face", "The move white-1 is paid with white or wild dice; die 1 shows red."),
        ),
        (
            WILDS,
            {**act("white-1", [1], [[0, 0], [1, 0]]), "save": [0, 1]},
            Refusal("save-spent", "Die 1 is spent on the move; save only dice that are not."),
        ),
        (
            ("white", "red", "wild"),
            preview("white-3"),
            Refusal("dice-face", "The move white-3 costs 3 dice that show white or wild; you have fewer."),
        ),
        (
            WILDS,
            preview("white-1", [[0, 0], [1, 0], [2, 0]]),
            Refusal("targets-count", "The move white-1 takes 2 targets; send no more."),
        ),
        (
            WILDS,
            preview("black-1", [[0, 0], [1, 0]]),
            Refusal("targets-count", "The move black-1 takes 1 target; send no more."),
        ),
        (
            WILDS,
            preview("green-1", [[5, 0], [6, 0], [7, 0]]),
            Refusal("targets-count", "The move green-1 takes 1 to 2 targets; send no more."),
        ),
        (
            WILDS,
            preview("green-3b", [[5, 0]]),
            Refusal("colors-count", "The move green-3b takes a colour for each target."),
        ),
        (
            WILDS,
            preview("green-1", [[5, 0]], ("red",)),
            Refusal("colors-count", "The move green-1 takes no colours."),
        ),
        (
            WILDS,
            UNDO,
            Refusal("nothing-to-undo", "There is no checkpoint to go back to; undo comes after a turn."),
        ),
    ],
    ids=str,
)
def test_any_other_refusal_says_what_would_do(faces: tuple[str, ...], action: Json, refusal: Refusal) -> None:
    assert submit(state_of(ROW, faces), action) == refusal


def test_a_swap_without_effect_is_told_so() -> None:
    refusal = submit(state_of(nodes("0,0: W W K")), act("white-1", [0], [[0, 0], [1, 0]]))
    words = "This white-1 would leave the board as it is; swap different colours."
    assert refusal == Refusal("no-effect", words)


def test_a_preview_that_cannot_be_completed_points_to_the_lists() -> None:
    refusal = submit(state_of(nodes("0,0: W K")), preview("white-3", [[0, 0]]))
    words = "No legal white-3 begins so; choose a cell of firstTargets, or of next in a preview."
    assert refusal == Refusal("dead-end", words)


def test_an_action_of_a_wrong_count_is_told_the_count() -> None:
    # The reader refuses these before; the rules do so again for whoever makes an action otherwise.
    for action, refusal in [
        (
            Act("white-2a", (0,), ((0, 0), (2, 0))),
            Refusal("dice-count", "The move white-2a costs exactly 2 of the dice; name each once."),
        ),
        (
            Act("white-2a", (1, 1), ((0, 0), (2, 0))),
            Refusal("dice-count", "The move white-2a costs exactly 2 of the dice; name each once."),
        ),
        (
            Act("red-3", (0, 1, 2), ((1, 0),)),
            Refusal("targets-count", "The move red-3 takes 2 targets; send all of them."),
        ),
        (
            Act("red-3", (0, 1, 2), ((9, 9),)),
            Refusal("target-empty", "Target 1 of red-3, [9,9], must be a node; this cell is empty."),
        ),
    ]:
        assert resolve(ROW, WILDS, "pdf", action) == refusal


def test_every_reason_met_in_play_is_one_sentence() -> None:
    cells = [[q, r] for q in range(-3, 4) for r in range(-3, 4)]
    state = state_of(dict(deal(7)))
    for move, tier in TIERS.items():
        for cell in cells:
            for targets in ([cell], [[0, 0], cell], [cell, [0, 0], [1, 0]]):
                for action in (act(move, range(tier), targets), preview(move, targets)):
                    done = submit(state, action)
                    if isinstance(done, Refusal):
                        assert is_one_sentence(done.reason), done
    assert isinstance(submit(START, {**RESTART, "seed": -1}), Refusal)
