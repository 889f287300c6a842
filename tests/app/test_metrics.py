"""Counting: sums over workers, the text Prometheus reads, and series that no client can add to."""

from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app import metrics
from app.metrics import BUCKETS, Counts, Exchange, exposition

ROUTE = "/api/games/{slug}/action"


def samples(counts: Counts) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Read the text back, by the name and labels of each sample."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(exposition(counts).decode())
        for sample in family.samples
    }


def test_counters_and_histograms_are_told() -> None:
    counts = Counts()
    for seconds in (0.0001, 0.0005, 0.003, 0.2, 60.0):
        counts.add("requests", ROUTE, "POST", "200")
        counts.observe(ROUTE, seconds)
    counts.add("refusals", "cantlewing", "unstable")
    counts.add("problems", "", "rate-limited")
    found = samples(counts)
    labels = (("method", "POST"), ("route", ROUTE), ("status", "200"))
    assert found["campboard_requests_total", labels] == 5
    assert found["campboard_refusals_total", (("code", "unstable"), ("game", "cantlewing"))] == 1
    assert found["campboard_problems_total", (("code", "rate-limited"), ("game", ""))] == 1
    buckets = {
        dict(labels)["le"]: value
        for (name, labels), value in found.items()
        if name == "campboard_request_seconds_bucket"
    }
    # A bound belongs to its bucket.
    chosen = [buckets[bound] for bound in ("0.0005", "0.0025", "0.005", "0.1", "0.25", "2.5", "+Inf")]
    assert chosen == [2, 2, 3, 3, 4, 4, 5]
    assert len(buckets) == len(BUCKETS) + 1
    assert found["campboard_request_seconds_count", (("route", ROUTE),)] == 5
    assert found["campboard_request_seconds_sum", (("route", ROUTE),)] == pytest.approx(60.2036)


def test_odd_labels_are_written_so_that_they_are_read_back() -> None:
    counts = Counts()
    counts.add("refusals", 'a"b\\c\nd', "e{f}")
    assert samples(counts)["campboard_refusals_total", (("code", "e{f}"), ("game", 'a"b\\c\nd'))] == 1


def test_counts_of_several_processes_add_up() -> None:
    total = Counts()
    for times in (1, 2, 3):
        each = Counts()
        for _ in range(times):
            each.add("requests", ROUTE, "POST", "200")
            each.observe(ROUTE, 0.5)
        each.add("requests", ROUTE, "POST", str(400 + times))
        total.load(each.dump())
    assert sum(total.counters["requests"].values()) == 9
    assert total.counters["requests"][ROUTE, "POST", "200"] == 6
    assert total.seconds[ROUTE][-1] == 3.0
    assert sum(total.seconds[ROUTE][:-1]) == 6


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    found = Counts()
    monkeypatch.setattr(metrics, "COUNTS", found)
    return found


def test_workers_leave_their_counts_and_read_each_others(tmp_path: Path, counts: Counts) -> None:
    first, second, third = (Exchange(str(tmp_path)) for _ in range(3))
    counts.add("faults", "redis")
    first.save()
    counts.add("faults", "redis")
    second.save()
    second.save()
    # One left 1, one left 2, and the third has 2 of its own that it has not left anywhere.
    assert third.total().counters["faults"]["redis",] == 5
    # Its own file is not counted beside what it has in memory.
    assert second.total().counters["faults"]["redis",] == 3
    assert {path.suffix for path in tmp_path.iterdir()} == {".json"}


def test_without_a_directory_a_worker_tells_its_own(counts: Counts) -> None:
    alone = Exchange("")
    counts.add("faults", "redis")
    alone.save()
    assert alone.total().counters["faults"] == {("redis",): 1}


def test_a_directory_that_is_gone_harms_nobody(tmp_path: Path, counts: Counts) -> None:
    gone = Exchange(str(tmp_path / "gone"))
    counts.add("faults", "redis")
    gone.save()
    assert gone.total().counters["faults"] == {("redis",): 1}


def test_what_an_earlier_run_left_is_forgotten_and_strange_files_are_left_alone(
    tmp_path: Path, counts: Counts
) -> None:
    counts.add("faults", "redis")
    Exchange(str(tmp_path)).save()
    (tmp_path / "notes.json").write_text('{"seconds": {"r": [1]}, "other": []}')
    (tmp_path / "broken.json").write_bytes(b"{")
    fresh = Exchange(str(tmp_path))
    assert fresh.total().counters["faults"] == {("redis",): 2}
    fresh.clear()
    assert fresh.total().counters["faults"] == {("redis",): 1}
    assert {path.name for path in tmp_path.iterdir()} == {"notes.json", "broken.json"}


def test_counting_by_an_unknown_name_is_our_own_mistake() -> None:
    with pytest.raises(KeyError):
        Counts().add("nonsense")


def test_equal_counts_give_equal_text() -> None:
    orders: list[Any] = [("b", "a"), ("a", "b")]
    texts = set()
    for order in orders:
        counts = Counts()
        for code in order:
            counts.add("problems", "", code)
        texts.add(exposition(counts))
    assert len(texts) == 1
