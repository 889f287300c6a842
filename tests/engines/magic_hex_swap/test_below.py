"""What lies below first targets, and how much is looked at and remembered in finding it."""

import random
from collections.abc import Callable, Hashable, Sequence
from typing import Any, cast

import orjson
import pytest

from engines.magic_hex_swap.boards import MOST_BOARDS, MOST_WORK, Boards
from engines.magic_hex_swap.ground import MOST_KNOWN, Spot, name_of, near, spot_of
from engines.magic_hex_swap.hexes import FARTHEST
from engines.magic_hex_swap.listing import Family, actions, count, written
from engines.magic_hex_swap.model import MOVES, Act, Preview, State
from tests.engines.magic_hex_swap import reference
from tests.engines.magic_hex_swap.driver import WILDS, act, chosen, glimpse, nodes, offered, preview, state_of
from tests.engines.magic_hex_swap.reference import COUNTS, Cell, Colors, Nodes, Targets, has_won, sequences
from tests.engines.magic_hex_swap.test_search import small_board


@pytest.mark.parametrize("part", range(2))
def test_up_to_64_boards_below_first_targets_are_each_reached_by_one_act_that_begins_with_them(
    part: int,
) -> None:
    source = random.Random(300 + part)
    whole: set[str] = set()
    begun: set[str] = set()
    for _ in range(30):
        start = small_board(source)
        while has_won(start):
            start = small_board(source)
        green3 = source.choice(["pdf", "doc"])
        state = state_of(start, WILDS, green3)
        for move, (_, most) in COUNTS.items():
            plain = [*sequences(start, move, green3)]
            longest = {(targets, colors) for targets, colors, _ in plain if len(targets) == most}
            shorter = {(targets[:i], colors[:i]) for targets, colors in longest for i in range(1, most)}
            for prefixes, met in ((longest, whole), (shorter, begun)):
                for targets, colors in source.sample(sorted(prefixes), min(3, len(prefixes))):
                    boards = below(plain, targets, colors)
                    if len(boards) <= MOST_BOARDS:
                        acts = acts_below(state, move, targets, colors)
                        assert all(each[: len(targets)] == targets for each, _ in acts)
                        assert all(each[: len(colors)] == colors for _, each in acts)
                        listed = [frozenset(reference.after(start, move, *act).items()) for act in acts]
                        assert (len(listed), set(listed)) == (len(boards), boards), (move, targets, start)
                        met.add(move)
    assert whole == set(COUNTS)
    assert begun == {move for move, (_, most) in COUNTS.items() if most > 1}


def below(
    plain: Sequence[tuple[Targets, Colors, Nodes]], targets: Targets, colors: Colors
) -> set[frozenset[tuple[Cell, str]]]:
    """Return the boards of the sequences that begin so."""
    count = len(targets)
    return {
        frozenset(now.items())
        for more, colored, now in plain
        if (more[:count], colored[:count]) == (targets, colors)
    }


def acts_below(state: State, move: str, targets: Targets, colors: Colors) -> list[tuple[Targets, Colors]]:
    """Return the targets and colours of the acts that a preview offers; it must not offer more previews."""
    offered = glimpse(state, move, targets, colors).legal_actions
    assert not any(isinstance(each, Preview) for each in offered)
    return [chosen(each)[1:] for each in offered if isinstance(each, Act)]


def by(key: Callable[[Spot], Hashable]) -> Boards:
    """Return a counter for which sequences with the same key of the last target end in the same board."""
    return Boards(lambda _begun, ends: [key(end) for end in ends])


def test_a_move_of_20000_sequences_is_looked_at_to_the_end_and_one_of_more_is_not() -> None:
    assert MOST_WORK == 20_000
    boards = by(lambda end: end % 7)
    for _ in range(4):
        boards.take(((), (), range(5000)))
        assert (boards.results, boards.too_many) == (7, False)
    assert boards.twigs == [((), (), [*range(7)])]
    boards.take(((), (), (0,)))
    assert boards.too_many is True


@pytest.mark.parametrize("ask", [name_of, near], ids=["names", "neighbours"])
def test_a_worker_remembers_4096_spots_and_starts_anew_with_more(ask: Callable[[Spot], object]) -> None:
    assert MOST_KNOWN == 4096
    known = cast(Any, ask).__self__
    known.clear()
    told = [ask(spot_of((q, FARTHEST))) for q in range(MOST_KNOWN)]
    assert len(known) == MOST_KNOWN
    ask(spot_of((-1, FARTHEST)))
    assert len(known) == 1
    assert [ask(spot_of((q, FARTHEST))) for q in range(MOST_KNOWN)] == told


def test_acts_of_every_move_are_written_as_they_are_as_objects() -> None:
    # Green grows into the three empty cells of a ring only; the small boards have the other moves.
    row = nodes("0,-1: K K K K K\n-1,0: W G . . . K\n-1,1: R K K K K")
    source = random.Random(400)
    acts = {}
    for start in (*(small_board(source) for _ in range(200)), row):
        for color in ("white", "black", "red", "blue", "green"):
            for each in offered(state_of(start, (color,) * 3)):  # which holds the JSON to the objects
                if each["type"] == "act":
                    acts[each["move"]] = each
    assert acts.keys() == set(COUNTS)
    assert acts["green-2a"] == act("green-2a", [0, 1], [(1, 0), (2, 0), (3, 0)])
    assert acts["green-3b"] == act("green-3b", [0, 1, 2], [(1, 0), (2, 0)], ("blue", "blue"))


def test_previews_are_written_as_they_are_as_objects() -> None:
    a, b, c = map(spot_of, [(1, -2), (-3, 0), (0, 4)])
    listing = [
        Family(MOVES["green-3b"], None, [((), ("red",), (a,)), ((a,), ("red", "white"), (b, c))]),
        Family(MOVES["blue-3"], None, [((a, b), (), (c,)), ((), (), (b, c))]),
        Family(MOVES["white-1"], None, []),
    ]
    wanted = [
        preview("green-3b", [(1, -2)], ("red",)),
        preview("green-3b", [(1, -2), (-3, 0)], ("red", "white")),
        preview("green-3b", [(1, -2), (0, 4)], ("red", "white")),
        preview("blue-3", [(1, -2), (-3, 0), (0, 4)]),
        preview("blue-3", [(-3, 0)]),
        preview("blue-3", [(0, 4)]),
    ]
    assert orjson.loads(written(listing)) == wanted
    assert orjson.dumps(actions(listing)) == written(listing).encode()
    assert count(listing) == len(wanted)
