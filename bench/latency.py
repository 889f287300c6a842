"""How long a client waits for its reply: alone, and as one of many."""

import os
import socket
import time
from collections.abc import Sequence
from itertools import cycle
from statistics import median, quantiles
from typing import Final

from bench.load import LoadGenerator
from bench.requests import Load
from bench.table import Row, at_most, number

MANY: Final = 64
ALONE_GOAL: Final = at_most(2.8)
SPREAD_GOAL: Final = at_most(1.5)
"""How much wider than the floor's own the gap between the 99th percentile and the median may be."""
_PIECE: Final = 65536


def alone_row(fixed: Load, load: Load, cores: tuple[int, int], rounds: int, seconds: float) -> Row:
    """Return what one client waits that sends a request when it has read the last reply, beside (a)."""
    server_core, own_core = cores
    ratios, waits = [], []
    os.sched_setaffinity(0, {own_core})
    for _ in range(rounds):
        beside, own = (_wait_alone(each, seconds) for each in (fixed, load))
        ratios.append(own / beside)
        waits.append(own)
    os.sched_setaffinity(0, {server_core})
    shown = number(1e6 * median(waits))
    return Row(f"{load.name}, median wait, 1 connection", ratios, "× (a)", ALONE_GOAL, f"{shown} µs")


def spread_row(generator: LoadGenerator, floor: Load, load: Load, rounds: int, seconds: float) -> Row:
    """Return how far the waits over many connections lie apart, beside those at (a2)."""
    spread, beside = [], []
    for _ in range(rounds):
        floors, own = (_waits(generator, each, seconds, MANY) for each in (floor, load))
        spread.append((own[1] / own[0]) / (floors[1] / floors[0]))
        beside.append(own)
    middle, late = (number(1000 * median(column)) for column in zip(*beside, strict=True))
    name = f"{load.name}, p99/p50, {MANY} connections"
    return Row(name, spread, "× that of (a2)", SPREAD_GOAL, f"median {middle} ms, p99 {late} ms")


def _wait_alone(load: Load, seconds: float) -> float:
    """Return the median of the seconds from a request to its whole reply; the client sleeps meanwhile."""
    waits = []
    with socket.create_connection(("127.0.0.1", load.server.port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.perf_counter() + seconds
        for exchange in cycle(load.exchanges):
            begun = time.perf_counter()
            connection.sendall(exchange.request)
            reply = _receive(connection)
            waits.append(time.perf_counter() - begun)
            if reply != exchange.reply:
                raise RuntimeError(f"{load.name}: another reply than expected: {reply[:200]!r}")
            if begun > end:
                break
    return median(waits)


def _receive(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(_PIECE)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(_PIECE)
    return body


def _waits(generator: LoadGenerator, load: Load, seconds: float, connections: int) -> Sequence[float]:
    """Return median and 99th percentile of the waits, in seconds."""
    tally = generator.run(load.server, load.exchanges, seconds, connections)
    if tally.faults or len(tally.waits) < 2:
        raise RuntimeError(f"{load.name}: {tally.faults} wrong replies; the first: {tally.first_fault}")
    cuts = quantiles(tally.waits, n=100)
    return cuts[49], cuts[98]
