"""What is offered: the 64-board rule, previews, and that the lists alone lead to every possible board."""

import random
from itertools import combinations
from typing import cast

import pytest

from engines.contract import Step
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.boards import MOST_WORK
from engines.magic_hex_swap.deal import deal
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.ground import cell_of, ground
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import MOVES, Act, Preview, State
from engines.magic_hex_swap.search import outlook, twigs
from engines.refusal import Refusal
from tests.engines.magic_hex_swap import reference
from tests.engines.magic_hex_swap.driver import (
    RESTART,
    START,
    UNDO,
    WILDS,
    Json,
    act,
    actions_of,
    board,
    chosen,
    glimpse,
    nodes,
    offered,
    pass_turn,
    play,
    preview,
    refused,
    sequences_of,
    state_of,
    step,
    triples,
    view,
    written,
)
from tests.engines.magic_hex_swap.reference import COLORED, COUNTS, TIERS, Cell, Nodes, has_won, sequences
from tests.engines.magic_hex_swap.test_search import small_board

PASS: Json = {"type": "pass"}


def results(start: Nodes, faces: tuple[str, ...], green3: str) -> set[frozenset[tuple[Cell, str]]]:
    """Return every board that the dice can bring about, by the plain menu."""
    boards: set[frozenset[tuple[Cell, str]]] = set()
    for move, tier in TIERS.items():
        if sum(face in (move.split("-")[0], "wild") for face in faces) >= tier:
            boards |= {frozenset(after.items()) for _, _, after in sequences(start, move, green3)}
    return boards


def reached(state: State) -> tuple[set[frozenset[tuple[Cell, str]]], int]:
    """Return every board that offered acts lead to, and how many previews were asked on the way."""
    at = position(state)
    boards: list[frozenset[tuple[Cell, str]]] = []
    waiting = [*ENGINE.legal_actions(state)]
    previews = 0
    while waiting:
        action = waiting.pop()
        if isinstance(action, Act):
            after = resolve(at.board, dice(at), at.green3, action)
            assert not isinstance(after, Refusal), action
            boards.append(frozenset(after.items()))
        elif isinstance(action, Preview):
            done = ENGINE.apply(state, action)
            assert isinstance(done, Step)
            assert done.state is state
            assert done.glimpse is not None
            waiting += done.glimpse().legal_actions
            previews += 1
    return set(boards), previews


@pytest.mark.parametrize("part", range(4))
def test_the_lists_alone_lead_to_exactly_the_possible_boards_of_small_positions(part: int) -> None:
    source = random.Random(100 + part)
    wide = 0
    for number in range(11):
        start = small_board(source)
        while has_won(start):
            start = small_board(source)
        faces = WILDS if number % 2 else tuple(source.choices(["white", "red", "blue", "green", "wild"], k=3))
        green3 = source.choice(["pdf", "doc"])
        boards, previews = reached(state_of(start, faces, green3))
        assert boards == results(start, faces, green3), (start, faces, green3)
        wide += previews > 0
    assert wide > 1


@pytest.mark.parametrize(
    ("seed", "faces", "green3"),
    [
        (1, ("blue", "blue", "wild"), "pdf"),
        (2, ("white", "wild", "white"), "pdf"),
        (3, ("green", "green", "green"), "doc"),
        (4, ("green", "wild", "blue"), "pdf"),
        (5, ("black", "red", "wild"), "pdf"),
        (6, ("wild", "green", "green"), "pdf"),
        (815, ("red", "wild", "wild"), "pdf"),
    ],
)
def test_the_lists_alone_lead_to_exactly_the_possible_boards_of_openings(
    seed: int, faces: tuple[str, ...], green3: str
) -> None:
    start = dict(deal(seed))
    boards, previews = reached(state_of(start, faces, green3))
    assert boards == results(start, faces, green3)
    assert (previews > 0) is (faces != ("black", "red", "wild"))


# The 64-board rule


