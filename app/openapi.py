"""The published OpenAPI document: the routes as they are, with each game's own schemas in it."""

from importlib.metadata import version
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.responses import Response

from app.pages import DESCRIPTION, base_url
from app.play import AnyEngine
from app.route import PlayRoute
from app.settings import Settings
from engines.contract import JsonObject
from engines.registry import GAMES

_REF: Final = "#/components/schemas/"


def publish_openapi(app: FastAPI, settings: Settings) -> None:
    """Serve the document at /openapi.json, made once, with the address each reader came to."""

    document: JsonObject = {}

    async def openapi(request: Request) -> Response:
        if not document:
            document.update(openapi_document(app))
        servers = [{"url": base_url(settings, request)}]
        return Response(orjson.dumps({**document, "servers": servers}), media_type="application/json")

    app.router.add_api_route(
        "/openapi.json",
        openapi,
        methods=["GET"],
        include_in_schema=False,
        route_class_override=PlayRoute,
    )


def openapi_document(app: FastAPI) -> JsonObject:
    """Return the document: FastAPI's, with actions, observations and options of every game written in."""
    document = get_openapi(
        title="Campboard", version=version("campboard"), description=DESCRIPTION, routes=app.routes
    )
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for engine in GAMES.values():
        schemas.update(_game_schemas(engine))
    names = [_pascal(engine) for engine in GAMES.values()]
    schemas["Action"] = {
        "description": "An action of the game asked for. Any other JSON value is answered with a refusal.",
        "anyOf": [{"$ref": f"{_REF}{name}Action"} for name in names],
    }
    schemas["ActionList"] = {
        "type": "array",
        "minItems": 1,
        "items": {"anyOf": [{"$ref": f"{_REF}Action"}, {"$ref": f"{_REF}Repeat"}]},
    }
    schemas["Observation"] = {"anyOf": [{"$ref": f"{_REF}{name}Observation"} for name in names]}
    return document


def _game_schemas(engine: AnyEngine) -> dict[str, Any]:
    name = _pascal(engine)
    observation = TypeAdapter(engine.observation).json_schema(
        mode="serialization", ref_template=f"{_REF}{name}{{model}}"
    )
    parts = {f"{name}{part}": schema for part, schema in observation.pop("$defs", {}).items()}
    return {f"{name}Action": engine.grammar.schema, f"{name}Observation": observation, **parts}


def _pascal(engine: AnyEngine) -> str:
    return "".join(word.capitalize() for word in engine.spec.slug.split("-"))
