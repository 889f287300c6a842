"""Golden playthroughs: `python -m tests.engines.golden` plays the kept actions again and rewrites the rest.

A file in `tests/engines/*/golden/` tells one run. Its first line is `{game, version, seed, options, about}`.
Every other line is a submitted action and what it led to: the JSON `action`, then `phase` (null where a game
has none), `score`, `refusal` (the code, or null), `events` (their types) and `state` (the first 16 hex digits
of the SHA-256 of the packed state). In a game of text commands it is the `command`, then `status`, `score`,
`refusal`, `warnings` (how many) and `state`. Review the diff: it is what players will notice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from engines.contract import CommandGame, Engine
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from schemas.codec import packer
from tests.engines.driver import submit

Line = dict[str, Any]
HERE = Path(__file__).parent
EVERY: dict[str, Engine[Any, Any] | CommandGame[Any]] = {**GAMES, **COMMAND_GAMES}
"""The games of both kinds."""


@dataclass(frozen=True, slots=True)
class Golden:
    """One file: where it is, its first line and the lines of its actions."""

    path: Path
    header: Line
    lines: tuple[Line, ...]

    @property
    def game(self) -> str:
        """The slug of the game it plays."""
        return str(self.header["game"])


def goldens(root: Path = HERE) -> list[Golden]:
    """Read every golden file under a folder, in the order of their paths."""
    return [read(path) for path in sorted(root.glob("*/golden/*.jsonl"))]


def read(path: Path) -> Golden:
    """Read one golden file."""
    header, *lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    return Golden(path, header, tuple(lines))


def replayed(game: Engine[Any, Any] | CommandGame[Any], golden: Golden) -> tuple[Line, ...]:
    """Play the actions of a golden file and return the lines as they come out now, the first line first."""
    header = {**golden.header, "version": game.spec.version}
    seed, options = header["seed"], header["options"]
    if isinstance(game, CommandGame):
        return (header, *commanded(game, seed, options, [line["command"] for line in golden.lines]))
    return (header, *recorded(game, seed, options, [line["action"] for line in golden.lines]))


def recorded(
    engine: Engine[Any, Any], seed: int, options: Mapping[str, str], actions: Iterable[object]
) -> Iterator[Line]:
    """Submit JSON actions from the start and yield the line of each."""
    pack = packer(engine.state)
    state = engine.initial(seed, options)
    for action in actions:
        done = submit(engine, state, action)
        state = state if isinstance(done, Refusal) else done.state
        seen = engine.observe(state)
        yield {
            "action": action,
            "phase": seen.get("phase", seen.get("status")),
            "score": engine.score(state),
            "refusal": done.code if isinstance(done, Refusal) else None,
            "events": [] if isinstance(done, Refusal) else [event["type"] for event in done.events],
            "state": _digest(pack(state)),
        }


def commanded(
    game: CommandGame[Any], seed: int, options: Mapping[str, str], commands: Iterable[str]
) -> Iterator[Line]:
    """Send text commands from the start and yield the line of each."""
    pack = packer(game.state)
    state = game.initial(seed, options)
    for command in commands:
        done = game.command(state, command)
        state = state if isinstance(done, Refusal) else done.state
        yield {
            "command": command,
            "status": game.observe(state)["status"],
            "score": game.score(state),
            "refusal": done.code if isinstance(done, Refusal) else None,
            "warnings": 0 if isinstance(done, Refusal) else len(done.warnings),
            "state": _digest(pack(state)),
        }


def _digest(packed: object) -> str:
    return sha256(orjson.dumps(packed)).hexdigest()[:16]


def written(lines: Sequence[Line]) -> bytes:
    """Write lines as the bytes of a golden file."""
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


if __name__ == "__main__":
    for each in goldens():
        each.path.write_bytes(written(replayed(EVERY[each.game], each)))
