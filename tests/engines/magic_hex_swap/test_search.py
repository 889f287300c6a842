"""The search beside the plain menu of `reference.py`: the same sequences, on small boards and on openings."""

import random
from collections.abc import Iterator, Sequence
from statistics import median
from typing import cast

import pytest

from engines.magic_hex_swap.boards import MOST_BOARDS, MOST_WORK
from engines.magic_hex_swap.deal import deal
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.ground import ground
from engines.magic_hex_swap.hexes import reading_order
from engines.magic_hex_swap.model import MENU, MOVES, Act, Color, CreatingAct, Green3, Move
from engines.magic_hex_swap.search import outlook, twigs
from engines.magic_hex_swap.win import is_won
from engines.refusal import Refusal
from tests.engines.magic_hex_swap import reference
from tests.engines.magic_hex_swap.driver import WILDS, actions_of, cells_of, sequences_of
from tests.engines.magic_hex_swap.reference import Cell, Colors, Nodes, Targets

MODES: tuple[Green3, ...] = ("pdf", "doc")
PLACES: list[Cell] = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
KINDS: list[tuple[Move, Green3]] = [(move, "pdf") for move in MENU] + [(MOVES["green-3a"], "doc")]
"""Every move in either reading, where that makes a difference."""


def small_board(source: random.Random) -> Nodes:
    """Return a few nodes close together, of few colours or many, one or two of them green at most."""
    letters = source.sample("WKRBG", source.randint(1, 5))
    cells = source.sample(PLACES, source.randint(1, 7))
    board = {cell: source.choice(letters) for cell in cells}
    greens = [cell for cell in cells if board[cell] == "G"]
    return {**board, **dict.fromkeys(greens[source.randint(1, 2) :], "K")}


def found(board: Nodes, move: Move, green3: Green3) -> list[tuple[Targets, Colors]]:
    """Return what the search finds from the start of a move."""
    return sequences_of(twigs(ground(board), green3, move))


