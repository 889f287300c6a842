"""What a Cordwright player sees."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.cordwright.frames import LAYOUTS, Crossing, Edge, crossings, deal, sockets_of
from engines.cordwright.model import LETTERS, EndReason, Phase, State
from engines.cordwright.rules import clear_points


class SocketView(TypedDict):
    id: int
    number: int
    x: int
    y: int


class CharmView(TypedDict):
    id: int
    letter: str
    socket: int


class Observation(TypedDict):
    board: list[str]
    phase: Phase
    endReason: EndReason | None
    frame: int
    sockets: list[SocketView]
    charms: list[CharmView]
    occupancy: list[int]
    edges: list[list[int]]
    crossings: list[list[list[int]]]
    crossingCount: int
    swaps: int
    turn: int
    score: int
    clearedFrames: int
    skippedFrames: int
    lastFramePoints: int
    nextClearPoints: int
    """What a clear by the next swap would pay; 0 while no swap is possible."""


def observe(state: State) -> Observation:
    """Return the whole position; nothing of the puzzle is hidden."""
    dealt = deal(state.seed, state.frame)
    crossed = crossings(dealt.layout, dealt.edges, state.occupancy)
    playing = state.phase == "playing"
    return {
        "board": text(state, crossed),
        "phase": state.phase,
        "endReason": state.end_reason,
        "frame": state.frame,
        "sockets": list(_sockets(len(state.occupancy))),
        "charms": [
            {"id": charm, "letter": LETTERS[charm], "socket": socket}
            for charm, socket in enumerate(sockets_of(state.occupancy))
        ],
        "occupancy": list(state.occupancy),
        "edges": list(_edges(state.seed, state.frame)),
        "crossings": [[[a, b], [c, d]] for (a, b), (c, d) in crossed],
        "crossingCount": len(crossed),
        "swaps": state.swaps,
        "turn": state.turn,
        "score": state.score,
        "clearedFrames": state.cleared_frames,
        "skippedFrames": state.skipped_frames,
        "lastFramePoints": state.last_frame_points,
        "nextClearPoints": clear_points(len(dealt.edges), state.swaps + 1) if playing else 0,
    }


@cache
def _sockets(count: int) -> tuple[SocketView, ...]:
    points = LAYOUTS[count].points
    return tuple({"id": i, "number": i + 1, "x": x, "y": y} for i, (x, y) in enumerate(points))


@lru_cache(maxsize=1024)
def _edges(seed: int, frame: int) -> tuple[list[int], ...]:
    return tuple([a, b] for a, b in deal(seed, frame).edges)


def text(state: State, crossed: list[Crossing]) -> list[str]:
    """Return the board as lines: a plot of the charms, each socket with its charm's cords, the crossings."""
    words = _charm_words(state.seed, state.frame)
    letters = [LETTERS[charm] for charm in state.occupancy]
    sheet = _sheet(len(letters)).format(*letters, *[words[charm] for charm in state.occupancy])
    return [*sheet.split("\n"), _crossing_words(crossed)]


@lru_cache(maxsize=1024)
def _charm_words(seed: int, frame: int) -> tuple[str, ...]:
    """Return for each charm its letter and the letters its cords lead to."""
    dealt = deal(seed, frame)
    charms = range(len(dealt.occupancy))
    return tuple(f"charm {LETTERS[charm]}, cords to {_others(charm, dealt.edges)}" for charm in charms)


def _others(charm: int, edges: tuple[Edge, ...]) -> str:
    return " ".join(LETTERS[a + b - charm] for a, b in edges if charm in (a, b))


def _crossing_words(crossed: list[Crossing]) -> str:
    if not crossed:
        return "0 crossings"
    pairs = [f"{LETTERS[a]}{LETTERS[b]} x {LETTERS[c]}{LETTERS[d]}" for (a, b), (c, d) in crossed]
    return f"{len(pairs)} crossing{'s' if len(pairs) > 1 else ''}: {', '.join(pairs)}"


@cache
def _sheet(sockets: int) -> str:
    """Return the lines of a board as one text to fill in: a letter, then the words of a charm, per socket."""
    points = LAYOUTS[sockets].points
    rows = [_row("y\\x", {x: str(x) for x in (0, 25, 50, 75, 100)})]
    for y in range(0, 101, 10):
        marks = {x: [f"{{{i}}}", str(i + 1)] for i, (x, row) in enumerate(points) if row == y}
        rows += [_row(str(y), marks)]
    for i, (x, y) in enumerate(points):
        rows += [f"socket {i + 1} (id {i}) at x {x}, y {y}: {{{sockets + i}}}"]
    return "\n".join(rows)


def _row(label: str, marks: Mapping[int, Sequence[str]]) -> str:
    """Return a row of the plot with the cells of each mark from its x on, two columns for every five."""
    cells = [" "] * 43
    for x, mark in marks.items():
        column = x * 2 // 5
        cells[column : column + len(mark)] = mark
    return f"{label:>3}  {''.join(cells)}".rstrip()
