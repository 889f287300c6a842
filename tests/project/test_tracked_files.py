"""What git tracks: sources only, and no word about the machine they were written on."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
GENERATED: Final = re.compile(
    r"(^|/)(\.venv|__pycache__|build|dist|htmlcov|mutants|node_modules|[^/]*\.egg-info|\.[a-z]+_cache|\.hypothesis)/"
    r"|\.py[co]$|(^|/)(\.env|\.coverage[^/]*)$"
)
# Put together here, so that this file does not hold what it looks for.
FOREIGN: Final = re.compile(
    "|".join(
        [
            r"/(work|root|home|Users)" + r"/[\w.-]",
            r"\b(pypi|python" + r"hosted)\.org",
            r"\bnpmjs" + r"\.(org|com)",
            r"\bdebian" + r"\.org",
            "--(extra-)?" + "index-url",
        ]
    )
)


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """List the tracked files, or skip where there is no git or no checkout."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not in a git checkout")
    result = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in result.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_nothing_generated_is_tracked(tracked: list[str]) -> None:
    assert [name for name in tracked if GENERATED.search(name)] == []


def test_no_file_names_a_machine_path_or_a_package_index(tracked: list[str]) -> None:
    found: list[str] = []
    for name in tracked:
        text = (ROOT / name).read_bytes().decode("utf-8", "replace")
        found += [f"{name}: {match[0]}" for match in FOREIGN.finditer(text)]
    assert found == []


def test_what_ci_runs_is_executable(tracked: list[str]) -> None:
    assert ".ci/run" in tracked
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
