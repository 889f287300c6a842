"""deploy/image-check with a stand-in for docker: it names each promise of the image that is broken."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.http.server import free_ports

ROOT: Final = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")

# What the script asks of docker, answered from variables; the container is the server itself.
STAND_IN: Final = r"""#!/usr/bin/env bash
case "$1 $2" in
  "info "|"pull "*|"build "*) ;;
  "image inspect")
    case "$4" in
      *User*) echo "$FAKE_USER" ;;
      *) [ "$5" = campboard:check ] && echo "$FAKE_SIZE" || echo 130000000 ;;
    esac ;;
  "run --rm") exit "$FAKE_KEYLESS" ;;
  "run --detach")
    case "$*" in *"--read-only --cap-drop ALL --security-opt no-new-privileges"*) ;; *) exit 1 ;; esac
    key=$(printf '%s\n' "$@" | sed -n 's/^CAMPBOARD_SECRET=//p')
    CAMPBOARD_SECRET=$key CAMPBOARD_ENV=production PORT=$FAKE_PORT $FAKE_SERVER >/dev/null 2>&1 &
    echo $! ;;
  "port "*) echo "127.0.0.1:$FAKE_PORT" ;;
  "stop "*) kill "$2" ;;
  *) exit 64 ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the script made of it."""

    status: int
    text: str


def check(folder: Path, **settings: str) -> Checked:
    """Run the script with the stand-in before every other docker."""
    docker = folder / "docker"
    docker.write_text(STAND_IN, "utf-8")
    docker.chmod(0o755)
    usual = {
        "FAKE_USER": "10001:10001",
        "FAKE_SIZE": "210000000",
        "FAKE_KEYLESS": "2",
        "FAKE_PORT": str(free_ports(1)[0]),
        "FAKE_SERVER": f"{sys.executable} -m app",
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CAMPBOARD_")}
    done = subprocess.run(
        [ROOT / "deploy" / "image-check"],
        env={**inherited, **usual, **settings, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Checked(done.returncode, done.stdout + done.stderr)


def test_an_image_that_keeps_its_promises_passes(tmp_path: Path) -> None:
    checked = check(tmp_path)
    assert checked.status == 0, checked.text
    for words in ("adds 80 MB to python:3.11-slim", "runs as 10001:10001", "healthy after"):
        assert words in checked.text


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"FAKE_SIZE": "281000000"}, "adds 151 MB"),
        ({"FAKE_USER": ""}, "not as a numbered user"),
        ({"FAKE_USER": "root"}, "not as a numbered user"),
        ({"FAKE_USER": "0:0"}, "not as a numbered user"),
        ({"FAKE_KEYLESS": "0"}, "starts without a key"),
        ({"FAKE_SERVER": "sleep 60"}, "not healthy within five seconds"),
    ],
    ids=str,
)
def test_a_broken_promise_fails_and_is_named(tmp_path: Path, settings: dict[str, str], words: str) -> None:
    checked = check(tmp_path, **settings)
    assert checked.status == 1
    assert words in checked.text


def test_without_an_engine_it_says_what_is_needed(tmp_path: Path) -> None:
    for name in ("docker", "podman", "buildah"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [ROOT / "deploy" / "image-check"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 1
    assert "needs docker or podman" in done.stderr
    assert "buildah" in done.stderr
