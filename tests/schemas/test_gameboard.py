"""The request models of the gameboard family: every spelling that is read, and a sentence for every other."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import orjson
import pytest
from pydantic import ValidationError

from engines.contract import Engine
from engines.registry import GAMES
from engines.spec import COMMON_REFUSALS, Choice, Option
from schemas.gameboard import (
    UNUSABLE,
    ActionRequest,
    InitQuery,
    Item,
    LegalQuery,
    ReplayRequest,
    TokenRequest,
    read_items,
    read_options,
)
from schemas.replies import SpecReply, spec_json
from schemas.strict_json import read_json
from schemas.wire import Wire, WrongShape, as_wrong_shape
from tests.schemas.sentences import is_one_sentence

LAST_SEED: Final = 2**53 - 1


def read(model: type[Wire], value: Any) -> Any:
    """Read a value as the server does: a shape it has not is a WrongShape, nothing else is raised."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise as_wrong_shape(error) from None


def fault_of(call: Callable[[], object]) -> WrongShape:
    """Return what a call refuses with, once its reason is known to be one sentence."""
    with pytest.raises(WrongShape) as raised:
        call()
    assert is_one_sentence(raised.value.reason), raised.value.reason
    return raised.value


@pytest.mark.parametrize(
    ("text", "seed"),
    [("0", 0), ("7", 7), ("10", 10), ("9007199254740991", LAST_SEED), ("1000000000000000", 10**15)],
)
def test_a_seed_in_a_query_is_plain_decimal_digits(text: str, seed: int) -> None:
    assert read(InitQuery, {"seed": text}).seed == seed


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-1",
        "-0",
        "+7",
        "007",
        "00",
        "07",
        "7.0",
        "7.",
        ".7",
        "7e0",
        "7E3",
        "1_000",
        "1,000",
        "1 000",
        " 7",
        "7 ",
        "7\n",
        "\t7",
        "7\x00",
        "0x7",
        "0b1",
        "0o7",
        "7L",
        "9007199254740992",
        "9007199254740993",
        "9999999999999999",
        "10000000000000000",
        "18446744073709551616",
        "9" * 400,
        "9" * 5000,
        "0" * 5000,
        "seven",
        "null",
        "None",
        "true",
        "NaN",
        "Infinity",
        "[7]",
        "7;8",
        "7,8",
        "\u0667",
        "\uff17",
        "\u00b2",
        "\u2077",
        "\u2166",
        "7\u00a0",
        "\u22121",
        "\ufffd",
        "%37",
        '"7"',
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_any_other_spelling_of_a_seed_in_a_query_is_refused(text: str) -> None:
    fault = fault_of(lambda: read(InitQuery, {"seed": text}))
    assert fault.member == "seed"
    assert "0 to 9007199254740991" in fault.reason
    assert fault.reason.startswith('"seed" must be')


def test_a_query_without_a_seed_has_none() -> None:
    assert read(InitQuery, {}).seed is None


@pytest.mark.parametrize(
    ("raw", "seed"), [(b"0", 0), (b"7", 7), (b"9007199254740991", LAST_SEED), (b"-0", 0)]
)
def test_a_seed_in_a_body_is_a_json_integer(raw: bytes, seed: int) -> None:
    assert read(ReplayRequest, read_json(b'{"seed":%s,"actions":[{}]}' % raw)).seed == seed


@pytest.mark.parametrize(
    "raw",
    [
        b"-1",
        b"9007199254740992",
        b"99999999999999999999",
        b"7.0",
        b"7.5",
        b"-0.0",
        b"7e0",
        b"1e2",
        b"true",
        b"false",
        b"null",
        b'"7"',
        b'""',
        b"[]",
        b"[7]",
        b"{}",
        b'{"seed":7}',
    ],
)
def test_any_other_seed_in_a_body_is_refused(raw: bytes) -> None:
    fault = fault_of(lambda: read(ReplayRequest, read_json(b'{"seed":%s,"actions":[{}]}' % raw)))
    assert fault.member == "seed"
    assert "0 to 9007199254740991" in fault.reason


