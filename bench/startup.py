"""What a worker costs before its first request, and what it keeps in memory."""

import os
import subprocess
import sys
from typing import Final

from bench.table import Row, at_most

IMPORT_GOAL: Final = at_most(0.5)
MEMORY_GOAL: Final = at_most(64)
_STARTS: Final = (
    ("import of the app", "import app.main", IMPORT_GOAL),
    ("import, and the app built", "import app.main; app.main.create_app()", None),
    ("Python alone", "pass", None),
)


def startup_rows(times: int, secret: str) -> list[Row]:
    """Return the CPU of fresh processes that import and build the app."""
    environment = {**os.environ, "CAMPBOARD_SECRET": secret}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its bytecode since the first start
    rows = []
    for name, code, goal in _STARTS:
        command = [sys.executable, "-c", code]
        _cpu_of(command, environment)
        figures = [_cpu_of(command, environment) for _ in range(times)]
        rows.append(Row(name, figures, "s CPU", goal, "the interpreter's own start included"))
    return rows


def memory_row(mib: float) -> Row:
    """Return the memory of the worker after all the load."""
    return Row("memory of a worker", [mib], "MiB", MEMORY_GOAL)


def _cpu_of(command: list[str], environment: dict[str, str]) -> float:
    process = subprocess.Popen(command, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime
