"""The rate limit: 429 for a client whose bucket is empty."""

from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from starlette.types import Scope

from app.buckets import NOBODY, Buckets, Rate, Verdict, client_of
from app.errors import rate_limited
from app.notes import APPLIED

EXEMPT: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What watches over the server is never turned away."""
FILES: Final = "/play/assets/"
"""Where the files of the browser pages are: a first view asks for two dozen at once, and then for none."""
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

    def __init__(self, rate: Rate, limiter: Limiter) -> None:
        self._rate = rate
        self._limiter = limiter

    async def admit(self, scope: Scope) -> None:
        """Take a request out of its client's bucket; raises ApiError 429 when there is none left in it."""
        if scope["path"] in EXEMPT or scope["path"].startswith(FILES):
            return
        verdict = await self._limiter.take(_client(scope))
        if not verdict.passes:
            raise rate_limited(self._rate, verdict.wait)

    async def charge(self, scope: Scope) -> None:
        """Take more out of it for a batch that made many steps."""
        if scope[APPLIED] >= STEPS_PER_REQUEST:
            await self._limiter.charge(_client(scope), scope[APPLIED] // STEPS_PER_REQUEST)


def _client(scope: Scope) -> str:
    address = scope["client"]
    return client_of(address[0]) if address else NOBODY
