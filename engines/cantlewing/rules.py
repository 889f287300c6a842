"""Cantlewing's rules: tracks and force, moves, phases, clear and failure, restart, bank and next."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, assert_never

from engines.cantlewing.model import (
    COORDINATES,
    DIRECTIONS,
    FIXTURES,
    GOAL,
    RESERVES,
    START,
    TOLERANCE,
    WEIGHTS,
    Action,
    Bank,
    EndReason,
    Fixture,
    MoveWeight,
    Next,
    Phase,
    Restart,
    Retry,
    State,
    Walk,
    allowance,
    fixture,
    fixture_index,
    force_on,
)
from engines.contract import JsonObject, Step
from engines.records import maker
from engines.refusal import Refusal

_state: Final = maker(State)
PHASE_ACTIONS: Final[dict[Phase, tuple[type[Action], ...]]] = {
    "playing": (Walk, MoveWeight, Restart, Bank),
    "cleared": (Next, Bank),
    "retry": (Retry, Bank),
    "ended": (),
}
_PHASE_WORDS: Final[dict[Phase, str]] = {
    "playing": "While playing, send walk, move-weight, restart or bank.",
    "cleared": "The crossing is cleared: send next or bank.",
    "retry": "The moves of this attempt are used up: send retry or bank.",
    "ended": "The run has ended and takes no more actions; start a new one with init.",
}

MOVES: Final[tuple[Walk | MoveWeight, ...]] = (
    *(Walk(direction) for direction in DIRECTIONS),
    *(MoveWeight(weight, to) for weight in WEIGHTS for to in COORDINATES),
)
"""Every walk and weight move, in the published order."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a move leads: the position and the force on the beam there."""

    move: Walk | MoveWeight
    courier: int
    a: int
    b: int
    force: int
    stable: bool
    """Whether the beam holds there."""


def initial(seed: int, _options: Mapping[str, str]) -> State:
    """Return crossing 1 with score 0 and three reserves; the seed varies nothing."""
    return _at_start(
        State(
            seed=seed,
            phase="playing",
            end_reason=None,
            crossing=1,
            courier=START,
            a=0,
            b=0,
            moves_used=0,
            reserves=RESERVES,
            completed_crossings=0,
            score=0,
            last_award=0,
        )
    )


def apply(state: State, action: Action) -> Step[State] | Refusal:
    """Return the step an action makes, or why it is refused."""
    if type(action) not in PHASE_ACTIONS[state.phase]:
        return Refusal("wrong-phase", _PHASE_WORDS[state.phase])
    match action:
        case Walk() | MoveWeight():
            return _move(state, action)
        case Next():
            return _next(state)
        case Retry():
            return Step(_at_start(state), ({"type": "retried"},))
        case Restart():
            return _restart(state)
        case Bank():
            return _end(state, "banked")
        case _:
            assert_never(action)


def legal_actions(state: State) -> list[Action]:
    """Return exactly what `apply` accepts: moves, then restart, next or retry, then bank."""
    match state.phase:
        case "playing":
            return [*[landing.move for landing in landings(state) if landing.stable], Restart(), Bank()]
        case "cleared":
            return [Next(), Bank()]
        case "retry":
            return [Retry(), Bank()]
        case "ended":
            return []


def landings(state: State) -> tuple[Landing, ...]:
    """Return where each move leads that stays on the beam and off both seeds' sockets, in published order."""
    return landings_at(fixture_index(state), state.courier, state.a, state.b)


@cache
def landings_at(index: int, courier: int, a: int, b: int) -> tuple[Landing, ...]:
    """Return the same for a board of FIXTURES and the coordinates on it."""
    reached = _reached(index, courier, a, b).values()
    return tuple(landing for landing in reached if isinstance(landing, Landing))


@cache
def _reached(index: int, courier: int, a: int, b: int) -> dict[Walk | MoveWeight, Landing | Refusal]:
    """Return where each move leads, or why it leads nowhere."""
    # The circuit has 8 * 5 * 20 boards in all, so every one of them is worked out once.
    return {move: _landing(FIXTURES[index], courier, a, b, move) for move in MOVES}


