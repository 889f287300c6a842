"""Cordwright's geometry and deals: what crosses, where sockets are, what every seed is dealt."""

from collections import Counter
from itertools import combinations, permutations
from math import dist
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cordwright.frames import (
    LAYOUTS,
    Deal,
    Layout,
    crossings,
    deal,
    is_tangled,
    layout_of,
    segments_cross,
)
from tests.engines.cordwright.reference import (
    Point,
    crosses,
    crossings_of,
    exchanged,
    is_connected,
    is_planar,
    planar_placement,
    size_of,
)

SEEDS = range(1000)
FRAMES = range(1, 13)
FAR = (2**53 - 1, 10**9)
"""The largest seed, and a frame far out."""


@pytest.fixture(scope="module")
def deals() -> dict[int, list[Deal]]:
    """Frame to its deals of seeds 0 ... 999."""
    return {frame: [deal(seed, frame) for seed in SEEDS] for frame in FRAMES}


# What a crossing is: two edges, in either order, that have no charm in common and whose straight segments
# share exactly one point, an end of neither.


CROSSING = {
    "at right angles": ((0, 0), (4, 4), (0, 4), (4, 0)),
    "off the lattice: at (12/7, 8/7)": ((0, 0), (3, 2), (0, 4), (3, -1)),
    "just inside one end": ((0, 0), (100, 0), (99, 1), (99, -99)),
    "flat against each other": ((0, 0), (100, 1), (0, 1), (100, 0)),
    "upright": ((5, 0), (5, 9), (0, 1), (9, 8)),
}
NOT_CROSSING = {
    "apart": ((0, 0), (1, 1), (3, 0), (4, 5)),
    "parallel": ((0, 0), (4, 0), (0, 1), (4, 1)),
    "lines meet beyond one end": ((0, 0), (1, 1), (0, 4), (4, 0)),
    "lines meet beyond both ends": ((0, 0), (1, 1), (0, 9), (1, 7)),
    "shared end": ((0, 0), (4, 4), (4, 4), (8, 0)),
    "shared end, folded back on one line": ((0, 0), (4, 4), (4, 4), (2, 2)),
    "an end touches the inside": ((0, 0), (4, 0), (2, 0), (2, 5)),
    "an end touches the inside, aslant": ((0, 0), (4, 4), (2, 2), (9, 0)),
    "one line, apart": ((0, 0), (2, 2), (3, 3), (5, 5)),
    "one line, overlapping": ((0, 0), (3, 3), (2, 2), (5, 5)),
    "one line, one inside the other": ((0, 0), (9, 0), (3, 0), (6, 0)),
    "one line, end to end": ((0, 0), (2, 0), (2, 0), (5, 0)),
    "the same segment": ((0, 0), (3, 1), (0, 0), (3, 1)),
}


def _ways(p: Point, q: Point, r: Point, s: Point) -> set[bool]:
    """Return the answers for all eight ways to write two segments."""
    ways = [(*one, *other) for one in permutations((p, q)) for other in permutations((r, s))]
    return {segments_cross(*way) for way in ways} | {segments_cross(*way[2:], *way[:2]) for way in ways}


@pytest.mark.parametrize("points", CROSSING.values(), ids=CROSSING)
def test_segments_that_intersect_strictly_inside_both_cross(
    points: tuple[Point, Point, Point, Point],
) -> None:
    assert _ways(*points) == {True}
    assert crosses(*points)


@pytest.mark.parametrize("points", NOT_CROSSING.values(), ids=NOT_CROSSING)
def test_shared_ends_endpoint_contact_and_collinearity_do_not_count(
    points: tuple[Point, Point, Point, Point],
) -> None:
    assert _ways(*points) == {False}
    assert not crosses(*points)


SMALL = st.tuples(
    st.integers(0, 6), st.integers(0, 6)
)  # small, so that touching and lying in line come up often
ANY = st.tuples(st.integers(0, 100), st.integers(0, 100))


@given(st.tuples(SMALL, SMALL, SMALL, SMALL) | st.tuples(ANY, ANY, ANY, ANY))
def test_segments_cross_where_fractions_say_so(points: tuple[Point, Point, Point, Point]) -> None:
    p, q, r, s = points
    if p != q and r != s:
        assert _ways(*points) == {crosses(*points)}


