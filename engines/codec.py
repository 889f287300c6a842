"""One generic codec: any frozen state to compact JSON-ready lists and back.

A dataclass travels as the list of its field values in order, a tuple as a list, everything else as itself.
A large integer used as a set of bits is annotated `Annotated[int, Bits()]` and travels as lower-case hex;
a text of one character for each place of a board is annotated `Annotated[str, Places(...)]`.
Unpacking checks every type, literal, range and length, so a damaged payload is a ValueError, never a state.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from engines.grammar import Range

T = TypeVar("T")
Converter = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Bits:
    """Marks a non-negative integer of any size that is a set of bits."""


@dataclass(frozen=True, slots=True)
class Places:
    """Marks a text of a fixed length, each character one of a few."""

    length: int
    characters: str


def packer(cls: type) -> Converter:
    """Return the function that turns a value of this dataclass into JSON-ready lists."""
    pack = _packer(cls)
    assert pack is not None
    return pack


def unpacker(cls: type[T]) -> Callable[[Any], T]:
    """Return the function that rebuilds a value of this dataclass; it raises ValueError for anything else."""
    return _unpacker(cls)  # type: ignore[arg-type]  # a class is hashable; its TypeVar is not known to be


@cache
def _packer(hint: Any) -> Converter | None:
    """The conversion a value of this type needs, or None when JSON takes it as it is."""
    if is_dataclass(hint):
        names = [field.name for field in fields(hint)]
        hints = get_type_hints(hint, include_extras=True)
        read = attrgetter(*names)
        values: Converter = read if len(names) > 1 else lambda value: (read(value),)
        converters = [(i, pack) for i, name in enumerate(names) if (pack := _packer(hints[name]))]
        if not converters:
            return lambda value: list(values(value))

        def pack_fields(value: Any) -> list[Any]:
            packed = list(values(value))
            for i, pack in converters:
                packed[i] = pack(packed[i])
            return packed

        return pack_fields
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _hex if any(isinstance(mark, Bits) for mark in arguments[1:]) else _packer(arguments[0])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            item = _packer(arguments[0])
            return list if item is None else lambda value: [*map(item, value)]
        items = [_packer(argument) for argument in arguments]
        if not any(items):
            return list
        packs = [pack or _same for pack in items]
        return lambda value: [pack(member) for pack, member in zip(packs, value, strict=True)]
    if origin in (Union, UnionType):
        inner = _packer(_optional(hint))
        return None if inner is None else lambda value: None if value is None else inner(value)
    assert hint in (int, str, bool) or origin is Literal, hint
    return None


@cache
def _unpacker(hint: Any) -> Converter:
    if is_dataclass(hint):
        assert isinstance(hint, type)
        hints = get_type_hints(hint, include_extras=True)
        names = [field.name for field in fields(hint)]
        members = [(name, _unpacker(hints[name])) for name in names]

        def unpack_fields(value: Any) -> Any:
            if type(value) is not list or len(value) != len(members):
                raise ValueError(f"expected a list of {len(members)}")
            return hint(**{name: unpack(part) for (name, unpack), part in zip(members, value, strict=True)})

        return unpack_fields
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            item = _unpacker(arguments[0])
            return lambda value: tuple(map(item, _list(value)))
        row = _row([_unpacker(argument) for argument in arguments])
        return lambda value: tuple(row(value))
    if origin in (Union, UnionType):
        inner = _unpacker(_optional(hint))
        return lambda value: None if value is None else inner(value)
    if origin is Literal:
        return _literal(arguments)
    assert hint in (int, str, bool), hint
    return _exactly(hint)


def _row(items: list[Converter]) -> Callable[[Any], list[Any]]:
    def unpack(value: Any) -> list[Any]:
        if type(value) is not list or len(value) != len(items):
            raise ValueError(f"expected a list of {len(items)}")
        return [item(member) for item, member in zip(items, value, strict=True)]

    return unpack


def _annotated(base: Any, marks: tuple[Any, ...]) -> Converter:
    if any(isinstance(mark, Bits) for mark in marks):
        return _unhex
    inner = _unpacker(base)
    for mark in marks:
        if isinstance(mark, Places):
            return _places(mark)
    spans = [mark for mark in marks if isinstance(mark, Range)]
    if not spans:
        return inner
    low, high = spans[0].low, spans[0].high
    if base is int:
        return _integer(low, high)

    def unpack(value: Any) -> Any:
        number = inner(value)
        if not low <= number <= high:
            raise ValueError(f"expected {low} to {high}")
        return number

    return unpack


def _integer(low: int, high: int) -> Converter:
    def unpack(value: Any) -> Any:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"expected an integer from {low} to {high}")
        return value

    return unpack


def _places(mark: Places) -> Converter:
    characters = frozenset(mark.characters)

    def unpack(value: Any) -> Any:
        if type(value) is not str or len(value) != mark.length or not characters.issuperset(value):
            raise ValueError(f"expected {mark.length} of {mark.characters}")
        return value

    return unpack


def _literal(choices: tuple[Any, ...]) -> Converter:
    kinds = {choice: type(choice) for choice in choices}

    def unpack(value: Any) -> Any:
        if type(value) not in (int, str, bool) or kinds.get(value) is not type(value):
            raise ValueError(f"expected one of {choices}")
        return value

    return unpack


def _exactly(kind: type) -> Converter:
    def unpack(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"expected {kind.__name__}")
        return value

    return unpack


def _optional(hint: Any) -> Any:
    inner = [argument for argument in get_args(hint) if argument is not NoneType]
    assert len(inner) == 1, "a union is a type or None"
    return inner[0]


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise ValueError("expected a list")
    return value


def _same(value: Any) -> Any:
    return value


def _hex(value: int) -> str:
    return format(value, "x")


def _unhex(value: Any) -> int:
    if type(value) is not str:
        raise ValueError("expected a set of bits in hex")
    number = int(value, 16)
    if number < 0 or format(number, "x") != value:
        raise ValueError("expected lower-case hex")
    return number
