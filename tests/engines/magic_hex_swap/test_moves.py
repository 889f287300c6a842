"""What each move does, sentence by sentence: a board, an action, its result or the code of the refusal.

`does` plays a move on a board with three wild dice. Boards are drawn row by row: `q,r` of the first cell,
then a letter or a full stop for each cell.
"""

import pytest

from engines.magic_hex_swap.hexes import distance
from engines.magic_hex_swap.win import is_won
from tests.engines.magic_hex_swap.driver import does, nodes, state_of, view
from tests.engines.magic_hex_swap.reference import MOVES, Cell

# Words: distance, beside, node


@pytest.mark.parametrize(
    ("cell", "away"), [((1, 1), 2), ((2, 1), 3), ((1, -2), 2), ((0, 0), 0), ((-4, 4), 4)]
)
def test_distance_is_counted_in_axial_steps_whatever_lies_between(cell: Cell, away: int) -> None:
    assert distance((0, 0), cell) == away == distance(cell, (0, 0))


def test_a_lone_white_is_not_beside_white_and_cannot_begin_white_2b() -> None:
    assert does(nodes("0,0: W K R"), "white-2b", (0, 0), (1, 0)) == "first-not-eligible"


def test_its_neighbour_can_begin_with_it_as_partner_for_the_same_board() -> None:
    assert does(nodes("0,0: W K R"), "white-2b", (1, 0), (0, 0)) == nodes("0,0: K W R")


def test_so_white_2b_reaches_every_board_of_white_1() -> None:
    board = nodes("0,0: W K R\n0,1: B W")
    for first, partner in [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 1), (1, 0)), ((1, 1), (2, 0))]:
        swapped = does(board, "white-1", first, partner)
        assert isinstance(swapped, dict)
        assert swapped in (does(board, "white-2b", first, partner), does(board, "white-2b", partner, first))


def test_a_white_beside_a_white_can_begin_white_2b() -> None:
    assert does(nodes("0,0: W W K"), "white-2b", (1, 0), (2, 0)) == nodes("0,0: W K W")


# White


def test_white_1_swaps_a_white_node_with_one_next_to_it() -> None:
    assert does(nodes("0,0: W K"), "white-1", (0, 0), (1, 0)) == nodes("0,0: K W")


def test_white_1_begins_on_white() -> None:
    assert does(nodes("0,0: W K"), "white-1", (1, 0), (0, 0)) == "first-not-eligible"


@pytest.mark.parametrize(
    ("move", "away"), [("white-1", 2), ("white-2a", 1), ("white-2a", 3), ("white-2b", 2)]
)
def test_the_partner_of_a_swap_is_just_so_far_away(move: str, away: int) -> None:
    board = nodes("0,0: W W K R B")
    assert does(board, move, (1, 0), (1 + away, 0)) == "partner-distance"


def test_white_2a_swaps_across_a_gap() -> None:
    assert does(nodes("0,0: W . K"), "white-2a", (0, 0), (2, 0)) == nodes("0,0: K . W")


def test_white_2a_swaps_across_a_node_too() -> None:
    assert does(nodes("0,0: W R K"), "white-2a", (0, 0), (2, 0)) == nodes("0,0: K R W")


def test_white_2b_may_swap_two_nodes_of_which_none_is_white() -> None:
    assert does(nodes("0,0: W K R"), "white-2b", (1, 0), (2, 0)) == nodes("0,0: W R K")


@pytest.mark.parametrize("move", ["white-1", "white-2b"])
def test_an_empty_cell_is_no_partner(move: str) -> None:
    assert does(nodes("0,0: W W"), move, (1, 0), (2, 0)) == "target-empty"


def test_a_white_may_be_the_partner() -> None:
    assert does(nodes("0,0: W K W"), "white-2b", (1, 0), (2, 0)) == nodes("0,0: W W K")


@pytest.mark.parametrize(
    ("move", "partner"), [("white-1", (1, 0)), ("white-2a", (2, 0)), ("white-2b", (1, 0))]
)
def test_a_swap_of_two_of_the_same_colour_is_no_action(move: str, partner: Cell) -> None:
    assert does(nodes("0,0: W W W"), move, (0, 0), partner) == "no-effect"


