"""Token buckets: what they let through, when the next request may come, and what they remember."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.buckets import NOBODY, Buckets, Rate, client_of, read_rate

TEN_A_MINUTE = Rate(10, 60)


def passes(buckets: Buckets, client: str, now: float, times: int) -> int:
    """Return how many of so many requests at one moment pass."""
    return sum(buckets.take(client, now).passes for _ in range(times))


def test_a_full_bucket_lets_its_whole_rate_through_at_once_and_no_more() -> None:
    assert passes(Buckets(TEN_A_MINUTE), "a", 1000.0, 30) == 10


def test_a_bucket_fills_steadily() -> None:
    buckets = Buckets(TEN_A_MINUTE)
    passes(buckets, "a", 0.0, 10)
    # Ten a minute is one in six seconds.
    assert [passes(buckets, "a", at, 5) for at in (5.9, 6.0, 12.0, 30.0, 30.0)] == [0, 1, 1, 3, 0]
    assert passes(buckets, "a", 1000.0, 30) == 10


def test_the_wait_is_told_in_whole_seconds_after_which_a_request_passes() -> None:
    buckets = Buckets(TEN_A_MINUTE)
    passes(buckets, "a", 0.0, 10)
    assert [buckets.take("a", at).wait for at in (0.0, 0.5, 4.0, 5.5)] == [6, 6, 2, 1]
    assert buckets.take("a", 6.0).passes


def test_a_refused_request_takes_nothing() -> None:
    buckets = Buckets(TEN_A_MINUTE)
    passes(buckets, "a", 0.0, 1000)
    assert passes(buckets, "a", 6.0, 1000) == 1


def test_clients_have_buckets_of_their_own() -> None:
    buckets = Buckets(TEN_A_MINUTE)
    assert [passes(buckets, client, 0.0, 20) for client in ("a", "b", "a")] == [10, 10, 0]


def test_a_charge_may_leave_a_bucket_in_debt_but_not_beyond_its_size() -> None:
    buckets = Buckets(TEN_A_MINUTE)
    buckets.charge("a", 15, 0.0)
    # Five are missing: the first passes when these and one more have come, in 36 seconds.
    assert buckets.take("a", 0.0).wait == 36
    buckets.charge("a", 1_000_000, 0.0)
    assert buckets.take("a", 0.0).wait == 66
    assert buckets.take("a", 66.0).passes


@given(
    st.integers(1, 50),
    st.sampled_from([1, 60, 3600]),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 5000)), max_size=60),
)
def test_it_agrees_with_a_bucket_that_holds_fractions_of_requests(
    requests: int, seconds: int, events: list[tuple[str, int]]
) -> None:
    # The textbook's bucket: it holds up to `requests`, and gains requests/seconds of one each second.
    buckets, now = Buckets(Rate(requests, seconds)), Fraction(0)
    held = {"a": (Fraction(requests), now), "b": (Fraction(requests), now)}
    for client, pause in events:
        now += Fraction(pause, 1000)
        amount, since = held[client]
        amount = min(Fraction(requests), amount + (now - since) * requests / seconds)
        if abs(amount - round(amount)) < Fraction(1, 1000):
            amount = Fraction(round(amount))  # a tie that floating point may see either way
            held[client] = amount, now
            continue
        verdict = buckets.take(client, float(now))
        assert verdict.passes is (amount >= 1)
        if verdict.passes:
            amount -= 1
        else:
            assert verdict.wait == math.ceil((1 - amount) * seconds / requests)
        held[client] = amount, now


def test_memory_is_bounded_and_full_buckets_are_the_first_to_be_forgotten() -> None:
    buckets = Buckets(TEN_A_MINUTE, most=100)
    passes(buckets, "busy", 0.0, 10)
    for client in range(99):
        buckets.take(f"idle {client}", 0.0)
    assert len(buckets) == 100
    # Six seconds later every bucket but one is full again.
    buckets.take("new", 6.0)
    assert len(buckets) == 2
    assert passes(buckets, "busy", 6.0, 10) == 1


def test_memory_is_bounded_when_every_bucket_is_in_use() -> None:
    buckets = Buckets(TEN_A_MINUTE, most=100)
    sizes = set()
    for client in range(10_000):
        passes(buckets, f"client {client}", 0.0, 2)
        sizes.add(len(buckets))
    assert max(sizes) == 100
    assert passes(buckets, "client 9999", 0.0, 20) == 8


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", NOBODY),
        ("testclient", NOBODY),
        ("192.0.2.7, 192.0.2.8", NOBODY),
        ("192.0.2.999", NOBODY),
        ("x" * 100_000, NOBODY),
        ("٣.1.1.1", NOBODY),
    ],
)
def test_a_client_is_an_address_or_a_network_of_64_bits(address: str, client: str) -> None:
    assert client_of(address) == client


@pytest.mark.parametrize("text", ["", "off", "5", "5/", "/s", "5/day", "05/s", "5/s/s", "5/S", "5/s\n"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="6000/minute"):
        read_rate(text)
