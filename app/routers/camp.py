"""The camp API family: games by text commands, the current one in a token or cookie; the agent check."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Request

from app.camp import Camp
from app.camp_route import CampRoute, Visit, replies, takes
from app.pages import base_url, camp_index
from app.route import CommandRoute, operation_id, problems
from app.settings import Settings
from engines.contract import JsonObject
from engines.registry import COMMAND_GAMES
from schemas.camp import (
    CampGame,
    CampIndex,
    CheckReply,
    camp_spec_json,
    check_review,
    read_commands,
    read_start,
)

Slug: TypeAlias = Annotated[
    str, Path(description="The game.", json_schema_extra={"enum": list(COMMAND_GAMES)})
]


def camp_router(settings: Settings) -> APIRouter:
    """Return the family's routes, the busiest first."""
    router = APIRouter(route_class=CampRoute, tags=["camp"], generate_unique_id_function=operation_id)
    about = APIRouter(route_class=CommandRoute, tags=["camp"], generate_unique_id_function=operation_id)

    @router.post(
        "/games/{slug}/api/act",
        responses=replies("CampRefused", "CampActed")
        | problems(400, 403, 404, 405, 409, 413, 415, camp=True),
        openapi_extra=takes("ActRequest", required=True),
        summary="Play one command, or several",
    )
    async def act(visit: Visit) -> JsonObject:
        state, token = visit.current()
        visit.camp.check(visit.answer(), token)
        return visit.camp.act(visit.game, state, token, read_commands(visit.content))

    @router.get(
        "/games/{slug}/api/state",
        responses=replies("CampState") | problems(400, 404, 405, 409, camp=True),
        summary="Your current game",
    )
    async def current(visit: Visit) -> JsonObject:
        state, token = visit.current()
        return visit.camp.look(visit.game, state, token)

    @router.post(
        "/games/{slug}/api/new",
        responses=replies("CampState") | problems(400, 404, 405, 413, 415, camp=True),
        openapi_extra=takes("NewRequest", required=False),
        summary="Start a new game in place of the current one",
    )
    async def new(visit: Visit) -> JsonObject:
        return visit.camp.start(visit.game, *read_start(visit.game, visit.content))

    @router.post(
        "/games/{slug}/api/finish",
        responses=replies("CampState") | problems(400, 403, 404, 405, 409, 413, 415, camp=True),
        openapi_extra=takes("FinishRequest", required=True),
        summary="Review a game that is over",
    )
    async def finish(visit: Visit) -> JsonObject:
        state, token = visit.current()
        visit.camp.check(visit.answer(), token)
        check_review(visit.content)
        return visit.camp.review(visit.game, state, token)

    @about.get(
        "/games", response_model=CampIndex, responses=problems(405, camp=True), summary="The camp's games"
    )
    async def camp_games(request: Request) -> JsonObject:
        return camp_index(base_url(settings, request))

    @about.get(
        "/games/{slug}/api",
        response_model=CampGame,
        responses=problems(404, 405, camp=True),
        summary="A game's description of itself",
    )
    async def camp_game(slug: Slug, request: Request) -> JsonObject:
        return camp_spec_json(COMMAND_GAMES[slug], base_url(settings, request))

    @about.get(
        "/api/v1/agent-check",
        response_model=CheckReply,
        responses=problems(405, camp=True),
        summary="An agent check that goes with any state",
    )
    async def agent_check(request: Request) -> JsonObject:
        camp: Camp = request.app.state.camp
        return {"ok": True, "agent_check": camp.agent_check.ask()}

    router.routes.extend(about.routes)
    return router
