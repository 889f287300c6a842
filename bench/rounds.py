"""Rounds: every load in turn and then the work inside the process, again and again, beside the same floor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    """The floor just before and after the work inside this process."""
    loads: dict[str, list[Tally]] = field(default_factory=dict)
    beside: dict[str, list[Tally]] = field(default_factory=dict)
    """The floor in between the pieces of each load."""
    works: dict[str, list[float]] = field(default_factory=dict)

    @property
    def floor_micros(self) -> list[float]:
        """CPU of a request to the floor, around the work inside this process."""
        return [micros(tally) for tally in self.floor]

    @property
    def tallies(self) -> list[Tally]:
        """Every slice of load there was."""
        slices = [*self.loads.values(), *self.beside.values()]
        return [*self.floor, *(tally for tallies in slices for tally in tallies)]

    def times_floor(self, load: str) -> list[float]:
        """CPU of a request of a load, beside one to the floor."""
        pairs = zip(self.loads[load], self.beside[load], strict=True)
        return [micros(own) / micros(beside) for own, beside in pairs]

    def share_of_rate(self, load: str) -> list[float]:
        """Requests of a load answered in a second, beside those to the floor."""
        pairs = zip(self.loads[load], self.beside[load], strict=True)
        return [rate(own) / rate(beside) for own, beside in pairs]

    def work_times_floor(self, work: str) -> list[float]:
        """CPU of a piece of work inside this process, beside a request to the floor."""
        return ratios(self.works[work], self.floor_micros)


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
        for load in loads:
            start = len(load.exchanges) * turn // rounds  # so that a long list is not only begun each time
            turned = [*load.exchanges[start:], *load.exchanges[:start]]
            beside, own = generator.run_beside(
                (floor.server, floor.exchanges, seconds / 2), (load.server, turned, seconds)
            )
            record.beside.setdefault(load.name, []).append(_checked(floor, beside))
            record.loads.setdefault(load.name, []).append(_checked(load, own))
        around = _checked(floor, generator.run(floor.server, floor.exchanges, seconds / 2))
        for name, work in works.items():
            record.works.setdefault(name, []).append(work())
        around.add(_checked(floor, generator.run(floor.server, floor.exchanges, seconds / 2)))
        record.floor.append(around)
    return record


def rate(tally: Tally) -> float:
    """Return the requests answered in a second."""
    return tally.requests / tally.seconds


def micros(tally: Tally) -> float:
    """Return the server's CPU of one request."""
    return 1e6 * tally.server_cpu / tally.requests


def load_rows(record: Record, loads: Sequence[Load]) -> list[Row]:
    """Return the rows of the loads: beside the floor of the same round, or beside the same actions alone."""
    rows = [
        Row("(a2), the floor", record.floor_micros, "µs", beside=f"{_per_second(record.floor)} requests/s")
    ]
    for load in loads:
        cpu = [micros(tally) for tally in record.loads[load.name]]
        beside = f"{number(median(cpu))} µs; {_per_second(record.loads[load.name])} requests/s"
        if load.long:
            times = number(median(record.times_floor(load.name)))
            beside = f"{times} × (a2); {number(median(cpu) / LONG_BATCH)} µs a step"
            rows.append(Row(load.name, [figure / 1000 for figure in cpu], "ms CPU", load.goal, beside))
        elif load.batch_of is None:
            rows.append(Row(load.name, record.times_floor(load.name), "× (a2)", load.goal, beside))
        else:
            each = [times / load.length for times in record.times_floor(load.name)]
            beside = f"{number(median(cpu) / load.length)} µs an action"
            alone = record.times_floor(load.batch_of)
            rows.append(Row(load.name, ratios(alone, each), "× cheaper", load.goal, beside))
    return rows


def _checked(load: Load, tally: Tally) -> Tally:
    if tally.faults or not tally.requests:
        raise RuntimeError(f"{load.name}: {tally.faults} wrong replies; the first: {tally.first_fault}")
    return tally


def ratios(figures: Sequence[float], beside: Sequence[float]) -> list[float]:
    """Return each figure beside the other of the same round."""
    return [figure / other for figure, other in zip(figures, beside, strict=True)]


def _per_second(tallies: Sequence[Tally]) -> str:
    return f"{median(map(rate, tallies)):,.0f}"
