"""Answers the questions of the agent check from their text alone, as a careful reader would.

Written without a look at what makes them: the ten families are those of the agent check, one function each,
and the wordings were read from a running server. A text not wholly understood is refused, never guessed at.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from string import Formatter
from typing import Final, TypeAlias

Parts: TypeAlias = Mapping[str, str]
Family: TypeAlias = Callable[[Parts], int]

ENDING: Final = " Answer with the number only."

_UNITS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_PLACES: Final = ("fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")

_NUMBER: Final = r"(?:0|[1-9][0-9]*|[a-z]+(?:-[a-z]+)?(?: hundred(?: and [a-z]+(?:-[a-z]+)?)?)?)"
_SHAPES: Final = {
    "": _NUMBER,
    "numbers": rf"{_NUMBER}(?:, {_NUMBER})+",
    "codes": rf"[a-z]+ {_NUMBER}(?:, [a-z]+ {_NUMBER})+",
    "name": r"[a-z]+",
    "parity": r"even|odd",
    "place": "|".join([*_PLACES, r"(?:[4-9]|1[0-9])th"]),
    "time": r"(?:[01][0-9]|2[0-3]):[0-5][0-9]",
}

WORDINGS: Final[list[tuple[re.Pattern[str], Family]]] = []


class UnreadableError(ValueError):
    """Raised when a text is no question of these families, or has not exactly one answer."""


def answer(question: str) -> int:
    """Return the answer to a question of any family."""
    family, parts = _recognise(question)
    return family(parts)


def family_of(question: str) -> str:
    """Return the name of a question's family, such as `two-steps`."""
    return _recognise(question)[0].__name__.replace("_", "-")


def _recognise(question: str) -> tuple[Family, Parts]:
    """Return the family of the only wording that fits the whole question, and what stands in its fields."""
    _insist(question.endswith(ENDING), "a question ends otherwise")
    text = question.removesuffix(ENDING)
    found = [(family, match) for wording, family in WORDINGS if (match := wording.fullmatch(text))]
    _insist(len(found) == 1, f"{len(found)} wordings fit {question!r}")
    ((family, match),) = found
    return family, match.groupdict()


def _worded(*wordings: str) -> Callable[[Family], Family]:
    """Enter a family with its wordings; a field `{name:shape}` holds one of `_SHAPES`, `{name}` a number."""

    def enter(family: Family) -> Family:
        WORDINGS.extend((_pattern(wording), family) for wording in wordings)
        return family

    return enter


def _pattern(wording: str) -> re.Pattern[str]:
    pieces: list[str] = []
    for words, field, shape, _ in Formatter().parse(wording):
        pieces.append(re.escape(words))
        if field is not None:
            pieces.append(f"(?P<{field}>{_SHAPES[shape or '']})")
    return re.compile("".join(pieces))


@_worded(
    "Add {a} to {b}.",
    "Find the sum of {a} and {b}.",
    "How much do {a} and {b} come to together?",
    "What is {a} plus {b}?",
)
def words_sum(parts: Parts) -> int:
    """Add two numbers."""
    return _number(parts["a"]) + _number(parts["b"])


@_worded(
    "Multiply {a} by {b} and add {more} to the result.",
    "Multiply {a} by {b} and subtract {fewer} from the result.",
    "Start with {a}. Make it {b} times as large, then add {more}.",
    "Start with {a}. Make it {b} times as large, then take away {fewer}.",
    "Take {a}, multiply it by {b}, then add {more}.",
    "Take {a}, multiply it by {b}, then subtract {fewer}.",
)
def two_steps(parts: Parts) -> int:
    """Multiply, then add or take away."""
    return _number(parts["a"]) * _number(parts["b"]) + _change(parts)


@_worded(
    "Add up only the {parity:parity} numbers in this list: {list:numbers}.",
    "Here is a list: {list:numbers}. What do the {parity:parity} numbers in it add up to?",
    "What is the sum of the {parity:parity} numbers among {list:numbers}?",
)
def parity_sum(parts: Parts) -> int:
    """Add the even or the odd numbers of a list."""
    rest = 1 if parts["parity"] == "odd" else 0
    return sum(number for number in _list(parts) if number % 2 == rest)


@_worded(
    "Leave out the largest of {list:numbers}. Which is the largest of the others?",
    "Sort these numbers from large to small: {list:numbers}. Which one comes second?",
    "Which number is second largest: {list:numbers}?",
)
def second_largest(parts: Parts) -> int:
    """Find the second largest of a list."""
    largest, second, *_ = sorted(_list(parts), reverse=True)
    _insist(largest > second, "two numbers are the largest")
    return second


@_worded(
    "A sequence grows by equal steps and starts {list:numbers}. What is its {place:place} number?",
    "Each number is the one before plus the same amount: {list:numbers}. Which number is the {place:place}?",
    "The list {list:numbers} goes on in the same way. Which number stands in {place:place} place?",
)
def sequence(parts: Parts) -> int:
    """Find a later number of a sequence of equal steps."""
    shown = _list(parts)
    steps = {after - before for before, after in pairwise(shown)}
    _insist(len(shown) > 2 and len(steps) == 1, "no equal steps are shown")
    return shown[0] + steps.pop() * (_place(parts["place"]) - 1)


