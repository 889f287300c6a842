"""What Sudoku publishes about itself: the keys and facts agreed, and numbers that are those of the rules."""

import re
from html.parser import HTMLParser

import pytest

from engines.refusal import Refusal
from engines.sudoku import GAME
from engines.sudoku.commands import parse
from engines.sudoku.generator import KINDS
from engines.sudoku.model import BASE, CHECK_COST, MISTAKE_COST, Difficulty
from tests.engines.sudoku.driver import START, send

SPEC = GAME.spec


def test_names_and_kind_are_those_of_the_document() -> None:
    assert (SPEC.slug, SPEC.name, SPEC.kind) == ("sudoku", "Sudoku", "finite")


def test_syntaxes_and_examples_are_those_of_the_document_with_resign() -> None:
    assert [(command.syntax, command.example) for command in SPEC.commands] == [
        ("set <row> <col> <digit>", "set 3 5 7"),
        ("clear <row> <col>", "clear 3 5"),
        ("note <row> <col> <digits>", "note 3 5 147"),
        ("check", "check"),
        ("submit", "submit"),
        ("select <row> <col>", "select 3 5"),
        ("resign", "resign"),
    ]


def test_difficulty_is_the_only_option() -> None:
    (option,) = SPEC.options
    assert (option.name, option.label, option.default) == ("difficulty", "Difficulty", "easy")
    assert [choice.value for choice in option.choices] == [*BASE]


@pytest.mark.parametrize(
    ("number", "difficulty", "techniques"),
    [
        (0, "easy", ["singles"]),
        (1, "medium", ["pairs", "locked"]),
        (2, "hard", ["triples", "quads", "X-wing"]),
    ],
)
def test_a_label_tells_givens_techniques_and_base(
    number: int, difficulty: Difficulty, techniques: list[str]
) -> None:
    choice, kind = SPEC.options[0].choices[number], KINDS[difficulty]
    assert choice.value == difficulty
    assert f"{kind.fewest} to {kind.most} givens" in choice.label
    assert f"(base {BASE[difficulty]})" in choice.label
    assert all(technique in choice.label for technique in techniques)


def test_endpoints_are_those_of_the_document() -> None:
    assert [*SPEC.endpoints] == [
        "GET /games/sudoku/api/state",
        "GET /api/v1/agent-check",
        "POST /games/sudoku/api/new",
        "POST /games/sudoku/api/act",
        "POST /games/sudoku/api/finish",
    ]
    assert all(meaning.endswith(".") for meaning in SPEC.endpoints.values())


class Tags(HTMLParser):
    """Collects the tags of a text and sees that each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_rules_are_plain_paragraphs() -> None:
    tags = Tags()
    tags.feed(SPEC.rules_html)
    assert tags.open == []
    assert tags.seen == {"p", "b", "code"}


def test_every_command_the_rules_show_is_one() -> None:
    shown = re.findall(r"<code>([a-z]+[^<]*)</code>", SPEC.rules_html)
    lines = [line for line in shown if line.split()[0] in {command.verb for command in SPEC.commands}]
    assert len(lines) >= 5
    for line in lines:
        assert not isinstance(parse(line), Refusal), line


def test_the_board_signs_of_the_rules_are_those_of_the_board() -> None:
    for sign in ("5", "[4]", "!4!", "."):
        assert f"<code>{sign}</code>" in SPEC.rules_html


def test_the_numbers_of_the_rules_are_those_of_the_game() -> None:
    for number in (*BASE.values(), MISTAKE_COST, CHECK_COST):
        assert re.search(rf"\b{number}\b", SPEC.rules_html)
    (check,) = [command for command in SPEC.commands if command.verb == "check"]
    assert str(CHECK_COST) in check.description
    assert f"{CHECK_COST} points" in send(START, "check").message