def _landing(board: Fixture, courier: int, a: int, b: int, move: Walk | MoveWeight) -> Landing | Refusal:
    match move:
        case Walk(direction=direction):
            courier += direction
            if courier not in COORDINATES:
                return Refusal("off-board", "The beam ends there: footholds are -2 to 2.")
        case MoveWeight(weight=weight, to=to):
            own, other = (a, b) if weight == "A" else (b, a)
            if to == own:
                return Refusal("no-op", f"Seed {weight} is already at {to}; choose another free socket.")
            if to == other:
                return Refusal("occupied", f"The other seed is at {to}; choose a free socket.")
            a, b = (to, b) if weight == "A" else (a, to)
    force = force_on(board, courier, a, b)
    return Landing(move, courier, a, b, force, stable=abs(force) <= TOLERANCE)


def _move(state: State, move: Walk | MoveWeight) -> Step[State] | Refusal:
    landing = _reached(fixture_index(state), state.courier, state.a, state.b)[move]
    if isinstance(landing, Refusal):
        return landing
    if not landing.stable:
        return Refusal(
            "unstable",
            f"The beam would tip with a force of {landing.force}; "
            f"a move must leave it between -{TOLERANCE} and {TOLERANCE}.",
        )
    moved = _state(  # `replace` takes four times as long, and this is what is played nearly always
        seed=state.seed,
        phase=state.phase,
        end_reason=state.end_reason,
        crossing=state.crossing,
        courier=landing.courier,
        a=landing.a,
        b=landing.b,
        moves_used=state.moves_used + 1,
        reserves=state.reserves,
        completed_crossings=state.completed_crossings,
        score=state.score,
        last_award=state.last_award,
    )
    # The goal is looked at before the moves left, so a finish with the last move succeeds.
    if moved.courier == GOAL:
        return _clear(moved)
    if moved.moves_used == allowance(moved):
        return _exhaust(moved)
    return Step(moved)


def score(state: State) -> int:
    """Return the points earned so far."""
    return state.score


def is_over(state: State) -> bool:
    """Tell whether the run has ended."""
    return state.phase == "ended"


def _clear(state: State) -> Step[State]:
    remaining = allowance(state) - state.moves_used
    optimal = state.moves_used == fixture(state).par
    points = 100 + 10 * remaining + (50 if optimal else 0)
    cleared = replace(
        state,
        phase="cleared",
        completed_crossings=state.completed_crossings + 1,
        score=state.score + points,
        last_award=points,
    )
    return Step(cleared, ({"type": "cleared", "points": points, "optimal": optimal},))


def _exhaust(state: State) -> Step[State]:
    spent = replace(state, reserves=state.reserves - 1)
    event: JsonObject = {"type": "exhausted", "reserves": spent.reserves}
    if spent.reserves == 0:
        return _end(spent, "reserves", event)
    return Step(replace(spent, phase="retry"), (event,))


def _restart(state: State) -> Step[State]:
    spent = replace(state, reserves=state.reserves - 1)
    event: JsonObject = {"type": "restarted", "reserves": spent.reserves}
    if spent.reserves == 0:
        return _end(spent, "reserves", event)
    return Step(_at_start(spent), (event,))


def _next(state: State) -> Step[State]:
    following = _at_start(replace(state, crossing=state.crossing + 1))
    return Step(following, ({"type": "next", "crossing": following.crossing},))


def _end(state: State, reason: EndReason, *before: JsonObject) -> Step[State]:
    ended = replace(state, phase="ended", end_reason=reason)
    return Step(ended, (*before, {"type": "ended", "endReason": reason, "score": ended.score}))


def _at_start(state: State) -> State:
    board = fixture(state)
    return replace(state, phase="playing", courier=START, a=board.a, b=board.b, moves_used=0)
