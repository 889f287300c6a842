"""The JSON gate: what it reads and refuses, case by case and against a second reader."""

import json
from typing import Any, Final, NoReturn

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from schemas.strict_json import MalformedJson, read_json
from tests.schemas.json_cases import ACCEPTED, DECIDED_AGAINST, DECIDED_FOR, REFUSED
from tests.schemas.sentences import is_one_sentence

PLAIN: Final = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def exactly(value: Any) -> str:
    """Return a text that also tells 1, 1.0 and true apart, 0.0 and -0.0, and orders of members."""
    return repr(value)


def test_there_are_at_least_150_cases() -> None:
    assert len(ACCEPTED) + len(REFUSED) + len(DECIDED_AGAINST) + len(DECIDED_FOR) >= 150


@pytest.mark.parametrize(("raw", "value"), [pytest.param(*case, id=name) for name, case in ACCEPTED.items()])
def test_what_is_accepted_is_read_exactly(raw: bytes, value: Any) -> None:
    assert exactly(read_json(raw)) == exactly(value)


def reason_of(raw: bytes) -> str:
    """Return the reason of a refusal; any exception but MalformedJson fails the test, as does none."""
    with pytest.raises(MalformedJson) as raised:
        read_json(raw)
    assert raised.type is MalformedJson
    return str(raised.value)


@pytest.mark.parametrize("raw", [pytest.param(raw, id=name) for name, raw in REFUSED.items()])
def test_what_is_not_json_is_refused(raw: bytes) -> None:
    assert is_one_sentence(reason_of(raw))


@pytest.mark.parametrize("raw", [pytest.param(raw, id=name) for name, (raw, _why) in DECIDED_AGAINST.items()])
def test_what_readers_disagree_on_is_refused(raw: bytes) -> None:
    assert is_one_sentence(reason_of(raw))


@pytest.mark.parametrize(
    ("raw", "value"), [pytest.param(raw, value, id=name) for name, (raw, value, _why) in DECIDED_FOR.items()]
)
def test_what_was_decided_for_is_read_as_decided(raw: bytes, value: Any) -> None:
    assert exactly(read_json(raw)) == exactly(value)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b'{"a":1,"a":2}', "twice"),
        (b'{"a":1,"\\u0061":2}', "twice"),
        (b"[NaN]", "NaN"),
        (b"[-Infinity]", "Infinity"),
        (b"[1e999]", "too large"),
        (b"1E999", "too large"),
        (b'{"a":-1E+999}', "too large"),
        (b"123456789012345678901", "20 digits"),
        (b"[123456789012345678901]", "20 digits"),
        (b"[0.12345678901234567890]", "20 digits"),
        (b"[" * 33 + b"]" * 33, "32"),
        (b"[" * 300 + b"]" * 300, "32"),
        (b"[" * 100_000, "32"),
        (b'"\\ud800"', "surrogate"),
        (b'{"a":"\xff"}', "UTF-8"),
        ('"\u00e9"'.encode("latin-1"), "UTF-8"),
        (b'{"a":1,}', "line 1 column 8"),
        (b'{"a":1,\n"b":]}', "line 2 column 5"),
        (b'{"a":1,\r\n\r\n"b":]}', "line 3 column 5"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_reason_names_what_is_wrong(raw: bytes, words: str) -> None:
    assert words in reason_of(raw)


def test_the_reason_does_not_blame_a_nan_that_stands_in_a_string() -> None:
    assert "NaN" not in reason_of(b'{"note":"NaN",}')


def test_no_reason_echoes_the_input() -> None:
    for raw in (b'{"' + b"x" * 4000, b"x" * 4000, b'{"x' + b"x" * 4000 + b'":1,"x' + b"x" * 4000 + b'":1}'):
        assert "xxx" not in reason_of(raw)


class Refused(ValueError):
    """Raised by the second reader."""


def second_reader(raw: bytes) -> Any:
    """Read JSON with the standard library and refuse what the documents tell to; slow and plain."""
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_without_duplicates,
            parse_int=_short_integer,
            parse_float=_short_finite_float,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:
        raise Refused from error
    _check(value, 0)
    return value


def _refuse(_word: str) -> NoReturn:
    raise Refused


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Refused
    return members


def _short_integer(digits: str) -> int:
    if sum(character.isdigit() for character in digits) > 20:
        raise Refused
    return int(digits)


def _short_finite_float(digits: str) -> float:
    value = float(digits)
    if sum(character.isdigit() for character in digits) > 20 or abs(value) == float("inf"):
        raise Refused
    return value


def _check(value: Any, depth: int) -> None:
    """Refuse surrogates and more than 32 levels; a bare value is level 0."""
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise Refused
    if isinstance(value, list | dict):
        if depth == 32:
            raise Refused
        for member in value:
            _check(member, depth + 1)
    if isinstance(value, dict):
        for member in value.values():
            _check(member, depth + 1)


def agrees_with_the_second_reader(raw: bytes) -> None:
    try:
        expected = second_reader(raw)
    except Refused:
        assert is_one_sentence(reason_of(raw))
    else:
        assert exactly(read_json(raw)) == exactly(expected)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(raw, id=name)
        for name, raw in [
            *(
                (name, case[0])
                for cases in (ACCEPTED, DECIDED_FOR, DECIDED_AGAINST)
                for name, case in cases.items()
            ),
            *REFUSED.items(),
        ]
    ],
)
def test_the_second_reader_decides_each_case_alike(raw: bytes) -> None:
    agrees_with_the_second_reader(raw)


