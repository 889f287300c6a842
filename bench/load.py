"""The load generator: a process of its own that cycles through prepared requests and checks every reply."""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing.connection import Connection as Pipe
from typing import Final, TypeAlias, cast

import uvloop

from bench.processes import Server, cpu_seconds

CONNECTIONS: Final = 16
_WARM_UP_SECONDS: Final = 0.1
_DRAIN_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request as it goes over the wire, and the body that must come back."""

    request: bytes
    reply: bytes
    exact: bool = True
    """Whether the body must be the reply byte for byte; otherwise it must only begin with it."""


@dataclass(slots=True)
class Tally:
    """What a slice of load came to."""

    requests: int = 0
    server_cpu: float = 0.0
    load_cpu: float = 0.0
    seconds: float = 0.0
    faults: int = 0
    first_fault: str = ""
    waits: list[float] = field(default_factory=list)
    """Seconds from each request to its whole reply."""

    def add(self, other: "Tally") -> None:
        """Count another slice in."""
        self.requests += other.requests
        self.server_cpu += other.server_cpu
        self.load_cpu += other.load_cpu
        self.seconds += other.seconds
        self.faults += other.faults
        self.first_fault = self.first_fault or other.first_fault
        self.waits += other.waits


Task: TypeAlias = tuple[Server, Sequence[Exchange], float]
"""A server, what is sent to it again and again, and for how many seconds."""

PIECES: Final = 5
"""Into how many pieces a slice of load is cut where it takes turns with the floor."""


class LoadGenerator:
    """The parent's end of the generator; holds the process and the pipe to it."""

    def __init__(self, core: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, core), daemon=True)
        self._process.start()

    def run(
        self, server: Server, exchanges: Sequence[Exchange], seconds: float, connections: int = CONNECTIONS
    ) -> Tally:
        """Keep a server busy for so long; raises RuntimeError when it stops answering."""
        (tally,) = self._ask([(server, exchanges, seconds)], 1, connections)
        return tally

    def run_beside(self, floor: Task, load: Task) -> tuple[Tally, Tally]:
        """Keep two servers busy in turn, a piece of the one and then a piece of the other.

        What else goes on in the machine comes and goes within seconds; so it meets both alike.
        """
        beside, own = self._ask([floor, load], PIECES, CONNECTIONS)
        return beside, own

    def _ask(self, tasks: Sequence[Task], pieces: int, connections: int) -> list[Tally]:
        self._pipe.send((tasks, pieces, connections))
        try:
            tallies: list[Tally] = self._pipe.recv()
        except EOFError:
            raise RuntimeError("the load generator ended; its trace stands above") from None
        return tallies

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join(timeout=5)


def _work(pipe: Pipe, core: int) -> None:
    os.sched_setaffinity(0, {core})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        while True:
            pipe.send(runner.run(_load(*pipe.recv())))


async def _load(tasks: Sequence[Task], pieces: int, connections: int) -> list[Tally]:
    plans = [_Plan(cycle(exchanges)) for _, exchanges, _ in tasks]
    clients = [await _connected(task[0], plan, connections) for task, plan in zip(tasks, plans, strict=True)]
    every = [*zip(tasks, plans, clients, strict=True)]
    tallies = [await _slice(server, plan, some, _WARM_UP_SECONDS) for (server, _, _), plan, some in every]
    if not any(tally.faults for tally in tallies):
        tallies = [Tally() for _ in tasks]
        for _ in range(pieces):
            for tally, ((server, _, seconds), plan, some) in zip(tallies, every, strict=True):
                tally.add(await _slice(server, plan, some, seconds / pieces))
    for some in clients:
        for client in some:
            client.transport.close()
    return tallies


async def _connected(server: Server, plan: "_Plan", connections: int) -> "list[_Client]":
    loop = asyncio.get_running_loop()
    clients = []
    for _ in range(connections):
        _, client = await loop.create_connection(lambda: _Client(plan), "127.0.0.1", server.port)
        clients.append(client)
    return clients


async def _slice(server: Server, plan: "_Plan", clients: "list[_Client]", seconds: float) -> Tally:
    plan.tally, plan.open = Tally(), True
    server_cpu, load_cpu, start = cpu_seconds(server.pid), time.process_time(), time.monotonic()
    _stay_awake(plan)
    for client in clients:
        client.send_next()
    await asyncio.sleep(seconds)
    plan.open = False
    async with asyncio.timeout(_DRAIN_SECONDS):
        for client in clients:
            await client.idle.wait()
    # Nothing is on the way any more, so the CPU counted belongs to the requests counted.
    tally = plan.tally
    tally.server_cpu = cpu_seconds(server.pid) - server_cpu
    tally.load_cpu = time.process_time() - load_cpu
    tally.seconds = time.monotonic() - start
    return tally


def _stay_awake(plan: "_Plan") -> None:
    """Keep the loop from sleeping: to wake an idle core costs the sender up to 20 µs on a virtual machine.

    Without it a server would look the dearer the more time it leaves the generator to rest.
    """
    if plan.open:
        asyncio.get_running_loop().call_soon(_stay_awake, plan)


@dataclass(slots=True)
class _Plan:
    """What the connections of a slice share."""

    exchanges: "cycle[Exchange]"
    open: bool = False
    tally: Tally = field(default_factory=Tally)


class _Client(asyncio.Protocol):
    """One keep-alive connection: sends a request as soon as the reply to the last one is whole."""

    transport: asyncio.Transport
    exchange: Exchange

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.received = b""
        self.idle = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def send_next(self) -> None:
        """Send the next request of the plan, or none when the server has hung up."""
        if self.transport.is_closing():
            self.idle.set()
            return
        self.idle.clear()
        self.exchange = next(self.plan.exchanges)
        self.sent_at = time.perf_counter()
        self.transport.write(self.exchange.request)

    def data_received(self, data: bytes) -> None:
        received = self.received = self.received + data if self.received else data
        head = received.find(b"\r\n\r\n")
        if head < 0:
            return
        field_at = received.find(b"\r\ncontent-length: ", 0, head)
        end = received.find(b"\r\n", field_at + 18)
        if len(received) < head + 4 + int(received[field_at + 18 : end]):
            return
        self.received = b""
        tally = self.plan.tally
        tally.requests += 1
        tally.waits.append(time.perf_counter() - self.sent_at)
        body, exchange = received[head + 4 :], self.exchange
        good = body == exchange.reply if exchange.exact else body.startswith(exchange.reply)
        if received[9:12] != b"200" or not good:
            tally.faults += 1
            tally.first_fault = tally.first_fault or received[:300].decode("latin-1")
        if self.plan.open:
            self.send_next()
        else:
            self.idle.set()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.plan.open:
            self.plan.tally.faults += 1
            self.plan.tally.first_fault = self.plan.tally.first_fault or f"the server hung up: {exc}"
        self.idle.set()
