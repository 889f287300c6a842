"""JSON values a player might send: all actions of a small grammar, and everything else."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

from engines.contract import JsonObject

MOST_CANDIDATES = 1000


def candidates(schema: JsonObject) -> list[JsonObject] | None:
    """Return every action a published grammar describes, or None when it is not finitely small."""
    found: list[JsonObject] = []
    for form in schema["oneOf"]:
        properties = form["properties"]
        if set(form["required"]) != set(properties):
            return None
        choices = [_values(member) for member in properties.values()]
        size = 1
        for values in choices:
            size *= len(values)
        if size == 0 or len(found) + size > MOST_CANDIDATES:
            return None
        found += [dict(zip(properties, values, strict=True)) for values in product(*choices)]
    return found


def _values(schema: JsonObject) -> Sequence[Any]:
    """Return the values of one field, none when they are not a short list."""
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "integer" and "minimum" in schema and "maximum" in schema:
        return range(schema["minimum"], schema["maximum"] + 1)
    return []


_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
)
ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def near(value: Any) -> st.SearchStrategy[Any]:
    """Values easily taken for this one: another type, another sign, another case, beyond the bounds."""
    alike: list[Any] = [None, [value], {"value": value}, str(value), [], {}, ""]
    if type(value) is int:
        alike += [bool(value), float(value), value + 0.5, -value, value + 1, value - 1, value + 2**32, 10**30]
    if type(value) is str:
        alike += [value.upper(), value.capitalize(), value + " ", f"{value}\x00", 0, True]
    if type(value) is list:
        alike += [[*value, *value], value[:-1], value[::-1], [[], *value]]
    return st.sampled_from(alike) | ANYTHING


@st.composite
def mutations(draw: st.DrawFn, actions: Sequence[JsonObject]) -> object:
    """Draw an action with something about it changed."""
    action = dict(draw(st.sampled_from(actions)))
    names = list(action)
    match draw(st.sampled_from(["change", "change", "drop", "add", "wrap", "rename", "nothing"])):
        case "change":
            name = draw(st.sampled_from(names))
            action[name] = draw(near(action[name]))
        case "drop":
            del action[draw(st.sampled_from(names))]
        case "add":
            action[draw(st.sampled_from(["extra", "Type", "type ", "direction", "a", "__class__"]))] = draw(
                ANYTHING
            )
        case "rename":
            name = draw(st.sampled_from(names))
            action[name.upper()] = action.pop(name)
        case "wrap":
            return draw(st.sampled_from([[action], {"action": action}, str(action), list(action.items())]))
    return action


def sent_values(actions: Sequence[JsonObject]) -> st.SearchStrategy[object]:
    """Values to send where an action is expected: mostly actions with something changed."""
    return mutations(actions) | mutations(actions) | ANYTHING if actions else ANYTHING