def test_a_move_is_listed_with_one_act_a_board_up_to_64_boards_and_opened_by_a_preview_beyond() -> None:
    for seed in range(40):
        state = ENGINE.initial(seed, {})
        start = board(state)
        faces = view(state)["dice"]
        listed = offered(state)
        told = {move["move"]: move for move in view(state)["moves"]}
        payable = [
            move
            for move, tier in TIERS.items()
            if sum(face in (move.split("-")[0], "wild") for face in faces) >= tier
        ]
        assert [*told] == payable
        widths = {move: plain_width(start, move) for move in payable}
        long = sum(width for width in widths.values() if width <= 64) > 210
        for move, width in widths.items():
            mine = [action for action in listed if action.get("move") == move]
            assert told[move]["results"] == (width if width <= 64 else None)
            if width > 64:
                assert mine == [preview(move)]
            elif not long:
                assert all(action["type"] == "act" for action in mine)
                assert len(mine) == width


def plain_width(start: Nodes, move: str) -> int:
    """Return how many boards a move of an opening has by the plain menu; thousands are not counted."""
    if move in ("white-3", "blue-3"):
        return 100
    return len({frozenset(after.items()) for _, _, after in sequences(start, move, "pdf")})


@pytest.mark.parametrize(("seed", "acts", "is_long"), [(25, 209, False), (103, 210, False), (469, 211, True)])
def test_210_acts_are_listed_and_211_are_not(seed: int, acts: int, is_long: bool) -> None:
    state = ENGINE.initial(seed, {})
    width = {move["move"]: move["results"] or 0 for move in view(state)["moves"]}
    assert sum(width.values()) == acts
    listed = sum(each["type"] == "act" for each in offered(state))
    assert listed < acts if is_long else listed == acts


@pytest.mark.parametrize("green3", ["pdf", "doc"])
@pytest.mark.parametrize("seed", [7, 1586, 23])
def test_the_widest_moves_of_a_long_list_are_opened_by_previews_until_210_acts_are_left(
    seed: int, green3: str
) -> None:
    state = state_of(dict(deal(seed)), WILDS, green3)
    told = {move["move"]: move["results"] for move in view(state)["moves"]}
    width = {move: count for move, count in told.items() if count is not None}
    assert sum(width.values()) > 210
    opened = {action["move"] for action in offered(state) if action["type"] == "preview"}
    listed = width.keys() - opened
    assert sum(width[move] for move in listed) <= 210
    wider = width.keys() & opened
    assert max(width[move] for move in listed) < min(width[move] for move in wider)
    # Not one move more was opened than it takes, but for those just as wide.
    narrowest = min(width[move] for move in wider)
    assert sum(count for count in width.values() if count <= narrowest) > 210
    for move in wider:
        acts = [each for each in written(glimpse(state, move).legal_actions) if each["type"] == "act"]
        assert len(acts) == width[move]


def ring_of_empty_cells(number: int) -> Nodes:
    """Return greens in a row around which 2 number + 4 cells are empty."""
    return {(q, 0): "G" for q in range(number)}


@pytest.mark.parametrize(("row", "boards"), [(6, 64), (7, 72)])
def test_64_boards_are_listed_and_65_are_not(row: int, boards: int) -> None:
    # Around a row of n greens lie 2n + 4 cells, and green-2b gives each 4 colours: 64 boards for six of them.
    state = state_of({**ring_of_empty_cells(row), (50, 0): "K"}, ("green", "wild", "black"))
    mine = [action for action in offered(state) if action.get("move") == "green-2b"]
    assert len(mine) == (boards if boards <= 64 else 1)
    assert mine[0]["type"] == ("act" if boards <= 64 else "preview")


def test_an_offered_act_is_paid_with_its_own_colour_first_then_wild_and_saves_nothing() -> None:
    start = nodes("0,0: W K R K W R")
    for faces, spent in [
        (("wild", "red", "white"), [2]),
        (("wild", "white", "white"), [1]),
        (("wild", "red", "wild"), [0]),
    ]:
        acts = [each for each in offered(state_of(start, faces)) if each.get("move") == "white-1"]
        assert acts
        assert all(
            each["dice"] == spent and each.keys() == {"type", "move", "dice", "targets"} for each in acts
        )
    for faces, spent in [(("wild", "wild", "white"), [0, 2]), (("white", "wild", "wild"), [0, 1])]:
        acts = [each for each in offered(state_of(start, faces)) if each.get("move") == "white-2a"]
        assert acts
        assert all(each["dice"] == spent for each in acts)


