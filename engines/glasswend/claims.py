"""What a seal brings in Glasswend: the fill, what the claim pays, and the clear of a pane."""

from dataclasses import dataclass
from typing import Final

from engines.glasswend.grid import BIT, INTERIOR_SIZE, Cells, cells_of, count_pockets, pocket
from engines.glasswend.hazards import relocated
from engines.glasswend.model import (
    CLEAR_TICKS,
    MOST_GLIMMERS,
    MOST_LINKS,
    PANES,
    Claim,
    Clear,
    Mote,
    State,
    cell_of_mote,
)
from engines.glasswend.panes import opening, pane_of, seconds_left
from engines.glasswend.reports import claim_report, clear_report
from engines.glasswend.world import World, end_run

LINK_CELLS: Final = 25
"""A claim of so many cells adds a link to the weave chain; a smaller one breaks it."""
PINNED_CELLS: Final = 99
"""The most cells of a pocket in which motes are pinned."""
BRIGHT_PERCENT: Final = 95
_MULTIPLIERS: Final = ((200, 5), (100, 4), (50, 3), (20, 2))
"""From so many cells on, a claim counts so many times."""


@dataclass(frozen=True, slots=True)
class Fill:
    """What the dark comes to when a thread has become light."""

    flooded: Cells
    regions: int
    """Pockets flooded."""
    left: Cells
    """What stays dark."""
    pockets: int
    """Pockets that stay dark, each with a mote in it."""


def lit_cells(at: State | World) -> int:
    """Return how many interior cells are lit."""
    return INTERIOR_SIZE - at.dark.bit_count() - len(at.thread)


def percent_of(cells: int) -> int:
    """Return the whole per cent of the interior that so many cells are."""
    return cells * 100 // INTERIOR_SIZE


def fill(dark: Cells, motes: tuple[Mote, ...]) -> Fill:
    """Flood every pocket of these dark cells that no mote's centre is in."""
    left = pockets = 0
    for mote in motes:
        start = BIT[cell_of_mote(mote)]
        if not left & start:
            left |= pocket(start, dark)
            pockets += 1
    return Fill(dark ^ left, count_pockets(dark ^ left), left, pockets)


def multiplier_of(cells: int, regions: int) -> int:
    """Return how many times the cells of a claim count: by their number, or once when it flooded nothing."""
    if not regions:
        return 1
    return next((times for least, times in _MULTIPLIERS if cells >= least), 1)


def claim_points(cells: int, regions: int, chain: int, motif: int, pinned: bool) -> int:
    """Return what a claim pays with the chain held before it."""
    woven = cells * multiplier_of(cells, regions) * (10 + chain) // 10
    return woven + 75 * motif + (150 if pinned else 0) + 50 * max(0, regions - 1)


def clear_points(pane: int, percent: int, seconds: int) -> int:
    """Return what clearing a pane pays with so many seconds of its par left."""
    bright = 200 if percent >= BRIGHT_PERCENT else 0
    return 100 * pane + 8 * (percent - pane_of(pane).target) + 2 * seconds + bright


def seal(world: World) -> None:
    """Turn the thread to light, fill, bring crawlers back to the frontier, and score the claim."""
    thread = world.thread
    filled = fill(world.dark, world.motes)
    world.dark, world.thread, world.anchor = filled.left, (), None
    world.crawlers = relocated(world.crawlers, world.moth, pane_of(world.pane).pace, world.dark)

    flooded = filled.flooded.bit_count()
    cells = len(thread) + flooded
    motif = cells_of(opening(world.seed, world.pane).motif) & (filled.flooded | cells_of(thread))
    pinned = filled.pockets == 1 and filled.left.bit_count() <= PINNED_CELLS
    claim = Claim(
        tick=world.tick,
        thread_cells=len(thread),
        flooded_cells=flooded,
        regions=filled.regions,
        multiplier=multiplier_of(cells, filled.regions),
        chain_before=world.chain,
        motif=motif.bit_count(),
        pinned=pinned,
        points=claim_points(cells, filled.regions, world.chain, motif.bit_count(), pinned),
    )
    world.score += claim.points
    world.chain = min(MOST_LINKS, world.chain + 1) if cells >= LINK_CELLS else 0
    world.last_claim = claim
    world.events.append({"type": "sealed", "claim": claim_report(claim)})


def clear_if_lit(world: World) -> bool:
    """Clear the pane, and after the last one end the run, if the target is reached; tell whether it is."""
    percent = percent_of(lit_cells(world))
    if percent < pane_of(world.pane).target:
        return False
    bright = percent >= BRIGHT_PERCENT
    seconds = seconds_left(world.pane, world.pane_ticks)
    clear = Clear(
        pane=world.pane,
        percent=percent,
        par_seconds_left=seconds,
        bright=bright,
        glimmer=bright and world.glimmers < MOST_GLIMMERS,
        points=clear_points(world.pane, percent, seconds),
    )
    world.score += clear.points
    world.glimmers += clear.glimmer
    world.last_clear = clear
    world.events.append({"type": "paneCleared", "clear": clear_report(clear)})
    if world.pane == PANES:
        end_run(world, "complete")
    else:
        world.status, world.phase_ticks = "stageClear", CLEAR_TICKS
    return True