def compare(
    board: Nodes, kinds: Sequence[tuple[Move, Green3]] = KINDS
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Hold the search to the plain menu; return the sequences, boards and first targets of each move."""
    counts: dict[tuple[str, str], tuple[int, int, int]] = {}
    for move, green3 in kinds:
        plain = [*reference.sequences(board, move.name, green3)]
        mine = found(board, move, green3)
        assert len(set(mine)) == len(mine)
        assert set(mine) == {(targets, colors) for targets, colors, _ in plain}, (move.name, green3, board)
        boards = {frozenset(after.items()) for _, _, after in plain}
        firsts = sorted({targets[0] for targets, _, _ in plain}, key=reading_order)
        seen = outlook(ground(board), green3, move)
        assert cells_of(seen.following) == firsts, (move.name, green3, board)
        if len(boards) <= MOST_BOARDS and len(plain) <= MOST_WORK:
            listed = [reference.after(board, move.name, *action) for action in actions_of(seen)]
            assert len(listed) == len(boards)
            assert {frozenset(after.items()) for after in listed} == boards
        else:
            assert seen.twigs is None
        counts[move.name, green3] = len(plain), len(boards), len(firsts)
    return counts


@pytest.mark.parametrize("part", range(8))
def test_all_sequences_are_found_on_200_small_boards(part: int) -> None:
    source = random.Random(part)
    for _ in range(25):
        compare(small_board(source))


@pytest.mark.parametrize(
    "holes",
    [[(1, 0)], [(2, 0)], [(0, 1), (0, 2)], [(1, 0), (2, 0), (-3, 0)], [(1, 0), (1, 1), (0, 1)]],
    ids=str,
)
@pytest.mark.parametrize("letters", ["K", "KW", "KKG", "GK"])
def test_all_sequences_are_found_in_a_crowd_with_a_few_empty_cells(holes: list[Cell], letters: str) -> None:
    # A blue in a full disc can fly to the holes only, and green grows into them only: few boards, many ways.
    disc = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]
    board = {cell: letters[(2 * i + i // 7) % len(letters)] for i, cell in enumerate(disc)}
    board = {cell: letter for cell, letter in {**board, (0, 0): "B"}.items() if cell not in holes}
    blue_and_green = [(move, green3) for move, green3 in KINDS if move.color in ("blue", "green")]
    compare(board if letters in ("K", "KW") else _sealed(board), blue_and_green)


def _sealed(board: Nodes) -> Nodes:
    """Return the board with black around it, so that no green reaches the outside."""
    return {cell: "K" if reference.far((0, 0), cell) > 3 else letter for cell, letter in board.items()}


@pytest.mark.parametrize(
    "corner",
    [(9999, 0), (-9999, 3), (2, 9999), (0, -9999), (9999, -9999), (-9999, 9999), (9999, 9999)],
    ids=str,
)
def test_at_the_rim_all_sequences_within_9999_are_found_and_no_others(corner: Cell) -> None:
    def is_within(cell: Cell) -> bool:
        return max(abs(cell[0]), abs(cell[1])) <= 9999

    source = random.Random(str(corner))
    left_out = 0
    for _ in range(12):
        moved = {(q + corner[0], r + corner[1]): letter for (q, r), letter in small_board(source).items()}
        board = {cell: letter for cell, letter in moved.items() if is_within(cell)}
        for move, green3 in KINDS if board else ():
            plain = {
                (targets, colors) for targets, colors, _ in reference.sequences(board, move.name, green3)
            }
            within = {each for each in plain if all(map(is_within, each[0]))}
            assert set(found(board, move, green3)) == within, (move.name, green3, board)
            left_out += len(plain) - len(within)
    assert left_out > 100


def test_crowds_far_apart_are_searched_as_each_alone() -> None:
    source = random.Random(2)
    for _ in range(20):
        near, far = small_board(source), small_board(source)
        far = {(q - 8000, r + 7000): letter for (q, r), letter in far.items()}
        for move, green3 in KINDS:
            if move.most <= 2:  # those that take more can begin in one crowd and end in the other
                together = found({**near, **far}, move, green3)
                assert sorted(together) == sorted(found(near, move, green3) + found(far, move, green3))


Spans = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
COUNTS: dict[tuple[str, str], Spans] = {
    ("white-1", "pdf"): ((9, 18.0, 22), (9, 18.0, 22), (2, 4.0, 5)),
    ("white-2a", "pdf"): ((12, 17.0, 22), (12, 17.0, 22), (2, 4.0, 5)),
    ("white-2b", "pdf"): ((41, 57.0, 63), (31, 41.0, 42), (9, 12.0, 14)),
    ("white-3", "pdf"): ((2404, 4963.0, 6436), (714, 992.0, 1120), (12, 16.5, 19)),
    ("black-1", "pdf"): ((0, 3.5, 10), (0, 3.5, 10), (0, 3.5, 10)),
    ("black-2", "pdf"): ((6, 11.5, 15), (6, 11.5, 15), (6, 11.5, 15)),
    ("black-3", "pdf"): ((23, 36.5, 45), (16, 22.0, 27), (6, 11.5, 15)),
    ("red-1", "pdf"): ((1, 5.0, 11), (1, 5.0, 11), (1, 5.0, 11)),
    ("red-2", "pdf"): ((9, 13.0, 15), (9, 13.0, 15), (9, 13.0, 15)),
    ("red-3", "pdf"): ((31, 37.5, 44), (18, 22.0, 24), (9, 13.0, 15)),
    ("blue-1", "pdf"): ((10, 25.0, 40), (10, 25.0, 40), (1, 3.5, 5)),
    ("blue-2a", "pdf"): ((32, 120.0, 174), (32, 120.0, 174), (1, 3.5, 5)),
    ("blue-2b", "pdf"): ((23, 79.0, 105), (23, 79.0, 105), (3, 10.5, 13)),
    ("blue-3", "pdf"): ((394, 8580.0, 12662), (394, 7921.0, 11800), (4, 15.0, 18)),
    ("green-1", "pdf"): ((0, 31.0, 62), (0, 27.0, 54), (0, 6.0, 12)),
    ("green-2a", "pdf"): ((0, 560.0, 1120), (0, 394.5, 787), (0, 6.0, 12)),
    ("green-2b", "pdf"): ((0, 24.0, 48), (0, 24.0, 48), (0, 6.0, 12)),
    ("green-3a", "pdf"): ((0, 19.5, 49), (0, 11.5, 24), (0, 6.0, 12)),
    ("green-3b", "pdf"): ((0, 400.0, 800), (0, 336.0, 672), (0, 6.0, 12)),
    ("green-3a", "doc"): ((0, 5396.0, 47148), (0, 1033.5, 5470), (0, 6.0, 12)),
}
"""Sequences, boards and first targets on the openings of seeds 0 to 19, as the plain menu finds them: the
fewest, the median and the most."""


def test_all_sequences_are_found_on_20_openings_and_are_so_many() -> None:
    openings = [compare(dict(deal(seed))) for seed in range(20)]
    for kind, spans in COUNTS.items():
        columns = zip(*[opening[kind] for opening in openings], strict=True)
        assert tuple((min(column), median(column), max(column)) for column in columns) == spans, kind


def test_every_change_of_one_target_of_5000_actions_is_judged_as_the_plain_menu_does() -> None:
    source = random.Random(0)
    judged = legal = 0
    for board, move, green3, targets, colors in actions(source, 5000):
        # Swaps go 2 cells at most, blacks and reds to a neighbour; blue and green get as far as 4.
        cells = reference.window(board, 4 if move.color in ("blue", "green") else 2)
        for i in range(len(targets)):
            for cell in cells:
                changed = (*targets[:i], cell, *targets[i + 1 :])
                plain = reference.is_legal(board, move.name, green3, changed, colors)
                mine = resolve(board, WILDS, green3, act(move, changed, colors))
                assert plain is not isinstance(mine, Refusal), (board, move.name, green3, changed)
                if plain:
                    assert mine == reference.after(board, move.name, changed, colors)
                    legal += 1
                judged += 1
    assert judged > 300_000
    assert legal > 20_000


def actions(source: random.Random, number: int) -> Iterator[tuple[Nodes, Move, Green3, Targets, Colors]]:
    """Yield so many legal actions of small boards, of each move in turn as far as it has any."""
    count = 0
    while True:
        board = small_board(source)
        for move, green3 in KINDS:
            plain = found(board, move, green3)
            for targets, colors in source.sample(plain, min(3, len(plain))):
                yield board, move, green3, targets, colors
                count += 1
                if count == number:
                    return


def act(move: Move, targets: Targets, colors: Colors) -> Act:
    spent = tuple(range(move.tier))
    if colors:
        return CreatingAct(move.name, spent, targets, cast(tuple[Color, ...], colors))
    return Act(move.name, spent, targets)


def test_winning_boards_are_those_of_the_plain_rules() -> None:
    source = random.Random(1)
    boards = [small_board(source) for _ in range(3000)]
    assert [is_won(board) for board in boards] == [reference.has_won(board) for board in boards]
    assert 50 < sum(map(is_won, boards)) < 2000
