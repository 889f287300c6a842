"""The reader of commands: it never raises, repairs nothing, and takes no character it does not know."""

import string
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.refusal import Refusal
from engines.sudoku.commands import LONGEST, SPEC, parse
from engines.sudoku.model import Action, Check, Clear, Note, Resign, Select, Set, Submit

CENTRE = 40
"""R5C5."""

COMMANDS: dict[str, Action] = {
    "set 5 5 7": Set(CENTRE, "7"),
    "clear 5 5": Clear(CENTRE),
    "note 5 5 147": Note(CENTRE, "147"),
    "note 5 5 none": Note(CENTRE, ""),
    "select 5 5": Select(CENTRE),
    "check": Check(),
    "submit": Submit(),
    "resign": Resign(),
}


@pytest.mark.parametrize("text", COMMANDS)
def test_each_command_is_read(text: str) -> None:
    assert parse(text) == COMMANDS[text]
    assert parse(text.replace("5 5", "r5c5")) == COMMANDS[text]
    assert parse(text.replace("5 5", "R5C5").upper()) == COMMANDS[text]


@pytest.mark.parametrize("verb", ["set", "clear", "note", "select"])
def test_every_cell_is_read_in_both_spellings(verb: str) -> None:
    end = {"set": " 1", "note": " 1"}.get(verb, "")
    kind = type(parse(f"{verb} 1 1{end}"))
    for cell in range(81):
        row, column = cell // 9 + 1, cell % 9 + 1
        for place in (f"{row} {column}", f"r{row}c{column}"):
            action = parse(f"{verb} {place}{end}")
            assert isinstance(action, Set | Clear | Note | Select)
            assert (type(action), action.cell) == (kind, cell)


@pytest.mark.parametrize("digit", "123456789")
def test_every_digit_is_read(digit: str) -> None:
    assert parse(f"set 5 5 {digit}") == Set(CENTRE, digit)
    assert parse(f"note 5 5 {digit}") == Note(CENTRE, digit)


@pytest.mark.parametrize("text", COMMANDS)
def test_a_command_may_have_200_characters_and_no_more(text: str) -> None:
    assert LONGEST == 200
    assert parse(text + " " * (200 - len(text))) == COMMANDS[text]
    refused = parse(text + " " * (201 - len(text)))
    assert isinstance(refused, Refusal)
    assert refused.code == "too-long"


