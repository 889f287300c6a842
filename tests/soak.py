"""`python -m tests.soak`: many players play every game at once; then every game is played again elsewhere.

The second time the server is another process with another hash seed and several workers, and each reply must
have the same bytes as the first time. Any status but 200, and memory that grows, fail it too.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from statistics import quantiles
from typing import Any, Final
from urllib.parse import urlsplit

from tests.answerer import answer
from tests.http.server import Server, running

GAMES: Final = ("cordwright", "glasswend", "cantlewing", "magic-hex-swap", "sudoku")
MOST_MIB: Final = 5.0
"""By how much the memory of the server may grow while it is played on."""
_WARMING: Final = 0.5
"""As much of the time is played before memory is first looked at: caches have a size, and reach it."""
_MOST_STEPS: Final = 400
"""Then a player starts another game."""
_HEADERS: Final = "Host: soak\r\nContent-Type: application/json\r\n"


@dataclass(slots=True)
class Game:
    """A game that was played: where it began, what was sent, and a digest of every reply."""

    slug: str
    seed: int
    sent: list[Any] = field(default_factory=list)
    digest: str = ""


@dataclass(slots=True)
class Soak:
    """What became of it all."""

    games: list[Game] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from each request to its reply."""
    grown_mib: float = 0.0
    different: int = 0


class Wire:
    """One connection of one player."""

    def __init__(self, base_url: str, soak: Soak) -> None:
        self._address = urlsplit(base_url)
        self._soak = soak

    async def open(self) -> None:
        """Connect."""
        host, port = self._address.hostname, self._address.port
        self._reader, self._writer = await asyncio.open_connection(host, port)

    async def send(self, method: str, path: str, body: Any = None, headers: str = "") -> bytes:
        """Send a request and return the body of its reply; one that is no 200 is noted."""
        content = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        head = f"{method} {path} HTTP/1.1\r\n{_HEADERS}{headers}Content-Length: {len(content)}\r\n\r\n"
        begun = time.perf_counter()
        self._writer.write(head.encode() + content)
        answered = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        length = int(answered.partition("content-length: ")[2].partition("\r\n")[0])
        reply = await self._reader.readexactly(length)
        self._soak.waits.append(time.perf_counter() - begun)
        if answered[9:12] != "200":
            self._soak.faults.append(f"{method} {path}: {answered[9:12]} {reply[:200]!r}")
        return reply

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Play:
    """One game under way, in either API family."""

    def __init__(self, wire: Wire, game: Game) -> None:
        self._wire = wire
        self._game = game
        self._hash = sha256()
        self.reply: dict[str, Any] = {}

    async def start(self) -> None:
        """Start the game."""
        slug, seed = self._game.slug, self._game.seed
        if slug == "sudoku":
            self._take(await self._wire.send("POST", "/games/sudoku/api/new", {"seed": seed}))
        else:
            self._take(await self._wire.send("GET", f"/api/games/{slug}/init?seed={seed}"))

    async def step(self, action: Any) -> None:
        """Send a move."""
        slug = self._game.slug
        if slug == "sudoku":
            puzzle = self.reply["agent_check"]
            headers = (
                f"X-State-Token: {self.reply['state_token']}\r\nX-Agent-Check: {puzzle['token']}\r\n"
                f"X-Agent-Answer: {answer(puzzle['question'])}\r\n"
            )
            path, body = "/games/sudoku/api/act", {"command": action}
            self._take(await self._wire.send("POST", path, body, headers))
        else:
            body = {"stateToken": self.reply["stateToken"], "action": action}
            self._take(await self._wire.send("POST", f"/api/games/{slug}/action", body))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.reply.get("gameOver", self.reply.get("game_over")))

    def finish(self) -> str:
        """Return the digest of all replies."""
        return self._hash.hexdigest()

    def _take(self, reply: bytes) -> None:
        self.reply = json.loads(reply)
        if self._game.slug == "sudoku":  # whose puzzle for agents is another each time
            reply = json.dumps({**self.reply, "agent_check": None}).encode()
        self._hash.update(reply)


