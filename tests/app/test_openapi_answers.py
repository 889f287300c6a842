"""What the server answers has the shape that the published document gives it, status by status."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import httpx
import pytest

from app.tokens import Tokens
from engines.registry import COMMAND_GAMES, GAMES
from tests.app.published import (
    FAMILY,
    KEY,
    Json,
    ask,
    component,
    examples_in,
    faults,
    fits,
    is_camp,
    operation,
    operations,
    pascal,
    some,
    walk,
)


def holds_no_float(value: Json) -> bool:
    return not any(isinstance(member, float) for member in walk(value))


def answered(method: str, path: str, slug: str = "", query: str = "", status: int = 200, **how: Any) -> Json:
    """Ask, and hold the answer against the schema of its status; members no schema names fail too."""
    reply = ask(method.upper(), path.replace("{slug}", slug) + query, **how)
    assert reply.status_code == status, reply.text
    body = reply.json()
    schema = operation(method, path).schema(status)
    assert faults(body, schema) == []
    assert holds_no_float(body)
    named = [schema, *schema.get("anyOf", [])]
    models = [component(each["$ref"].rpartition("/")[2]) for each in named if "$ref" in each]
    fitting = [model for model in models if not faults(body, model)]
    assert any(body.keys() <= model["properties"].keys() for model in fitting), sorted(body)
    return body


def observation_fits(slug: str, body: Json) -> None:
    schema = component(f"{pascal(slug)}Observation")
    assert faults(body["observation"], schema) == []
    assert body["observation"].keys() <= schema["properties"].keys()
    for action in some(body.get("legalActions", [])):
        assert faults(action, component(f"{pascal(slug)}Action")) == []


def started(slug: str) -> Json:
    return answered("get", FAMILY + "/init", slug, "?seed=7")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("legal", ["full", "count", "none"])
def test_a_start_fits_its_schema_with_every_switch(slug: str, legal: str) -> None:
    body = answered("get", FAMILY + "/init", slug, f"?seed=7&legal={legal}")
    assert fits(body, "Started")
    observation_fits(slug, body)
    assert ("legalActions" in body) is (legal == "full")
    assert ("legalCount" in body) is (legal != "none")
    # Tokens travel under the name the game's document uses, too.
    assert ("state" in body) is (GAMES[slug].spec.token_field == "state")


@pytest.mark.parametrize("slug", GAMES)
def test_a_start_fits_its_schema_with_every_option_and_without_a_seed(slug: str) -> None:
    answered("get", FAMILY + "/init", slug)
    for option in GAMES[slug].spec.options:
        for choice in option.choices:
            answered("get", FAMILY + "/init", slug, f"?seed=7&{option.name}={choice.value}")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("pick", [0, -1, -2], ids=["first", "last", "last but one"])
def test_accepted_actions_fit_their_schema_to_the_end_of_a_game(slug: str, pick: int) -> None:
    body = started(slug)
    for _ in range(12):
        if body["gameOver"]:
            break
        offered = body["legalActions"]
        action = offered[max(pick, -len(offered))]
        request = {"stateToken": body["stateToken"], "action": action}
        assert faults(request, component("ActionRequest")) == []
        body = answered("post", FAMILY + "/action", slug, json=request)
        assert fits(body, "Accepted")
        assert not fits(body, "BatchAccepted")
        observation_fits(slug, body)
        for event in body["events"]:
            assert faults(event, component("Event")) == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("action", [None, 7, "bank", [], {}, {"type": "dance"}], ids=str)
def test_a_refused_action_fits_its_schema(slug: str, action: Json) -> None:
    token = started(slug)["stateToken"]
    body = answered("post", FAMILY + "/action", slug, json={"stateToken": token, "action": action})
    assert fits(body, "Refused")
    assert not fits(body, "Accepted")
    observation_fits(slug, body)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("verb", ["action", "replay"])
@pytest.mark.parametrize("legal", ["full", "count", "none"])
def test_batches_fit_their_schema(slug: str, verb: str, legal: str) -> None:
    start = {"seed": 7} if verb == "replay" else {"stateToken": started(slug)["stateToken"]}
    moves = [*GAMES[slug].spec.example]
    cases: list[tuple[Json, str]] = [
        ({"actions": moves[:1]}, "BatchAccepted"),
        ({"actions": moves}, "BatchAccepted"),
        ({"actions": moves, "stopOnEvent": True}, "BatchAccepted"),
        ({"actions": [{"repeat": 1, "action": moves[0]}]}, "BatchAccepted"),
        ({"actions": [*moves[:1], {"type": "dance"}]}, "BatchRefused"),
        ({"actions": [None], "stopOnEvent": True}, "BatchRefused"),
    ]
    for request, model in cases:
        body = answered("post", f"{FAMILY}/{verb}", slug, f"?legal={legal}", json={**start, **request})
        assert fits(body, model)
        assert ("failedIndex" in body) is (model == "BatchRefused")
        observation_fits(slug, body)


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_looked_at_fits_its_schema(slug: str) -> None:
    body = answered("post", FAMILY + "/state", slug, json={"stateToken": started(slug)["stateToken"]})
    assert fits(body, "Accepted")
    observation_fits(slug, body)


def test_the_index_and_each_game_fit_their_schemas() -> None:
    body = answered("get", "/api/games")
    assert fits(body, "IndexReply")
    assert [entry["slug"] for entry in body["games"]] == list(GAMES)
    for entry in body["games"]:
        assert fits(entry, "GameEntry")
    for slug in GAMES:
        body = answered("get", FAMILY, slug)
        assert fits(body, "GameReply")
        assert fits(body["spec"], "SpecReply")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_fits_its_schema(path: str) -> None:
    assert answered("get", path) == {"ok": True}


@pytest.mark.parametrize(
    ("path", "kind"), [("/", "text/html"), ("/docs/api", "text/html"), ("/llms.txt", "text/plain")]
)
def test_pages_have_the_content_type_the_document_says(path: str, kind: str) -> None:
    assert list(operation("get", path).says["responses"]["200"]["content"]) == [kind]
    assert ask("GET", path).headers["content-type"].startswith(kind)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        (each.method, each.path, status)
        for each in operations()
        for status in each.says["responses"]
        if int(status) >= 400
    ],
    ids=str,
)
def test_an_error_is_published_as_a_page_outside_the_apis_only(method: str, path: str, status: str) -> None:
    content = operation(method, path).says["responses"][status]["content"]
    is_page = not path.startswith(("/api", "/games"))
    assert list(content) == ["application/json", *(["text/html"] if is_page else [])]


def old_token(slug: str) -> str:
    """Return a genuine token of the rules version after ours."""
    game = GAMES[slug]
    newer = replace(game, spec=replace(game.spec, version=game.spec.version + 1))
    return Tokens([KEY]).seal(newer, game.initial(7, {}))


POSTS: Final = ("action", "state", "replay")
SLUG: Final = "cantlewing"


def problem_of(reply: httpx.Response, method: str, path: str, status: int, code: str) -> Json:
    assert reply.status_code == status
    body = reply.json()
    assert faults(body, operation(method, path).schema(status)) == []
    assert fits(body, "CampProblem" if is_camp(path) else "Problem")
    assert body["code"] == code
    assert holds_no_float(body)
    return body


def same_error(body: Json, shown: Json) -> bool:
    """Tell whether an error is the one shown, apart from the id and the puzzle, which are new each time."""
    fresh = ("requestId", "request_id", "agent_check")
    one, other = ({**body, **dict.fromkeys(fresh & body.keys())} for body in (body, shown))
    return bool(one == other)


@pytest.mark.parametrize(
    ("method", "path"), [(each.method, each.path) for each in operations()], ids=lambda value: str(value)
)
def test_every_path_answers_a_wrong_method_with_the_listed_405(method: str, path: str) -> None:
    camp = is_camp(path) or "/camp" in path
    reply = ask("DELETE", path.replace("{slug}", "sudoku" if camp else SLUG))
    body = problem_of(reply, method, path, 405, "method-not-allowed")
    (shown,) = examples_in(
        operation(method, path).says["responses"]["405"]["content"]["application/json"]
    ).values()
    assert same_error(body, shown)


@pytest.mark.parametrize(
    ("method", "path"),
    [(each.method, each.path) for each in operations() if "{slug}" in each.path],
    ids=lambda value: str(value),
)
def test_every_path_answers_an_unknown_game_with_the_listed_404(method: str, path: str) -> None:
    body = problem_of(ask(method.upper(), path.replace("{slug}", "chess")), method, path, 404, "unknown-game")
    assert body["games"] == list(COMMAND_GAMES if is_camp(path) or "/camp/" in path else GAMES)
    (shown,) = examples_in(
        operation(method, path).says["responses"]["404"]["content"]["application/json"]
    ).values()
    assert same_error(body, shown)


@pytest.mark.parametrize("verb", POSTS)
@pytest.mark.parametrize(
    ("how", "status", "code"),
    [
        ({"content": b"{"}, 400, "bad-json"),
        ({"content": b""}, 400, "bad-json"),
        ({"content": b'{"a":1,"a":2}'}, 400, "bad-json"),
        ({"content": b'{"a":NaN}'}, 400, "bad-json"),
        ({"content": b"[" * 100_000}, 413, "too-large"),
        ({"content": b" " * 70_000}, 413, "too-large"),
        ({"json": []}, 400, "bad-request"),
        ({"json": {}}, 400, None),
        ({"content": b"x", "headers": {"content-encoding": "gzip"}}, 415, "unsupported-media-type"),
        ({"files": {"a": b"b"}}, 415, "unsupported-media-type"),
    ],
    ids=range(10),
)
def test_wrong_bodies_are_answered_as_listed(
    verb: str, how: Mapping[str, Any], status: int, code: str | None
) -> None:
    # An empty object lacks a token, or a seed where that is what counts.
    code = code or ("bad-seed" if verb == "replay" else "bad-request")
    path = f"{FAMILY}/{verb}"
    problem_of(ask("POST", path.replace("{slug}", SLUG), **how), "post", path, status, code)


@pytest.mark.parametrize("verb", POSTS)
def test_a_wrong_switch_is_answered_as_listed(verb: str) -> None:
    path = f"{FAMILY}/{verb}"
    for query in ("?legal=all", "?legal=", "?seed=7", "?no-such-switch=1"):
        reply = ask("POST", path.replace("{slug}", SLUG) + query, json={"stateToken": "x", "action": {}})
        problem_of(reply, "post", path, 400, "bad-option")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?seed=x", "bad-seed"),
        ("?seed=007", "bad-seed"),
        ("?seed=9007199254740992", "bad-seed"),
        ("?seed=7&seed=8", "bad-seed"),
        ("?legal=all", "bad-option"),
        ("?no-such-option=1", "bad-option"),
    ],
)
def test_wrong_queries_of_a_start_are_answered_as_listed(query: str, code: str) -> None:
    path = FAMILY + "/init"
    problem_of(ask("GET", path.replace("{slug}", SLUG) + query), "get", path, 400, code)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("verb", ["action", "state"])
def test_unusable_tokens_are_answered_as_listed(slug: str, verb: str) -> None:
    path = f"{FAMILY}/{verb}"
    for token, status, code in [("x", 400, "bad-token"), (old_token(slug), 409, "old-token")]:
        reply = ask("POST", path.replace("{slug}", slug), json={"stateToken": token, "action": {}})
        body = problem_of(reply, "post", path, status, code)
        (shown,) = examples_in(
            operation("post", path).says["responses"][str(status)]["content"]["application/json"]
        ).values()
        assert {**body, "requestId": ""} == {**shown, "requestId": ""}


def test_an_address_there_is_not_has_the_error_body_too() -> None:
    reply = ask("GET", "/api/nothing")
    assert reply.status_code == 404
    assert fits(reply.json(), "Problem")
    assert reply.json()["code"] == "not-found"
