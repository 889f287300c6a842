"""A program that knows only the text of a question finds the answer that the server holds."""

import random
from typing import Final

import pytest

from app.questions import draw
from tests.answerer import ENDING, WORDINGS, UnreadableError, answer, family_of

DRAWN: Final = 2000
FAMILIES: Final = (
    *("words-sum", "two-steps", "parity-sum", "second-largest", "sequence", "story", "clock", "look-up"),
    *("digits", "shop"),
)

# Worked out by hand, each wording once.
BY_HAND: Final = [
    ("words-sum", "Add four hundred and seventeen to 286.", 703),
    ("words-sum", "Find the sum of sixty and 940.", 1000),
    ("words-sum", "How much do 119 and nine hundred and one come to together?", 1020),
    ("words-sum", "What is 350 plus eighteen?", 368),
    ("two-steps", "Multiply twenty by 11 and add 7 to the result.", 227),
    ("two-steps", "Multiply thirty-five by 4 and subtract 15 from the result.", 125),
    ("two-steps", "Start with 60. Make it seven times as large, then add 33.", 453),
    ("two-steps", "Start with 25. Make it eight times as large, then take away 60.", 140),
    ("two-steps", "Take 80, multiply it by 9, then add twelve.", 732),
    ("two-steps", "Take 48, multiply it by 7, then subtract ninety-one.", 245),  # 336 - 91
    ("parity-sum", "Add up only the even numbers in this list: 132, 77, 418, 95, 260.", 810),
    ("parity-sum", "Here is a list: 301, 40, 99, 500. What do the odd numbers in it add up to?", 400),
    ("parity-sum", "What is the sum of the odd numbers among 70, 111, 222, 333?", 444),
    (
        "second-largest",
        "Leave out the largest of 810, 99, 4000, 1200. Which is the largest of the others?",
        1200,
    ),
    ("second-largest", "Sort these numbers from large to small: 905, 950, 590. Which one comes second?", 905),
    ("second-largest", "Which number is second largest: 4127, 980, 3914, 4098?", 4098),
    # The step is 17 and four more follow: 180, 197, 214, 231.
    (
        "sequence",
        "A sequence grows by equal steps and starts 112, 129, 146, 163. What is its eighth number?",
        231,
    ),
    # The step is 10: the tenth is the first and nine steps.
    (
        "sequence",
        "Each number is the one before plus the same amount: 105, 115, 125, 135. Which number is the 10th?",
        195,
    ),
    # 240, 260, 280 follow.
    (
        "sequence",
        "The list 160, 180, 200, 220 goes on in the same way. Which number stands in seventh place?",
        280,
    ),
    (
        "story",
        "A baker fills 12 boxes with 10 rolls each and has 5 rolls left over. How many rolls are there?",
        125,
    ),
    ("story", "A farmer packs 20 crates of 30 eggs, and fourteen eggs break. How many eggs are whole?", 586),
    ("story", "A hall has 18 rows of 24 seats; 37 seats are broken. How many can be used?", 395),  # 432 - 37
    (
        "story",
        "A school has 10 classes of 25 children, and 9 more children join. How many children are there now?",
        259,
    ),
    (
        "story",
        "A train has 11 coaches with 20 seats each, and 21 seats are taken. How many seats are free?",
        199,
    ),
    (
        "story",
        "An orchard has 30 rows of 15 trees; twenty-two new trees are planted. How many trees stand there?",
        472,
    ),
    ("clock", "A shop opens at 08:30 and closes at 18:00 that day. For how many minutes is it open?", 570),
    # Nine minutes to ten o'clock, two hours, one minute.
    (
        "clock",
        "A train leaves at 09:51 and arrives at 12:01 the same day. How many minutes does the journey take?",
        130,
    ),
    ("clock", "How many minutes are there from 09:40 to 14:05 on the same day?", 265),
    (
        "look-up",
        "A table reads olive 661, cobalt 836, jade 469. What is 80 more than the number of jade?",
        549,
    ),
    (
        "look-up",
        "A table reads olive 661, cobalt 836, jade 469. What is 61 less than the number of olive?",
        600,
    ),
    ("look-up", "Codes: amber 314, cobalt 927, jade 508. Add 15 to the code of cobalt.", 942),
    ("look-up", "Codes: amber 314, cobalt 927, jade 508. Subtract 15 from the code of amber.", 299),
    (
        "look-up",
        "Rooms are numbered so: jade 298, olive 341. Which number is forty-two above that of the jade room?",
        340,
    ),
    (
        "look-up",
        "Rooms are numbered so: jade 298, olive 341. Which number is forty below that of the olive room?",
        301,
    ),
    ("digits", "Read 90292 digit by digit from right to left. Which number is that?", 29209),
    ("digits", "Which number has the digits of 123 in the opposite order?", 321),
    ("digits", "Write the digits of 4271 in reverse order as a number.", 1724),
    # 432 and 225.
    (
        "shop",
        "A shop sells 36 pens at 12 coins each and 25 caps at 9 coins each. How many coins does it take in?",
        657,
    ),
    # 70 and 60.
    (
        "shop",
        "One of the bells costs 7 coins, one of the caps 3."
        " What do 10 bells and 20 caps cost together, in coins?",
        130,
    ),
    # 240 and 110.
    (
        "shop",
        "You buy 24 maps for 10 coins each, then 11 mugs for ten coins each. How many coins do you pay?",
        350,
    ),
]

