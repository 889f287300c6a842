"""`python -m app.replay`: a run of any game, shown frame by frame as text, from its actions or its tokens."""

import argparse
import json
import os
import sys
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NoReturn

from pydantic import Field

from app.camp import AnyCommandGame, find_command_game, run_commands
from app.errors import ApiError
from app.play import AnyEngine, action_json, find_game, play
from app.route import read_body
from app.settings import SettingsError, read_settings
from app.tokens import BadToken, Game, OldToken, Tokens
from engines.contract import CommandGame, JsonObject, Step
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from schemas.camp import read_start
from schemas.gameboard import Item, ReplayRequest, read_items, read_options
from schemas.wire import Wire, WrongShape

MAX_STEPS: Final = 1_000_000
"""What a list may hold, repeats counted: runs that reached the server in many batches."""
MAX_DELAY_SECONDS: Final = 60.0
CLEAR: Final = "\x1b[2J\x1b[H"
"""Empties a terminal and goes to its upper left corner."""


class BadInput(Exception):
    """Raised when there is nothing to replay; says why in one sentence."""


class ActionList(ReplayRequest):
    """What the replay route takes, and the game it is for."""

    game: str


class CommandList(Wire):
    """A whole game played by commands: how it starts and what is sent."""

    game: str
    seed: int
    options: dict[str, Any] = Field(default_factory=dict)
    commands: list[str]


class _Named(Wire):
    """Whatever it lists, it names its game."""

    game: Any = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A position and how it came about; a refused step shows the position it left unchanged."""

    step: int
    """Counted from 1; 0 is where the run starts."""
    cause: str
    """The action as JSON, or what is known instead."""
    state: Any
    events: Sequence[JsonObject] = ()
    refusal: Refusal | None = None
    stopped: str = "end"
    """Why a batch would stop here, as a reply says it."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A run to show: its game, how many steps it would have, and its frames as they are played."""

    engine: Game
    steps: int
    frames: Iterator[Frame]


def read_list(raw: bytes) -> Recording:
    """Read a list of actions or of commands; raises ApiError or WrongShape, as the routes do."""
    game = read_body(_Named, raw).game
    return read_commands(raw) if type(game) is str and game in COMMAND_GAMES else read_actions(raw)


def read_commands(raw: bytes) -> Recording:
    """Read a list of commands; raises ApiError or WrongShape."""
    body = read_body(CommandList, raw)
    game = find_command_game(body.game)
    names = [option.name for option in game.spec.options]
    if not body.options.keys() <= set(names):
        raise WrongShape("options", f"{game.spec.name} has no such option; there is: {', '.join(names)}.")
    if not 1 <= len(body.commands) <= MAX_STEPS:
        raise WrongShape("commands", f'"commands" must be a list of 1 to {MAX_STEPS} lines.')
    seed, options = read_start(game, {**body.options, "seed": body.seed})
    frames = commanded(game, game.initial(seed or 0, options), body.commands)
    return Recording(game, len(body.commands), frames)


def commanded(game: AnyCommandGame, state: Any, commands: Iterable[str]) -> Iterator[Frame]:
    """Yield the start and each command; the last frame is where a batch stops. A warning is an event."""
    yield Frame(0, _start(game, state), state)
    for number, command in enumerate(commands, start=1):
        run = run_commands(game, state, [command])
        state = run.state
        warnings = [{"type": "warning", "message": text} for text in run.results[0]["warnings"]]
        ended = "game-over" if game.is_over(state) else "end"
        stopped = ended if run.refusal is None else "refused"
        yield Frame(number, _compact(command), state, warnings, run.refusal, stopped)
        if stopped != "end":
            return


def read_actions(raw: bytes) -> Recording:
    """Read an action list; raises ApiError or WrongShape, as the replay route does."""
    body = read_body(ActionList, raw)
    engine = find_game(body.game)
    start = engine.initial(body.seed, read_options(engine, body.options, besides=""))
    items = read_items(body.actions, MAX_STEPS, MAX_STEPS)
    frames = played(engine, start, items, body.stop_on_event)
    return Recording(engine, sum(item.repeat for item in items), frames)


def played(engine: AnyEngine, state: Any, items: Iterable[Item], stop_on_event: bool) -> Iterator[Frame]:
    """Yield the start and each step of a batch; the last frame is where the batch stops."""
    yield Frame(0, _start(engine, state), state)
    steps = (Item(item.action, 1) for item in items for _ in range(item.repeat))
    for number, step in enumerate(steps, start=1):
        run = play(engine, state, [step], stop_on_event)
        state = run.state
        yield Frame(number, _compact(step.action), state, run.events, run.refusal, run.stopped)
        if run.stopped != "end":
            return


def read_tokens(raw: bytes, tokens: Tokens) -> Recording:
    """Read a history of one game, a token a line; raises BadInput for the first that cannot be opened."""
    lines = [(number, line.strip()) for number, line in enumerate(raw.splitlines(), start=1) if line.strip()]
    if not lines:
        raise BadInput("The input is empty; give an action list, or tokens, one a line.")
    every: tuple[Game, ...] = (*GAMES.values(), *COMMAND_GAMES.values())
    games = [game for game in every if _opened(game, *lines[0], tokens) is not None]
    states = []
    for number, line in lines:
        state = _opened(games[0], number, line, tokens) if games else None
        if state is None:
            of = f" of {games[0].spec.slug}" if games else ""
            raise BadInput(f"Line {number} holds no token{of} that CAMPBOARD_SECRET opens.")
        states.append(state)
    return Recording(games[0], len(states) - 1, remembered(games[0], states))


def remembered(engine: Game, states: Sequence[Any]) -> Iterator[Frame]:
    """Yield the positions of a history, each with the one legal action that leads there, if there is one.

    Commands are too many to be tried; of a game played by them only the positions are shown.
    """
    yield Frame(0, _start(engine, states[0]), states[0])
    for number, (before, after) in enumerate(pairwise(states), start=1):
        cause, events = _between(engine, before, after)
        stopped = "game-over" if engine.is_over(after) else "end"
        yield Frame(number, cause, after, events, stopped=stopped)


def _opened(engine: Game, number: int, line: bytes, tokens: Tokens) -> Any | None:
    try:
        return tokens.open(engine, line.decode("utf-8", "replace"))
    except OldToken:
        raise BadInput(f"Line {number} holds a token of another version of {engine.spec.slug}.") from None
    except BadToken:
        return None


def _between(engine: Game, before: Any, after: Any) -> tuple[str, Sequence[JsonObject]]:
    if after == before:
        return "nothing changed", ()
    if isinstance(engine, CommandGame):
        return "a command or several, which tokens do not tell", ()
    for action in engine.legal_actions(before):
        step = engine.apply(before, action)
        if isinstance(step, Step) and step.state == after:
            return _compact(action_json(action)), step.events
    return "not one action from the position before", ()


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
        yield f"event: {_compact(event)}"
    yield f"score: {_score(recording, frame)}"
    if board:
        yield from recording.engine.observe(frame.state)["board"]


def _score(recording: Recording, frame: Frame) -> int | str:
    score: int | None = recording.engine.score(frame.state)
    return "open" if score is None else score


def _start(engine: Game, state: Any) -> str:
    return f"{engine.spec.slug}, seed {state.seed}"


def _compact(value: object) -> str:
    # In ASCII: what an agent sent as an action must not command the terminal.
    return json.dumps(value, separators=(",", ":"))


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
