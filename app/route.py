"""The one route class: bytes, validated model, pure handler, bytes; what FastAPI publishes stays true.

FastAPI's own path through a route parses the JSON before it can be checked, and costs several times the work
of a move. This class reads a handler's signature as FastAPI does (so OpenAPI is made from it) and calls the
handler itself: path parameters by name, `query` and `body` as the models they are annotated with, and
`request` if it asks for it.
"""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from inspect import Parameter, signature
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin
from urllib.parse import parse_qsl

import orjson
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from app.errors import ApiError, bad_request, compressed, in_parts, too_large
from app.play import find_game
from schemas.strict_json import MalformedJson, read_json
from schemas.wire import Wire, WrongShape, as_wrong_shape

W = TypeVar("W", bound=Wire)

_MAX_QUERY_PARAMETERS: Final = 50


class PlayRoute(APIRoute):
    """A route whose handler takes models and returns a JSON object or a finished response."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = self.endpoint
        parameters = signature(handler).parameters
        query_model, body_model = _model(parameters.get("query")), _model(parameters.get("body"))
        default_query = query_model() if query_model else None
        takes_request = "request" in parameters

        async def handle(request: Request) -> Response:
            arguments: dict[str, Any] = dict(request.path_params)
            if "slug" in arguments:
                find_game(arguments["slug"])  # an unknown game is told before anything else is looked at
            if takes_request:
                arguments["request"] = request
            try:
                if query_model:
                    text = request.scope["query_string"]
                    arguments["query"] = read_query(query_model, text) if text else default_query
                if body_model:
                    arguments["body"] = read_body(body_model, await receive_body(request))
                reply = await handler(**arguments)
            except WrongShape as fault:
                raise bad_request(fault) from None
            if isinstance(reply, Response):
                return reply
            return Response(orjson.dumps(reply), media_type="application/json")

        return handle


def read_query(model: type[W], text: bytes) -> W:
    """Read a query string; each parameter may be given once, and unknown ones are refused by name."""
    try:
        pairs = parse_qsl(
            text.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_QUERY_PARAMETERS
        )
    except ValueError:
        raise WrongShape("options", "The query string has too many parameters.") from None
    given: dict[str, str] = {}
    for name, value in pairs:
        if name in given:
            known = name in model.model_fields  # anything else is not ours to echo
            what = f'"{name}"' if known else "A query parameter"
            raise WrongShape(
                "seed" if name == "seed" else "options",
                f"{what} is given twice; give {'it' if known else 'each'} once.",
            )
        given[name] = value
    if model.model_config["extra"] == "forbid" and not given.keys() <= model.model_fields.keys():
        allowed = ", ".join(model.model_fields)
        raise WrongShape("options", f"There is no such query parameter here; there is: {allowed}.")
    try:
        return model.model_validate(given)
    except ValidationError as error:
        fault = as_wrong_shape(error)
        raise WrongShape(fault.member if fault.member == "seed" else "options", fault.reason) from None


def read_body(model: type[W], raw: bytes) -> W:
    """Read a JSON body as a model; raises ApiError for what is not JSON, WrongShape for another shape."""
    try:
        return model.model_validate(read_json(raw))
    except MalformedJson as error:
        raise ApiError(400, "bad-json", str(error)) from None
    except ValidationError as error:
        raise as_wrong_shape(error) from None


async def receive_body(request: Request) -> bytes:
    """Receive the body; refuses one that is too large as early as that is known, packed or in parts."""
    limit: int = request.app.state.settings.max_body_bytes
    headers = request.headers
    encoding = headers.get("content-encoding", "identity").lower()
    if encoding != "identity":
        raise compressed()
    if headers.get("content-type", "").lower().startswith("multipart/"):
        raise in_parts()
    declared = headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise too_large(limit)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise too_large(limit)
        parts.append(part)
    return b"".join(parts)


def operation_id(route: APIRoute) -> str:
    """Return the name generated clients give the route: its handler's."""
    return route.name


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what a route publishes of the errors it can answer; any can answer a 500."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content} for status in (*statuses, 500)
    }


def _model(parameter: Parameter | None) -> type[Wire] | None:
    if parameter is None:
        return None
    hint = parameter.annotation
    model: type[Wire] = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return model