UNREADABLE: Final = {
    "nothing": "",
    "another question": "What is your name?",
    "no number": "Add some to 286.",
    "a number no one spells so": "Add four hundred seventeen to 286.",
    "a number with a part too many": "Add twenty-ten to 286.",
    "a number below zero": "Add -4 to 286.",
    "a number too many": "Add 1 to 2 to 3.",
    "a thing too many": "Add four hundred and seventeen to 286. Then double it.",
    "another alphabet's figures": "Add \u0664 to 286.",
    "neither even nor odd": "What is the sum of the prime numbers among 70, 111, 222, 333?",
    "two largest numbers": "Which number is second largest: 980, 4127, 4127?",
    "steps that differ": "The list 1, 2, 4, 8 goes on in the same way. Which number stands in ninth place?",
    "a sequence of two": "The list 1, 2 goes on in the same way. Which number stands in ninth place?",
    "a day that ends before it begins": "How many minutes are there from 14:05 to 09:40 on the same day?",
    "no time of day": "How many minutes are there from 09:40 to 24:00 on the same day?",
    "a name without a code": "Codes: amber 314, cobalt 927. Add 15 to the code of jade.",
    "a name with two codes": "Codes: amber 314, amber 927. Add 15 to the code of amber.",
    "a number that would begin with a zero": "Write the digits of 4270 in reverse order as a number.",
    "goods without a price": "One of the bells costs 7 coins, one of the caps 3."
    " What do 10 bells and 20 maps cost together, in coins?",
    "goods with two prices": "One of the bells costs 7 coins, one of the bells 3."
    " What do 10 bells and 20 bells cost together, in coins?",
}


def wording(text: str) -> int:
    """Return which of all wordings a question is put in, by its place among them."""
    bare = text.removesuffix(ENDING)
    return next(place for place, (pattern, _) in enumerate(WORDINGS) if pattern.fullmatch(bare))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_server_holds_the_answer_that_the_text_alone_gives(family: str) -> None:
    source = random.Random(f"answers of {family}")
    for _ in range(DRAWN):
        question = draw(source, family)
        assert (family_of(question.text), answer(question.text)) == (family, question.answer), question


def test_the_server_asks_in_every_wording_known() -> None:
    source = random.Random("wordings")
    asked = {wording(draw(source, family).text) for family in FAMILIES for _ in range(200)}
    assert asked == set(range(len(WORDINGS)))


@pytest.mark.parametrize(("family", "text", "number"), BY_HAND)
def test_the_answerer_agrees_with_a_person(family: str, text: str, number: int) -> None:
    assert (family_of(text + ENDING), answer(text + ENDING)) == (family, number)


def test_a_person_has_answered_every_wording() -> None:
    assert sorted(wording(text) for _, text, _ in BY_HAND) == list(range(len(WORDINGS)))


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_the_answerer_does_not_guess(text: str) -> None:
    with pytest.raises(UnreadableError):
        answer(text + ENDING)


def test_a_question_without_its_ending_is_none() -> None:
    with pytest.raises(UnreadableError):
        answer("Add four hundred and seventeen to 286.")
