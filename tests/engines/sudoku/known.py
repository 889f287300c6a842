"""Grids that others published, with how many solutions they have and what they take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Known:
    """A published grid; its tier is None where our techniques do not finish it."""

    grid: str
    givens: int
    solutions: int
    tier: str | None


KNOWN = {
    "Wikipedia's example": Known(
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079", 30, 1, "singles"
    ),
    "Project Euler 96, grid 01": Known(
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300", 32, 1, "singles"
    ),
    "Royle's first with 17 givens": Known(
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000", 17, 1, "singles"
    ),
    "slow for searches from the top left": Known(
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 17, 1, "singles"
    ),
    "Norvig's grid2": Known(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 17, 1, "pairs"
    ),
    "SudokuWiki's X-wing": Known(
        "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5", 46, 1, "x-wing"
    ),
    "Inkala's of 2012": Known(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 21, 1, None
    ),
    "AI Escargot": Known(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 23, 1, None
    ),
    "Golden Nugget": Known(
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 21, 1, None
    ),
    "Easter Monster": Known(
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 21, 1, None
    ),
    "Royle's with 16 givens": Known(
        "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........", 16, 2, None
    ),
    "Sudopedia's with 125 solutions": Known(
        "000316500800500100010897240901085020000901000040263001050000010100409002006108000", 34, 125, None
    ),
}


def dotted(grid: str) -> str:
    """Write empty cells as the engine does."""
    return grid.replace("0", ".")
