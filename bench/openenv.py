"""`python -m bench.openenv [PYTHON]`: an action beside a step of openenv-core over HTTP, at equal size.

openenv-core is no dependency of this project. It is installed, pinned, into a virtual environment in a
temporary directory that is gone afterwards (half a gigabyte, from the package index that pip uses); a PYTHON
that has it already spares that.
"""

import secrets
import subprocess
import sys
import tempfile
import venv
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any, Final

import orjson

from bench.games import plans
from bench.load import Exchange, LoadGenerator
from bench.processes import Server, cores, serving
from bench.requests import Client, Load, floor_load, server_loads
from bench.rounds import Record, micros, ratios, run_rounds
from bench.table import Row, at_most, markdown, number

RELEASE: Final = "openenv-core==0.3.0"
GAMES: Final = ("cantlewing", "glasswend")
KINDS: Final = ("plain", "async")
"""An environment has a plain step, which openenv-core takes to a thread, or an asynchronous one."""
ROUNDS: Final = 15
SECONDS: Final = 0.4
GOAL: Final = at_most(0.6)
REPOSITORY: Final = Path(__file__).parents[1]
_WRAPPED: Final = len(b'{"observation":{"reply":},"reward":null,"done":false}')


def main(python: str = "") -> None:
    """Measure in rounds and print the table."""
    server_core, load_core = cores()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="campboard-bench-")))
        python = python or _installed(folder)
        generator = stack.enter_context(closing(LoadGenerator(load_core)))
        environment = {"CAMPBOARD_SECRET": secrets.token_urlsafe(48), "HOST": "127.0.0.1", "WORKERS": "1"}
        floor = floor_load(stack.enter_context(serving(["-m", "bench.floor"], "PORT", {}, server_core)))
        server = stack.enter_context(serving(["-m", "app"], "PORT", environment, server_core))
        wanted = [f"{game} action" for game in GAMES]
        ours = [load for load in server_loads(server, plans(list(GAMES))) if load.name in wanted]
        file = folder / "replies.json"
        every = [_shortened(exchange.reply) for load in ours for exchange in load.exchanges]
        file.write_bytes(orjson.dumps(every))
        theirs = {}
        for kind in KINDS:
            # -P: else the folder of the program comes first, and this module is taken for openenv.
            program = ["-P", str(REPOSITORY / "bench/openenv_step.py")]
            named = {"REPLIES": str(file), "STEP": kind}
            theirs[kind] = _beside(
                stack.enter_context(serving(program, "PORT", named, server_core, python)), ours, kind
            )
        loads = [each for together in zip(ours, *theirs.values(), strict=True) for each in together]
        record = run_rounds(generator, floor, loads, {}, ROUNDS, SECONDS)
    print(
        markdown(
            row
            for kind in KINDS
            for pair in zip(ours, theirs[kind], strict=True)
            for row in _rows(record, *pair)
        )
    )


def _rows(record: Record, our: Load, their: Load) -> list[Row]:
    """Return what an action costs beside a step, and the step beside the floor."""
    cpu, other = ([micros(tally) for tally in record.loads[load.name]] for load in (our, their))
    mine, its = record.times_floor(our.name), record.times_floor(their.name)
    told = f"{number(median(cpu))} µs to {number(median(other))} µs"
    return [
        Row(f"{our.name} beside {their.name}", ratios(mine, its), "× its CPU", GOAL, told),
        Row(their.name, its, "× (a2)", None, "no game, no token"),
    ]


def _installed(folder: Path) -> str:
    """Make a virtual environment with openenv-core and our versions of what both use; return its Python."""
    place = folder / "venv"
    print(f"bench: installing {RELEASE} into {place}, which is taken away afterwards", file=sys.stderr)
    venv.create(place, with_pip=True)
    python = str(place / "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    constraints = str(REPOSITORY / "constraints.txt")
    subprocess.run([*pip, "-c", constraints, RELEASE, "uvloop", "httptools"], check=True)
    return python


def _shortened(text: bytes) -> dict[str, Any]:
    """Return a reply with so much less of a token that, wrapped as an observation, it is as long."""
    reply = orjson.loads(text)
    return {**reply, "stateToken": reply["stateToken"][: -_WRAPPED - 1]}


def _beside(server: Server, loads: list[Load], kind: str) -> list[Load]:
    """Return for each load of ours the same replies from the other server, asked for by requests as long."""
    client = Client(server)
    beside, count = [], 0
    for load in loads:
        exchanges: list[Exchange] = []
        for exchange in load.exchanges:
            sent = orjson.loads(exchange.request.partition(b"\r\n\r\n")[2])
            client.send("POST", "/step", {"action": {"token": sent["stateToken"], "number": count}})
            ours, theirs = len(exchange.reply), len(client.exchange.reply)
            assert abs(ours - theirs) <= 2, (ours, theirs)
            exchanges.append(client.exchange)
            count += 1
        size = median(len(exchange.reply) for exchange in exchanges) / 1000
        name = f"{kind} step of {size:.2f} kB"
        beside.append(Load(name=name, server=server, exchanges=exchanges))
    return beside


if __name__ == "__main__":
    main(*sys.argv[1:2])