def test_a_replay_needs_a_seed() -> None:
    fault = fault_of(lambda: read(ReplayRequest, {"actions": [{}]}))
    assert fault.member == "seed"
    assert "missing" in fault.reason


@pytest.mark.parametrize("model", [LegalQuery, InitQuery])
@pytest.mark.parametrize("legal", ["full", "count", "none"])
def test_the_switch_takes_three_words(model: type[LegalQuery], legal: str) -> None:
    assert read(model, {"legal": legal}).legal == legal


@pytest.mark.parametrize("model", [LegalQuery, InitQuery])
def test_the_switch_is_full_unless_given(model: type[LegalQuery]) -> None:
    assert read(model, {}).legal == "full"


@pytest.mark.parametrize("model", [LegalQuery, InitQuery])
@pytest.mark.parametrize("legal", ["", "FULL", "Full", "full ", "counts", "0", "true", "x" * 4000])
def test_any_other_word_for_the_switch_is_refused_and_the_three_are_named(
    model: type[LegalQuery], legal: str
) -> None:
    fault = fault_of(lambda: read(model, {"legal": legal}))
    assert fault.member == "legal"
    assert all(word in fault.reason for word in ("full", "count", "none"))


TOKEN_MODELS: Final[list[tuple[type[Any], dict[str, Any]]]] = [
    (TokenRequest, {}),
    (ActionRequest, {"action": {"type": "bank"}}),
]


@pytest.mark.parametrize(("model", "rest"), TOKEN_MODELS)
@pytest.mark.parametrize(
    "given",
    [
        {"stateToken": "abc.def"},
        {"state": "abc.def"},
        {"stateToken": "abc.def", "state": "abc.def"},
        {"stateToken": "abc.def", "state": None},
        {"stateToken": None, "state": "abc.def"},
    ],
    ids=str,
)
def test_the_token_is_taken_under_either_name(
    model: type[TokenRequest], rest: dict[str, Any], given: dict[str, Any]
) -> None:
    assert read(model, {**given, **rest}).token == "abc.def"


@pytest.mark.parametrize(("model", "rest"), TOKEN_MODELS)
@pytest.mark.parametrize(
    "given",
    [
        {"stateToken": "abc.def", "state": "abc.deg"},
        {"stateToken": "abc.def", "state": "abc.def="},
        {"stateToken": "abc.def", "state": ""},
        {"stateToken": "", "state": "abc.def"},
    ],
    ids=str,
)
def test_two_tokens_that_differ_are_refused(
    model: type[TokenRequest], rest: dict[str, Any], given: dict[str, Any]
) -> None:
    fault = fault_of(lambda: read(model, {**given, **rest}).token)
    assert "differ" in fault.reason
    assert "abc" not in fault.reason


@pytest.mark.parametrize(("model", "rest"), TOKEN_MODELS)
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"stateToken": None},
        {"state": None},
        {"stateToken": None, "state": None},
        {"statetoken": "abc.def"},
        {"token": "abc.def"},
        {"STATE": "abc.def"},
        {"state-token": "abc.def"},
        {"state_token": "abc.def"},
    ],
    ids=str,
)
def test_a_request_without_a_token_is_told_that_it_is_missing(
    model: type[TokenRequest], rest: dict[str, Any], given: dict[str, Any]
) -> None:
    fault = fault_of(lambda: read(model, {**given, **rest}).token)
    assert fault.member == "stateToken"
    assert '"stateToken" is missing' in fault.reason


@pytest.mark.parametrize(("model", "rest"), TOKEN_MODELS)
@pytest.mark.parametrize("name", ["stateToken", "state"])
@pytest.mark.parametrize("value", [7, 0, 1.5, True, False, [], ["abc.def"], {}, {"score": 1000000}], ids=str)
def test_a_token_that_is_no_string_is_refused(
    model: type[TokenRequest], rest: dict[str, Any], name: str, value: Any
) -> None:
    fault = fault_of(lambda: read(model, {name: value, **rest}).token)
    assert fault.member == "token"
    assert fault.reason == UNUSABLE  # the one reason for every token that cannot be used


