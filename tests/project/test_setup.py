"""`make` says what is wrong with the Python it was given, in one sentence, and leaves nothing behind."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

TOO_OLD: Final = 'case "$*" in -V) echo "Python 3.8.18";; *version_info*) exit 1;; esac'
WITHOUT_VENV: Final = 'case "$*" in *ensurepip*) exit 1;; esac'


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (None, "no fake-python was found"),
        (TOO_OLD, "needs Python 3.11 or newer; fake-python is Python 3.8.18"),
        (WITHOUT_VENV, "has no venv or ensurepip module"),
    ],
    ids=["missing", "too old", "without venv"],
)
def test_an_unfit_python_is_refused_with_a_sentence(
    tmp_path: Path, python: str | None, sentence: str
) -> None:
    checkout, programs = tmp_path / "a checkout", tmp_path / "bin"
    checkout.mkdir()
    programs.mkdir()
    shutil.copy(ROOT / "Makefile", checkout)
    shutil.copy(ROOT / "requirements.txt", checkout)
    if python is not None:
        (programs / "fake-python").write_text(f"#!/bin/sh\n{python}\n", "utf-8")
        (programs / "fake-python").chmod(0o755)
    result = subprocess.run(
        ["make", "run", "PYTHON=fake-python"],
        cwd=checkout,
        env={"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert sentence in result.stderr
    assert not (checkout / ".venv").exists()