def test_a_swap_with_itself_is_refused() -> None:
    assert does(nodes("0,0: W W"), "white-1", (0, 0), (0, 0)) == "partner-distance"


def test_white_3_swaps_twice() -> None:
    # K and W change places, then white (9,0) with what now lies on (0,0).
    board = nodes("0,0: W K . . . . . . . W")
    assert does(board, "white-3", (0, 0), (1, 0), (9, 0), (0, 0)) == nodes("0,0: W W . . . . . . . K")


@pytest.mark.parametrize(("position", "row"), [((0, 0), "0,0: R . W K"), ((2, 0), "0,0: K . R W")])
def test_white_3_names_the_position_of_the_second_swap(position: Cell, row: str) -> None:
    # First W (0,0) and K (2,0); the third, R (3,0), is beside white by then.
    assert does(nodes("0,0: W . K R"), "white-3", (0, 0), (2, 0), (3, 0), position) == nodes(row)


def test_white_3_may_begin_on_a_node_beside_white() -> None:
    board = nodes("0,0: W K R . B")
    assert does(board, "white-3", (1, 0), (2, 0), (0, 0), (1, 0)) == nodes("0,0: R W K . B")


def test_white_3_does_not_begin_on_a_node_away_from_white() -> None:
    assert does(nodes("0,0: W K R B"), "white-3", (2, 0), (3, 0), (0, 0), (2, 0)) == "first-not-eligible"


def test_the_partner_of_white_3_is_at_most_2_away() -> None:
    assert does(nodes("0,0: W K R B"), "white-3", (0, 0), (3, 0), (1, 0), (0, 0)) == "partner-distance"


def test_new_neighbours_of_a_moved_white_become_eligible_and_old_ones_stop() -> None:
    board = nodes("0,0: R W . K B")  # white moves from (1,0) to (3,0)
    swap = ((1, 0), (3, 0))
    assert does(board, "white-3", *swap, (4, 0), (1, 0)) == nodes("0,0: R B . W K")
    assert does(board, "white-3", *swap, (0, 0), (1, 0)) == "third-not-eligible"


@pytest.mark.parametrize("third", [(0, 0), (1, 0)])
def test_the_third_node_is_none_of_the_first_two(third: Cell) -> None:
    assert does(nodes("0,0: W K W"), "white-3", (0, 0), (1, 0), third, (0, 0)) == "third-in-first-swap"


def test_the_third_target_is_a_node() -> None:
    assert does(nodes("0,0: W K"), "white-3", (0, 0), (1, 0), (2, 0), (0, 0)) == "target-empty"


@pytest.mark.parametrize("position", [(2, 0), (3, 0), (5, 5)])
def test_the_fourth_target_is_a_position_of_the_first_swap(position: Cell) -> None:
    board = nodes("0,0: W K W R")
    assert does(board, "white-3", (0, 0), (1, 0), (2, 0), position) == "position-not-first-swap"


def test_white_3_may_begin_with_a_swap_that_changes_nothing() -> None:
    assert does(nodes("0,0: W W K"), "white-3", (0, 0), (1, 0), (2, 0), (0, 0)) == nodes("0,0: K W W")


@pytest.mark.parametrize("position", [(0, 0), (1, 0)])
def test_white_3_of_three_alike_is_no_action(position: Cell) -> None:
    assert does(nodes("0,0: W W W"), "white-3", (0, 0), (1, 0), (2, 0), position) == "no-effect"


@pytest.mark.parametrize("move", [move for move in MOVES if move.startswith("white")])
def test_without_a_white_there_is_no_white_action(move: str) -> None:
    seen = view(state_of(nodes("0,0: K R\n0,1: G K")))
    (told,) = [each for each in seen["moves"] if each["move"] == move]
    assert (told["results"], told["firstTargets"]) == (0, [])


# Black and red


