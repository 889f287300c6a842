"""Cordwright's rules: swaps, the clear and what it pays, phases, skip, next and bank."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from engines.contract import Step
from engines.cordwright.frames import LAYOUTS, deal, is_tangled, swapped
from engines.cordwright.model import Action, Bank, Next, Phase, Skip, State, Swap
from engines.records import maker
from engines.refusal import Refusal

_state: Final = maker(State)
PHASE_ACTIONS: Final[dict[Phase, tuple[type[Action], ...]]] = {
    "playing": (Swap, Skip, Bank),
    "cleared": (Next, Bank),
    "skipped": (Next, Bank),
    "ended": (),
}
_PHASE_WORDS: Final[dict[Phase, str]] = {
    "playing": "While playing, send swap, skip or bank.",
    "cleared": "The frame is cleared: send next or bank.",
    "skipped": "The frame is skipped: send next or bank.",
    "ended": "The run has ended and takes no more actions; start a new one with init.",
}

_BETWEEN: Final[tuple[Action, ...]] = (Next(), Bank())
_PLAYING: Final[dict[int, tuple[Action, ...]]] = {
    sockets: (*(Swap(a, b) for a, b in layout.pairs), Skip(), Bank()) for sockets, layout in LAYOUTS.items()
}
"""Number of sockets to what a player may send, in the published order."""


def initial(seed: int, _options: Mapping[str, str]) -> State:
    """Return frame 1, tangled, with score 0."""
    return State(
        seed=seed,
        phase="playing",
        end_reason=None,
        frame=1,
        occupancy=deal(seed, 1).occupancy,
        swaps=0,
        turn=0,
        score=0,
        cleared_frames=0,
        skipped_frames=0,
        last_frame_points=0,
    )


def apply(state: State, action: Action) -> Step[State] | Refusal:
    """Return the step an action makes, or why it is refused."""
    if type(action) not in PHASE_ACTIONS[state.phase]:
        return Refusal("wrong-phase", _PHASE_WORDS[state.phase])
    match action:
        case Swap():
            return _swap(state, action)
        case Skip():
            return _skip(state)
        case Next():
            return _next(state)
        case Bank():
            return _bank(state)
        case _:
            assert_never(action)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what `apply` accepts, each swap once with a < b: swaps by a, then b; skip or next; bank."""
    match state.phase:
        case "playing":
            return _PLAYING[len(state.occupancy)]
        case "cleared" | "skipped":
            return _BETWEEN
        case "ended":
            return ()


def clear_points(cords: int, swaps: int) -> int:
    """Return what a clear of this many cords with this many swaps pays."""
    return 200 + 20 * cords + max(0, 100 - 10 * swaps)


def score(state: State) -> int:
    """Return the points earned so far."""
    return state.score


def is_over(state: State) -> bool:
    """Tell whether the run has ended."""
    return state.phase == "ended"


def _swap(state: State, swap: Swap) -> Step[State] | Refusal:
    last = len(state.occupancy) - 1
    if not (0 <= swap.a <= last and 0 <= swap.b <= last):
        return Refusal(
            "out-of-range", f"Frame {state.frame} has the socket ids 0 to {last}; swap two of these."
        )
    if swap.a == swap.b:
        return Refusal("same-socket", "A swap takes two different sockets; choose another one for b.")
    dealt = deal(state.seed, state.frame)
    occupancy = swapped(state.occupancy, swap.a, swap.b)
    moved = _state(  # `replace` takes four times as long, and this is what is played nearly always
        seed=state.seed,
        phase=state.phase,
        end_reason=state.end_reason,
        frame=state.frame,
        occupancy=occupancy,
        swaps=state.swaps + 1,
        turn=state.turn + 1,
        score=state.score,
        cleared_frames=state.cleared_frames,
        skipped_frames=state.skipped_frames,
        last_frame_points=state.last_frame_points,
    )
    if is_tangled(dealt.layout, dealt.edges, occupancy):
        return Step(moved)
    return _clear(moved, len(dealt.edges))


def _clear(state: State, cords: int) -> Step[State]:
    points = clear_points(cords, state.swaps)
    cleared = replace(
        state,
        phase="cleared",
        score=state.score + points,
        cleared_frames=state.cleared_frames + 1,
        last_frame_points=points,
    )
    return Step(cleared, ({"type": "cleared", "points": points, "swaps": state.swaps},))


def _skip(state: State) -> Step[State]:
    skipped = replace(state, phase="skipped", turn=state.turn + 1, skipped_frames=state.skipped_frames + 1)
    return Step(skipped, ({"type": "skipped"},))


def _next(state: State) -> Step[State]:
    following = replace(
        state,
        phase="playing",
        frame=state.frame + 1,
        occupancy=deal(state.seed, state.frame + 1).occupancy,
        swaps=0,
        turn=state.turn + 1,
        last_frame_points=0,
    )
    return Step(following, ({"type": "next", "frame": following.frame},))


def _bank(state: State) -> Step[State]:
    ended = replace(state, phase="ended", end_reason="banked", turn=state.turn + 1)
    return Step(ended, ({"type": "banked", "score": ended.score},))
