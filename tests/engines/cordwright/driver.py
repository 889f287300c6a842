"""Plays Cordwright by JSON actions, as a player would."""

from dataclasses import asdict, replace

from engines.cordwright import ENGINE
from engines.cordwright.frames import deal
from engines.cordwright.model import State
from tests.engines.cordwright.reference import NEXT, SKIP, Json, Pair, Point, clearing_swaps
from tests.engines.driver import Driver

DRIVER = Driver(ENGINE)
START = DRIVER.start
submit, step, play, view = DRIVER.submit, DRIVER.step, DRIVER.play, DRIVER.view


def offered(state: State) -> list[Json]:
    """Return the legal actions as the JSON objects a player sends."""
    return [asdict(action) for action in ENGINE.legal_actions(state)]


def at_frame(frame: int, seed: int = 7) -> State:
    """Return the start of a frame, reached by skips."""
    return play([SKIP, NEXT] * (frame - 1), ENGINE.initial(seed, {}))


def far_frame(frame: int, seed: int = 7) -> State:
    """Return the start of a frame, written by hand."""
    return replace(at_frame(1, seed), frame=frame, occupancy=deal(seed, frame).occupancy)


def start_with(frame: int, cords: int, length: int) -> tuple[State, list[Json]]:
    """Return a start of the frame with so many cords that so many swaps clear, and the swaps."""
    for seed in range(1000):
        state = far_frame(frame, seed)
        seen = view(state)
        if len(seen["edges"]) == cords:
            for swaps in clearing_swaps(seen, length):
                return state, swaps
    raise AssertionError("no seed below 1000")


def points_of(state: State) -> list[Point]:
    """Return the places of the sockets a player sees."""
    return [(socket["x"], socket["y"]) for socket in view(state)["sockets"]]


def edges_of(state: State) -> list[Pair]:
    """Return the cords a player sees."""
    return [(a, b) for a, b in view(state)["edges"]]