@pytest.mark.parametrize("model", [TokenRequest, ActionRequest, ReplayRequest])
@pytest.mark.parametrize("body", [None, [], [{}], "", "x", 7, 1.5, True], ids=str)
def test_a_body_that_is_no_object_is_refused(model: type[Wire], body: Any) -> None:
    fault = fault_of(lambda: read(model, body))
    assert fault.reason == "The body must be a JSON object."


def test_members_nobody_knows_are_ignored() -> None:
    body = {"stateToken": "a.b", "action": 1, "__proto__": {}, "constructor": 1, "score": 10**9, "seed": "x"}
    request = read(ActionRequest, body)
    assert (request.token, request.action) == ("a.b", 1)


@pytest.mark.parametrize("action", [None, 7, 1.5, True, "bank", "", [], [{}], {}, {"type": "bank"}], ids=str)
def test_any_json_value_may_stand_as_the_action(action: Any) -> None:
    request = read(ActionRequest, {"stateToken": "a.b", "action": action})
    assert request.is_batch is False
    assert request.action == action
    assert type(request.action) is type(action)


@pytest.mark.parametrize("actions", [[], [{}], [None, 7, "x", []], [{"type": "bank"}] * 3], ids=str)
def test_a_list_under_actions_is_a_batch(actions: list[Any]) -> None:
    request = read(ActionRequest, {"stateToken": "a.b", "actions": actions})
    assert request.is_batch is True
    assert request.actions == actions


@pytest.mark.parametrize("actions", [[{}], [], None], ids=str)
@pytest.mark.parametrize("action", [{}, None], ids=str)
def test_action_and_actions_together_are_refused(action: Any, actions: Any) -> None:
    request = read(ActionRequest, {"stateToken": "a.b", "action": action, "actions": actions})
    assert "not both" in fault_of(lambda: request.is_batch).reason


def test_neither_action_nor_actions_is_refused() -> None:
    fault = fault_of(lambda: read(ActionRequest, {"stateToken": "a.b"}).is_batch)
    assert fault.member == "action"
    assert "missing" in fault.reason


def test_a_null_under_actions_is_no_batch_of_anything() -> None:
    request = read(ActionRequest, {"stateToken": "a.b", "actions": None})
    fault = fault_of(lambda: read_items(request.actions, 1000, 2000))
    assert fault.reason == '"actions" must be a list of 1 to 1000 items.'


@pytest.mark.parametrize("actions", [{}, {"0": {}}, "bank", "", 7, True, 1.5], ids=str)
@pytest.mark.parametrize(
    ("model", "rest"), [(ActionRequest, {"stateToken": "a.b"}), (ReplayRequest, {"seed": 7})]
)
def test_actions_that_are_no_list_are_refused(model: type[Wire], rest: dict[str, Any], actions: Any) -> None:
    fault = fault_of(lambda: read(model, {**rest, "actions": actions}))
    assert fault.member == "actions"
    assert "a list" in fault.reason


def test_a_replay_needs_actions() -> None:
    fault = fault_of(lambda: read(ReplayRequest, {"seed": 7}))
    assert (fault.member, fault.reason) == ("actions", '"actions" is missing.')


@pytest.mark.parametrize(
    ("model", "rest"),
    [(ActionRequest, {"stateToken": "a.b", "actions": [{}]}), (ReplayRequest, {"seed": 7, "actions": [{}]})],
)
def test_stop_on_event_is_true_or_false_and_false_unless_given(
    model: type[ActionRequest], rest: dict[str, Any]
) -> None:
    assert read(model, rest).stop_on_event is False
    assert read(model, {**rest, "stopOnEvent": True}).stop_on_event is True
    assert read(model, {**rest, "stopOnEvent": False}).stop_on_event is False
    wrong: list[Any] = [None, 0, 1, "true", "on", [], {}]
    for value in wrong:
        fault = fault_of(partial(read, model, {**rest, "stopOnEvent": value}))
        assert fault.reason == '"stopOnEvent" must be true or false.'


def test_stop_on_event_is_not_known_by_its_python_name() -> None:
    body = {"stateToken": "a.b", "actions": [{}], "stop_on_event": True}
    assert read(ActionRequest, body).stop_on_event is False


