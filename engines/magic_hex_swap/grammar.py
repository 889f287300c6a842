"""The grammar of an action: the published JSON Schema and the strict reader, both made from the menu.

Reading never repairs: `True`, `1.0`, `"1"`, a wrong count and an extra field are refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeAlias

from engines.grammar import Grammar
from engines.magic_hex_swap.effects import counted
from engines.magic_hex_swap.hexes import FARTHEST
from engines.magic_hex_swap.model import (
    CREATED,
    DICE,
    GREEN3,
    MENU,
    Act,
    Action,
    ColoredPreview,
    CreatingAct,
    Move,
    OtherRestart,
    Pass,
    Preview,
    Restart,
    SavingAct,
    SavingPass,
    Undo,
)
from engines.numbers import MOST
from engines.refusal import Refusal

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Field:
    """A member of an action besides its type."""

    name: str
    schema: Schema
    check: Callable[[Any], Refusal | None]
    """Why a value is refused, or None when it is good."""
    sample: str
    """How it is written, for people."""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class _Form:
    """The members of one kind of action besides its type."""

    fields: tuple[_Field, ...]
    names: frozenset[str]
    """Of all its members."""


def _form(*fields: _Field) -> _Form:
    return _Form(fields, frozenset(("type", *(field.name for field in fields))))


def _move(*moves: Move) -> _Field:
    names = [move.name for move in moves]

    def check(value: Any) -> Refusal | None:
        if type(value) is str and value in names:
            return None
        return Refusal("unknown-move", f'"move" must be one of {", ".join(names)}.')

    return _Field("move", {"enum": names}, check, "|".join(map(_quoted, names)))


def _dice(name: str, fewest: int, most: int, needed: bool) -> _Field:
    count = str(most) if fewest == most else f"{fewest} to {most}"
    wanted = f'"{name}" must be a list of {count} of the dice 0 to {DICE - 1}, each at most once.'

    def check(value: Any) -> Refusal | None:
        if type(value) is not list:
            return Refusal("malformed-action", wanted)
        for die in value:
            if type(die) is not int or not 0 <= die < DICE:
                return _judge_integer(die, 0, DICE - 1, wanted)
        if fewest <= len(value) <= most and len(set(value)) == len(value):
            return None
        return Refusal(f"{name}-count", wanted)

    die = {"type": "integer", "minimum": 0, "maximum": DICE - 1}
    schema = {**_list_of(die, fewest, most), "uniqueItems": True}
    return _Field(name, schema, check, f"[{count} of 0...{DICE - 1}]", needed)


def _targets(fewest: int, most: int, wanted: str) -> _Field:
    def check(value: Any) -> Refusal | None:
        if type(value) is not list:
            return Refusal("malformed-action", f'"targets" must be a list of cells, each [q,r]; {wanted}.')
        for i, cell in enumerate(value[:most], 1):
            if type(cell) is not list or len(cell) != 2:
                return Refusal(
                    "malformed-action", f"Target {i} must be a cell, a list of two integers [q,r]."
                )
            for axis in cell:
                if type(axis) is not int or not -FARTHEST <= axis <= FARTHEST:
                    what = f"Target {i} must be a cell [q,r] with integers from -{FARTHEST} to {FARTHEST}."
                    return _judge_integer(axis, -FARTHEST, FARTHEST, what)
        if fewest <= len(value) <= most:
            return None
        return Refusal("targets-count", f'"targets" has the wrong length: {wanted}.')

    count = str(most) if fewest == most else f"{fewest} to {most}"
    return _Field("targets", _list_of({"$ref": "#/$defs/cell"}, fewest, most), check, f"[{count} of [q,r]]")


def _colors(fewest: int, most: int, needed: bool) -> _Field:
    count = str(most) if fewest == most else f"{fewest} to {most}"
    wanted = f'"colors" must be a list of {count} of {_either(CREATED)}, one for each target.'

    def check(value: Any) -> Refusal | None:
        if type(value) is not list or any(type(color) is not str or color not in CREATED for color in value):
            return Refusal("malformed-action", wanted)
        return None if fewest <= len(value) <= most else Refusal("colors-count", wanted)

    sample = f"[{count} of {'|'.join(map(_quoted, CREATED))}]"
    return _Field("colors", _list_of({"enum": [*CREATED]}, fewest, most), check, sample, needed)


def _seed() -> _Field:
    wanted = f'"seed" must be an integer from 0 to {MOST}.'
    return _Field(
        "seed",
        {"type": "integer", "minimum": 0, "maximum": MOST},
        lambda value: _judge_integer(value, 0, MOST, wanted),
        f"0...{MOST}",
        needed=False,
    )


def _green3() -> _Field:
    def check(value: Any) -> Refusal | None:
        if type(value) is str and value in GREEN3:
            return None
        return Refusal("malformed-action", f'"green3" must be {_either([*map(_quoted, GREEN3)])}.')

    return _Field("green3", {"enum": [*GREEN3]}, check, "|".join(map(_quoted, GREEN3)), needed=False)


def _act_form(*moves: Move) -> _Form:
    """Return the members of an act of these moves, which are written alike."""
    move = moves[0]
    return _form(
        _move(*moves),
        _dice("dice", move.tier, move.tier, needed=True),
        _targets(move.fewest, move.most, f"{moves[-1].name} takes {counted(move)}"),
        *([_colors(move.fewest, move.most, needed=True)] if move.creates else []),
        _dice("save", 0, DICE - move.tier, needed=False),
    )


def _published() -> list[tuple[str, _Form]]:
    """List the type and members of each kind of action; acts by tier, then in the order of the menu."""

    def shape(move: Move) -> tuple[int, int, int, bool]:
        return move.tier, move.fewest, move.most, move.creates

    order = [shape(move) for move in sorted(MENU, key=lambda move: move.tier)]
    alike = groupby(sorted(MENU, key=lambda move: order.index(shape(move))), shape)
    return [*(("act", _act_form(*moves)) for _, moves in alike), *_OTHER_FORMS.items()]


def parse(value: object) -> Action | Refusal:
    """Read one JSON value as an action; refuses whatever the schema does not describe."""
    if type(value) is not dict:
        return Refusal("malformed-action", 'An action is a JSON object such as {"type": "pass"}.')
    tag = value.get("type")
    if type(tag) is not str or tag not in _TYPES:
        return Refusal("unknown-action", f"The type of an action is {_either([*map(_quoted, _TYPES)])}.")
    form = _OTHER_FORMS.get(tag)
    if form is None:
        fault = _ANY_MOVE.check(value.get("move"))
        if fault is not None:
            return fault
        form = _ACT_FORMS[value["move"]]
    return _judge_members(value, form) or _read(value, tag)


def _judge_members(value: dict[str, Any], form: _Form) -> Refusal | None:
    if not form.names.issuperset(value):
        names = ", ".join(["type", *(field.name for field in form.fields)])
        return Refusal("malformed-action", f"This action takes no other fields than {names}.")
    for field in form.fields:
        if field.name in value:
            fault = field.check(value[field.name])
            if fault is not None:
                return fault
        elif field.needed:
            return Refusal("malformed-action", f"{_quoted(field.name)} is missing: send {field.sample}.")
    return None


def _read(value: dict[str, Any], tag: str) -> Action:
    """Make an action of a value that fits its form."""
    targets = tuple([(q, r) for q, r in value.get("targets", ())])
    colors = tuple(value["colors"]) if "colors" in value else None
    match tag:
        case "act" if "save" in value:
            return SavingAct(value["move"], tuple(value["dice"]), targets, tuple(value["save"]), colors)
        case "act" if colors is not None:
            return CreatingAct(value["move"], tuple(value["dice"]), targets, colors)
        case "act":
            return Act(value["move"], tuple(value["dice"]), targets)
        case "pass":
            return SavingPass(tuple(value["save"])) if "save" in value else Pass()
        case "preview":
            name = value["move"]
            return Preview(name, targets) if colors is None else ColoredPreview(name, targets, colors)
        case "undo":
            return Undo()
        case _:
            return OtherRestart(value.get("seed"), value.get("green3")) if len(value) > 1 else Restart()


def _judge_integer(value: object, low: int, high: int, wanted: str) -> Refusal | None:
    if type(value) is not int:  # bool is a subclass of int, and 1.0 == 1: neither may pass
        return Refusal("malformed-action", wanted)
    return None if low <= value <= high else Refusal("out-of-range", wanted)


def _schema(tag: str, form: _Form) -> Schema:
    return {
        "type": "object",
        "properties": {"type": {"const": tag}, **{field.name: field.schema for field in form.fields}},
        "required": ["type", *(field.name for field in form.fields if field.needed)],
        "additionalProperties": False,
    }


def _list_of(items: Schema, fewest: int, most: int) -> Schema:
    return {"type": "array", "items": items, "minItems": fewest, "maxItems": most}


def _written(tag: str, form: _Form) -> str:
    parts = [
        f'"{field.name}": {field.sample}{"" if field.needed else " (optional)"}' for field in form.fields
    ]
    return "{" + ", ".join([f'"type": {_quoted(tag)}', *parts]) + "}"


def _quoted(text: object) -> str:
    return f'"{text}"'


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


# What is published, and what the reader reads by

_ANY_MOVE: Final = _move(*MENU)
_ACT_FORMS: Final = {move.name: _act_form(move) for move in MENU}
_MOST_TARGETS: Final = max(move.most for move in MENU)
_MOST_COLORS: Final = max(move.most for move in MENU if move.creates)
_OTHER_FORMS: Final[dict[str, _Form]] = {
    "pass": _form(_dice("save", 0, DICE, needed=False)),
    "preview": _form(
        _move(*MENU),
        _targets(0, _MOST_TARGETS, f"a preview takes 0 to {_MOST_TARGETS} targets"),
        _colors(0, _MOST_COLORS, needed=False),
    ),
    "undo": _form(),
    "restart": _form(_seed(), _green3()),
}
_TYPES: Final = ("act", *_OTHER_FORMS)
_AXIS: Final = {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST}
_CELL: Final = {"type": "array", "prefixItems": [_AXIS] * 2, "items": False, "minItems": 2, "maxItems": 2}

GRAMMAR: Final[Grammar[Action]] = Grammar(
    schema={
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Magic Hex Swap action",
        "type": "object",
        "$defs": {"cell": _CELL},
        "oneOf": [_schema(tag, form) for tag, form in _published()],
    },
    parse=parse,
    forms=tuple(_written(tag, form) for tag, form in _published()),
)
