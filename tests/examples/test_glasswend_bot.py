"""The Glasswend bot clears panes of a live server, and knows it only by HTTP."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.http.server import running

BOT: Final = Path(__file__).parents[2] / "examples" / "glasswend_bot.py"
PANES: Final = 2


def play(base_url: str, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run the bot outside the repository."""
    return subprocess.run(
        [sys.executable, str(BOT), "--base-url", base_url, *options],
        cwd=folder,
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of these tests."""
    with running(tmp_path_factory.mktemp("bot"), {}) as (server,):
        yield server.base_url
        server.check_log()


@pytest.mark.parametrize("seed", ["1", "7"])
def test_the_bot_clears_panes_within_its_requests(base_url: str, tmp_path: Path, seed: str) -> None:
    run = play(base_url, tmp_path, "--seed", seed, "--panes", str(PANES))
    assert run.returncode == 0, run.stdout + run.stderr
    *lines, last = run.stdout.splitlines()
    panes = [re.fullmatch(r"pane (\d+): score (\d+), (\d+) requests", line) for line in lines]
    found = [tuple(int(number) for number in pane.groups()) for pane in panes if pane is not None]
    assert [pane for pane, _, _ in found] == list(range(1, PANES + 1)), run.stdout
    assert all(0 < requests <= 200 for _, _, requests in found)
    assert 0 < found[0][1] < found[1][1]
    assert last == f"seed {seed}: {PANES} panes, score {found[-1][1]}"


def test_the_bot_stops_at_its_requests(base_url: str, tmp_path: Path) -> None:
    run = play(base_url, tmp_path, "--seed", "7", "--requests", "3")
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith("seed 7: 0 panes, score ")


def test_the_bot_says_when_no_server_answers(tmp_path: Path) -> None:
    run = play("http://127.0.0.1:9", tmp_path)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1


def test_the_bot_needs_httpx_and_the_standard_library() -> None:
    assert imported() - sys.stdlib_module_names == {"httpx"}


def imported() -> set[str]:
    """Return the top-level packages the bot imports."""
    nodes = list(ast.walk(ast.parse(BOT.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    from_ = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in plain | from_}
