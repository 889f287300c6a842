"""The camp family's route class: one look at the headers, the strict JSON gate, the cookie, the errors."""

from collections.abc import Awaitable, Callable, Iterable
from inspect import signature
from typing import Any, Final

import orjson
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.agent_check import UNBOUND, Answer, binding_of
from app.camp import AnyCommandGame, Camp, find_command_game
from app.cookies import DamagedCookie, clear_cookie, cookie_name, is_foreign, read_cookie, set_cookie
from app.edge import headers_of, settings_of
from app.errors import ApiError, bad_request, bad_token, no_game
from app.notes import APPLIED, CODE, TOKEN
from app.pages import base_url
from app.route import receive_body
from app.unplayable import blamed_on_token
from engines.contract import GameState, JsonObject
from schemas.strict_json import MalformedJson, read_json
from schemas.wire import WrongShape

_JSON: Final = (b"content-type", b"application/json")


class Visit(Request):
    """One request about one game, and what it brings."""

    def __init__(self, scope: Scope, receive: Receive, game: AnyCommandGame) -> None:
        # What a Request makes besides is for bodies it reads itself.
        self.scope, self._receive = scope, receive
        self.game = game
        self.settings = settings_of(scope)
        self.camp: Camp = scope["app"].state.camp
        self.content: JsonObject = {}
        """The members of the body, once it is read."""
        self.is_by_cookie = False
        """Whether the current game came in the cookie."""
        self.cookie_is_damaged = False
        found = headers_of(scope)
        found = found if len(found) == len(scope["headers"]) else _joined(scope["headers"])
        self._found = found
        self.is_foreign = b"origin" in found and is_foreign(
            found[b"origin"], found.get(b"host", b""), self.settings.public_base_url
        )
        """Whether it comes from a page of another origin."""

    @property
    def base(self) -> str:
        """The address this server is reached at."""
        return base_url(self.settings, self)

    @property
    def is_secure(self) -> bool:
        """Whether cookies are for https only."""
        return self.settings.public_base_url.startswith("https:")

    async def read(self) -> None:
        """Read the body of a POST; none at all is an object without members."""
        if self.scope["query_string"]:
            instead = "a JSON body" if self.scope["method"] == "POST" else "the token as X-State-Token"
            raise WrongShape("options", f"This address takes no query parameters; send {instead} instead.")
        if self.scope["method"] != "POST":
            return
        raw = await receive_body(self.scope, self.receive)
        if not raw or raw.isspace():
            return
        try:
            content = read_json(raw)
        except MalformedJson as error:
            raise ApiError(400, "bad-json", str(error)) from None
        if type(content) is not dict:
            raise WrongShape(None, "The body must be a JSON object.")
        self.content = content

    def current(self) -> tuple[GameState, str]:
        """Return the current game and its token; raises ApiError where there is none, or none to be read."""
        token = self.content.get("state_token")
        if token is None:
            token = self._text(b"x-state-token")
        if token is None:
            return self._current_in_cookie()
        self._note(token)
        return self.camp.open(self.game, token), token

    def answer(self) -> Answer:
        """Return what it brings for the agent check."""
        return Answer(
            self._text(b"x-agent-check"),
            self._text(b"x-agent-answer"),
            self.content.get("agent_check"),
            self.content.get("agent_answer"),
        )

    def with_check(self, error: ApiError) -> ApiError:
        """Return an error with the next puzzle in it, bound to the current game if that can be read."""
        try:
            binding = binding_of(self.current()[1])
        except ApiError:
            binding = UNBOUND
        headers = dict(error.headers or {})
        if self.cookie_is_damaged:
            headers["Set-Cookie"] = clear_cookie(cookie_name(self.game.spec.slug), self.is_secure)
        puzzle = self.camp.agent_check.ask(binding)
        return ApiError(
            error.status, error.code, error.reason, headers, **{**error.members, "agent_check": puzzle}
        )

    def blamed_on_token(self, fault: Exception) -> Exception:
        """Return what to raise for a fault in a handler, as for any other route; a cookie at fault goes."""
        error = blamed_on_token(self.scope, fault)
        if not isinstance(error, ApiError):
            return error
        self.cookie_is_damaged = self.is_by_cookie
        return self.with_check(error)

    def _current_in_cookie(self) -> tuple[GameState, str]:
        token = None
        if b"cookie" in self._found and self._may_bring_cookie():
            try:
                token = read_cookie(self._found[b"cookie"], cookie_name(self.game.spec.slug))
                if token is not None:
                    self._note(token)
                    self.is_by_cookie = True
                    return self.camp.open(self.game, token), token
            except DamagedCookie:
                self.cookie_is_damaged = True
                raise bad_token() from None
            except ApiError as error:
                self.cookie_is_damaged = error.code == "bad-token"
                raise
        raise no_game(f"{self.base}/games/{self.game.spec.slug}/api/new")

    def _note(self, token: object) -> None:
        if type(token) is str:
            self.scope[TOKEN] = token

    def _may_bring_cookie(self) -> bool:
        if self.is_foreign:
            return False
        kind = self._found.get(b"content-type", b"").partition(b";")[0]
        return self.method != "POST" or kind.strip().lower() == b"application/json"

    def _text(self, name: bytes) -> str | None:
        """Return the value of a header; an empty one was not sent."""
        value = self._found.get(name)
        return value.decode("latin-1") if value else None


