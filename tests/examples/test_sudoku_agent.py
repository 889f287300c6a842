"""The Sudoku agent wins games on a live server, which it knows only by HTTP, and reads every question."""

import importlib.util
import random
import re
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from app.questions import FAMILIES, draw
from tests.engines.sudoku.known import KNOWN, dotted
from tests.examples.agents import EXAMPLES, play

AGENT: Final = "sudoku_agent.py"


@pytest.fixture(scope="module")
def agent() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sudoku_agent", EXAMPLES / AGENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", ["1", "7", "12"])
def test_the_agent_wins_an_easy_a_medium_and_a_hard_game(base_url: str, tmp_path: Path, seed: str) -> None:
    run = play(AGENT, base_url, tmp_path, "--seed", seed)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = run.stdout.splitlines()
    for line, difficulty, score in zip(lines, ("easy", "medium", "hard"), (300, 600, 1000), strict=True):
        played = re.fullmatch(
            rf"{difficulty}, seed {seed}: (\d+) cells, won, score {score}, (\d+) requests", line
        )
        assert played, line
        assert 41 <= int(played[1]) <= 58
        # One to start, the cells in parts of twenty, submit and finish.
        assert int(played[2]) == 3 + -(-int(played[1]) // 20)


def test_without_a_seed_the_server_picks(base_url: str, tmp_path: Path) -> None:
    run = play(AGENT, base_url, tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(set(re.findall(r"seed (\d+)", run.stdout))) == 3


@pytest.mark.parametrize("family", FAMILIES)
def test_the_agent_reads_every_question(agent: ModuleType, family: str) -> None:
    source = random.Random(f"agent {family}")
    for _ in range(500):
        question = draw(source, family)
        assert agent.answer(question.text) == question.answer, question


def test_the_agent_solves_grids_that_others_published(agent: ModuleType) -> None:
    for known in KNOWN.values():
        if known.solutions == 1 and known.tier == "singles":
            grid = [0 if sign == "." else int(sign) for sign in dotted(known.grid)]
            solved = agent.solve(grid)
            assert all(sorted(solved[cell] for cell in unit) == [*range(1, 10)] for unit in agent.UNITS)
            assert all(given in (0, digit) for given, digit in zip(grid, solved, strict=True))


def test_the_agent_finds_no_solution_where_there_is_none(agent: ModuleType) -> None:
    # Row 1 lacks only the 9, which column 9 has already.
    assert agent.solve([1, 2, 3, 4, 5, 6, 7, 8, 0, *[0] * 8, 9, *[0] * 63]) is None


def test_the_agent_reads_the_text_board(agent: ModuleType) -> None:
    lines = ["    C1 C2 C3  C4 C5 C6  C7 C8 C9", "   +---------+---------+---------+"]
    lines += ["R1 | 5 [4]!3!| .  .  . | 7  .  . |"] + [
        f"R{row} | .  .  . | .  .  . | .  .  9 |" for row in range(2, 10)
    ]
    grid = agent.read_board([*lines, "R1C5: 1 4 7"])
    assert grid == [5, 4, 3, 0, 0, 0, 7, 0, 0, *[*[0] * 8, 9] * 8]
