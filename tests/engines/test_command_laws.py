"""Each law of `command_laws.py` holds for a toy played by text and fails for a toy that breaks it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

import pytest
from typing_extensions import TypedDict

from engines.contract import CommandGame, CommandStep
from engines.refusal import Refusal
from engines.spec import Command, CommandSpec
from tests.engines import command_laws as laws


@dataclass(frozen=True, slots=True)
class State:
    seed: int
    over: bool
    count: int


class Observation(TypedDict):
    board: list[str]
    count: int


def command(state: State, text: str) -> CommandStep[State] | Refusal:
    if state.over:
        return Refusal("game-over", "The game is over.")
    if text == "add":
        return CommandStep(replace(state, count=state.count + 1), "One more.", ("It grows.",))
    if text == "stop":
        return CommandStep(replace(state, over=True), "That is all.")
    return Refusal("unknown-command", "Send add or stop.")


def observe(state: State) -> Observation:
    return {"board": ["x" * state.count], "count": state.count}


TOY: Final[CommandGame[State]] = CommandGame(
    spec=CommandSpec(
        slug="toy",
        version=1,
        name="Toy",
        description="Count.",
        kind="endless",
        rules_html="<p>Count.</p>",
        player_rules=("Count.",),
        commands=(Command("add", "Count one more.", "add"), Command("stop", "Stop.", "stop")),
        options=(),
        endpoints={},
        observation={"board": "the count in strokes", "count": "the count"},
        example=("add", "stop"),
    ),
    state=State,
    observation=Observation,
    initial=lambda seed, _: State(seed, over=False, count=0),
    command=command,
    observe=observe,
    score=lambda state: state.count if state.over else None,
    is_over=lambda state: state.over,
)

_calls = count()


def _told(message: str, *warnings: str) -> CommandGame[State]:
    def told(state: State, text: str) -> CommandStep[State] | Refusal:
        done = command(state, text)
        return done if isinstance(done, Refusal) else CommandStep(done.state, message, warnings)

    return replace(TOY, command=told)


def _refusing(refusal: Refusal) -> CommandGame[State]:
    def refused(state: State, text: str) -> CommandStep[State] | Refusal:
        done = command(state, text)
        return refusal if isinstance(done, Refusal) else done

    return replace(TOY, command=refused)


def _changed(**changes: Any) -> CommandGame[State]:
    def changing(state: State, text: str) -> CommandStep[State] | Refusal:
        done = command(state, text)
        return done if isinstance(done, Refusal) else replace(done, state=replace(done.state, **changes))

    return replace(TOY, command=changing)


def _looking(**more: Any) -> CommandGame[State]:
    return replace(TOY, observe=lambda state: {**observe(state), **more})


def _drifting(state: State, text: str) -> CommandStep[State] | Refusal:
    done = command(state, text)
    return done if isinstance(done, Refusal) else replace(done, state=replace(done.state, count=next(_calls)))


_seen: list[str] = []


def _remembering(state: State, text: str) -> CommandStep[State] | Refusal:
    _seen.append(text)
    return command(state, text)


BROKEN: Final[Mapping[str, tuple[laws.Law, CommandGame[State]]]] = {
    "draws from a hidden counter": (laws.the_same_line_does_the_same, replace(TOY, command=_drifting)),
    "remembers what was sent": (
        laws.a_line_changes_nothing_it_was_sent_to,
        replace(TOY, command=_remembering, observe=lambda state: {**observe(state), "count": len(_seen)}),
    ),
    "says nothing": (laws.the_player_is_told_in_sentences, _told("")),
    "says two lines": (laws.the_player_is_told_in_sentences, _told("One\nmore.")),
    "warns without a sentence": (laws.the_player_is_told_in_sentences, _told("One more.", "it grows")),
    "repeats a lone surrogate": (laws.the_player_is_told_in_sentences, _told("One \ud800 more.")),
    "refuses without a stable code": (
        laws.the_player_is_told_in_sentences,
        _refusing(Refusal("Unknown command!", "Send add or stop.")),
    ),
    "refuses without a sentence": (
        laws.the_player_is_told_in_sentences,
        _refusing(Refusal("unknown-command", "no")),
    ),
    "keeps a list where a number belongs": (laws.states_survive_packing, _changed(count=[1])),
    "keeps true for 1": (laws.states_survive_packing, _changed(count=True)),
    "changes the seed": (laws.states_survive_packing, _changed(seed=8)),
    "plays on after the end": (
        laws.the_end_is_absorbing,
        replace(TOY, command=lambda state, text: command(replace(state, over=False), text)),
    ),
    "tells the score too early": (laws.the_end_is_absorbing, replace(TOY, score=lambda state: state.count)),
    "tells no score": (laws.the_end_is_absorbing, replace(TOY, score=lambda _: None)),
    "shows a float": (laws.views_are_json_of_their_type, _looking(count=0.5)),
    "shows true for a number": (laws.views_are_json_of_their_type, _looking(count=True)),
    "shows what the spec does not explain": (laws.views_are_json_of_their_type, _looking(secret=1)),
    "shows members in another order": (
        laws.views_are_json_of_their_type,
        replace(TOY, observe=lambda state: {"count": state.count, "board": []}),
    ),
    "shows a board that is not lines": (laws.views_are_json_of_their_type, _looking(board=["two\nlines"])),
}

SENT = ["add", "sub", "add", "", "\ud800", "stop", "add"]


def hold(law: laws.Law, game: CommandGame[State]) -> None:
    law(game, laws.played(game, game.initial(7, {}), SENT))


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_the_toy_keeps_every_law(law: laws.Law) -> None:
    hold(law, TOY)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_toy_is_caught(fault: str) -> None:
    law, game = BROKEN[fault]
    with pytest.raises((AssertionError, ValueError, TypeError)):
        hold(law, game)


def test_every_law_is_seen_to_fail() -> None:
    assert {law for law, _ in BROKEN.values()} == {*laws.LAWS}


def test_a_reluctant_player_holds_back_what_would_end_the_game() -> None:
    turns = laws.played(TOY, TOY.initial(7, {}), SENT, reluctant=True)
    assert [turn.line for turn in turns] == [line for line in SENT if line != "stop"]
    assert turns[-1].after.count == 3