@pytest.mark.parametrize(("move", "letter"), [("black-1", "K"), ("red-1", "R")])
def test_tier_1_needs_two_neighbours_of_its_colour(move: str, letter: str) -> None:
    assert does(nodes(f"0,0: {letter} W . W"), move, (1, 0)) == "first-not-eligible"
    assert isinstance(does(nodes(f"0,0: {letter} W {letter}"), move, (1, 0)), dict)


@pytest.mark.parametrize(("move", "letter"), [("black-2", "K"), ("red-2", "R")])
def test_tier_2_needs_one_neighbour_of_its_colour(move: str, letter: str) -> None:
    assert does(nodes(f"0,0: {letter} W W"), move, (2, 0)) == "first-not-eligible"
    assert isinstance(does(nodes(f"0,0: {letter} W"), move, (1, 0)), dict)


@pytest.mark.parametrize(
    ("move", "letter"), [("black-1", "K"), ("black-2", "K"), ("black-3", "K"), ("red-1", "R"), ("red-2", "R")]
)
def test_a_node_of_the_colour_itself_is_no_target(move: str, letter: str) -> None:
    targets = ((0, 0), (1, 0)) if move == "black-3" else ((0, 0),)
    assert does(nodes(f"-1,0: {letter} {letter} {letter}"), move, *targets) == "first-not-eligible"


@pytest.mark.parametrize(
    ("move", "letter"), [("black-1", "K"), ("black-2", "K"), ("red-1", "R"), ("red-2", "R")]
)
def test_an_empty_cell_is_neither_blackened_nor_removed(move: str, letter: str) -> None:
    assert does(nodes(f"0,0: {letter} . {letter} W"), move, (1, 0)) == "target-empty"


def test_black_turns_a_node_black() -> None:
    assert does(nodes("0,0: K W K"), "black-1", (1, 0)) == nodes("0,0: K K K")


def test_black_may_use_up_a_colour_and_win() -> None:
    after = does(nodes("0,0: K W K"), "black-1", (1, 0))
    assert isinstance(after, dict)
    assert is_won(after)


def test_the_second_node_of_black_3_needs_only_to_touch_the_first() -> None:
    assert does(nodes("0,0: K R W"), "black-3", (1, 0), (2, 0)) == nodes("0,0: K K K")
    assert does(nodes("0,0: K R . W"), "black-3", (1, 0), (3, 0)) == "chain-not-touching"


def test_the_second_node_of_black_3_is_not_black() -> None:
    assert does(nodes("0,0: K R K"), "black-3", (1, 0), (2, 0)) == "second-not-eligible"
    assert does(nodes("0,0: K R"), "black-3", (1, 0), (1, 0)) == "second-not-eligible"


def test_both_nodes_of_black_3_and_red_3_are_required() -> None:
    assert does(nodes("0,0: K R"), "black-3", (1, 0)) == "targets-count"
    assert does(nodes("0,0: R K"), "red-3", (1, 0)) == "targets-count"


def test_red_takes_a_node_away() -> None:
    assert does(nodes("0,0: R W R"), "red-1", (1, 0)) == nodes("0,0: R . R")


def test_red_may_remove_the_last_node_of_a_colour() -> None:
    after = does(nodes("0,0: R W\n0,1: R"), "red-2", (1, 0))
    assert after == nodes("0,0: R\n0,1: R")
    assert is_won(nodes("0,0: R\n0,1: R"))


def test_the_second_node_of_red_3_touches_where_the_first_was_and_needs_no_red() -> None:
    assert does(nodes("0,0: R K W"), "red-3", (1, 0), (2, 0)) == nodes("0,0: R")
    assert does(nodes("0,0: R K . W"), "red-3", (1, 0), (3, 0)) == "chain-not-touching"


def test_the_order_of_red_3_matters() -> None:
    assert does(nodes("0,0: R K W"), "red-3", (2, 0), (1, 0)) == "first-not-eligible"


def test_red_3_does_not_take_the_same_node_twice_or_a_red_one() -> None:
    assert does(nodes("0,0: R K R"), "red-3", (1, 0), (1, 0)) == "target-empty"
    assert does(nodes("0,0: R K R"), "red-3", (1, 0), (2, 0)) == "second-not-eligible"


