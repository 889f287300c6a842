"""The random source does what `contract/numbers.md` says: by its table, by hand, and read a second time."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.numbers import SEED_LIMIT, Stream

TABLE = {
    "glasswend|0|pane|1": [184563710, 1648124326, 394423433, 1784430040, 2278161939, 680162637],
    "glasswend|7|pane|1": [219396067, 4151841577, 1554463002, 2602002786, 3765397797, 2475579574],
    "glasswend|9007199254740991|pane|1": [
        2284005912,
        3331903497,
        1962860261,
        412687644,
        2311278662,
        2222514347,
    ],
}
STARTS = {
    "glasswend|0|pane|1": 1794485847,
    "glasswend|7|pane|1": 1729247412,
    "glasswend|9007199254740991|pane|1": 2618765976,
}


def by_the_text(name: str, draws: int) -> list[int]:
    """Read the document a second time, line by line, with the modulus written out."""
    a, drawn, modulus = int(sha256(name.encode()).hexdigest()[:8], 16), [], 2**32
    for _ in range(draws):
        a = (a + 1831565813) % modulus
        t = (a ^ (a >> 15)) * (a | 1) % modulus
        t = t ^ ((t + (t ^ (t >> 7)) * (t | 61)) % modulus)
        drawn.append(t ^ (t >> 14))
    return drawn


@pytest.mark.parametrize("name", TABLE)
def test_the_first_six_of_next_are_those_of_the_table(name: str) -> None:
    stream = Stream(name)
    assert [stream.next() for _ in range(6)] == TABLE[name]
    assert by_the_text(name, 6) == TABLE[name]
    assert int(sha256(name.encode()).hexdigest()[:8], 16) == STARTS[name]


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.text("abcz-|0189", min_size=1))
def test_every_stream_follows_the_text(name: str) -> None:
    stream = Stream(name)
    assert [stream.next() for _ in range(20)] == by_the_text(name, 20)


def test_a_name_is_its_parts_joined_by_bars_in_plain_decimal() -> None:
    assert Stream("glasswend", 7, "pane", 1).next() == 219396067
    assert Stream("glasswend", 9007199254740991, "pane", 1).next() == 2284005912


def test_the_same_name_is_the_same_stream_however_far_another_has_been_drawn() -> None:
    first = Stream("glasswend|7|pane|1")
    first.next()
    assert Stream("glasswend|7|pane|1").next() == 219396067
    assert first.next() == 4151841577


def test_below_is_the_draw_times_n_divided_by_2_to_the_32() -> None:
    # 219396067 * 10 = 0 * 2^32 + 2193960670; 4151841577 * 10 = 9 * 2^32 + 2863710106;
    # 1554463002 * 10 = 3 * 2^32 + 2659728132; 2602002786 * 10 = 6 * 2^32 + 250224084.
    stream = Stream("glasswend|7|pane|1")
    assert [stream.below(10) for _ in range(4)] == [0, 9, 3, 6]


def test_below_as_glasswend_sets_its_first_pane_with_seed_7() -> None:
    # The example of contract/glasswend.md, section 5.
    stream = Stream("glasswend", 7, "pane", 1)
    assert [stream.below(n) for n in (16, 18, 4, 2, 2, 11, 30, 11, 30)] == [0, 17, 1, 1, 1, 6, 24, 8, 6]


def test_below_1_is_0_and_uses_a_draw() -> None:
    stream = Stream("glasswend|7|pane|1")
    assert stream.below(1) == 0
    assert stream.next() == 4151841577


def test_below_2_to_the_32_is_the_draw_itself() -> None:
    stream = Stream("glasswend|7|pane|1")
    assert [stream.below(2**32) for _ in range(6)] == TABLE["glasswend|7|pane|1"]


def test_shuffle_goes_from_the_last_to_the_second() -> None:
    # 219396067 * 4 >> 32 = 0: swap the places 3 and 0, d b c a; 4151841577 * 3 >> 32 = 2: c stays;
    # 1554463002 * 2 >> 32 = 0: swap 1 and 0, b d c a. Three draws in all.
    stream, items = Stream("glasswend|7|pane|1"), list("abcd")
    stream.shuffle(items)
    assert items == list("bdca")
    assert stream.next() == 2602002786


@pytest.mark.parametrize("items", [[], ["a"]])
def test_shuffling_nothing_or_one_draws_nothing(items: list[str]) -> None:
    stream, before = Stream("glasswend|7|pane|1"), [*items]
    stream.shuffle(items)
    assert items == before
    assert stream.next() == 219396067


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.integers(0, SEED_LIMIT - 1), st.lists(st.integers(), max_size=12))
def test_a_shuffle_keeps_the_items(seed: int, items: list[int]) -> None:
    shuffled = [*items]
    Stream("test", seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_a_seed_is_below_2_to_the_53() -> None:
    assert SEED_LIMIT - 1 == 9007199254740991


def test_a_name_is_ascii() -> None:
    with pytest.raises(UnicodeEncodeError):
        Stream("glasswend|é")
