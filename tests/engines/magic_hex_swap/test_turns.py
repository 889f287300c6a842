"""Dice, turns, the win, undo and restart: the decisions on what a turn costs and what it leaves behind."""

import pytest

from app.tokens import Tokens
from engines.contract import Step
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.deal import OPENING, deal, deal_from, roll
from engines.magic_hex_swap.hexes import near
from engines.magic_hex_swap.model import MOST_TURNS, MOST_UNDOS, State
from engines.refusal import Refusal
from tests.engines.magic_hex_swap.driver import (
    RESTART,
    START,
    UNDO,
    Json,
    act,
    board,
    nodes,
    offered,
    pass_turn,
    play,
    preview,
    refused,
    state_of,
    step,
    submit,
    view,
)
from tests.engines.plays import packed

SEEDS = range(200)
LINE = nodes("0,0: W W K . K R")
"""White is done, black has to join and red needs a partner."""
WINNING = act("red-2", [0, 1], [[1, 0]])
ALMOST = state_of(nodes("0,0: R W\n0,1: R"), ("red", "wild", "blue"))
"""`WINNING` removes the only white."""


# The deal


def test_the_opening_has_19_nodes_of_which_none_lies_beside_its_own_colour() -> None:
    for seed in SEEDS:
        dealt = deal(seed)
        assert [*dealt] == [*OPENING]
        assert len(dealt) == 19
        assert max([*dealt.values()].count(letter) for letter in "WKRBG") <= 6
        for cell, letter in dealt.items():
            assert letter not in [dealt.get(other) for other in near(cell)]


def test_an_opening_is_never_won_and_always_has_a_turn() -> None:
    for seed in SEEDS:
        state = ENGINE.initial(seed, {})
        assert not ENGINE.is_over(state)
        assert {"type": "pass"} in offered(state)


