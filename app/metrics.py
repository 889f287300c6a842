"""What the server counts, and how Prometheus reads it.

Counting is one addition to a dictionary, so that a request hardly notices; the library that writes the text
is loaded when somebody first asks. Several workers leave their counts in a directory once a second, and
whichever is asked adds them up.
"""

import os
import secrets
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson

if TYPE_CHECKING:
    from prometheus_client import Metric

BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the latency histogram, in seconds."""
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_COUNTERS: Final = {
    "requests": ("Requests answered; 499 where the client hung up first.", ("route", "method", "status")),
    "refusals": ("Moves that a game refused.", ("game", "code")),
    "problems": (
        "Wrong requests, and faults of the server, by the code of the error body.",
        ("game", "code"),
    ),
    "faults": ("Errors behind the scenes: of those a client hears little or nothing.", ("kind",)),
}
_SECONDS: Final = "seconds"


class Counts:
    """Counters by their labels, and a latency histogram for each route."""

    def __init__(self) -> None:
        self.counters: dict[str, dict[tuple[str, ...], int]] = {name: {} for name in _COUNTERS}
        self.seconds: dict[str, list[float]] = {}
        """For each route a count for each bucket and one beyond the last, then the sum of all seconds."""

    def add(self, counter: str, *labels: str) -> None:
        """Add one to a counter; every label is one of few words, never a client's."""
        series = self.counters[counter]
        series[labels] = series.get(labels, 0) + 1

    def observe(self, route: str, seconds: float) -> None:
        """Add a request to the histogram of its route."""
        series = self.seconds.get(route)
        if series is None:
            series = self.seconds[route] = [0.0] * (len(BUCKETS) + 2)
        series[bisect_left(BUCKETS, seconds)] += 1
        series[-1] += seconds

    def dump(self) -> bytes:
        """Return everything as bytes that `load` reads."""
        counters = {name: [*series.items()] for name, series in self.counters.items()}
        return orjson.dumps({**counters, _SECONDS: self.seconds})

    def load(self, dumped: bytes) -> None:
        """Add what another process counted; raises ValueError or KeyError for anything else."""
        read: dict[str, Any] = orjson.loads(dumped)
        for route, series in read.pop(_SECONDS).items():
            ours = self.seconds.setdefault(route, [0.0] * len(series))
            self.seconds[route] = [mine + theirs for mine, theirs in zip(ours, series, strict=True)]
        for name, counted in read.items():
            for labels, number in counted:
                key = tuple(labels)
                self.counters[name][key] = self.counters[name].get(key, 0) + number


COUNTS: Final = Counts()
"""Those of this process, whatever counts in it."""


class Exchange:
    """A directory where the workers of a server leave their counts; without one, each tells only its own."""

    def __init__(self, directory: str) -> None:
        self._directory = Path(directory) if directory else None
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}.json"
        self._saved = b""

    def clear(self) -> None:
        """Forget what an earlier run left there; for the parent, before its workers start."""
        if self._directory is not None:
            for file in self._directory.glob("*-????????.json"):
                with suppress(OSError):
                    file.unlink()

    def save(self) -> None:
        """Leave the counts of this process, if they have changed; a full disk costs nothing but these."""
        if self._directory is None:
            return
        dumped = COUNTS.dump()
        if dumped != self._saved:
            with suppress(OSError):
                unfinished = self._directory / f"{self._name}.new"
                unfinished.write_bytes(dumped)
                unfinished.replace(self._directory / self._name)
                self._saved = dumped

    def total(self) -> Counts:
        """Return what all workers counted, the ended ones too: the others' as of a second ago."""
        total = Counts()
        total.load(COUNTS.dump())
        if self._directory is not None:
            for file in self._directory.glob("*.json"):
                if file.name != self._name:
                    with suppress(OSError, ValueError, KeyError):  # gone, or no counts of this version
                        total.load(file.read_bytes())
        return total


def exposition(counts: Counts) -> bytes:
    """Return counts in the text format of Prometheus."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.registry import Collector

    class Once(Collector):
        def collect(self) -> Iterable["Metric"]:
            return _metrics(counts)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Once())
    return generate_latest(registry)


def _metrics(counts: Counts) -> Iterator["Metric"]:
    from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily

    for name, (meaning, labels) in _COUNTERS.items():
        counter = CounterMetricFamily(f"campboard_{name}", meaning, labels=labels)
        for values, counted in sorted(counts.counters[name].items()):
            counter.add_metric(values, counted)
        yield counter
    histogram = HistogramMetricFamily(
        "campboard_request_seconds", "From a request's headers to the end of its reply.", labels=("route",)
    )
    for route, series in sorted(counts.seconds.items()):
        *numbers, total = series
        bounds = (*map(str, BUCKETS), "+Inf")
        steps = [*zip(bounds, accumulate(numbers), strict=True)]
        histogram.add_metric((route,), steps, total)
    yield histogram
