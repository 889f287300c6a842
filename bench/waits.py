"""How long a second client waits for a small reply while the server plays long batches for the first."""

import random
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from threading import Event
from typing import Final

from bench.processes import Server
from bench.requests import Client, Load
from bench.table import Row, number

_PROBES: Final = 300
_PAUSE_SECONDS: Final = 0.008
"""The longest between two probes."""


def wait_rows(server: Server, loads: Sequence[Load]) -> list[Row]:
    """Return a row for every load of long batches: the waits beside those at an idle server."""
    rows = []
    for load in loads:
        if load.long:
            idle = _waits(server)
            with _kept_busy(load):
                waits = _waits(server)
            beside = f"idle: {number(median(idle))} ms, {number(max(idle))} ms at most"
            rows.append(Row(f"`/healthz` beside one {load.name}", waits, "ms", beside=beside))
    return rows


def _waits(server: Server) -> list[float]:
    """Return milliseconds from request to reply."""
    client = Client(server)
    pauses = random.Random(_PROBES)
    waits = []
    for _ in range(_PROBES):
        time.sleep(pauses.uniform(0, _PAUSE_SECONDS))
        start = time.perf_counter()
        client.send("GET", "/healthz")
        waits.append(1000 * (time.perf_counter() - start))
    return waits


@contextmanager
def _kept_busy(load: Load) -> Iterator[None]:
    """Send a load's first request again and again, over one connection, until the block ends."""
    enough = Event()
    with ThreadPoolExecutor(1) as pool:
        sender = pool.submit(_repeat, load, enough)
        try:
            yield
        finally:
            enough.set()
        assert sender.result() > 1, "no batch was under way"


def _repeat(load: Load, enough: Event) -> int:
    exchange = load.exchanges[0]
    times = 0
    with socket.create_connection(("127.0.0.1", load.server.port), timeout=10) as connection:
        while not enough.is_set():
            connection.sendall(exchange.request)
            received = b""
            while not received.endswith(exchange.reply):
                part = connection.recv(65536)
                assert part, "the server hung up"
                received += part
            times += 1
    return times
