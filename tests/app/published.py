"""The published document and the application it is about, both in this process."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import httpx
from jsonschema import Draft202012Validator

from app.main import create_app
from app.settings import read_settings

Json: TypeAlias = Any

KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"
APP: Final = create_app(read_settings({"CAMPBOARD_SECRET": KEY}))
FAMILY: Final = "/api/games/{slug}"
CAMP: Final = "/games/{slug}/api"
CAMP_VERBS: Final = {"new": "post", "state": "get", "act": "post", "finish": "post"}
CAMP_ANSWERED: Final = {"act": "CampActed", "state": "CampState", "new": "CampState", "finish": "CampState"}
METHODS: Final = {"get", "post", "put", "patch", "delete", "options", "trace"}


def ask(method: str, path: str, app: Any = APP, **how: Any) -> httpx.Response:
    """Send one request to the application in this process."""

    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://games.test") as client:
            return await client.request(method, path, **how)

    return asyncio.run(go())


@cache
def document() -> Json:
    reply = ask("GET", "/openapi.json")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    return reply.json()


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path."""

    path: str
    method: str
    says: Json

    def schema(self, status: int) -> Json:
        """Return the schema of the JSON answer with this status."""
        return self.says["responses"][str(status)]["content"]["application/json"]["schema"]


@cache
def operations() -> tuple[Operation, ...]:
    return tuple(
        Operation(path, method, says)
        for path, item in document()["paths"].items()
        for method, says in item.items()
        if method in METHODS
    )


def operation(method: str, path: str) -> Operation:
    return next(each for each in operations() if (each.method, each.path) == (method, path))


def is_camp(path: str) -> bool:
    """Tell whether an address belongs to the family whose names are in snake_case."""
    return path == "/games" or path.startswith(("/games/", "/api/v1/"))


def faults(value: Json, schema: Json) -> list[str]:
    """Return what is wrong with a value; references are resolved in the document.

    Of a long list of legal actions only some are looked at.
    """
    validator = Draft202012Validator({**schema, "components": document()["components"]})
    if isinstance(value, dict) and isinstance(value.get("legalActions"), list):
        value = {**value, "legalActions": some(value["legalActions"])}
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


def some(members: list[Json]) -> list[Json]:
    """Return a list, or of a long one members from its beginning to its end."""
    return members[:: max(1, len(members) // 10)]


def component(name: str) -> Json:
    return document()["components"]["schemas"][name]


def walk(value: Json) -> Iterator[Json]:
    yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from walk(member)


def without_examples(value: Json) -> Json:
    """Return the document without the requests and replies it shows."""
    if isinstance(value, dict):
        return {name: without_examples(member) for name, member in value.items() if name != "examples"}
    return [*map(without_examples, value)] if isinstance(value, list) else value


def pascal(slug: str) -> str:
    return "".join(word.capitalize() for word in slug.split("-"))


def examples_in(media: Json) -> dict[str, Json]:
    found = {name: example["value"] for name, example in media.get("examples", {}).items()}
    return {**found, "": media["example"]} if "example" in media else found


def fits(body: Json, model: str) -> bool:
    """Tell whether an answer has the shape of a model and no members besides."""
    return not faults(body, component(model)) and body.keys() <= component(model)["properties"].keys()
