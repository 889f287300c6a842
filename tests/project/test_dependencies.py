"""What pyproject.toml asks for, what the pinned files say, and what is installed agree."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUN: Final = [Requirement(line) for line in PROJECT["dependencies"]]
DEV: Final = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]

# Below these, a published fault reaches this server: request parsing, header handling, signatures.
FLOORS: Final = {
    "fastapi": "0.136.3",
    "h11": "0.16.0",
    "itsdangerous": "2.2.0",
    "orjson": "3.11.6",
    "starlette": "1.3.1",
    "uvicorn": "0.46.0",
}


def pins(name: str) -> dict[str, Version]:
    """Read the `name==version` lines of a pinned file, each distribution once."""
    text = (ROOT / name).read_text("utf-8")
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\\n]+)", text, re.MULTILINE)
    assert len(found) == len(dict(found)), f"{name} pins a distribution twice"
    return {canonicalize_name(distribution): Version(number) for distribution, number in found}


@pytest.mark.parametrize("name", FLOORS)
def test_installed_versions_are_above_the_floors(name: str) -> None:
    assert Version(version(name)) >= Version(FLOORS[name])


@pytest.mark.parametrize("name", [name for name in FLOORS if name != "h11"])
def test_no_version_below_a_floor_is_asked_for(name: str) -> None:
    (asked,) = [requirement for requirement in RUN if requirement.name == name]
    assert not asked.specifier.contains("0")
    lowest = min(Version(part.version) for part in asked.specifier if part.operator == ">=")
    assert lowest >= Version(FLOORS[name])


@pytest.mark.parametrize(
    ("file", "asked"), [("constraints.txt", RUN + DEV), ("requirements.txt", RUN)], ids=["constraints", "run"]
)
def test_every_dependency_is_pinned_within_its_range(file: str, asked: list[Requirement]) -> None:
    pinned = pins(file)
    for requirement in asked:
        number = pinned.get(canonicalize_name(requirement.name))
        assert number is not None, f"{file} lacks {requirement.name}: run make constraints"
        assert requirement.specifier.contains(number), (
            f"{file} is behind pyproject.toml: run make constraints"
        )


def test_the_server_runs_with_the_versions_the_tests_run_with() -> None:
    tested = pins("constraints.txt")
    assert {name: tested.get(name) for name in pins("requirements.txt")} == pins("requirements.txt")


def test_every_pin_of_the_image_has_its_hashes() -> None:
    text = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(pins("requirements.txt"))
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}\b", line) for line in lines)
