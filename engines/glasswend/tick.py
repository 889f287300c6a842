"""One tick of Glasswend, 1/30 s: its steps by number, each of which names the one that follows."""

from collections.abc import Callable, Mapping
from typing import Final

from engines.contract import Step
from engines.glasswend.claims import clear_if_lit, seal
from engines.glasswend.grid import BOARD, nearest
from engines.glasswend.hazards import first_hit, moved_crawler, moved_mote
from engines.glasswend.model import (
    CRAWLER_SLEEP,
    INTRO_TICKS,
    LIT_STEP_TICKS,
    LOSS_SHIMMER,
    RECOVERY_TICKS,
    SEVER_SHIMMER,
    THREAD_STEP_TICKS,
    Hit,
    State,
)
from engines.glasswend.moth import step_moth
from engines.glasswend.panes import pane_of
from engines.glasswend.world import World, end_run, frozen, revert_thread, set_pane, thawed

END: Final = 0
"""Named instead of a step: the tick ends."""


def tick(state: State) -> Step[State]:
    """Return what one tick leads to; before the start and after the end it is the very same state."""
    if state.status in ("waiting", "done"):  # step 1
        return Step(state)
    world = thawed(state)
    number = 2
    while number != END:
        number = STEPS[number](world)
    return frozen(world)


def count_phase_down(world: World) -> int:
    """Outside play only the countdown of the phase moves."""
    if world.status == "playing":
        return 3
    world.phase_ticks -= 1
    if world.phase_ticks == 0:
        _next_phase(world)
    return END


def count_down(world: World) -> int:
    """Shimmer, block flash and steer buffer count down."""
    if world.shimmer_ticks:
        world.shimmer_ticks -= 1
    if world.block_ticks:
        world.block_ticks -= 1
    if world.steer_ticks:
        world.steer_ticks -= 1
        if world.steer_ticks == 0:
            world.steer = None
    return 4


def run_step_clock(world: World) -> int:
    """Until the step clock is at 0 the moth stays where it is."""
    world.step_clock -= 1
    return 8 if world.step_clock else 5


def step_cell(world: World) -> int:
    """The moth steps."""
    return 6 if step_moth(world) else 7


def claim(world: World) -> int:
    """A seal fills, relocates and scores; if that clears the pane, no hazard moves any more."""
    seal(world)
    return END if clear_if_lit(world) else 7


def reset_step_clock(world: World) -> int:
    """The next step comes sooner on lit ground."""
    world.step_clock = THREAD_STEP_TICKS if world.thread else LIT_STEP_TICKS
    return 8


def advance_motes(world: World) -> int:
    """Shadow motes move."""
    dark = world.dark
    world.motes = tuple([moved_mote(mote, dark) for mote in world.motes])
    return 9


def advance_crawlers(world: World) -> int:
    """Soot crawlers move, once they are awake."""
    if world.pane_ticks >= CRAWLER_SLEEP:
        pace, dark, thread = pane_of(world.pane).pace, world.dark, world.thread
        world.crawlers = tuple([moved_crawler(crawler, pace, dark, thread) for crawler in world.crawlers])
    return 10


def collide(world: World) -> int:
    """The first hazard that meets the moth, its anchor or its thread, and no other, has its effect."""
    hit = first_hit(world)
    if hit is not None:
        world.last_hit = hit
        if hit.kind == "sever":
            _sever(world)
        else:
            _lose_glimmer(world, hit)
    return 11


def count_up(world: World) -> int:
    """The tick counts, also when it cost a glimmer or ended the run."""
    world.tick += 1
    world.pane_ticks += 1
    return END


STEPS: Final[Mapping[int, Callable[[World], int]]] = {
    2: count_phase_down,
    3: count_down,
    4: run_step_clock,
    5: step_cell,
    6: claim,
    7: reset_step_clock,
    8: advance_motes,
    9: advance_crawlers,
    10: collide,
    11: count_up,
}
"""The steps in their order; the first, which leaves a game alone that is not under way, is in `tick`."""


def _next_phase(world: World) -> None:
    match world.status:
        case "stageClear":
            set_pane(world, world.pane + 1)
            world.status, world.phase_ticks = "stageIntro", INTRO_TICKS
            world.events.append({"type": "paneStarted", "pane": world.pane})
        case "recovering":
            world.status, world.shimmer_ticks = "playing", LOSS_SHIMMER
            world.events.append({"type": "resumed"})
        case _:
            world.status = "playing"


def _sever(world: World) -> None:
    assert world.anchor is not None
    world.moth = world.anchor
    revert_thread(world)
    world.shimmer_ticks = SEVER_SHIMMER
    world.events.append({"type": "severed", "cell": world.moth})


def _lose_glimmer(world: World, hit: Hit) -> None:
    revert_thread(world)
    world.chain = 0
    refuge = nearest(world.moth, BOARD ^ world.dark)
    assert refuge is not None, "the ring is lit"
    world.moth = refuge
    world.glimmers -= 1
    world.events.append({"type": "lost", "kind": hit.kind, "glimmers": world.glimmers})
    if world.glimmers == 0:
        end_run(world, "glimmers")
    else:
        world.status, world.phase_ticks = "recovering", RECOVERY_TICKS
