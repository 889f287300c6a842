"""The log: one JSON object a line on standard output, or plain lines for a person at a terminal.

The lines of requests do not go through `logging`, which would cost as much as a move; they go to the same
place in the same form, under load a few at a time. A write never holds part of a line, and no more than a
pipe takes in one piece, so the lines of several workers do not mix.
"""

import logging
import os
import sys
from asyncio import get_running_loop
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

import orjson

Format: TypeAlias = Literal["json", "text"]

LOGGER: Final = logging.getLogger("campboard")

MOST_CHARACTERS: Final = 200
"""What is kept of any text that may be a client's."""
_MOST_OF_A_TRACE: Final = 20_000
_STDOUT: Final = 1
_ONE_PIECE: Final = 4096
"""Bytes that a pipe takes at once (PIPE_BUF of Linux)."""
_DELAY_SECONDS: Final = 0.02
"""How long the line of a request may wait for others."""
_MOST_WAITING: Final = 32
_STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


def choose_format(wanted: str) -> Format:
    """Return the format asked for; `auto` is text at a terminal and JSON anywhere else."""
    if wanted == "auto":
        return "text" if sys.stdout is not None and sys.stdout.isatty() else "json"
    return "text" if wanted == "text" else "json"


def log_config(form: Format, level: str) -> dict[str, Any]:
    """Return the configuration of `logging`, for this process or a worker: ours and uvicorn's go one way."""
    logger = {"handlers": ["lines"], "level": level.upper(), "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"app.logs.{form.capitalize()}Formatter"}},
        "filters": {"told": {"()": "app.logs.ToldOtherwise"}},
        "handlers": {"lines": {"()": "app.logs.Lines", "formatter": "lines"}},
        "loggers": {"campboard": logger, "uvicorn": {**logger}, "uvicorn.error": {"filters": ["told"]}},
        "root": {"handlers": ["lines"], "level": "WARNING"},
    }


class Lines(logging.Handler):
    """Writes each record as one line."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            OUTPUT.write(self.format(record).encode("utf-8", "backslashreplace"))
        except Exception:  # noqa: BLE001  # as every handler of the library does: logging never harms the server
            self.handleError(record)


class JsonFormatter(logging.Formatter):
    """A record as a JSON object; what is passed as `extra` becomes a member."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": timestamp(record.created),
            "level": record.levelname.lower(),
            "message": record.getMessage()[:_MOST_OF_A_TRACE],
        }
        fields |= {name: value for name, value in record.__dict__.items() if name not in _STANDARD}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)[-_MOST_OF_A_TRACE:]
        return _json(fields).decode()


class TextFormatter(logging.Formatter):
    """A record as a plain line; a trace follows it, indented."""

    def format(self, record: logging.LogRecord) -> str:
        message = printable(record.getMessage())
        line = f"{timestamp(record.created)[11:19]} {record.levelname.lower():7} {message}"
        if record.exc_info:
            line += "\n" + "\n".join(map(printable, self.formatException(record.exc_info).splitlines()))
        return line


class ToldOtherwise(logging.Filter):
    """Drops what uvicorn says of a request that is no HTTP: our own line says more."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != "Invalid HTTP request received."


class Output:
    """Standard output, as lines; a reader that is gone costs nothing but the lines."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], bytes]] = []
        self._timed = False

    def write(self, line: bytes) -> None:
        """Write a line, after those that wait."""
        self.flush()
        self._put(line + b"\n")

    def write_soon(self, line: Callable[[], bytes]) -> None:
        """Write a line together with others that come soon; call it where an event loop runs.

        What makes the line is called when it is written: many in a row cost half of one at a time.
        """
        self._waiting.append(line)
        if len(self._waiting) >= _MOST_WAITING:
            self.flush()
        elif not self._timed:
            self._timed = True
            get_running_loop().call_later(_DELAY_SECONDS, self._flush_in_time)

    def flush(self) -> None:
        """Write the lines that wait."""
        waiting, self._waiting = self._waiting, []
        piece = b""
        for make in waiting:
            line = make() + b"\n"
            if len(piece) + len(line) > _ONE_PIECE:
                self._put(piece)
                piece = b""
            piece += line
        if piece:
            self._put(piece)

    def _flush_in_time(self) -> None:
        self._timed = False
        self.flush()

    def _put(self, lines: bytes) -> None:
        try:
            os.write(_STDOUT, lines)
        except OSError:
            return


OUTPUT: Final = Output()
"""That of this process."""


def request_line(form: Format, level: str, now: float, fields: dict[str, Any]) -> bytes:
    """Return the line of a request that was answered at this time."""
    if form == "json":
        return _json({"time": timestamp(now), "level": level, "message": "request", **fields})
    words = " ".join(f"{name}={value}" for name, value in fields.items())
    return f"{timestamp(now)[11:19]} {level:7} {printable(words)}".encode("utf-8", "backslashreplace")


def timestamp(seconds: float) -> str:
    """Return a time in UTC with milliseconds, as RFC 3339 writes it."""
    whole = int(seconds)
    return f"{_second(whole)}.{int((seconds - whole) * 1000):03d}Z"


@lru_cache(maxsize=4)
def _second(whole: int) -> str:
    return datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def token_hash(token: str) -> str:
    """Return what stands for a token in the log: twelve characters that do not lead back to it."""
    return sha256(token.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def printable(text: str) -> str:
    """Return a text with its control characters, and whatever else a terminal may obey, written out."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def _json(fields: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(fields, default=str)
    except (TypeError, ValueError):  # a lone surrogate, or an integer beyond 64 bits
        text = {
            name: str(value).encode("utf-8", "backslashreplace").decode() for name, value in fields.items()
        }
        return orjson.dumps(text)
