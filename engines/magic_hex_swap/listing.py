"""Lists of actions: as objects for players in the process, and as JSON at once for those over HTTP.

A position offers a hundred acts or more, most of which differ from the next only in the last target. JSON is
written from the targets, without an object for each act.
"""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engines.magic_hex_swap.boards import Twig
from engines.magic_hex_swap.ground import cell_of, name_of
from engines.magic_hex_swap.model import Act, Action, ColoredPreview, CreatingAct, Move, Preview


class Family(NamedTuple):
    """Acts or previews of one move."""

    move: Move
    dice: tuple[int, ...] | None
    """What each act spends; None makes them previews."""
    twigs: Sequence[Twig]
    """Their targets and colours."""


Listing: TypeAlias = Sequence[Family | Action]
"""Actions in their published order."""


def count(listing: Listing) -> int:
    """Return how many actions a list holds."""
    return sum([_size(each) if isinstance(each, Family) else 1 for each in listing])


def _size(family: Family) -> int:
    return sum([len(ends) for _, _, ends in family.twigs])


def actions(listing: Listing) -> tuple[Action, ...]:
    """Return the actions of a list as objects."""
    made: list[Action] = []
    for each in listing:
        made += _actions(each) if isinstance(each, Family) else (each,)
    return tuple(made)


def _actions(family: Family) -> Iterator[Action]:
    name, dice = family.move.name, family.dice
    for begun, colors, ends in family.twigs:
        first = tuple(map(cell_of, begun))
        for end in ends:
            targets = (*first, cell_of(end))
            if dice is None:
                yield ColoredPreview(name, targets, colors) if colors else Preview(name, targets)
            else:
                yield CreatingAct(name, dice, targets, colors) if colors else Act(name, dice, targets)


def written(listing: Listing) -> str:
    """Write a list as JSON."""
    parts = [_family_written(each) if isinstance(each, Family) else _action_written(each) for each in listing]
    return f"[{','.join(filter(None, parts))}]"


def _family_written(family: Family) -> str:
    move, dice, twigs = family
    head = _head(move.name, dice)
    names = []
    if move.creates:
        for begun, colors, ends in twigs:
            first = "],[".join(map(name_of, begun)) + "],[" if begun else ""
            given = '","'.join(colors)
            names += [f'{head}{first}{name_of(end)}]],"colors":["{given}"]}}' for end in ends]
        return ",".join(names)
    for begun, _, ends in twigs:
        if len(begun) == 1:
            first = name_of(begun[0]) + "],["
            names += [first + name_of(end) for end in ends]
        elif begun:
            first = "],[".join(map(name_of, begun)) + "],["
            names += [first + name_of(end) for end in ends]
        else:
            names += map(name_of, ends)
    return f"{head}{f']]}},{head}'.join(names)}]]}}" if names else ""


@lru_cache(maxsize=128)
def _head(name: str, dice: tuple[int, ...] | None) -> str:
    if dice is None:
        return f'{{"type":"preview","move":"{name}","targets":[['
    return f'{{"type":"act","move":"{name}","dice":[{",".join(map(str, dice))}],"targets":[['


@lru_cache(maxsize=64)
def _action_written(action: Action) -> str:
    return json.dumps(vars(action), separators=(",", ":"))
