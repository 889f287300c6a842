"""An agent that plays Magic Hex Swap over HTTP, greedily, by what the server offers and shows.

    python examples/hex_swap_agent.py --seed 7

It knows no move of the game. Each turn it tries every act of `legalActions`, for a token may be played again;
it opens a wide move step by step with `preview` and goes on from the drafts that look best; and it keeps the
try after which the colours lie in the fewest and closest groups. It needs httpx and nothing of the server's
code.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import httpx

Json: TypeAlias = dict[str, Any]
Cell: TypeAlias = list[int]

APART: Final = 3
"""What a group too many counts beside the cells between it and the next."""
DRAFTS: Final = 3
"""How many drafts of a wide move are gone on from at each step."""


# How a board looks ---------------------------------------------------------------------------------------


def untidiness(groups: list[Json]) -> int:
    """Return 0 for a board that is won, and more the more groups there are and the farther apart they lie."""
    return sum(APART * (color["status"] == "needs-partner") + sum(links(color["groups"])) for color in groups)


def links(groups: list[list[Cell]]) -> Iterator[int]:
    """Yield what each link costs that joins a colour's groups, the nearest to those already joined first."""
    joined, apart = groups[:1], groups[1:]
    while apart:
        gap, nearest = min(
            (min(steps(a, b) for group in joined for a in group for b in other), i)
            for i, other in enumerate(apart)
        )
        joined.append(apart.pop(nearest))
        yield APART + gap


def steps(a: Cell, b: Cell) -> int:
    """Return how many cells away one cell is from another."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


# How it is played ----------------------------------------------------------------------------------------


class Exhausted(Exception):
    """Raised when the game would take more requests than it may."""


@dataclass
class Game:
    """One game over HTTP."""

    http: httpx.Client
    reply: Json
    most: int
    """Requests it may take."""
    requests: int = 1

    @classmethod
    def start(cls, http: httpx.Client, query: dict[str, str], most: int) -> "Game":
        """Begin a game."""
        answer = http.get("/api/games/magic-hex-swap/init", params=query)
        return cls(http, answer.raise_for_status().json(), most)

    def send(self, action: Json) -> Json:
        """Try an action on the position of the last turn; the reply is not kept."""
        if self.requests == self.most:
            raise Exhausted
        self.requests += 1
        body = {"stateToken": self.reply["stateToken"], "action": action}
        answer = self.http.post("/api/games/magic-hex-swap/action", json=body)
        found: Json = answer.raise_for_status().json()
        return found

    def take_turn(self) -> None:
        """Play the best try of this turn; a pass is one of them."""
        self.reply = min([*self.tries(), self.send({"type": "pass"})], key=rank)

    def tries(self) -> Iterator[Json]:
        """Yield the reply to each act that is listed, and to those that the best drafts lead to."""
        yield from self.acts(self.reply["legalActions"])
        for opener in self.reply["legalActions"]:
            if opener["type"] == "preview":
                yield from self.opened(opener)

    def acts(self, listed: list[Json]) -> Iterator[Json]:
        """Yield the reply to each act of a list."""
        yield from (self.send(action) for action in listed if action["type"] == "act")

    def opened(self, opener: Json) -> Iterator[Json]:
        """Yield the replies to acts of a wide move: step by step, each time from the best drafts on."""
        drafts = [self.send(opener)]
        while drafts:
            longer = []
            for draft in drafts:
                yield from self.acts(draft["legalActions"])
                longer += [self.send(more) for more in draft["legalActions"] if more["type"] == "preview"]
            drafts = sorted(longer, key=draft_rank)[:DRAFTS]


def rank(reply: Json) -> tuple[bool, int]:
    """Return a key that sorts the reply to the best act first."""
    return not reply["gameOver"], untidiness(reply["observation"]["groups"])


def draft_rank(reply: Json) -> int:
    """Return a key that sorts the best draft first."""
    return untidiness(reply["observation"]["preview"]["groups"])


def play(game: Game, turns: int) -> bool:
    """Take turns until the puzzle is solved, a line for each; False if that would take too many."""
    while not game.reply["gameOver"] and game.reply["score"] < turns:
        try:
            game.take_turn()
        except Exhausted:
            break
        (event, *_) = game.reply["events"]
        left = untidiness(game.reply["observation"]["groups"])
        sys.stdout.write(f"turn {game.reply['score']}: {event.get('move', 'pass')}, untidiness {left}\n")
        sys.stdout.flush()
    return bool(game.reply["gameOver"])


def main() -> int:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description="Play Magic Hex Swap by its lists and previews.")
    parser.add_argument("--base-url", default="http://127.0.0.1:8000")
    parser.add_argument("--seed", type=int, help="the server picks one if none is given")
    parser.add_argument("--green3", choices=("pdf", "doc"), help="how green-3a reads (default: pdf)")
    parser.add_argument("--turns", type=int, default=40, help="the most the game may take")
    parser.add_argument("--requests", type=int, default=4000, help="the most the game may take")
    options = parser.parse_args()

    query = {name: str(value) for name in ("seed", "green3") if (value := getattr(options, name)) is not None}
    try:
        with httpx.Client(base_url=options.base_url, timeout=30) as http:
            game = Game.start(http, query, options.requests)
            won = play(game, options.turns)
    except httpx.HTTPError as problem:
        parser.exit(2, f"{options.base_url}: {problem}\n")
    seen = game.reply["observation"]
    end = f"{'won' if won else 'not won'} in {seen['turns']} turns"
    called = f" ({seen['rating']})" if won else ""
    sys.stdout.write(f"seed {game.reply['seed']}: {end}{called}, {game.requests} requests\n")
    return 0 if won else 1


if __name__ == "__main__":
    sys.exit(main())
