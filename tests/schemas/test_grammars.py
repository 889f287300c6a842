"""Each game's published grammar is the one its document prints, and its reader takes exactly what that says.

The documents' grammars are kept in `grammars/<slug>.json`, as they print them.
"""

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engines.contract import Engine
from engines.refusal import Refusal
from engines.registry import GAMES
from schemas.replies import spec_json
from tests.schemas.sentences import is_one_sentence

GRAMMARS: Final = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in Path(__file__).with_name("grammars").glob("*.json")
}
Schema: TypeAlias = dict[str, Any]

PLAIN: Final = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def engine(request: pytest.FixtureRequest) -> Engine[Any, Any]:
    chosen: Engine[Any, Any] = request.param
    return chosen


@pytest.mark.parametrize("slug", GAMES)
def test_each_registered_game_has_the_grammar_of_its_document(slug: str) -> None:
    assert slug in GRAMMARS, "put the document's grammar into tests/schemas/grammars"
    assert GAMES[slug].grammar.schema == GRAMMARS[slug]


def test_the_published_grammar_travels_unchanged(engine: Engine[Any, Any]) -> None:
    published = orjson.loads(orjson.dumps(spec_json(engine.spec, engine.grammar.schema)))
    assert published["actionGrammar"] == GRAMMARS[engine.spec.slug]


@pytest.mark.parametrize("slug", GRAMMARS)
def test_each_grammar_is_a_json_schema(slug: str) -> None:
    Draft202012Validator.check_schema(GRAMMARS[slug])


def test_offered_actions_are_in_the_grammar(engine: Engine[Any, Any]) -> None:
    options = {option.name: option.default for option in engine.spec.options if option.default is not None}
    state = engine.initial(7, options)
    offered = orjson.loads(orjson.dumps(list(engine.legal_actions(state))))
    assert offered
    for action in [*offered, *engine.spec.example]:
        Draft202012Validator(GRAMMARS[engine.spec.slug]).validate(action)
        assert not isinstance(engine.grammar.parse(action), Refusal)


def test_a_fraction_a_boolean_or_a_string_for_an_integer_is_refused(engine: Engine[Any, Any]) -> None:
    # Also where it equals the integer, which JSON Schema and Python are content with.
    grammar = GRAMMARS[engine.spec.slug]
    for form in grammar["oneOf"]:
        action = {name: _least(form["properties"][name], grammar) for name in form["required"]}
        assert not isinstance(engine.grammar.parse(action), Refusal)
        for name, value in action.items():
            if type(value) is int:
                for other in (float(value), bool(value), str(value), [value], None):
                    assert isinstance(engine.grammar.parse({**action, name: other}), Refusal), (name, other)


def _least(schema: Schema, root: Schema) -> Any:
    """Return the first and shortest value of a schema."""
    if "$ref" in schema:
        return _least(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "integer":
        return schema["minimum"]
    if "prefixItems" in schema:
        return [_least(item, root) for item in schema["prefixItems"]]
    count = schema["minItems"]
    return [*range(count)] if schema.get("uniqueItems") else [_least(schema["items"], root)] * count


STRANGE = (
    st.none()
    | st.booleans()
    | st.integers(-12, 12)
    | st.sampled_from([2**31, 2**53, 2**53 + 1, -(2**53), 10**19, 0.5, -1.5, 1e308])
    | st.sampled_from(
        ["", "A", "B", "a", "up", "1", "walk", "swap", "bank", "bank ", "Bank", "\x00", "\u0661"]
    )
    | st.lists(st.integers(0, 2), max_size=3)
    | st.dictionaries(st.sampled_from(["type", "a"]), st.integers(0, 2), max_size=2)
)


def _values(schema: Schema, root: Schema) -> st.SearchStrategy[Any]:
    """Return values of a schema, as far as the documents use the language."""
    if "$ref" in schema:
        return _values(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if "prefixItems" in schema:
        return st.tuples(*[_values(item, root) for item in schema["prefixItems"]]).map(list)
    return st.lists(
        _values(schema["items"], root),
        min_size=schema["minItems"],
        max_size=schema["maxItems"],
        unique=schema.get("uniqueItems", False),
    )


@st.composite
def almost_actions(draw: st.DrawFn, grammar: Schema) -> Any:
    """Draw an action of the grammar, as it is or with a thing or two wrong, or something else altogether."""
    form = draw(st.sampled_from(grammar["oneOf"]))
    action = {name: draw(_values(schema, grammar)) for name, schema in form["properties"].items()}
    for change in draw(st.lists(st.sampled_from(["value", "drop", "add", "type"]), max_size=2)):
        if change == "value":
            action[draw(st.sampled_from(sorted(form["properties"])))] = draw(STRANGE)
        elif change == "drop":
            action.pop(draw(st.sampled_from(sorted(form["properties"]))), None)
        elif change == "add":
            action[draw(st.sampled_from(["extra", "", "Type", "a", "b", "dir", "to", "seed"]))] = draw(
                STRANGE
            )
        else:
            action["type"] = draw(st.sampled_from(["walk", "swap", "bank", "start", "act", "SWAP", "bank\n"]))
    return action if draw(st.integers(0, 19)) else draw(STRANGE)


@pytest.mark.parametrize("slug", GAMES)
@settings(PLAIN, max_examples=300)
@given(data=st.data())
def test_the_reader_takes_exactly_what_the_grammar_describes(slug: str, data: st.DataObject) -> None:
    action = data.draw(almost_actions(GRAMMARS[slug]))
    parsed = GAMES[slug].grammar.parse(action)
    described = Draft202012Validator(GRAMMARS[slug]).is_valid(action)
    assert described is not isinstance(parsed, Refusal)
    if isinstance(parsed, Refusal):
        assert is_one_sentence(parsed.reason)
