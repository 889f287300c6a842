"""`python -m bench`: measure, print the table. A missed goal is no failure; a wrong reply is (status 1)."""

import argparse
import os
import platform
import secrets
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from statistics import median

from bench.derived import health_rows, rate_rows, share_rows
from bench.games import GamePlan, plans
from bench.inside import engine_rows, engine_works, size_rows, token_rows, token_works
from bench.latency import alone_row, spread_row
from bench.load import CONNECTIONS, LoadGenerator
from bench.processes import cores, resident_mib, serving
from bench.requests import fixed_load, floor_load, server_loads
from bench.rounds import Record, load_rows, run_rounds
from bench.startup import memory_row, startup_rows
from bench.sudoku import SLUG, sudoku_loads, sudoku_rows, sudoku_works
from bench.table import Row, markdown, number
from bench.waits import wait_rows


@dataclass(frozen=True, slots=True)
class Extent:
    """How long and how often is measured."""

    rounds: int
    seconds: float
    starts: int = 5


QUICK = Extent(rounds=3, seconds=0.4, starts=3)
FULL = Extent(rounds=7, seconds=1.0)


def main(arguments: Sequence[str]) -> int:
    """Run the bench and return the exit status."""
    options = _parser().parse_args(arguments)
    usual = QUICK if options.quick else FULL
    extent = Extent(options.rounds or usual.rounds, options.seconds or usual.seconds, usual.starts)
    try:
        rows, record = measure(plans(options.game), not options.game or SLUG in options.game, extent)
    except (RuntimeError, ValueError, AssertionError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print(f"{_setting(extent)}\n\n{markdown(rows)}\n\n{_notes(record)}")
    return 0


def measure(chosen: Sequence[GamePlan], with_sudoku: bool, extent: Extent) -> tuple[list[Row], Record]:
    """Start floor, server and generator, measure everything, and return the rows of the table."""
    server_core, load_core = cores()
    secret = secrets.token_urlsafe(48)
    with ExitStack() as stack:
        floor_server = stack.enter_context(serving(["-m", "bench.floor"], "PORT", {}, server_core))
        environment = {"CAMPBOARD_SECRET": secret, "HOST": "127.0.0.1", "WORKERS": "1"}
        server = stack.enter_context(serving(["-m", "app"], "PORT", environment, server_core))
        generator = stack.enter_context(closing(LoadGenerator(load_core)))
        floor, fixed = floor_load(floor_server), fixed_load(floor_server)
        loads = [*server_loads(server, chosen), *(sudoku_loads(server, secret) if with_sudoku else ())]
        os.sched_setaffinity(0, {load_core})
        waits = wait_rows(server, loads)
        memory = resident_mib(server.pid)
        # The work in this process takes turns with the servers on their core, so that it is as fast there.
        os.sched_setaffinity(0, {server_core})
        engines, pairs = engine_works(chosen), token_works(chosen)
        commands = sudoku_works(secret) if with_sudoku else {}
        works = {**engines, **commands}
        for name, (real, beside) in pairs.items():
            works |= {name: real, f"{name} floor": beside}
        record = run_rounds(generator, floor, [fixed, *loads], works, extent.rounds, extent.seconds)
        latencies = [
            alone_row(fixed, loads[0], (server_core, load_core), extent.rounds, extent.seconds),
            spread_row(generator, floor, loads[0], extent.rounds, extent.seconds),
        ]
        rows = [
            *load_rows(record, [fixed, *loads]),
            *rate_rows(record, fixed, loads[0]),
            *latencies,
            *waits,
            *token_rows(record, list(pairs)),
            *share_rows(record, chosen),
            *engine_rows(record, [*engines, *commands], chosen),
        ]
        grown = resident_mib(server.pid)
        rows += [memory_row(grown), *health_rows(record, memory, grown)]
    sudoku = sudoku_rows() if with_sudoku else []
    return [*rows, *startup_rows(extent.starts, secret), *size_rows(chosen), *sudoku], record


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure the server's CPU per request beside a floor, and what else has a goal.",
        epilog="Compare ratios, not microseconds, and run it twice before you believe a number.",
    )
    parser.add_argument("game", nargs="*", help="the games to measure (default: all)")
    parser.add_argument("--quick", action="store_true", help="a short run, for a first look only")
    parser.add_argument("--rounds", type=int, help=f"rounds of everything (default {FULL.rounds})")
    parser.add_argument("--seconds", type=float, help=f"length of a slice of load (default {FULL.seconds})")
    return parser


def _setting(extent: Extent) -> str:
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {extent.rounds} rounds with slices of "
        f"{extent.seconds:g} s, {CONNECTIONS} connections."
    )


def _notes(record: Record) -> str:
    share = median(tally.server_cpu / tally.seconds for tally in record.tallies)
    each = median(1e6 * tally.load_cpu / tally.requests for tally in record.floor)
    busiest = max(tally.load_cpu / tally.seconds for tally in record.tallies)
    return (
        f"While loaded, the servers had {share:.0%} of their core; the less, the busier the machine was "
        f"besides, and the dearer everything looks beside the floor. The generator took {number(each)} µs of "
        f"CPU for a request to the floor, {busiest:.0%} of its core at most. Every reply was as expected."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
