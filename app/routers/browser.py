"""The pages where people play in a browser, and the files these are made of."""

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.assets import MEDIA_TYPES, assets, fingerprint, modules_of
from app.errors import not_found, unknown_game
from app.pages import BROWSER_HEADERS, render
from app.route import PlayRoute, operation_id, problems
from app.settings import Settings
from engines.registry import COMMAND_GAMES, GAMES

VIEWS: Final = (
    "cordwright",
    "glasswend",
    "cantlewing",
    "magic-hex-swap",
    "sudoku",
)
"""The games with a view of their own, `games/<slug>.js`; any other is played as text and a list of moves.

A game played by commands needs one to be here at all.
"""

_FOR_GOOD: Final = "public, max-age=31536000, immutable"


def browser_router(settings: Settings) -> APIRouter:
    """Return the routes of the browser pages."""
    router = APIRouter(route_class=PlayRoute, tags=["site"], generate_unique_id_function=operation_id)

    def page(template: str, request: Request, entry: str, view: str = "", **values: Any) -> Response:
        modules = [*modules_of(entry), *(modules_of(f"games/{view}.js") if view else ())]
        sheets = ["common/shell.css", f"games/{view}.css"]
        text = render(
            template,
            settings,
            request,
            assets=f"assets/{fingerprint()}",
            entry=entry,
            view=view,
            here="watch" if entry == "watch.js" else "play",
            modules=list(dict.fromkeys(modules)),
            sheets=[sheet for sheet in sheets if sheet in assets()],
            views=VIEWS,
            **values,
        )
        return HTMLResponse(text, headers=BROWSER_HEADERS)

    @router.get("/play", response_class=HTMLResponse, responses=problems(405), summary="Games to play here")
    async def play_index(request: Request) -> Response:
        return page("play_index.html", request, "index.js", pictures=assets())

    @router.get(
        "/play/{game}",
        response_class=HTMLResponse,
        responses=problems(404, 405),
        summary="Play a game in the browser",
    )
    async def play_game(game: str, request: Request) -> Response:
        if game in COMMAND_GAMES and game in VIEWS:
            return page("play_commands.html", request, "play.js", game, game=COMMAND_GAMES[game])
        if game not in GAMES:
            raise unknown_game([*GAMES, *COMMAND_GAMES])
        engine = GAMES[game]
        view = game if game in VIEWS else "plain"
        return page("play.html", request, "play.js", view, game=engine)

    @router.get("/watch", response_class=HTMLResponse, responses=problems(405), summary="Watch a run")
    async def watch(request: Request) -> Response:
        names = {slug: game.spec.name for slug, game in GAMES.items()}
        names |= {slug: game.spec.name for slug, game in COMMAND_GAMES.items()}
        return page("watch.html", request, "watch.js", catalogue=names)

    @router.get(
        "/play/assets/{version}/{name:path}",
        response_class=Response,
        responses=_text(*MEDIA_TYPES.values()) | problems(404, 405),
        summary="A file of the browser pages",
    )
    async def asset(version: str, name: str, request: Request) -> Response:
        if name not in assets():
            raise not_found()
        # Another version is asked for while servers are being replaced; what is sent then is not to be kept.
        return _file(name, request, _FOR_GOOD if version == fingerprint() else "no-cache")

    @router.get(
        "/favicon.ico",
        response_class=Response,
        responses=_text("image/svg+xml") | problems(405),
        summary="The icon",
    )
    async def icon(request: Request) -> Response:
        return _file("icon.svg", request, "public, max-age=86400")

    return router


def _text(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return what a route publishes of the files it answers with."""
    names = sorted(name.partition(";")[0] for name in media_types)
    return {
        200: {"description": "The file", "content": {name: {"schema": {"type": "string"}} for name in names}}
    }


def _file(name: str, request: Request, caching: str) -> Response:
    found = assets()[name]
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    body = found.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = found.gzipped
    return Response(body, headers=headers, media_type=found.media_type)
