"""Making frozen dataclasses quickly: their own constructor takes an eighth of a microsecond for a field."""

from collections.abc import Callable
from dataclasses import field, fields, make_dataclass
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """Return what makes a frozen, slotted dataclass from the same arguments as its constructor.

    The constructor goes through `object.__setattr__`, field by field. This fills a twin that is not frozen
    and whose instances are laid out the same, so that they can become instances of the class.
    """
    assert isinstance(cls, type)
    assert not hasattr(cls, "__post_init__"), "what a class does after its fields are set would be left out"
    members = [
        (
            each.name,
            Any,
            field(default=each.default, default_factory=each.default_factory, kw_only=each.kw_only),
        )
        for each in fields(cls)
    ]
    layout: Any = {"bases": cls.__bases__, "slots": True}
    twin: Any = make_dataclass(cls.__name__, members, **layout, repr=False, eq=False, match_args=False)

    def make(*values: P.args, **named: P.kwargs) -> T:
        made = twin(*values, **named)
        made.__class__ = cls
        return made  # type: ignore[no-any-return]

    return make
