"""The 9x9 grid: cells 0 ... 80 row by row, its units, and its writing as 81 characters with `.` for empty."""

from typing import Final, TypeAlias

Cells: TypeAlias = tuple[int, ...]

EMPTY: Final = "."
DIGITS: Final = "123456789"

ROWS: Final[tuple[Cells, ...]] = tuple(tuple(range(9 * row, 9 * row + 9)) for row in range(9))
COLUMNS: Final[tuple[Cells, ...]] = tuple(tuple(range(column, 81, 9)) for column in range(9))
BOXES: Final[tuple[Cells, ...]] = tuple(
    tuple(corner + 9 * down + right for down in range(3) for right in range(3))
    for corner in (0, 3, 6, 27, 30, 33, 54, 57, 60)
)
UNITS: Final[tuple[Cells, ...]] = ROWS + COLUMNS + BOXES

PEERS: Final[tuple[Cells, ...]] = tuple(
    tuple(sorted({peer for unit in UNITS if cell in unit for peer in unit} - {cell})) for cell in range(81)
)
"""Cell to the 20 others of its row, column and box."""

NAMES: Final = tuple(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))
"""Cell to what it is called: `r3c5` is in row 3, column 5, counted from 1."""


def units_shared(cell: int, other: int) -> list[str]:
    """Return which units hold both cells, of `row`, `column` and `box`."""
    kinds = (("row", ROWS), ("column", COLUMNS), ("box", BOXES))
    return [kind for kind, units in kinds if any(cell in unit and other in unit for unit in units)]
