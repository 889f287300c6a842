"""create_app: settings in, application out."""

import os

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.agent_check import AgentCheck
from app.camp import Camp
from app.camp_route import unrouted
from app.edge import Edge
from app.openapi import publish_openapi
from app.play import Desk
from app.route import known_addresses, operation_id
from app.routers.browser import browser_router
from app.routers.camp import camp_router
from app.routers.gameboard import gameboard_router
from app.routers.site import site_router
from app.settings import Settings, read_settings
from app.tokens import Tokens


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; without settings they come from the environment, which must hold a secret."""
    settings = settings or read_settings(os.environ)
    tokens = Tokens(settings.keys)
    desk = Desk(tokens)
    camp = Camp(tokens, AgentCheck(settings.keys), settings.agent_check == "on")
    app = _Application(
        title="Campboard",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked for at every request
        generate_unique_id_function=operation_id,
    )
    app.state.settings, app.state.camp = settings, camp
    # The routes stand on the application's own router: an included router costs every request a second round
    # of matching.
    for router in (
        gameboard_router(settings, desk),
        camp_router(settings),
        site_router(settings, desk, camp),
        browser_router(settings),
    ):
        app.router.routes.extend(router.routes)
    publish_openapi(app, settings, desk, camp)
    return app


class _Application(FastAPI):
    """FastAPI with our one layer round its router; `add_middleware` and exception handlers have no effect."""

    def build_middleware_stack(self) -> ASGIApp:
        known = known_addresses(self.router.routes)
        return Edge(self.router, known, unrouted, self.state.settings.public_base_url)
