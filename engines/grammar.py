"""Action grammar: the published JSON Schema and the strict reader, both made from the action dataclasses.

An action class is a frozen dataclass whose first field is `type: Literal[...]` (not an argument of the
constructor) and whose other fields are `Annotated[int, Range(low, high)]`, or `Literal` of integers or of
strings. Reading never repairs: `True`, `1.0`, `"1"` and an extra field are refused. A field annotated with
`RefusedAs(code)` is refused with that code, whatever is wrong with it.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from engines.refusal import Refusal

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of an integer field, both inclusive."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class RefusedAs:
    """Marks a field that has a refusal code of its own, for a missing value as for a wrong one."""

    code: str


@dataclass(frozen=True, slots=True)
class Grammar(Generic[A]):
    """How the actions of one game are written."""

    schema: dict[str, Any]
    """JSON Schema of an action, as `spec.actionGrammar` publishes it."""
    parse: Callable[[object], A | Refusal]
    """Read one JSON value as an action; refuses whatever the schema does not describe."""
    forms: tuple[str, ...]
    """Each kind of action in one line to read, such as `{"type": "swap", "a": 0...8, "b": 0...8}`."""


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    schema: dict[str, Any]
    wanted: str
    check: Callable[[object], str | None]
    """The refusal code for a value, or None when it is good."""
    missing: str = "malformed-action"
    """The refusal code for no value."""


@dataclass(frozen=True, slots=True)
class _Form:
    make: Callable[..., Any]
    names: frozenset[str]
    fields: tuple[_Field, ...]
    written: str
    """The form with all that each field may hold."""


def grammar_of(*classes: type[A], closed: bool = True) -> Grammar[A]:
    """Make the grammar whose actions are exactly these dataclasses; an open one ignores other fields."""
    forms = {_tag(cls): _form(cls) for cls in classes}
    written = _either([form.written for form in forms.values()])

    def parse(value: object) -> A | Refusal:
        if type(value) is not dict:
            return Refusal("malformed-action", f"An action is a JSON object: {written}.")
        tag = value.get("type")
        form = forms.get(tag) if type(tag) is str else None
        if form is None:
            return Refusal("unknown-action", f"The type of an action is {_either([*map(_quoted, forms)])}.")
        if closed and not value.keys() <= form.names:
            return Refusal("malformed-action", f"This action takes no other fields: send {form.written}.")
        arguments = []
        for field in form.fields:
            if field.name not in value:
                return Refusal(field.missing, f"{_quoted(field.name)} is missing: send {form.written}.")
            argument = value[field.name]
            code = field.check(argument)
            if code is not None:
                return Refusal(code, f"{_quoted(field.name)} must be {field.wanted}.")
            arguments.append(argument)
        action: A = form.make(*arguments)
        return action

    schema = {"type": "object", "oneOf": [_schema(cls, closed) for cls in classes]}
    return Grammar(schema, parse, tuple(form.written for form in forms.values()))


def _schema(cls: type, closed: bool) -> dict[str, Any]:
    members = _fields(cls)
    schema: dict[str, Any] = {
        "properties": {"type": {"const": _tag(cls)}, **{field.name: field.schema for field in members}},
        "required": ["type", *(field.name for field in members)],
    }
    # As the documents write it: only a closed form says once more that it is an object.
    return {"type": "object", **schema, "additionalProperties": False} if closed else schema


def _form(cls: type) -> _Form:
    members = _fields(cls)
    return _Form(
        make=cls,
        names=frozenset(("type", *(field.name for field in members))),
        fields=members,
        written=_written(cls, [_choices(field) for field in members]),
    )


def _written(cls: type, values: list[str]) -> str:
    parts = [f'"{field.name}": {value}' for field, value in zip(_fields(cls), values, strict=True)]
    return "{" + ", ".join([f'"type": {_quoted(_tag(cls))}', *parts]) + "}"


def _tag(cls: type) -> str:
    (tag,) = get_args(get_type_hints(cls)["type"])
    assert isinstance(tag, str)
    return tag


def _fields(cls: type) -> tuple[_Field, ...]:
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_field(field.name, hints[field.name]) for field in fields(cls) if field.name != "type")


def _field(name: str, hint: object) -> _Field:
    base, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    spans = [mark for mark in marks if isinstance(mark, Range)]
    codes = [mark.code for mark in marks if isinstance(mark, RefusedAs)]
    assert len(spans) + len(codes) == len(marks)
    field = _bounded(name, base, spans[0]) if spans else _chosen(name, base)
    return _refused_as(codes[0], field) if codes else field


def _bounded(name: str, base: object, span: Range) -> _Field:
    assert base is int
    return _Field(
        name,
        {"type": "integer", "minimum": span.low, "maximum": span.high},
        f"an integer from {span.low} to {span.high}",
        lambda value: _integer(value, span.low <= value <= span.high if type(value) is int else False),
    )


def _chosen(name: str, hint: object) -> _Field:
    assert get_origin(hint) is Literal
    choices = get_args(hint)
    if all(type(choice) is int for choice in choices):
        return _Field(
            name,
            {"type": "integer", "enum": list(choices)},
            f"one of the integers {_either([*map(str, choices)])}",
            lambda value: _integer(value, value in choices),
        )
    assert all(type(choice) is str for choice in choices)
    return _Field(
        name,
        {"enum": list(choices)},
        _either([*map(_quoted, choices)]),
        lambda value: None if type(value) is str and value in choices else "malformed-action",
    )


def _refused_as(code: str, field: _Field) -> _Field:
    return replace(field, check=lambda value: field.check(value) and code, missing=code)


def _integer(value: object, within: bool) -> str | None:
    if type(value) is not int:  # bool is a subclass of int, and 1.0 == 1: neither may pass
        return "malformed-action"
    return None if within else "out-of-range"


def _choices(field: _Field) -> str:
    if "enum" in field.schema:
        return "|".join(_quoted(v) if isinstance(v, str) else str(v) for v in field.schema["enum"])
    return f"{field.schema['minimum']}...{field.schema['maximum']}"


def _quoted(text: object) -> str:
    return f'"{text}"'


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
