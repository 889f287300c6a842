"""The base of everything that travels: strict, frozen, camelCase on the wire."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

_WANTED: Final = {
    "string_type": "a string",
    "int_type": "an integer",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a JSON object",
    "model_type": "a JSON object",
}


class Wire(BaseModel):
    """A JSON object of the API; members it does not know are ignored, values are never converted."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", alias_generator=to_camel)


class WrongShape(ValueError):
    """Raised when a request is JSON but not of the shape asked for; carries the member and a sentence."""

    def __init__(self, member: str | None, reason: str) -> None:
        super().__init__(reason)
        self.member = member
        self.reason = reason


def there_are(names: Sequence[str]) -> str:
    """Return the end of a sentence that says which there are."""
    return f"there {'is' if len(names) == 1 else 'are'}: {', '.join(names)}."


def as_wrong_shape(error: ValidationError) -> WrongShape:
    """Return the first fault pydantic found, in one sentence that echoes nothing of the input."""
    fault = error.errors(include_url=False, include_input=False)[0]
    if not fault["loc"]:
        return WrongShape(None, "The body must be a JSON object.")
    member = str(fault["loc"][0])
    return WrongShape(member, f'"{member}" {_sentence(fault)}.')


def _sentence(fault: Any) -> str:
    kind, context = fault["type"], fault.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "literal_error":
        return f"must be {context['expected']}"
    if kind in _WANTED:
        return f"must be {_WANTED[kind]}"
    if kind == "value_error":
        return str(context["error"])
    return str(fault["msg"]).replace("Input should", "must").replace("Value error, ", "")
