"""The camp's part of the OpenAPI document: each game's members written into the replies, headers, cookies."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from app.camp import AnyCommandGame
from app.cookies import cookie_name
from engines.contract import JsonObject
from engines.registry import COMMAND_GAMES
from schemas.camp import (
    ActRequest,
    CampActed,
    CampProblem,
    CampRefused,
    CampState,
    CampWire,
    CommandResult,
    FinishRequest,
    Puzzle,
)

_REF: Final = "#/components/schemas/"
_TITLES: Final[dict[type[CampWire], str]] = {CampState: "State", CampActed: "Acted", CampRefused: "Refused"}
_STATE: Final = ("X-State-Token", "The game, instead of the body's state_token or the cookie.")
_CHECK: Final = ("X-Agent-Check", "The token of an agent check, instead of the body's agent_check.")
_ANSWER: Final = ("X-Agent-Answer", "The answer to it, instead of the body's agent_answer.")


def camp_schemas() -> dict[str, Any]:
    """Return the schemas of the family: shared ones, and those of each game's options and replies."""
    schemas: dict[str, Any] = {}
    shared: tuple[type[CampWire], ...] = (ActRequest, FinishRequest, Puzzle, CommandResult, CampProblem)
    for model in shared:
        schemas[model.__name__] = _schema(model)
    for game in COMMAND_GAMES.values():
        schemas |= _game_schemas(game)
    for model in _TITLES:
        schemas[model.__name__] = {
            "anyOf": [{"$ref": f"{_REF}{_pascal(game)}{_TITLES[model]}"} for game in COMMAND_GAMES.values()]
        }
    schemas["NewRequest"] = {
        "anyOf": [{"$ref": f"{_REF}{_pascal(game)}New"} for game in COMMAND_GAMES.values()]
    }
    return schemas


def add_camp_parameters(paths: Mapping[str, Any]) -> None:
    """Write the game, headers and cookies into the operations that read them."""
    for verb, method, headers in (
        ("new", "post", ()),
        ("state", "get", (_STATE,)),
        ("act", "post", (_STATE, _CHECK, _ANSWER)),
        ("finish", "post", (_STATE, _CHECK, _ANSWER)),
    ):
        slug = _parameter("path", "slug", "The game.")
        slug |= {"required": True, "schema": {"type": "string", "enum": list(COMMAND_GAMES)}}
        parameters = [slug, *(_parameter("header", *header) for header in headers)]
        for game in COMMAND_GAMES.values() if headers else ():
            about = f"The game of {game.spec.name}, where neither body nor header names one"
            about += "." if method == "get" else "; it counts with Content-Type: application/json only."
            parameters.append(_parameter("cookie", cookie_name(game.spec.slug), about))
        paths[f"/games/{{slug}}/api/{verb}"][method]["parameters"] = parameters


def _parameter(place: str, name: str, description: str) -> JsonObject:
    return {
        "name": name,
        "in": place,
        "required": False,
        "description": description,
        "schema": {"type": "string"},
    }


def _game_schemas(game: AnyCommandGame) -> dict[str, Any]:
    """Return how a game is started, and each reply with the members of its observation among the others."""
    name = _pascal(game)
    view = TypeAdapter(game.observation).json_schema(
        mode="serialization", ref_template=f"{_REF}{name}{{model}}"
    )
    for member, meaning in game.spec.observation.items():
        view["properties"][member]["description"] = meaning
    schemas = {f"{name}{part}": schema for part, schema in view.pop("$defs", {}).items()}
    for model, title in _TITLES.items():
        reply = _schema(model)
        schemas[f"{name}{title}"] = {
            **reply,
            "properties": {**reply["properties"], **view["properties"]},
            "required": [*reply["required"], *view["required"]],
        }
    options = {
        option.name: {
            "type": "string",
            "enum": [choice.value for choice in option.choices],
            "default": option.default,
            "description": f"{option.label}. " + "; ".join(choice.label for choice in option.choices) + ".",
        }
        for option in game.spec.options
    }
    seed = {
        "type": "integer",
        "minimum": 0,
        "maximum": 2**53 - 1,
        "description": "Which game of all; without it one is picked at random and returned.",
    }
    schemas[f"{name}New"] = {
        "type": "object",
        "description": f"How a game of {game.spec.name} starts; all of it may be left out, the body too.",
        "properties": {**options, "seed": seed},
    }
    return schemas


def _schema(model: type[CampWire]) -> dict[str, Any]:
    schema = model.model_json_schema(ref_template=f"{_REF}{{model}}")
    schema.pop("$defs", None)
    return schema


def _pascal(game: AnyCommandGame) -> str:
    return "".join(word.capitalize() for word in game.spec.slug.split("-"))
