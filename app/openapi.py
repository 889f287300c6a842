"""The published OpenAPI document: the routes as they are, each game's own schemas, and real examples."""

from functools import cache
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.responses import Response

from app import VERSION
from app.camp import Camp
from app.camp_examples import add_camp_examples
from app.errors import is_api
from app.examples import add_examples
from app.openapi_camp import add_camp_parameters, camp_schemas
from app.pages import DESCRIPTION, base_url
from app.play import AnyEngine, Desk
from app.route import PlayRoute, problems
from app.settings import Settings
from engines.contract import JsonObject
from engines.registry import GAMES
from schemas.gameboard import NAMED_SCHEMA, Repeat
from schemas.problem import Problem

_BASE: Final = "http://base.invalid"
"""Stands for the address of the server until a reader asks; of the reserved domain, so it is nowhere else."""
_REF: Final = "#/components/schemas/"


def publish_openapi(app: FastAPI, settings: Settings, desk: Desk, camp: Camp) -> None:
    """Serve the document at /openapi.json, made when first asked for, with the address its reader came to."""

    @cache
    def document() -> bytes:
        made = openapi_document(app)
        add_examples(made, desk, _BASE)
        add_camp_examples(made, camp, _BASE)
        return orjson.dumps({**made, "servers": [{"url": _BASE}]}, option=orjson.OPT_APPEND_NEWLINE)

    async def openapi(request: Request) -> Response:
        text = document().replace(_BASE.encode(), base_url(settings, request).encode())
        return Response(text, media_type="application/json")

    app.router.add_api_route(
        "/openapi.json",
        openapi,
        methods=["GET"],
        response_model=dict[str, Any],
        responses=problems(405),
        summary="This document",
        tags=["site"],
        route_class_override=PlayRoute,
    )


def openapi_document(app: FastAPI) -> JsonObject:
    """Return the document: FastAPI's, with actions, observations and options of every game written in."""
    document = get_openapi(title="Campboard", version=VERSION, description=DESCRIPTION, routes=app.routes)
    schemas = document["components"]["schemas"]
    add_camp_parameters(document["paths"])
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas["Problem"] = Problem.model_json_schema()
    schemas["Repeat"] = Repeat.model_json_schema()
    for engine in GAMES.values():
        schemas.update(_game_schemas(engine))
    schemas.update(_shared_schemas([pascal(engine) for engine in GAMES.values()]))
    schemas.update(camp_schemas())
    for path, operations in document["paths"].items():
        for operation in operations.values():
            operation["responses"].pop("422", None)  # FastAPI's own; a wrong request is a 400 here
            if not is_api(path):
                _add_error_pages(operation["responses"])
    init = document["paths"]["/api/games/{slug}/init"]["get"]
    init["parameters"].extend(_option_parameters())
    return {**document, "paths": _tidy(document["paths"]), "components": _tidy(document["components"])}


def _add_error_pages(responses: JsonObject) -> None:
    """Publish that an error outside the APIs is a page to whom asks for HTML."""
    for status, response in responses.items():
        if int(status) >= 400:
            response["content"] = {**response["content"], "text/html": {"schema": {"type": "string"}}}


def pascal(engine: AnyEngine) -> str:
    """Return the game's name as it stands before the names of its schemas."""
    return "".join(word.capitalize() for word in engine.spec.slug.split("-"))


def _game_schemas(engine: AnyEngine) -> dict[str, Any]:
    name = pascal(engine)
    observation = TypeAdapter(engine.observation).json_schema(
        mode="serialization", ref_template=f"{_REF}{name}{{model}}"
    )
    for member, meaning in engine.spec.observation.items():
        described = observation["properties"][member]
        described["description"] = meaning
    parts = {f"{name}{part}": schema for part, schema in observation.pop("$defs", {}).items()}
    return {
        **_action_schemas(f"{name}Action", engine.grammar.schema),
        f"{name}Observation": observation,
        **parts,
    }


def _action_schemas(name: str, grammar: JsonObject) -> dict[str, Any]:
    """Return a grammar and the definitions in it, each under a name of its own and referred to by that."""
    parts = {f"#/$defs/{part}": f"{name}{part.capitalize()}" for part in grammar.get("$defs", {})}

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(member) for member in value]
        if not isinstance(value, dict):
            return value
        if value.get("$ref") in parts:
            return {"$ref": _REF + parts[value["$ref"]]}
        return {key: renamed(member) for key, member in value.items()}

    whole = {key: renamed(member) for key, member in grammar.items() if key not in ("$schema", "$defs")}
    return {
        name: whole,
        **{parts[f"#/$defs/{part}"]: renamed(schema) for part, schema in grammar.get("$defs", {}).items()},
    }


def _shared_schemas(names: list[str]) -> dict[str, Any]:
    return {
        "Action": {
            "description": "An action of the game asked for; any other JSON value is refused in words.",
            "anyOf": [{"$ref": f"{_REF}{name}Action"} for name in names],
        },
        "ActionList": {
            "type": "array",
            "minItems": 1,
            "items": {"anyOf": [{"$ref": f"{_REF}Action"}, {"$ref": f"{_REF}Repeat"}]},
        },
        "Observation": {"anyOf": [{"$ref": f"{_REF}{name}Observation"} for name in names]},
    }


def _option_parameters() -> list[JsonObject]:
    """The options of all games, each once; games that share a name share the parameter."""
    found: dict[str, JsonObject] = {}
    for engine in GAMES.values():
        for option in engine.spec.options:
            parameter = found.setdefault(
                option.name,
                {
                    "name": option.name,
                    "in": "query",
                    "required": False,
                    "schema": {"type": "string", "enum": []},
                    "description": "",
                },
            )
            values = parameter["schema"]["enum"]
            values.extend(choice.value for choice in option.choices if choice.value not in values)
            parameter["description"] += f"{engine.spec.name}: {option.label}. "
    return list(found.values())


def _tidy(value: Any) -> Any:
    """Put references where `schemas` marks what is made from the engines, and drop what says nothing.

    That is: titles that repeat a name, nulls for absent members, and the fraction of a whole number.
    """
    if isinstance(value, float):
        return int(value)
    if isinstance(value, list):
        return [_tidy(member) for member in value]
    if not isinstance(value, dict):
        return value
    if NAMED_SCHEMA in value:
        reference = {"$ref": f"{_REF}{value[NAMED_SCHEMA]}"}
        return reference | {name: text for name, text in value.items() if name == "description"}
    return {name: _tidy(member) for name, member in value.items() if not _says_nothing(name, member)}


def _says_nothing(name: str, member: Any) -> bool:
    return (name == "default" and member is None) or (name == "title" and isinstance(member, str))
