"""Recorded runs: read from a list of actions or commands, or from tokens, and played again frame by frame."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pydantic import Field

from app.camp import AnyCommandGame, find_command_game, run_commands
from app.play import AnyEngine, action_json, find_game, play
from app.route import read_body
from app.tokens import BadToken, Game, OldToken, Tokens
from engines.contract import CommandGame, JsonObject, Step
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from schemas.camp import read_start
from schemas.gameboard import Item, ReplayRequest, read_items, read_options
from schemas.wire import Wire, WrongShape, there_are

MAX_STEPS: Final = 1_000_000
"""What a list may hold, repeats counted: runs that reached the server in many batches."""


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
        raise WrongShape("options", f"{game.spec.name} has no such option; {there_are(names)}")
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
        yield Frame(number, compact(command), state, warnings, run.refusal, stopped)
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
        yield Frame(number, compact(step.action), state, run.events, run.refusal, run.stopped)
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
            return compact(action_json(action)), step.events
    return "not one action from the position before", ()


def _start(engine: Game, state: Any) -> str:
    return f"{engine.spec.slug}, seed {state.seed}"


def compact(value: object) -> str:
    """Return a value as one line of JSON, in ASCII: what an agent sent must not command the terminal."""
    return json.dumps(value, separators=(",", ":"))
