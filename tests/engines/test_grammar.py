"""The published grammar and its strict reader, on a small game of every kind of field."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from engines.grammar import Range, RefusedAs, grammar_of
from engines.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Swap:
    type: Literal["swap"] = field(default="swap", init=False)
    a: Annotated[int, Range(0, 8)]
    b: Annotated[int, Range(0, 8)]


@dataclass(frozen=True, slots=True)
class Step:
    type: Literal["step"] = field(default="step", init=False)
    weight: Literal["A", "B"]
    by: Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class Bank:
    type: Literal["bank"] = field(default="bank", init=False)


Action = Swap | Step | Bank
CLOSED = grammar_of(Swap, Step, Bank)
OPEN = grammar_of(Swap, Step, Bank, closed=False)


def refusal(value: object) -> Refusal:
    read = CLOSED.parse(value)
    assert isinstance(read, Refusal)
    return read


def test_the_schema_is_written_as_the_documents_write_it() -> None:
    number = {"type": "integer", "minimum": 0, "maximum": 8}
    assert CLOSED.schema == {
        "type": "object",
        "oneOf": [
            {
                "type": "object",
                "properties": {"type": {"const": "swap"}, "a": number, "b": number},
                "required": ["type", "a", "b"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {
                    "type": {"const": "step"},
                    "weight": {"enum": ["A", "B"]},
                    "by": {"type": "integer", "enum": [-1, 1]},
                },
                "required": ["type", "weight", "by"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"type": {"const": "bank"}},
                "required": ["type"],
                "additionalProperties": False,
            },
        ],
    }


def test_a_form_is_one_line_with_all_that_each_field_may_hold() -> None:
    assert CLOSED.forms == (
        '{"type": "swap", "a": 0...8, "b": 0...8}',
        '{"type": "step", "weight": "A"|"B", "by": -1|1}',
        '{"type": "bank"}',
    )


def test_an_open_schema_does_not_forbid_other_fields() -> None:
    assert OPEN.schema["type"] == "object"
    assert OPEN.schema["oneOf"][2] == {"properties": {"type": {"const": "bank"}}, "required": ["type"]}


@pytest.mark.parametrize(
    ("value", "action"),
    [
        ({"type": "swap", "a": 0, "b": 8}, Swap(0, 8)),
        ({"b": 8, "a": 0, "type": "swap"}, Swap(0, 8)),
        ({"type": "swap", "a": 8, "b": 8}, Swap(8, 8)),
        ({"type": "step", "weight": "B", "by": -1}, Step("B", -1)),
        ({"type": "bank"}, Bank()),
    ],
)
def test_an_action_of_the_schema_is_read(value: object, action: Action) -> None:
    assert CLOSED.parse(value) == action
    assert OPEN.parse(value) == action


def test_an_open_grammar_ignores_other_fields() -> None:
    assert OPEN.parse({"type": "bank", "note": [1.5, None]}) == Bank()
    assert OPEN.parse({"type": "swap", "a": 1, "b": 2, "c": True}) == Swap(1, 2)


SWAP = {"type": "swap", "a": 1, "b": 2}
STEP = {"type": "step", "weight": "A", "by": 1}
NOT_INTEGERS: list[object] = [True, False, 1.0, -1.0, 1.5, "1", "", None, [1], {}]
NOT_WORDS: list[object] = ["a", "C", "", "AB", 1, True, None, ["A"], {}]
REFUSED: list[tuple[object, str]] = [
    # not an object
    (None, "malformed-action"),
    (True, "malformed-action"),
    (0, "malformed-action"),
    (1.5, "malformed-action"),
    ("bank", "malformed-action"),
    ('{"type": "bank"}', "malformed-action"),
    ([], "malformed-action"),
    ([{"type": "bank"}], "malformed-action"),
    # not a type of action
    ({}, "unknown-action"),
    ({"a": 1, "b": 2}, "unknown-action"),
    ({"type": None}, "unknown-action"),
    ({"type": 1}, "unknown-action"),
    ({"type": True}, "unknown-action"),
    ({"type": ["bank"]}, "unknown-action"),
    ({"type": {"bank": 1}}, "unknown-action"),
    ({"type": ""}, "unknown-action"),
    ({"type": "SWAP", "a": 1, "b": 2}, "unknown-action"),
    ({"type": " bank"}, "unknown-action"),
    ({"type": "bank\n"}, "unknown-action"),
    ({"type": "undo"}, "unknown-action"),
    # an extra field
    ({"type": "bank", "a": 1}, "malformed-action"),
    ({**SWAP, "c": 1}, "malformed-action"),
    ({**SWAP, "Type": "swap"}, "malformed-action"),
    ({**SWAP, "": None}, "malformed-action"),
    # a missing field
    ({"type": "swap"}, "malformed-action"),
    ({"type": "swap", "a": 1}, "malformed-action"),
    ({"type": "swap", "A": 1, "b": 2}, "malformed-action"),
    # not an integer
    *(({**SWAP, "a": value}, "malformed-action") for value in NOT_INTEGERS),
    *(({**STEP, "by": value}, "malformed-action") for value in NOT_INTEGERS),
    # an integer that is not one of them
    *(({**SWAP, "a": value}, "out-of-range") for value in (-1, 9, 2**53 + 1, 2**64 + 1, 10**40, -(10**40))),
    *(({**STEP, "by": value}, "out-of-range") for value in (0, 2, -2, 2**64 + 1)),
    # not one of the words
    *(({**STEP, "weight": value}, "malformed-action") for value in NOT_WORDS),
]


@pytest.mark.parametrize(("value", "code"), REFUSED, ids=[str(value)[:50] for value, _ in REFUSED])
def test_anything_else_is_refused_and_never_repaired(value: object, code: str) -> None:
    assert refusal(value).code == code


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (
            None,
            '{"type": "swap", "a": 0...8, "b": 0...8}, {"type": "step", "weight": "A"|"B", "by": -1|1} '
            'or {"type": "bank"}',
        ),
        ({"type": "undo"}, '"swap", "step" or "bank"'),
        ({"type": "bank", "a": 1}, '{"type": "bank"}'),
        ({"type": "swap", "a": 1}, '"b" is missing'),
        ({**SWAP, "b": 9}, "an integer from 0 to 8"),
        ({**SWAP, "b": True}, "an integer from 0 to 8"),
        ({**STEP, "by": 3}, "one of the integers -1 or 1"),
        ({**STEP, "weight": "C"}, '"A" or "B"'),
    ],
)
def test_a_refusal_tells_what_would_be_accepted(value: object, told: str) -> None:
    assert told in refusal(value).reason


@dataclass(frozen=True, slots=True)
class Turn:
    type: Literal["turn"] = field(default="turn", init=False)
    to: Annotated[Literal["left", "right"], RefusedAs("bad-turn")]
    by: Annotated[int, Range(1, 3), RefusedAs("bad-amount")]


def test_a_field_may_have_a_refusal_code_of_its_own() -> None:
    turns = grammar_of(Turn, Bank, closed=False)
    assert turns.schema["oneOf"][0]["properties"] == {
        "type": {"const": "turn"},
        "to": {"enum": ["left", "right"]},
        "by": {"type": "integer", "minimum": 1, "maximum": 3},
    }
    good = {"type": "turn", "to": "left", "by": 3}
    assert turns.parse(good) == Turn("left", 3)
    for name, code, values in (
        ("to", "bad-turn", NOT_WORDS),
        ("by", "bad-amount", [*NOT_INTEGERS, 0, 4, 2**64]),
    ):
        for value in values:
            refused = turns.parse({**good, name: value})
            assert isinstance(refused, Refusal)
            assert refused.code == code
            assert "must be" in refused.reason
        missing = turns.parse({key: value for key, value in good.items() if key != name})
        assert isinstance(missing, Refusal)
        assert missing.code == code
        assert f'"{name}" is missing' in missing.reason


def test_a_grammar_may_have_one_form() -> None:
    read = grammar_of(Bank).parse({"type": "swap"})
    assert isinstance(read, Refusal)
    assert read.reason.endswith('is "bank".')
    assert grammar_of(Bank).parse({"type": "bank"}) == Bank()


def test_reading_does_not_change_what_was_sent() -> None:
    for value in (dict(SWAP), {**SWAP, "c": 1}, {"type": "swap", "a": 9, "b": 9}):
        before: dict[str, Any] = {**value}
        CLOSED.parse(value)
        OPEN.parse(value)
        assert value == before
