"""A second Cantlewing, written from the document's text alone: the tests hold the engine against it.

Nothing here imports the engine. Actions are JSON objects; a game is a plain dictionary with the field names
of `contract/gameboard.md`, and `at` for where courier and seeds are.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

Json = dict[str, Any]


class Fixture(NamedTuple):
    """A row of the document's list: wind in coordinate order -2 ... 2."""

    name: str
    a: int
    b: int
    wind: tuple[int, ...]
    par: int


FIXTURES: Final = (
    Fixture("First Bough", -1, 2, (0, 0, 0, 0, 0), 6),
    Fixture("Needle Breeze", -2, 2, (0, 1, -1, 1, 0), 7),
    Fixture("High Canopy", -1, 2, (2, 0, -2, 0, 2), 7),
    Fixture("Cedar Bend", 0, 2, (1, 0, 1, 0, -1), 7),
    Fixture("Lantern Branch", 0, 2, (-1, 0, -1, -1, 1), 8),
    Fixture("Crosswind Crown", 1, 2, (-1, 0, -1, 0, 1), 8),
    Fixture("Fern Passage", -1, 2, (-1, 0, 0, -1, 1), 8),
    Fixture("Evening Roost", 1, 2, (-1, 0, 0, 0, 1), 8),
)


class Position(NamedTuple):
    """Coordinates of the courier and of the two seeds."""

    courier: int
    a: int
    b: int


def walk(direction: int) -> Json:
    """Write a walk."""
    return {"type": "walk", "direction": direction}


def weigh(weight: str, to: int) -> Json:
    """Write a weight move."""
    return {"type": "move-weight", "weight": weight, "to": to}


NEXT: Final[Json] = {"type": "next"}
RETRY: Final[Json] = {"type": "retry"}
RESTART: Final[Json] = {"type": "restart"}
BANK: Final[Json] = {"type": "bank"}
MOVES: Final = (walk(-1), walk(1), *(weigh(weight, to) for weight in "AB" for to in range(-2, 3)))
ACTIONS: Final = (*MOVES, NEXT, RETRY, RESTART, BANK)
"""Every action the grammar describes: 2 walks, 10 weight moves, 4 others."""


def fixture_of(crossing: int) -> Fixture:
    """Fixtures cycle ((crossing-1)%8)+1 forever."""
    return FIXTURES[(crossing - 1) % 8]


def allowance_of(crossing: int) -> int:
    """Return the allowance: 4 moves above par on the first two crossings, 3 above it from the third on."""
    return fixture_of(crossing).par + (4 if crossing in (1, 2) else 3)


def start_of(crossing: int) -> Position:
    """The courier starts at -2, the seeds where the fixture says."""
    fixture = fixture_of(crossing)
    return Position(-2, fixture.a, fixture.b)


def force_at(fixture: Fixture, at: Position) -> int:
    """Return the signed force: coordinates times masses (courier 2, A 1, B 2), plus wind at the courier."""
    return 2 * at.courier + at.a + 2 * at.b + fixture.wind[at.courier + 2]


def destination(at: Position, move: Json) -> Position | str:
    """Return where a move leads, or the word for why there is no such place."""
    if move["type"] == "walk":
        courier = at.courier + move["direction"]
        return at._replace(courier=courier) if -2 <= courier <= 2 else "off-board"
    name = move["weight"].lower()
    moved = at._replace(**{name: move["to"]})
    if moved == at:
        return "no-op"
    return "occupied" if moved.a == moved.b else moved


def outcome(fixture: Fixture, at: Position, move: Json) -> Position | str:
    """Return where a move leads when the beam holds there, or the word for why it does not lead anywhere."""
    there = destination(at, move)
    if isinstance(there, Position) and abs(force_at(fixture, there)) > 2:
        return "unstable"
    return there


def steps(fixture: Fixture, at: Position) -> Iterator[tuple[Json, Position]]:
    """Each accepted move with the position after it."""
    for move in MOVES:
        there = outcome(fixture, at, move)
        if isinstance(there, Position):
            yield move, there


def shortest(fixture: Fixture, at: Position) -> list[Json]:
    """Search breadth first for the fewest moves that bring the courier to +2."""
    before: dict[Position, tuple[Position, Json] | None] = {at: None}
    queue = [at]
    for here in queue:
        if here.courier == 2:
            path = []
            while (link := before[here]) is not None:
                here, move = link
                path.append(move)
            return path[::-1]
        for move, there in steps(fixture, here):
            if there not in before:
                before[there] = (here, move)
                queue.append(there)
    raise AssertionError("the goal cannot be reached")


@cache
def clears_in(fixture: Fixture, at: Position, moves: int) -> bool:
    """Tell whether the courier can come to +2 with exactly so many moves and not before."""
    if at.courier == 2:
        return moves == 0
    return moves > 0 and any(clears_in(fixture, there, moves - 1) for _, there in steps(fixture, at))


def exactly(crossing: int, moves: int) -> list[Json]:
    """Return a clear of the crossing that uses exactly so many moves."""
    fixture, at, path = fixture_of(crossing), start_of(crossing), []
    for left in range(moves, 0, -1):
        move, at = next(pair for pair in steps(fixture, at) if clears_in(fixture, pair[1], left - 1))
        path.append(move)
    assert at.courier == 2
    return path