@pytest.mark.parametrize(
    "faces", [("wild", "green", "blue"), ("wild",) * 3, ("red", "red", "red"), ("white", "black", "wild")]
)
def test_dice_choices_are_all_sets_of_dice_that_pay(faces: tuple[str, ...]) -> None:
    for move in view(state_of(board(START), faces))["moves"]:
        wanted = [
            [*dice]
            for dice in combinations(range(3), TIERS[move["move"]])
            if all(faces[die] in (move["move"].split("-")[0], "wild") for die in dice)
        ]
        assert move["diceChoices"] == wanted


def test_moves_stand_in_the_order_of_the_menu_and_pass_undo_restart_close_the_list() -> None:
    state = state_of(board(START))
    names = [action.get("move") for action in offered(state)]
    order = [*dict.fromkeys(name for name in names if name)]
    assert order == [move for move in reference.MOVES if move in order]
    assert offered(state)[-2:] == [PASS, RESTART]
    assert offered(play([pass_turn()]))[-3:] == [PASS, UNDO, RESTART]


def test_a_move_without_a_legal_action_is_not_listed_but_told_of() -> None:
    state = state_of(nodes("0,0: W K"), ("red", "black", "blue"))
    assert offered(state) == [PASS, RESTART] or all(a.get("move") != "red-1" for a in offered(state))
    assert {"move": "red-1", "diceChoices": [[0]], "results": 0, "firstTargets": []} in view(state)["moves"]


def test_other_spellings_of_an_offered_act_are_accepted() -> None:
    state = state_of(nodes("0,0: W W K . K"))
    for spent in ([0, 1], [2, 0], [1, 2]):
        assert isinstance(step(state, act("white-2a", spent, [[0, 0], [2, 0]])), Step)
    swapped = [
        step(state, act("white-2b", [0, 1], each)).state for each in ([[1, 0], [2, 0]], [[2, 0], [1, 0]])
    ]
    assert board(swapped[0]) == board(swapped[1])


# Previews


def test_a_preview_changes_nothing_and_shows_the_draft() -> None:
    state = state_of(nodes("-1,0: R W . K R"))
    shown = glimpse(state, "white-3", [(0, 0), (2, 0)])
    draft = shown.observation["preview"]
    assert shown.observation.keys() == {"preview"}
    assert [*draft] == [
        *(
            "move",
            "targets",
            "colors",
            "next",
            "needsColor",
            "complete",
            "wonIfApplied",
            "nodes",
            "text",
            "groups",
        )
    ]
    assert (draft["move"], draft["targets"], draft["colors"]) == ("white-3", [[0, 0], [2, 0]], [])
    assert draft["next"] == [[3, 0]]
    assert (draft["needsColor"], draft["complete"], draft["wonIfApplied"]) == (False, False, False)
    assert draft["nodes"] == [[-1, 0, "R"], [0, 0, "K"], [2, 0, "W"], [3, 0, "R"]]
    assert draft["text"] == ["r=  0 q= -2..  . R K . W R ."]
    after = view(state_of(nodes("-1,0: R K . W R")))
    assert (draft["nodes"], draft["text"], draft["groups"]) == (
        after["nodes"],
        after["board"],
        after["groups"],
    )
    assert "preview" not in view(state)
    assert ENGINE.legal_actions(state) == ENGINE.legal_actions(state)


def test_the_lists_of_previews_close_with_pass_undo_and_restart() -> None:
    state = play([pass_turn(0)])
    assert written(glimpse(state, "white-1").legal_actions)[-3:] == [PASS, UNDO, RESTART]
    assert written(glimpse(START, "white-1").legal_actions)[-2:] == [PASS, RESTART]