LOOK_ALIKES = {
    "long s in set": "\u017fet 5 5 7",
    "kelvin sign in check": "chec\u212a",
    "cyrillic es in check": "\u0441heck",
    "full-width set": "\uff53\uff45\uff54 5 5 7",
    "full-width cell": "set \uff52\uff15\uff43\uff15 7",
    "full-width digit": "set 5 5 \uff17",
    "long s in submit": "\u017fubmit",
    "long s in resign": "re\u017fign",
    "dotless i in submit": "subm\u0131t",
    "dotted capital I in submit": "SUBM\u0130T",
    "kelvin sign in a note": "note 5 5 none\u212a",
    "combining mark": "check\u0301",
    "zero-width space": "check\u200b",
    "byte order mark": "\ufeffcheck",
    "soft hyphen": "che\u00adck",
    "left-to-right mark": "set 5 5 7\u200e",
    "tag characters": "check\U000e0020",
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_is_refused(text: str) -> None:
    assert isinstance(parse(text), Refusal)


ODD_BLANKS = {
    "no-break space": "\u00a0",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "ideographic space": "\u3000",
    "en quad": "\u2000",
    "next line": "\u0085",
    "newline": "\n",
    "carriage return": "\r",
    "vertical tab": "\v",
    "form feed": "\f",
    "file separator": "\x1c",
    "unit separator": "\x1f",
    "NUL": "\0",
    "backspace": "\b",
    "escape": "\x1b",
    "delete": "\x7f",
    "lone surrogate": "\ud800",
}


@pytest.mark.parametrize("blank", ODD_BLANKS.values(), ids=ODD_BLANKS)
@pytest.mark.parametrize("text", COMMANDS)
def test_nothing_separates_words_but_spaces_and_tabs(text: str, blank: str) -> None:
    for odd in (text.replace(" ", blank), text + blank, blank + text, f"{text} {blank}", f"{blank} {text}"):
        if odd != text:
            assert isinstance(parse(odd), Refusal), odd


@pytest.mark.parametrize("text", COMMANDS)
def test_spaces_and_tabs_may_be_anywhere_between_words(text: str) -> None:
    assert parse(text.replace(" ", " \t  ")) == COMMANDS[text]
    assert parse(f"\t {text} \t") == COMMANDS[text]


@pytest.mark.parametrize(
    "more", [";", ";check", " ; check", "&& check", "\ncheck", "#", ".", "!", ",", "'", '"', "()"]
)
@pytest.mark.parametrize("text", COMMANDS)
def test_nothing_may_follow_a_command(text: str, more: str) -> None:
    assert isinstance(parse(text + more), Refusal)


def test_no_character_beyond_ascii_is_ever_part_of_a_command() -> None:
    # Each that Python calls a digit, a number or a blank, or whose other case or normal form is ASCII.
    odd = [
        sign
        for sign in map(chr, range(128, 0x110000))
        if sign.isdigit()
        or sign.isnumeric()
        or sign.isspace()
        or any(form.isascii() for form in (sign.lower(), sign.upper(), sign.casefold()))
        or unicodedata.normalize("NFKC", sign).isascii()
    ]
    assert len(odd) > 2000
    for sign in odd:
        for text in (
            f"set 5 5 {sign}",
            f"set {sign} 5 7",
            f"note 5 5 1{sign}",
            f"check{sign}",
            f"{sign}check",
        ):
            assert isinstance(parse(text), Refusal), ascii(text)
        low = sign.lower(), sign.casefold(), unicodedata.normalize("NFKC", sign)
        for plain in {form for form in low if form.isascii() and len(form) == 1 and form.isalpha()}:
            for text in COMMANDS:
                if plain in text:
                    assert isinstance(parse(text.replace(plain, sign)), Refusal), ascii(text)


ANY_TEXT = st.text(st.characters(), max_size=250)  # surrogates included
NEAR = st.text(st.sampled_from("setclarnohkubmigd rc0123456789-+.,; \t\n\u212a\u017f\u0664"), max_size=30)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a command with a few characters inserted, dropped or replaced."""
    text = draw(st.sampled_from([*COMMANDS]))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        end = place + draw(st.integers(0, 2))
        text = (
            text[:place]
            + draw(st.text(st.characters(), max_size=2) | st.sampled_from(string.printable))
            + text[end:]
        )
    return text


@settings(derandomize=True, deadline=None, max_examples=500)
@given(ANY_TEXT | NEAR | mutated())
def test_the_reader_never_raises_and_accepts_only_what_the_syntax_describes(text: str) -> None:
    read = parse(text)
    if isinstance(read, Refusal):
        assert read.code in {"too-long", "unknown-command", "malformed-command", "out-of-range"}
        assert read.reason.isascii()
        assert read.reason.isprintable()
        assert read.reason.endswith(".")
        assert len(read.reason) < 400
    else:
        assert text.isascii()
        assert parse(written(read)) == read


def written(action: Action) -> str:
    """Write an action as the plainest command."""
    match action:
        case Set():
            return f"set {action.cell // 9 + 1} {action.cell % 9 + 1} {action.digit}"
        case Note():
            return f"note {action.cell // 9 + 1} {action.cell % 9 + 1} {action.digits or 'none'}"
        case Clear() | Select():
            return f"{type(action).__name__.lower()} {action.cell // 9 + 1} {action.cell % 9 + 1}"
        case Check() | Submit() | Resign():
            return type(action).__name__.lower()


def test_the_example_of_each_command_is_read_and_shows_its_syntax() -> None:
    for command in SPEC.commands:
        assert not isinstance(parse(command.example), Refusal)
        assert len(command.example.split()) == len(command.syntax.split())
        assert command.example.split()[0] == command.syntax.split()[0] == command.verb