def test_an_item_is_an_action_played_once() -> None:
    actions: list[Any] = [
        {"type": "bank"},
        None,
        7,
        "x",
        [],
        {},
        {"action": {}},
        [{"repeat": 2, "action": {}}],
    ]
    assert read_items(actions, 1000, 2000) == [Item(action, 1) for action in actions]


@pytest.mark.parametrize("action", [{"type": "tick"}, None, 7, "x", [], {"repeat": 2, "action": {}}], ids=str)
@pytest.mark.parametrize("count", [1, 2, 2000])
def test_a_repeat_stands_for_any_json_value_so_many_times(action: Any, count: int) -> None:
    assert read_items([{"repeat": count, "action": action}], 1000, 2000) == [Item(action, count)]


@pytest.mark.parametrize(
    "count", [0, -1, 2001, 10**19, True, False, 1.0, 2.5, "2", "", None, [], [2], {}], ids=str
)
def test_a_repeat_counts_from_one_to_the_most_steps(count: Any) -> None:
    fault = fault_of(lambda: read_items([{}, {"repeat": count, "action": {}}], 1000, 2000))
    assert fault.member == "actions"
    assert "Item 1" in fault.reason
    assert "1 to 2000" in fault.reason


@pytest.mark.parametrize(
    "item",
    [
        {"repeat": 2},
        {"repeat": 2, "actions": [{}]},
        {"repeat": 2, "action": {}, "more": 1},
        {"repeat": 2, "Action": {}},
        {"repeat": None},
    ],
    ids=str,
)
def test_a_repeat_has_an_action_and_nothing_more(item: dict[str, Any]) -> None:
    assert "Item 0" in fault_of(lambda: read_items([item], 1000, 2000)).reason


def test_an_object_with_a_type_is_an_action_whatever_else_it_holds() -> None:
    # A game's own action may have a field of that name; the game judges it.
    item = {"type": "swap", "repeat": 2, "action": {}}
    assert read_items([item], 1000, 2000) == [Item(item, 1)]


@pytest.mark.parametrize("actions", [None, [], [{}] * 1001])
def test_a_batch_has_one_to_so_many_items(actions: list[Any] | None) -> None:
    fault = fault_of(lambda: read_items(actions, 1000, 2000))
    assert fault.reason == '"actions" must be a list of 1 to 1000 items.'


def test_the_most_items_and_the_most_steps_are_taken() -> None:
    assert len(read_items([{}] * 1000, 1000, 2000)) == 1000
    assert len(read_items([{"repeat": 2, "action": {}}] * 1000, 1000, 2000)) == 1000
    assert len(read_items([{"repeat": 1999, "action": {}}, {}], 1000, 2000)) == 2


@pytest.mark.parametrize(
    "actions",
    [
        [{"repeat": 2000, "action": {}}, {}],
        [{}, {"repeat": 2000, "action": {}}],
        [{"repeat": 1001, "action": {}}] * 2,
        [{"repeat": 3, "action": {}}] * 1000,
    ],
    ids=len,
)
def test_a_batch_of_more_steps_is_refused(actions: list[Any]) -> None:
    fault = fault_of(lambda: read_items(actions, 1000, 2000))
    assert fault.member == "actions"
    assert "2000 steps" in fault.reason


def test_the_limits_of_a_batch_are_the_ones_given() -> None:
    assert len(read_items([{}] * 3, 3, 3)) == 3
    assert "1 to 3 items" in fault_of(lambda: read_items([{}] * 4, 3, 9)).reason
    assert "3 steps" in fault_of(lambda: read_items([{"repeat": 2, "action": {}}] * 2, 3, 3)).reason
    assert "1 to 3" in fault_of(lambda: read_items([{"repeat": 4, "action": {}}], 3, 3)).reason
    assert "5 steps" in fault_of(lambda: read_items([{}] * 6, 9, 5)).reason


def with_options(*options: Option) -> Engine[Any, Any]:
    real = GAMES["cantlewing"]
    return replace(real, spec=replace(real.spec, name="Toy", options=options))


