"""Which targets lead somewhere: complete legal sequences, found lazily and in reading order.

Lists, previews and outlines come from here. Judging one given action never does: that is `effects`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import filterfalse
from typing import Final, TypeAlias

from engines.magic_hex_swap.effects import contacts
from engines.magic_hex_swap.hexes import Cell, near, reading_order, ring
from engines.magic_hex_swap.model import CLUSTER, CREATED, LETTER, Board, Color, Green3, Move

MOST_BOARDS: Final = 64
"""Resulting boards up to which the actions of a move are listed one by one."""
MOST_WORK: Final = 20_000
"""Sequences looked at; a move that has more counts as one of too many boards."""

Cells: TypeAlias = tuple[Cell, ...]
Colors: TypeAlias = tuple[Color, ...]
Chosen: TypeAlias = tuple[Cells, Colors]
"""Targets of an action, and their colours where it creates nodes."""

Twig: TypeAlias = tuple[Cells, Colors, Sequence[Cell]]
"""Complete sequences that differ in the last target: those before it, the colours, and the last ones."""

_COLORLESS: Final[tuple[Colors, ...]] = ((),)
_PALETTE: Final[tuple[Colors, ...]] = tuple((color,) for color in CREATED)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A board with what the moves ask about it; compared by identity, so that a cache can hold on to it."""

    board: Board
    """In reading order."""
    cells: dict[str, list[Cell]]
    """Each colour's letter to its nodes, in reading order."""
    beside: dict[str, set[Cell]]
    """Each colour's letter to the cells with a neighbour of that colour."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What lies below the first targets of a move."""

    actions: tuple[Chosen, ...] | None
    """One complete sequence for each board that results, the first in reading order; None if too many."""
    following: Cells
    """The cells that can come next, each with some complete sequence below it."""


def ground(board: Board) -> Ground:
    """Work out what the moves ask about a board, which is in reading order."""
    cells: dict[str, list[Cell]] = {letter: [] for letter in LETTER.values()}
    for cell, letter in board.items():
        cells[letter].append(cell)
    return Ground(board, cells, {letter: set().union(*map(near, nodes)) for letter, nodes in cells.items()})


def outlook(on: Ground, green3: Green3, move: Move, targets: Cells = (), colors: Colors = ()) -> Outlook:
    """Look below first targets of a move, perhaps none, that have been judged legal."""
    boards = _Boards(on.board, _KEYS.get(move.name))
    if len(targets) >= move.fewest:
        boards.take((targets[:-1], colors, targets[-1:]))
    cells = options(on, green3, move, targets)
    completing = len(targets) + 1 >= move.fewest
    palette = palette_of(move)
    if completing and cells:
        for color in palette:
            boards.take((targets, colors + color, cells))
    if len(targets) + 1 >= move.most:
        return Outlook(boards.listed(), tuple(cells))
    following = []
    mirrored = move.name in _MIRRORED
    passed: set[Cell] = set()  # of a mirrored move: what goes on to one of these was found from there
    for cell in cells:
        longer = (*targets, cell)
        leads_on = completing
        for color in () if boards.too_many else palette:
            for begun, given, ends in twigs(on, green3, move, longer, colors + color):
                boards.take((begun, given, [end for end in ends if end not in passed] if mirrored else ends))
                leads_on = True
                if boards.too_many:
                    break
        if leads_on or goes_on(on, green3, move, longer):
            following.append(cell)
        passed.add(cell)
    return Outlook(boards.listed(), tuple(following))


def goes_on(on: Ground, green3: Green3, move: Move, targets: Cells) -> bool:
    """Tell whether a legal sequence goes on from these targets, which have been judged legal."""
    cells = _options(on, green3, move, targets)
    if len(targets) + 1 >= move.fewest:
        return any(True for _ in cells)
    return any(goes_on(on, green3, move, (*targets, cell)) for cell in cells)


def twigs(on: Ground, green3: Green3, move: Move, targets: Cells, colors: Colors) -> Iterator[Twig]:
    """Yield all legal sequences longer than these targets, which have been judged legal."""
    cells = options(on, green3, move, targets)
    if not cells:
        return
    count = len(targets) + 1
    palette = palette_of(move)
    if count >= move.fewest:
        for color in palette:
            yield targets, colors + color, cells
    if count < move.most:
        for cell in cells:
            for color in palette:
                yield from twigs(on, green3, move, (*targets, cell), colors + color)


def palette_of(move: Move) -> tuple[Colors, ...]:
    """List what the next target can be given: each colour, or nothing where the move creates none."""
    return _PALETTE if move.creates else _COLORLESS


def options(on: Ground, green3: Green3, move: Move, targets: Cells) -> Sequence[Cell]:
    """List, in reading order, the cells that are legal as the next target."""
    return [*_options(on, green3, move, targets)]


def _options(on: Ground, green3: Green3, move: Move, targets: Cells) -> Iterable[Cell]:
    if len(targets) == move.most:
        return ()
    if not targets:
        return _firsts(on, move)
    match move.color:
        case "white":
            return _white_options(on, move, targets)
        case "black" | "red":
            letter = move.letter
            return (cell for cell in near(targets[0]) if on.board.get(cell, letter) != letter)
        case "blue" if len(targets) == 1:
            return filterfalse(on.board.__contains__, ring(targets[0], move.nearest, move.farthest))
        case "blue":
            return _blue_seconds(on, targets)
        case "green":
            cells = _green_options(on, green3, move, targets)
            return (cell for cell in cells if cell not in on.board and cell not in targets)


