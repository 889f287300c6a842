"""Making a frozen dataclass quickly gives what its constructor gives."""

import copy
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from engines.records import maker
from engines.registry import COMMAND_GAMES, GAMES


@dataclass(frozen=True, slots=True)
class Place:
    x: int
    y: int = 5
    seen: list[int] = field(default_factory=list)
    name: str = field(default="here", kw_only=True)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((1,), {}),
        ((1, 2), {}),
        ((1, 2, [3]), {"name": "there"}),
        ((), {"y": 2, "x": 1, "name": "there", "seen": [7]}),
    ],
)
def test_it_takes_what_the_constructor_takes(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    made, wanted = maker(Place)(*values, **named), Place(*values, **named)
    assert type(made) is Place
    assert made == wanted
    assert repr(made) == repr(wanted)


def test_what_is_made_is_frozen_and_of_the_class_in_every_way() -> None:
    made = maker(Place)(1, 2)
    with pytest.raises(FrozenInstanceError):
        made.x = 3  # type: ignore[misc]
    assert not hasattr(made, "__dict__")
    assert copy.deepcopy(made) == made
    assert made != Place(1, 3)
    match made:
        case Place(x, y):
            assert (x, y) == (1, 2)


def test_each_default_made_anew_is_its_own() -> None:
    make = maker(Place)
    first, second = make(1), make(1)
    first.seen.append(4)
    assert second.seen == []


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, [], "there"), {}), ((1,), {"x": 1}), ((1,), {"z": 1})]
)
def test_what_the_constructor_refuses_is_refused(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Place(*values, **named)
    with pytest.raises(TypeError):
        maker(Place)(*values, **named)


def test_a_class_that_does_more_after_its_fields_is_not_taken() -> None:
    @dataclass(frozen=True, slots=True)
    class Checked:
        x: int

        def __post_init__(self) -> None:
            assert self.x > 0

    with pytest.raises(AssertionError, match="left out"):
        maker(Checked)


STATES = [*(game.state for game in GAMES.values()), *(game.state for game in COMMAND_GAMES.values())]


@pytest.mark.parametrize("state", STATES)
def test_every_state_can_be_made_so(state: type[Any]) -> None:
    values = range(len(fields(state)))
    if any(each.kw_only for each in fields(state)):
        named = {each.name: value for each, value in zip(fields(state), values, strict=True)}
        assert maker(state)(**named) == state(**named)
    else:
        assert maker(state)(*values) == state(*values)