class CampRoute(APIRoute):
    """A route about one game; its handler takes a Visit and returns the reply as a JSON object."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        assert signature(endpoint).parameters["visit"].annotation is Visit
        self.app = _serve(endpoint)


def _serve(handler: Callable[[Visit], Awaitable[JsonObject]]) -> ASGIApp:
    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        slug = scope["path_params"]["slug"]
        visit = Visit(scope, receive, find_command_game(slug))
        try:
            await visit.read()
            reply = await handler(visit)
            body = orjson.dumps(reply, option=orjson.OPT_APPEND_NEWLINE)
        except WrongShape as fault:
            raise visit.with_check(bad_request(fault)) from None
        except ApiError as error:
            raise visit.with_check(error) from None
        except ClientDisconnect:
            raise
        except Exception as fault:  # noqa: BLE001  # logged as a bad token, or goes on as it came
            raise visit.blamed_on_token(fault) from None
        if not reply["ok"]:
            scope[CODE] = reply["code"]
        if "results" in reply:
            scope[APPLIED] = len(reply["results"])
        headers = [(b"content-length", b"%d" % len(body)), _JSON]
        if "state_token" in reply and not visit.is_foreign:
            cookie = set_cookie(cookie_name(slug), reply["state_token"], visit.is_secure)
            headers.append((b"set-cookie", cookie))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return serve


def replies(*models: str) -> dict[int | str, dict[str, Any]]:
    """Return what a route publishes of its replies: models that the document completes for each game."""
    schemas = [{"$ref": f"#/components/schemas/{model}"} for model in models]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    return {200: {"description": "OK", "content": {"application/json": {"schema": schema}}}}


def takes(model: str, *, required: bool) -> dict[str, Any]:
    """Return what a route publishes of its body."""
    schema = {"$ref": f"#/components/schemas/{model}"}
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}


def unrouted(scope: Scope, error: ApiError) -> ApiError:
    """Return the error for an address or a method there is not; below a game's own address with a puzzle."""
    parts = scope["path"].split("/")
    if parts[1:2] != ["games"] or len(parts) < 5 or parts[3] != "api":
        return error
    try:
        visit = Visit(scope, _receive_nothing, find_command_game(parts[2]))
    except ApiError:
        return error
    return visit.with_check(error)


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Return headers of which some were sent several times, as the one value they then have."""
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        between = b"; " if name == b"cookie" else b", "  # RFC 9110 5.3; cookies: RFC 9113 8.2.3
        found[name] = found[name] + between + value if name in found else value
    return found


async def _receive_nothing() -> Message:
    return {"type": "http.disconnect"}