def test_below_64_boards_a_preview_lists_acts_else_one_preview_for_each_next_target() -> None:
    state = state_of(dict(deal(7)))
    opened = written(glimpse(state, "blue-3").legal_actions)[:-2]
    firsts = glimpse(state, "blue-3").observation["preview"]["next"]
    assert opened == [preview("blue-3", [first]) for first in firsts]
    below = written(glimpse(state, "blue-3", [firsts[0]]).legal_actions)[:-2]
    assert all(each["type"] == "preview" and each["targets"][0] == firsts[0] for each in below)
    last = written(glimpse(state, "blue-3", below[0]["targets"]).legal_actions)[:-2]
    assert last
    assert all(each["type"] == "act" and each["targets"][:2] == below[0]["targets"] for each in last)


def test_a_wide_preview_of_a_created_node_comes_with_each_colour() -> None:
    state = state_of({**ring_of_empty_cells(7), (50, 0): "K"}, ("green", "wild", "black"))
    shown = glimpse(state, "green-2b")
    assert shown.observation["preview"]["needsColor"]
    cells = shown.observation["preview"]["next"]
    assert written(shown.legal_actions)[:-2] == [
        preview("green-2b", [cell], (color,)) for cell in cells for color in ("white", "black", "red", "blue")
    ]
    full = glimpse(state, "green-2b", cells[:1], ("red",))
    assert not full.observation["preview"]["needsColor"]
    assert full.observation["preview"]["colors"] == ["red"]


def test_a_complete_prefix_may_be_played_or_go_on() -> None:
    state = state_of({**ring_of_empty_cells(12), (50, 0): "K"})
    shown = glimpse(state, "green-3a", [(-1, 0)])
    draft = shown.observation["preview"]
    assert draft["complete"]
    assert draft["next"]
    listed = written(shown.legal_actions)[:-2]
    assert listed[-1] == act("green-3a", [0, 1, 2], [(-1, 0)])
    assert listed[:-1] == [preview("green-3a", [(-1, 0), cell]) for cell in draft["next"]]


def test_a_full_preview_offers_its_act_alone() -> None:
    state = state_of(nodes("0,0: R W\n0,1: R"))
    shown = glimpse(state, "red-2", [(1, 0)])
    draft = shown.observation["preview"]
    assert (draft["complete"], draft["wonIfApplied"], draft["next"]) == (True, True, [])
    assert written(shown.legal_actions) == [act("red-2", [0, 1], [(1, 0)]), PASS, RESTART]


def test_won_if_applied_waits_for_the_whole_action() -> None:
    state = state_of(nodes("0,0: W K W K"))  # one swap wins, but white-3 asks for a second
    draft = glimpse(state, "white-3", [(2, 0), (1, 0)]).observation["preview"]
    assert has_won(triples(draft["nodes"]))
    assert (draft["complete"], draft["wonIfApplied"]) == (False, False)


@pytest.mark.parametrize("part", range(4))
def test_next_is_exactly_what_leads_to_a_whole_action(part: int) -> None:
    source = random.Random(200 + part)
    seen = 0
    for _ in range(6):
        start = small_board(source)
        if has_won(start):
            continue
        green3 = "doc" if part == 3 else "pdf"
        state = state_of(start, WILDS, green3)
        for move in reference.MOVES:
            plain = [(targets, colors) for targets, colors, _ in sequences(start, move, green3)]
            prefixes = {
                (targets[:i], colors[:i]) for targets, colors in plain for i in range(COUNTS[move][1])
            }
            for targets, colors in source.sample(sorted(prefixes), min(8, len(prefixes))):
                draft = glimpse(state, move, targets, colors).observation["preview"]
                count = len(targets)
                longer = {
                    more[count]
                    for more, colored in plain
                    if len(more) > count and (more[:count], colored[:count]) == (targets, colors)
                }
                assert draft["next"] == [
                    [q, r] for q, r in sorted(longer, key=lambda cell: (cell[1], cell[0]))
                ]
                assert draft["complete"] is ((targets, colors) in plain)
                assert triples(draft["nodes"]) == reference.after(start, move, targets, colors)
                assert draft["needsColor"] is (move in COLORED and count < COUNTS[move][1])
                seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (preview("white-1", [(1, 0)]), "first-not-eligible"),
        (preview("white-1", [(0, 0), (2, 0)]), "target-empty"),
        (preview("white-1", [(0, 0), (1, 0), (0, 0)]), "targets-count"),
        (preview("white-1", [(0, 0)] * 5), "targets-count"),
        (preview("white-3", [(0, 0), (1, 0)]), "dead-end"),
        (preview("blue-1"), "dead-end"),
        (preview("green-2b", [(-1, 0)]), "colors-count"),
        (preview("green-2b", [], ("red",)), "colors-count"),
        (preview("white-1", [(0, 0)], ("red",)), "colors-count"),
        (preview("green-2b", [(-1, 0)], ("green",)), "malformed-action"),
        ({"type": "preview", "move": "white-1"}, "malformed-action"),
        ({"type": "preview", "move": "white-4", "targets": []}, "unknown-move"),
        ({**preview("white-1"), "dice": [0]}, "malformed-action"),
    ],
)
def test_a_preview_that_leads_nowhere_is_refused(action: Json, code: str) -> None:
    assert refused(state_of(nodes("0,0: W K . G")), action) == code


