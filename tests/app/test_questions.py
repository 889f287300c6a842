"""Questions of the agent check: short, plain, of ten families, and one reading of each gives one answer."""

import random
import re
from typing import Final

import pytest

from app.questions import FAMILIES, Question, draw, in_words

DRAWN: Final = 2000
NAMES: Final = (
    *("words-sum", "two-steps", "parity-sum", "second-largest", "sequence", "story", "clock", "look-up"),
    *("digits", "shop"),
)
each_family = pytest.mark.parametrize("family", NAMES)


def questions(family: str, count: int = DRAWN) -> list[Question]:
    source = random.Random(f"questions of {family}")
    return [draw(source, family) for _ in range(count)]


def phrasing(text: str) -> str:
    """Return how a question begins, which tells its phrasings apart: a word, or two with an article."""
    first, second, *_ = text.split()
    return f"{first} {second}" if first in ("A", "An", "The") else first


def test_there_are_these_ten_families() -> None:
    assert tuple(FAMILIES) == NAMES
    drawn = {draw(random.Random(seed)).family for seed in range(300)}
    assert drawn == set(NAMES)


@each_family
def test_a_question_is_short_plain_and_asks_for_a_number_of_three_to_five_digits(family: str) -> None:
    for question in questions(family):
        assert question.family == family
        assert question.text.isascii()
        assert question.text.isprintable()
        assert len(question.text) <= 240
        assert question.text.endswith(" Answer with the number only.")
        assert "  " not in question.text
        assert 100 <= question.answer <= 99_999
        assert type(question.answer) is int


@each_family
def test_each_family_is_put_in_three_ways_or_more_and_all_of_them_come_up(family: str) -> None:
    ways: dict[str, int] = {}
    for question in questions(family):
        way = phrasing(question.text)
        ways[way] = ways.get(way, 0) + 1
    common = [way for way, count in ways.items() if count >= DRAWN // 50]
    assert len(common) >= 3, ways


@each_family
def test_answers_are_spread_and_questions_seldom_alike(family: str) -> None:
    drawn = questions(family, 1000)
    assert len({question.text for question in drawn}) >= 990
    assert len({question.answer for question in drawn}) >= 250
    most = max(sum(other.answer == question.answer for other in drawn) for question in drawn[:100])
    assert most <= 20


def test_a_thousand_questions_of_any_family_differ() -> None:
    source = random.Random("any")
    drawn = [draw(source).text for _ in range(1000)]
    assert len(set(drawn)) >= 998


@each_family
def test_the_answer_is_not_in_the_text_but_where_it_has_to_be_picked(family: str) -> None:
    told = [question for question in questions(family) if re.search(rf"\b{question.answer}\b", question.text)]
    if family == "second-largest":
        assert len(told) == DRAWN
    else:
        assert len(told) <= DRAWN // 20, told[0]


def test_the_same_source_draws_the_same_questions() -> None:
    one, other = random.Random(7), random.Random(7)
    assert [draw(one) for _ in range(50)] == [draw(other) for _ in range(50)]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (20, "twenty"),
        (91, "ninety-one"),
        (100, "one hundred"),
        (101, "one hundred and one"),
        (417, "four hundred and seventeen"),
        (640, "six hundred and forty"),
        (999, "nine hundred and ninety-nine"),
    ],
)
def test_numbers_are_written_in_words_as_people_do(number: int, words: str) -> None:
    assert in_words(number) == words
