"""What a Magic Hex Swap player sees: the board, its colour groups, what each move can do, and drafts.

All of it is written as JSON at once, since it is sent far more often than looked at in the process.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NotRequired, cast

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.magic_hex_swap.ground import STRIDE, Ground, Spot, cells_written, groups, name_of
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import COLORS, LETTER, Color, Face, Green3, Phase, Puzzle, State
from engines.magic_hex_swap.offers import Prospect, grounded, prospects

WIDEST: Final = 40
"""Rows or columns of cells up to which a board is drawn."""

Rating = Literal["expert and/or lucky", "great", "good", "improving", "beginner"]
Status = Literal["done", "needs-joining", "needs-partner", "absent"]


class GroupsView(TypedDict):
    color: Color
    nodes: int
    groups: list[list[list[int]]]
    status: Status


class MoveView(TypedDict):
    move: str
    diceChoices: list[list[int]]
    results: int | None
    firstTargets: list[list[int]]


class Draft(TypedDict):
    """What a preview shows."""

    move: str
    targets: list[list[int]]
    colors: list[Color]
    next: list[list[int]]
    needsColor: bool
    complete: bool
    wonIfApplied: bool
    nodes: list[list[int | str]]
    text: list[str]
    groups: list[GroupsView]


class Observation(TypedDict):
    phase: Phase
    practice: Puzzle | None
    seed: int
    green3: Green3
    turns: int
    dice: list[Face]
    nodes: list[list[int | str]]
    board: list[str]
    groups: list[GroupsView]
    moves: list[MoveView]
    ratingIfWonThisTurn: Rating | None
    undoAvailable: int
    rating: NotRequired[Rating]
    preview: NotRequired[Draft]


def observe(state: State) -> Observation:
    """Return the whole position; the coming rolls follow from the seed, but are not told."""
    return cast(Observation, json.loads(observation_written(state)))


def observation_written(state: State) -> str:
    """Write what `observe` returns as JSON."""
    at = position(state)
    on = grounded(at)
    moves = ",".join(map(_move_written, prospects(at)))
    members = [
        f'"phase":"{"won" if at.won else "playing"}"',
        f'"practice":{_text_or_null(at.practice)}',
        f'"seed":{at.seed}',
        f'"green3":"{at.green3}"',
        f'"turns":{at.turns}',
        f'"dice":{_texts_written(dice(at))}',
        f'"nodes":{nodes_written(on)}',
        f'"board":{_texts_written(picture(on))}',
        f'"groups":{groups_written(on)}',
        f'"moves":[{moves}]',
        f'"ratingIfWonThisTurn":{_text_or_null(None if at.won else rating(at.turns + 1))}',
        f'"undoAvailable":{len(state.log)}',
    ]
    if at.won:
        members.append(f'"rating":"{rating(at.turns)}"')
    return f"{{{','.join(members)}}}"


def _move_written(prospect: Prospect) -> str:
    (move, choices, _), (twigs, results, following) = prospect
    return (
        f'{{"move":"{move.name}","diceChoices":{_choices_written(choices)},'
        f'"results":{"null" if twigs is None else results},"firstTargets":{cells_written(following)}}}'
    )


@cache
def _choices_written(choices: tuple[tuple[int, ...], ...]) -> str:
    return json.dumps(choices, separators=(",", ":"))


def _text_or_null(value: str | None) -> str:
    return "null" if value is None else f'"{value}"'


def _texts_written(texts: Sequence[str]) -> str:
    """Write texts that need no escaping as JSON."""
    joined = '","'.join(texts)
    return f'["{joined}"]' if texts else "[]"


def rating(turns: int) -> Rating:
    """Return what a win in so many turns is called."""
    if turns <= 5:
        return "expert and/or lucky"
    if turns == 6:
        return "great"
    if turns == 7:
        return "good"
    return "improving" if turns <= 9 else "beginner"


def nodes_written(on: Ground) -> str:
    """Write nodes as JSON, each q, r and the letter of its colour."""
    return "[" + ",".join([f'[{name_of(spot)},"{letter}"]' for spot, letter in on.nodes.items()]) + "]"


def groups_written(on: Ground) -> str:
    """Write the groups of each colour as JSON, with what they lack."""
    return "[" + ",".join([_group_written(color, on) for color in COLORS]) + "]"


def _group_written(color: Color, on: Ground) -> str:
    own = on.own[LETTER[color]]
    if on.beside[LETTER[color]].isdisjoint(own):  # no two of them touch
        found: Sequence[Sequence[Spot]] = [*zip(own)]
    else:
        found = groups(own)
    status: Status = "done"
    if not found:
        status = "absent"
    elif len(found) > 1:
        status = "needs-joining"
    elif len(own) == 1:
        status = "needs-partner"
    cells = "]],[[".join(["],[".join(map(name_of, group)) for group in found])
    written = f"[[[{cells}]]]" if found else "[]"
    return f'{{"color":"{color}","nodes":{len(own)},"groups":{written},"status":"{status}"}}'


def picture(on: Ground) -> list[str]:
    """Draw the board, one line a row and an empty cell around; nothing of one that is too wide to read.

    Each row is set half a cell further to the right, so that the neighbours of a cell are those to its left
    and right and the two nearest above and below.
    """
    left, right, top, bottom = on.left - 1, on.right + 1, on.top, on.bottom
    if right - left > WIDEST + 1 or bottom - top >= WIDEST:
        return []
    get = on.nodes.get
    lines = []
    for r in range(top, bottom + 1):
        row = [get(spot, ".") for spot in range(r * STRIDE + left, r * STRIDE + right + 1)]
        lines.append(f"r={r:>3} q={left:>3}..  {' ' * (r - top)}{' '.join(row)}")
    return lines
