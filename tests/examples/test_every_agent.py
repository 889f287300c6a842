"""What holds for every example agent."""

from pathlib import Path

import pytest

from tests.examples.agents import EXAMPLES, imported, play

each_agent = pytest.mark.parametrize("agent", sorted(path.name for path in EXAMPLES.glob("*.py")))


@each_agent
def test_an_agent_says_when_no_server_answers(tmp_path: Path, agent: str) -> None:
    run = play(agent, "http://127.0.0.1:9", tmp_path)
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1


@each_agent
def test_an_agent_needs_httpx_and_the_standard_library(agent: str) -> None:
    assert imported(agent) == {"httpx"}
