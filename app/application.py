"""create_app: settings in, application out."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from app.agent_check import AgentCheck
from app.buckets import Buckets
from app.camp import Camp
from app.camp_route import unrouted
from app.edge import Edge
from app.error_page import error_page, wants_page
from app.limits import Limiter, OwnLimiter, RateLimit
from app.logs import OUTPUT, choose_format
from app.metrics import Exchange
from app.openapi import publish_openapi
from app.play import Desk
from app.route import known_addresses, operation_id
from app.routers.browser import browser_router
from app.routers.camp import camp_router
from app.routers.gameboard import gameboard_router
from app.routers.site import site_router
from app.settings import Settings, read_settings
from app.shared_limits import SharedLimiter
from app.tokens import Tokens
from app.watch import Watch

SAVE_SECONDS: Final = 1.0
"""How often a worker leaves its counts to the others."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; without settings they come from the environment, which must hold a secret."""
    settings = settings or read_settings(os.environ)
    tokens = Tokens(settings.keys)
    desk = Desk(tokens)
    camp = Camp(tokens, AgentCheck(settings.keys), settings.agent_check == "on")
    exchange = Exchange(settings.metrics_dir)
    limiter = _limiter(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        saving = asyncio.create_task(_keep_saving(exchange))
        yield
        saving.cancel()
        with suppress(asyncio.CancelledError):
            await saving
        exchange.save()
        OUTPUT.flush()
        if isinstance(limiter, SharedLimiter):
            await limiter.close()

    app = _Application(
        settings,
        limiter,
        lifespan=lifespan,
        title="Campboard",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked for at every request
        generate_unique_id_function=operation_id,
    )
    app.state.camp = camp
    # The routes stand on the application's own router: an included router costs every request a second round
    # of matching.
    families = gameboard_router(settings, desk), camp_router(settings)
    pages = site_router(settings, desk, camp, exchange), browser_router(settings)
    for router in (*families, *pages):
        app.router.routes.extend(router.routes)
    publish_openapi(app, settings, desk, camp)
    return app


def _limiter(settings: Settings) -> Limiter | None:
    rate = settings.rate
    if rate is None:
        return None
    return SharedLimiter(settings.redis_url, rate) if settings.redis_url else OwnLimiter(Buckets(rate))


async def _keep_saving(exchange: Exchange) -> None:
    while True:
        await asyncio.sleep(SAVE_SECONDS)
        exchange.save()


class _Application(FastAPI):
    """FastAPI with our one layer round its router; `add_middleware` and exception handlers have no effect."""

    def __init__(self, settings: Settings, limiter: Limiter | None, **options: Any) -> None:
        super().__init__(**options)
        self.state.settings = settings
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.middleware_stack is not None:
            # FastAPI and Starlette would do no more for a request on its way to the layer.
            scope["app"] = self
            await self.middleware_stack(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        settings: Settings = self.state.settings
        limit = None
        if settings.rate is not None and self._limiter is not None:
            limit = RateLimit(settings.rate, self._limiter)
        known = known_addresses(self.router.routes)
        watch = Watch(choose_format(settings.log_format))
        return Edge(self.router, known, unrouted, wants_page, error_page, limit, watch, settings)