def _firsts(on: Ground, move: Move) -> Sequence[Cell]:
    letter = move.letter
    if move.first == "own":
        return on.cells[letter]
    beside = on.beside[letter]
    if move.color == "green":
        return sorted(beside.difference(on.board), key=reading_order)
    if move.first == "either":
        return [cell for cell, color in on.board.items() if color == letter or cell in beside]
    if move.color in ("white", "blue"):
        return [cell for cell in on.board if cell in beside]
    enough = beside if move.neighbors == 1 else _between(on.cells[letter])
    return [cell for cell, color in on.board.items() if cell in enough and color != letter]


def _between(nodes: Sequence[Cell]) -> set[Cell]:
    """Return the cells that have two of these nodes around them, or more."""
    once: set[Cell] = set()
    twice: set[Cell] = set()
    for cell in nodes:
        twice.update(once.intersection(near(cell)))
        once.update(near(cell))
    return twice


def _white_options(on: Ground, move: Move, targets: Cells) -> Iterable[Cell]:
    board = on.board
    if len(targets) == 3:
        return sorted(targets[:2], key=reading_order)
    first = targets[0]
    if len(targets) == 1:
        span = ring(first, move.nearest, move.farthest)
        if move.most > 2:
            return filter(board.__contains__, span)
        color = board[first]  # a swap of two alike is no action
        return (cell for cell in span if board.get(cell, color) != color)
    partner = targets[1]
    color, other = board[first], board[partner]
    if color == other:  # the first swap changes nothing, so the second has to
        return (cell for cell in _either(on, "W", color) if cell not in targets)
    if "W" not in (color, other):
        return (cell for cell in _either(on, "W") if cell not in targets)
    left, reached = targets if color == "W" else targets[::-1]
    whites = [cell for cell in on.cells["W"] if cell != left] + [reached]
    return (cell for cell in _around(whites, board) if cell not in targets)


def _blue_seconds(on: Ground, targets: Cells) -> Iterable[Cell]:
    origin, destination = targets
    if on.board[origin] != "B":
        return (cell for cell in _either(on, "B") if cell != origin)
    blues = [cell for cell in on.cells["B"] if cell != origin] + [destination]
    return (cell for cell in _around(blues, on.board) if cell != origin)


@lru_cache(maxsize=16)
def _either(on: Ground, letter: str, but: str = "") -> list[Cell]:
    """List the nodes of a colour or beside it, but for those of another colour; not to be changed."""
    return [cell for cell in _around(on.cells[letter], on.board) if on.board[cell] != but]


def _around(own: Sequence[Cell], board: Board) -> Iterator[Cell]:
    """Yield the nodes that are among these cells or beside one."""
    those = set(own)
    return (cell for cell in board if cell in those or not those.isdisjoint(near(cell)))


def _green_options(on: Ground, green3: Green3, move: Move, targets: Cells) -> Iterable[Cell]:
    if move is not CLUSTER:
        return near(targets[-1])
    if green3 == "doc":
        return sorted(on.beside["G"].union(*map(near, targets)), key=reading_order)
    touched = _contacts(on)
    common = set.intersection(*(touched[cell] for cell in targets))
    return (cell for cell, numbers in touched.items() if not common.isdisjoint(numbers))


@lru_cache(maxsize=4)
def _contacts(on: Ground) -> dict[Cell, set[int]]:
    touched = contacts(on.board)
    return {cell: touched[cell] for cell in sorted(touched, key=reading_order)}


# Of two sequences of a move that end in the same board only the first is listed. Keys tell these boards apart
# without making them: what a sequence changes, in a form that is the same for the same changes.

_Keys: TypeAlias = Callable[[Board, Twig], Iterable[Hashable]]


class _Boards:
    """Counts the boards that sequences lead to, and keeps the first sequence for each up to MOST_BOARDS."""

    __slots__ = ("_board", "_chosen", "_keys", "_most_work", "_seen", "_work", "too_many")

    def __init__(self, board: Board, keys: _Keys | None) -> None:
        self._board = board
        self._keys = keys
        self._most_work = MOST_BOARDS if keys is None else MOST_WORK
        self._chosen: list[Chosen] = []
        self._seen: set[Hashable] = set()
        self._work = 0
        self.too_many = False

    def take(self, twig: Twig) -> None:
        begun, colors, ends = twig
        self._work += len(ends)
        if self._work > self._most_work:
            self.too_many = True
        elif self._keys is None:
            self._chosen += [((*begun, end), colors) for end in ends]
        else:
            for key, end in zip(self._keys(self._board, twig), ends, strict=True):
                if key not in self._seen:
                    self._seen.add(key)
                    self._chosen.append(((*begun, end), colors))
            self.too_many = len(self._chosen) > MOST_BOARDS

    def listed(self) -> tuple[Chosen, ...] | None:
        return None if self.too_many else tuple(self._chosen)


def _sets(_board: Board, twig: Twig) -> Iterable[Hashable]:
    begun, _, ends = twig
    return [frozenset((*begun, end)) for end in ends]


def _second_swaps(board: Board, twig: Twig) -> Iterable[Hashable]:
    first, partner, third = twig[0]
    for position in twig[2]:
        other = partner if position == first else first
        changes = ((position, board[third]), (third, board[other]), (other, board[position]))
        yield frozenset([change for change in changes if board[change[0]] != change[1]])


def _second_moves(board: Board, twig: Twig) -> Iterable[Hashable]:
    origin, destination = twig[0]
    color = board[origin]
    return [(destination, end, origin if board[end] != color else None) for end in twig[2]]


_KEYS: Final[dict[str, _Keys]] = {
    "white-3": _second_swaps,
    "blue-3": _second_moves,
    "green-2a": _sets,
    "green-3a": _sets,
}
"""For moves that can reach a board in several ways; any other sequence has a board of its own."""

_MIRRORED: Final = ("white-2b", "black-3", "red-3", "green-1", "green-3b")
"""Moves of two targets that touch: two cells that can both come first do the same in either order."""
