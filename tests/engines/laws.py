"""What every engine promises, as functions that an engine breaking the promise fails.

A law takes an engine and a play of it (or a state and the JSON values a player sends there) and asserts.
`test_contract.py` holds every registered game to them, `test_laws.py` shows that each can fail.
"""

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import Any

import orjson
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from engines.contract import JsonObject, Step
from engines.refusal import Refusal
from engines.spec import COMMON_REFUSALS
from schemas.codec import unpacker
from tests.engines.driver import submit
from tests.engines.json_values import candidates
from tests.engines.plays import AnyEngine, Play, as_json, packed

SAFE = 2**53
"""Every integer in a reply is at most this far from 0, so that any JSON reader keeps it."""

Law = Callable[[AnyEngine, Play], None]
ValuesLaw = Callable[[AnyEngine, Any, Sequence[object]], None]

# Laws of a play


def offered_actions_are_accepted(engine: AnyEngine, play: Play) -> None:
    """`apply` accepts each action `legal_actions` names, and none is named twice."""
    for state in play.some_states():
        offered = engine.legal_actions(state)
        assert len(set(offered)) == len(offered)
        for action in offered:
            assert isinstance(engine.apply(state, action), Step), (state, action)


def other_actions_are_refused(
    engine: AnyEngine, play: Play, usual: Callable[[JsonObject], JsonObject]
) -> None:
    """Of all actions a small grammar describes, the offered are accepted, in any spelling, and no more."""
    every = candidates(engine.grammar.schema)
    assert every is not None
    for state in play.some_states():
        offered = [as_json(action) for action in engine.legal_actions(state)]
        for action in every:
            accepted = isinstance(submit(engine, state, action), Step)
            assert accepted == (usual(action) in offered), (state, action)


