"""Lines of text to actions: ASCII, any letter case, words apart by spaces or tabs, cells `3 5` or `r3c5`."""

import json
import re
from functools import lru_cache
from typing import Final

from engines.refusal import Refusal
from engines.spec import load_command_spec
from engines.sudoku.grid import DIGITS
from engines.sudoku.model import Action, Check, Clear, Note, Resign, Select, Set, Submit

SPEC: Final = load_command_spec(__file__)
LONGEST: Final = 200
"""The most characters a command may have."""

_ECHOED: Final = 20
"""The most characters of a player's word that a refusal repeats."""
_USAGE: Final = {command.verb: command for command in SPEC.commands}
_EVERY_SYNTAX: Final = "; ".join(command.syntax for command in SPEC.commands)

_NUMBER: Final = "(?:0|[1-9][0-9]*)"
_CELL: Final = f"(?:(?P<row>{_NUMBER}) (?P<column>{_NUMBER})|r(?P<r>{_NUMBER})c(?P<c>{_NUMBER}))"
_LINES: Final = {
    "set": re.compile(f"set {_CELL} (?P<digit>{_NUMBER})"),
    "clear": re.compile(f"clear {_CELL}"),
    "note": re.compile(f"note {_CELL} (?P<digits>none|[0-9 ]+)"),
    "check": re.compile("check"),
    "submit": re.compile("submit"),
    "select": re.compile(f"select {_CELL}"),
    "resign": re.compile("resign"),
}
"""Verb to the whole line, in lower case and with one space between words."""


def parse(text: str) -> Action | Refusal:
    """Read a line as an action; whatever is not one command from end to end is refused."""
    if len(text) > LONGEST:
        return Refusal(
            "too-long", f"A command has at most {LONGEST} characters; send one of: {_EVERY_SYNTAX}."
        )
    return _parse(text)


@lru_cache(maxsize=2048)  # there are 729 ways to set a digit, and players use few others
def _parse(text: str) -> Action | Refusal:
    words = [_lower(word) for word in text.replace("\t", " ").split(" ") if word]
    verb = words[0] if words else ""
    if verb not in _LINES:
        return Refusal("unknown-command", f"{_echo(verb)} is not a command; send one of: {_EVERY_SYNTAX}.")
    line = _LINES[verb].fullmatch(" ".join(words))
    if line is None:
        return Refusal(
            "malformed-command", f"Write {_usage(verb)}; spaces go between the words, nothing else."
        )
    match verb:
        case "check":
            return Check()
        case "submit":
            return Submit()
        case "resign":
            return Resign()
        case _:
            return _in_cell(verb, line)


def _lower(word: str) -> str:
    # ASCII only: beyond it there are letters whose lower case is a plain k.
    return word.lower() if word.isascii() else word


def _in_cell(verb: str, line: re.Match[str]) -> Action | Refusal:
    row, column = line["row"] or line["r"], line["column"] or line["c"]
    if not (_is_digit(row) and _is_digit(column)):
        return Refusal("out-of-range", f"Rows and columns are 1 to 9: write {_usage(verb)}.")
    cell = 9 * int(row) + int(column) - 10
    match verb:
        case "set":
            return _set(cell, line["digit"])
        case "note":
            return _note(cell, line["digits"])
        case "clear":
            return Clear(cell)
        case _:
            return Select(cell)


def _set(cell: int, digit: str) -> Set | Refusal:
    if _is_digit(digit):
        return Set(cell, digit)
    if digit == "0":
        return Refusal("out-of-range", f"A digit is 1 to 9; to erase one, write {_usage('clear')}.")
    return Refusal("out-of-range", f"A digit is 1 to 9: write {_usage('set')}.")


def _note(cell: int, digits: str) -> Note | Refusal:
    if "0" in digits:
        return Refusal(
            "out-of-range", f"Pencil marks are digits 1 to 9, or none to clear them: write {_usage('note')}."
        )
    return Note(cell, "".join(digit for digit in DIGITS if digit in digits))


def _is_digit(number: str) -> bool:
    return len(number) == 1 and number in DIGITS


def _usage(verb: str) -> str:
    command = _USAGE[verb]
    if command.syntax == command.example:
        return f"{verb} alone"
    return f"{command.syntax}, for example {command.example}"


def _echo(word: str) -> str:
    """Quote what a player sent, in ASCII and cut."""
    return json.dumps(word if len(word) <= _ECHOED else word[:_ECHOED] + "...")
