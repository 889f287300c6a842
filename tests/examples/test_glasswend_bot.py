"""The Glasswend bot clears panes of a live server, and knows it only by HTTP."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.examples.agents import play

BOT: Final = "glasswend_bot.py"
PANES: Final = 2


@pytest.mark.parametrize("seed", ["1", "7"])
def test_the_bot_clears_panes_within_its_requests(base_url: str, tmp_path: Path, seed: str) -> None:
    run = play(BOT, base_url, tmp_path, "--seed", seed, "--panes", str(PANES))
    assert run.returncode == 0, run.stdout + run.stderr
    *lines, last = run.stdout.splitlines()
    panes = [re.fullmatch(r"pane (\d+): score (\d+), (\d+) requests", line) for line in lines]
    found = [tuple(int(number) for number in pane.groups()) for pane in panes if pane is not None]
    assert [pane for pane, _, _ in found] == list(range(1, PANES + 1)), run.stdout
    assert all(0 < requests <= 200 for _, _, requests in found)
    assert 0 < found[0][1] < found[1][1]
    assert last == f"seed {seed}: {PANES} panes, score {found[-1][1]}"


def test_the_bot_stops_at_its_requests(base_url: str, tmp_path: Path) -> None:
    run = play(BOT, base_url, tmp_path, "--seed", "7", "--requests", "3")
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith("seed 7: 0 panes, score ")
