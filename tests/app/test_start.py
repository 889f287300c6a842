"""`python -m app` as an operator meets it: what it refuses, in one line, and what it warns of."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from app.settings import Settings

ROOT: Final = Path(__file__).parents[2]
KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"
HOW: Final = "secrets.token_urlsafe"


def start(environment: dict[str, str | bytes]) -> subprocess.Popen[bytes]:
    """Start a server with these variables and none of ours around it."""
    ours = {str(field.alias) for field in Settings.model_fields.values()}
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ours and not name.startswith(("CAMPBOARD_", "COV_"))
    }
    return subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={**inherited, "PORT": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


# Each environment that must stop the start, and the words its one line holds.
REFUSED: Final[dict[str, tuple[dict[str, str | bytes], list[str]]]] = {
    "all interfaces": ({"HOST": "0.0.0.0"}, ["CAMPBOARD_SECRET is not set", HOW]),
    "all interfaces, IPv6": ({"HOST": "::"}, ["CAMPBOARD_SECRET is not set", HOW]),
    "a LAN address": ({"HOST": "192.168.1.5"}, ["CAMPBOARD_SECRET is not set", HOW]),
    "a host name": ({"HOST": "games.example.org"}, ["CAMPBOARD_SECRET is not set", HOW]),
    "production": ({"CAMPBOARD_ENV": "production"}, ["CAMPBOARD_SECRET is not set", HOW]),
    "a short key": ({"CAMPBOARD_SECRET": "sesame"}, ["CAMPBOARD_SECRET", "32 bytes", HOW]),
    "a placeholder": ({"CAMPBOARD_SECRET": "change-me-" * 5}, ["CAMPBOARD_SECRET", HOW]),
    "one weak key of two": ({"CAMPBOARD_SECRET": f"{KEY},sesame"}, ["CAMPBOARD_SECRET", "key 2 of 2"]),
    "no key in the list": ({"CAMPBOARD_SECRET": ","}, ["CAMPBOARD_SECRET", HOW]),
    "no such file": ({"CAMPBOARD_SECRET_FILE": "/no/such/file"}, ["CAMPBOARD_SECRET_FILE"]),
    "a binary file": ({"CAMPBOARD_SECRET_FILE": sys.executable}, ["CAMPBOARD_SECRET_FILE"]),
    "secret and file": (
        {"CAMPBOARD_SECRET": KEY, "CAMPBOARD_SECRET_FILE": "/no/such/file"},
        ["CAMPBOARD_SECRET ", "CAMPBOARD_SECRET_FILE"],
    ),
    "a bad port": ({"PORT": "http"}, ["PORT"]),
    "a bad environment": ({"CAMPBOARD_ENV": "prod"}, ["CAMPBOARD_ENV", "production"]),
    "a bad base URL": ({"CAMPBOARD_PUBLIC_BASE_URL": "example.org"}, ["CAMPBOARD_PUBLIC_BASE_URL"]),
    "a bad host": ({"HOST": "not a host", "CAMPBOARD_SECRET": KEY}, ["HOST"]),
    "a key that is not UTF-8": ({"CAMPBOARD_SECRET": KEY.encode() + b"\xff"}, ["CAMPBOARD_SECRET"]),
}


@pytest.fixture(scope="module")
def refusals() -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Start all of them at once, so that they share the waiting."""
    with ExitStack() as stack:
        started = {}
        for name, (environment, _words) in REFUSED.items():
            started[name] = stack.enter_context(start(environment))
            stack.callback(started[name].kill)
        yield started


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_setting_ends_the_program_with_one_line_and_status_2(
    refusals: dict[str, subprocess.Popen[bytes]], name: str
) -> None:
    output, errors = refusals[name].communicate()
    text = errors.decode()
    assert "Traceback" not in text
    assert len(text.splitlines()) == 1, text
    assert text.startswith("campboard: ")
    assert text.endswith("\n")
    assert output == b""
    assert refusals[name].returncode == 2
    for words in REFUSED[name][1]:
        assert words in text
    assert KEY[:8] not in text
    assert "sesame" not in text


@dataclass(slots=True)
class Running:
    """A server that answers, and the lines it logged until it did."""

    process: subprocess.Popen[bytes]
    base: str
    lines: list[dict[str, str]]


def answering(process: subprocess.Popen[bytes]) -> Running:
    """Read the log of a server until it says where it listens."""
    lines: list[dict[str, str]] = []
    assert process.stdout is not None
    for raw in process.stdout:
        lines.append(json.loads(raw))
        if found := re.search(r"running on (http://\S+:[1-9][0-9]*)", lines[-1]["message"]):
            return Running(process, found[1], lines)
    pytest.fail(f"the server ended before it listened: {lines}")


@pytest.fixture(scope="module")
def without_secret() -> Iterator[list[Running]]:
    """Two servers on loopback without a secret; the environment of the second holds unknown variables."""
    with ExitStack() as stack:
        started = []
        for environment in ({}, {"CAMPBOARD_SECERT": KEY, "CAMPBOARD_TEST": "1"}):
            process = stack.enter_context(start({**environment}))
            stack.callback(process.kill)
            started.append(process)
        yield [answering(process) for process in started]


def warnings(running: Running) -> list[str]:
    """Return the messages of the lines that warn."""
    return [line["message"] for line in running.lines if line["level"] == "warning"]


def test_a_start_on_loopback_without_a_secret_warns_in_one_line(without_secret: list[Running]) -> None:
    (warning,) = warnings(without_secret[0])
    assert "CAMPBOARD_SECRET" in warning
    assert "tokens end with this process" in warning


def test_an_unknown_variable_is_named_in_a_line_of_its_own_without_its_value(
    without_secret: list[Running],
) -> None:
    lines = warnings(without_secret[1])
    assert len(lines) == 3
    assert sum("CAMPBOARD_SECERT" in line for line in lines) == 1
    assert sum("CAMPBOARD_TEST" in line for line in lines) == 1
    assert KEY[:8] not in json.dumps(without_secret[1].lines)


def test_two_starts_without_a_secret_do_not_take_each_others_tokens(without_secret: list[Running]) -> None:
    first, second = (running.base for running in without_secret)
    game = "/api/games/cantlewing"
    with httpx.Client() as client:
        tokens = {
            base: client.get(f"{base}{game}/init?seed=7").json()["stateToken"] for base in (first, second)
        }
        for base, token in tokens.items():
            for other in (first, second):
                reply = client.post(f"{other}{game}/state", json={"stateToken": token})
                assert reply.status_code == (200 if other == base else 400)
                assert reply.json().get("code") == (None if other == base else "bad-token")


def test_workers_share_the_secret_made_for_them() -> None:
    tokens = set()
    with start({"WORKERS": "2"}) as process:
        try:
            running = answering(process)
            # The parent says where it listens before its workers do, so connecting may take another try; a
            # connection of its own for each request reaches both workers.
            for _ in range(12):
                with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
                    reply = client.get(f"{running.base}/api/games/cantlewing/init?seed=7")
                    tokens.add(reply.json()["stateToken"])
        finally:
            process.terminate()
            process.wait()
    assert len(tokens) == 1
    assert len(warnings(running)) == 1
