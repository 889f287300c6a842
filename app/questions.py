"""Questions of the agent check: ten families of short English texts, each with one whole number to answer.

Who reads text answers at a glance. None asks for letters to be counted, for dates, or for large products;
every answer is of 100 ... 99,999, so that guessing takes longer than reading.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

TAIL: Final = " Answer with the number only."
LONGEST: Final = 240
"""The most characters of a question."""
LOWEST: Final = 100
HIGHEST: Final = 99_999

_UNITS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS: Final = {7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth"}
_COLOURS: Final = ("amber", "cobalt", "jade", "ivory", "scarlet", "violet", "olive", "copper")
_GOODS: Final = ("pens", "caps", "mugs", "lamps", "kites", "maps", "bells", "cups")


@dataclass(frozen=True, slots=True)
class Question:
    """A text that asks for one number, and that number."""

    family: str
    text: str
    answer: int


Phrasings: TypeAlias = tuple[int, Sequence[str]]
"""An answer, and several ways to ask for it."""


def draw(random: Random, family: str | None = None) -> Question:
    """Return a question, of one family or of any."""
    if family is None:
        family = _one_of(random, NAMES)
    answer, phrasings = FAMILIES[family](random)
    return Question(family, _one_of(random, phrasings) + TAIL, answer)


def in_words(number: int) -> str:
    """Write a number of 0 ... 999 in words."""
    hundreds, rest = divmod(number, 100)
    if hundreds:
        return f"{_UNITS[hundreds]} hundred" + (f" and {in_words(rest)}" if rest else "")
    if number < len(_UNITS):
        return _UNITS[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_UNITS[ones]}" if ones else _TENS[tens]


_WORDS: Final = tuple(map(in_words, range(1000)))


def _words_sum(random: Random) -> Phrasings:
    a, b = _between(random, 100, 999), _between(random, 100, 999)
    return a + b, (
        f"Add {_WORDS[a]} to {b}.",
        f"What is {a} plus {_WORDS[b]}?",
        f"Find the sum of {_WORDS[a]} and {b}.",
        f"How much do {a} and {_WORDS[b]} come to together?",
    )


def _two_steps(random: Random) -> Phrasings:
    a, b = _between(random, 20, 99), _between(random, 6, 12)
    product = a * b
    if random.random() < 0.5:
        c = _between(random, 11, 99)
        return product + c, (
            f"Take {a}, multiply it by {b}, then add {_WORDS[c]}.",
            f"Multiply {_WORDS[a]} by {b} and add {c} to the result.",
            f"Start with {a}. Make it {_WORDS[b]} times as large, then add {c}.",
        )
    c = _between(random, 11, min(99, product - LOWEST))
    return product - c, (
        f"Take {a}, multiply it by {b}, then subtract {_WORDS[c]}.",
        f"Multiply {_WORDS[a]} by {b} and subtract {c} from the result.",
        f"Start with {a}. Make it {_WORDS[b]} times as large, then take away {c}.",
    )


def _parity_sum(random: Random) -> Phrasings:
    odd = int(random.random() * 2)
    wanted = _distinct(random, 2 + int(random.random() * 3), 30, 250)
    others = _distinct(random, 2 + int(random.random() * 2), 30, 250)
    numbers = [2 * half + odd for half in wanted] + [2 * half + 1 - odd for half in others]
    numbers.sort(key=lambda _number: random.random())
    answer = 2 * sum(wanted) + odd * len(wanted)
    kind, listed = "odd" if odd else "even", _listed(numbers)
    return answer, (
        f"Add up only the {kind} numbers in this list: {listed}.",
        f"Here is a list: {listed}. What do the {kind} numbers in it add up to?",
        f"What is the sum of the {kind} numbers among {listed}?",
    )


def _second_largest(random: Random) -> Phrasings:
    numbers = _distinct(random, 4 + int(random.random() * 2), 100, 9999)
    answer, listed = sorted(numbers)[-2], _listed(numbers)
    return answer, (
        f"Which number is second largest: {listed}?",
        f"Sort these numbers from large to small: {listed}. Which one comes second?",
        f"Leave out the largest of {listed}. Which is the largest of the others?",
    )


def _sequence(random: Random) -> Phrasings:
    first, step = _between(random, 100, 399), _between(random, 6, 49)
    place = _between(random, 7, 10)
    shown = f"{first}, {first + step}, {first + 2 * step}, {first + 3 * step}"
    return first + (place - 1) * step, (
        f"A sequence grows by equal steps and starts {shown}. What is its {_ORDINALS[place]} number?",
        f"Each number is the one before plus the same amount: {shown}. Which number is the {place}th?",
        f"The list {shown} goes on in the same way. Which number stands in {_ORDINALS[place]} place?",
    )


def _story(random: Random) -> Phrasings:
    rows, seats = _between(random, 12, 40), _between(random, 12, 30)
    whole, some = rows * seats, _between(random, 11, 44)
    if random.random() < 0.5:
        return whole + some, (
            f"A baker fills {rows} boxes with {seats} rolls each and has {some} rolls left over. "
            "How many rolls are there?",
            f"A school has {rows} classes of {seats} children, and {some} more children join. "
            "How many children are there now?",
            f"An orchard has {rows} rows of {seats} trees; {_WORDS[some]} new trees are planted. "
            "How many trees stand there?",
        )
    return whole - some, (
        f"A hall has {rows} rows of {seats} seats; {some} seats are broken. How many can be used?",
        f"A train has {rows} coaches with {seats} seats each, and {some} seats are taken. "
        "How many seats are free?",
        f"A farmer packs {rows} crates of {seats} eggs, and {_WORDS[some]} eggs break. "
        "How many eggs are whole?",
    )


def _clock(random: Random) -> Phrasings:
    minutes = _between(random, LOWEST, 900)
    start = _between(random, 0, 24 * 60 - 1 - minutes)
    a, b = _time(start), _time(start + minutes)
    return minutes, (
        f"How many minutes are there from {a} to {b} on the same day?",
        f"A train leaves at {a} and arrives at {b} the same day. How many minutes does the journey take?",
        f"A shop opens at {a} and closes at {b} that day. For how many minutes is it open?",
    )


def _look_up(random: Random) -> Phrasings:
    start = int(random.random() * len(_COLOURS))
    names = [_COLOURS[(start + 3 * i) % len(_COLOURS)] for i in range(3)]
    codes = _distinct(random, 3, 200, 899)
    chosen, by = int(random.random() * 3), _between(random, 11, 99)
    table = ", ".join(f"{name} {code}" for name, code in zip(names, codes, strict=True))
    name = names[chosen]
    if random.random() < 0.5:
        return codes[chosen] + by, (
            f"Codes: {table}. Add {by} to the code of {name}.",
            f"A table reads {table}. What is {by} more than the number of {name}?",
            f"Rooms are numbered so: {table}. Which number is {_WORDS[by]} above that of the {name} room?",
        )
    return codes[chosen] - by, (
        f"Codes: {table}. Subtract {by} from the code of {name}.",
        f"A table reads {table}. What is {by} less than the number of {name}?",
        f"Rooms are numbered so: {table}. Which number is {_WORDS[by]} below that of the {name} room?",
    )


def _digits(random: Random) -> Phrasings:
    number = 10 * _between(random, 10, 9999) + _between(random, 1, 9)
    return int(str(number)[::-1]), (
        f"Write the digits of {number} in reverse order as a number.",
        f"Read {number} digit by digit from right to left. Which number is that?",
        f"Which number has the digits of {number} in the opposite order?",
    )


def _shop(random: Random) -> Phrasings:
    start = int(random.random() * len(_GOODS))
    first, second = _GOODS[start], _GOODS[(start + 3) % len(_GOODS)]
    a, price = _between(random, 11, 40), _between(random, 6, 19)
    b, other = _between(random, 11, 40), _between(random, 6, 19)
    return a * price + b * other, (
        f"A shop sells {a} {first} at {price} coins each and {b} {second} at {other} coins each. "
        "How many coins does it take in?",
        f"One of the {first} costs {price} coins, one of the {second} {other}. "
        f"What do {a} {first} and {b} {second} cost together, in coins?",
        f"You buy {a} {first} for {price} coins each, then {b} {second} for {_WORDS[other]} coins each. "
        "How many coins do you pay?",
    )


FAMILIES: Final[Mapping[str, Callable[[Random], Phrasings]]] = {
    "words-sum": _words_sum,
    "two-steps": _two_steps,
    "parity-sum": _parity_sum,
    "second-largest": _second_largest,
    "sequence": _sequence,
    "story": _story,
    "clock": _clock,
    "look-up": _look_up,
    "digits": _digits,
    "shop": _shop,
}
NAMES: Final = tuple(FAMILIES)


def _one_of(random: Random, items: Sequence[str]) -> str:
    return items[int(random.random() * len(items))]


def _between(random: Random, low: int, high: int) -> int:
    # As even as is needed here, and several times as fast as randint.
    return low + int(random.random() * (high - low + 1))


def _distinct(random: Random, count: int, low: int, high: int) -> list[int]:
    found: list[int] = []
    while len(found) < count:
        number = _between(random, low, high)
        if number not in found:
            found.append(number)
    return found


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
