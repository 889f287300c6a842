"""The one route class: bytes, validated model, pure handler, bytes; what FastAPI publishes stays true.

FastAPI's own path through a route parses the JSON before it can be checked, and costs several times the work
of a move. This class reads a handler's signature as FastAPI does (so OpenAPI is made from it) and calls the
handler itself: path parameters by name, `query` and `body` as the models they are annotated with, and
`request` if it asks for it.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from inspect import Parameter, signature
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin
from urllib.parse import parse_qsl

import orjson
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from app.camp import find_command_game
from app.edge import Known, headers_of, settings_of
from app.errors import ApiError, bad_request, compressed, in_parts, too_large
from app.notes import APPLIED, CODE, TOKEN
from app.play import find_game
from app.unplayable import blamed_on_token
from engines.registry import COMMAND_GAMES, GAMES
from schemas.strict_json import MalformedJson, read_json
from schemas.wire import Wire, WrongShape, as_wrong_shape, there_are

W = TypeVar("W", bound=Wire)

_JSON: Final = (b"content-type", b"application/json")
_MAX_QUERY_PARAMETERS: Final = 50


class PlayRoute(APIRoute):
    """A route whose handler takes models and returns a JSON object or a finished response."""

    find: Callable[[str], object] = staticmethod(find_game)
    """Raises ApiError where there is no game of a slug."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.app = _serve(endpoint, self.find)


class CommandRoute(PlayRoute):
    """The same for what tells about a game that is played by commands."""

    find = staticmethod(find_command_game)


def _serve(handler: Callable[..., Any], find: Callable[[str], object]) -> ASGIApp:
    parameters = signature(handler).parameters
    query_model, body_model = _model(parameters.get("query")), _model(parameters.get("body"))
    default_query = query_model() if query_model else None
    takes_request = "request" in parameters
    takes_token = body_model is not None and hasattr(body_model, "token")

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        arguments = dict(scope["path_params"])
        if "slug" in arguments:
            find(arguments["slug"])  # an unknown game is told before anything else is looked at
        if takes_request:
            arguments["request"] = Request(scope, receive)
        try:
            if query_model:
                text = scope["query_string"]
                arguments["query"] = read_query(query_model, text) if text else default_query
            if body_model:
                body = read_body(body_model, await receive_body(scope, receive))
                arguments["body"] = body
                if takes_token:
                    scope[TOKEN] = body.token  # type: ignore[attr-defined]
            reply = await handler(**arguments)
            is_finished = isinstance(reply, Response)
            content = b"" if is_finished else orjson.dumps(reply, option=orjson.OPT_APPEND_NEWLINE)
        except WrongShape as fault:
            raise bad_request(fault) from None
        except (ApiError, ClientDisconnect):
            raise
        except Exception as fault:  # noqa: BLE001  # logged as a bad token, or goes on as it came
            raise blamed_on_token(scope, fault) from None
        if is_finished:
            await reply(scope, receive, send)
            return
        if not reply.get("ok", True):
            scope[CODE] = reply["code"]
        if "applied" in reply:
            scope[APPLIED] = reply["applied"]
        headers = [(b"content-length", b"%d" % len(content)), _JSON]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return serve


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
        allowed = there_are([*model.model_fields])
        raise WrongShape("options", f"There is no such query parameter here; {allowed}")
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


async def receive_body(scope: Scope, receive: Receive) -> bytes:
    """Receive the body; refuses one that is too large as early as that is known, packed or in parts."""
    limit = settings_of(scope).max_body_bytes
    headers = headers_of(scope)
    if headers.get(b"content-encoding", b"").lower() not in (b"", b"identity"):
        raise compressed()
    if headers.get(b"content-type", b"").lower().startswith(b"multipart/"):
        raise in_parts()
    declared = headers.get(b"content-length", b"")
    if declared.isdigit() and int(declared) > limit:
        raise too_large(limit)
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        part: bytes = message["body"]
        size += len(part)
        if size > limit:
            raise too_large(limit)
        more = message["more_body"]
        if not more and not parts:
            return part  # as nearly every body comes
        parts.append(part)
    return b"".join(parts)


def known_addresses(routes: Iterable[BaseRoute]) -> dict[tuple[str, str], Known]:
    """Return the addresses of these routes by method and path, those of a game for each game by its slug."""
    known: dict[tuple[str, str], Known] = {}
    for route in routes:
        if isinstance(route, APIRoute) and route.param_convertors.keys() <= {"slug"}:
            for slug in (*GAMES, *COMMAND_GAMES) if route.param_convertors else ("",):
                there = Known(route, route.app, {"slug": slug} if slug else {})
                for method in route.methods or ():
                    known[method, route.path.replace("{slug}", slug)] = there
    return known


def operation_id(route: APIRoute) -> str:
    """Return the name generated clients give the route: its handler's."""
    return route.name


def problems(*statuses: int, camp: bool = False, limited: bool = True) -> dict[int | str, dict[str, Any]]:
    """Return what a route publishes of its errors.

    Any can answer a 500, or a 503 while the server stops; and a 429, unless the rate limit spares it.
    """
    model = "CampProblem" if camp else "Problem"
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{model}"}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in (*statuses, *((429,) if limited else ()), 500, 503)
    }


def _model(parameter: Parameter | None) -> type[Wire] | None:
    if parameter is None:
        return None
    hint = parameter.annotation
    model: type[Wire] = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return model
