"""The published OpenAPI document: valid, complete, and with examples that are real."""

import json
import re
from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.main import create_app
from app.settings import read_settings
from engines.registry import COMMAND_GAMES, GAMES
from tests.app.published import (
    APP,
    CAMP,
    FAMILY,
    KEY,
    Json,
    ask,
    component,
    document,
    examples_in,
    faults,
    is_camp,
    operation,
    operations,
    pascal,
    walk,
    without_examples,
)


def test_the_document_is_valid_openapi_3_1() -> None:
    assert re.fullmatch(r"3\.1\.[0-9]+", document()["openapi"])
    OpenAPIV31SpecValidator(document()).validate()


def test_every_reference_resolves() -> None:
    # A reply shown as an example may hold a grammar, whose references are to itself.
    references = [
        value["$ref"]
        for value in walk(without_examples(document()))
        if isinstance(value, dict) and isinstance(value.get("$ref"), str)
    ]
    assert len(references) > 20
    for reference in references:
        assert reference.startswith("#/"), reference
        target = document()
        for step in reference[2:].split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        assert target


def test_no_schema_is_there_for_nothing() -> None:
    used = {value["$ref"] for value in walk(document()) if isinstance(value, dict) and "$ref" in value}
    for name in document()["components"]["schemas"]:
        assert f"#/components/schemas/{name}" in used


def test_nothing_of_the_frame_shows() -> None:
    text = ask("GET", "/openapi.json").text
    for stranger in ("HTTPValidationError", "x-named-schema", '"422"', '"detail"', KEY, KEY[:12]):
        assert stranger not in text


def test_the_document_is_the_same_each_time() -> None:
    assert ask("GET", "/openapi.json").json() == document()
    again = create_app(read_settings({"CAMPBOARD_SECRET": KEY}))
    assert ask("GET", "/openapi.json", again).json() == document()


def test_the_server_is_the_address_the_reader_came_to_or_the_configured_one() -> None:
    assert document()["servers"] == [{"url": "http://games.test"}]
    configured = create_app(
        read_settings({"CAMPBOARD_SECRET": KEY, "CAMPBOARD_PUBLIC_BASE_URL": "https://games.example.org/"})
    )
    reply = ask("GET", "/openapi.json", configured, headers={"Host": "evil.example"})
    assert reply.json()["servers"] == [{"url": "https://games.example.org"}]
    assert "evil.example" not in reply.text


def test_operation_ids_are_unique_and_readable() -> None:
    names = [each.says["operationId"] for each in operations()]
    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*|[a-z]+([A-Z][a-z]+)*", name), name
        assert len(name) <= 30


def test_every_operation_says_what_it_does() -> None:
    for each in operations():
        assert each.says["summary"]
        assert each.says["tags"]
        assert all(response["description"] for response in each.says["responses"].values())


def test_every_route_is_listed_with_each_method() -> None:
    routed = {
        (route.path_format, method.lower())
        for route in APP.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert routed == {(each.path, each.method) for each in operations()}
    assert all(isinstance(route, APIRoute) for route in APP.routes)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/api/games"),
        ("get", FAMILY),
        ("get", FAMILY + "/init"),
        ("post", FAMILY + "/action"),
        ("post", FAMILY + "/state"),
        ("post", FAMILY + "/replay"),
        ("get", "/games"),
        ("get", CAMP),
        ("get", CAMP + "/state"),
        ("post", CAMP + "/new"),
        ("post", CAMP + "/act"),
        ("post", CAMP + "/finish"),
        ("get", "/api/v1/agent-check"),
        ("get", "/docs/api"),
        ("get", "/docs/api/{slug}"),
        ("get", "/docs/camp"),
        ("get", "/docs/camp/{slug}"),
        ("get", "/play"),
        ("get", "/play/{game}"),
        ("get", "/watch"),
        ("get", "/llms.txt"),
        ("get", "/healthz"),
        ("get", "/readyz"),
        ("get", "/"),
    ],
)
def test_every_route_of_the_contract_is_listed(method: str, path: str) -> None:
    assert operation(method, path)


