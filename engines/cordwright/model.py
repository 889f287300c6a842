"""Cordwright's state and actions."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from engines.grammar import Range
from engines.numbers import MOST

Phase: TypeAlias = Literal["playing", "cleared", "skipped", "ended"]
EndReason: TypeAlias = Literal["banked"]
Socket: TypeAlias = Annotated[int, Range(0, 8)]
"""A socket id; the number a player sees is one more."""
Charm: TypeAlias = Annotated[int, Range(0, 8)]

LETTERS: Final = "ABCDEFGHI"
"""Charm id to letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position; sockets and cords follow from seed and frame (`frames.deal`)."""

    seed: Annotated[int, Range(0, MOST)]
    phase: Phase
    end_reason: EndReason | None
    frame: Annotated[int, Range(1, MOST)]
    """1, 2, 3, ... without end."""
    occupancy: tuple[Charm, ...]
    """Socket id to the charm that sits there."""
    swaps: Annotated[int, Range(0, MOST)]
    """Accepted swaps on this frame."""
    turn: Annotated[int, Range(0, MOST)]
    """Accepted actions of the run."""
    score: Annotated[int, Range(0, MOST)]
    cleared_frames: Annotated[int, Range(0, MOST)]
    skipped_frames: Annotated[int, Range(0, MOST)]
    last_frame_points: Annotated[int, Range(0, MOST)]
    """Points of this frame's clear; 0 before it, and for a skip."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange the charms of two sockets; their cords go with them."""

    type: Literal["swap"] = field(default="swap", init=False)
    a: Socket
    b: Socket


@dataclass(frozen=True, slots=True)
class Skip:
    """Give up the frame for no points."""

    type: Literal["skip"] = field(default="skip", init=False)


@dataclass(frozen=True, slots=True)
class Next:
    """Go on to the next frame."""

    type: Literal["next"] = field(default="next", init=False)


@dataclass(frozen=True, slots=True)
class Bank:
    """End the run with the score earned."""

    type: Literal["bank"] = field(default="bank", init=False)


Action: TypeAlias = Swap | Skip | Next | Bank
