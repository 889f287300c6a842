"""How the Glasswend moth steps: what lies each way, and what a step does to the thread."""

from typing import Literal, TypeAlias

from engines.glasswend.grid import BIT, NEXT, Direction
from engines.glasswend.model import BLOCK_TICKS, State, cell_of_mote
from engines.glasswend.world import World

Way: TypeAlias = Literal["edge", "blocked", "back", "lit", "dark"]
"""What a step would be: none (edge, blocked), back to the cell come from, or onto a lit or dark cell."""


def way(at: State | World, direction: Direction) -> Way:
    """Tell what a cell step in this direction would be at this moment."""
    to = NEXT[direction][at.moth]
    if to is None:
        return "edge"
    if to == (at.thread[-2] if len(at.thread) > 1 else at.anchor):  # where the moth came from
        return "back"
    if not at.dark & BIT[to]:
        return "blocked" if to in at.thread else "lit"
    # Without shimmer a step under a mote is a hit in the same tick; in shimmer a seal could light its cell.
    if at.shimmer_ticks and any(cell_of_mote(mote) == to for mote in at.motes):
        return "blocked"
    return "dark"


def step_moth(world: World) -> bool:
    """Step along the buffered heading or else the one kept, or halt; tell whether that seals the thread."""
    headings = world.steer, world.dir
    world.steer, world.steer_ticks = None, 0
    for direction in headings:
        if direction is None:
            continue
        ahead = way(world, direction)
        if ahead == "blocked":
            world.block_ticks = BLOCK_TICKS
        elif ahead != "edge":
            _go(world, direction, ahead)
            return ahead == "lit" and bool(world.thread)
    world.dir = None
    return False


def _go(world: World, direction: Direction, ahead: Way) -> None:
    here, to = world.moth, NEXT[direction][world.moth]
    assert to is not None
    world.moth, world.dir = to, direction
    if ahead == "back":
        world.thread = world.thread[:-1]
        world.dark |= BIT[here]
        if not world.thread:
            world.anchor = None
            world.events.append({"type": "retracted", "cell": here})
    elif ahead == "dark":
        if not world.thread:
            world.anchor = here
            world.events.append({"type": "opened", "cell": to})
        world.thread = (*world.thread, to)
        world.dark ^= BIT[to]