@pytest.mark.parametrize(
    ("method", "path", "statuses"),
    [
        ("get", "/api/games", "200 405 500 503"),
        ("get", FAMILY, "200 404 405 500 503"),
        ("get", FAMILY + "/init", "200 400 404 405 500 503"),
        ("post", FAMILY + "/action", "200 400 404 405 409 413 415 500 503"),
        ("post", FAMILY + "/state", "200 400 404 405 409 413 415 500 503"),
        ("post", FAMILY + "/replay", "200 400 404 405 413 415 500 503"),
        ("get", "/games", "200 405 500 503"),
        ("get", CAMP, "200 404 405 500 503"),
        ("get", CAMP + "/state", "200 400 404 405 409 500 503"),
        ("post", CAMP + "/new", "200 400 404 405 413 415 500 503"),
        ("post", CAMP + "/act", "200 400 403 404 405 409 413 415 500 503"),
        ("post", CAMP + "/finish", "200 400 403 404 405 409 413 415 500 503"),
        ("get", "/api/v1/agent-check", "200 405 500 503"),
        ("get", "/docs/camp", "200 405 500 503"),
        ("get", "/docs/camp/{slug}", "200 404 405 500 503"),
        ("get", "/docs/api", "200 405 500 503"),
        ("get", "/docs/api/{slug}", "200 404 405 500 503"),
        ("get", "/llms.txt", "200 405 500 503"),
        ("get", "/healthz", "200 405 500 503"),
        ("get", "/readyz", "200 405 500 503"),
        ("get", "/openapi.json", "200 405 500 503"),
        ("get", "/", "200 405 500 503"),
        ("get", "/play", "200 405 500 503"),
        ("get", "/play/{game}", "200 404 405 500 503"),
        ("get", "/watch", "200 405 500 503"),
        ("get", "/play/assets/{version}/{name}", "200 404 405 500 503"),
        ("get", "/favicon.ico", "200 405 500 503"),
    ],
)
def test_every_status_that_can_be_answered_is_listed(method: str, path: str, statuses: str) -> None:
    listed = operation(method, path).says["responses"].keys()
    assert listed >= set(statuses.split())
    # The rate limit may add its own, and the self-test.
    assert listed <= {*statuses.split(), "429", *(["503"] if path == "/readyz" else [])}


def test_every_error_has_the_one_error_body_of_its_family() -> None:
    for each in operations():
        body = "CampProblem" if is_camp(each.path) else "Problem"
        for status in each.says["responses"]:
            if int(status) >= 400:
                assert each.schema(int(status)) == {"$ref": f"#/components/schemas/{body}"}


def test_the_two_error_bodies_differ_in_how_names_are_written_and_in_the_puzzle() -> None:
    problem, camp = component("Problem"), component("CampProblem")
    assert problem["properties"].keys() == {"ok", "code", "reason", "requestId", "retryAfter", "games"}
    shared = {"ok", "code", "reason", "request_id", "retry_after", "games"}
    assert camp["properties"].keys() == {*shared, "agent_check"}
    assert set(camp["required"]) == {"ok", "code", "reason", "request_id"}


def test_paths_name_the_games_there_are() -> None:
    for each in operations():
        parameters = {parameter["name"]: parameter for parameter in each.says.get("parameters", [])}
        assert ("slug" in parameters) is ("{slug}" in each.path)
        if "slug" in parameters:
            assert parameters["slug"]["in"] == "path"
            camp = is_camp(each.path) or "/camp/" in each.path
            assert parameters["slug"]["schema"]["enum"] == list(COMMAND_GAMES if camp else GAMES)


def test_a_start_lists_the_seed_the_switch_and_each_games_options() -> None:
    parameters = {
        parameter["name"]: parameter
        for parameter in operation("get", FAMILY + "/init").says["parameters"]
        if parameter["in"] == "query"
    }
    wanted: dict[str, set[str]] = {}
    for game in GAMES.values():
        for option in game.spec.options:
            wanted.setdefault(option.name, set()).update(choice.value for choice in option.choices)
    assert parameters.keys() == {"seed", "legal", *wanted}
    assert not any(parameter["required"] for parameter in parameters.values())
    seed = parameters["seed"]["schema"]
    assert (seed["type"], seed["minimum"], seed["maximum"]) == ("integer", 0, 2**53 - 1)
    assert set(parameters["legal"]["schema"]["enum"]) == {"full", "count", "none"}
    for name, values in wanted.items():
        assert set(parameters[name]["schema"]["enum"]) == values


@pytest.mark.parametrize("verb", ["action", "state", "replay"])
def test_the_switch_stands_at_every_verb(verb: str) -> None:
    parameters = operation("post", f"{FAMILY}/{verb}").says["parameters"]
    assert {each["name"] for each in parameters} == {"slug", "legal"}


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_has_its_own_schemas_for_actions_and_observations(slug: str) -> None:
    grammar = GAMES[slug].grammar.schema
    # What the grammar defines inside itself stands beside it here, under the game's name.
    inside = {
        f"#/$defs/{part}": f"{pascal(slug)}Action{part.capitalize()}" for part in grammar.get("$defs", {})
    }
    written = json.dumps(grammar["oneOf"])
    for reference, name in inside.items():
        written = written.replace(reference, f"#/components/schemas/{name}")
        assert component(name) == grammar["$defs"][reference.rpartition("/")[2]]
    assert component(f"{pascal(slug)}Action")["oneOf"] == json.loads(written)
    for name in ("Action", "Observation"):
        assert {"$ref": f"#/components/schemas/{pascal(slug)}{name}"} in component(name)["anyOf"]


