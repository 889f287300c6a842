"""The load generator: a process of its own that cycles through prepared requests and checks every reply."""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing.connection import Connection as Pipe
from typing import Final, cast

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
        self._pipe.send((server, exchanges, seconds, connections))
        try:
            tally: Tally = self._pipe.recv()
        except EOFError:
            raise RuntimeError("the load generator ended; its trace stands above") from None
        return tally

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join(timeout=5)


def _work(pipe: Pipe, core: int) -> None:
    os.sched_setaffinity(0, {core})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        while True:
            pipe.send(runner.run(_load(*pipe.recv())))


async def _load(server: Server, exchanges: Sequence[Exchange], seconds: float, connections: int) -> Tally:
    loop = asyncio.get_running_loop()
    plan = _Plan(cycle(exchanges))
    clients = []
    for _ in range(connections):
        _, client = await loop.create_connection(lambda: _Client(plan), "127.0.0.1", server.port)
        clients.append(client)
    tally = await _slice(server, plan, clients, _WARM_UP_SECONDS)
    if not tally.faults:
        tally = await _slice(server, plan, clients, seconds)
    for client in clients:
        client.transport.close()
    return tally


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
