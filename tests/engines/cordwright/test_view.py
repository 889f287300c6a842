"""What a Cordwright player sees: the fields of `contract/gameboard.md`, the text lines, the size."""

import json
import re
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.cordwright import ENGINE
from engines.cordwright.model import State
from tests.engines.cordwright.driver import START, at_frame, far_frame, play, view
from tests.engines.cordwright.reference import BANK, NEXT, SKIP, clearing_swaps, crossings_of

FIELDS = [
    "board",
    "phase",
    "endReason",
    "frame",
    "sockets",
    "charms",
    "occupancy",
    "edges",
    "crossings",
    "crossingCount",
    "swaps",
    "turn",
    "score",
    "clearedFrames",
    "skippedFrames",
    "lastFramePoints",
    "nextClearPoints",
]
CLEAR = next(clearing_swaps(view(START), 1))
STATES = {
    "playing": START,
    "eight sockets": at_frame(4),
    "nine sockets": at_frame(7),
    "cleared": play(CLEAR),
    "skipped": play([SKIP]),
    "ended": play([*CLEAR, BANK]),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_an_observation_has_exactly_the_published_fields(state: State) -> None:
    seen = view(state)
    assert list(seen) == FIELDS
    assert all(list(socket) == ["id", "number", "x", "y"] for socket in seen["sockets"])
    assert all(list(charm) == ["id", "letter", "socket"] for charm in seen["charms"])


def test_the_spec_explains_every_field_in_the_order_they_are_sent() -> None:
    assert list(ENGINE.spec.observation) == FIELDS


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_an_observation_is_json_without_floats(state: State) -> None:
    seen = view(state)
    assert json.loads(json.dumps(seen), parse_float=pytest.fail) == seen


def test_an_observation_shares_nothing_with_the_next_one() -> None:
    seen = view(START)
    for part in ("board", "sockets", "charms", "occupancy", "edges", "crossings"):
        seen[part].clear()
    assert view(START)["sockets"]
    assert view(START) == view(ENGINE.initial(7, {}))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**53 - 1), st.integers(1, 12), st.data())
def test_observations_include_exact_crossing_edge_pairs(seed: int, frame: int, data: st.DataObject) -> None:
    state = far_frame(frame, seed)
    placement = tuple(data.draw(st.permutations(state.occupancy)))
    seen = view(replace(state, occupancy=placement))
    points = [(socket["x"], socket["y"]) for socket in seen["sockets"]]
    assert seen["crossings"] == crossings_of(points, placement, seen["edges"])
    assert seen["crossings"] == sorted(seen["crossings"])
    assert all(a < b and c < d and [a, b] < [c, d] for (a, b), (c, d) in seen["crossings"])
    assert seen["crossingCount"] == len(seen["crossings"])


# The text lines

SOCKET_LINE = re.compile(r"socket (\d) \(id (\d)\) at x (\d+), y (\d+): charm ([A-I]), cords to ([A-I ]+)")
SQUARE = """\
y\\x  0         25        50        75        100
  0                                {1}2
 10  {0}1
 20
 30
 40
 50                        {5}6                {2}3
 60
 70
 80
 90  {4}5
100                                {3}4"""


def test_the_plot_has_two_columns_for_five_of_x_and_a_row_for_ten_of_y() -> None:
    # Sockets 1 to 6 at (0,10) (75,0) (100,50) (75,100) (0,90) (55,50): columns 0, 30, 40, 30, 0, 22.
    places = [(socket["x"], socket["y"]) for socket in view(START)["sockets"]]
    assert places == [(0, 10), (75, 0), (100, 50), (75, 100), (0, 90), (55, 50)]
    letters = ["ABCDEF"[charm] for charm in START.occupancy]
    assert view(START)["board"][:12] == SQUARE.format(*letters).split("\n")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**53 - 1), st.integers(1, 12), st.data())
def test_the_text_lines_tell_what_the_fields_tell(seed: int, frame: int, data: st.DataObject) -> None:
    state = far_frame(frame, seed)
    seen = view(replace(state, occupancy=tuple(data.draw(st.permutations(state.occupancy)))))
    letters = "ABCDEFGHI"
    plot, sockets, crossings = seen["board"][:12], seen["board"][12:-1], seen["board"][-1]
    assert len(sockets) == len(seen["sockets"])
    edges = set()
    for line, socket, charm in zip(sockets, seen["sockets"], seen["occupancy"], strict=True):
        match = SOCKET_LINE.fullmatch(line)
        assert match, line
        number, identity, x, y = map(int, match.groups()[:4])
        assert (number, identity, x, y) == (socket["number"], socket["id"], socket["x"], socket["y"])
        assert match[5] == letters[charm]
        edges |= {tuple(sorted((charm, letters.index(other)))) for other in match[6].split()}
        row = plot[1 + y // 10]
        assert row[5 + x * 2 // 5 :][:2] == f"{letters[charm]}{number}"
    assert sorted(edges) == [(a, b) for a, b in seen["edges"]]
    assert sum(len(re.findall("[A-I][1-9]", row)) for row in plot) == len(sockets)
    count, _, pairs = crossings.partition(":")
    written = [
        f"{''.join(letters[c] for c in one)} x {''.join(letters[c] for c in other)}"
        for one, other in seen["crossings"]
    ]
    assert count == f"{len(written)} crossing" + ("" if len(written) == 1 else "s")
    assert pairs.strip() == ", ".join(written)


def test_a_cleared_board_says_so() -> None:
    assert view(play(CLEAR))["board"][-1] == "0 crossings"


def test_the_legend_explains_every_mark_of_the_board() -> None:
    assert [*ENGINE.spec.legend] == ["A ... I", "1 ... 9", "x", "y", "AB"]


# nextClearPoints: what a clear by the next swap would pay


def test_next_clear_points_is_what_the_next_clear_pays() -> None:
    assert view(START)["nextClearPoints"] == 390
    assert view(play(CLEAR))["lastFramePoints"] == 390
    assert [view(replace(START, swaps=swaps))["nextClearPoints"] for swaps in (1, 3, 8, 9, 10, 99)] == [
        380,  # 200 + 100 + 80
        360,
        310,
        300,
        300,
        300,
    ]


def test_next_clear_points_is_0_while_no_swap_is_possible() -> None:
    assert [view(state)["nextClearPoints"] for state in (play(CLEAR), play([SKIP]), play([BANK]))] == [
        0,
        0,
        0,
    ]
    assert view(play([SKIP, NEXT]))["nextClearPoints"] > 0


def test_an_observation_stays_small() -> None:
    # 5 kB of compact JSON; the reply adds 38 legal actions and the token and must stay within 7 kB.
    sizes = []
    for seed in range(200):
        state = replace(far_frame(7, seed), swaps=10**6, turn=10**7, score=10**9, cleared_frames=10**6)
        for a, b in combinations(range(9), 2):
            charms = list(state.occupancy)
            charms[a], charms[b] = charms[b], charms[a]
            seen = ENGINE.observe(replace(state, occupancy=tuple(charms)))
            sizes.append(len(json.dumps(seen, separators=(",", ":"))))
    assert max(sizes) <= 5_000
