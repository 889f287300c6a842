"""The JSON gate does work in proportion to the body, whatever the body is."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

import pytest

from schemas.strict_json import MalformedJson, read_json

BODY: Final = 64 * 1024
"""The largest body the server reads unless it is told otherwise."""
CPU_SECONDS: Final = 1
"""No measurement but a stop: linear work on 64 kB takes hundredths of a second of this process' own time,
work that grows with the square of the length ten seconds and more."""


@contextmanager
def bounded_work() -> Iterator[None]:
    """Stop the block when it has used far more of the processor than any linear reading of a body could."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise AssertionError(f"still reading after {CPU_SECONDS} seconds of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def filled(start: bytes, piece: bytes, end: bytes = b"") -> bytes:
    """Return a body of the full size: the piece repeated between start and end."""
    return start + piece * ((BODY - len(start) - len(end)) // len(piece)) + end


# Each regular expression is given what it could stumble over, after whatever makes the code reach it.
LABOUR: Final = {
    # A number that could go wrong starts at every comma, colon, bracket and blank.
    "suspect: numbers, never long": filled(b"[", b"1,", b"1]"),
    "suspect: digits and points": filled(b"[", b"1.", b"]"),
    "suspect: nineteen digits": filled(b"[", b"1234567890123456789,", b"1]"),
    "suspect: one endless number": filled(b"", b"1"),
    "suspect: blanks": filled(b"", b" ", b"1"),
    "suspect: blanks and minus": filled(b"", b" -", b"1"),
    "suspect: points after a digit": filled(b"1", b"."),
    "suspect: commas": filled(b"[", b","),
    # Strings are taken away before digits are counted, once a number looks suspicious.
    "string: closed ones": filled(b"[1e1,", b'"",', b"1]"),
    "string: one long one": filled(b'[1e1,"', b"a", b'"]'),
    "string: one long one of escapes": filled(b'[1e1,"', b'\\"', b'"]'),
    "string: one long one of backslashes": filled(b'[1e1,"', b"\\\\", b'"]'),
    "string: never closed": filled(b'[1e1,"', b"a"),
    "string: never closed, backslashes": filled(b'[1e1,"', b"\\"),
    "string: never closed, pairs of backslashes": filled(b'[1e1,"x', b"\\\\"),
    "string: never closed, escaped quotes": filled(b'[1e1,"', b'\\"'),
    "string: never closed, escaped quotes and text": filled(b'[1e1,"', b'\\"abc'),
    "string: never closed, after closed ones": filled(b"[1e1,", b'"","', b'"a'),
    "string: quotes only": filled(b"[1e1,", b'"'),
    "string: newlines after backslashes": filled(b'[1e1,"', b"\\\n"),
    # Numbers are looked at one by one.
    "number: endless": filled(b"[1e1,", b"1"),
    "number: endless signs": filled(b"[1e1,1", b"-"),
    "number: endless exponents": filled(b"[1e1,1", b"e"),
    "number: endless points": filled(b"[1e1,1", b"."),
    "number: minus only": filled(b"[1e1,", b"-"),
    "number: many": filled(b"[1e1,", b"1e1,", b"1]"),
    "number: many of twenty digits": filled(b"[1e1,", b"12345678901234567890,", b"1]"),
    # Brackets are taken away level by level.
    "level: flat": filled(b"[", b"[],", b"[]]"),
    "level: flat objects": filled(b"[", b"{},", b"{}]"),
    "level: as deep as allowed": filled(b"[", b"[" * 31 + b"]" * 31 + b",", b"1]"),
    "level: one too deep, at the end": filled(b"[", b"[],", b"[" * 32 + b"]" * 32 + b"]"),
    "level: brackets in strings": filled(b"[", b'"[",', b"1]"),
    "level: open only": filled(b"", b"["),
    "level: open objects only": filled(b"", b'{"a":'),
    "level: closed only": filled(b"[", b"]"),
    "level: not matching": filled(b"", b"[}"),
    "level: duplicate names": filled(b"{", b'"a":[],', b'"a":1}'),
    "level: many names": b"[" + b",".join(b'{"%d":[]}' % number for number in range(5000)) + b"]",
    # What the parser said is looked at to find a reason.
    "reason: half words": filled(b"[", b"NaInfinit", b"x"),
    "reason: not UTF-8 at the end": filled(b'["', b"a", b"\xff"),
    "reason: blanks": filled(b"", b" "),
    "reason: newlines": filled(b"", b"\n", b"x"),
    "reason: surrogates": filled(b'["', b"\\ud83c\\udf32", b'\\ud800"]'),
}


@pytest.mark.parametrize(
    "raw",
    [pytest.param(raw, id=name) for name, raw in LABOUR.items()],
)
def test_no_body_makes_the_gate_work_long(raw: bytes) -> None:
    assert BODY // 2 < len(raw) <= BODY
    with bounded_work(), suppress(MalformedJson):
        read_json(raw)