def choose(reply: dict[str, Any], source: random.Random) -> Any:
    """Return a move: a legal one, or in Sudoku a command that may well be refused."""
    if "legalActions" in reply:
        return source.choice(reply["legalActions"])
    row, column, value = (source.randint(1, 9) for _ in range(3))
    words = (f"set {row} {column} {value}", f"note {row} {column} {value}", f"select {row} {column}", "check")
    return source.choices(words, (6, 3, 2, 1))[0]


async def play(base_url: str, soak: Soak, number: int, until: float) -> None:
    """Be one player until the time is over."""
    source = random.Random(number)
    wire = Wire(base_url, soak)
    await wire.open()
    while time.monotonic() < until and not soak.faults:
        game = Game(GAMES[number % len(GAMES)], source.randrange(2**53))
        under_way = Play(wire, game)
        await under_way.start()
        while time.monotonic() < until and len(game.sent) < _MOST_STEPS and not under_way.is_over:
            action = choose(under_way.reply, source)
            game.sent.append(action)
            await under_way.step(action)
            if soak.faults:
                break
        game.digest = under_way.finish()
        soak.games.append(game)
    wire.close()


async def play_again(base_url: str, soak: Soak, games: asyncio.Queue[Game]) -> None:
    """Play games as they were played before, and count those that come out otherwise."""
    wire = Wire(base_url, soak)
    await wire.open()
    while not games.empty() and not soak.faults:
        game = games.get_nowait()
        again = Play(wire, game)
        await again.start()
        for action in game.sent:
            await again.step(action)
        soak.different += again.finish() != game.digest
    wire.close()


async def _played(server: Server, soak: Soak, players: int, seconds: float) -> None:
    until = time.monotonic() + seconds * (1 + _WARMING)
    everyone = [asyncio.create_task(play(server.base_url, soak, number, until)) for number in range(players)]
    await asyncio.sleep(seconds * _WARMING)
    before = resident_mib(server)
    await asyncio.gather(*everyone)
    soak.grown_mib = resident_mib(server) - before


async def _replayed(server: Server, soak: Soak, players: int) -> None:
    games: asyncio.Queue[Game] = asyncio.Queue()
    for game in soak.games:
        games.put_nowait(game)
    await asyncio.gather(*(play_again(server.base_url, soak, games) for _ in range(players)))


def resident_mib(server: Server) -> float:
    """Return the resident memory of a server of one process."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def soak_through(folder: Path, players: int, seconds: float) -> Soak:
    """Play on one server and again on another, and return what became of it."""
    soak = Soak()
    with running(folder, {"PYTHONHASHSEED": "1"}) as (server,):
        asyncio.run(_played(server, soak, players, seconds))
    first_waits, soak.waits = soak.waits, []
    with running(folder, {"PYTHONHASHSEED": "2", "WORKERS": "2"}) as (server,):
        asyncio.run(_replayed(server, soak, players))
    soak.waits = first_waits
    return soak


def main(arguments: Sequence[str]) -> int:
    """Run the soak, print what became of it, and return 1 if anything was not as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        soak = soak_through(Path(folder), options.players, options.seconds)
    print(_told(options.players, options.seconds, soak))  # noqa: T201
    for fault in soak.faults[:5]:
        print(fault, file=sys.stderr)  # noqa: T201
    return int(bool(soak.faults or soak.different or soak.grown_mib > MOST_MIB))


def _told(players: int, seconds: float, soak: Soak) -> str:
    waits = quantiles(soak.waits, n=100)
    return (
        f"{players} players, {seconds:g} s: {len(soak.waits):,} requests in {len(soak.games):,} games, all "
        f"played twice; {soak.different} came out otherwise, {len(soak.faults)} faults. Memory grew by "
        f"{soak.grown_mib:.1f} MiB. Replies came within {1000 * waits[49]:.1f} ms (median), "
        f"{1000 * waits[98]:.1f} ms (99 of 100)."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
