"""States to JSON-ready lists and back: every kind of field, and damaged payloads that are never a state."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.grammar import Range
from engines.marks import AtMost, Bits, Places, Walk
from schemas.codec import packer, unpacker


@dataclass(frozen=True, slots=True)
class Place:
    x: int
    kind: Literal["mote", "crawler"]


@dataclass(frozen=True, slots=True)
class One:
    only: int


@dataclass(frozen=True, slots=True)
class State:
    seed: int
    name: str
    lit: bool
    phase: Literal["playing", "ended"]
    direction: Literal[-1, 1]
    reason: Literal["banked"] | None
    column: Annotated[int, Range(0, 23)]
    cells: Annotated[int, Bits(2**768 - 1)]
    pair: tuple[int, str]
    path: tuple[int, ...]
    place: Place
    places: Annotated[tuple[Place, ...], AtMost(3)]
    last: Place | None
    marks: tuple[Annotated[int, Bits(2**91 - 1)], ...]
    anchor: Annotated[int, Range(0, 767)] | None
    hands: tuple[tuple[int, ...], One]
    alone: tuple[int]
    turn: Annotated[int, "counted from 0"]
    grid: Annotated[str, Places(4, ".12")]
    trail: Annotated[tuple[Annotated[int, Range(0, 11)], ...], Walk(4)]


STATE = State(
    seed=2**53 - 1,
    name="é|\"'",
    lit=True,
    phase="playing",
    direction=-1,
    reason=None,
    column=23,
    cells=2**767 + 1,
    pair=(3, "three"),
    path=(),
    place=Place(-5, "mote"),
    places=(Place(1, "mote"), Place(2, "crawler")),
    last=None,
    marks=(0, 255),
    anchor=None,
    hands=((1, 2), One(9)),
    alone=(4,),
    turn=12,
    grid="1..2",
    trail=(5, 6, 2, 1, 5, 9),
)
PACKED = [
    9007199254740991,
    "é|\"'",
    True,
    "playing",
    -1,
    None,
    23,
    "g" + "A" * 126 + "B",  # 96 bytes, the first 0x80 and the last 0x01, are 128 characters of base64url
    [3, "three"],
    [],
    [-5, "mote"],
    [[1, "mote"], [2, "crawler"]],
    None,
    ["", "_w"],
    None,
    [[1, 2], [9]],
    [4],
    12,
    "1..2",
    "5ruldd",
]
FIELDS = [
    "seed",
    "name",
    "lit",
    "phase",
    "direction",
    "reason",
    "column",
    "cells",
    "pair",
    "path",
    "place",
    "places",
    "last",
    "marks",
    "anchor",
    "hands",
    "alone",
    "turn",
    "grid",
    "trail",
]


def travelled(state: Any) -> Any:
    """Return a packed state as a reader of its JSON gets it: tuples are lists by then."""
    return orjson.loads(orjson.dumps(packer(type(state))(state)))


def changed(**members: Any) -> list[Any]:
    return [members.get(name, member) for name, member in zip(FIELDS, PACKED, strict=True)]


def bits_text(bits: int) -> str:
    return urlsafe_b64encode(bits.to_bytes((bits.bit_length() + 7) // 8)).rstrip(b"=").decode()


def test_a_dataclass_travels_as_the_list_of_its_field_values() -> None:
    assert travelled(STATE) == PACKED
    assert packer(One)(One(3)) == [3]
    assert packer(Place)(Place(3, "mote")) == [3, "mote"]


def test_what_was_packed_comes_back() -> None:
    again = unpacker(State)(orjson.loads(orjson.dumps(PACKED)))
    assert again == STATE
    assert type(again.lit) is bool
    assert type(again.path) is tuple
    assert type(again.hands[0]) is tuple


def test_the_other_values_of_optional_fields_come_back() -> None:
    state = replace(
        STATE, reason="banked", last=Place(0, "crawler"), anchor=767, path=(4, 4), marks=(), cells=0, trail=()
    )
    data = travelled(state)
    assert data == changed(
        reason="banked", last=[0, "crawler"], anchor=767, path=[4, 4], marks=[], cells="", trail=""
    )
    assert unpacker(State)(data) == state


@settings(derandomize=True, deadline=None, max_examples=50)
@given(
    st.builds(
        State,
        seed=st.integers(0, 2**53 - 1),
        name=st.text(),
        column=st.integers(0, 23),
        cells=st.integers(0, 2**768 - 1),
        pair=st.tuples(st.integers(-9, 9), st.text()),
        path=st.lists(st.integers(-9, 9)).map(tuple),
        place=st.builds(Place, st.integers(-9, 9)),
        places=st.lists(st.builds(Place, st.integers(-9, 9)), max_size=3).map(tuple),
        last=st.none() | st.builds(Place, st.integers(-9, 9)),
        marks=st.lists(st.integers(0, 2**90)).map(tuple),
        anchor=st.none() | st.integers(0, 767),
        hands=st.tuples(st.lists(st.integers(-9, 9)).map(tuple), st.builds(One, st.integers(-9, 9))),
        alone=st.tuples(st.integers(-9, 9)),
        turn=st.integers(-9, 9),
        grid=st.text(".12", min_size=4, max_size=4),
        trail=st.sampled_from([(), (0,), (11, 7, 3, 2), (4, 5, 4)]),
    )
)
def test_every_state_comes_back(state: State) -> None:
    assert unpacker(State)(travelled(state)) == state


DAMAGED: dict[str, Any] = {
    "nothing": None,
    "a number": 7,
    "text": "[]",
    "an object": dict(zip(FIELDS, PACKED, strict=True)),
    "an empty list": [],
    "a field too few": PACKED[:-1],
    "a field too many": [*PACKED, 0],
    "true for an integer": changed(seed=True),
    "a float for an integer": changed(seed=1.0),
    "text for an integer": changed(seed="7"),
    "nothing for an integer": changed(seed=None),
    "a list for an integer": changed(seed=[7]),
    "a number for text": changed(name=7),
    "nothing for text": changed(name=None),
    "1 for true": changed(lit=1),
    "0 for false": changed(lit=0),
    "text for true": changed(lit="true"),
    "nothing for true": changed(lit=None),
    "an unknown word": changed(phase="waiting"),
    "a word in another case": changed(phase="Playing"),
    "no word": changed(phase=None),
    "a list of a word": changed(phase=["playing"]),
    "an object for a word": changed(phase={}),
    "an unknown number": changed(direction=0),
    "true for the number 1": changed(direction=True),
    "a float for the number 1": changed(direction=1.0),
    "text for the number 1": changed(direction="1"),
    "an unknown optional word": changed(reason="reserves"),
    "false for none": changed(reason=False),
    "below the range": changed(column=-1),
    "above the range": changed(column=24),
    "far above the range": changed(column=10**30),
    "true in a range": changed(column=True),
    "a float in a range": changed(column=1.0),
    "nothing in a range": changed(column=None),
    "above an optional range": changed(anchor=768),
    "true in an optional range": changed(anchor=False),
    "a place too few": changed(grid="1.."),
    "a place too many": changed(grid="1..2."),
    "no places": changed(grid=""),
    "a character of no place": changed(grid="1..3"),
    "a digit that is not ASCII": changed(grid="\u0661..2"),
    "a list of places": changed(grid=["1", ".", ".", "2"]),
    "nothing for places": changed(grid=None),
    "a number for bits": changed(cells=1),
    "nothing for bits": changed(cells=None),
    "bits that are not base64url": changed(cells="_w!"),
    "a number of characters that base64 never has": changed(cells="_w_w_"),
    "bits in the other base64": changed(cells="/w"),
    "bits with padding": changed(cells="_w=="),
    "bits with spaces": changed(cells=" _w"),
    "bits with a line end": changed(cells="_w\n"),
    "bits in stray bits of the last character": changed(cells="_x"),
    "bits with leading zero bytes": changed(cells="AP8"),
    "bits that are one zero byte": changed(cells="AA"),
    "bits in other letters": changed(cells="\u0661\u0661"),
    "one bit too high": changed(cells=bits_text(2**768)),
    "bits far too high": changed(cells=bits_text(2**300_000)),
    "a bit among others that may not be": changed(marks=["", bits_text(2**91)]),
    "a number among bits": changed(marks=["", 1]),
    "a number for a walk": changed(trail=5),
    "a list for a walk": changed(trail=[5, 6]),
    "nothing for a walk": changed(trail=None),
    "steps from nowhere": changed(trail="rr"),
    "a walk with a comma": changed(trail="5,r"),
    "a walk with leading zeros": changed(trail="05r"),
    "a walk with spaces": changed(trail="5 r"),
    "a walk with a line end": changed(trail="5r\n"),
    "a walk in upper case": changed(trail="5R"),
    "an unknown step": changed(trail="5rx"),
    "a walk from a negative cell": changed(trail="-1r"),
    "a walk in other digits": changed(trail="\u0665r"),
    "a walk that begins off the board": changed(trail="12"),
    "a walk that leaves the board at its low end": changed(trail="1uu"),
    "a walk that leaves the board at its high end": changed(trail="11rl"),
    "a pair of one": changed(pair=[3]),
    "a pair of three": changed(pair=[3, "three", 3]),
    "a pair the wrong way round": changed(pair=["three", 3]),
    "no pair": changed(pair=None),
    "an object for a list": changed(path={}),
    "text for a list": changed(path="12"),
    "nothing for a list": changed(path=None),
    "text in a list": changed(path=[1, "2"]),
    "nothing in a list": changed(path=[None]),
    "a nested list": changed(path=[[1]]),
    "a place too short": changed(place=[1]),
    "a place too long": changed(place=[1, "mote", 0]),
    "an unknown place": changed(place=[1, "moth"]),
    "no place": changed(place=None),
    "an object for a place": changed(place={"x": 1, "kind": "mote"}),
    "more places than there may be": changed(places=[[1, "mote"]] * 4),
    "far more places than there may be": changed(places=[[1, "mote"]] * 5000),
    "nothing among places": changed(places=[None]),
    "a damaged place among places": changed(places=[[1, "mote"], [True, "mote"]]),
    "a damaged last place": changed(last=[1.5, "mote"]),
    "false for no place": changed(last=False),
    "a bare number for a state of one field": changed(hands=[[1, 2], 9]),
    "none alone": changed(alone=[]),
    "two alone": changed(alone=[4, 4]),
    "true for a number with a note": changed(turn=True),
    "true deep inside": changed(hands=[[1, True], [9]]),
}


@pytest.mark.parametrize("payload", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_payload_is_a_value_error(payload: Any) -> None:
    with pytest.raises(ValueError):
        unpacker(State)(payload)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(
    st.integers(0, len(PACKED) - 1),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
        max_leaves=4,
    ),
)
def test_any_value_in_any_field_is_that_field_or_a_value_error(place: int, value: Any) -> None:
    payload = [*PACKED[:place], value, *PACKED[place + 1 :]]
    try:
        state = unpacker(State)(payload)
    except ValueError:
        return
    assert repr(travelled(state)) == repr(payload)
