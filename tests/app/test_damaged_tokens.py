"""Genuinely signed tokens that hold no state, bombs and oversizes, and anything at all: refused, cheaply."""

import json
import pickle
import tracemalloc
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NoReturn

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.tokens import MAX_TOKEN_LENGTH, BadToken, TokenSerializer
from engines.registry import GAMES
from tests.app.signing import (
    ALPHABET,
    KEY,
    LABEL,
    LITERAL,
    PLAIN,
    SALT,
    SEALER,
    SERVICE,
    STRANGE_KEY,
    deflated,
    encoded,
    refusal_of,
    signed,
    stock,
    stock_dumps,
)
from tests.app.toys import LARGE, LARGE_PAYLOAD, SMALL, SMALL_PAYLOAD, TOY, Pebble, State


def _each(place: int, values: Iterable[Any]) -> list[Any]:
    """Return the good payload with each of these values in one place of the state."""
    return [[LABEL, [*SMALL_PAYLOAD[:place], value, *SMALL_PAYLOAD[place + 1 :]]] for value in values]


DAMAGED: Final[list[Any]] = [
    # The wrong envelope.
    [],
    {},
    7,
    0,
    None,
    True,
    False,
    1.5,
    "",
    "state/toy/3",
    LABEL,
    [LABEL],
    [LABEL, SMALL_PAYLOAD, None],
    [LABEL, SMALL_PAYLOAD, SMALL_PAYLOAD],
    [SMALL_PAYLOAD],
    [SMALL_PAYLOAD, LABEL],
    SMALL_PAYLOAD,
    [None, SMALL_PAYLOAD],
    [7, SMALL_PAYLOAD],
    [[LABEL], SMALL_PAYLOAD],
    {"0": LABEL, "1": SMALL_PAYLOAD},
    {"label": LABEL, "state": SMALL_PAYLOAD},
    [[LABEL, SMALL_PAYLOAD]],
    # The state is no list, or not as long as it must be.
    [LABEL, None],
    [LABEL, 7],
    [LABEL, ""],
    [LABEL, []],
    [LABEL, {}],
    [LABEL, {"seed": 7, "phase": "playing", "pebbles": [], "lit": "ff", "note": None, "open": True}],
    [LABEL, [SMALL_PAYLOAD]],
    [LABEL, SMALL_PAYLOAD[:-1]],
    [LABEL, SMALL_PAYLOAD[1:]],
    [LABEL, [*SMALL_PAYLOAD, None]],
    [LABEL, [None] * 6],
    [LABEL, [{}] * 6],
    # The seed is an integer from 0 to 2**53 - 1.
    *_each(0, (-1, 2**53, 2**63, 2**64, 10**30, 7.0, 7.5, True, "7", None, [7], {}, [])),
    # The phase is one of two words.
    *_each(1, ("", "Playing", "playing ", "cleared", 0, True, None, ["playing"], {})),
    # Pebbles are a list of pairs, each a place from 0 to 9 and one of two words.
    *_each(2, (None, 0, "", {}, [3], ["red"], [None], [[]], [{}], [[[]]])),
    *_each(2, [[[3, "red"], pebble] for pebble in ([3], ["red", 3], [3, "red", 1], [3, "green"], [3, None])]),
    *_each(2, [[[place, "red"]] for place in (-1, 10, 3.0, True, "3", None)]),
    # A set of bits is base64url without padding, blank, stray bits or leading zero byte.
    *_each(3, (255, -1, "/w", "_w==", "_x", "AP8", "AA", "-", "+w", " _w", "_w ", "_w_w_", "_w!", "_w\n")),
    *_each(3, ("\u0661\u0661", "\uff11", None, True, [], ["_w"], 1.0)),
    # A note is text or null.
    *_each(4, (0, True, [], {}, ["a"])),
    # The last field is a boolean, nothing that equals one.
    *_each(5, (0, 1, "true", None, [], 1.0)),
]


@pytest.mark.parametrize("payload", DAMAGED, ids=lambda payload: json.dumps(payload)[:60])
@pytest.mark.parametrize("text", [encoded, deflated], ids=["plain", "deflated"])
def test_a_signed_payload_that_is_no_state_is_refused(payload: Any, text: Callable[[bytes], bytes]) -> None:
    assert refusal_of(signed(text(json.dumps(payload).encode()))) is BadToken


def _explode() -> NoReturn:
    raise AssertionError("a token was unpickled")


class _Bomb:
    def __reduce__(self) -> tuple[Callable[[], NoReturn], tuple[()]]:
        return _explode, ()


