"""The words of the docs page: the guides do what they tell, and every refusal code told of can be met."""

import re
from typing import Final

import pytest

from engines.contract import Step
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.boards import MOST_BOARDS
from engines.magic_hex_swap.deal import deal
from engines.magic_hex_swap.model import MENU, MOST_TURNS, State
from engines.magic_hex_swap.offers import MOST_ACTS
from engines.refusal import Refusal
from engines.spec import Guide
from tests.engines.magic_hex_swap.driver import (
    RESTART,
    START,
    UNDO,
    WILDS,
    Json,
    act,
    nodes,
    pass_turn,
    preview,
    state_of,
    step,
    submit,
    view,
    written,
)
from tests.engines.magic_hex_swap.reference import sequences

PLAYING, WIDE, PRACTICE = ENGINE.spec.guides
RULES: Final = " ".join(ENGINE.spec.rules)


def run(guide: Guide) -> tuple[State, Step[State]]:
    """Play the batch of a guide as the page tells to; return where it ends and its last step."""
    state = ENGINE.initial(7, {"green3": "pdf", **guide.options})
    for action in guide.actions:
        done = step(state, action)
        state = done.state
    return state, done


def number(pattern: str, text: str) -> int:
    """Return the one number that stands in a text where the pattern says."""
    (found,) = re.findall(pattern, text)
    return int(found)


def test_the_guide_to_playing_over_http_wins_in_as_many_turns_as_it_says() -> None:
    assert PLAYING.title == "How to play this over HTTP"
    for word in ("legalActions", "stateToken", "save", "pass", "groups", "undo"):
        assert re.search(rf"\b{word}\b", PLAYING.text), word
    won, done = run(PLAYING)
    assert ENGINE.is_over(won)
    assert ENGINE.score(won) == number(r"in (\d+) turns", PLAYING.text) == len(PLAYING.actions)
    assert done.events[-1] == {"type": "won", "turns": 9, "rating": "improving"}
    assert any("save" in action for action in PLAYING.actions)
    assert number(r"(\d+) times over", PLAYING.text) == 50


def test_the_guide_to_wide_moves_opens_one_step_by_step() -> None:
    for word in ("preview", "stateToken", "colors", "next", "complete", "wonIfApplied"):
        assert re.search(rf"\b{word}\b", WIDE.text), word
    plain = [*sequences(dict(deal(7)), "blue-2a", "pdf")]
    boards = {frozenset(after.items()) for _, _, after in plain}
    assert len(boards) == number(r"(\d+) results", WIDE.text)
    listed = written(ENGINE.legal_actions(START))
    for action in WIDE.actions:
        assert action in listed
        done = step(START, action)
        assert done.state is START
        assert done.glimpse is not None
        listed = written(done.glimpse().legal_actions)
    acts = [each for each in listed if each["type"] == "act"]
    assert listed == [*acts, {"type": "pass"}, RESTART]
    assert [each["targets"][0] for each in acts] == [[1, 0]] * number(r"the (\d+) acts", WIDE.text)
    assert len(acts) == sum(targets[0] == (1, 0) for targets, _, _ in plain)


def test_the_guide_to_practice_takes_back_and_starts_over() -> None:
    for word in ("practice", "undo", "restart", "token", "init"):
        assert re.search(rf"\b{word}\b", PRACTICE.text), word
    state, done = run(PRACTICE)
    assert [action["type"] for action in PRACTICE.actions] == ["preview", "pass", "undo", "act", "restart"]
    assert done.events == ({"type": "restarted"},)
    begun = view(ENGINE.initial(7, {"green3": "pdf", **PRACTICE.options}))
    left = number(r"(\d+) checkpoints", PRACTICE.text)
    assert view(state) == {**begun, "undoAvailable": left}
    assert f"practice={begun['practice']}" in PRACTICE.text


def test_the_rules_tell_every_move_and_the_limits() -> None:
    for move in MENU:
        assert re.search(rf"\b{move.name}\b", RULES), move
    assert number(r"up to (\d+) boards", RULES) == MOST_BOARDS
    assert number(r"more than (\d+), so", RULES) == MOST_ACTS
    assert number(r"After (\d+) turns", RULES.replace(",", "")) == MOST_TURNS