def test_several_edges_through_one_point_produce_several_crossing_pairs() -> None:
    # A hexagon about (6, 6): its three long diagonals all run through the centre, 3 pairs of 3.
    hexagon = ((0, 6), (3, 0), (9, 0), (12, 6), (9, 12), (3, 12))
    diagonals = [(0, 3), (1, 4), (2, 5)]
    assert crossings(layout_of(hexagon), diagonals, range(6)) == [
        ((0, 3), (1, 4)),
        ((0, 3), (2, 5)),
        ((1, 4), (2, 5)),
    ]


def test_edges_that_share_a_charm_never_cross() -> None:
    star = [(0, charm) for charm in range(1, 9)]
    for occupancy in (range(9), (4, 7, 0, 2, 8, 1, 6, 3, 5)):
        assert crossings(LAYOUTS[9], star, occupancy) == []
        assert not is_tangled(LAYOUTS[9], star, occupancy)


def test_three_sockets_in_a_line_cross_only_what_passes_between_them() -> None:
    # Sockets 0, 1, 2 on the line y = 2; 3 above and 4 below x = 1; 5 below socket 1.
    layout = layout_of(((0, 2), (2, 2), (4, 2), (1, 0), (1, 4), (2, 4)))
    assert crossings(layout, [(0, 1), (3, 4)], range(6)) == [((0, 1), (3, 4))]
    assert crossings(layout, [(0, 2), (3, 4)], range(6)) == [((0, 2), (3, 4))]
    assert crossings(layout, [(0, 2), (1, 5)], range(6)) == []  # the cord ends on the other one
    assert crossings(layout, [(0, 2), (1, 2)], range(6)) == []  # along it, with a charm in common
    assert crossings(layout, [(0, 1), (1, 2)], range(6)) == []
    assert crossings(layout, [(1, 2), (3, 4)], range(6)) == []  # beside it


@st.composite
def placements(draw: st.DrawFn) -> tuple[Layout, list[tuple[int, int]], tuple[int, ...]]:
    size = draw(st.integers(4, 9))
    points = draw(st.lists(SMALL, min_size=size, max_size=size, unique=True))
    edges = draw(st.sets(st.sampled_from([*combinations(range(size), 2)]), min_size=1, max_size=12))
    return layout_of(points), sorted(edges), tuple(draw(st.permutations(range(size))))


@given(placements())
def test_crossings_are_exact_on_any_sockets(
    placement: tuple[Layout, list[tuple[int, int]], tuple[int, ...]],
) -> None:
    layout, edges, occupancy = placement
    expected = crossings_of(layout.points, occupancy, edges)
    assert [[[*one], [*other]] for one, other in crossings(layout, edges, occupancy)] == expected
    assert is_tangled(layout, edges, occupancy) == bool(expected)


# Sockets are fixed integer coordinate locations


@pytest.mark.parametrize("size", [6, 8, 9])
def test_sockets_are_distinct_integer_places_of_0_to_100_no_three_in_a_line(size: int) -> None:
    points = LAYOUTS[size].points
    assert len(set(points)) == size
    assert all(type(place) is int and 0 <= place <= 100 for point in points for place in point)
    for p, q, r in combinations(points, 3):
        double_area = abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
        assert double_area / max(dist(p, q), dist(q, r), dist(p, r)) >= 8, (p, q, r)


@pytest.mark.parametrize("size", [6, 8, 9])
def test_a_layout_knows_for_all_lines_between_sockets_which_cross(size: int) -> None:
    layout = LAYOUTS[size]
    assert [*layout.pairs] == [(a, b) for a in range(size) for b in range(a + 1, size)]
    for one, other in combinations(layout.pairs, 2):
        bit, mask = layout.spans[one[0]][one[1]]
        other_bit, other_mask = layout.spans[other[0]][other[1]]
        expected = crosses(*(layout.points[socket] for socket in (*one, *other)))
        assert (bool(mask & other_bit), bool(other_mask & bit)) == (expected, expected)
        assert layout.spans[one[1]][one[0]] == (bit, mask)


# Next generates a tangled board


def test_every_frame_has_its_sockets_and_its_range_of_cords(deals: dict[int, list[Deal]]) -> None:
    for frame in FRAMES:
        sockets, cords = size_of(frame)
        assert all(dealt.layout is LAYOUTS[sockets] for dealt in deals[frame])
        assert {len(dealt.edges) for dealt in deals[frame]} == {*cords}  # each count of the range occurs


