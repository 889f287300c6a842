"""What a Magic Hex Swap player sees: the board, its colour groups, what each move can do, and drafts."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic cannot read the standard one before Python 3.12

from engines.magic_hex_swap.hexes import Cell, groups
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import (
    COLORS,
    LETTER,
    Board,
    Color,
    Face,
    Green3,
    Phase,
    Puzzle,
    State,
)
from engines.magic_hex_swap.offers import grounded, prospects

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
    at = position(state)
    on = grounded(at)
    seen: Observation = {
        "phase": "won" if at.won else "playing",
        "practice": at.practice,
        "seed": at.seed,
        "green3": at.green3,
        "turns": at.turns,
        "dice": [*dice(at)],
        "nodes": nodes_view(on.board),
        "board": text(on.board),
        "groups": groups_view(on.cells),
        "moves": [
            {
                "move": prospect.price.move.name,
                "diceChoices": [*map(list, prospect.price.choices)],
                "results": None if prospect.outlook.actions is None else len(prospect.outlook.actions),
                "firstTargets": cells_view(prospect.outlook.following),
            }
            for prospect in prospects(at)
        ],
        "ratingIfWonThisTurn": None if at.won else rating(at.turns + 1),
        "undoAvailable": len(state.log),
    }
    if at.won:
        seen["rating"] = rating(at.turns)
    return seen


def rating(turns: int) -> Rating:
    """Return what a win in so many turns is called."""
    if turns <= 5:
        return "expert and/or lucky"
    if turns == 6:
        return "great"
    if turns == 7:
        return "good"
    return "improving" if turns <= 9 else "beginner"


def cells_view(cells: Sequence[Cell]) -> list[list[int]]:
    """Write cells as JSON."""
    return [*map(list, cells)]


def nodes_view(board: Board) -> list[list[int | str]]:
    """Write nodes as JSON, each q, r and the letter of its colour."""
    return [[q, r, letter] for (q, r), letter in board.items()]


def groups_view(cells: Mapping[str, Sequence[Cell]]) -> list[GroupsView]:
    """Write the groups of each colour as JSON, with what they lack; `cells` is that of `search.ground`."""
    return [_group_view(color, cells[LETTER[color]]) for color in COLORS]


def _group_view(color: Color, cells: Sequence[Cell]) -> GroupsView:
    found = groups(cells)
    status: Status = "done"
    if not found:
        status = "absent"
    elif len(found) > 1:
        status = "needs-joining"
    elif len(cells) == 1:
        status = "needs-partner"
    return {"color": color, "nodes": len(cells), "groups": [*map(cells_view, found)], "status": status}


def text(board: Board) -> list[str]:
    """Draw the board, one line a row and an empty cell around; nothing of one that is too wide to read.

    Each row is set half a cell further to the right, so that the neighbours of a cell are those to its left
    and right and the two nearest above and below.
    """
    columns = [q for q, _ in board]
    rows_used = [r for _, r in board]
    left, right, top, bottom = min(columns), max(columns), rows_used[0], rows_used[-1]
    if right - left >= WIDEST or bottom - top >= WIDEST:
        return []
    rows = [["."] * (right - left + 3) for _ in range(top, bottom + 1)]
    for (q, r), letter in board.items():
        rows[r - top][q - left + 1] = letter
    return [
        f"r={r:>3} q={left - 1:>3}..  {' ' * (r - top)}{' '.join(row)}" for r, row in enumerate(rows, top)
    ]
