"""Real examples for the OpenAPI document: every one is what this server answers to the request beside it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

import orjson

from app.buckets import read_rate
from app.camp import find_command_game
from app.errors import (
    ApiError,
    bad_request,
    bad_token,
    compressed,
    internal,
    is_camp,
    method_not_allowed,
    not_ready,
    old_token,
    problem_body,
    rate_limited,
    stopping,
    too_large,
)
from app.pages import EXAMPLE_SEED, game_entry, index
from app.play import AnyEngine, Desk, find_game, play
from engines.contract import JsonObject
from engines.registry import GAMES
from schemas.gameboard import SEED_SENTENCE, Item
from schemas.replies import spec_json
from schemas.wire import WrongShape

Play: TypeAlias = tuple[str, str, str, Any, Any]
"""What one example shows: path, method, name, the request's body or None, and the reply."""

REQUEST_ID: Final = "5f2b9c0d1e3a4786"


def add_examples(document: JsonObject, desk: Desk, base: str) -> None:
    """Write examples of requests and replies into the document, which is changed in place."""
    paths = document["paths"]
    for engine in GAMES.values():
        add_plays(paths, engine.spec.slug, _plays(engine, desk, base))
    set_example(paths["/api/games"]["get"]["responses"]["200"]["content"], "index", index(base))
    for path, methods in paths.items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if int(status) >= 400 and not is_camp(path):
                    error = _error(int(status), path, method)
                    add_error(response, error, problem_body(error, REQUEST_ID))


def _plays(engine: AnyEngine, desk: Desk, base: str) -> Iterator[Play]:
    """Yield a play for each kind of reply a game gives."""
    family = "/api/games/{slug}"
    first = engine.spec.example[0]
    spec = spec_json(engine.spec, engine.grammar.schema)
    state = engine.initial(EXAMPLE_SEED, {})
    start = desk.start(engine, EXAMPLE_SEED, {}, "full")
    token = start["stateToken"]
    yield f"{family}/init", "get", "start", None, {**start, "spec": spec}
    yield family, "get", "game", None, {**game_entry(engine, base), "spec": spec}
    yield (
        f"{family}/action",
        "post",
        "accepted",
        {"stateToken": token, "action": first},
        desk.act(engine, token, first, "full"),
    )
    before, refused = _refused_play(engine)
    reached = play(engine, state, _items(before), False).state
    token_before = desk.tokens.seal(engine, reached)
    yield (
        f"{family}/action",
        "post",
        "refused",
        {"stateToken": token_before, "action": refused},
        desk.act(engine, token_before, refused, "full"),
    )
    for name, actions in (("batch", engine.spec.example), ("batch-refused", (*before, refused))):
        items = _items(actions)
        yield (
            f"{family}/action",
            "post",
            name,
            {"stateToken": token, "actions": actions},
            desk.tell(engine, play(engine, state, items, False), "full", token),
        )
        yield (
            f"{family}/replay",
            "post",
            name,
            {"seed": EXAMPLE_SEED, "actions": actions},
            desk.tell(engine, play(engine, state, items, False), "full"),
        )
    yield f"{family}/state", "post", "position", {"stateToken": token}, desk.look(engine, token, "full")


def _refused_play(engine: AnyEngine) -> tuple[Sequence[JsonObject], JsonObject]:
    """Return the shortest start of the game's example after which one of its actions is refused, and that."""
    example = engine.spec.example
    for length in range(len(example) + 1):
        state = play(engine, engine.initial(EXAMPLE_SEED, {}), _items(example[:length]), False).state
        if engine.is_over(state):
            break  # a batch stops there, before the refusal it should show
        for action in example:
            if play(engine, state, _items([action]), False).refusal is not None:
                return example[:length], action
    raise AssertionError(f"no action of the example of {engine.spec.slug} is refused before the end")


def _items(actions: Sequence[JsonObject]) -> list[Item]:
    return [Item(action, 1) for action in actions]


def _error(status: int, path: str, method: str) -> ApiError:
    match status:
        case 400 if method == "get" or "replay" in path:
            return bad_request(WrongShape("seed", f'"seed" {SEED_SENTENCE}.'))
        case 400:
            return bad_token()
        case 404:
            find = find_command_game if path.startswith("/docs/camp/") else find_game
            return caught(lambda: find("chess"))
        case 409:
            return old_token()
        case 503 if path == "/readyz":
            return not_ready()
        case _:
            return common_error(status, method)


def common_error(status: int, method: str) -> ApiError:
    """Return the error of a status that says the same at every address."""
    match status:
        case 405:
            return method_not_allowed("DELETE", [method.upper()])
        case 413:
            return too_large(65536)
        case 415:
            return compressed()
        case 429:
            return rate_limited(read_rate("6000/minute"), 1)
        case 503:
            return stopping()
        case 500:
            return internal()
        case _:
            raise AssertionError(f"no error is known for status {status}")


def caught(call: Callable[[], object]) -> ApiError:
    """Return the error that a call raises."""
    try:
        call()
    except ApiError as error:
        return error
    raise AssertionError


def add_plays(paths: JsonObject, slug: str, plays: Iterable[Play]) -> None:
    """Write the requests and replies of a game into the operations they belong to."""
    for path, method, name, request, reply in plays:
        operation = paths[path][method]
        if request is not None:
            set_example(operation["requestBody"]["content"], f"{slug}-{name}", request)
        set_example(operation["responses"]["200"]["content"], f"{slug}-{name}", reply)


def add_error(response: JsonObject, error: ApiError, body: JsonObject) -> None:
    """Write the body of an error into a response, whose content others may hold too."""
    content = response["content"]
    response["content"] = {**content, "application/json": {**content["application/json"]}}
    set_example(response["content"], error.code, body)


def set_example(content: JsonObject, name: str, value: Any) -> None:
    """Write an example into the content of a request or a response."""
    examples = content["application/json"].setdefault("examples", {})
    examples[name] = {"value": orjson.loads(orjson.dumps(value))}
