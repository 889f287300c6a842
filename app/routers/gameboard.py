"""The gameboard API family: index, game, init, action, state, replay."""

from typing import Annotated, TypeAlias

import orjson
from fastapi import APIRouter, Path, Query, Request

from app.pages import base_url, game_entry, index
from app.play import Desk, find_game, pick_seed, play_politely
from app.route import PlayRoute, operation_id, problems
from app.settings import Settings
from engines.contract import JsonObject
from engines.registry import GAMES
from schemas.gameboard import (
    ActionRequest,
    InitQuery,
    LegalQuery,
    ReplayRequest,
    TokenRequest,
    read_items,
    read_options,
)
from schemas.replies import (
    Accepted,
    BatchAccepted,
    BatchRefused,
    GameReply,
    IndexReply,
    Refused,
    Started,
    spec_json,
)

Slug: TypeAlias = Annotated[str, Path(description="The game.", json_schema_extra={"enum": list(GAMES)})]


def gameboard_router(settings: Settings, desk: Desk) -> APIRouter:
    """Return the family's routes, the busiest first."""
    router = APIRouter(route_class=PlayRoute, tags=["gameboard"], generate_unique_id_function=operation_id)
    specs = {
        slug: orjson.Fragment(orjson.dumps(spec_json(engine.spec, engine.grammar.schema)))
        for slug, engine in GAMES.items()
    }

    @router.post(
        "/api/games/{slug}/action",
        response_model=BatchRefused | BatchAccepted | Refused | Accepted,
        responses=problems(400, 404, 405, 409, 413, 415),
        summary="Play one action, or a batch",
    )
    async def action(slug: Slug, body: ActionRequest, query: Annotated[LegalQuery, Query()]) -> JsonObject:
        engine = find_game(slug)
        if not body.is_batch:
            return desk.act(engine, body.token, body.action, query.legal)
        items = read_items(body.actions, settings.max_batch_items, settings.max_batch_steps)
        run = await play_politely(engine, desk.open(engine, body.token), items, body.stop_on_event)
        return desk.tell(engine, run, query.legal, body.token)

    @router.get(
        "/api/games/{slug}/init",
        response_model=Started,
        responses=problems(400, 404, 405),
        summary="Start a game",
    )
    async def init(slug: Slug, query: Annotated[InitQuery, Query()]) -> JsonObject:
        engine = find_game(slug)
        options = read_options(engine, query.model_extra or {}, besides="seed, legal")
        seed = pick_seed(engine, options) if query.seed is None else query.seed
        return {**desk.start(engine, seed, options, query.legal), "spec": specs[slug]}

    @router.post(
        "/api/games/{slug}/state",
        response_model=Accepted,
        responses=problems(400, 404, 405, 409, 413, 415),
        summary="Look at a position without moving",
    )
    async def state(slug: Slug, body: TokenRequest, query: Annotated[LegalQuery, Query()]) -> JsonObject:
        return desk.look(find_game(slug), body.token, query.legal)

    @router.post(
        "/api/games/{slug}/replay",
        response_model=BatchRefused | BatchAccepted,
        responses=problems(400, 404, 405, 413, 415),
        summary="Play a whole run from its seed",
    )
    async def replay(slug: Slug, body: ReplayRequest, query: Annotated[LegalQuery, Query()]) -> JsonObject:
        engine = find_game(slug)
        options = read_options(engine, body.options, besides="")
        items = read_items(body.actions, settings.max_batch_items, settings.max_batch_steps)
        run = await play_politely(engine, engine.initial(body.seed, options), items, body.stop_on_event)
        return desk.tell(engine, run, query.legal)

    @router.get(
        "/api/games",
        response_model=IndexReply,
        responses=problems(405),
        summary="Every game there is",
    )
    async def games(request: Request) -> JsonObject:
        return index(base_url(settings, request))

    @router.get(
        "/api/games/{slug}",
        response_model=GameReply,
        responses=problems(404, 405),
        summary="One game and its spec",
    )
    async def game(slug: Slug, request: Request) -> JsonObject:
        return {**game_entry(find_game(slug), base_url(settings, request)), "spec": specs[slug]}

    return router