def media_types() -> Iterator[tuple[str, Json]]:
    """Yield what every request and response can hold, with a name for it."""
    for each in operations():
        for holder, says in [("request", each.says.get("requestBody", {})), *each.says["responses"].items()]:
            for kind, media in says.get("content", {}).items():
                yield f"{each.method} {each.path} {holder} {kind}", media


def misfits(holder: str) -> list[str]:
    """Return which examples of requests, or of responses, do not fit the schema beside them."""
    return [
        f"{name} {title}"
        for name, media in media_types()
        if (holder == "request") is (" request " in name)
        for title, value in examples_in(media).items()
        if faults(value, media["schema"])
    ]


def test_every_example_of_a_response_fits_its_schema() -> None:
    assert misfits("response") == []


def test_every_example_of_a_request_fits_its_schema() -> None:
    assert misfits("request") == []


def test_examples_of_requests_fit_their_schema_but_those_that_show_a_refusal() -> None:
    assert [name for name in misfits("request") if not name.endswith("refused")] == []


def test_examples_inside_schemas_fit_them() -> None:
    for schema in walk(document()["components"]["schemas"]):
        if isinstance(schema, dict) and isinstance(schema.get("examples"), list):
            for value in schema["examples"]:
                assert faults(value, schema) == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("verb", ["init", "action", "state", "replay", ""])
def test_each_game_has_an_example_of_each_verb(slug: str, verb: str) -> None:
    method, path = ("get" if verb in ("init", "") else "post"), f"{FAMILY}/{verb}".rstrip("/")
    says = operation(method, path).says
    answers = examples_in(says["responses"]["200"]["content"]["application/json"])
    assert [value for value in answers.values() if slug in (value.get("game"), value.get("slug"))]
    if method == "post":
        sent = examples_in(says["requestBody"]["content"]["application/json"])
        assert sent.keys() == answers.keys()


@pytest.mark.parametrize("slug", GAMES)
def test_the_action_examples_show_acceptance_refusal_and_batches(slug: str) -> None:
    content = operation("post", FAMILY + "/action").says["responses"]["200"]["content"]["application/json"]
    shown = [value for value in examples_in(content).values() if value["game"] == slug]
    assert {(value["ok"], "applied" in value) for value in shown} == {
        (True, False),
        (False, False),
        (True, True),
        (False, True),
    }


def test_every_error_has_an_example() -> None:
    for each in operations():
        for status, response in each.says["responses"].items():
            if int(status) >= 400:
                shown = examples_in(response["content"]["application/json"])
                assert shown, (each.path, status)
                for value in shown.values():
                    assert value["ok"] is False
                    assert value["code"]
                    assert value["reason"].endswith(".")


def without_tokens(reply: Json) -> Json:
    return {name: value for name, value in reply.items() if name not in ("stateToken", "state")}


def _sent() -> list[tuple[str, str, Json, Json]]:
    """Return (path, name, request, reply) of every example request there is."""
    return [
        (
            each.path,
            name,
            request,
            examples_in(each.says["responses"]["200"]["content"]["application/json"])[name],
        )
        for each in operations()
        if "requestBody" in each.says
        for name, request in examples_in(each.says["requestBody"]["content"]["application/json"]).items()
    ]


def test_every_example_request_gets_the_example_reply() -> None:
    ours = [sent for sent in _sent() if not is_camp(sent[0])]
    assert len(ours) >= 7 * len(GAMES)
    for path, name, request, expected in ours:
        reply = ask("POST", path.replace("{slug}", expected["game"]), json=request)
        assert reply.status_code == 200
        assert without_tokens(reply.json()) == without_tokens(expected), (path, name)
        # The examples are made with this server's key, so the tokens agree too.
        assert reply.json() == expected


def test_the_examples_without_a_body_are_what_the_address_answers() -> None:
    for path in (FAMILY, FAMILY + "/init"):
        content = operation("get", path).says["responses"]["200"]["content"]["application/json"]
        for expected in examples_in(content).values():
            slug = expected.get("slug", expected.get("game"))
            query = f"?seed={expected['seed']}" if "seed" in expected else ""
            reply = ask("GET", path.replace("{slug}", slug) + query)
            assert reply.json() == expected
    (index,) = examples_in(
        operation("get", "/api/games").says["responses"]["200"]["content"]["application/json"]
    ).values()
    assert ask("GET", "/api/games").json() == index


@pytest.mark.parametrize("verb", ["action", "replay"])
def test_of_several_shapes_the_one_with_more_members_is_listed_first(verb: str) -> None:
    """Generated clients (openapi-python-client 0.29) take the first whose required members are all there."""
    names = [
        each["$ref"].rpartition("/")[2] for each in operation("post", f"{FAMILY}/{verb}").schema(200)["anyOf"]
    ]
    required = [set(component(name)["required"]) for name in names]
    for place, members in enumerate(required):
        for later, others in zip(names[place + 1 :], required[place + 1 :], strict=True):
            assert not members <= others, (names[place], later)
