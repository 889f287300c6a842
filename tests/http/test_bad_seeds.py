"""Seeds, options and query parameters: one spelling each, and a 400 that says what there is."""

from typing import Final
from urllib.parse import quote

import pytest

from tests.http.beam import BANK
from tests.http.client import Api, echoes, problem, reply, short

INIT: Final = "/api/games/cantlewing/init"
SEEDS: Final = (
    *("", "-1", "-0", "+7", " 7", "7 ", "\t7", "7\n", "7\r\n", "7\0", "\u00a07", "7\u2028", "\ufeff7"),
    *("07", "007", "00", "1_0", "1,000", "7.0", "7.", ".7", "1e3", "1E3", "0x7", "7L", "7;8", "7,8"),
    *("٣", "３", "²", "Ⅶ", "七", "७", "𝟕", "7\u0301", "7\u200b"),
    *("9007199254740992", "9007199254740993", "1" + "0" * 19, "9" * 400, "9" * 4000, "1" + "0" * 5000),
    *("true", "null", "None", "NaN", "Infinity", "inf", "-inf", "seven", "[7]", '"7"', "{}", "7'--", "%00"),
)
SEED_QUERIES: Final = ("seed", "seed=", "seed=7&seed=7", "seed=7&seed=8", "seed=&seed=7", "seed=%", "seed=%2")
OPTION_QUERIES: Final = (
    *("difficulty=easy", "Seed=7", "SEED=7", "seed%00=7", "seed[]=7", "seed%20=7", "=7", "x", "x="),
    *("legal=", "legal=FULL", "legal=all", "legal=full%20", "legal=true", "legal=0"),
    *("Legal=full", "legal%5B%5D=full", "seed=7&tick=1", "seed=7&token=x"),
    *("__class__=1", "model_extra=1", "model_config=1", "model_fields_set=1", "__dict__=1", "self=1"),
    *("seed=7&" + "&".join(f"p{i}=1" for i in range(500)), "%ff=1", "\u00e9=1", "a=1;b=2", "x" * 4000 + "=1"),
)
LONG: Final = {"x" * 4000: 1}
JSON_SEEDS: Final = (
    *("-1", "7.0", "7e0", "true", "false", "null", '"7"', '""', "[]", "[7]", "{}"),
    *("9007199254740992", "-9007199254740992", "10000000000000000000"),
)


@pytest.mark.parametrize("seed", SEEDS, ids=short)
def test_a_seed_is_plain_decimal_digits_below_2_to_the_53(api: Api, seed: str) -> None:
    answer = api.http.get(f"{INIT}?seed={quote(seed, safe='')}")
    reason = problem(answer, 400, "bad-seed")["reason"]
    assert "seed" in reason
    assert "9007199254740991" in reason
    assert not list(echoes(seed, answer.text))


@pytest.mark.parametrize("query", SEED_QUERIES)
def test_a_seed_is_given_once(api: Api, query: str) -> None:
    assert "seed" in problem(api.http.get(f"{INIT}?{query}"), 400, "bad-seed")["reason"]


@pytest.mark.parametrize("query", OPTION_QUERIES, ids=short)
def test_an_unknown_parameter_is_a_400_that_lists_what_there_is(api: Api, query: str) -> None:
    answer = api.http.get(f"{INIT}?{query}")
    reason = problem(answer, 400, "bad-option")["reason"]
    assert "legal" in reason or "too many" in reason
    if not query.lower().startswith("legal") and "too many" not in reason:
        assert "seed" in reason
    assert not list(echoes(query, answer.text))


@pytest.mark.parametrize("query", ["legal=full&legal=full", "legal=full&legal=none", "legal=&legal=none"])
def test_legal_is_given_once(api: Api, query: str) -> None:
    answer = api.http.get(f"{INIT}?{query}")
    assert answer.status_code == 400
    assert "legal" in answer.json()["reason"]


def test_a_parameter_given_twice_is_named_but_not_in_full(api: Api) -> None:
    name = "x" * 4000
    answer = api.http.get(f"{INIT}?{name}=1&{name}=2")
    problem(answer, 400, "bad-option")
    assert not list(echoes(name, answer.text))


@pytest.mark.parametrize("route", ["action", "state", "replay"])
@pytest.mark.parametrize("query", ["seed=7", "legal=all", "frobnicate=1", "Legal=none", "legal[]=none"])
def test_other_routes_take_no_parameter_but_legal(api: Api, route: str, query: str) -> None:
    body = {"stateToken": api.init("cantlewing")["stateToken"], "seed": 7, "actions": [BANK]}
    answer = api.post(f"/api/games/cantlewing/{route}?{query}", body)
    assert "legal" in problem(answer, 400, "bad-option")["reason"]


@pytest.mark.parametrize("seed", JSON_SEEDS)
def test_the_seed_of_a_replay_is_an_integer_below_2_to_the_53(api: Api, seed: str) -> None:
    body = f'{{"seed":{seed},"actions":[{{"type":"bank"}}]}}'
    answer = api.post_text("/api/games/cantlewing/replay", body)
    assert "seed" in problem(answer, 400, "bad-seed")["reason"]


def test_a_replay_needs_a_seed(api: Api) -> None:
    answer = api.post("/api/games/cantlewing/replay", {"actions": [BANK]})
    assert answer.status_code == 400
    assert "seed" in answer.json()["reason"]


@pytest.mark.parametrize("options", [None, [], "x", 7, True, [["a", "b"]]])
def test_the_options_of_a_replay_are_an_object(api: Api, options: object) -> None:
    answer = api.replay("cantlewing", [BANK], options=options)
    assert answer.status_code == 400
    assert "options" in answer.json()["reason"]


@pytest.mark.parametrize(
    "options", [{"difficulty": "easy"}, {"seed": 7}, {"legal": "full"}, {"": ""}, LONG], ids=short
)
def test_unknown_options_of_a_replay_are_refused(api: Api, options: dict[str, object]) -> None:
    answer = api.replay("cantlewing", [BANK], options=options)
    problem(answer, 400, "bad-option")
    assert not list(echoes("x" * 4000, answer.text))


def test_empty_options_are_none(api: Api) -> None:
    plain = api.replay("cantlewing", [BANK])
    assert plain.status_code == 200
    assert api.replay("cantlewing", [BANK], options={}).content == plain.content


def test_each_published_option_is_taken_and_no_other_value_is(api: Api) -> None:
    for slug in api.slugs():
        for option in api.init(slug)["spec"]["options"]:
            path, name = f"/api/games/{slug}/init?seed=7", option["name"]
            for choice in option["choices"]:
                reply(api.http.get(f"{path}&{name}={choice['value']}"))
            reason = problem(api.http.get(f"{path}&{name}=frobnicate"), 400, "bad-option")["reason"]
            assert all(choice["value"] in reason for choice in option["choices"])