def test_the_opening_has_3_4_5_4_3_cells_around_the_origin_in_reading_order() -> None:
    assert [r for _, r in OPENING] == [-2] * 3 + [-1] * 4 + [0] * 5 + [1] * 4 + [2] * 3
    assert [q for q, _ in OPENING] == [0, 1, 2, -1, 0, 1, 2, -2, -1, 0, 1, 2, -2, -1, 0, 1, -2, -1, 0]
    assert set(OPENING) == {(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2}


def test_a_bag_that_runs_out_deals_nothing() -> None:
    assert deal_from("W" * 30) is None
    assert deal_from("WK" * 9) is None


# Paying


@pytest.mark.parametrize(
    ("move", "faces", "spent"),
    [
        ("white-1", ("white", "red", "red"), [0]),
        ("white-1", ("red", "red", "wild"), [2]),
        ("white-2a", ("red", "wild", "white"), [2, 1]),
        ("white-2a", ("wild", "wild", "red"), [0, 1]),
        ("white-3", ("wild", "wild", "wild"), [1, 2, 0]),
    ],
)
def test_a_move_is_paid_with_dice_of_its_colour_or_wild_in_any_order(
    move: str, faces: tuple[str, ...], spent: list[int]
) -> None:
    targets = {"white-1": [[1, 0], [2, 0]], "white-2a": [[0, 0], [2, 0]]}.get(
        move, [[1, 0], [2, 0], [0, 0], [1, 0]]
    )
    assert isinstance(submit(state_of(LINE, faces), act(move, spent, targets)), Step)


@pytest.mark.parametrize("spent", [[1], [2]])
def test_a_die_of_another_colour_does_not_pay(spent: list[int]) -> None:
    state = state_of(LINE, ("white", "red", "blue"))
    assert refused(state, act("white-1", spent, [[1, 0], [2, 0]])) == "dice-face"


@pytest.mark.parametrize(
    ("spent", "code"), [([], "dice-count"), ([0, 1], "dice-count"), ([3], "out-of-range")]
)
def test_a_move_costs_exactly_its_tier(spent: list[int], code: str) -> None:
    assert refused(state_of(LINE), act("white-1", spent, [[1, 0], [2, 0]])) == code


def test_a_die_is_spent_once() -> None:
    assert refused(state_of(LINE), act("white-2a", [1, 1], [[0, 0], [2, 0]])) == "dice-count"


# Saving and rolling


def test_a_saved_die_keeps_its_face_and_every_other_is_rolled() -> None:
    state = state_of(LINE, ("white", "red", "blue"), seed=11, turns=4)
    for save in ([], [1], [2], [1, 2], [2, 1]):
        after = step(state, {**act("white-1", [0], [[1, 0], [2, 0]]), "save": save}).state
        kept = [
            face if die in save else roll(11, 5, die) for die, face in enumerate(("white", "red", "blue"))
        ]
        assert view(after)["dice"] == kept


def test_nothing_is_saved_unless_it_is_asked_for() -> None:
    state = state_of(LINE, ("white", "red", "blue"))
    action = act("white-1", [0], [[1, 0], [2, 0]])
    assert step(state, action).state == step(state, {**action, "save": []}).state
    assert play([{"type": "pass"}]) == play([pass_turn()])


def test_a_spent_die_cannot_be_saved() -> None:
    state = state_of(LINE)
    assert refused(state, {**act("white-1", [0], [[1, 0], [2, 0]]), "save": [0]}) == "save-spent"
    assert refused(state, {**act("white-2a", [0, 2], [[0, 0], [2, 0]]), "save": [2]}) == "save-spent"


@pytest.mark.parametrize("save", [[1, 1], [0, 1, 2], [3], [True], [1.0], ["1"], 1, None])
def test_save_names_different_dice_that_are_left(save: object) -> None:
    assert isinstance(
        submit(state_of(LINE), {**act("white-1", [0], [[1, 0], [2, 0]]), "save": save}), Refusal
    )


@pytest.mark.parametrize("save", [(), (0,), (1, 2), (2, 0), (0, 1, 2)])
def test_a_pass_spends_nothing_and_saves_any_dice(save: tuple[int, ...]) -> None:
    after = step(START, pass_turn(*save))
    before = view(START)["dice"]
    assert view(after.state)["dice"] == [before[d] if d in save else roll(7, 1, d) for d in range(3)]
    assert board(after.state) == board(START)
    assert after.events == ({"type": "passed"},)
    assert ENGINE.score(after.state) == 1


def test_a_new_face_does_not_depend_on_what_was_played_or_saved() -> None:
    acted = play([act("white-1", [0], [[0, -2], [1, -2]]), pass_turn(0, 1)])
    passed = play([pass_turn(1), pass_turn(0, 2)])
    assert view(acted)["dice"][2] == view(play([pass_turn(), pass_turn()]))["dice"][2] == roll(7, 2, 2)
    assert view(passed)["dice"][1] == roll(7, 2, 1)


def test_a_face_is_the_first_number_of_its_own_stream() -> None:
    # The streams magic-hex-swap|7|roll|0|0, |1 and |2 begin with numbers of the faces 5, 4 and 3.
    assert [roll(7, 0, die) for die in range(3)] == ["wild", "green", "blue"]
    faces = [roll(seed, turns, die) for seed in range(40) for turns in range(10) for die in range(3)]
    assert {face: 150 < faces.count(face) < 250 for face in faces} == dict.fromkeys(faces, True)
    assert len(set(faces)) == 6


# Turns, the win and the score


def test_an_act_costs_a_turn_and_tells_its_move() -> None:
    done = step(START, act("white-1", [0], [[0, -2], [1, -2]]))
    assert done.events == ({"type": "acted", "move": "white-1"},)
    assert ENGINE.score(done.state) == view(done.state)["turns"] == 1


def test_the_winning_turn_counts_and_tells_its_rating() -> None:
    done = step(ALMOST, WINNING)
    assert ENGINE.is_over(done.state)
    assert ENGINE.score(done.state) == 1
    rated = {"type": "won", "turns": 1, "rating": "expert and/or lucky"}
    assert done.events == ({"type": "acted", "move": "red-2"}, rated)
    assert view(done.state)["rating"] == "expert and/or lucky"


def test_the_winning_turn_rolls_no_dice() -> None:
    assert view(step(ALMOST, WINNING).state)["dice"] == ["red", "wild", "blue"]


def test_two_groups_of_a_colour_and_a_single_node_do_not_win() -> None:
    for rows in ("0,0: W W . W W", "0,0: W W . K", "0,0: W", "0,0: W W W . W"):
        assert not ENGINE.is_over(state_of(nodes(rows)))
    for rows in ("0,0: W W", "0,0: W W K K R R", "0,0: W W . . . . K K"):
        assert ENGINE.is_over(state_of(nodes(rows)))


def test_after_a_win_only_undo_and_restart_are_left() -> None:
    won = step(ALMOST, WINNING).state
    assert offered(won) == [UNDO, RESTART]
    for action in (WINNING, pass_turn(), preview("red-1"), {**pass_turn(), "save": [1]}):
        assert refused(won, action) == "wrong-phase"
    assert view(won)["moves"] == []
    assert view(won)["ratingIfWonThisTurn"] is None


def test_undo_takes_the_win_back() -> None:
    assert step(step(ALMOST, WINNING).state, UNDO).state == ALMOST


def test_a_win_before_a_restart_comes_back_with_its_dice() -> None:
    won = step(ALMOST, WINNING).state
    again = play([RESTART, UNDO], won)
    assert again == won
    # The win and the restart, and passes until the win is the one entry too many.
    folded = play([RESTART, *[pass_turn()] * (MOST_UNDOS - 1)], won)
    back = play([UNDO] * MOST_UNDOS, folded)
    assert ENGINE.is_over(back)
    assert view(back)["dice"] == ["red", "wild", "blue"]
    assert offered(back) == [RESTART]


def test_a_game_takes_1000_turns() -> None:
    state = START
    for _ in range(MOST_TURNS):
        state = step(state, pass_turn(0)).state
    assert ENGINE.score(state) == MOST_TURNS
    assert offered(state) == [UNDO, RESTART]
    assert view(state)["moves"] == []
    for action in (pass_turn(), act("white-1", [0], [[0, -2], [1, -2]]), preview("white-1")):
        assert refused(state, action) == "turn-limit"
    assert ENGINE.score(play([UNDO, pass_turn()], state)) == MOST_TURNS
    assert ENGINE.score(step(state, RESTART).state) == 0
    assert view(state)["dice"][0] == "wild"


# Undo and restart


MOVES: list[Json] = [
    act("white-1", [0], [[0, -2], [1, -2]]),
    {**act("green-2b", [0, 1], [[2, 1]], ("red",)), "save": [2]},
    pass_turn(0, 2),
    RESTART,
    {**RESTART, "seed": 2**53 - 1},
    {**RESTART, "green3": "doc"},
    {**RESTART, "seed": 8, "green3": "doc"},
]


@pytest.mark.parametrize("action", MOVES, ids=lambda action: str(action))
def test_an_action_and_its_undo_give_back_the_very_bytes(action: Json) -> None:
    tokens = Tokens(["one key for the tests of this game"])
    before = play([pass_turn(0, 1, 2)])
    after = step(before, action).state
    assert after != before
    undone = step(after, UNDO)
    assert undone.events == ({"type": "undone"},)
    assert undone.state == before
    assert packed(ENGINE, undone.state) == packed(ENGINE, before)
    assert tokens.seal(ENGINE, undone.state) == tokens.seal(ENGINE, before)
    assert view(undone.state) == view(before)


def test_undo_without_a_checkpoint_is_refused_and_not_offered() -> None:
    assert refused(START, UNDO) == "nothing-to-undo"
    assert UNDO not in offered(START)
    assert UNDO in offered(play([pass_turn()]))


def test_undo_costs_nothing_and_there_is_no_redo() -> None:
    state = play([pass_turn(), pass_turn(), UNDO])
    assert ENGINE.score(state) == 1
    assert view(state)["undoAvailable"] == 1
    assert refused(state, {"type": "redo"}) == "unknown-action"


def test_the_last_50_checkpoints_are_kept() -> None:
    states = [START]
    for turn in range(60):
        states.append(step(states[-1], pass_turn(turn % 3)).state)
        assert view(states[-1])["undoAvailable"] == min(turn + 1, 50)
    state = states[-1]
    for earlier in reversed(states[10:60]):
        state = step(state, UNDO).state
        assert view(state) == {**view(earlier), "undoAvailable": view(state)["undoAvailable"]}
    assert ENGINE.score(state) == 10
    assert refused(state, UNDO) == "nothing-to-undo"


def test_a_restart_begins_again_with_the_same_seed_and_reading() -> None:
    state = play([pass_turn(), RESTART], ENGINE.initial(7, {"green3": "doc"}))
    first = view(ENGINE.initial(7, {"green3": "doc"}))
    assert view(state) == {**first, "undoAvailable": 2}


@pytest.mark.parametrize(
    ("options", "seed", "green3"),
    [
        ({"seed": 8}, 8, "pdf"),
        ({"green3": "doc"}, 7, "doc"),
        ({"seed": 0, "green3": "doc"}, 0, "doc"),
        ({"seed": 2**53 - 1, "green3": "pdf"}, 2**53 - 1, "pdf"),
    ],
)
def test_a_restart_may_name_seed_and_reading(options: Json, seed: int, green3: str) -> None:
    done = step(play([pass_turn()]), {**RESTART, **options})
    assert done.events == ({"type": "restarted"},)
    assert done.state.seed == seed
    assert view(done.state) == {**view(ENGINE.initial(seed, {"green3": green3})), "undoAvailable": 2}


def test_restarts_remember_what_they_chose_until_they_are_undone() -> None:
    state = play([{**RESTART, "seed": 8, "green3": "doc"}, RESTART, pass_turn()])
    assert (state.seed, view(state)["seed"], view(state)["green3"]) == (8, 8, "doc")
    assert play([UNDO] * 3, state) == START
    assert play([UNDO] * 3, state).seed == 7


def test_a_restart_is_a_checkpoint_with_the_older_ones_behind_it() -> None:
    before = play([pass_turn(), act("white-1", [1], [[0, -2], [1, -2]])])
    assert play([RESTART, UNDO], before) == before
    assert play([RESTART, pass_turn(), UNDO, UNDO, UNDO, UNDO], before) == START


def test_the_seed_of_a_folded_restart_stays() -> None:
    state = play([{**RESTART, "seed": 8}, *[pass_turn()] * MOST_UNDOS])
    assert state.seed == 8
    assert view(state)["seed"] == 8
    assert view(play([UNDO] * MOST_UNDOS, state))["seed"] == 8


@pytest.mark.parametrize(
    "options",
    [{"seed": -1}, {"seed": 2**53}, {"seed": True}, {"seed": 7.0}, {"green3": "PDF"}, {"practice": 1}],
)
def test_other_options_of_a_restart_are_refused(options: Json) -> None:
    assert isinstance(submit(START, {**RESTART, **options}), Refusal)


def test_the_reading_is_chosen_at_the_start() -> None:
    assert [view(ENGINE.initial(7, {"green3": mode}))["green3"] for mode in ("pdf", "doc")] == ["pdf", "doc"]
    assert view(ENGINE.initial(7, {}))["green3"] == "pdf"


# What a token carries


def tokens_of(state: State) -> str:
    return Tokens(["one key for the tests of this game"]).seal(ENGINE, state)


def test_a_token_stays_short() -> None:
    sizes = []
    for seed in range(12):
        state = ENGINE.initial(seed, {})
        for turn in range(60):
            acts = [each for each in offered(state) if each["type"] == "act"]
            action = acts[turn * 48271 % len(acts)] if acts else pass_turn()
            after = step(state, action).state
            state = step(state, pass_turn()).state if ENGINE.is_over(after) else after
            sizes.append(len(tokens_of(state)))
    assert max(sizes) <= 900


def test_restarts_with_long_seeds_stay_short_too() -> None:
    state = START
    for turn in range(MOST_UNDOS + 5):
        state = step(
            state, {**RESTART, "seed": (turn * 6364136223846793005 + 1442695040888963407) % 2**53}
        ).state
    assert len(tokens_of(state)) <= 1500


def test_dice_that_pay_alike_lead_to_the_same_state() -> None:
    state = state_of(LINE, ("white", "wild", "white"))
    spent = [step(state, act("white-2a", dice, [[0, 0], [2, 0]])).state for dice in ([0, 1], [1, 0], [0, 2])]
    assert spent[0] == spent[1] == spent[2]
