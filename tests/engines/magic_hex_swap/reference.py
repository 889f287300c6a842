"""The menu of moves once more, plain and slow, written from the rules and apart from the engine.

A board is a dict from (q, r) to a letter. A move is a list of sentences about its next target, each tried on
every cell there is anywhere near; a sequence is complete when the sentences say so and the board has changed.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int]
Nodes = dict[Cell, str]
Targets = tuple[Cell, ...]
Colors = tuple[str, ...]

LETTERS = {"white": "W", "black": "K", "red": "R", "blue": "B", "green": "G"}
MENU: list[tuple[str, int, int, int]] = [
    ("white-1", 1, 2, 2),
    ("white-2a", 2, 2, 2),
    ("white-2b", 2, 2, 2),
    ("white-3", 3, 4, 4),
    ("black-1", 1, 1, 1),
    ("black-2", 2, 1, 1),
    ("black-3", 3, 2, 2),
    ("red-1", 1, 1, 1),
    ("red-2", 2, 1, 1),
    ("red-3", 3, 2, 2),
    ("blue-1", 1, 2, 2),
    ("blue-2a", 2, 2, 2),
    ("blue-2b", 2, 2, 2),
    ("blue-3", 3, 3, 3),
    ("green-1", 1, 1, 2),
    ("green-2a", 2, 3, 4),
    ("green-2b", 2, 1, 1),
    ("green-3a", 3, 1, 4),
    ("green-3b", 3, 2, 2),
]
"""Each move with its dice and the fewest and most targets."""
MOVES = [name for name, *_ in MENU]
TIERS = {name: tier for name, tier, _, _ in MENU}
COUNTS = {name: (fewest, most) for name, _, fewest, most in MENU}
COLORED = ("green-2b", "green-3b")


def far(a: Cell, b: Cell) -> int:
    """Steps from a to b: the largest difference of the three cube coordinates q, r and -q-r."""
    (q, r), (s, t) = a, b
    return max(abs(q - s), abs(r - t), abs((q + r) - (s + t)))


@cache
def around(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]


def beside(board: Nodes, cell: Cell, letter: str) -> int:
    """How many neighbours of a cell have this colour."""
    return [board.get(other) for other in around(cell)].count(letter)


@cache
def green_shores(greens: frozenset[Cell]) -> list[set[Cell]]:
    """For each connected green group the cells beside it, by spreading a label until nothing changes."""
    label = {cell: i for i, cell in enumerate(greens)}
    changed = True
    while changed:
        changed = False
        for cell in label:
            for other in around(cell):
                if other in label and label[other] < label[cell]:
                    label[cell] = label[other]
                    changed = True
    return [
        {n for cell in label if label[cell] == name for n in around(cell)} for name in set(label.values())
    ]


def window(board: Nodes, reach: int = 4) -> list[Cell]:
    """Every cell a target could be: the nodes and all empty cells up to so far away from one."""
    near = {
        (q + dq, r + dr)
        for q, r in board
        for dq, dr in product(range(-4, 5), repeat=2)
        if far((0, 0), (dq, dr)) <= reach
    }
    return sorted(near, key=lambda cell: (cell[1], cell[0]))


def _pair(first: Callable[[Nodes, Cell], bool], distances: range) -> Callable[..., bool]:
    """A swap: the first node as told, the second any node so far away."""

    def legal(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
        if not targets:
            return cell in start and first(start, cell)
        return cell in start and far(targets[0], cell) in distances

    return legal


def _white(board: Nodes, cell: Cell) -> bool:
    return board[cell] == "W"


def _white_beside(board: Nodes, cell: Cell) -> bool:
    return beside(board, cell, "W") >= 1


def _white_3(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if len(targets) < 2:
        either = lambda board, node: _white(board, node) or _white_beside(board, node)  # noqa: E731
        return _pair(either, range(1, 3))(start, now, mode, targets, cell)
    if len(targets) == 2:
        return (
            cell in now
            and cell not in targets
            and (now[cell] == "W" or any(now.get(n) == "W" for n in around(cell)))
        )
    return cell in (targets[0], targets[1])


def _single(letter: str, needed: int) -> Callable[..., bool]:
    def legal(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
        return cell in now and now[cell] != letter and beside(now, cell, letter) >= needed

    return legal


def _black_3(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if not targets:
        return cell in start and start[cell] != "K" and beside(start, cell, "K") > 0
    return cell in now and now[cell] != "K" and far(targets[0], cell) == 1


def _red_3(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if not targets:
        return cell in start and start[cell] != "R" and beside(start, cell, "R") > 0
    return cell in now and now[cell] != "R" and far(targets[0], cell) == 1


def _flight(first: Callable[[Nodes, Cell], bool], distances: range) -> Callable[..., bool]:
    def legal(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
        if not targets:
            return cell in start and first(start, cell)
        return cell not in start and far(targets[0], cell) in distances

    return legal


def _blue(board: Nodes, cell: Cell) -> bool:
    return board[cell] == "B"


def _blue_beside(board: Nodes, cell: Cell) -> bool:
    return beside(board, cell, "B") >= 1


def _blue_3(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if not targets:
        return cell in start and (_blue(start, cell) or _blue_beside(start, cell))
    if len(targets) == 1:
        return cell not in start and 1 <= far(targets[0], cell) <= 4
    return cell in now and cell != targets[1] and (_blue(now, cell) or _blue_beside(now, cell))


def _chain(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if cell in now:
        return False
    return far(targets[-1], cell) == 1 if targets else beside(start, cell, "G") >= 1


def _cluster(start: Nodes, now: Nodes, mode: str, targets: Targets, cell: Cell) -> bool:
    if cell in now:
        return False
    if mode == "doc":
        return beside(now, cell, "G") >= 1
    greens = frozenset(node for node in start if start[node] == "G")
    return any({*targets, cell} <= shore for shore in green_shores(greens))


LEGAL: dict[str, Callable[..., bool]] = {
    "white-1": _pair(_white, range(1, 2)),
    "white-2a": _pair(_white, range(2, 3)),
    "white-2b": _pair(_white_beside, range(1, 2)),
    "white-3": _white_3,
    "black-1": _single("K", 2),
    "black-2": _single("K", 1),
    "black-3": _black_3,
    "red-1": _single("R", 2),
    "red-2": _single("R", 1),
    "red-3": _red_3,
    "blue-1": _flight(_blue, range(1, 3)),
    "blue-2a": _flight(_blue, range(3, 5)),
    "blue-2b": _flight(_blue_beside, range(1, 3)),
    "blue-3": _blue_3,
    "green-1": _chain,
    "green-2a": _chain,
    "green-2b": _chain,
    "green-3a": _cluster,
    "green-3b": _chain,
}


def after(board: Nodes, move: str, targets: Targets, colors: Colors) -> Nodes:
    """The board once these targets, all or the first of a move, have had their effect."""
    now = dict(board)
    kind = move.split("-")[0]
    if kind == "white":
        for one, other in zip(targets[::2], targets[1::2], strict=False):
            now[one], now[other] = now[other], now[one]
    elif kind == "black":
        now.update(dict.fromkeys(targets, "K"))
    elif kind == "red":
        for cell in targets:
            del now[cell]
    elif kind == "blue":
        if len(targets) > 1:
            now[targets[1]] = now.pop(targets[0])
        if len(targets) > 2:
            now[targets[0]] = now.pop(targets[2])
    elif move in COLORED:
        now.update(zip(targets, (LETTERS[color] for color in colors), strict=True))
    else:
        now.update(dict.fromkeys(targets, "G"))
    return now


def is_legal(board: Nodes, move: str, mode: str, targets: Targets, colors: Colors) -> bool:
    """Whether a whole action is legal, dice aside."""
    fewest, most = COUNTS[move]
    if not fewest <= len(targets) <= most or len(colors) != (len(targets) if move in COLORED else 0):
        return False
    for i, cell in enumerate(targets):
        now = after(board, move, targets[:i], colors[:i]) if i else board
        if not LEGAL[move](board, now, mode, targets[:i], cell):
            return False
    return after(board, move, targets, colors) != board


def sequences(board: Nodes, move: str, mode: str) -> Iterator[tuple[Targets, Colors, Nodes]]:
    """Every complete legal sequence of a move, with the board it makes."""
    cells = window(board)
    fewest, most = COUNTS[move]

    def extend(targets: Targets, colors: Colors, now: Nodes) -> Iterator[tuple[Targets, Colors, Nodes]]:
        if len(targets) >= fewest and now != board:
            yield targets, colors, now
        if len(targets) == most:
            return
        for cell in cells:
            if LEGAL[move](board, now, mode, targets, cell):
                for color in [("white",), ("black",), ("red",), ("blue",)] if move in COLORED else [()]:
                    more = (*targets, cell), colors + color
                    yield from extend(*more, after(board, move, *more))

    return extend((), (), board)


def has_won(board: Nodes) -> bool:
    """Whether every colour there is forms one group of two or more."""
    for letter in set(board.values()):
        cells = [cell for cell in board if board[cell] == letter]
        reached = {cells[0]}
        while more := {n for cell in reached for n in around(cell) if n in cells} - reached:
            reached |= more
        if len(cells) < 2 or len(reached) < len(cells):
            return False
    return bool(board)


def pays(dice: tuple[str, ...], move: str, chosen: tuple[int, ...]) -> bool:
    """Whether exactly these dice pay for a move."""
    color = move.split("-")[0]
    return len(set(chosen)) == len(chosen) == TIERS[move] and all(
        dice[die] in (color, "wild") for die in chosen
    )
