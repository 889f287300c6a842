"""Live servers as processes of their own, on free loopback ports, read only by HTTP and their log."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

REPOSITORY: Final = Path(__file__).parents[2]
KEY: Final = "hSx0e9vQm2LrT7wYd4KfB8uNc1ZpG6jA"
"""The key every server of the suite signs with, so that their tokens can be compared."""
OTHER_KEY: Final = "Uw3nV9tXq5RbM1yLk7DzH2sFe8PcJ0gA"

_START_ATTEMPTS: Final = 3
_START_SECONDS: Final = 60
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

    def log_lines(self) -> list[dict[str, Any]]:
        """Return the lines of its log, all JSON objects; an unfinished one at the end is left out."""
        return [json.loads(line) for line in self.log_text().split("\n")[:-1]]

    def check_log(self) -> None:
        """Assert that the server has met no error of its own."""
        text = self.log_text()
        assert "Traceback" not in text, text


@contextmanager
def running(folder: Path, *settings: Mapping[str, str]) -> Iterator[list[Server]]:
    """Run a server for each of these settings, all started at once."""
    ports = free_ports(len(settings))
    with ThreadPoolExecutor(max_workers=len(settings)) as pool:
        starts = [pool.submit(_started, folder, one, port) for one, port in zip(settings, ports, strict=True)]
    with ExitStack() as stack:
        for start in starts:
            if start.exception() is None:
                stack.callback(stop, start.result())
        yield [start.result() for start in starts]


@contextmanager
def restarted(folder: Path, server: Server, settings: Mapping[str, str]) -> Iterator[Server]:
    """Run a server again on the port of one that has ended; its log goes into another folder."""
    folder = folder / "again"
    folder.mkdir()
    again = _started(folder, settings, int(server.base_url.rpartition(":")[2]))
    assert again.base_url == server.base_url
    try:
        yield again
    finally:
        stop(again)


def stop(server: Server) -> int:
    """Ask the server to end, as a supervisor does, and return its exit status."""
    server.process.terminate()
    try:
        return server.process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
        raise


def free_ports(count: int) -> list[int]:
    """Return different ports of the loopback interface that nobody listens on just now."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def _started(folder: Path, settings: Mapping[str, str], port: int) -> Server:
    for attempt in range(_START_ATTEMPTS):
        if attempt:
            (port,) = free_ports(1)
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
        if ready(server.base_url, process):
            return server
        # Between our look and its start another program may have taken the port.
        if not re.search(r"address.* in use", server.log_text(), re.IGNORECASE):
            break
    raise AssertionError(f"the server did not start:\n{server.log_text()}")


def ready(base_url: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until a server that was just started answers; one that does not in time is ended."""
    deadline = time.monotonic() + _START_SECONDS
    with httpx.Client(trust_env=False) as client:  # a client for each look would cost more than the start
        while process.poll() is None and time.monotonic() < deadline:
            try:
                answers = client.get(f"{base_url}/readyz").status_code == 200
            except httpx.TransportError:
                answers = False
            if answers:
                return process.poll() is None
            time.sleep(0.05)
    if process.poll() is None:
        process.kill()
    process.wait()
    return False


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    ours = ("CAMPBOARD_", "HOST", "PORT", "WORKERS", "PYTHONHASHSEED")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**inherited, "HOST": "127.0.0.1", "CAMPBOARD_RATE_LIMIT": "off", **settings}
