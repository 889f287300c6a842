"""The rate limit as a layer of pure ASGI: 429 for a client whose bucket is empty."""

from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from app.buckets import NOBODY, Buckets, Rate, Verdict, client_of
from app.errors import rate_limited
from app.notes import APPLIED, answer_problem

EXEMPT: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What watches over the server is never turned away."""
STEPS_PER_REQUEST: Final = 50
"""A batch counts as one more request for each so many steps: about what they cost."""


class Limiter(Protocol):
    """Where the buckets are."""

    async def take(self, client: str) -> Verdict:
        """Take one request out of a client's bucket, if there is one in it."""

    async def charge(self, client: str, requests: int) -> None:
        """Take more requests out of it, whether or not there are as many in it."""


@dataclass(frozen=True, slots=True)
class OwnLimiter:
    """Buckets in the memory of this process."""

    buckets: Buckets

    async def take(self, client: str) -> Verdict:
        return self.buckets.take(client, monotonic())

    async def charge(self, client: str, requests: int) -> None:
        self.buckets.charge(client, requests, monotonic())


class RateLimit:
    """Turns away whoever sends more than the rate."""

    def __init__(self, app: ASGIApp, rate: Rate, limiter: Limiter) -> None:
        self.app = app
        self.rate = rate
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in EXEMPT:
            await self.app(scope, receive, send)
            return
        address = scope["client"]
        client = client_of(address[0]) if address else NOBODY
        verdict = await self.limiter.take(client)
        if not verdict.passes:
            await answer_problem(rate_limited(self.rate, verdict.wait), scope, receive, send)
            return
        await self.app(scope, receive, send)
        if scope.get(APPLIED, 0) >= STEPS_PER_REQUEST:
            await self.limiter.charge(client, scope[APPLIED] // STEPS_PER_REQUEST)
