"""Servers as processes of their own on loopback, and what Linux tells about them."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_START_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    pid: int
    port: int


@contextmanager
def serving(
    program: Sequence[str],
    port_variable: str,
    environment: Mapping[str, str],
    core: int,
    python: str = sys.executable,
) -> Iterator[Server]:
    """Run a Python program on one core until the block ends; the port goes as variable and argument."""
    port = _free_port()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [python, *program, str(port)],
            env={**os.environ, **environment, port_variable: str(port)},
            stdout=log,
            stderr=log,
        )
        try:
            os.sched_setaffinity(process.pid, {core})
            _await_port(process, port)
            yield Server(process.pid, port)
        except Exception:
            log.seek(0)
            print(log.read().decode(errors="replace"), file=sys.stderr)
            raise
        finally:
            process.terminate()
            process.wait(timeout=10)


def cpu_seconds(pid: int) -> float:
    """Return the CPU time all threads of a process have used, in user and kernel mode."""
    # The clock that clock_getcpuclockid(3) names: finer than /proc, which tells hundredths of a second.
    return time.clock_gettime((~pid << 3) | 2)


def resident_mib(pid: int) -> float:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"process {pid} tells no resident memory")


def cores() -> tuple[int, int]:
    """Return the core for the servers and the core for the load, two different ones where there are two."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_port(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with status {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{process.args!r} does not listen after {_START_SECONDS} s")
