"""Token buckets, one for each client: how many requests one may send, and when it may send the next.

Each bucket is one number, the time at which it would be full again; that is the generic cell rate algorithm
(GCRA) of ITU-T I.371. A bucket that is full again is as good as none, so it can be forgotten.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from typing import Final

MAX_CLIENTS: Final = 20_000
"""Buckets kept at a time: about 3 MB. Beyond that the oldest are forgotten, and so refilled."""
_LONGEST_ADDRESS: Final = 64
_RATE: Final = re.compile(r"([1-9][0-9]{0,6})/(s|second|m|min|minute|h|hour)")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600}
NOBODY: Final = "unknown"
"""The one client that all share whose address is not known."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many in each window of seconds."""

    requests: int
    seconds: int

    @property
    def interval(self) -> float:
        """Seconds in which one request is given back."""
        return self.seconds / self.requests


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request may pass; if not, the whole seconds after which the next one may."""

    passes: bool
    wait: int = 0


PASSED: Final = Verdict(True)


def read_rate(text: str) -> Rate:
    """Read a rate such as 6000/minute; raises ValueError for anything else."""
    match = _RATE.fullmatch(text)
    if match is None:
        raise ValueError("must be off, or a rate such as 6000/minute (second, minute or hour)")
    return Rate(int(match[1]), _SECONDS[match[2][0]])


class Buckets:
    """The buckets of one process; takes the time, in seconds of any clock, from its caller."""

    def __init__(self, rate: Rate, most: int = MAX_CLIENTS) -> None:
        self._interval = rate.interval
        self._window = float(rate.seconds)
        self._most = most
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, client: str, now: float) -> Verdict:
        """Take one request out of a client's bucket, if there is one in it."""
        full_at = self._full_at.get(client, now)
        full_at = max(full_at, now) + self._interval
        over = full_at - now - self._window
        if over > 1e-6:  # what sums of fractions may be off by
            return Verdict(False, ceil(over))
        self._keep(client, full_at, now)
        return PASSED

    def charge(self, client: str, requests: int, now: float) -> None:
        """Take more out of a bucket than may be in it, down to as much missing as it holds when full."""
        full_at = max(self._full_at.get(client, now), now) + requests * self._interval
        self._keep(client, min(full_at, now + 2 * self._window), now)

    def _keep(self, client: str, full_at: float, now: float) -> None:
        self._full_at[client] = full_at
        if len(self._full_at) > self._most:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget the buckets that are full, and a quarter of the others if they alone are too many."""
        kept = [(client, full_at) for client, full_at in self._full_at.items() if full_at > now]
        spare = self._most - self._most // 4
        self._full_at = dict(kept[-spare:])


@lru_cache(maxsize=MAX_CLIENTS)
def client_of(address: str) -> str:
    """Return whose bucket an address takes from: its own, or with IPv6 that of its network of 64 bits."""
    if len(address) > _LONGEST_ADDRESS:
        return NOBODY
    try:
        found: IPv4Address | IPv6Address | None = ip_address(address)
    except ValueError:
        return NOBODY
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return f"{IPv6Address(int(found) >> 64 << 64)}/64"
        found = found.ipv4_mapped
    return str(found)
