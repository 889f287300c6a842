"""A bot that plays Glasswend over HTTP: a cut is one batch, which stops where the thread opens and goes on.

    python examples/glasswend_bot.py --seed 7 --panes 5

It lists the cuts it could make from here, foresees for the best of them where motes and crawlers will be, and
plays the first that is safe. What it did not foresee costs nothing: an old token may be played again, so it
goes back to where the cut began and takes the next one. It needs httpx and nothing of the server's code.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeAlias

import httpx

Json: TypeAlias = dict[str, Any]
Cells: TypeAlias = int
"""A set of cells: bit n is cell n. The ring is never dark, so shifting dark cells never wraps round."""

WIDTH: Final = 24
HEIGHT: Final = 32
OFFSETS: Final = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
CLOCKWISE: Final = tuple(OFFSETS)
TICK: Final = {"type": "tick"}

BENDS: Final = (0, 1, 2, 4, 6, 9, 12, 16, 20, 25)
"""After how many further cells a cut may turn."""
FORESEEN: Final = 80
"""How many of the cuts that look best are foreseen tick by tick."""
LONGEST_WALK: Final = 24
SETTLING_TICKS: Final = 20
"""What a cut costs beside its ticks: rather one long cut than many short ones."""


def on_board(x: int, y: int) -> bool:
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


NEXT: Final = [
    {name: (y + dy) * WIDTH + x + dx for name, (dx, dy) in OFFSETS.items() if on_board(x + dx, y + dy)}
    for y in range(HEIGHT)
    for x in range(WIDTH)
]
AROUND: Final = [
    sum(
        1 << v * WIDTH + u
        for v in (y - 1, y, y + 1)
        for u in (x - 1, x, x + 1)
        if on_board(u, v) and (u, v) != (x, y)
    )
    for y in range(HEIGHT)
    for x in range(WIDTH)
]
"""The eight neighbours of each cell, fewer at the edge."""


def turned(direction: str, quarters: int) -> str:
    return CLOCKWISE[(CLOCKWISE.index(direction) + quarters) % 4]


def cell_at(x: int, y: int) -> int:
    return y // 1000 * WIDTH + x // 1000


# What the bot sees ---------------------------------------------------------------------------------------


@dataclass
class View:
    """The position as the observation gives it, between two cuts: no thread is open."""

    moth: int
    dark: Cells
    motif: Cells
    motes: list[tuple[int, int, int, int]]
    crawlers: list[tuple[int, str, int]]
    step_clock: int
    shimmer: int
    crawlers_sleep: int
    crawler_pace: int
    chain: int

    @classmethod
    def of(cls, seen: Json) -> "View":
        rows = "".join(line[3:] for line in seen["board"][2:])
        pane = seen["pane"]
        return cls(
            moth=seen["moth"]["cell"],
            dark=sum(1 << cell for cell, mark in enumerate(rows) if mark in ".*o"),
            motif=sum(1 << glass["cell"] for glass in seen["motif"] if not glass["lit"]),
            motes=[(mote["x"], mote["y"], mote["vx"], mote["vy"]) for mote in seen["motes"]],
            crawlers=[(soot["cell"], soot["dir"], soot["clock"]) for soot in seen["crawlers"]],
            step_clock=seen["stepClock"],
            shimmer=seen["shimmerTicks"],
            crawlers_sleep=seen["crawlersWakeIn"],
            crawler_pace=8 if pane < 7 else 6 if pane < 12 else 5,
            chain=seen["chain"],
        )


# What a cut is worth -------------------------------------------------------------------------------------


def flooded(dark: Cells, motes: list[tuple[int, int, int, int]]) -> Cells:
    """Return the dark cells that no mote can reach: a seal lights them."""
    reached, edge = 0, 0
    for x, y, _, _ in motes:
        edge |= 1 << cell_at(x, y)
    while edge:
        reached |= edge
        edge = (edge << 1 | edge >> 1 | edge << WIDTH | edge >> WIDTH) & dark & ~reached
    return dark & ~reached


def points(view: View, thread: Cells, dark: Cells, motes: list[tuple[int, int, int, int]]) -> int:
    """Return about what a seal pays now: the more cells, the more each of them."""
    flood = flooded(dark, motes)
    count = (thread | flood).bit_count()
    rate = 1 + sum(count >= least for least in (20, 50, 100, 200)) if flood else 1
    return count * rate * (10 + view.chain) // 10 + 75 * ((thread | flood) & view.motif).bit_count()


# What the bot could do -----------------------------------------------------------------------------------


def walks(view: View) -> dict[int, list[int]]:
    """Return the shortest way over lit ground to each cell that is not too far."""
    found: dict[int, list[int]] = {view.moth: []}
    for cell in (queue := [view.moth]):
        if len(found[cell]) < LONGEST_WALK:
            for other in NEXT[cell].values():
                if other not in found and not view.dark >> other & 1:
                    found[other] = [*found[cell], other]
                    queue.append(other)
    return found


def run(dark: Cells, cell: int, direction: str) -> list[int]:
    """Return the dark cells straight ahead and the lit one behind them."""
    cells = [NEXT[cell][direction]]
    while dark >> cells[-1] & 1:
        cells.append(NEXT[cells[-1]][direction])
    return cells


def threads(dark: Cells, anchor: int) -> Iterator[list[int]]:
    """Yield ways through the dark from a lit cell to another: straight, with one bend, with two."""
    for direction, first in NEXT[anchor].items():
        if not dark >> first & 1:
            continue
        ahead = run(dark, anchor, direction)
        yield ahead
        for bend in BENDS:
            if bend >= len(ahead) - 1:
                break
            for quarters in (-1, 1):
                aside = run(dark, ahead[bend], turned(direction, quarters))
                yield ahead[: bend + 1] + aside
                for second in BENDS:
                    if second >= len(aside) - 1:
                        break
                    for last in (direction, turned(direction, 2)):
                        yield ahead[: bend + 1] + aside[: second + 1] + run(dark, aside[second], last)


def plans(view: View) -> Iterator[list[int]]:
    """Yield the cells to go through: safe cuts, the best first, then safe walks to wait for a better time."""
    ways, cuts = walks(view), []
    for anchor, walk in ways.items():
        for cut in threads(view.dark, anchor):
            thread = sum(1 << cell for cell in cut[:-1])
            pay = points(view, thread, view.dark & ~thread, view.motes)
            cuts.append((pay / (2 * len(walk) + 3 * len(cut) + SETTLING_TICKS), walk + cut))
    cuts.sort(reverse=True)
    safe = [(worth, path) for _, path in cuts[:FORESEEN] if (worth := foresee(view, path)) is not None]
    yield from (path for _, path in sorted(safe, reverse=True))
    yield from (path for _, path in cuts[FORESEEN:] if foresee(view, path) is not None)
    yield from (path for path in ways.values() if path and foresee(view, path) is not None)


# What will come of it ------------------------------------------------------------------------------------


def foresee(view: View, path: list[int]) -> float | None:
    """Go through these cells tick by tick; return what that pays a tick, or None if it ends badly."""
    dark, moth, anchor, clock = view.dark, view.moth, -1, view.step_clock
    motes, crawlers = list(view.motes), list(view.crawlers)
    thread: list[int] = []
    tick = done = pay = 0
    while done < len(path):
        tick += 1
        clock -= 1
        if clock == 0:
            before, moth = moth, path[done]
            done += 1
            if dark >> moth & 1:
                if any(cell_at(x, y) == moth for x, y, _, _ in motes):
                    return None
                anchor = anchor if thread else before
                thread.append(moth)
                dark &= ~(1 << moth)
            elif thread:
                pay = points(view, sum(1 << cell for cell in thread), dark, motes)
                dark &= ~flooded(dark, motes)
                thread = []
            clock = 3 if thread else 2
        motes = [moved(mote, dark) for mote in motes]
        if tick > view.crawlers_sleep:
            crawlers = [crept(crawler, dark, thread, view.crawler_pace) for crawler in crawlers]
        if tick >= view.shimmer and (
            any(touches(x, y, cell) for x, y, _, _ in motes for cell in thread)
            or any(cell == (anchor if thread else moth) for cell, _, _ in crawlers)
        ):
            return None
    return pay / (tick + SETTLING_TICKS)


def moved(mote: tuple[int, int, int, int], dark: Cells) -> tuple[int, int, int, int]:
    """Move a mote along x, then along y; it turns round where it would leave the dark."""
    x, y, vx, vy = mote
    if dark >> cell_at(x + vx, y) & 1:
        x += vx
    else:
        vx = -vx
    if dark >> cell_at(x, y + vy) & 1:
        y += vy
    else:
        vy = -vy
    return x, y, vx, vy


def crept(crawler: tuple[int, str, int], dark: Cells, thread: list[int], pace: int) -> tuple[int, str, int]:
    """Move a crawler along the lit cells that touch the dark, its left hand at the wall."""
    cell, direction, clock = crawler
    if clock > 1:
        return cell, direction, clock - 1
    for quarters in (-1, 0, 1, 2):
        way = turned(direction, quarters)
        other = NEXT[cell].get(way)
        if other is not None and AROUND[other] & dark and not dark >> other & 1 and other not in thread:
            return other, way, pace
    return cell, direction, pace


def touches(x: int, y: int, cell: int) -> bool:
    """Tell whether the body of a mote, 420 units about its centre, is over a cell."""
    left, top = cell % WIDTH * 1000, cell // WIDTH * 1000
    dx, dy = max(left - x, 0, x - left - 1000), max(top - y, 0, y - top - 1000)
    return dx * dx + dy * dy < 420 * 420


# How it is played ----------------------------------------------------------------------------------------


def actions_for(view: View, path: list[int]) -> list[Json]:
    """Return a steer for each turn and the ticks between: 2 a step on lit ground, 3 with a thread open."""
    found: list[Json] = []
    cell, clock, heading = view.moth, view.step_clock, ""
    for other in path:
        (way,) = (name for name, next_cell in NEXT[cell].items() if next_cell == other)
        if way != heading:
            found.append({"type": "steer", "dir": way})
        found += [TICK] * clock
        cell, heading = other, way
        clock = 3 if view.dark >> cell & 1 else 2
    return found


def packed(actions: list[Json]) -> list[Json]:
    """Write the same actions in a row as one item of a batch."""
    return [{"repeat": len(list(same)), "action": action} for action, same in groupby(actions)]


class Game:
    """One run over HTTP."""

    def __init__(self, http: httpx.Client, seed: int | None) -> None:
        self.http = http
        self.requests = 0
        query = {"legal": "none"} if seed is None else {"legal": "none", "seed": str(seed)}
        self.reply: Json = http.get("/api/games/glasswend/init", params=query).raise_for_status().json()

    def send(self, token: str, actions: list[Json]) -> Json:
        """Send one batch that stops at the first event."""
        body = {"stateToken": token, "actions": packed(actions), "stopOnEvent": True}
        self.requests += 1
        answer = self.http.post("/api/games/glasswend/action", params={"legal": "none"}, json=body)
        found: Json = answer.raise_for_status().json()
        return found

    def play(self, token: str, actions: list[Json]) -> tuple[Json, set[str]]:
        """Play actions to the end, past a thread's opening; return the reply and what else happened."""
        while True:
            reply = self.send(token, actions)
            happened = {event["type"] for event in reply["events"]}
            token, actions = reply["stateToken"], actions[reply["applied"] :]
            if not actions or happened != {"opened"}:
                return reply, happened

    def clear_pane(self, most: int) -> bool:
        """Play until the pane is clear; False if that would take too many requests."""
        trail = [(self.reply, plans(View.of(self.reply["observation"])))]
        while trail and self.requests < most - 2:  # what a cut may take
            before, left = trail[-1]
            path = next(left, None)
            if path is None:
                trail.pop()  # nothing safe from here on: back to the cut before this one
                continue
            actions = actions_for(View.of(before["observation"]), path)
            reply, happened = self.play(before["stateToken"], actions)
            if "paneCleared" in happened:
                self.reply = reply
                return True
            if not happened & {"lost", "severed", "ended"} and not reply["observation"]["onThread"]:
                self.reply = reply
                trail.append((reply, plans(View.of(reply["observation"]))))
        return False

    def wait_for_play(self) -> None:
        """Let the frozen ticks before a pane pass; the first pane has to be started."""
        seen = self.reply["observation"]
        if seen["status"] == "waiting":
            self.reply, _ = self.play(self.reply["stateToken"], [{"type": "start"}, *[TICK] * 60])
        elif seen["status"] == "stageClear":
            self.reply = self.send(self.reply["stateToken"], [TICK] * seen["phaseTicks"])
            self.reply = self.send(self.reply["stateToken"], [TICK] * 60)


