"""The grammar is the published one, and what it does not describe is refused with a code and one sentence."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.model import MENU
from engines.refusal import Refusal
from tests.engines.laws import without_floats
from tests.engines.magic_hex_swap.driver import Json, act, nodes, preview, state_of, submit
from tests.schemas.sentences import is_one_sentence

PUBLISHED: Json = json.loads(
    (Path(__file__).parents[2] / "schemas" / "grammars" / "magic-hex-swap.json").read_text("utf-8")
)
JUDGE = Draft202012Validator(PUBLISHED)
WHITE_1 = act("white-1", [0], [[0, 0], [1, 0]])
GREEN_3B = act("green-3b", [0, 1, 2], [[3, 0], [4, 0]], ("red", "white"))


def test_the_schema_is_the_published_one() -> None:
    assert ENGINE.grammar.schema == PUBLISHED
    assert json.dumps(ENGINE.grammar.schema) == json.dumps(PUBLISHED)


def sample(move: str, tier: int, count: int, creates: bool) -> Json:
    cells = [[i, -i] for i in range(count)]
    return act(move, range(tier), cells, ("blue",) * count if creates else ())


SAMPLES = [
    *(
        sample(move.name, move.tier, count, move.creates)
        for move in MENU
        for count in range(move.fewest, move.most + 1)
    ),
    {**WHITE_1, "save": []},
    {**WHITE_1, "save": [2]},
    {**WHITE_1, "save": [2, 1]},
    {**GREEN_3B, "save": []},
    {**act("blue-2b", [2, 0], [[-9999, 9999], [9999, -9999]]), "save": [1]},
    {"type": "pass"},
    {"type": "pass", "save": []},
    {"type": "pass", "save": [2, 0, 1]},
    *(preview(move.name) for move in MENU),
    preview("white-3", [[0, 0], [1, 0], [2, 0], [0, 0]]),
    preview("green-3b", [[1, 0], [2, 0]], ("red", "blue")),
    {**preview("white-1"), "colors": []},
    {"type": "undo"},
    {"type": "restart"},
    {"type": "restart", "seed": 0},
    {"type": "restart", "seed": 2**53 - 1, "green3": "doc"},
    {"type": "restart", "green3": "pdf"},
]


@pytest.mark.parametrize("action", SAMPLES, ids=str)
def test_every_form_is_read(action: Json) -> None:
    assert JUDGE.is_valid(action)
    assert not isinstance(ENGINE.grammar.parse(action), Refusal)


OTHERS: list[Any] = [
    *(None, True, 0, 1, 1.0, -1, 3, "0", "", [], {}, [0], [0, 0], [True], [1.0], ["red"], ["green"], "pdf"),
    *([[0, 0]], [[0, 0, 0]], [[0, 1.0]], [[0, True]], [[10000, 0]], [[0, 0]] * 5, "white-1", 2**53),
]
SPOILT = [
    *(act(move, range(int(move[6])), [[i, -i] for i in range(4)]) for move in ("white-3", "green-2a")),
    {**act("red-1", [0], [[0, 0]]), "save": [2, 1]},
    {**act("blue-2b", [2, 0], [[-9999, 9999], [9999, -9999]]), "save": [1]},
    {**GREEN_3B, "save": []},
    {"type": "pass", "save": [2, 0, 1]},
    preview("green-3b", [[1, 0], [2, 0]], ("red", "blue")),
    {"type": "undo"},
    {"type": "restart", "seed": 2**53 - 1, "green3": "doc"},
]


def spoilt(action: Json) -> list[Any]:
    """Return actions like this one, each with one thing wrong or at least changed."""
    found: list[Any] = [{**action, name: 0} for name in ("extra", "colors", "save", "dice", "seed", "Type")]
    for name in action:
        found += [{**action, name: other} for other in OTHERS]
        found.append({key: value for key, value in action.items() if key != name})
    for name in ("dice", "targets", "save", "colors"):
        for i in range(len(action.get(name, ()))):
            for other in OTHERS:
                changed = deepcopy(action)
                changed[name][i] = other
                found.append(changed)
    return found


@pytest.mark.parametrize("action", SPOILT, ids=str)
def test_reader_and_schema_agree_on_everything_near(action: Json) -> None:
    for value in spoilt(action):
        parsed = ENGINE.grammar.parse(value)
        assert isinstance(parsed, Refusal) is not JUDGE.is_valid(without_floats(value)), value
        if isinstance(parsed, Refusal):
            assert is_one_sentence(parsed.reason), parsed


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "malformed-action"),
        ([], "malformed-action"),
        ("pass", "malformed-action"),
        ({}, "unknown-action"),
        ({"type": "ACT"}, "unknown-action"),
        ({"type": ["act"]}, "unknown-action"),
        ({"type": "act"}, "unknown-move"),
        ({**WHITE_1, "move": "white-4"}, "unknown-move"),
        ({**WHITE_1, "move": None}, "unknown-move"),
        ({**WHITE_1, "move": ["white-1"]}, "unknown-move"),
        ({**WHITE_1, "extra": 1}, "malformed-action"),
        ({**WHITE_1, "colors": ["red", "red"]}, "malformed-action"),
        ({"type": "act", "move": "white-1", "targets": [[0, 0], [1, 0]]}, "malformed-action"),
        ({**WHITE_1, "dice": 0}, "malformed-action"),
        ({**WHITE_1, "dice": [True]}, "malformed-action"),
        ({**WHITE_1, "dice": [0.0]}, "malformed-action"),
        ({**WHITE_1, "dice": [3]}, "out-of-range"),
        ({**WHITE_1, "dice": []}, "dice-count"),
        ({**WHITE_1, "dice": [0, 1]}, "dice-count"),
        ({**WHITE_1, "save": [1, 1]}, "save-count"),
        ({**WHITE_1, "save": [0, 1, 2]}, "save-count"),
        ({**GREEN_3B, "save": [0]}, "save-count"),
        ({**WHITE_1, "targets": {}}, "malformed-action"),
        ({**WHITE_1, "targets": [[0, 0]]}, "targets-count"),
        ({**WHITE_1, "targets": [[0, 0]] * 3}, "targets-count"),
        ({**WHITE_1, "targets": [[0, 0], [1, 0, 0]]}, "malformed-action"),
        ({**WHITE_1, "targets": [[0, 0], [1, "0"]]}, "malformed-action"),
        ({**WHITE_1, "targets": [[0, 0], [10000, 0]]}, "out-of-range"),
        ({**GREEN_3B, "colors": ["red"]}, "colors-count"),
        ({**GREEN_3B, "colors": ["red", "green"]}, "malformed-action"),
        ({**GREEN_3B, "colors": "red"}, "malformed-action"),
        ({"type": "undo", "turns": 1}, "malformed-action"),
        ({"type": "pass", "save": None}, "malformed-action"),
        ({"type": "restart", "seed": 2**53}, "out-of-range"),
        ({"type": "restart", "seed": None}, "malformed-action"),
        ({"type": "restart", "green3": "PDF"}, "malformed-action"),
        ({"type": "preview", "move": "white-1"}, "malformed-action"),
    ],
    ids=str,
)
def test_what_is_not_described_is_refused_with_a_code(value: Any, code: str) -> None:
    parsed = ENGINE.grammar.parse(value)
    assert isinstance(parsed, Refusal)
    assert parsed.code == code


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({**WHITE_1, "targets": [[0, 0], [1, None]]}, "Target 2 must be a cell"),
        ({**WHITE_1, "targets": [[0, 0], 1]}, "Target 2 must be a cell"),
        (act("white-1", [0], [[2, 0], [3, 0]]), "Target 1 of white-1, [2,0], must be white."),
        (act("white-2a", [0, 1], [[0, 0], [1, 0]]), "[1,0], must be 2 away from target 1; it is 1 away."),
        (act("white-2b", [0, 1], [[3, 0], [2, 0]]), "[3,0], must have a white neighbour."),
        (
            act("white-3", [0, 1, 2], [[0, 0], [1, 0], [3, 0], [0, 0]]),
            "Target 3 of white-3, [3,0], must be white",
        ),
        (act("black-1", [0], [[0, 0]]), "[0,0], must have at least 2 black neighbours."),
        (act("black-3", [0, 1, 2], [[0, 0], [2, 0]]), "Target 2 of black-3, [2,0], must touch"),
        (act("blue-1", [0], [[3, 0], [6, 0]]), "[6,0], must be 1 to 2 away from target 1; it is 3 away."),
        (act("blue-3", [0, 1, 2], [[0, 0], [5, 0], [3, 0]]), "must be blue or have a blue neighbour."),
        (act("green-1", [0], [[1, 0]]), "Target 1 of green-1, [1,0], must be an empty cell"),
        (
            act("green-2a", [0, 1], [[5, 0], [6, 0], [5, 0]]),
            "Target 3 of green-2a, [5,0], must be an empty cell",
        ),
        (act("red-2", [0, 1], [[9, 9]]), "Target 1 of red-2, [9,9], must be a node; this cell is empty."),
    ],
    ids=str,
)
def test_a_refusal_tells_which_target_failed_and_what_would_do(action: Json, words: str) -> None:
    refusal = submit(state_of(nodes("0,0: W K R B G")), action)
    assert isinstance(refusal, Refusal)
    assert words in refusal.reason
    assert is_one_sentence(refusal.reason)


def test_each_form_is_told_in_one_line() -> None:
    assert len(ENGINE.grammar.forms) == len(PUBLISHED["oneOf"]) == 16
    for line, form in zip(ENGINE.grammar.forms, PUBLISHED["oneOf"], strict=True):
        assert line.isprintable()
        assert all(f'"{name}"' in line for name in form["properties"])
        for move in form["properties"].get("move", {}).get("enum", []):
            assert f'"{move}"' in line