def test_the_board_cannot_become_empty() -> None:
    # A removal needs a red neighbour, and red never removes red.
    board = nodes("0,0: R W")
    for move, targets in [("red-2", [(0, 0)]), ("red-2", [(1, 0)]), ("red-3", [(1, 0), (0, 0)])]:
        after = does(board, move, *targets)
        assert isinstance(after, str) or (0, 0) in after


# Blue


@pytest.mark.parametrize(
    ("move", "nearest", "farthest"), [("blue-1", 1, 2), ("blue-2a", 3, 4), ("blue-2b", 1, 2)]
)
def test_a_blue_move_goes_just_so_far(move: str, nearest: int, farthest: int) -> None:
    for away in range(1, 6):
        after = does(nodes("-1,0: B B"), move, (0, 0), (away, 0))
        if nearest <= away <= farthest:
            assert after == {(-1, 0): "B", (away, 0): "B"}
        else:
            assert after == "destination-distance"


def test_a_blue_move_needs_no_contact_and_may_split_its_group() -> None:
    assert does(nodes("0,0: B B"), "blue-1", (0, 0), (-2, 0)) == nodes("-2,0: B . . B")


def test_a_blue_move_goes_over_other_nodes() -> None:
    assert does(nodes("0,0: B W K R"), "blue-2a", (0, 0), (4, 0)) == nodes("1,0: W K R B")


def test_a_blue_move_lands_on_an_empty_cell() -> None:
    assert does(nodes("0,0: B W"), "blue-1", (0, 0), (1, 0)) == "destination-occupied"
    assert does(nodes("0,0: B W"), "blue-1", (0, 0), (0, 0)) == "destination-occupied"


@pytest.mark.parametrize("move", ["blue-1", "blue-2a"])
def test_blue_1_and_2a_move_a_blue_node(move: str) -> None:
    assert does(nodes("0,0: W B"), move, (0, 0), (-2, 0)) == "first-not-eligible"
    assert does(nodes("0,0: W B"), move, (5, 0), (-2, 0)) == "target-empty"


def test_blue_2b_moves_any_node_beside_blue() -> None:
    assert does(nodes("0,0: W B"), "blue-2b", (0, 0), (2, 0)) == nodes("1,0: B W")


def test_blue_2b_moves_a_blue_node_only_beside_another() -> None:
    assert does(nodes("0,0: W B"), "blue-2b", (1, 0), (2, 0)) == "first-not-eligible"
    assert does(nodes("0,0: B B"), "blue-2b", (1, 0), (1, 1)) == nodes("0,0: B\n1,1: B")


def test_blue_3_moves_a_second_node_to_where_the_first_was() -> None:
    assert does(nodes("0,0: B . . . . . B"), "blue-3", (0, 0), (4, 0), (6, 0)) == nodes("0,0: B . . . B")


def test_the_blue_that_let_the_first_node_move_may_be_the_second() -> None:
    assert does(nodes("0,0: B W"), "blue-3", (1, 0), (5, 0), (0, 0)) == nodes("1,0: B . . . W")


def test_the_moved_node_is_not_the_second() -> None:
    assert does(nodes("0,0: B B"), "blue-3", (0, 0), (-1, 0), (-1, 0)) == "second-is-moved"


def test_the_second_node_of_blue_3_may_be_beside_blue_only_by_the_first_move() -> None:
    assert does(nodes("0,0: B . . W"), "blue-3", (0, 0), (2, 0), (3, 0)) == nodes("0,0: W . B")


def test_the_second_node_of_blue_3_was_beside_blue_only_before() -> None:
    assert does(nodes("0,0: B W"), "blue-3", (0, 0), (-3, 0), (1, 0)) == "second-not-eligible"


def test_blue_3_goes_1_to_4_and_both_its_moves_are_required() -> None:
    board = nodes("0,0: B W")
    assert does(board, "blue-3", (0, 0), (5, 0), (1, 0)) == "destination-distance"
    assert does(board, "blue-3", (0, 0), (4, 0)) == "targets-count"


# Green


