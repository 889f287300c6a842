"""The rate limit: which client a request is from, and whether one more may pass."""

from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from starlette.types import Scope

from app.buckets import NOBODY, Buckets, Rate, Verdict, client_of
from app.errors import is_camp, rate_limited
from app.notes import APPLIED

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


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Turns away whoever sends more than the rate."""

    rate: Rate
    limiter: Limiter

    async def admit(self, scope: Scope) -> None:
        """Return when a request may pass; raises ApiError 429 when its client must wait."""
        if scope["path"] not in EXEMPT:
            verdict = await self.limiter.take(_client(scope))
            if not verdict.passes:
                raise rate_limited(self.rate, verdict.wait, is_camp(scope["path"]))

    async def settle(self, scope: Scope) -> None:
        """Charge a request that turned out to be a long batch."""
        more = scope[APPLIED] // STEPS_PER_REQUEST
        if more:
            await self.limiter.charge(_client(scope), more)


def _client(scope: Scope) -> str:
    address = scope["client"]
    return client_of(address[0]) if address else NOBODY
