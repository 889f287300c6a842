"""Imports point inward, and a game knows nothing but the shared modules of engines/ and itself."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
ENGINE_FILES: Final = sorted((ROOT / "engines").rglob("*.py"))


def test_the_import_contracts_hold() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([program, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", ENGINE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_engines_import_the_standard_library_and_themselves_only(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"engines"}
    assert [name for name in imported(path) if name.partition(".")[0] not in allowed] == []


def imported(path: Path) -> list[str]:
    """List the modules that a file names in its import statements, wherever these stand in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.append(node.module or "")
    return names
