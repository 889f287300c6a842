"""Each law of `laws.py` holds for the toy game and fails for a toy that breaks it."""

from collections.abc import Callable

import pytest

from engines.contract import JsonObject
from tests.engines import laws
from tests.engines.digest import digest, process_digest
from tests.engines.json_values import MOST_CANDIDATES, candidates
from tests.engines.plays import AnyEngine, Play, played
from tests.engines.toy import BROKEN, ENGINES, TOY


def others(engine: AnyEngine, play: Play) -> None:
    laws.other_actions_are_refused(engine, play, lambda action: action)


VALUES: list[object] = [
    None,
    True,
    [],
    {},
    {"type": "add", "by": 1},
    {"type": "add", "by": True},
    {"type": "add", "by": 1.0},
    {"type": "add", "by": 3},
    {"type": "add", "by": 10**30},
    {"type": "stop", "extra": 1},
]

CAUGHT: dict[str, laws.Law | laws.ValuesLaw] = {
    "offers a refused action": laws.offered_actions_are_accepted,
    "offers an action twice": laws.offered_actions_are_accepted,
    "accepts an action it does not offer": others,
    "does not read an action it offers": laws.offered_actions_read_back,
    "reads another action": laws.offered_actions_read_back,
    "publishes a narrower grammar": laws.offered_actions_read_back,
    "takes true for 1": laws.reading_agrees_with_the_schema,
    "raises for a list": laws.sending_changes_nothing,
    "changes what was sent": laws.sending_changes_nothing,
    "counts refusals": laws.sending_changes_nothing,
    "plays on after the end": laws.the_end_is_absorbing,
    "accepts what it does not offer at the end": laws.the_end_is_absorbing,
    "does not take the end back as it says": laws.the_end_is_absorbing,
    "shows ahead what it does not declare": laws.glimpses_are_true,
    "lists ahead what it refuses": laws.glimpses_are_true,
    "draws from a hidden counter": laws.equal_states_do_the_same,
    "takes points away": laws.score_never_falls,
    "leaves the range of a field": laws.states_survive_packing,
    "sends an event without a meaning": laws.events_are_named,
    "shows a float": laws.views_are_json_of_their_type,
    "shows true for a number": laws.views_are_json_of_their_type,
    "shows an integer beyond 2^53": laws.views_are_json_of_their_type,
    "shows a field it does not declare": laws.views_are_json_of_their_type,
    "shows a phase it does not declare": laws.views_are_json_of_their_type,
    "shows a board that is not lines": laws.views_are_json_of_their_type,
    "writes another observation": laws.json_at_once_is_the_same,
    "writes another list": laws.json_at_once_is_the_same,
    "counts another list": laws.json_at_once_is_the_same,
}


def hold(law: Callable[..., None], engine: AnyEngine) -> None:
    """Hold an engine to a law: with actions that add, pay and stop, or with values sent before and after."""
    # Of Add(1), Add(2), Stop(): 1 + 2 + 2 pays 5, then 2, then the end.
    play = played(engine, engine.initial(7, {}), [0, 1, 1, 1, 2], reluctant=False)
    if law in laws.VALUES_LAWS:
        law(engine, play.states[0], VALUES)
        law(engine, play.states[-1], VALUES)
    else:
        law(engine, play)


@pytest.mark.parametrize("law", {*CAUGHT.values()}, ids=lambda law: law.__name__)
def test_the_toy_keeps_every_law(law: Callable[..., None]) -> None:
    hold(law, TOY)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_toy_is_caught(fault: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        hold(CAUGHT[fault], BROKEN[fault])


def test_every_law_is_seen_to_fail() -> None:
    assert {*CAUGHT.values()} == {*laws.LAWS, *laws.VALUES_LAWS, laws.score_never_falls, others}


def test_an_engine_that_depends_on_the_hash_seed_is_caught() -> None:
    assert process_digest("toy", hash_seed=1) == process_digest("toy", hash_seed=2) == digest(TOY)
    assert process_digest("hash-dependent", hash_seed=1) != process_digest("hash-dependent", hash_seed=2)


def test_an_engine_that_remembers_refusals_is_caught() -> None:
    assert digest(ENGINES["refusal-dependent"], noise=True) != digest(TOY, noise=True) == digest(TOY)


def _form(**members: JsonObject) -> JsonObject:
    return {"properties": {"type": {"const": "go"}, **members}, "required": ["type", *members]}


def test_candidates_are_all_actions_of_a_small_grammar() -> None:
    small = {
        "oneOf": [
            _form(),
            _form(to={"type": "integer", "minimum": -1, "maximum": 0}, what={"enum": ["A", "B"]}),
        ]
    }
    assert candidates(small) == [
        {"type": "go"},
        {"type": "go", "to": -1, "what": "A"},
        {"type": "go", "to": -1, "what": "B"},
        {"type": "go", "to": 0, "what": "A"},
        {"type": "go", "to": 0, "what": "B"},
    ]


@pytest.mark.parametrize(
    "form",
    [
        _form(to={"type": "integer"}),
        _form(to={"type": "integer", "minimum": 0, "maximum": MOST_CANDIDATES}),
        _form(path={"type": "array", "items": {"enum": [1]}}),
        {**_form(to={"enum": [1]}), "required": ["type"]},
    ],
)
def test_a_grammar_that_is_not_finitely_small_has_no_candidates(form: JsonObject) -> None:
    assert candidates({"oneOf": [form]}) is None
