"""Buckets in Redis, for several processes or hosts that share one rate limit."""

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from app.buckets import PASSED, Buckets, Rate, Verdict
from app.limits import OwnLimiter
from app.logs import LOGGER
from app.metrics import COUNTS

PATIENCE_SECONDS: Final = 0.25
"""How long a request waits for Redis."""
REST_SECONDS: Final = 5.0
"""How long Redis is left alone after it failed."""
_CONNECTIONS: Final = 32

# The same arithmetic as in app/buckets.py, by the clock of Redis. ARGV: seconds per request, seconds of the
# window, requests, and 1 if they are taken in any case. Returns the seconds to wait, 0 to pass.
_SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local interval, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = tonumber(redis.call('GET', KEYS[1]) or now)
full_at = math.max(full_at, now) + interval * ARGV[3]
if ARGV[4] == '1' then
  full_at = math.min(full_at, now + 2 * window)
else
  local over = full_at - now - window
  if over > 0.000001 then return math.ceil(over) end
end
redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
return 0
"""


@dataclass(slots=True)
class SharedLimiter:
    """Asks Redis; while that is away each process limits by buckets of its own, and the log says so once."""

    url: str = field(repr=False)
    rate: Rate
    _own: OwnLimiter = field(init=False)
    _script: Any = field(init=False, default=None)
    _rests_until: float = field(init=False, default=0.0)
    _away: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._own = OwnLimiter(Buckets(self.rate))

    async def take(self, client: str) -> Verdict:
        """Take one request out of a client's bucket, if there is one in it."""
        wait = await self._ask(client, 1, forced=False)
        if wait is None:
            return await self._own.take(client)
        return Verdict(False, wait) if wait else PASSED

    async def charge(self, client: str, requests: int) -> None:
        """Take more requests out of it, whether or not there are as many in it."""
        if await self._ask(client, requests, forced=True) is None:
            await self._own.charge(client, requests)

    async def close(self) -> None:
        """Close the connections to Redis."""
        if self._script is not None:
            await self._script.registered_client.aclose()

    async def _ask(self, client: str, requests: int, *, forced: bool) -> int | None:
        """Return what the script says, or None while Redis is away."""
        if monotonic() < self._rests_until:
            return None
        from redis.exceptions import RedisError

        key = f"campboard:rate:{self.rate.requests}/{self.rate.seconds}:{client}"
        arguments = [self.rate.interval, self.rate.seconds, requests, int(forced)]
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                wait = int(await self._connected()(keys=[key], args=arguments))
        except (RedisError, OSError, TimeoutError) as error:
            self._failed(error)
            return None
        if self._away:
            self._away = False
            LOGGER.info("the rate limit's Redis is back")
        return wait

    def _failed(self, error: Exception) -> None:
        self._rests_until = monotonic() + REST_SECONDS
        COUNTS.add("faults", "redis")
        if not self._away:
            self._away = True
            name = type(error).__name__  # the message may hold the address, and so the password
            LOGGER.error("the rate limit's Redis is away (%s); each worker limits by itself", name)

    def _connected(self) -> Any:
        if self._script is None:
            # Only a server that shares its limit pays for this import.
            from redis.asyncio import BlockingConnectionPool, Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff

            pool = BlockingConnectionPool.from_url(
                self.url,
                max_connections=_CONNECTIONS,
                timeout=PATIENCE_SECONDS,
                socket_timeout=PATIENCE_SECONDS,
                socket_connect_timeout=PATIENCE_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
            self._script = Redis.from_pool(pool).register_script(_SCRIPT)
        return self._script
