"""create_app: settings in, application out."""

import os

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp

from app.edge import Cors, Edge, LastResort, answer_api_error, answer_http_exception
from app.errors import ApiError
from app.openapi import publish_openapi
from app.play import Desk
from app.route import operation_id
from app.routers.browser import browser_router
from app.routers.gameboard import gameboard_router
from app.routers.site import site_router
from app.settings import Settings, read_settings
from app.tokens import Tokens


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; without settings they come from the environment, which must hold a secret."""
    settings = settings or read_settings(os.environ)
    desk = Desk(Tokens(settings.keys))
    app = _Application(
        title="Campboard",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked for at every request
        generate_unique_id_function=operation_id,
        exception_handlers={ApiError: answer_api_error, HTTPException: answer_http_exception},
    )
    app.state.settings = settings
    # The routes stand on the application's own router, the busiest first: an included router costs every
    # request a second round of matching.
    for router in (gameboard_router(settings, desk), site_router(settings, desk), browser_router(settings)):
        app.router.routes.extend(router.routes)
    publish_openapi(app, settings, desk)
    return app


class _Application(FastAPI):
    """FastAPI with our layers alone round its router; `add_middleware` has no effect."""

    def build_middleware_stack(self) -> ASGIApp:
        guarded = LastResort(ExceptionMiddleware(self.router, handlers=self.exception_handlers))
        cors = Cors(
            guarded,
            allow_origins=["*"],
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=["Content-Type", "X-Request-ID"],
            expose_headers=["X-Request-ID", "Retry-After"],
            max_age=86400,
        )
        return Edge(cors)
