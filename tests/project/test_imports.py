"""Imports point inward, engines are the standard library's alone, and what is imported is asked for."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[2]
OURS: Final = frozenset({"app", "engines", "schemas"})
ENGINE_FILES: Final = sorted((ROOT / "engines").rglob("*.py"))
SERVER_FILES: Final = sorted(path for name in OURS for path in (ROOT / name).rglob("*.py"))


def test_the_import_contracts_hold() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([program, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", ENGINE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_engines_import_the_standard_library_and_themselves_only(path: Path) -> None:
    # typing_extensions does nothing; pydantic needs its TypedDict before Python 3.12.
    allowed = sys.stdlib_module_names | {"engines", "typing_extensions"}
    assert imported(path) <= allowed


def test_what_the_server_imports_is_among_its_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    outside = set().union(*map(imported, SERVER_FILES)) - sys.stdlib_module_names - OURS
    from_whom = packages_distributions()
    assert [
        name for name in sorted(outside) if asked.isdisjoint(map(canonicalize_name, from_whom[name]))
    ] == []


def imported(path: Path) -> set[str]:
    """Return the top-level names of the modules that a file imports, wherever the statements stand in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names}