def wasted(crossing: int) -> list[Json]:
    """Return moves that use up the allowance of the crossing and stay short of +2."""
    fixture, at, path = fixture_of(crossing), start_of(crossing), []
    for _ in range(allowance_of(crossing)):
        move, at = next(pair for pair in steps(fixture, at) if pair[1].courier != 2)
        path.append(move)
    return path


def optimal(crossing: int) -> list[Json]:
    """Return a clear of the crossing with the fewest moves."""
    return shortest(fixture_of(crossing), start_of(crossing))


def lap(crossings: range) -> list[Json]:
    """Return optimal clears of these crossings with `next` between them."""
    actions: list[Json] = []
    for crossing in crossings:
        actions += [*([NEXT] if actions else []), *optimal(crossing)]
    return actions


# The whole game, phases and all.

PERMITTED: Final[dict[str, frozenset[str]]] = {
    "playing": frozenset({"walk", "move-weight", "restart", "bank"}),
    "cleared": frozenset({"next", "bank"}),
    "retry": frozenset({"retry", "bank"}),
    "ended": frozenset(),
}


def new_game() -> Json:
    """Return a fresh game: the first crossing, no score yet, three reserves."""
    return {
        "phase": "playing",
        "endReason": None,
        "crossing": 1,
        "at": start_of(1),
        "movesUsed": 0,
        "reserves": 3,
        "completedCrossings": 0,
        "score": 0,
        "lastAward": 0,
    }


def act(game: Json, action: Json) -> tuple[Json, list[Json]] | str:
    """Return the game after an action and what the action caused, or the refusal code."""
    kind, crossing = action["type"], game["crossing"]
    if kind not in PERMITTED[game["phase"]]:
        return "wrong-phase"
    if kind in ("walk", "move-weight"):
        there = outcome(fixture_of(crossing), game["at"], action)
        return there if isinstance(there, str) else _moved({**game, "at": there})
    if kind == "bank":
        return _ended(game, "banked", [])
    if kind == "next":
        return _restored({**game, "crossing": crossing + 1}), [{"type": "next", "crossing": crossing + 1}]
    if kind == "retry":
        return _restored(game), [{"type": "retried"}]
    return _spent(game, "restarted")


def _moved(game: Json) -> tuple[Json, list[Json]]:
    used, crossing = game["movesUsed"] + 1, game["crossing"]
    game = {**game, "movesUsed": used}
    if game["at"].courier == 2:
        par = fixture_of(crossing).par
        award = 100 + 10 * (allowance_of(crossing) - used) + (50 if used == par else 0)
        cleared = {
            **game,
            "phase": "cleared",
            "score": game["score"] + award,
            "lastAward": award,
            "completedCrossings": game["completedCrossings"] + 1,
        }
        return cleared, [{"type": "cleared", "points": award, "optimal": used == par}]
    return _spent(game, "exhausted") if used == allowance_of(crossing) else (game, [])


def _spent(game: Json, how: str) -> tuple[Json, list[Json]]:
    game = {**game, "reserves": game["reserves"] - 1}
    events = [{"type": how, "reserves": game["reserves"]}]
    if game["reserves"] == 0:
        return _ended(game, "reserves", events)
    return ({**game, "phase": "retry"} if how == "exhausted" else _restored(game)), events


def _ended(game: Json, reason: str, events: list[Json]) -> tuple[Json, list[Json]]:
    event = {"type": "ended", "endReason": reason, "score": game["score"]}
    return {**game, "phase": "ended", "endReason": reason}, [*events, event]


def _restored(game: Json) -> Json:
    return {**game, "phase": "playing", "at": start_of(game["crossing"]), "movesUsed": 0}


def offered(game: Json) -> list[Json]:
    """List the legal actions in the published order: walks, A, B; then restart, next or retry; then bank."""
    moves = [move for move in MOVES if not isinstance(act(game, move), str)]
    return moves + [
        action for action in (RESTART, NEXT, RETRY, BANK) if not isinstance(act(game, action), str)
    ]


def seen(game: Json) -> Json:
    """Show the game as its observation must: every field of the contract but the text board."""
    at, crossing = game["at"], game["crossing"]
    fixture = fixture_of(crossing)
    previews = []
    for move in MOVES:
        there = destination(at, move)
        if isinstance(there, Position):
            force = force_at(fixture, there)
            legal = game["phase"] == "playing" and abs(force) <= 2
            previews.append({"action": move, "force": force, "legal": legal})
    return {
        "phase": game["phase"],
        "endReason": game["endReason"],
        "crossing": crossing,
        "fixture": {"index": (crossing - 1) % 8 + 1, "name": fixture.name},
        "courier": at.courier,
        "weights": {"A": at.a, "B": at.b},
        "wind": list(fixture.wind),
        "tolerance": 2,
        "force": force_at(fixture, at),
        "par": fixture.par,
        "allowance": allowance_of(crossing),
        "movesUsed": game["movesUsed"],
        "remainingMoves": allowance_of(crossing) - game["movesUsed"],
        "reserves": game["reserves"],
        "completedCrossings": game["completedCrossings"],
        "score": game["score"],
        "lastAward": game["lastAward"],
        "previews": previews,
    }