def _short(number: float) -> bool:
    return sum(character.isdigit() for character in json.dumps(number)) <= 20


TEXTS = st.text(max_size=20) | st.text('[]{}",:\\ 0123456789.eE+-\u00e9\U0001f332', max_size=40)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 10**20, 10**20 - 1)
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False).filter(_short)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=30,
)


@settings(PLAIN, max_examples=250)
@given(
    VALUES, st.booleans(), st.sampled_from([None, 0, 2, "\t"]), st.sampled_from([(",", ":"), (" , ", " : ")])
)
def test_what_json_dumps_writes_is_read_back_equal(
    value: Any, ascii_only: bool, indent: int | str | None, separators: tuple[str, str]
) -> None:
    raw = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators).encode()
    assert exactly(read_json(raw)) == exactly(value)


@settings(PLAIN, max_examples=120)
@given(VALUES, st.integers(0, 40))
def test_wrapping_a_value_is_fine_until_it_is_nested_33_deep(value: Any, levels: int) -> None:
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    agrees_with_the_second_reader(json.dumps(value).encode())


@settings(PLAIN, max_examples=500)
@given(st.binary(max_size=60))
@example(b"")
@example(b"\xff")
def test_arbitrary_bytes_are_read_or_refused_as_the_second_reader_does(raw: bytes) -> None:
    agrees_with_the_second_reader(raw)


PIECES: Final = [
    *(b"{ } [ ] , : \" \\ ' / - + . e E 0 1 9 u d 8 n t".split()),
    b" ",
    b"\n",
    b'"a"',
    b'"a":',
    b'"\\u0061":',
    b'"b":1',
    b'{"a":1}',
    b"12345678901234567890",
    b"1e308",
    b"1e309",
    b"1E309",
    b"-0",
    b"0.5",
    b"true",
    b"null",
    b"NaN",
    b"-Infinity",
    b'"\\ud83c\\udf32"',
    b'"\\ud800"',
    b'"\\""',
    b'"\\\\"',
    b'"[1e999"',
    b"\xc3\xa9",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\x00",
]


@settings(PLAIN, max_examples=700)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
def test_pieces_of_json_in_any_order_are_read_or_refused_as_the_second_reader_does(raw: bytes) -> None:
    agrees_with_the_second_reader(raw)


@settings(PLAIN, max_examples=500)
@given(VALUES, st.data())
def test_json_with_a_stretch_replaced_is_read_or_refused_as_the_second_reader_does(
    value: Any, data: st.DataObject
) -> None:
    raw = json.dumps(value).encode()
    start = data.draw(st.integers(0, len(raw)))
    length = data.draw(st.integers(0, 3))
    piece = data.draw(st.sampled_from(PIECES) | st.binary(max_size=3))
    agrees_with_the_second_reader(raw[:start] + piece + raw[start + length :])


NUMBER_PIECES: Final = [
    b"-",
    b"+",
    b".",
    b"e",
    b"E",
    b"0",
    b"1",
    b"9",
    b"00000",
    b"12345678",
    b"1234567890123456789",
]


@settings(PLAIN, max_examples=500)
@given(
    st.lists(st.sampled_from(NUMBER_PIECES), min_size=1, max_size=7).map(b"".join),
    st.sampled_from([b"%s", b" %s", b"[%s]", b"[0,%s]", b'{"a":%s}', b'{"a": %s }', b'["1e9", %s, "1e9"]']),
)
def test_anything_like_a_number_is_read_or_refused_as_the_second_reader_does(
    number: bytes, frame: bytes
) -> None:
    agrees_with_the_second_reader(frame % number)
