"""Every registered engine keeps the contract of `engines/contract.py`; a new one needs no line here."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.contract import JsonObject, Step
from engines.refusal import Refusal
from engines.registry import GAMES
from tests.engines.digest import digest, process_digest
from tests.engines.driver import submit
from tests.engines.golden import goldens
from tests.engines.json_values import candidates, sent_values
from tests.engines.laws import (
    LAWS,
    Law,
    other_actions_are_refused,
    reading_agrees_with_the_schema,
    score_never_falls,
    sending_changes_nothing,
)
from tests.engines.plays import (
    AnyEngine,
    Play,
    always_shown,
    as_json,
    default_options,
    golden_states,
    openings,
    played,
    plays,
)

MODEST = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
each_game = pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)


def _ordered(action: JsonObject) -> JsonObject:
    """The list "canonically enumerates a < b; reversed distinct inputs normalize to the same swap"."""
    if action["type"] != "swap":
        return action
    return {**action, "a": min(action["a"], action["b"]), "b": max(action["a"], action["b"])}


USUAL: Final[Mapping[str, Callable[[JsonObject], JsonObject]]] = {"cordwright": _ordered}
"""How a game lists an action that its document lets a player write in several ways."""


@each_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@MODEST
@given(data=st.data())
def test_every_play_keeps_the_law(engine: AnyEngine, law: Law, data: st.DataObject) -> None:
    law(engine, data.draw(plays(engine)))


@each_game
@MODEST
@given(data=st.data())
def test_the_score_never_falls(engine: AnyEngine, data: st.DataObject) -> None:
    if engine.spec.score_direction == "lower":
        pytest.skip("a lower score is better")
    score_never_falls(engine, data.draw(plays(engine)))


@each_game
@MODEST
@given(data=st.data())
def test_actions_not_offered_are_refused(engine: AnyEngine, data: st.DataObject) -> None:
    if candidates(engine.grammar.schema) is None:
        pytest.skip("the grammar describes too many actions to try them all")
    other_actions_are_refused(
        engine, data.draw(plays(engine)), USUAL.get(engine.spec.slug, lambda action: action)
    )


def _values(engine: AnyEngine, state: Any) -> st.SearchStrategy[list[object]]:
    actions = [*map(as_json, engine.legal_actions(state)), *(candidates(engine.grammar.schema) or ())]
    return st.lists(sent_values(actions or [*engine.spec.example]), min_size=20, max_size=20)


@each_game
@settings(MODEST, max_examples=50)
@given(data=st.data())
def test_a_thousand_odd_values_change_and_raise_nothing(engine: AnyEngine, data: st.DataObject) -> None:
    state = data.draw(openings(engine))
    values = data.draw(_values(engine, state))
    sending_changes_nothing(engine, state, values)
    reading_agrees_with_the_schema(engine, state, values)


@each_game
@MODEST
@given(data=st.data())
def test_refused_actions_in_between_leave_no_trace(engine: AnyEngine, data: st.DataObject) -> None:
    """The first call of the play included, each action of it comes after values that are refused."""
    play = data.draw(plays(engine, most=8))
    refused = [
        value
        for value in data.draw(_values(engine, play.states[0]))
        if isinstance(engine.grammar.parse(value), Refusal)
    ]
    state = play.states[0]
    for action, after in zip(play.actions, play.states[1:], strict=True):
        for value in refused:
            assert isinstance(submit(engine, state, value), Refusal)
        done = engine.apply(state, action)
        assert isinstance(done, Step)
        assert done.state == after
        state = done.state


@each_game
def test_every_process_plays_the_same(engine: AnyEngine) -> None:
    slug = engine.spec.slug
    here = digest(engine)
    assert digest(engine) == here
    assert process_digest(slug, hash_seed=1) == here
    assert process_digest(slug, "noise", hash_seed=2) == here


@each_game
def test_the_first_state_has_the_seed_and_is_not_over(engine: AnyEngine) -> None:
    for seed in (0, 7, 2**53 - 1):
        state = engine.initial(seed, default_options(engine))
        assert state.seed == seed
        assert not engine.is_over(state)
        assert engine.legal_actions(state)


@each_game
def test_the_seed_varies_the_game_or_it_does_not_as_the_spec_says(engine: AnyEngine) -> None:
    views = [engine.observe(engine.initial(seed, default_options(engine))) for seed in range(30)]
    assert any(view != views[0] for view in views) == engine.spec.seed_varies


@each_game
def test_every_option_has_a_default_among_its_choices_and_starts_a_game(engine: AnyEngine) -> None:
    for option in engine.spec.options:
        values = [choice.value for choice in option.choices]
        assert option.default is None or option.default in values
        assert len(set(values)) == len(values)
        for value in values:
            state = engine.initial(7, {**default_options(engine), option.name: value})
            assert engine.legal_actions(state)


@each_game
def test_the_example_is_accepted_with_seed_7(engine: AnyEngine) -> None:
    state = engine.initial(7, default_options(engine))
    assert engine.spec.example
    for action in engine.spec.example:
        done = submit(engine, state, action)
        assert isinstance(done, Step), (action, done)
        state = done.state


def _all_plays(engine: AnyEngine) -> list[Play]:
    """Some plays from the start, and every step of the golden runs with each action offered there."""
    starts = [engine.initial(seed, default_options(engine)) for seed in range(5)]
    choices = [n * 48271 % 65537 for n in range(60)]
    walks = [played(engine, start, choices, reluctant) for start in starts for reluctant in (True, False)]
    inside = golden_states(engine.spec.slug)
    branches = [played(engine, state, [n], reluctant=False) for state in inside for n in range(4)]
    return [*walks, *branches]


@each_game
def test_every_event_of_the_spec_happens_in_some_play(engine: AnyEngine) -> None:
    # A golden run holds what random play does not find; golden lines name the events of their own steps.
    lines = [line for golden in goldens() if golden.game == engine.spec.slug for line in golden.lines]
    told = {name for line in lines for name in line["events"]}
    happened = {event["type"] for play in _all_plays(engine) for events in play.events for event in events}
    assert told | happened == set(engine.spec.events)


@each_game
def test_every_phase_is_reached_in_some_play(engine: AnyEngine) -> None:
    hints = get_type_hints(engine.observation)
    name = "phase" if "phase" in hints else "status"
    if get_origin(hints[name]) is not Literal:
        pytest.skip(f"{name} is not declared as a list of words")
    states = [state for play in _all_plays(engine) for state in play.states]
    assert {engine.observe(state)[name] for state in states} == set(get_args(hints[name]))


@each_game
def test_the_spec_is_complete(engine: AnyEngine) -> None:
    spec = engine.spec
    assert GAMES[spec.slug] is engine
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", spec.slug)
    assert spec.version >= 1
    words = (
        spec.name,
        spec.genre,
        spec.description,
        spec.goal,
        spec.scoring,
        *spec.rules,
        *spec.player_rules,
    )
    assert all(text.strip() for text in words)
    assert spec.rules
    assert 3 <= len(spec.player_rules) <= 7
    assert spec.legend
    for table in (spec.legend, spec.events):
        assert all(key.strip() and meaning.strip() for key, meaning in table.items())
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name) for name in spec.events)


@each_game
def test_the_spec_explains_each_member_of_an_observation_in_order(engine: AnyEngine) -> None:
    assert [*engine.spec.observation] == [*get_type_hints(engine.observation)]
    assert all(meaning.strip() for meaning in engine.spec.observation.values())
    seen = engine.observe(engine.initial(7, default_options(engine)))
    assert [*seen] == always_shown(engine)


@each_game
def test_a_state_is_frozen_and_slotted(engine: AnyEngine) -> None:
    state = engine.initial(7, default_options(engine))
    assert not hasattr(state, "__dict__")
    name = fields(engine.state)[0].name
    with pytest.raises(AttributeError):
        setattr(state, name, getattr(state, name))


@each_game
def test_actions_of_the_grammar_are_named_by_type(engine: AnyEngine) -> None:
    for form in engine.grammar.schema["oneOf"]:
        assert form["properties"]["type"].keys() == {"const"}
        assert "type" in form["required"]
    # Where a type has several forms, a word tells them apart, so that no action fits two of them.
    names = [
        (form["properties"]["type"]["const"], word)
        for form in engine.grammar.schema["oneOf"]
        for word in form["properties"].get("move", {}).get("enum", [None])
    ]
    assert len(set(names)) == len(names)
