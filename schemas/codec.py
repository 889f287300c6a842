"""One generic codec: any frozen state to compact JSON-ready lists and back.

A dataclass travels as the list of its field values in order, a tuple as what JSON makes of it, a list, and
everything else as itself. What a field is marked with (`engines.marks`) shortens it: a set of bits travels as
base64url, a walk over a board as its first cell and a letter for each step. Unpacking checks every type,
literal, range and length, so a damaged payload is a ValueError, never a state; pydantic-core does that in a
tenth of the time Python takes.
"""

import re
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from binascii import b2a_base64
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from itertools import accumulate
from operator import attrgetter, sub
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic_core import SchemaValidator, core_schema
from pydantic_core.core_schema import CoreSchema

from engines.grammar import Range
from engines.marks import AtMost, Bits, Places, Walk
from engines.records import maker

T = TypeVar("T")
Converter = Callable[[Any], Any]

_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_KEPT: Final = 256
"""How many sets of bits and walks are kept with their texts: most of a game's moves change neither."""
_WALK: Final = re.compile(r"(0|[1-9][0-9]{0,5})([udlr]*)")


def packer(cls: type) -> Converter:
    """Return the function that turns a value of this dataclass into JSON-ready lists."""
    pack = _packer(cls)
    assert pack is not None
    return pack


def unpacker(cls: type[T]) -> Callable[[Any], T]:
    """Return the function that rebuilds a value of this dataclass from what a JSON reader gives.

    It raises ValueError for anything that was not packed from one.
    """
    hint: Any = cls
    return _unpacker(hint)


@cache
def _unpacker(hint: Any) -> Converter:
    unpack: Converter = SchemaValidator(_schema(hint)).validate_python
    return unpack


@cache
def _packer(hint: Any) -> Converter | None:
    """The conversion a value of this type needs, or None when JSON takes it as it is."""
    if isinstance(hint, type) and is_dataclass(hint):
        names, hints = _fields(hint)
        read = attrgetter(*names)
        values: Converter = read if len(names) > 1 else lambda value: (read(value),)
        converters = [(i, pack) for i, hint in enumerate(hints) if (pack := _packer(hint))]
        if not converters:
            return lambda value: [*values(value)]

        def pack_fields(value: Any) -> list[Any]:
            packed = list(values(value))
            for i, pack in converters:
                packed[i] = pack(packed[i])
            return packed

        return pack_fields
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        for mark in arguments[1:]:
            if isinstance(mark, Bits):
                return _bits_text
            if isinstance(mark, Walk):
                return _walk_packer(mark)
        return _packer(arguments[0])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            item = _packer(arguments[0])
            return None if item is None else lambda value: [*map(item, value)]
        items = [_packer(argument) for argument in arguments]
        if not any(items):
            return None
        packs = [pack or _same for pack in items]
        return lambda value: [pack(member) for pack, member in zip(packs, value, strict=True)]
    if origin in (Union, UnionType):
        inner = _packer(_optional(hint))
        return None if inner is None else lambda value: None if value is None else inner(value)
    assert hint in (int, str, bool) or origin is Literal, hint
    return None


def _schema(hint: Any) -> CoreSchema:
    """What a packed value of this type looks like, and how it becomes one."""
    if isinstance(hint, type) and is_dataclass(hint):
        names, hints = _fields(hint)
        row = core_schema.tuple_schema([_schema(each) for each in hints])
        return core_schema.no_info_after_validator_function(_maker(hint, names), row)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _marked(arguments[0], arguments[1:])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return core_schema.tuple_schema([_schema(arguments[0])], variadic_item_index=0)
        return core_schema.tuple_schema([_schema(argument) for argument in arguments])
    if origin in (Union, UnionType):
        return core_schema.nullable_schema(_schema(_optional(hint)))
    if origin is Literal:
        chosen = core_schema.literal_schema([*arguments])
        if all(type(argument) is str for argument in arguments):
            return chosen
        # By itself it would take True and 1.0 for 1.
        return core_schema.chain_schema([_schema(type(arguments[0])), chosen])
    if hint is int:
        return core_schema.int_schema(strict=True)
    if hint is bool:
        return core_schema.bool_schema(strict=True)
    assert hint is str, hint
    return core_schema.str_schema(strict=True)


def _marked(base: Any, marks: tuple[Any, ...]) -> CoreSchema:
    text = core_schema.str_schema(strict=True)
    for mark in marks:
        if isinstance(mark, Bits):
            return core_schema.no_info_after_validator_function(_bits_unpacker(mark), text)
        if isinstance(mark, Walk):
            cells = core_schema.tuple_schema([_schema(get_args(base)[0])], variadic_item_index=0)
            return core_schema.chain_schema(
                [core_schema.no_info_after_validator_function(_walk_unpacker(mark), text), cells]
            )
        if isinstance(mark, AtMost):
            item = _schema(get_args(base)[0])
            return core_schema.tuple_schema([item], variadic_item_index=0, max_length=mark.items)
        if isinstance(mark, Places):
            one = f"[{re.escape(mark.characters)}]"
            return core_schema.str_schema(strict=True, pattern=f"^{one}{{{mark.length}}}$")
        if isinstance(mark, Range):
            return core_schema.int_schema(strict=True, ge=mark.low, le=mark.high)
    return _schema(base)


def _fields(cls: type) -> tuple[list[str], list[Any]]:
    """Names and types of a dataclass's fields, in their order."""
    names = [field.name for field in fields(cls)]
    hints = get_type_hints(cls, include_extras=True)
    return names, [hints[name] for name in names]


def _maker(cls: type, names: list[str]) -> Converter:
    make = maker(cls)
    if any(field.kw_only for field in fields(cls)):
        return lambda values: make(**dict(zip(names, values, strict=True)))
    return lambda values: make(*values)


def _optional(hint: Any) -> Any:
    inner = [argument for argument in get_args(hint) if argument is not NoneType]
    assert len(inner) == 1, "a union is a type or None"
    return inner[0]


def _same(value: Any) -> Any:
    return value


@lru_cache(maxsize=_KEPT)
def _bits_text(bits: int) -> str:
    if not bits:
        return ""
    raw = bits.to_bytes((bits.bit_length() + 7) // 8)
    return b2a_base64(raw, newline=False).translate(_URL_SAFE).rstrip(b"=").decode("ascii")


def _bits_unpacker(mark: Bits) -> Callable[[str], int]:
    within = mark.within

    def unpack(text: str) -> int:
        try:
            bits = int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        except NotBase64 as error:
            raise ValueError("expected a set of bits in base64url") from error
        if bits | within != within or _bits_text(bits) != text:
            raise ValueError("expected a set of these bits, as it is packed")
        return bits

    return unpack


def _walk_packer(mark: Walk) -> Converter:
    letter = {-mark.width: "u", mark.width: "d", -1: "l", 1: "r"}.__getitem__

    @lru_cache(maxsize=_KEPT)
    def pack(cells: tuple[int, ...]) -> str:
        return f"{cells[0]}{''.join(map(letter, map(sub, cells[1:], cells)))}" if cells else ""

    return pack


def _walk_unpacker(mark: Walk) -> Callable[[str], tuple[int, ...]]:
    step = {"u": -mark.width, "d": mark.width, "l": -1, "r": 1}.__getitem__

    def unpack(text: str) -> tuple[int, ...]:
        if not text:
            return ()
        found = _WALK.fullmatch(text)
        if found is None:
            raise ValueError("expected the first cell of a walk and its steps")
        return tuple(accumulate(map(step, found[2]), initial=int(found[1])))

    return unpack
