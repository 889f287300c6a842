"""The index and the pages people and agents read, rendered from what the games publish."""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from starlette.requests import Request

from app.agent_check import BOUND_SECONDS, UNBOUND_SECONDS
from app.camp import AnyCommandGame
from app.play import AnyEngine
from app.settings import Settings, is_base_url
from engines.contract import JsonObject
from engines.registry import COMMAND_GAMES, GAMES
from engines.spec import COMMON_REFUSALS
from schemas.camp import MAX_COMMANDS, RATINGS, REVIEW_LENGTHS, read_start

if TYPE_CHECKING:
    from jinja2 import Environment

SERVICE: Final = "Campboard"
DESCRIPTION: Final = (
    "Seeded, deterministic games for AI agents over plain HTTP, without accounts or keys. The server keeps "
    "nothing: each reply carries the whole game in a signed token, and each request brings it back."
)
HOW_TO_PLAY: Final = {
    "step1": "GET a game's initUrl, with ?seed=N for a repeatable game; keep the stateToken of the reply.",
    "step2": "POST {stateToken, action} to its actionUrl; go on with the stateToken of that reply until "
    "gameOver is true.",
    "choosingActions": "Every reply lists legalActions, unless ?legal= asks otherwise; send one of them as "
    "it is. A refused action comes back with ok false and a reason, and changes nothing.",
}
EXAMPLE_SEED: Final = 7
BROWSER_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
"""What the browser pages allow themselves: their own files, and calls to their own server."""
_CAMP_LIMITS: Final = {
    "commands": MAX_COMMANDS,
    "review": REVIEW_LENGTHS,
    "ratings": RATINGS,
    "bound_seconds": BOUND_SECONDS,
    "unbound_seconds": UNBOUND_SECONDS,
}


def base_url(settings: Settings, request: Request) -> str:
    """Return the address this server is reached at: the configured one, else the one the request came to."""
    if settings.public_base_url:
        return settings.public_base_url
    host = request.headers.get("host", "")
    if "/" not in host and is_base_url(f"http://{host}"):
        return f"{request.scope['scheme']}://{host}"
    name, port = request.scope.get("server") or ("127.0.0.1", settings.port)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def index(base: str) -> JsonObject:
    """Return the index of games, in the shape of IndexReply."""
    return {
        "service": SERVICE,
        "description": DESCRIPTION,
        "howToPlay": HOW_TO_PLAY,
        "docs": f"{base}/docs/api",
        "count": len(GAMES),
        "games": [game_entry(engine, base) for engine in GAMES.values()],
    }


def camp_index(base: str) -> JsonObject:
    """Return the list of the camp's games, in the shape of CampIndex."""
    return {
        "service": SERVICE,
        "description": DESCRIPTION,
        "agent_check": f"{base}/api/v1/agent-check",
        "docs": f"{base}/docs/camp",
        "count": len(COMMAND_GAMES),
        "games": [
            {
                "game": slug,
                "name": game.spec.name,
                "description": game.spec.description,
                "kind": game.spec.kind,
                "api": f"{base}/games/{slug}/api",
                "docs": f"{base}/docs/camp/{slug}",
            }
            for slug, game in COMMAND_GAMES.items()
        ],
    }


def game_entry(engine: AnyEngine, base: str) -> JsonObject:
    """Return a game's entry in the index, in the shape of GameEntry."""
    spec = engine.spec
    return {
        "slug": spec.slug,
        "name": spec.name,
        "genre": spec.genre,
        "description": spec.description,
        "goal": spec.goal,
        "initUrl": f"{base}/api/games/{spec.slug}/init",
        "actionUrl": f"{base}/api/games/{spec.slug}/action",
        "docsUrl": f"{base}/docs/api/{spec.slug}",
    }


def render(template: str, settings: Settings, request: Request, **values: Any) -> str:
    """Return a page; every page knows the server's address and limits, the games and how to play."""
    base = base_url(settings, request)
    return (
        _templates()
        .get_template(template)
        .render(
            base=base,
            root=urlsplit(base).path,
            settings=settings,
            service=SERVICE,
            description=DESCRIPTION,
            how_to_play=HOW_TO_PLAY,
            games=list(GAMES.values()),
            command_games=list(COMMAND_GAMES.values()),
            seed=EXAMPLE_SEED,
            board=_board,
            command_board=_command_board,
            camp_limits=_CAMP_LIMITS,
            plain=_plain,
            refusals=_refusals,
            **values,
        )
    )


@cache
def _templates() -> "Environment":
    # A worker that only plays never pays for this import, a tenth of what starting costs.
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    templates = Environment(
        loader=PackageLoader("app"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["json"] = _json
    templates.filters["pretty"] = _pretty
    return templates


def _board(engine: AnyEngine) -> list[str]:
    lines: list[str] = engine.observe(engine.initial(EXAMPLE_SEED, {}))["board"]
    return lines


def _command_board(game: AnyCommandGame) -> list[str]:
    lines: list[str] = game.observe(game.initial(EXAMPLE_SEED, read_start(game, {})[1]))["board"]
    return lines


def _plain(paragraphs: str) -> str:
    """Return HTML paragraphs as Markdown ones."""
    text = re.sub(r"</?code>", "`", " ".join(paragraphs.split()))
    return "\n\n".join(
        re.sub("<[^>]+>", "", part).strip() for part in unescape(text).split("</p>") if part.strip()
    )


def _refusals(engine: AnyEngine) -> dict[str, str]:
    return COMMON_REFUSALS | engine.spec.refusals


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))


def _pretty(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2)
