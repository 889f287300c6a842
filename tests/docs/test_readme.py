"""The README does what it says: every command is run as it stands, every reply held against the one shown."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from app.settings import read_settings
from engines.numbers import SEED_LIMIT
from tests.docs.markdown import REPOSITORY, Block, blocks
from tests.http.server import Server, running

ADDRESS: Final = "http://127.0.0.1:8000"
READER: Final = "import sys; from tests.answerer import answer; print(answer(sys.argv[1]))"
README: Final = (REPOSITORY / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("readme"), {}) as (started,):
        yield started


def steps() -> list[tuple[Block, Block | None]]:
    """Return each block of commands that speaks to the server, with the reply shown after it."""
    found = blocks("README.md")
    pairs: list[tuple[Block, Block | None]] = []
    for block, following in zip(found, [*found[1:], None], strict=True):
        if block.language == "sh" and ("curl" in block.text or block.text.startswith("send ")):
            shown = following if following is not None and following.language == "json" else None
            pairs.append((block, shown))
    return pairs


def test_every_command_gives_the_reply_shown_below_it(server: Server, tmp_path: Path) -> None:
    # One shell runs all blocks in order, as a reader would, and marks where the output of each ends. What the
    # reader would type is the answer to a question; here it comes from a program that reads the question.
    mark = "---end-of-block---"
    script = "".join(f"{block.text}\necho; echo '{mark}'\n" for block, _ in steps())
    assert script.count("read -r ANSWER") == 1
    reader = f"ANSWER=$({sys.executable} -c '{READER}' \"$QUESTION\")"
    done = subprocess.run(
        ["bash", "-eu"],
        input=script.replace(ADDRESS, server.base_url).replace("read -r ANSWER", reader),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    outputs = done.stdout.split(mark)[:-1]
    assert len(outputs) == len(steps()) >= 5
    for (block, shown), output in zip(steps(), outputs, strict=True):
        if shown is None:
            pytest.fail(f"no reply is shown for: {block.text}")
        holds(json.loads(output), json.loads(shown.text))


def holds(actual: Any, shown: Any) -> None:
    """Assert that a value is the one shown; an object may have members that are not shown."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            holds(actual[name], value)
    else:
        assert actual == shown


AGENTS: Final = sorted(path.name for path in (REPOSITORY / "examples").glob("*.py"))


@pytest.mark.parametrize("agent", AGENTS)
def test_each_example_agent_plays_as_shown(server: Server, agent: str) -> None:
    found = blocks("README.md")
    (place,) = [number for number, block in enumerate(found) if f"examples/{agent}" in block.text]
    command = found[place].text.strip().replace(".venv/bin/python", sys.executable)
    done = subprocess.run(
        [*shlex.split(command), "--base-url", server.base_url],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout == found[place + 1].text


def test_json_samples_are_shown_only_below_commands() -> None:
    json_blocks = [block for block in blocks("README.md") if block.language == "json"]
    assert len([shown for _, shown in steps() if shown]) == len(json_blocks)


def test_the_first_commands_are_the_two_of_the_makefile() -> None:
    first = blocks("README.md")[0].text
    targets = re.findall(r"^make (\S+)", first, re.MULTILINE)
    assert targets == ["run", "test"]
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_links_lead_somewhere(server: Server) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", README):
        if link.startswith(ADDRESS):
            assert httpx.get(link.replace(ADDRESS, server.base_url), trust_env=False).status_code == 200, link
        elif link.startswith("#"):
            heading = link[1:].replace("-", " ")
            assert re.search(rf"^## {heading}$", README, re.MULTILINE | re.IGNORECASE), link
        else:
            assert (REPOSITORY / link).exists(), link


def test_the_table_names_games_as_the_index_does(server: Server) -> None:
    index = httpx.get(f"{server.base_url}/api/games", trust_env=False).json()
    games = {game["slug"]: game["name"] for game in index["games"]}
    rows = re.findall(rf"^\| \[(.+?)\]\({ADDRESS}/docs/api/(.+?)\) \|", README, re.MULTILINE)
    assert rows
    assert {slug: name for name, slug in rows} == games
    camp = httpx.get(f"{server.base_url}/games", trust_env=False).json()
    games = {game["game"]: game["name"] for game in camp["games"]}
    rows = re.findall(rf"^\| \[(.+?)\]\({ADDRESS}/docs/camp/(.+?)\) \|", README, re.MULTILINE)
    assert {slug: name for name, slug in rows} == games


def test_the_command_that_makes_a_key_makes_a_good_one() -> None:
    (line,) = [block.text for block in blocks("README.md") if "CAMPBOARD_SECRET" in block.text]
    done = subprocess.run(
        ["bash", "-euc", f'{line}\nprintf %s "$CAMPBOARD_SECRET"'],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert read_settings({"CAMPBOARD_SECRET": done.stdout}).keys == (done.stdout,)


def test_numbers_are_those_of_the_server() -> None:
    settings = read_settings({})
    assert f"up to {settings.max_batch_items} items" in README
    assert re.search(rf"items and {settings.max_batch_steps}\s+steps", README)
    assert re.search(rf"from 0 to\s+{SEED_LIMIT - 1};", README)


def test_the_licence_is_the_one_named() -> None:
    assert "MIT licence" in README
    assert Path(REPOSITORY / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