NOT_JSON: Final = [
    b"",
    b" ",
    b"x",
    b"not json",
    b"\x00",
    b"\xff\xfe",
    b"[",
    b"[" * 4000,
    b"[1,]",
    b"[NaN, 1]",
    b"[Infinity, 1]",
    b'["state/toy/3", [7',
    b'["state/toy/3", "\\ud800"]',
    b'["\xff", 1]',
    b"\xef\xbb\xbf[]",
    b'["state/toy/3", 1] trailing',
    *(pickle.dumps([LABEL, SMALL_PAYLOAD], protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    pickle.dumps(_Bomb(), 0),
    pickle.dumps(_Bomb()),
    zlib.compress(b"[]"),
]


@pytest.mark.parametrize("payload", NOT_JSON, ids=lambda payload: ascii(payload[:20]))
@pytest.mark.parametrize("text", [encoded, deflated], ids=["plain", "deflated"])
def test_a_signed_payload_that_is_not_json_is_refused(payload: bytes, text: Callable[[bytes], bytes]) -> None:
    assert refusal_of(signed(text(payload))) is BadToken


@pytest.mark.parametrize(
    "payload",
    [
        # One character of base64 too many: no whole number of bytes.
        b"A",
        b"AAAAA",
        b".A",
        b".AAAAA",
        b"AA",
        b"_-",
        b".AAAA",
        b"." + encoded(b"no deflate stream"),
        b"." + encoded(b"[]"),
    ],
)
def test_signed_text_that_is_no_payload_is_refused(payload: bytes) -> None:
    assert refusal_of(signed(payload)) is BadToken


@pytest.mark.parametrize(
    "place",
    range(12),
)
def test_a_negative_field_in_a_signed_state_of_cantlewing_is_refused(
    place: int,
) -> None:
    # Only the coordinates of courier, A and B can be negative, and they are at places 4 to 6.
    game = GAMES["cantlewing"]
    state = [7, "playing", None, 1, -2, -1, 2, 0, 3, 0, 0, 0]
    label = f"state/cantlewing/{game.spec.version}"
    assert SERVICE.open(game, stock_dumps([label, state], f"campboard/{label}")) == game.initial(7, {})
    state[place] = -1
    token = stock_dumps([label, state], f"campboard/{label}")
    if 4 <= place <= 6:
        assert SERVICE.open(game, token).seed == 7
    else:
        assert refusal_of(token, game=game) is BadToken


@contextmanager
def at_most(peak_bytes: int) -> Iterator[None]:
    """Fail when the block needs more memory than that at any time."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < peak_bytes, f"{peak} bytes at the peak"


def zeros(megabytes: int) -> bytes:
    """Deflate that many million zero bytes, in parts."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(1_000_000)) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


def test_the_largest_bomb_a_token_can_hold_is_refused_in_little_memory() -> None:
    token = signed(b"." + encoded(zeros(5)))
    assert 6000 < len(token) <= MAX_TOKEN_LENGTH
    with at_most(1_000_000):
        assert refusal_of(token) is BadToken


def test_a_bomb_of_fifty_megabytes_is_refused_in_little_memory() -> None:
    token = signed(b"." + encoded(zeros(50)))
    assert len(token) > 60_000
    with at_most(1_000_000):
        assert refusal_of(token) is BadToken
    # The serializer itself knows no limit of length; its inflate is bounded nevertheless.
    serializer = TokenSerializer([KEY], SALT)
    with at_most(3_000_000), pytest.raises(BadToken):
        serializer.loads(token)


def test_a_forged_bomb_is_never_inflated() -> None:
    token = signed(b"." + encoded(zeros(5)), key=STRANGE_KEY)
    with at_most(200_000):
        assert refusal_of(token) is BadToken


PACKED: Final = zlib.compress(json.dumps([LABEL, LARGE_PAYLOAD]).encode())


def test_the_whole_deflate_stream_opens() -> None:
    assert SERVICE.open(TOY, signed(b"." + encoded(PACKED))) == LARGE


@pytest.mark.parametrize("tail", [b"\x00", b"x", b"{}", PACKED, zlib.compress(b""), bytes(2000)], ids=len)
def test_bytes_after_a_deflate_stream_are_refused(tail: bytes) -> None:
    assert refusal_of(signed(b"." + encoded(PACKED + tail))) is BadToken


def test_a_deflate_stream_cut_anywhere_is_refused() -> None:
    for length in range(len(PACKED)):
        assert refusal_of(signed(b"." + encoded(PACKED[:length]))) is BadToken, length


def test_a_deflate_stream_with_any_byte_changed_is_refused_or_opens_the_same_state() -> None:
    # The checksum at its end finds what the format does not; a header bit may carry no meaning.
    for place in range(len(PACKED)):
        damaged = bytearray(PACKED)
        damaged[place] ^= 0xFF
        assert refusal_of(signed(b"." + encoded(bytes(damaged)))) is BadToken, place


@pytest.mark.parametrize(
    ("length", "opens"), [(60_000, True), (65_000, True), (66_000, False), (200_000, False)]
)
def test_a_payload_may_be_inflated_to_64_kilobytes(length: int, opens: bool) -> None:
    state = [*SMALL_PAYLOAD[:4], "a" * length, True]
    token = signed(deflated(json.dumps([LABEL, state]).encode()))
    assert len(token) <= MAX_TOKEN_LENGTH
    if opens:
        assert SERVICE.open(TOY, token) == replace(SMALL, note="a" * length)
    else:
        assert refusal_of(token) is BadToken


def test_a_genuine_token_of_8000_characters_opens_and_the_next_longer_one_does_not() -> None:
    # 5,967 bytes are 7,956 characters of base64; with the dot and 43 characters of signature 8,000.
    empty = len(json.dumps([LABEL, [*SMALL_PAYLOAD[:4], "", True]]))
    note = "a" * (5967 - empty)
    token = signed(encoded(json.dumps([LABEL, [*SMALL_PAYLOAD[:4], note, True]]).encode()))
    assert len(token) == 8000
    assert SERVICE.open(TOY, token) == replace(SMALL, note=note)
    longer = signed(encoded(json.dumps([LABEL, [*SMALL_PAYLOAD[:4], note + "a", True]]).encode()))
    assert len(longer) == 8002
    assert refusal_of(longer) is BadToken


@pytest.mark.parametrize("shape", ["A", "."])
def test_a_token_of_megabytes_is_refused_before_anything_is_decoded(shape: str) -> None:
    token = shape * 4_000_000
    with at_most(100_000):
        assert refusal_of(token) is BadToken


ANY_CHARACTER = st.characters(exclude_categories=())
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(PLAIN, max_examples=400)
@given(st.text(ANY_CHARACTER) | st.text(ALPHABET + ".=~", max_size=200))
@example("")
@example("\ud800.x")
def test_arbitrary_text_is_refused(token: str) -> None:
    assert refusal_of(token) is BadToken


@settings(PLAIN, max_examples=400)
@given(st.integers(0, len(LITERAL)), st.integers(0, 8), st.text(ANY_CHARACTER, max_size=8))
def test_a_token_with_a_stretch_replaced_is_refused(start: int, length: int, text: str) -> None:
    token = LITERAL[:start] + text + LITERAL[start + length :]
    if token != LITERAL:
        assert refusal_of(token) is BadToken


@settings(PLAIN, max_examples=200)
@given(JSON_VALUES, st.sampled_from([encoded, deflated]))
def test_any_signed_json_value_in_place_of_a_payload_is_refused(
    value: Any, text: Callable[[bytes], bytes]
) -> None:
    assert refusal_of(signed(text(json.dumps(value).encode()))) is BadToken
    assert refusal_of(signed(text(json.dumps([LABEL, value]).encode()))) is BadToken


@settings(PLAIN, max_examples=400)
@given(st.binary(max_size=200), st.sampled_from([encoded, deflated]))
def test_any_signed_bytes_in_place_of_a_payload_are_refused(
    payload: bytes, text: Callable[[bytes], bytes]
) -> None:
    assert refusal_of(signed(text(payload))) is BadToken


STATES = st.builds(
    State,
    seed=st.integers(0, 2**53 - 1),
    phase=st.sampled_from(["playing", "ended"]),
    pebbles=st.lists(st.builds(Pebble, st.integers(0, 9), st.sampled_from(["red", "blue"])), max_size=40).map(
        tuple
    ),
    lit=st.integers(0, 2**768 - 1),
    note=st.none() | st.text(max_size=300),
    open=st.booleans(),
)


@settings(PLAIN, max_examples=200)
@given(STATES)
def test_any_state_survives_its_token_and_stock_itsdangerous_reads_it(state: State) -> None:
    token = SEALER.seal(TOY, state)
    assert set(token) <= set(ALPHABET + ".")
    assert SERVICE.open(TOY, token) == state
    assert stock().loads(token)[0] == LABEL
    assert SEALER.seal(TOY, SERVICE.open(TOY, token)) == token
