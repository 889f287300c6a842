"""Every game played by text commands keeps the contract; a new one needs no line here."""

import re
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from tests.engines.command_laws import LAWS, AnyGame, Law, golden_states, lines_of, plays
from tests.engines.digest import command_digest, process_digest
from tests.engines.golden import goldens
from tests.engines.plays import default_options

MODEST = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
each_game = pytest.mark.parametrize("game", COMMAND_GAMES.values(), ids=COMMAND_GAMES)


@each_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@MODEST
@given(data=st.data())
def test_every_play_keeps_the_law(game: AnyGame, law: Law, data: st.DataObject) -> None:
    law(game, data.draw(plays(game)))


@each_game
@settings(MODEST, max_examples=300)
@given(data=st.data())
def test_no_text_is_too_odd_to_be_answered(game: AnyGame, data: st.DataObject) -> None:
    state = game.initial(7, default_options(game))
    game.command(state, data.draw(lines_of(game) | st.text(st.characters(), max_size=400)))


@each_game
@MODEST
@given(data=st.data())
def test_refused_lines_in_between_leave_no_trace(game: AnyGame, data: st.DataObject) -> None:
    play = data.draw(plays(game))
    accepted = [turn for turn in play if not isinstance(turn.done, Refusal)]
    state = play[0].before if play else None
    for turn in accepted:
        done = game.command(state, turn.line)
        assert done == turn.done
        state = turn.after


@each_game
def test_every_process_plays_the_same(game: AnyGame) -> None:
    slug = game.spec.slug
    here = command_digest(game)
    assert process_digest(slug, hash_seed=1) == here
    assert process_digest(slug, "noise", hash_seed=2) == here


@each_game
def test_the_first_state_has_the_seed_and_is_not_over(game: AnyGame) -> None:
    for seed in (0, 7, 2**53 - 1):
        state = game.initial(seed, default_options(game))
        assert state.seed == seed
        assert not game.is_over(state)
        assert game.score(state) is None


@each_game
def test_every_option_has_a_default_among_its_choices_and_starts_a_game(game: AnyGame) -> None:
    for option in game.spec.options:
        values = [choice.value for choice in option.choices]
        assert option.default in values
        assert len(set(values)) == len(values)
        seen = [
            game.observe(game.initial(7, {**default_options(game), option.name: value})) for value in values
        ]
        assert [view[option.name] for view in seen] == values


@each_game
def test_every_status_is_reached_in_some_golden_run(game: AnyGame) -> None:
    statuses = {game.observe(state)["status"] for state in golden_states(game.spec.slug)}
    assert statuses == set(get_args(get_type_hints(game.observation)["status"]))


@each_game
def test_every_command_is_accepted_in_some_golden_run(game: AnyGame) -> None:
    lines = [line for golden in goldens() if golden.game == game.spec.slug for line in golden.lines]
    verbs = {line["command"].split()[0].lower() for line in lines if line["refusal"] is None}
    assert verbs == {command.verb for command in game.spec.commands}


@each_game
def test_the_spec_is_complete(game: AnyGame) -> None:
    spec = game.spec
    assert COMMAND_GAMES[spec.slug] is game
    assert spec.slug not in GAMES
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", spec.slug)
    assert spec.version >= 1
    for text in (spec.name, spec.kind, spec.description, spec.rules_html, *spec.player_rules):
        assert text.strip()
    assert 3 <= len(spec.player_rules) <= 7
    assert len({command.verb for command in spec.commands}) == len(spec.commands)
    for command in spec.commands:
        assert command.example.split()[0] == command.verb
        assert command.description.endswith(".")
    assert all(re.fullmatch(r"(GET|POST) /[a-z0-9/-]+", address) for address in spec.endpoints)
    assert all(meaning.strip() for table in (spec.endpoints, spec.observation) for meaning in table.values())
    assert [*spec.observation] == [*get_type_hints(game.observation)]


@each_game
def test_the_example_is_a_whole_game_of_seed_7(game: AnyGame) -> None:
    state = game.initial(7, default_options(game))
    for line in game.spec.example:
        assert not game.is_over(state)
        done = game.command(state, line)
        assert not isinstance(done, Refusal), (line, done)
        state = done.state
    assert game.is_over(state)


@each_game
def test_a_state_is_frozen_and_slotted(game: AnyGame) -> None:
    state: Any = game.initial(7, default_options(game))
    assert not hasattr(state, "__dict__")
    name = fields(game.state)[0].name
    with pytest.raises(AttributeError):
        setattr(state, name, getattr(state, name))
