"""How hard a grid is: the smallest set of techniques that finishes it, in whatever order they are used."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from engines.sudoku.techniques import (
    Sheet,
    Technique,
    claiming,
    hidden_pair,
    hidden_quad,
    hidden_single,
    hidden_triple,
    naked_pair,
    naked_quad,
    naked_single,
    naked_triple,
    pointing,
    x_wing,
)

Tier: TypeAlias = Literal["singles", "pairs", "quads", "x-wing"]
"""A set of techniques, by its hardest; each holds all of the one before."""

TIERS: Final[tuple[Tier, ...]] = get_args(Tier)

_SINGLES: Final[tuple[Technique, ...]] = (naked_single, hidden_single)
_PAIRS: Final = (*_SINGLES, pointing, claiming, naked_pair, hidden_pair)
_QUADS: Final = (*_PAIRS, naked_triple, hidden_triple, naked_quad, hidden_quad)
TECHNIQUES: Final[Mapping[Tier, tuple[Technique, ...]]] = {
    "singles": _SINGLES,
    "pairs": _PAIRS,
    "quads": _QUADS,
    "x-wing": (*_QUADS, x_wing),
}


def grade(givens: str) -> Tier | None:
    """Return the smallest set that finishes a grid, or None where all techniques together do not.

    A grid they finish has exactly one solution, since none strikes a digit that a solution needs.
    """
    sheet = Sheet(givens)
    for tier in TIERS:
        work(sheet, tier)
        if sheet.is_finished():
            return tier
    return None


def work(sheet: Sheet, tier: Tier) -> None:
    """Strike what the techniques of a set can strike, easier ones first."""
    techniques = TECHNIQUES[tier]
    while any(technique(sheet) for technique in techniques):
        pass
