"""The strict JSON gate every request body passes: one reading, or a reason why there is none.

Refuses what parsers disagree on (RFC 7493): duplicate members, NaN and Infinity, lone surrogates, text that
is not UTF-8; and what only an attacker sends: deep nesting and endless numbers.
"""

import re
from math import isinf
from typing import Any, Final

import jiter

MAX_DEPTH: Final = 32
MAX_DIGITS: Final = 20

_SUSPECT_NUMBER: Final = re.compile(rb"[0-9.eE+-]{21}|[0-9][eE]")
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NUMBER: Final = re.compile(rb"-?[0-9][0-9.eE+-]*")
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_LEVEL: Final = re.compile(rb"\[\]|\{\}")
_PLACE: Final = re.compile(r"line ([0-9]+) column ([0-9]+)$")

_TOO_DEEP: Final = f"The body is nested deeper than {MAX_DEPTH} levels."
_TOO_MANY_DIGITS: Final = f"A number in the body has more than {MAX_DIGITS} digits."


class MalformedJson(ValueError):
    """Raised when a body is not JSON that has exactly one meaning; says what is wrong in one sentence."""


def read_json(raw: bytes) -> Any:
    """Return the value of a JSON text; integers stay exact, and floats and booleans stay what they are."""
    try:
        value = jiter.from_json(raw, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError as error:
        raise MalformedJson(_reason(raw, str(error))) from None
    # From here on the text is known to be JSON: its strings end and its brackets match, so the patterns below
    # pass over it once.
    rest = _without_strings(raw)
    if len(rest) <= MAX_DIGITS and b"e" not in rest and b"E" not in rest:
        return value  # as nearly every body: too short for a long number or deep nesting, and no exponent
    if _SUSPECT_NUMBER.search(rest):
        _check_numbers(rest)
    if rest.count(b"[") + rest.count(b"{") > MAX_DEPTH:
        _check_depth(rest)
    return value


def _without_strings(raw: bytes) -> bytes:
    # Most bodies are one long token, so what is left is short.
    return _STRING.sub(b"", raw) if b"\\" in raw else b"".join(raw.split(b'"')[::2])


def _check_numbers(rest: bytes) -> None:
    for number in _NUMBER.findall(rest):
        if sum(48 <= byte <= 57 for byte in number) > MAX_DIGITS:
            raise MalformedJson(_TOO_MANY_DIGITS)
        if isinf(float(number)):
            raise MalformedJson("A number in the body is too large to be read.")


def _check_depth(rest: bytes) -> None:
    # Taking away the innermost pairs of brackets once a level leaves nothing after MAX_DEPTH rounds, or the
    # text is nested deeper.
    brackets = rest.translate(None, _NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        brackets = _LEVEL.sub(b"", brackets)
        if not brackets:
            return
    raise MalformedJson(_TOO_DEEP)


def _reason(raw: bytes, detail: str) -> str:
    if not raw.strip():
        return "The body is empty; send a JSON object."
    if "recursion limit" in detail:
        return _TOO_DEEP
    if "out of range" in detail:
        return _TOO_MANY_DIGITS
    if "duplicate key" in detail:
        return "The body names the same member of an object twice."
    if "surrogate" in detail or "hex escape" in detail:
        return "The body holds half of a surrogate pair or a broken \\u escape."
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return "The body is not UTF-8."
    if raw.startswith(b"\xef\xbb\xbf"):
        return "The body begins with a byte order mark; leave it out."
    place = _PLACE.search(detail)
    if place is None:
        return "The body is not JSON."
    line, column = int(place[1]), int(place[2])
    rest = raw.split(b"\n")[line - 1][max(column - 1, 0) :]
    if rest.startswith((b"NaN", b"Infinity")):
        return "The body is not JSON; NaN and Infinity have no place in it."
    return f"The body is not JSON (at line {line} column {column})."
