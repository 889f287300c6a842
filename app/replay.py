"""`python -m app.replay`: a run of any game, shown frame by frame as text, from its actions or its tokens."""

import argparse
import os
import sys
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn

from app.errors import ApiError
from app.recordings import MAX_STEPS, BadInput, Frame, Recording, compact, read_list, read_tokens
from app.settings import SettingsError, read_settings
from app.tokens import Tokens
from schemas.wire import WrongShape

MAX_DELAY_SECONDS: Final = 60.0
CLEAR: Final = "\x1b[2J\x1b[H"
"""Empties a terminal and goes to its upper left corner."""


def show(recording: Recording, chosen: argparse.Namespace) -> str:
    """Write the frames that were chosen, and where the run stopped; a refused step is always shown."""
    clear = CLEAR if chosen.delay and sys.stdout.isatty() else ""
    between = 0.0
    for frame in recording.frames:
        if not _is_chosen(frame, chosen):
            continue
        time.sleep(between)
        sys.stdout.write(clear + "\n".join(_lines(recording, frame, chosen.board)) + "\n\n")
        sys.stdout.flush()
        between = chosen.delay
    applied = frame.step - (frame.refusal is not None)
    how = f"{frame.stopped}, score {_score(recording, frame)}"
    sys.stdout.write(f"stopped after {applied} of {recording.steps} steps: {how}\n")
    sys.stdout.flush()
    return frame.stopped


def _is_chosen(frame: Frame, chosen: argparse.Namespace) -> bool:
    if frame.refusal is not None:
        return True
    within = chosen.first <= frame.step <= chosen.last and frame.step % chosen.every == 0
    return within and (not chosen.events or bool(frame.events))


def _lines(recording: Recording, frame: Frame, board: bool) -> Iterator[str]:
    yield f"step {frame.step} of {recording.steps}: {frame.cause}"
    if frame.refusal is not None:
        yield f"refused: {frame.refusal.code}: {frame.refusal.reason}"
    for event in frame.events:
        yield f"event: {compact(event)}"
    yield f"score: {_score(recording, frame)}"
    if board:
        yield from recording.engine.observe(frame.state)["board"]


def _score(recording: Recording, frame: Frame) -> int | str:
    score: int | None = recording.engine.score(frame.state)
    return "open" if score is None else score


class _Parser(argparse.ArgumentParser):
    """Raises what argparse would print below its usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message[0].upper()}{message[1:]}; --help lists what there is.")


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; raises BadInput."""
    parser = _Parser("python -m app.replay", description="Show a run frame by frame.", allow_abbrev=False)
    parser.add_argument("path", help="actions or commands in JSON, or tokens, one a line; - for stdin")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth step")
    parser.add_argument("--events", action="store_true", help="only steps that caused events")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="STEP", help="the first to show")
    parser.add_argument("--to", type=int, default=MAX_STEPS, dest="last", metavar="STEP", help="the last")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="pause between frames")
    parser.add_argument("--link", action="store_true", help="print the address at which a browser shows it")
    parser.add_argument("--no-board", action="store_false", dest="board", help="leave the boards out")
    chosen = parser.parse_args(arguments)
    if chosen.every < 1:
        parser.error("--every must be 1 or more")
    if not 0 <= chosen.first <= chosen.last:
        parser.error("--from must be 0 or more and not beyond --to")
    if not 0 <= chosen.delay <= MAX_DELAY_SECONDS:
        parser.error(f"--delay must be from 0 to {MAX_DELAY_SECONDS:.0f} seconds")
    return chosen


def read_input(path: str) -> bytes:
    """Read a file or stdin; raises BadInput."""
    try:
        with open(0 if path == "-" else path, "rb") as file:
            return file.read()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def link(raw: bytes, environment: Mapping[str, str]) -> str:
    """Return the address of the watch page with a list in it: raw deflate, base64url, no padding."""
    if not raw.lstrip().startswith(b"{"):
        raise BadInput("A link holds a list of actions or commands; tokens cannot be linked.")
    read_list(raw)
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(raw.strip()) + packer.flush()
    settings = read_settings(environment)
    base = settings.public_base_url or f"http://127.0.0.1:{settings.port}"
    return f"{base}/watch#run={urlsafe_b64encode(packed).rstrip(b'=').decode()}"


def read_recording(raw: bytes, environment: Mapping[str, str]) -> Recording:
    """Read an input as what it is: an action list starts with a bracket, a token never does."""
    if raw.lstrip().startswith((b"{", b"[")):
        return read_list(raw)
    settings = read_settings(environment)
    if not settings.has_secret:
        raise BadInput("What is not JSON is read as tokens: set the CAMPBOARD_SECRET that signed them.")
    return read_tokens(raw, Tokens(settings.keys))


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Show a run and return the exit status: 1 when a step was refused, 2 when there is nothing to show."""
    try:
        chosen = read_arguments(arguments)
        raw = read_input(chosen.path)
        if chosen.link:
            sys.stdout.write(link(raw, environment) + "\n")
            return 0
        recording = read_recording(raw, environment)
        return 1 if show(recording, chosen) == "refused" else 0
    except (ApiError, WrongShape, SettingsError, BadInput) as error:
        sys.stderr.write(f"replay: {error}\n")
        return 2
    except BrokenPipeError:
        # Whoever read has seen enough; nothing may be left to write when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