def test_a_preview_of_a_move_that_the_dice_cannot_pay_for_is_refused() -> None:
    state = state_of(board(START), ("white", "wild", "red"))
    assert refused(state, preview("white-3")) == "dice-face"
    assert refused(state, preview("blue-2a")) == "dice-face"
    assert glimpse(state, "blue-1").observation["preview"]["next"]


def test_empty_colors_are_no_colors() -> None:
    state = state_of(nodes("0,0: W K . G"))
    assert isinstance(step(state, {**preview("white-1"), "colors": []}), Step)
    assert isinstance(step(state, {**preview("green-2b"), "colors": []}), Step)


# Work


def crowd(number: int, letters: str) -> Nodes:
    """Return so many nodes in a block, their colours in turn."""
    return {(i % 15 - i // 30, i // 15): letters[i * i % 97 % len(letters)] for i in range(number)}


@pytest.mark.parametrize("letters", ["WKRBG", "WWWWWWK", "W", "GGGGK", "BBBBBBW", "G"])
def test_200_nodes_are_listed_with_bounded_work(letters: str) -> None:
    start = crowd(200, letters)
    assert len(start) == 200
    on = ground(start)
    for green3 in ("pdf", "doc"):
        for move in MOVES.values():
            seen = outlook(on, green3, move)
            for spot in seen.following[:3]:
                colors = ("red",) if move.creates else ()
                assert reference.LEGAL[move.name](start, start, green3, (), cell_of(spot))
                assert outlook(on, green3, move, (spot,), cast(tuple[()], colors)).results


def test_thousands_of_ways_to_a_few_boards_are_listed_by_board() -> None:
    # All 64 nodes but one are white: whichever way they are swapped, black ends on one of the 63 other cells.
    start = {(q, r): "W" for r in range(8) for q in range(8)} | {(0, 0): "K"}
    ways = len(sequences_of(twigs(ground(start), "pdf", MOVES["white-3"])))
    assert 2000 < ways < MOST_WORK
    assert len(actions_of(outlook(ground(start), "pdf", MOVES["white-3"]))) == 63


def test_a_complete_first_target_is_listed_though_nothing_can_follow_it() -> None:
    # The one empty cell inside the ring ends any chain that begins there.
    ring = nodes("0,-1: G K\n-1,0: K . K\n-1,1: K K")
    seen = outlook(ground(ring), "pdf", MOVES["green-1"])
    assert cell_of(seen.following[-1]) == (0, 0)
    assert (((0, 0),), ()) in actions_of(seen)


def test_one_colour_alone_has_no_swap_and_no_dead_end() -> None:
    start = {(q, r): "W" for q in range(14) for r in range(14)}
    for move in ("white-1", "white-2a", "white-2b", "white-3"):
        seen = outlook(ground(start), "pdf", MOVES[move])
        assert (actions_of(seen), [*seen.following]) == ([], [])
    assert chosen(Act("white-1", (0,), ((0, 0), (1, 0)))) == ("white-1", ((0, 0), (1, 0)), ())