@pytest.mark.parametrize("move", ["green-1", "green-2b", "green-3a"])
def test_green_grows_on_empty_cells_beside_green(move: str) -> None:
    colors = ("red",) if move == "green-2b" else ()
    assert does(nodes("0,0: G W"), move, (2, 0), colors=colors) == "first-not-eligible"
    assert does(nodes("0,0: G W"), move, (1, 0), colors=colors) == "target-occupied"
    assert isinstance(does(nodes("0,0: G W"), move, (-1, 0), colors=colors), dict)


def test_green_1_adds_one_or_two() -> None:
    assert does(nodes("0,0: G"), "green-1", (1, 0)) == nodes("0,0: G G")
    assert does(nodes("0,0: G"), "green-1", (1, 0), (2, 0)) == nodes("0,0: G G G")


@pytest.mark.parametrize("mode", ["pdf", "doc"])
def test_a_later_cell_of_a_chain_touches_the_one_before_not_just_green(mode: str) -> None:
    board = nodes("0,0: G")  # (-1,0) is beside green, but not beside (1,0)
    assert does(board, "green-1", (1, 0), (-1, 0), green3=mode) == "chain-not-touching"
    assert does(board, "green-2a", (1, 0), (2, 0), (0, 1), green3=mode) == "chain-not-touching"
    pair = ("red", "blue")
    assert does(board, "green-3b", (1, 0), (-1, 0), colors=pair, green3=mode) == "chain-not-touching"
    assert isinstance(does(board, "green-3a", (1, 0), (-1, 0), green3="doc"), dict)


def test_green_2a_adds_three_or_four_in_a_chain() -> None:
    assert does(nodes("0,0: G"), "green-2a", (1, 0), (2, 0), (3, 0)) == nodes("0,0: G G G G")
    assert does(nodes("0,0: G"), "green-2a", (1, 0), (2, 0), (3, 0), (3, 1)) == nodes("0,0: G G G G\n3,1: G")
    assert does(nodes("0,0: G"), "green-2a", (1, 0), (2, 0)) == "targets-count"


def test_a_chain_does_not_use_a_cell_twice() -> None:
    assert does(nodes("0,0: G"), "green-2a", (1, 0), (2, 0), (1, 0)) == "target-occupied"


@pytest.mark.parametrize(("color", "letter"), [("white", "W"), ("black", "K"), ("red", "R"), ("blue", "B")])
def test_green_2b_adds_one_node_of_another_colour(color: str, letter: str) -> None:
    assert does(nodes("0,0: G"), "green-2b", (1, 0), colors=(color,)) == nodes(f"0,0: G {letter}")


@pytest.mark.parametrize("move", ["green-2b", "green-3b"])
def test_green_is_no_colour_to_create(move: str) -> None:
    targets = ((1, 0), (2, 0))[: 1 if move == "green-2b" else 2]
    colors = ("green",) * len(targets)
    assert does(nodes("0,0: G"), move, *targets, colors=colors) == "malformed-action"


def test_green_3b_gives_each_target_its_colour_and_the_second_need_not_touch_green() -> None:
    after = does(nodes("0,0: G"), "green-3b", (1, 0), (2, 0), colors=("red", "white"))
    assert after == nodes("0,0: G R W")


def test_both_nodes_of_green_3b_are_required() -> None:
    assert does(nodes("0,0: G"), "green-3b", (1, 0), colors=("red",)) == "targets-count"


def test_in_pdf_mode_new_greens_do_not_extend_the_group() -> None:
    assert does(nodes("0,0: G"), "green-3a", (1, 0), (2, 0)) == "no-common-group"


def test_in_doc_mode_new_greens_count_at_once() -> None:
    assert does(nodes("0,0: G"), "green-3a", (1, 0), (2, 0), green3="doc") == nodes("0,0: G G G")
    assert does(nodes("0,0: G"), "green-3a", (2, 0), (1, 0), green3="doc") == "first-not-eligible"
    assert does(nodes("0,0: G"), "green-3a", (1, 0), (3, 0), green3="doc") == "target-not-eligible"