def clear_panes(game: Game, panes: int, requests: int) -> int:
    """Clear this many panes, a line for each; return how many it came to."""
    cleared = 0
    while cleared < panes:
        game.requests = 0
        game.wait_for_play()
        if not game.clear_pane(requests):
            break
        cleared += 1
        sys.stdout.write(f"pane {cleared}: score {game.reply['score']}, {game.requests} requests\n")
        sys.stdout.flush()
    sys.stdout.write(f"seed {game.reply['seed']}: {cleared} panes, score {game.reply['score']}\n")
    return cleared


def main() -> int:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description="Play Glasswend by batches.")
    parser.add_argument("--base-url", default="http://127.0.0.1:8000")
    parser.add_argument("--seed", type=int, help="the server picks one if none is given")
    parser.add_argument("--panes", type=int, default=5, choices=range(1, 16), metavar="1..15")
    parser.add_argument("--requests", type=int, default=200, help="the most a pane may take")
    options = parser.parse_args()

    try:
        with httpx.Client(base_url=options.base_url, timeout=30) as http:
            cleared = clear_panes(Game(http, options.seed), options.panes, options.requests)
    except httpx.HTTPError as problem:
        parser.exit(2, f"{options.base_url}: {problem}\n")
    return 0 if cleared == options.panes else 1


if __name__ == "__main__":
    sys.exit(main())