MODE: Final = Option(
    "mode", "Which mode", "pdf", (Choice("pdf", "As in the PDF"), Choice("doc", "As in the Doc"))
)
PRACTICE: Final = Option("practice", "A board to practise on", None, (Choice("1", "One"), Choice("2", "Two")))
TOY: Final = with_options(MODE, PRACTICE)


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({}, {"mode": "pdf"}),
        ({"mode": "pdf"}, {"mode": "pdf"}),
        ({"mode": "doc"}, {"mode": "doc"}),
        ({"practice": "2"}, {"mode": "pdf", "practice": "2"}),
        ({"practice": "1", "mode": "doc"}, {"mode": "doc", "practice": "1"}),
    ],
)
def test_options_are_checked_and_defaults_filled_in(given: dict[str, str], chosen: dict[str, str]) -> None:
    assert read_options(TOY, given, besides="") == chosen


def test_an_option_that_fixes_another_is_refused_with_any_other_value_of_that() -> None:
    toy = with_options(MODE, replace(PRACTICE, fixes=(("mode", "pdf"),)))
    assert read_options(toy, {"practice": "1"}, besides="") == {"mode": "pdf", "practice": "1"}
    assert read_options(toy, {"mode": "doc"}, besides="") == {"mode": "doc"}
    fault = fault_of(lambda: read_options(toy, {"practice": "1", "mode": "doc"}, besides=""))
    assert fault.member == "options"
    assert fault.reason == 'With "practice", "mode" must be pdf.'


@pytest.mark.parametrize(
    "value",
    ["", "PDF", "pdf ", "x" * 4000, None, True, 1, 2, 1.0, [], ["pdf"], {}, {"pdf": 1}],
    ids=lambda v: str(v)[:9],
)
@pytest.mark.parametrize(("name", "values"), [("mode", "pdf, doc"), ("practice", "1, 2")])
def test_any_other_value_of_an_option_is_refused_and_the_values_are_listed(
    name: str, values: str, value: Any
) -> None:
    fault = fault_of(lambda: read_options(TOY, {name: value}, besides=""))
    assert fault.member == "options"
    assert fault.reason == f'"{name}" must be one of: {values}.'


@pytest.mark.parametrize(
    "name", ["", "Mode", "mode ", "modes", "seed", "x" * 4000, "__class__", "\x1b[31m", "a\nb"]
)
def test_an_unknown_option_is_refused_and_those_there_are_are_listed(name: str) -> None:
    fault = fault_of(lambda: read_options(TOY, {"mode": "pdf", name: "1"}, besides="legal"))
    assert fault.member == "options"
    assert fault.reason.endswith("there are: mode, practice, legal.")


def test_a_game_without_options_says_that_there_are_none() -> None:
    assert read_options(with_options(), {}, besides="") == {}
    fault = fault_of(lambda: read_options(with_options(), {"mode": "pdf"}, besides=""))
    assert fault.reason == "Toy has no options."


def test_options_of_a_replay_are_a_json_object() -> None:
    assert read(ReplayRequest, {"seed": 7, "actions": [{}]}).options == {}
    assert read(ReplayRequest, {"seed": 7, "actions": [{}], "options": {"mode": 1}}).options == {"mode": 1}
    wrong: list[Any] = [None, [], "mode", 7, True]
    for options in wrong:
        body = {"seed": 7, "actions": [{}], "options": options}
        fault = fault_of(partial(read, ReplayRequest, body))
        assert fault.reason == '"options" must be a JSON object.'


def test_other_query_parameters_are_kept_for_the_game_to_judge() -> None:
    query = read(InitQuery, {"seed": "7", "mode": "doc", "legal": "none"})
    assert query.model_extra == {"mode": "doc"}


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: str(engine.spec.slug))
def test_every_game_answers_a_wrong_option_in_one_sentence(engine: Engine[Any, Any]) -> None:
    fault_of(lambda: read_options(engine, {"no-such-option": "1"}, besides="seed, legal"))
    for option in engine.spec.options:
        fault = fault_of(partial(read_options, engine, {option.name: "?"}, besides=""))
        assert all(choice.value in fault.reason for choice in option.choices)
        for choice in option.choices:
            assert read_options(engine, {option.name: choice.value}, besides="")[option.name] == choice.value


