"""The log: whatever a client sends, a line stays one line, is JSON, and tells no secret."""

import asyncio
import io
import json
import logging
import os
import re
import sys
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.logs import (
    JsonFormatter,
    Lines,
    Output,
    TextFormatter,
    ToldOtherwise,
    choose_format,
    log_config,
    printable,
    request_line,
    timestamp,
    token_hash,
)
from app.watch import shown_path

HOSTILE = ['a\n{"level":"error"}', "\x1b[31mred\x1b[0m", "\u202eodd\u2028", "\ud800", "\0", '"', "\x85\x0b"]


def record(message: str, *arguments: object, **options: Any) -> logging.LogRecord:
    return logging.LogRecord(
        "campboard", logging.INFO, __file__, 1, message, arguments, options.get("exc_info")
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_record_is_one_line_of_json(text: str) -> None:
    line = JsonFormatter().format(record("it says %s", text))
    assert line.isprintable() or not set(line) & set("\n\r\x1b\0\x0b")
    assert json.loads(line)["level"] == "info"


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("text", HOSTILE)
def test_a_request_is_one_line(form: Any, text: str) -> None:
    line = request_line(form, "info", 0.0, {"requestId": "a", "path": text})
    assert not set(line) & set(b"\n\r\x1b\0\x0b")


@given(st.text())
@example("\ud800")
def test_no_text_breaks_a_line(text: str) -> None:
    for line in (
        request_line("json", "info", 0.0, {"path": text}),
        JsonFormatter().format(record("%s", text)).encode(),
    ):
        assert len(line.splitlines()) == 1
        assert isinstance(json.loads(line), dict)
    plain = TextFormatter().format(record("%s", text))
    assert len(plain.splitlines()) == 1
    assert plain.isprintable()


def test_what_is_given_as_extra_is_a_member() -> None:
    found = record("refused")
    found.requestId = "abc"
    found.status = 431
    body = json.loads(JsonFormatter().format(found))
    assert {"requestId": "abc", "status": 431, "message": "refused"}.items() <= body.items()


def test_a_trace_is_a_member_and_no_lines_of_its_own() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        line = JsonFormatter().format(record("it failed", exc_info=sys.exc_info()))
        text = TextFormatter().format(record("it failed", exc_info=sys.exc_info()))
    assert "\n" not in line
    assert "ValueError: two\nlines" in json.loads(line)["trace"]
    assert "ValueError: two" in text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "1970-01-01T00:00:00.000Z"),
        (951782400.25, "2000-02-29T00:00:00.250Z"),
        (1767225599.9996, "2025-12-31T23:59:59.999Z"),
    ],
)
def test_times_are_utc_with_milliseconds(seconds: float, text: str) -> None:
    assert timestamp(seconds) == text


def test_a_token_is_known_by_twelve_characters_that_are_not_its_own() -> None:
    token = "WyJzdGF0ZSJd.4XgxYtUkEn1m8"
    assert re.fullmatch("[0-9a-f]{12}", token_hash(token))
    assert token_hash(token) == token_hash(token) != token_hash(token + "A")
    assert token_hash("\ud800")


def test_a_path_is_cut_and_holds_no_token() -> None:
    token = "WyJzdGF0ZS9jYW50bGV3aW5nLzEiLFs3LCJwbGF5aW5nIl1d.4XgxYtUkEn1m8abcdefghijklmnopqrstuvwxyzABCD"
    assert shown_path(f"/api/games/{token}/init") == "/api/games/.../init"
    assert shown_path("/api/games/chess/init") == "/api/games/chess/init"
    assert len(shown_path("/a" * 100_000)) == 200


class Pipe:
    """A pipe in the place of standard output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read_end, self.write_end = os.pipe()
        monkeypatch.setattr("app.logs._STDOUT", self.write_end)

    def read(self) -> bytes:
        """Return what was written and close both ends."""
        os.close(self.write_end)
        with os.fdopen(self.read_end, "rb") as end:
            return end.read()


def test_lines_that_wait_go_first_and_in_whole_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, output = Pipe(monkeypatch), Output()
    sizes: list[int] = []
    write = os.write

    def counted(descriptor: int, lines: bytes) -> int:
        sizes.append(len(lines))
        return write(descriptor, lines)

    monkeypatch.setattr(os, "write", counted)

    async def run() -> None:
        for number in range(100):
            output.write_soon(partial(bytes.__add__, b"%03d " % number, b"x" * 200))
        output.write(b"at once")
        output.write_soon(lambda: b"last")
        await asyncio.sleep(0.1)  # the loop's own timer writes it

    asyncio.run(run())
    lines = pipe.read().splitlines()
    assert [line[:3] for line in lines[:100]] == [b"%03d" % number for number in range(100)]
    assert lines[100:] == [b"at once", b"last"]
    assert max(sizes) <= 4096
    assert len(sizes) < 12


def test_a_reader_that_is_gone_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    monkeypatch.setattr("app.logs._STDOUT", write_end)
    Output().write(b"nobody reads this")
    Lines().emit(record("nor this"))
    os.close(write_end)


def test_uvicorns_word_on_bad_requests_is_dropped_for_ours() -> None:
    assert not ToldOtherwise().filter(record("Invalid HTTP request received."))
    assert ToldOtherwise().filter(record("Application startup complete."))


def test_text_is_for_terminals_unless_a_format_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    assert [choose_format(each) for each in ("auto", "json", "text")] == ["text", "json", "text"]
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert [choose_format(each) for each in ("auto", "json", "text")] == ["json", "json", "text"]
    monkeypatch.setattr(sys, "stdout", None)
    assert choose_format("auto") == "json"


def test_uvicorn_logs_the_same_way() -> None:
    config = log_config("json", "warning")
    assert config["loggers"]["uvicorn"] == config["loggers"]["campboard"]
    assert config["loggers"]["uvicorn"]["level"] == "WARNING"


def test_a_terminal_gets_nothing_it_obeys() -> None:
    assert printable("a\x1b]0;title\x07b") == "a\\x1b]0;title\\x07b"
