"""The Dockerfile and what surrounds it: who runs, what goes in, and a health check that tells the truth."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
Instructions = list[tuple[str, str]]


def instructions() -> Instructions:
    """Read the Dockerfile as (instruction, the rest) pairs, comments dropped and continued lines joined."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    pairs = [line.strip().partition(" ") for line in text.splitlines() if line.strip()]
    return [(word, rest.strip()) for word, _, rest in pairs]


def last_stage() -> Instructions:
    """Return the instructions after the last FROM: what the image is made of."""
    every = instructions()
    start = max(number for number, (word, _) in enumerate(every) if word == "FROM")
    return every[start + 1 :]


def only(word: str) -> str:
    """Return what follows the one instruction of that name in the last stage."""
    (rest,) = [rest for name, rest in last_stage() if name == word]
    return rest


def health_check() -> list[str]:
    """Return the program of the health check, which is in the exec form."""
    command: list[str] = json.loads(only("HEALTHCHECK").partition(" CMD ")[2])
    assert command[0] == "python"
    return command


def test_the_server_is_started_without_a_shell() -> None:
    assert json.loads(only("CMD")) == ["python", "-m", "app"]
    assert not [rest for word, rest in instructions() if word == "ENTRYPOINT"]


def test_the_server_runs_as_a_numbered_user_that_is_not_root() -> None:
    match = re.fullmatch(r"([0-9]+):([0-9]+)", only("USER"))
    assert match is not None
    assert int(match[1]) > 0
    assert int(match[2]) > 0


def test_nothing_secret_is_built_in() -> None:
    for word, rest in instructions():
        assert word != "ARG"
        assert word != "ENV" or not re.search(r"SECRET|TOKEN|PASSWORD|KEY", rest)


def test_the_image_is_production_and_reachable_from_outside() -> None:
    environment = dict(
        pair.split("=", 1) for word, rest in last_stage() if word == "ENV" for pair in rest.split()
    )
    assert environment["CAMPBOARD_ENV"] == "production"
    assert environment["HOST"] == "0.0.0.0"
    assert environment["PORT"] == only("EXPOSE")


def test_what_is_copied_exists_and_the_builder_may_see_it() -> None:
    copied = [
        rest.split()[0] for word, rest in instructions() if word == "COPY" and not rest.startswith("--from")
    ]
    ignore = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert set(copied) == {"requirements.txt", "app", "engines", "schemas"}
    assert all((ROOT / name).exists() for name in copied)
    assert ignore[[line.startswith("#") for line in ignore].index(False)] == "*"
    assert {line[1:] for line in ignore if line.startswith("!")} == set(copied)


def test_compose_takes_the_root_file_system_and_every_privilege_away() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    for line in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'):
        assert f"\n    {line}\n" in text


@contextmanager
def answering(status: int) -> Iterator[int]:
    """Answer every GET with this status on a loopback port, until left; yields the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False), (404, False)])
def test_the_health_check_tells_ready_from_not_ready(status: int, healthy: bool) -> None:
    with answering(status) as port:
        command = [sys.executable, *health_check()[1:]]
        result = subprocess.run(command, env={"PORT": str(port)}, capture_output=True, timeout=30)
    assert (result.returncode == 0) is healthy
