"""Runs an example agent as a player would: as a program of its own that knows the server by its address."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

EXAMPLES: Final = Path(__file__).parents[2] / "examples"


def play(agent: str, base_url: str, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run an agent outside the repository."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / agent), "--base-url", base_url, *options],
        cwd=folder,
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=60,
    )


def imported(agent: str) -> set[str]:
    """Return the top-level packages an agent imports, but for those of the standard library."""
    nodes = list(ast.walk(ast.parse((EXAMPLES / agent).read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    from_ = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in plain | from_} - sys.stdlib_module_names
