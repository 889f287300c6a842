"""The site around the API: start page, docs, llms.txt, health."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from app.camp import AnyCommandGame, Camp
from app.errors import not_ready
from app.logs import LOGGER
from app.metrics import CONTENT_TYPE, Exchange, exposition
from app.pages import EXAMPLE_SEED, render
from app.play import AnyEngine, Desk, find_game
from app.route import CommandRoute, PlayRoute, operation_id, problems
from app.settings import Settings
from engines.contract import JsonObject
from engines.registry import COMMAND_GAMES, GAMES
from schemas.camp import read_start
from schemas.replies import HealthReply


def site_router(settings: Settings, desk: Desk, camp: Camp, exchange: Exchange) -> APIRouter:
    """Return the routes of the pages and of health."""
    router = APIRouter(route_class=PlayRoute, tags=["site"], generate_unique_id_function=operation_id)

    commands = APIRouter(route_class=CommandRoute, tags=["site"], generate_unique_id_function=operation_id)

    def page(template: str, request: Request, **values: Any) -> Response:
        return HTMLResponse(render(template, settings, request, **values), headers=_PAGE_HEADERS)

    @router.get("/", response_class=HTMLResponse, responses=problems(405), summary="The start page")
    async def home(request: Request) -> Response:
        return page("home.html", request)

    @router.get(
        "/docs/api", response_class=HTMLResponse, responses=problems(405), summary="How the API is played"
    )
    async def docs(request: Request) -> Response:
        return page("docs.html", request)

    @router.get(
        "/docs/api/{slug}",
        response_class=HTMLResponse,
        responses=problems(404, 405),
        summary="One game's rules and grammar",
    )
    async def game_docs(
        slug: Annotated[str, Path(description="The game.", json_schema_extra={"enum": list(GAMES)})],
        request: Request,
    ) -> Response:
        return page("game.html", request, game=find_game(slug))

    @router.get(
        "/docs/camp",
        response_class=HTMLResponse,
        responses=problems(405),
        summary="How games are played by commands",
    )
    async def camp_docs(request: Request) -> Response:
        return page("camp.html", request)

    @commands.get(
        "/docs/camp/{slug}",
        response_class=HTMLResponse,
        responses=problems(404, 405),
        summary="One game's rules and commands",
    )
    async def camp_game_docs(
        slug: Annotated[str, Path(description="The game.", json_schema_extra={"enum": list(COMMAND_GAMES)})],
        request: Request,
    ) -> Response:
        return page("camp_game.html", request, game=COMMAND_GAMES[slug])

    @router.get(
        "/llms.txt",
        response_class=PlainTextResponse,
        responses=problems(405),
        summary="What an agent reads first",
    )
    async def llms(request: Request) -> Response:
        return PlainTextResponse(render("llms.txt", settings, request))

    @router.get(
        "/healthz", response_model=HealthReply, responses=problems(405, limited=False), summary="Alive"
    )
    async def healthz() -> JsonObject:
        return {"ok": True}

    @router.get(
        "/readyz", response_model=HealthReply, responses=problems(405, limited=False), summary="Able to play"
    )
    async def readyz() -> JsonObject:
        for engine in GAMES.values():
            if not can_play(desk, engine):
                raise not_ready()
        for game in COMMAND_GAMES.values():
            if not can_command(camp, game):
                raise not_ready()
        return {"ok": True}

    router.routes.extend(commands.routes)

    @router.get(
        "/metrics",
        response_class=PlainTextResponse,
        responses=problems(405, limited=False),
        summary="Counts for Prometheus",
    )
    async def metrics() -> Response:
        return Response(exposition(exchange.total()), media_type=CONTENT_TYPE)

    return router


_PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


def can_play(desk: Desk, engine: AnyEngine) -> bool:
    """Tell whether a game plays its own example through tokens; a failure goes to the log."""
    try:
        token = desk.start(engine, EXAMPLE_SEED, {}, "none")["stateToken"]
        for action in engine.spec.example:
            reply = desk.act(engine, token, action, "none")
            if not reply["ok"]:
                LOGGER.error("%s refuses its own example: %s", engine.spec.slug, reply["reason"])
                return False
            token = reply["stateToken"]
    except Exception:  # whatever a broken game does, the answer is "not ready"
        LOGGER.exception("%s fails its self-test", engine.spec.slug)
        return False
    return True


def can_command(camp: Camp, game: AnyCommandGame) -> bool:
    """Tell whether a game plays its own example to the end through a token; a failure goes to the log."""
    try:
        token = camp.start(game, EXAMPLE_SEED, read_start(game, {})[1])["state_token"]
        reply = camp.act(game, camp.open(game, token), token, game.spec.example)
        if not (reply["ok"] and reply["game_over"]):
            LOGGER.error("%s refuses its own example: %s", game.spec.slug, reply["message"])
            return False
    except Exception:  # as above
        LOGGER.exception("%s fails its self-test", game.spec.slug)
        return False
    return True
