"""The techniques a puzzle may need: each strikes digits from a sheet of pencil marks wherever it applies.

A technique strikes only digits that no solution has there, and reports whether it struck any. What one may
strike now, it or an easier one may still strike after any other did, so their order never changes where a
grid ends up. The names are those of Sudopedia and of SudokuWiki (Andrew Stuart).

A set of cells is an integer, bit i for cell i. Digits are counted from 0 here.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Final, TypeAlias

from engines.sudoku import grid
from engines.sudoku.grid import DIGITS, EMPTY

Board: TypeAlias = int
"""A set of cells."""


def _board(cells: Iterable[int]) -> Board:
    return sum(1 << cell for cell in cells)


_ALL_CELLS: Final = _board(range(81))
_ROWS: Final = tuple(map(_board, grid.ROWS))
_COLUMNS: Final = tuple(map(_board, grid.COLUMNS))
_LINES: Final = _ROWS + _COLUMNS
_BOXES: Final = tuple(map(_board, grid.BOXES))
_UNITS: Final = _LINES + _BOXES
_PEERS: Final = tuple(map(_board, grid.PEERS))
_IN_BOXES: Final = tuple(
    (box & line, box & ~line, line & ~box) for box in _BOXES for line in _LINES if box & line
)
"""For each box and line that cross: the cells of both, those of the box alone, those of the line alone."""
_IN_LINES: Final = tuple((both, line, box) for both, box, line in _IN_BOXES)


class Sheet:
    """A grid under work: where each digit may still be."""

    __slots__ = ("boards", "spent")

    def __init__(self, givens: str) -> None:
        """Begin with each given's own digit, and with all nine everywhere else."""
        empty = _board(cell for cell in range(81) if givens[cell] == EMPTY)
        self.boards = [empty] * 9
        """Digit to the cells it may be in."""
        self.spent: Board = 0
        """Cells with one digit left, which their peers have lost."""
        for cell, digit in enumerate(givens):
            if digit != EMPTY:
                self.boards[DIGITS.index(digit)] |= 1 << cell

    def strike(self, digit: int, cells: Board) -> bool:
        """Take a digit from cells; tell whether any had it."""
        struck = self.boards[digit] & cells
        self.boards[digit] ^= struck
        return struck != 0

    def settled(self) -> Board:
        """Return the cells that have one digit left."""
        some, several = self._counts()
        return some & ~several

    def unsettled(self) -> Board:
        """Return the cells that have more than one digit left."""
        return self._counts()[1]

    def open_digits(self) -> list[int]:
        """Return the digits that may be in some cell not yet spent."""
        return [digit for digit, board in enumerate(self.boards) if board & ~self.spent]

    def is_finished(self) -> bool:
        """Tell whether every cell has one digit left, and every unit all nine."""
        return self.settled() == _ALL_CELLS and all(board & unit for board in self.boards for unit in _UNITS)

    def written(self) -> str:
        """Write the cells with one digit left as digits, the others as empty."""
        settled = self.settled()
        signs = [EMPTY] * 81
        for sign, board in zip(DIGITS, self.boards, strict=True):
            for cell in _cells(board & settled):
                signs[cell] = sign
        return "".join(signs)

    def _counts(self) -> tuple[Board, Board]:
        some = several = 0
        for board in self.boards:
            several |= some & board
            some |= board
        return some, several


Technique: TypeAlias = Callable[[Sheet], bool]


def naked_single(sheet: Sheet) -> bool:
    """Strike the one digit that a cell has left from all its peers."""
    struck = False
    settled = sheet.settled() & ~sheet.spent
    sheet.spent |= settled
    for digit in range(9):
        for cell in _cells(sheet.boards[digit] & settled):
            struck |= sheet.strike(digit, _PEERS[cell])
    return struck


def hidden_single(sheet: Sheet) -> bool:
    """Where a digit of a unit has one cell left, strike all others from that cell."""
    struck = False
    for digit in sheet.open_digits():
        board = sheet.boards[digit]
        alone = 0
        for unit in _UNITS:
            places = board & unit
            if not places & (places - 1):
                alone |= places
        struck |= _strike_others(sheet, (digit,), alone)
    return struck


def pointing(sheet: Sheet) -> bool:
    """Where a box has a digit within one line only, strike it from the rest of that line."""
    return _locked(sheet, _IN_BOXES)


def claiming(sheet: Sheet) -> bool:
    """Where a line has a digit within one box only, strike it from the rest of that box."""
    return _locked(sheet, _IN_LINES)


def _naked(size: int, sheet: Sheet) -> bool:
    """Where so many cells of a unit have only so many digits between them, strike these from the others."""
    struck = False
    unsettled = sheet.unsettled()
    digits = sheet.open_digits()
    for others in combinations(digits, max(0, len(digits) - size)):
        elsewhere = 0
        for digit in others:
            elsewhere |= sheet.boards[digit]
        limited = unsettled & ~elsewhere
        if limited.bit_count() >= size:
            chosen = [digit for digit in digits if digit not in others]
            for unit in _UNITS:
                cells = limited & unit
                if cells.bit_count() == size:
                    for digit in chosen:
                        struck |= sheet.strike(digit, unit & ~cells)
    return struck


def _hidden(size: int, sheet: Sheet) -> bool:
    """Where so many digits of a unit have only so many cells between them, strike all others from these."""
    struck = False
    for unit in _UNITS:
        if not unit & ~sheet.spent:
            continue
        places = [board & unit for board in sheet.boards]
        few = [digit for digit in range(9) if 2 <= places[digit].bit_count() <= size]
        for chosen in combinations(few, size):
            cells = 0
            for digit in chosen:
                cells |= places[digit]
            if cells.bit_count() == size:
                struck |= _strike_others(sheet, chosen, cells)
    return struck


naked_pair: Final[Technique] = partial(_naked, 2)
naked_triple: Final[Technique] = partial(_naked, 3)
naked_quad: Final[Technique] = partial(_naked, 4)
hidden_pair: Final[Technique] = partial(_hidden, 2)
hidden_triple: Final[Technique] = partial(_hidden, 3)
hidden_quad: Final[Technique] = partial(_hidden, 4)


def x_wing(sheet: Sheet) -> bool:
    """Where a digit has the same two places in two lines, strike it from the rest of the lines across."""
    struck = False
    for lines, across in ((_ROWS, _COLUMNS), (_COLUMNS, _ROWS)):
        for digit in sheet.open_digits():
            seen: dict[tuple[Board, ...], Board] = {}
            for line in lines:
                places = sheet.boards[digit] & line
                if places.bit_count() == 2:
                    crossed = tuple([other for other in across if other & places])
                    if crossed in seen:
                        rest = (crossed[0] | crossed[1]) & ~(line | seen[crossed])
                        struck |= sheet.strike(digit, rest)
                    seen[crossed] = line
    return struck


def _locked(sheet: Sheet, crossings: Iterable[tuple[Board, Board, Board]]) -> bool:
    struck = False
    for digit in sheet.open_digits():
        board = sheet.boards[digit]
        for both, unit, other in crossings:
            if board & both and not board & unit:
                struck |= sheet.strike(digit, other)
    return struck


def _strike_others(sheet: Sheet, kept: Iterable[int], cells: Board) -> bool:
    struck = False
    for digit in range(9):
        if digit not in kept:
            struck |= sheet.strike(digit, cells)
    return struck


def _cells(board: Board) -> Iterator[int]:
    while board:
        lowest = board & -board
        board ^= lowest
        yield lowest.bit_length() - 1
