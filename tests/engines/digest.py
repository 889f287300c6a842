"""Digest of a few plays of a game: `python -m tests.engines.digest SLUG [noise]` prints it.

Equal in every process, whatever its hash seed, and whether or not refused actions came in between.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from engines.contract import CommandGame, CommandStep
from engines.registry import COMMAND_GAMES, GAMES
from schemas.codec import packer
from tests.engines import toy
from tests.engines.driver import submit
from tests.engines.plays import AnyEngine, as_json, default_options, packed, played

NOISE: tuple[object, ...] = (
    None,
    True,
    1.0,
    [],
    {},
    {"type": "no-such-action"},
    {"type": None},
    {"type": ["bank"]},
)


def digest(engine: AnyEngine, noise: bool = False) -> str:
    """Return the digest of what several seeds show, perhaps with noise sent in between."""
    seen = sha256()
    for seed in (0, 7, 4294967295, 9007199254740991):
        state = engine.initial(seed, default_options(engine))
        for turn in range(40):
            if noise:
                offered = [as_json(action) for action in engine.legal_actions(state)][:5]
                for value in (*NOISE, *({**action, "type": "noise"} for action in offered)):
                    submit(engine, state, value)
            seen.update(packed(engine, state))
            seen.update(orjson.dumps(engine.observe(state)))
            seen.update(orjson.dumps([as_json(action) for action in engine.legal_actions(state)]))
            state = played(engine, state, [(seed + turn) * 48271 % 65537], reluctant=True).states[-1]
    return seen.hexdigest()


def command_digest(game: CommandGame[Any], noise: bool = False) -> str:
    """Return the digest of what several seeds of a game of text commands show, perhaps with noise."""
    pack = packer(game.state)
    examples = [command.example for command in game.spec.commands]
    options = {option.name: [choice.value for choice in option.choices] for option in game.spec.options}
    seen = sha256()
    for seed in (0, 7, 4294967295, 9007199254740991):
        state = game.initial(seed, {name: values[seed % len(values)] for name, values in options.items()})
        for turn in range(60):
            if noise:
                for text in ("", "no such command", *(f"{example} noise" for example in examples)):
                    game.command(state, text)
            seen.update(orjson.dumps([pack(state), game.observe(state), game.score(state)]))
            number = (seed + turn) * 48271 % 65537
            line = _with_digits(examples[number % len(examples)], number)
            done = game.command(state, line)
            seen.update(repr(done).encode())
            if isinstance(done, CommandStep) and not game.is_over(done.state):
                state = done.state
    return seen.hexdigest()


def _with_digits(line: str, number: int) -> str:
    """Put other digits of 1 ... 9 in place of those of a line."""
    return "".join(str((number >> i) % 9 + 1) if sign.isdigit() else sign for i, sign in enumerate(line))


def process_digest(*arguments: str, hash_seed: int) -> str:
    """Run this module in a process of its own and return what it prints."""
    return subprocess.run(
        [sys.executable, "-m", "tests.engines.digest", *arguments],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


if __name__ == "__main__":
    slug, *rest = sys.argv[1:]
    if slug in COMMAND_GAMES:
        sys.stdout.write(command_digest(COMMAND_GAMES[slug], noise=bool(rest)))
    else:
        sys.stdout.write(digest({**GAMES, **toy.ENGINES}[slug], noise=bool(rest)))
