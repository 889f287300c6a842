"""Cantlewing from its rules text alone: the eight boards, which moves hold, the shortest lines by search."""

from collections import deque
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.engines.cantlewing.reference import FIXTURES
from tests.http.client import Json

NEXT: Final[Json] = {"type": "next"}
RETRY: Final[Json] = {"type": "retry"}
RESTART: Final[Json] = {"type": "restart"}
BANK: Final[Json] = {"type": "bank"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the courier and the two seeds are, -2 ... 2."""

    courier: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Board:
    """A fixture: name, starts of A and B, wind from -2 to 2, par."""

    name: str
    a: int
    b: int
    wind: tuple[int, ...]
    par: int

    @property
    def start(self) -> Place:
        """Where an attempt begins."""
        return Place(-2, self.a, self.b)

    def force(self, place: Place) -> int:
        """Return 2*courier + A + 2*B + wind[courier+2]."""
        return 2 * place.courier + place.a + 2 * place.b + self.wind[place.courier + 2]


BOARDS: Final = tuple(Board(*fixture) for fixture in FIXTURES)


def walk(direction: int) -> Json:
    """Return a walk."""
    return {"type": "walk", "direction": direction}


def move_weight(weight: str, to: int) -> Json:
    """Return a transfer of a seed."""
    return {"type": "move-weight", "weight": weight, "to": to}


EVERY_ACTION: Final = (
    *(walk(direction) for direction in (-1, 1)),
    *(move_weight(weight, to) for weight in "AB" for to in range(-2, 3)),
    *(RESTART, NEXT, RETRY, BANK),
)
"""All sixteen sentences of the grammar, in the order in which legalActions lists them."""

DAWDLE: Final = (move_weight("A", 0), move_weight("A", -1))
"""Two moves on the first board that lead back to its start and hold: forces 0 and -1."""


def landings(place: Place) -> list[tuple[Json, Place]]:
    """Return each walk and weight move that stays on the board and off both seeds' sockets, and where to."""
    walks = [(walk(d), Place(place.courier + d, place.a, place.b)) for d in (-1, 1)]
    sockets = [to for to in range(-2, 3) if to not in (place.a, place.b)]
    return [
        *((action, there) for action, there in walks if -2 <= there.courier <= 2),
        *((move_weight("A", to), Place(place.courier, to, place.b)) for to in sockets),
        *((move_weight("B", to), Place(place.courier, place.a, to)) for to in sockets),
    ]


@cache
def optimal_line(crossing: int) -> tuple[Json, ...]:
    """Return a shortest clear of a crossing, 1 ..., by breadth-first search; its length must be the par."""
    board = BOARDS[(crossing - 1) % len(BOARDS)]
    lines: dict[Place, tuple[Json, ...]] = {board.start: ()}
    queue = deque(lines)
    while queue:
        place = queue.popleft()
        if place.courier == 2:
            assert len(lines[place]) == board.par
            return lines[place]
        for action, there in landings(place):
            if there not in lines and abs(board.force(there)) <= 2:
                lines[there] = (*lines[place], action)
                queue.append(there)
    raise AssertionError("every board can be cleared")


def laps(crossings: int) -> list[Json]:
    """Return the actions that clear the first so many crossings at par, with the nexts between them."""
    actions: list[Json] = []
    for crossing in range(1, crossings + 1):
        actions += [*([NEXT] if crossing > 1 else []), *optimal_line(crossing)]
    return actions
