"""Examples of the camp family for the OpenAPI document: what this server answers, but for the puzzles."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from app.agent_check import UNBOUND, AgentCheck, Answer
from app.camp import AnyCommandGame, Camp, find_command_game
from app.errors import ApiError, bad_request, bad_token, no_game, problem_body
from app.examples import REQUEST_ID, Play, add_error, add_plays, caught, common_error, set_example
from app.pages import EXAMPLE_SEED, camp_index
from engines.contract import JsonObject
from engines.registry import COMMAND_GAMES
from schemas.camp import camp_spec_json, read_start
from schemas.wire import WrongShape

_REVIEW: Final = {
    "rating": 8,
    "review": "A fair puzzle that pure reasoning solves. The text board is easy to read.",
}
_KEY: Final = "signs the puzzles of examples and nothing else"
_NONCE: Final = "an-example-nonce"
_OPEN: Final = ("/games", "/games/{slug}/api", "/api/v1/agent-check")
"""Addresses whose errors bring no puzzle."""


def add_camp_examples(document: JsonObject, camp: Camp, base: str) -> None:
    """Write examples of requests and replies into the document, which is changed in place."""
    # Puzzles of no server, which stay the same: the document is made anew by every process.
    camp = replace(camp, agent_check=AgentCheck([_KEY], lambda: 0, Random(EXAMPLE_SEED), lambda: _NONCE))  # noqa: S311
    paths = document["paths"]
    for game in COMMAND_GAMES.values():
        add_plays(paths, game.spec.slug, _plays(game, camp, base))
    set_example(paths["/games"]["get"]["responses"]["200"]["content"], "games", camp_index(base))
    puzzle = {"ok": True, "agent_check": camp.agent_check.ask()}
    set_example(paths["/api/v1/agent-check"]["get"]["responses"]["200"]["content"], "agent-check", puzzle)
    for path in ("/games", "/api/v1/agent-check", *(path for path in paths if path.startswith("/games/"))):
        for method, operation in paths[path].items():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    _add_error(response, _error(int(status), path, method, camp, base), path, camp)


def _add_error(response: JsonObject, error: ApiError, path: str, camp: Camp) -> None:
    body = problem_body(error, REQUEST_ID, path)
    if error.status < 500 and error.code != "unknown-game" and path not in _OPEN:
        body = {**body, "agent_check": camp.agent_check.ask(UNBOUND)}
    add_error(response, error, body)


def _plays(game: AnyCommandGame, camp: Camp, base: str) -> Iterator[Play]:
    """Yield a play for each kind of reply a game gives."""
    family = "/games/{slug}/api"
    yield family, "get", "game", None, camp_spec_json(game, base)
    options = {option.name: option.default for option in game.spec.options}
    request = {**options, "seed": EXAMPLE_SEED}
    started = camp.start(game, *read_start(game, request))
    yield f"{family}/new", "post", "start", request, started
    token = started["state_token"]
    state = camp.open(game, token)
    yield f"{family}/state", "get", "current", None, camp.look(game, state, token)
    first = game.spec.example[0]
    for name, body in (
        ("accepted", {"command": first}),
        ("batch", {"commands": [first, first]}),
        ("refused", {"command": "hello"}),
        ("batch-refused", {"commands": [first, "hello", first]}),
    ):
        commands: Any = [body["command"]] if "command" in body else body["commands"]
        yield f"{family}/act", "post", name, body, camp.act(game, state, token, commands)
    ended = camp.act(game, state, token, game.spec.example)["state_token"]
    yield f"{family}/finish", "post", "review", _REVIEW, camp.review(game, camp.open(game, ended), ended)


def _error(status: int, path: str, method: str, camp: Camp, base: str) -> ApiError:
    match status:
        case 400:
            return _wrong_option() if path.endswith("/new") else bad_token()
        case 403:
            return caught(lambda: camp.agent_check.check(Answer(), UNBOUND))
        case 404:
            return caught(lambda: find_command_game("chess"))
        case 409:
            return no_game(
                f"{base}{path.rpartition('/')[0].replace('{slug}', next(iter(COMMAND_GAMES)))}/new"
            )
        case _:
            return common_error(status, method)


def _wrong_option() -> ApiError:
    game = next(iter(COMMAND_GAMES.values()))
    try:
        read_start(game, {game.spec.options[0].name: "none of these"})
    except WrongShape as fault:
        return bad_request(fault)
    raise AssertionError
