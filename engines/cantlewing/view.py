"""What a Cantlewing player sees."""

from functools import cache
from typing import Any

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.cantlewing.model import (
    COORDINATES,
    FIXTURES,
    TOLERANCE,
    EndReason,
    MoveWeight,
    Phase,
    State,
    Walk,
    allowance,
    fixture_index,
    force_on,
)
from engines.cantlewing.rules import landings_at


class FixtureView(TypedDict):
    index: int
    name: str


class WeightsView(TypedDict):
    A: int
    B: int


class Preview(TypedDict):
    action: dict[str, Any]
    force: int
    legal: bool


class Observation(TypedDict):
    board: list[str]
    phase: Phase
    endReason: EndReason | None
    crossing: int
    fixture: FixtureView
    courier: int
    weights: WeightsView
    wind: list[int]
    tolerance: int
    force: int
    par: int
    allowance: int
    movesUsed: int
    remainingMoves: int
    reserves: int
    completedCrossings: int
    score: int
    lastAward: int
    previews: list[Preview]


def observe(state: State) -> Observation:
    """Return the whole position: masses, winds, the force now and after each possible move."""
    index = fixture_index(state)
    board = FIXTURES[index]
    at = state.courier, state.a, state.b
    limit = allowance(state)
    return {
        "board": list(_text(index, *at)),
        "phase": state.phase,
        "endReason": state.end_reason,
        "crossing": state.crossing,
        "fixture": {"index": index + 1, "name": board.name},
        "courier": state.courier,
        "weights": {"A": state.a, "B": state.b},
        "wind": list(board.wind),
        "tolerance": TOLERANCE,
        "force": force_on(board, *at),
        "par": board.par,
        "allowance": limit,
        "movesUsed": state.moves_used,
        "remainingMoves": limit - state.moves_used,
        "reserves": state.reserves,
        "completedCrossings": state.completed_crossings,
        "score": state.score,
        "lastAward": state.last_award,
        "previews": list(_previews(index, *at, state.phase == "playing")),
    }


@cache
def _text(index: int, courier: int, a: int, b: int) -> tuple[str, ...]:
    """Return the board as lines: coordinates, courier, seeds and winds in columns, then the force."""
    # As with the landings, there are 800 of them in all.
    seeds = {a: "A", b: "B"}
    now = force_on(FIXTURES[index], courier, a, b)
    lean = "level" if now == 0 else "right-heavy" if now > 0 else "left-heavy"
    return (
        _row("coordinate", [f"{c:+d}" if c else "0" for c in COORDINATES]),
        _row("courier", ["C" if c == courier else "." for c in COORDINATES]),
        _row("seeds", [seeds.get(c, ".") for c in COORDINATES]),
        _row("wind", [f"{w:+d}" if w else "0" for w in FIXTURES[index].wind]),
        f"force {now} ({lean}), stable from -{TOLERANCE} to {TOLERANCE}",
    )


def _row(label: str, members: list[str]) -> str:
    return f"{label:<10}" + "".join(f"{member:>4}" for member in members)


@cache
def _previews(index: int, courier: int, a: int, b: int, playing: bool) -> tuple[Preview, ...]:
    return tuple(
        {
            "action": _as_json(landing.move),
            "force": landing.force,
            "legal": playing and landing.stable,
        }
        for landing in landings_at(index, courier, a, b)
    )


def _as_json(move: Walk | MoveWeight) -> dict[str, Any]:
    if isinstance(move, Walk):
        return {"type": move.type, "direction": move.direction}
    return {"type": move.type, "weight": move.weight, "to": move.to}