def offered_actions_read_back(engine: AnyEngine, play: Play) -> None:
    """An offered action written as JSON is read as the same action and fits the published grammar."""
    judge = _judge(engine)
    for state in play.some_states():
        offered = [as_json(action) for action in engine.legal_actions(state)]
        assert [engine.grammar.parse(written) for written in offered] == [*engine.legal_actions(state)]
        for written in offered[:: max(1, len(offered) // 40)]:
            assert judge.is_valid(written), written


def equal_states_do_the_same(engine: AnyEngine, play: Play) -> None:
    """A state read from its bytes looks and plays like the state: same actions, same bytes, same events."""
    state = _reread(engine, play.states[0])
    for action, before, after, events in zip(
        play.actions, play.states, play.states[1:], play.events, strict=False
    ):
        assert packed(engine, state) == packed(engine, before)
        assert _shown(engine, state) == _shown(engine, before)
        done = engine.apply(state, action)
        assert isinstance(done, Step)
        assert done.events == events
        state = _reread(engine, done.state)
        assert state == after


def states_survive_packing(engine: AnyEngine, play: Play) -> None:
    """A state through packer, JSON and unpacker is itself, and its JSON is compact and without floats."""
    for state in play.states:
        assert type(state) is engine.state
        data = packed(engine, state)
        assert_plain(orjson.loads(data))
        again = unpacker(engine.state)(orjson.loads(data))
        assert again == state
        assert types_of(again) == types_of(state)


def score_never_falls(engine: AnyEngine, play: Play) -> None:
    """Where a higher score is better, no action takes points away."""
    scores = [engine.score(state) for state in play.states]
    assert all(type(score) is int for score in scores)
    assert scores == sorted(scores)


def the_end_is_absorbing(engine: AnyEngine, play: Play) -> None:
    """Once the run is over, only what is offered is accepted, and it changes nothing.

    Where the spec names actions that take the end back, these are accepted too, and play goes on after them.
    """
    ends = [state for state in play.states if engine.is_over(state)]
    for state in ends[:1] + ends[-1:]:
        offered = engine.legal_actions(state)
        for action in {*play.actions, *offered}:
            done = engine.apply(state, action)
            assert isinstance(done, Step) == (action in offered)
            if isinstance(done, Step) and action.type in engine.spec.after_end:
                assert not engine.is_over(done.state)
            elif isinstance(done, Step):
                assert done == Step(state)


def views_are_json_of_their_type(engine: AnyEngine, play: Play) -> None:
    """An observation is plain JSON, as its TypedDict declares, with a board of lines, a phase or status."""
    adapter: TypeAdapter[Any] = TypeAdapter(engine.observation)
    for state in play.some_states():
        seen = engine.observe(state)
        assert_plain(seen)
        text = orjson.dumps(seen, option=orjson.OPT_SORT_KEYS)
        assert orjson.dumps(adapter.validate_json(text, strict=True), option=orjson.OPT_SORT_KEYS) == text
        assert all(type(line) is str and "\n" not in line for line in seen["board"])
        assert type(seen.get("phase", seen.get("status"))) is str


def json_at_once_is_the_same(engine: AnyEngine, play: Play) -> None:
    """A game writes as JSON at once what it observes and offers, byte for byte, and counts it rightly."""
    if engine.in_json is None:
        return
    for state in play.some_states():
        assert engine.in_json.observe(state).encode() == orjson.dumps(engine.observe(state))
        text, count = engine.in_json.legal_actions(state)
        offered = engine.legal_actions(state)
        assert text.encode() == orjson.dumps([as_json(action) for action in offered])
        assert count == len(offered)


def glimpses_are_true(engine: AnyEngine, play: Play) -> None:
    """What a reply shows beyond its state is declared, and the actions it lists are accepted."""
    adapter: TypeAdapter[Any] = TypeAdapter(engine.observation)
    for state in play.some_states():
        for action in engine.legal_actions(state):
            done = engine.apply(state, action)
            assert isinstance(done, Step)
            if done.glimpse is not None:
                seen = done.glimpse()
                assert_plain(seen.observation)
                text = orjson.dumps({**engine.observe(done.state), **seen.observation})
                shown = orjson.dumps(adapter.validate_json(text, strict=True), option=orjson.OPT_SORT_KEYS)
                assert shown == orjson.dumps(orjson.loads(text), option=orjson.OPT_SORT_KEYS)
                listed = seen.legal_actions
                assert len(set(listed)) == len(listed)
                for each in listed[:: max(1, len(listed) // 20)]:
                    assert isinstance(engine.apply(done.state, each), Step), (state, action, each)
                    assert engine.grammar.parse(as_json(each)) == each


def events_are_named(engine: AnyEngine, play: Play) -> None:
    """Every event is a plain JSON object whose type the spec explains."""
    for event in (event for events in play.events for event in events):
        assert_plain(event)
        assert event["type"] in engine.spec.events
        orjson.dumps(event)


LAWS: tuple[Law, ...] = (
    offered_actions_are_accepted,
    offered_actions_read_back,
    equal_states_do_the_same,
    states_survive_packing,
    the_end_is_absorbing,
    views_are_json_of_their_type,
    json_at_once_is_the_same,
    glimpses_are_true,
    events_are_named,
)
"""Those that hold for every game as they stand."""

# Laws of the values a player sends


def sending_changes_nothing(engine: AnyEngine, state: Any, values: Sequence[object]) -> None:
    """Whatever is sent, nothing is raised, the state stays what it is, and a refusal says what would do."""
    before = packed(engine, state), _shown(engine, state)
    for value in values:
        sent = deepcopy(value)
        done = submit(engine, state, sent)
        assert same_json(sent, value)
        assert (packed(engine, state), _shown(engine, state)) == before, value
        if isinstance(done, Refusal):
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", done.code), done
            assert done.code in COMMON_REFUSALS | engine.spec.refusals, done
            assert re.fullmatch(r"\S[^\n]*\S\.", done.reason), done


def reading_agrees_with_the_schema(engine: AnyEngine, _state: Any, values: Sequence[object]) -> None:
    """`parse` reads exactly what the published JSON Schema describes, but never a float for an integer."""
    judge = _judge(engine)
    for value in values:
        parsed = engine.grammar.parse(value)
        assert isinstance(parsed, Refusal) != judge.is_valid(without_floats(value)), value
        if not isinstance(parsed, Refusal):
            # What was read is what was sent: nothing repaired, only fields the form does not have left out.
            written = as_json(parsed)
            assert isinstance(value, dict)
            assert same_json({name: value.get(name) for name in written}, written)


VALUES_LAWS: tuple[ValuesLaw, ...] = (sending_changes_nothing, reading_agrees_with_the_schema)

# What they share


def assert_plain(value: object) -> None:
    """Assert that a value is JSON with string keys, integers every reader keeps, and no float."""
    if type(value) is dict:
        assert all(type(key) is str for key in value)
        for member in value.values():
            assert_plain(member)
    elif type(value) is list:
        for member in value:
            assert_plain(member)
    elif type(value) is int:
        assert abs(value) <= SAFE
    else:
        assert value is None or type(value) in (bool, str), value


def without_floats(value: object) -> object:
    """Return the value with text for each float: to jsonschema, 1.0 is an integer and equal to 1."""
    if isinstance(value, dict):
        return {key: without_floats(member) for key, member in value.items()}
    if isinstance(value, list):
        return [without_floats(member) for member in value]
    return "a float" if isinstance(value, float) else value


def same_json(one: object, other: object) -> bool:
    """Tell whether two JSON values are the same, True and 1 and 1.0 being different."""
    return repr(one) == repr(other)


def _shown(engine: AnyEngine, state: Any) -> tuple[bytes, Sequence[Any], int, bool]:
    return (
        orjson.dumps(engine.observe(state)),
        engine.legal_actions(state),
        engine.score(state),
        engine.is_over(state),
    )


def _reread(engine: AnyEngine, state: Any) -> Any:
    return unpacker(engine.state)(orjson.loads(packed(engine, state)))


def types_of(value: object) -> object:
    """Return the types inside a state, so that True for 1 or a list for a tuple is seen."""
    if is_dataclass(value):
        return type(value), [types_of(getattr(value, field.name)) for field in fields(value)]
    return [type(value), *map(types_of, value)] if isinstance(value, tuple) else type(value)


def _judge(engine: AnyEngine) -> Draft202012Validator:
    Draft202012Validator.check_schema(engine.grammar.schema)
    return Draft202012Validator(engine.grammar.schema)