def test_in_pdf_mode_two_groups_stay_possible_until_a_target_rules_one_out() -> None:
    board = nodes("0,0: G . G")  # (1,0) touches both, (-1,0) only the left, (3,0) only the right
    assert does(board, "green-3a", (1, 0), (-1, 0)) == nodes("-1,0: G G G G")
    assert does(board, "green-3a", (1, 0), (3, 0)) == nodes("0,0: G G G G")
    assert does(board, "green-3a", (1, 0), (-1, 0), (3, 0)) == "no-common-group"
    assert does(board, "green-3a", (-1, 0), (3, 0)) == "no-common-group"


def test_in_pdf_mode_the_order_does_not_matter() -> None:
    board = nodes("0,0: G . G")
    assert does(board, "green-3a", (-1, 0), (1, 0)) == does(board, "green-3a", (1, 0), (-1, 0))


def test_in_pdf_mode_targets_need_not_touch_each_other() -> None:
    assert does(nodes("0,0: G"), "green-3a", (1, 0), (-1, 0)) == nodes("-1,0: G G G")


@pytest.mark.parametrize("mode", ["pdf", "doc"])
def test_green_3a_adds_one_to_four_distinct_cells(mode: str) -> None:
    ring = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1))
    for number in range(1, 5):
        after = does(nodes("0,0: G"), "green-3a", *ring[:number], green3=mode)
        assert after == {(0, 0): "G", **dict.fromkeys(ring[:number], "G")}
    assert does(nodes("0,0: G"), "green-3a", *ring, green3=mode) == "targets-count"
    assert does(nodes("0,0: G"), "green-3a", green3=mode) == "targets-count"
    assert does(nodes("0,0: G"), "green-3a", (1, 0), (1, 0), green3=mode) == "target-occupied"


def test_greens_inside_the_opening_have_no_action() -> None:
    ring = nodes("0,-1: W K\n-1,0: R G B\n-1,1: W K")
    seen = view(state_of(ring))
    green = [move for move in seen["moves"] if move["move"].startswith("green")]
    assert len(green) == 5
    assert all(move["results"] == 0 for move in green)


# Common to all


def test_a_board_won_on_the_way_does_not_count() -> None:
    # After the first swap white and black lie in pairs; the second swap parts them again.
    board = nodes("0,0: W K W K")
    between = does(board, "white-1", (2, 0), (1, 0))
    assert between == nodes("0,0: W W K K")
    assert isinstance(between, dict)
    assert is_won(between)
    after = does(board, "white-3", (2, 0), (1, 0), (0, 0), (2, 0))
    assert isinstance(after, dict)
    assert not is_won(after)


@pytest.mark.parametrize(
    ("move", "targets"),
    [
        ("white-1", [(0, 0), (4, 0)]),
        ("white-3", [(0, 0), (1, 0), (0, 1), (4, 0)]),
        ("black-3", [(0, 0), (4, 0)]),
        ("red-3", [(1, 0), (4, 0)]),
        ("blue-3", [(3, 0), (5, 0), (5, 0)]),
        ("green-1", [(5, 0), (-1, 0)]),
        ("green-2a", [(5, 0), (6, 0), (8, 0)]),
        ("green-3a", [(5, 0), (-1, 0)]),
    ],
)
def test_an_action_refused_at_its_last_target_does_nothing_of_the_others(
    move: str, targets: list[Cell]
) -> None:
    board = nodes("0,0: W K R B G\n0,1: W K R B G")
    kept = dict(board)
    assert isinstance(does(board, move, *targets), str)
    assert board == kept


def test_no_edge_boards_far_from_the_origin_play_alike() -> None:
    near, far = nodes("0,0: W K"), nodes("5000,-7000: W K")
    assert isinstance(does(near, "white-1", (0, 0), (1, 0)), dict)
    assert does(far, "white-1", (5000, -7000), (5001, -7000)) == nodes("5000,-7000: K W")


def test_the_server_holds_cells_within_9999() -> None:
    board = nodes("9999,0: B")
    assert does(board, "blue-1", (9999, 0), (10000, 0)) == "out-of-range"
    assert does(board, "blue-1", (9999, 0), (9998, 0)) == nodes("9998,0: B")
