"""What is kept of a position is what the game tells, and no more of it than there is room for."""

from dataclasses import replace
from typing import Any

import orjson
import pytest

from app.play import Desk
from app.shelf import MOST_BYTES
from app.tokens import Tokens
from engines.contract import Engine
from engines.registry import GAMES
from schemas.gameboard import Legal

HEX_SWAP = GAMES["magic-hex-swap"]
LEGAL: list[Legal] = ["full", "count", "none"]


def desk() -> Desk:
    return Desk(Tokens(["one key for the tests of what is kept"]))


def watched(asked: list[Any], **told: Any) -> Engine[Any, Any]:
    """Return Magic Hex Swap with more in its observation; `asked` gets each state that is observed."""

    def observe(state: Any) -> str:
        asked.append(state)
        return orjson.dumps({**HEX_SWAP.observe(state), **told}).decode()

    assert HEX_SWAP.in_json
    return replace(HEX_SWAP, in_json=replace(HEX_SWAP.in_json, observe=observe))


def actions() -> list[dict[str, Any]]:
    offered: list[dict[str, Any]] = orjson.loads(
        orjson.dumps(HEX_SWAP.legal_actions(HEX_SWAP.initial(7, {})))
    )
    return [*offered[:3], {"type": "preview", "move": offered[0]["move"], "targets": []}, {"type": "undo"}]


@pytest.mark.parametrize("legal", LEGAL)
@pytest.mark.parametrize("first", LEGAL)
def test_what_was_kept_is_told_as_without_keeping(first: Legal, legal: Legal) -> None:
    plain = replace(HEX_SWAP, in_json=None)
    here, there = desk(), desk()
    assert HEX_SWAP.in_json
    token = here.start(HEX_SWAP, 7, {}, first)["stateToken"]
    for action in actions():
        here.act(HEX_SWAP, token, action, first)
        kept, worked_out = (
            orjson.dumps(each.act(game, token, action, legal))
            for each, game in ((here, HEX_SWAP), (there, plain))
        )
        assert kept == worked_out


def test_a_position_that_is_shown_again_is_not_worked_out_again() -> None:
    asked: list[Any] = []
    game, here = watched(asked), desk()
    token = here.start(game, 7, {}, "none")["stateToken"]
    for action in actions()[-2:]:  # neither leaves the position
        here.act(game, token, action, "full")
    here.look(game, token, "full")
    assert len(asked) == 1
    here.act(game, token, actions()[0], "full")
    assert len(asked) == 2


def test_what_was_asked_for_longest_ago_goes_when_there_is_no_room() -> None:
    asked: list[Any] = []
    game, here = watched(asked, long="x" * (MOST_BYTES * 2 // 5)), desk()
    for seed in (1, 2, 1, 3, 1, 2):  # there is room for two
        here.start(game, seed, {}, "none")
    assert [state.seed for state in asked] == [1, 2, 3, 2]


def test_what_is_too_long_to_keep_is_told_all_the_same() -> None:
    asked: list[Any] = []
    game, here = watched(asked, long="x" * MOST_BYTES), desk()
    for _ in range(2):
        reply = orjson.loads(orjson.dumps(here.start(game, 1, {}, "full")))
        assert len(reply["observation"]["long"]) == MOST_BYTES
        assert len(reply["legalActions"]) == reply["legalCount"]
    assert len(asked) == 2
