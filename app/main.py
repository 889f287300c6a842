"""create_app: settings in, application out."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.agent_check import AgentCheck
from app.buckets import Buckets
from app.camp import Camp
from app.camp_route import unrouted
from app.edge import Edge
from app.limits import OwnLimiter, RateLimit
from app.logs import OUTPUT, choose_format
from app.metrics import Exchange
from app.openapi import publish_openapi
from app.play import Desk
from app.route import known_addresses, operation_id
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
    rate_limit = _rate_limit(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        saving = asyncio.create_task(_keep_saving(exchange))
        yield
        saving.cancel()
        with suppress(asyncio.CancelledError):
            await saving
        exchange.save()
        OUTPUT.flush()
        if rate_limit is not None and isinstance(rate_limit.limiter, SharedLimiter):
            await rate_limit.limiter.close()

    app = _Application(
        lifespan=lifespan,
        title="Campboard",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked for at every request
        generate_unique_id_function=operation_id,
    )
    app.state.settings, app.state.camp, app.state.rate_limit = settings, camp, rate_limit
    # The routes stand on the application's own router: an included router costs every request a second round
    # of matching.
    for router in (
        gameboard_router(settings, desk),
        camp_router(settings),
        site_router(settings, desk, camp, exchange),
    ):
        app.router.routes.extend(router.routes)
    publish_openapi(app, settings, desk, camp)
    return app


def _rate_limit(settings: Settings) -> RateLimit | None:
    rate = settings.rate
    if rate is None:
        return None
    url = settings.redis_url
    return RateLimit(rate, SharedLimiter(url, rate) if url else OwnLimiter(Buckets(rate)))


async def _keep_saving(exchange: Exchange) -> None:
    while True:
        await asyncio.sleep(SAVE_SECONDS)
        exchange.save()


class _Application(FastAPI):
    """FastAPI with our one layer round its router; `add_middleware` and exception handlers have no effect."""

    def build_middleware_stack(self) -> ASGIApp:
        known = known_addresses(self.router.routes)
        settings: Settings = self.state.settings
        watch = Watch(choose_format(settings.log_format))
        return Edge(self.router, known, unrouted, settings.public_base_url, watch, self.state.rate_limit)
