"""Live servers as processes of their own, on free loopback ports, read only by HTTP and their log."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

REPOSITORY: Final = Path(__file__).parents[2]
KEY: Final = "hSx0e9vQm2LrT7wYd4KfB8uNc1ZpG6jA"
"""The key every server of the suite signs with, so that their tokens can be compared."""
OTHER_KEY: Final = "Uw3nV9tXq5RbM1yLk7DzH2sFe8PcJ0gA"

_START_ATTEMPTS: Final = 3
_START_SECONDS: Final = 30
_STOP_SECONDS: Final = 20


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address, its process and where its log goes."""

    base_url: str
    process: subprocess.Popen[bytes]
    log: Path

    def log_text(self) -> str:
        """Return what the server has written so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def running(folder: Path, settings: Mapping[str, str]) -> Iterator[Server]:
    """Run a server with these settings beside the suite's own; its log must hold no traceback at the end."""
    server = _started(folder, settings)
    try:
        yield server
    finally:
        stop(server)
    assert "Traceback" not in server.log_text(), server.log_text()


def stop(server: Server) -> int:
    """Ask the server to end, as a supervisor does, and return its exit status."""
    server.process.terminate()
    try:
        return server.process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
        raise


def attempt(settings: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Start a server that is expected to refuse its settings, and return how it ended."""
    return subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=REPOSITORY,
        env=_environment(settings),
        capture_output=True,
        text=True,
        timeout=_START_SECONDS,
        check=False,
    )


def free_port() -> int:
    """Return a port of the loopback interface that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _started(folder: Path, settings: Mapping[str, str]) -> Server:
    for _ in range(_START_ATTEMPTS):
        port = free_port()
        log = folder / f"server-{port}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=REPOSITORY,
                env=_environment({"CAMPBOARD_SECRET": KEY, **settings, "PORT": str(port)}),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        server = Server(f"http://127.0.0.1:{port}", process, log)
        if _is_ready(server):
            return server
        # Between our look and its start another program may have taken the port.
        if not re.search(r"address.* in use", server.log_text(), re.IGNORECASE):
            break
    raise AssertionError(f"the server did not start:\n{server.log_text()}")


def _is_ready(server: Server) -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while server.process.poll() is None and time.monotonic() < deadline:
        try:
            ready = httpx.get(f"{server.base_url}/readyz", trust_env=False).status_code == 200
        except httpx.TransportError:
            ready = False
        if ready:
            return server.process.poll() is None
        time.sleep(0.05)
    if server.process.poll() is None:
        server.process.kill()
    server.process.wait()
    return False


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    ours = ("CAMPBOARD_", "HOST", "PORT", "WORKERS", "PYTHONHASHSEED")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**inherited, "HOST": "127.0.0.1", "CAMPBOARD_RATE_LIMIT": "off", **settings}