@_worded(
    "A baker fills {a} boxes with {b} rolls each and has {more} rolls left over. How many rolls are there?",
    "A farmer packs {a} crates of {b} eggs, and {fewer} eggs break. How many eggs are whole?",
    "A hall has {a} rows of {b} seats; {fewer} seats are broken. How many can be used?",
    "A school has {a} classes of {b} children, and {more} more children join."
    " How many children are there now?",
    "A train has {a} coaches with {b} seats each, and {fewer} seats are taken. How many seats are free?",
    "An orchard has {a} rows of {b} trees; {more} new trees are planted. How many trees stand there?",
)
def story(parts: Parts) -> int:
    """Count what stands in equal rows, and some more or fewer."""
    return _number(parts["a"]) * _number(parts["b"]) + _change(parts)


@_worded(
    "A shop opens at {start:time} and closes at {end:time} that day. For how many minutes is it open?",
    "A train leaves at {start:time} and arrives at {end:time} the same day."
    " How many minutes does the journey take?",
    "How many minutes are there from {start:time} to {end:time} on the same day?",
)
def clock(parts: Parts) -> int:
    """Count the minutes between two times of one day."""
    start, end = _minutes(parts["start"]), _minutes(parts["end"])
    _insist(start < end, "the end does not come after the start")
    return end - start


@_worded(
    "A table reads {codes:codes}. What is {more} more than the number of {name:name}?",
    "A table reads {codes:codes}. What is {fewer} less than the number of {name:name}?",
    "Codes: {codes:codes}. Add {more} to the code of {name:name}.",
    "Codes: {codes:codes}. Subtract {fewer} from the code of {name:name}.",
    "Rooms are numbered so: {codes:codes}. Which number is {more} above that of the {name:name} room?",
    "Rooms are numbered so: {codes:codes}. Which number is {fewer} below that of the {name:name} room?",
)
def look_up(parts: Parts) -> int:
    """Find a number by its name, then add or take away."""
    entries = [entry.split(" ", 1) for entry in parts["codes"].split(", ")]
    found = [number for name, number in entries if name == parts["name"]]
    _insist(len(found) == 1, "the name does not stand there once")
    return _number(found[0]) + _change(parts)


@_worded(
    "Read {number} digit by digit from right to left. Which number is that?",
    "Which number has the digits of {number} in the opposite order?",
    "Write the digits of {number} in reverse order as a number.",
)
def digits(parts: Parts) -> int:
    """Read the digits of a number backwards."""
    forwards = str(_number(parts["number"]))
    _insist(not forwards.endswith("0"), "a number would begin with a zero")
    return int(forwards[::-1])


@_worded(
    "A shop sells {m} {a:name} at {price_a} coins each and {n} {b:name} at {price_b} coins each."
    " How many coins does it take in?",
    "One of the {priced_a:name} costs {price_a} coins, one of the {priced_b:name} {price_b}."
    " What do {m} {a:name} and {n} {b:name} cost together, in coins?",
    "You buy {m} {a:name} for {price_a} coins each, then {n} {b:name} for {price_b} coins each."
    " How many coins do you pay?",
)
def shop(parts: Parts) -> int:
    """Add up what two kinds of goods cost."""
    a, b = parts["a"], parts["b"]
    priced = parts.get("priced_a", a), parts.get("priced_b", b)
    _insist(a != b and priced == (a, b), "the goods are not those with a price")
    m, n, price_a, price_b = (_number(parts[field]) for field in ("m", "n", "price_a", "price_b"))
    return m * price_a + n * price_b


def _change(parts: Parts) -> int:
    """Return what is added; what is taken away counts below zero."""
    return _number(parts["more"]) if "more" in parts else -_number(parts["fewer"])


def _list(parts: Parts) -> list[int]:
    return [_number(number) for number in parts["list"].split(", ")]


def _number(written: str) -> int:
    """Return a number in figures, or in words below a thousand."""
    _insist(written.isdecimal() or written in _spelt(), f"{written!r} is no number")
    return int(written) if written.isdecimal() else _spelt()[written]


@cache
def _spelt() -> Mapping[str, int]:
    """Return the numbers below a thousand by their spelling, such as `four hundred and seventeen`."""
    tens = [ten + unit for ten in _TENS for unit in ("", *(f"-{unit}" for unit in _UNITS))]
    low = [*_UNITS, "ten", "eleven", "twelve", *_TEENS, *tens]
    rests = ["", *(f" and {number}" for number in low)]
    high = [f"{hundreds} hundred{rest}" for hundreds in _UNITS for rest in rests]
    return {spelling: number for number, spelling in enumerate([*low, *high], start=1)}


def _place(written: str) -> int:
    """Return a place such as `eighth` or `8th`, counted from 1."""
    return 4 + _PLACES.index(written) if written in _PLACES else int(written.removesuffix("th"))


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def _insist(holds: bool, otherwise: str) -> None:
    if not holds:
        raise UnreadableError(otherwise)
