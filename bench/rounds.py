"""Rounds: every load in turn and then the work inside the process, again and again, beside the same floor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from bench.load import LoadGenerator, Tally
from bench.requests import LONG_BATCH, Load
from bench.table import Row, number

Work = Callable[[], float]
"""Does some work inside this process and returns the microseconds of CPU one piece of it took."""


@dataclass(slots=True)
class Record:
    """What the rounds came to: one entry a round."""

    floor: list[Tally] = field(default_factory=list)
    loads: dict[str, list[Tally]] = field(default_factory=dict)
    works: dict[str, list[float]] = field(default_factory=dict)

    @property
    def floor_micros(self) -> list[float]:
        """CPU of a request to the floor."""
        return [micros(tally) for tally in self.floor]

    @property
    def tallies(self) -> list[Tally]:
        """Every slice of load there was."""
        return [*self.floor, *(tally for tallies in self.loads.values() for tally in tallies)]


def run_rounds(
    generator: LoadGenerator,
    floor: Load,
    loads: Sequence[Load],
    works: Mapping[str, Work],
    rounds: int,
    seconds: float,
) -> Record:
    """Measure everything once a round; raises RuntimeError as soon as a reply is wrong."""
    record = Record()
    for turn in range(rounds):
        record.floor.append(_slice(generator, floor, seconds))
        for load in loads:
            start = len(load.exchanges) * turn // rounds  # so that a long list is not only begun each time
            turned = replace(load, exchanges=[*load.exchanges[start:], *load.exchanges[:start]])
            record.loads.setdefault(load.name, []).append(_slice(generator, turned, seconds))
        for name, work in works.items():
            record.works.setdefault(name, []).append(work())
    return record


def micros(tally: Tally) -> float:
    """Return the server's CPU of one request."""
    return 1e6 * tally.server_cpu / tally.requests


def load_rows(record: Record, loads: Sequence[Load]) -> list[Row]:
    """Return the rows of the loads: beside the floor of the same round, or beside the same actions alone."""
    floor = record.floor_micros
    rows = [Row("(a2), the floor", floor, "µs", beside=f"{_per_second(record.floor)} requests/s")]
    for load in loads:
        cpu = [micros(tally) for tally in record.loads[load.name]]
        beside = f"{number(median(cpu))} µs; {_per_second(record.loads[load.name])} requests/s"
        if load.long:
            times = number(median(_ratios(cpu, floor)))
            beside = f"{times} × (a2); {number(median(cpu) / LONG_BATCH)} µs a step"
            rows.append(Row(load.name, [figure / 1000 for figure in cpu], "ms CPU", load.goal, beside))
        elif load.batch_of is None:
            rows.append(Row(load.name, _ratios(cpu, floor), "× (a2)", load.goal, beside))
        else:
            alone = [micros(tally) for tally in record.loads[load.batch_of]]
            each = [figure / load.length for figure in cpu]
            beside = f"{number(median(each))} µs an action"
            rows.append(Row(load.name, _ratios(alone, each), "× cheaper", load.goal, beside))
    return rows


def _slice(generator: LoadGenerator, load: Load, seconds: float) -> Tally:
    tally = generator.run(load.server, load.exchanges, seconds)
    if tally.faults or not tally.requests:
        raise RuntimeError(f"{load.name}: {tally.faults} wrong replies; the first: {tally.first_fault}")
    return tally


def _ratios(figures: Sequence[float], beside: Sequence[float]) -> list[float]:
    return [figure / other for figure, other in zip(figures, beside, strict=True)]


def _per_second(tallies: Sequence[Tally]) -> str:
    return f"{median(tally.requests / tally.seconds for tally in tallies):,.0f}"