LONG: Final = "zq" * 2000
HUGE_REQUESTS: Final[list[Callable[[], object]]] = [
    lambda: read(InitQuery, {"seed": LONG}),
    lambda: read(InitQuery, {"legal": LONG}),
    lambda: read(LegalQuery, {"legal": LONG}),
    lambda: read(TokenRequest, {"stateToken": [LONG]}).token,
    lambda: read(TokenRequest, {"stateToken": {LONG: LONG}}).token,
    lambda: read(TokenRequest, {"stateToken": LONG, "state": LONG + "z"}).token,
    lambda: read(TokenRequest, LONG),
    lambda: read(ActionRequest, {LONG: LONG}).is_batch,
    lambda: read(ActionRequest, {"actions": LONG}),
    lambda: read(ActionRequest, {"actions": {LONG: 1}}),
    lambda: read(ActionRequest, {"actions": [], "stopOnEvent": LONG}),
    lambda: read(ReplayRequest, {"seed": LONG, "actions": []}),
    lambda: read(ReplayRequest, {"seed": 7, "actions": [], "options": LONG}),
    lambda: read_items([{"repeat": LONG, "action": LONG}], 9, 9),
    lambda: read_items([{"repeat": 1, LONG: LONG}], 9, 9),
    lambda: read_options(TOY, {LONG: LONG}, besides="seed, legal"),
    lambda: read_options(TOY, {"mode": LONG}, besides=""),
]


@pytest.mark.parametrize("call", HUGE_REQUESTS)
def test_a_reason_echoes_at_most_100_characters(call: Callable[[], object]) -> None:
    assert LONG[:101] not in fault_of(call).reason


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: str(engine.spec.slug))
def test_a_published_spec_has_the_shape_of_the_reply_model(engine: Engine[Any, Any]) -> None:
    published = orjson.loads(orjson.dumps(spec_json(engine.spec, engine.grammar.schema)))
    assert SpecReply.model_validate(published).model_dump(by_alias=True, mode="json") == published
    declared = {field.alias for field in SpecReply.model_fields.values()}
    assert published.keys() == declared


def test_a_published_spec_holds_what_the_contract_lists() -> None:
    listed = {
        "goal",
        "scoring",
        "rules",
        "actionGrammar",
        "version",
        "scoreDirection",
        "seedVaries",
        "options",
        "tokenField",
        "legend",
        "events",
    }
    assert spec_json(TOY.spec, {}).keys() >= listed


def test_a_spec_is_published_member_by_member() -> None:
    spec = replace(
        TOY.spec,
        goal="Win.",
        scoring="One point.",
        rules=("First.", "Second."),
        version=3,
        score_direction="lower",
        seed_varies=True,
        token_field="state",
        observation={"board": "the board"},
        legend={"#": "wall"},
        refusals={"too-far": "over the edge"},
        events={"won": "the end"},
    )
    published = spec_json(spec, {"type": "object"})
    expected: Mapping[str, Any] = {
        "goal": "Win.",
        "scoring": "One point.",
        "rules": "First.\n\nSecond.",
        "actionGrammar": {"type": "object"},
        "version": 3,
        "scoreDirection": "lower",
        "seedVaries": True,
        "options": [
            {
                "name": "mode",
                "label": "Which mode",
                "default": "pdf",
                "choices": [
                    {"value": "pdf", "label": "As in the PDF"},
                    {"value": "doc", "label": "As in the Doc"},
                ],
            },
            {
                "name": "practice",
                "label": "A board to practise on",
                "default": None,
                "choices": [{"value": "1", "label": "One"}, {"value": "2", "label": "Two"}],
            },
        ],
        "tokenField": "state",
        "observation": {"board": "the board"},
        "legend": {"#": "wall"},
        "refusals": {**COMMON_REFUSALS, "too-far": "over the edge"},
        "events": {"won": "the end"},
    }
    assert {name: published[name] for name in expected} == expected
