"""The agent for Magic Hex Swap solves openings of a live server by the lists and previews alone."""

import re
from pathlib import Path
from typing import Final

import pytest

from engines.magic_hex_swap.model import COLORS, MOVES
from tests.examples.agents import EXAMPLES, play

AGENT: Final = "hex_swap_agent.py"
TURN: Final = re.compile(r"turn (\d+): ([a-z0-9-]+), untidiness (\d+)")
END: Final = re.compile(r"seed (\d+): (won|not won) in (\d+) turns(?: \(([a-z/ ]+)\))?, (\d+) requests")


@pytest.mark.parametrize(("seed", "green3"), [("6", "pdf"), ("13", "doc"), ("20", "doc")])
def test_the_agent_wins_within_its_turns_and_requests(
    base_url: str, tmp_path: Path, seed: str, green3: str
) -> None:
    run = play(AGENT, base_url, tmp_path, "--seed", seed, "--green3", green3, "--requests", "2500")
    assert run.returncode == 0, run.stdout + run.stderr
    *lines, last = run.stdout.splitlines()
    turns = [turn.groups() for turn in map(TURN.fullmatch, lines) if turn is not None]
    assert [int(number) for number, _, _ in turns] == [*range(1, len(lines) + 1)], run.stdout
    assert all(move in MOVES or move == "pass" for _, move, _ in turns)
    assert [left == "0" for _, _, left in turns] == [False] * (len(turns) - 1) + [True]
    end = END.fullmatch(last)
    assert end is not None, last
    assert end.group(1, 2, 3) == (seed, "won", str(len(turns)))
    assert end[4]
    assert int(end[5]) <= 2500


@pytest.mark.parametrize(
    ("bound", "end"),
    [(("--requests", "30"), "not won in 0 turns, 30 requests"), (("--turns", "1"), "not won in 1 turns, ")],
)
def test_the_agent_stops_at_its_bounds(
    base_url: str, tmp_path: Path, bound: tuple[str, str], end: str
) -> None:
    run = play(AGENT, base_url, tmp_path, "--seed", "7", *bound)
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith(f"seed 7: {end}")


def test_the_agent_knows_no_move_of_the_game() -> None:
    text = (EXAMPLES / AGENT).read_text("utf-8").replace("how green-3a reads", "")
    assert not [move for move in MOVES if move in text]
    assert not [color for color in COLORS if re.search(rf"\b{color}\b", text)]
