"""Whole runs and single situations kept as plain JSON in `traces/`: all of them come out digit by digit.

A run is `seed`, `actions` ([word, count]), `refusals` ([n, code], n counted over all actions), `checkpoints`
(SHA-256 of the canonical JSON of the plain state and of the observation) and the `final` state. `cases.json`
holds positions with a few actions each and the position they lead to.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engines.glasswend import ENGINE, plain
from engines.glasswend.model import State
from engines.refusal import Refusal
from tests.engines.glasswend.driver import submit, view

TRACES = Path(__file__).parent / "traces"
RUNS = sorted(TRACES.glob("0*.json"))
CASES: list[dict[str, Any]] = json.loads((TRACES / "cases.json").read_bytes())


def action_of(word: str) -> object:
    """Return the JSON value that a word of a trace stands for."""
    if word.startswith("json:"):
        return json.loads(word.removeprefix("json:"))
    kind, _, direction = word.partition(":")
    return {"type": kind, "dir": direction} if direction else {"type": kind}


def digest(value: object) -> str:
    """Return the digest of a value's canonical JSON."""
    return sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def played(state: State, words: Iterator[str]) -> Iterator[tuple[State, str | None]]:
    """Yield the state after each word, with the code of the refusal if it was refused."""
    for word in words:
        done = submit(state, action_of(word))
        if isinstance(done, Refusal):
            yield state, done.code
        else:
            state = done.state
            yield state, None


def checkpoint(after: int, state: State) -> dict[str, Any]:
    """Return what a trace tells of a position."""
    seen = view(state)
    shown = {name: seen[name] for name in ("status", "tick", "pane", "score", "glimmers", "chain", "lit")}
    digests = {"state": digest(plain.write(state)), "observation": digest(seen)}
    return {"after": after, **shown, "moth": seen["moth"]["cell"], **digests}


def test_all_traces_are_there() -> None:
    assert [path.name[:2] for path in RUNS] == ["01", "02", "03", "04", "05"]
    assert len(CASES) == 32


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_a_run_comes_out_as_it_is_kept(path: Path) -> None:
    trace = json.loads(path.read_bytes())
    expected = {kept["after"]: kept for kept in trace["checkpoints"]}
    start = state = ENGINE.initial(trace["seed"], {})
    assert checkpoint(0, start) == expected.pop(0)

    words = (word for word, count in trace["actions"] for _ in range(count))
    refusals = []
    after = 0
    for after, (state, refused) in enumerate(played(start, words), 1):
        if refused is not None:
            refusals.append([after, refused])
        if after in expected:
            assert checkpoint(after, state) == expected.pop(after)
    assert after == trace["count"]
    assert not expected
    assert refusals == trace["refusals"]
    assert plain.write(state) == trace["final"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_situation_leads_where_it_is_kept(case: dict[str, Any]) -> None:
    steps = list(played(plain.read(case["state"]), iter(case["actions"])))
    assert plain.write(steps[-1][0]) == case["after"]
    assert [[n, refused] for n, (_, refused) in enumerate(steps, 1) if refused] == case["refusals"]
