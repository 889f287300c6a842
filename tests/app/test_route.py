"""Query strings: each parameter once, unknown ones refused by name, and nothing long comes back."""

import pytest

from app.route import read_query
from schemas.gameboard import InitQuery, LegalQuery
from schemas.wire import WrongShape
from tests.schemas.sentences import is_one_sentence


def reason_of(model: type[LegalQuery], text: bytes) -> str:
    with pytest.raises(WrongShape) as raised:
        read_query(model, text)
    assert is_one_sentence(raised.value.reason), raised.value.reason
    return raised.value.reason


def test_a_query_is_read_by_its_names() -> None:
    query = read_query(InitQuery, b"legal=count&seed=7&difficulty=hard")
    assert (query.seed, query.legal, query.model_extra) == (7, "count", {"difficulty": "hard"})
    assert read_query(InitQuery, b"%73eed=%37").seed == 7
    assert read_query(LegalQuery, b"").legal == "full"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"seed=7&seed=8", "seed"),
        (b"seed=7&seed=7", "seed"),
        (b"seed=7&legal=full&%73eed=7", "seed"),
        (b"seed=&seed=7", "seed"),
        (b"legal=full&legal=full", "legal"),
    ],
)
def test_a_parameter_given_twice_is_refused_by_name(text: bytes, name: str) -> None:
    assert reason_of(InitQuery, text) == f'"{name}" is given twice; give it once.'


def test_a_parameter_we_do_not_know_is_not_echoed_when_it_is_given_twice() -> None:
    assert reason_of(InitQuery, b"mode=a&mode=b") == "A query parameter is given twice; give each once."


@pytest.mark.parametrize(
    "text", [b"seed", b"seed=", b"seed=%", b"seed=%zz", b"seed=7%00", b"seed=+7", b"seed=%ff"]
)
def test_an_empty_or_broken_seed_is_no_seed(text: bytes) -> None:
    assert "0 to 9007199254740991" in reason_of(InitQuery, text)


@pytest.mark.parametrize(
    "text", [b"seed=7", b"Legal=full", b"x", b"=1", b"%00=1", b"\xff=1", b"legal=full&x=1"]
)
def test_a_parameter_that_is_none_of_a_route_is_refused_and_those_there_are_are_listed(text: bytes) -> None:
    assert reason_of(LegalQuery, text).endswith("there is: legal.")


def test_a_query_of_very_many_parameters_is_refused() -> None:
    reason_of(InitQuery, b"&".join(b"a%d=1" % number for number in range(10_000)))
    reason_of(InitQuery, b"&" * 10_000 + b"seed=x")


@pytest.mark.parametrize("model", [InitQuery, LegalQuery])
def test_a_reason_echoes_at_most_100_characters(model: type[LegalQuery]) -> None:
    long = b"zq" * 2000
    for text in (b"%s=1&%s=1" % (long, long), b"seed=%s" % long, b"legal=%s" % long):
        assert "zq" * 51 not in reason_of(model, text)


@pytest.mark.parametrize("name", [b"%0a", b"a%0d%0aX: y", b"%1b[31m", b"%e2%80%ae"])
def test_control_characters_of_a_name_do_not_come_back(name: bytes) -> None:
    reason_of(InitQuery, b"%s=1&%s=2" % (name, name))
