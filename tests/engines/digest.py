"""Digest of a few plays of a game: `python -m tests.engines.digest SLUG [noise]` prints it.

Equal in every process, whatever its hash seed, and whether or not refused actions came in between.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import orjson

from engines.registry import GAMES
from tests.engines import toy
from tests.engines.plays import AnyEngine, as_json, default_options, packed, played, submit

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
    sys.stdout.write(digest({**GAMES, **toy.ENGINES}[slug], noise=bool(rest)))