@pytest.mark.parametrize("choice", ["pdf", "doc", "pass", "shuffled anew", "green-3a", "white-3", "blue-3"])
def test_what_the_sources_leave_open_is_called_provisional(choice: str) -> None:
    provisional = [text for text in ENGINE.spec.rules if "provisional" in text.lower()]
    assert any(choice in text for text in provisional)
    assert "not its author's word" in " ".join(provisional)


ROW: Final = state_of(nodes("0,0: W K R B G"))
DOC: Final = state_of(nodes("0,0: W K R B G"), green3="doc")
SPENT: Final = state_of(nodes("0,0: W K"), ("white", "red", "wild"))
OPEN: Final = state_of(nodes("0,0: W K . G"))
LATE: Final = state_of(nodes("0,0: W K"), turns=MOST_TURNS)
PUZZLE: Final = ENGINE.initial(0, {"green3": "pdf", "practice": "two-homes"})
MET: Final[dict[str, tuple[State, Json]]] = {
    "unknown-move": (ROW, act("white-4", [0], [[0, 0]])),
    "dice-count": (ROW, act("white-2a", [0], [[0, 0], [2, 0]])),
    "save-count": (ROW, {**act("white-2a", [0, 1], [[0, 0], [2, 0]]), "save": [2, 2]}),
    "targets-count": (ROW, act("red-3", [0, 1, 2], [[1, 0]])),
    "colors-count": (ROW, act("green-3b", [0, 1, 2], [[5, 0], [6, 0]], ("red",))),
    "dice-face": (SPENT, act("white-1", [1], [[0, 0], [1, 0]])),
    "save-spent": (ROW, {**act("white-1", [0], [[0, 0], [1, 0]]), "save": [0]}),
    "target-empty": (ROW, act("white-1", [0], [[9, 9], [0, 0]])),
    "target-occupied": (ROW, act("green-1", [0], [[3, 0]])),
    "target-not-eligible": (DOC, act("green-3a", [0, 1, 2], [[5, 0], [9, 9]])),
    "first-not-eligible": (ROW, act("white-1", [0], [[1, 0], [0, 0]])),
    "second-not-eligible": (ROW, act("blue-3", [0, 1, 2], [[3, 0], [3, -2], [0, 0]])),
    "third-not-eligible": (ROW, act("white-3", [0, 1, 2], [[0, 0], [1, 0], [4, 0], [0, 0]])),
    "third-in-first-swap": (ROW, act("white-3", [0, 1, 2], [[0, 0], [1, 0], [0, 0], [1, 0]])),
    "position-not-first-swap": (ROW, act("white-3", [0, 1, 2], [[0, 0], [2, 0], [1, 0], [3, 0]])),
    "partner-distance": (ROW, act("white-1", [0], [[0, 0], [2, 0]])),
    "destination-distance": (ROW, act("blue-1", [0], [[3, 0], [6, 0]])),
    "destination-occupied": (ROW, act("blue-1", [0], [[3, 0], [4, 0]])),
    "second-is-moved": (ROW, act("blue-3", [0, 1, 2], [[3, 0], [3, 1], [3, 1]])),
    "chain-not-touching": (ROW, act("red-3", [0, 1, 2], [[1, 0], [4, 0]])),
    "no-common-group": (ROW, act("green-3a", [0, 1, 2], [[5, 0], [6, 0]])),
    "no-effect": (state_of(nodes("0,0: W W K")), act("white-1", [0], [[0, 0], [1, 0]])),
    "dead-end": (OPEN, preview("white-3", [(0, 0), (1, 0)])),
    "turn-limit": (LATE, pass_turn()),
    "nothing-to-undo": (START, UNDO),
    "practice-restart": (PUZZLE, {**RESTART, "seed": 1}),
}


def test_every_refusal_code_that_is_told_of_can_be_met() -> None:
    assert MET.keys() == ENGINE.spec.refusals.keys()
    for code, (state, action) in MET.items():
        done = submit(state, action)
        assert isinstance(done, Refusal), code
        assert done.code == code
    assert view(ROW)["dice"] == [*WILDS]
