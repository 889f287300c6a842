"""What a Cantlewing player sees: the fields of `contract/gameboard.md`, the board and the previews."""

from typing import Any

import pytest

from engines.cantlewing import ENGINE
from engines.cantlewing.model import State
from tests.engines.cantlewing.driver import at_crossing, play
from tests.engines.cantlewing.reference import BANK, optimal, walk, wasted, weigh

FIELDS = [
    "board",
    "phase",
    "endReason",
    "crossing",
    "fixture",
    "courier",
    "weights",
    "wind",
    "tolerance",
    "force",
    "par",
    "allowance",
    "movesUsed",
    "remainingMoves",
    "reserves",
    "completedCrossings",
    "score",
    "lastAward",
    "previews",
]
STATES = {
    "playing": at_crossing(2),
    "cleared": play(optimal(1)),
    "retry": play(wasted(1)),
    "ended": play([BANK]),
    "far": play([walk(1)], at_crossing(13)),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_an_observation_has_exactly_the_published_fields(state: State) -> None:
    seen = ENGINE.observe(state)
    assert list(seen) == FIELDS
    assert list(seen["fixture"]) == ["index", "name"]
    assert list(seen["weights"]) == ["A", "B"]
    assert all(list(preview) == ["action", "force", "legal"] for preview in seen["previews"])


def test_the_first_observation() -> None:
    seen = dict(ENGINE.observe(ENGINE.initial(7, {})))
    del seen["board"], seen["previews"]
    assert seen == {
        "phase": "playing",
        "endReason": None,
        "crossing": 1,
        "fixture": {"index": 1, "name": "First Bough"},
        "courier": -2,
        "weights": {"A": -1, "B": 2},
        "wind": [0, 0, 0, 0, 0],
        "tolerance": 2,
        "force": -1,  # 2*-2 - 1 + 2*2 + 0
        "par": 6,
        "allowance": 10,
        "movesUsed": 0,
        "remainingMoves": 10,
        "reserves": 3,
        "completedCrossings": 0,
        "score": 0,
        "lastAward": 0,
    }


def _preview(action: dict[str, Any], force: int) -> dict[str, Any]:
    return {"action": action, "force": force, "legal": abs(force) <= 2}


def test_previews_of_needle_breeze_by_hand() -> None:
    # Courier -2, A -2, B 2, wind 0 1 -1 1 0. Off the beam: walk -1. Taken: A to -2 and 2, B to -2 and 2.
    assert ENGINE.observe(at_crossing(2))["previews"] == [
        _preview(walk(1), -2 - 2 + 4 + 1),
        _preview(weigh("A", -1), -4 - 1 + 4),
        _preview(weigh("A", 0), -4 + 0 + 4),
        _preview(weigh("A", 1), -4 + 1 + 4),
        _preview(weigh("B", -1), -4 - 2 - 2),
        _preview(weigh("B", 0), -4 - 2 + 0),
        _preview(weigh("B", 1), -4 - 2 + 2),
    ]


@pytest.mark.parametrize("phase", ["cleared", "retry", "ended"])
def test_no_preview_is_legal_when_not_playing(phase: str) -> None:
    assert not any(preview["legal"] for preview in ENGINE.observe(STATES[phase])["previews"])


def test_the_legal_previews_are_the_first_of_the_legal_actions() -> None:
    # Needle Breeze by hand, above: walk 1 and A to -1, 0, 1 hold, no move of B does.
    offered = ENGINE.legal_actions(at_crossing(2))
    assert [action.type for action in offered] == ["walk", *["move-weight"] * 3, "restart", "bank"]


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_the_board_shows_courier_seeds_and_wind_under_their_coordinates(state: State) -> None:
    seen = ENGINE.observe(state)
    rows = [line.split() for line in seen["board"]]
    assert rows[0] == ["coordinate", "-2", "-1", "0", "+1", "+2"]
    courier, seeds = ["."] * 5, ["."] * 5
    courier[seen["courier"] + 2] = "C"
    seeds[seen["weights"]["A"] + 2] = "A"
    seeds[seen["weights"]["B"] + 2] = "B"
    assert rows[1] == ["courier", *courier]
    assert rows[2] == ["seeds", *seeds]
    assert [int(wind) for wind in rows[3][1:]] == seen["wind"]
    assert rows[4][:2] == ["force", str(seen["force"])]


@pytest.mark.parametrize(
    ("actions", "force", "lean"),
    [
        ([], -1, "left-heavy"),  # First Bough: -4 - 1 + 4
        ([weigh("A", 0)], 0, "level"),
        ([weigh("A", 1)], 1, "right-heavy"),
    ],
)
def test_positive_is_right_heavy_and_negative_left_heavy(
    actions: list[dict[str, Any]], force: int, lean: str
) -> None:
    seen = ENGINE.observe(play(actions))
    assert seen["force"] == force
    assert seen["board"][-1].startswith(f"force {force} ({lean})")


def test_the_columns_of_the_board_line_up() -> None:
    *rows, _ = ENGINE.observe(at_crossing(2))["board"]
    assert len({len(row) for row in rows}) == 1


def test_masses_are_told_by_the_legend() -> None:
    # Masses are no secret from the player, as winds, positions and the forces to come are none.
    legend = ENGINE.spec.legend
    assert [symbol for symbol in "CAB" if "mass" not in legend[symbol]] == []
    assert (legend["C"][-1], legend["A"][-1], legend["B"][-1]) == ("2", "1", "2")
