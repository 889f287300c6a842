"""The recipe of CONTRIBUTING.md, followed to the letter in a copy of the repository, gives a game."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.markdown import REPOSITORY, blocks


def test_the_recipe_adds_a_game_that_passes_every_suite(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for folder in ("engines", "schemas", "app", "tests"):
        shutil.copytree(REPOSITORY / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", copy)

    written = []
    for block in blocks("CONTRIBUTING.md"):
        names = re.findall(r"`((?:engines|tests)/[^`]+\.[a-z]+)`", block.before)
        if not names:
            continue
        path = copy / names[-1]
        if names[-1] == "engines/registry.py":
            register(path, block.text)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        written.append(names[-1])
    assert written == [
        "engines/tally/model.py",
        "engines/tally/rules.py",
        "engines/tally/view.py",
        "engines/tally/spec.toml",
        "engines/tally/__init__.py",
        "tests/schemas/grammars/tally.json",
        "tests/engines/tally/golden/bank.jsonl",
    ]

    python(copy, "-m", "tests.engines.golden")
    golden = (copy / written[-1]).read_text(encoding="utf-8").splitlines()
    assert [line.count('"score":3') for line in golden] == [0, 1, 1]
    suites = ("tests/engines", "tests/schemas", "tests/app", "tests/http")
    done = python(copy, "-m", "pytest", "-p", "no:cacheprovider", "-k", "tally", *suites)
    assert re.search(r"^[0-9]+ passed", done, re.MULTILINE), done
    python(copy, "-m", "mypy", "--no-incremental", "engines")


def register(path: Path, line: str) -> None:
    """Add a game's line to the registry as the recipe shows it, and its import."""
    text = path.read_text(encoding="utf-8")
    package = line.strip().split(".")[0]
    text = text.replace("from engines import ", f"from engines import {package}, ", 1)
    text = text.replace("for engine in (", f"for engine in (\n{line}", 1)
    path.write_text(text, encoding="utf-8")


def python(folder: Path, *arguments: str) -> str:
    """Run Python in a folder and return what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