def test_every_count_of_a_range_is_about_as_likely(deals: dict[int, list[Deal]]) -> None:
    for frame in FRAMES:
        counts = Counter(len(dealt.edges) for dealt in deals[frame])
        assert min(counts.values()) > 0.8 * len(SEEDS) / len(size_of(frame)[1])


def test_edges_are_normalized_and_the_graph_is_connected_and_simple(deals: dict[int, list[Deal]]) -> None:
    for frame in FRAMES:
        charms = size_of(frame)[0]
        for dealt in deals[frame]:
            assert all(0 <= a < b < charms for a, b in dealt.edges)
            assert [*dealt.edges] == sorted(set(dealt.edges))
            assert is_connected(charms, dealt.edges)


def test_all_sockets_are_occupied(deals: dict[int, list[Deal]]) -> None:
    for frame in FRAMES:
        charms = [*range(size_of(frame)[0])]
        assert all(sorted(dealt.occupancy) == charms for dealt in deals[frame])


def test_a_frame_is_always_initially_tangled(deals: dict[int, list[Deal]]) -> None:
    for frame in FRAMES:
        for dealt in deals[frame]:
            assert not is_planar(dealt.layout.points, dealt.occupancy, dealt.edges)


def test_frame_1_is_a_one_swap_lesson() -> None:
    for seed in range(300):
        dealt = deal(seed, 1)
        clearing = [
            (a, b)
            for a, b in combinations(range(6), 2)
            if is_planar(dealt.layout.points, exchanged(dealt.occupancy, a, b), dealt.edges)
        ]
        assert clearing, seed


@pytest.mark.parametrize("frame", [2, 3, 4, 5, 6, 7, 8, 100])
def test_every_frame_can_be_cleared(frame: int) -> None:
    for seed in range(20):
        dealt = deal(seed, frame)
        found = planar_placement(dealt.layout.points, dealt.edges)
        assert found is not None
        assert sorted(found) == sorted(dealt.occupancy)
        assert is_planar(dealt.layout.points, found, dealt.edges)


def test_no_two_of_a_thousand_seeds_are_dealt_the_same_board(deals: dict[int, list[Deal]]) -> None:
    # Seeds 0 ... 999 of frames 1 ... 12, no more: frame 1 has fewer than 720 * 1296 boards (occupancies and
    # trees of six charms), so over all seeds it must repeat.
    for frame in FRAMES:
        boards = {(dealt.occupancy, dealt.edges) for dealt in deals[frame]}
        assert len(boards) == len(SEEDS), frame


def test_from_frame_7_the_median_deal_has_4_crossings_or_more(deals: dict[int, list[Deal]]) -> None:
    for frame in range(7, 13):
        counts = [len(crossings(dealt.layout, dealt.edges, dealt.occupancy)) for dealt in deals[frame]]
        assert 4 <= median(counts) <= 20
        assert max(counts) <= 30  # what a person can still look through


def test_frames_get_harder_on_the_way_to_the_plateau(deals: dict[int, list[Deal]]) -> None:
    def mean(frame: int) -> float:
        return sum(len(crossings(d.layout, d.edges, d.occupancy)) for d in deals[frame]) / len(SEEDS)

    assert mean(1) < mean(2) < mean(4) < mean(7)


def test_a_frame_is_a_function_of_seed_and_frame_alone() -> None:
    fresh = [deal.__wrapped__(seed, frame) for seed in (0, 7, FAR[0]) for frame in (12, 3, 7, 1)]
    assert fresh == [deal(seed, frame) for seed in (0, 7, FAR[0]) for frame in (12, 3, 7, 1)]


def test_frames_of_one_seed_differ(deals: dict[int, list[Deal]]) -> None:
    for same_size in ([2, 3], [4, 5, 6], [*range(7, 13)]):
        for one, other in combinations(same_size, 2):
            assert sum(a == b for a, b in zip(deals[one], deals[other], strict=True)) == 0


def test_the_largest_seed_and_a_far_frame_are_dealt_like_any_other() -> None:
    seed, frame = FAR
    dealt = deal(seed, frame)
    assert dealt.layout is LAYOUTS[9]
    assert len(dealt.edges) in range(10, 13)
    assert not is_planar(dealt.layout.points, dealt.occupancy, dealt.edges)
    assert deal(seed, frame + 1) != dealt
