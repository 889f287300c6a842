"""A look ahead is worked out for the reply that shows it, and for no other step of a batch."""

from dataclasses import replace
from typing import Any

from app.play import Desk, play
from app.tokens import Tokens
from engines.contract import Engine, Glimpse, Step
from engines.refusal import Refusal
from engines.registry import GAMES
from schemas.gameboard import Item

WALK = {"type": "walk", "direction": 1}


def looking_ahead(looks: list[Any]) -> Engine[Any, Any]:
    """Return a game of which every step has a glimpse; `looks` gets the state of each that is worked out."""
    real = GAMES["cantlewing"]

    def apply(state: Any, action: Any) -> Step[Any] | Refusal:
        done = real.apply(state, action)
        assert isinstance(done, Step)

        def glimpse() -> Glimpse:
            looks.append(done.state)
            return Glimpse({"ahead": 1}, [action])

        return replace(done, glimpse=glimpse)

    return replace(real, apply=apply)


def test_only_the_last_step_of_a_batch_is_looked_ahead_from() -> None:
    looks: list[Any] = []
    game = looking_ahead(looks)
    items = [Item(WALK, 1), Item({"type": "restart"}, 1), Item(WALK, 1)]
    run = play(game, game.initial(7, {}), items, False)
    assert run.applied == 3
    assert looks == []
    reply = Desk(Tokens(["one key for the tests of glimpses"])).tell(game, run, "full")
    assert looks == [run.state]
    assert reply["observation"]["ahead"] == 1
    assert reply["legalCount"] == 1


def test_a_refused_batch_shows_no_glimpse() -> None:
    looks: list[Any] = []
    game = looking_ahead(looks)
    run = play(game, game.initial(7, {}), [Item(WALK, 1), Item(None, 1)], False)
    reply = Desk(Tokens(["one key for the tests of glimpses"])).tell(game, run, "full")
    assert (reply["ok"], reply["applied"]) == (False, 1)
    assert "ahead" not in reply["observation"]
    assert looks == []
