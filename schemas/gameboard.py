"""Requests of the gameboard API family, and the types that requests and replies share."""

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from engines.contract import Engine
from engines.numbers import SEED_LIMIT
from schemas.wire import Wire, WrongShape, there_are

Legal: TypeAlias = Literal["full", "count", "none"]
Stopped: TypeAlias = Literal["end", "refused", "game-over", "event"]

SEED_SENTENCE: Final = (
    "must be one integer from 0 to 9007199254740991, in plain decimal digits without leading zeros"
)
UNUSABLE: Final = "This is not a token of this game and server; send the one of the last reply."
"""The one reason for every token that cannot be used, whatever the cause."""
_SEED_JSON_SENTENCE: Final = "must be a JSON integer from 0 to 9007199254740991, without quotes or fraction"


def _seed_from_query(text: object) -> int:
    digits = text if isinstance(text, str) else ""
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 16
    if not plain or (digits[0] == "0" and digits != "0") or int(digits) >= SEED_LIMIT:
        raise ValueError(SEED_SENTENCE)
    return int(digits)


def _seed_from_json(value: object) -> int:
    if type(value) is not int or not 0 <= value < SEED_LIMIT:
        raise ValueError(_SEED_JSON_SENTENCE)
    return value


SeedJson: TypeAlias = Annotated[
    int, WithJsonSchema({"type": "integer", "minimum": 0, "maximum": SEED_LIMIT - 1})
]

NAMED_SCHEMA: Final = "x-named-schema"
"""Marks where a model's schema refers to one made from the engines; the published document fills it in."""

ActionJson: TypeAlias = Annotated[Any, WithJsonSchema({NAMED_SCHEMA: "Action"})]
ActionListJson: TypeAlias = Annotated[list[Any], WithJsonSchema({NAMED_SCHEMA: "ActionList"})]
ObservationJson: TypeAlias = Annotated[dict[str, Any], WithJsonSchema({NAMED_SCHEMA: "Observation"})]
TokenJson: TypeAlias = Annotated[Any, WithJsonSchema({"type": "string"})]
"""A token as it came; what is no string is as unusable as any other text that is no token."""
Absent: TypeAlias = SkipJsonSchema[None]
"""A member that may be left out but is never null."""


class LegalQuery(Wire):
    """The switch every play route takes."""

    model_config = ConfigDict(extra="forbid")

    legal: Legal = Field(
        "full", description="`count` leaves the list of legal actions out of the reply, `none` the count too."
    )


class InitQuery(LegalQuery):
    """How a game starts; the game's own options stand beside these as query parameters."""

    model_config = ConfigDict(extra="allow")

    seed: Annotated[SeedJson, BeforeValidator(_seed_from_query)] | Absent = Field(
        None, description="Which game of all; without it one is picked at random and returned."
    )


class TokenRequest(Wire):
    """A request that carries a game: the token under either name."""

    state_token: TokenJson = Field(None, description="The token of the last reply.")
    state: TokenJson = Field(None, description="The same token; some games' documents name it so.")

    @property
    def token(self) -> str:
        """The token under either name; refused when there is none or two that differ."""
        token = self.state_token if self.state_token is not None else self.state
        if token is None:
            raise WrongShape("stateToken", '"stateToken" is missing; send the token of the last reply.')
        if type(token) is not str or type(self.state) not in (str, NoneType):
            raise WrongShape("token", UNUSABLE)
        if self.state is not None and self.state != token:
            raise WrongShape("state", '"stateToken" and "state" differ; send one of them.')
        return token


class ActionRequest(TokenRequest):
    """One move under `action`, or a batch under `actions`."""

    action: ActionJson = Field(None, description="One action in the game's grammar.")
    actions: ActionListJson | Absent = Field(
        None, description="A batch, played in order until something stops it."
    )
    stop_on_event: bool = Field(
        False, description="In a batch: stop after the first step that caused an event."
    )

    @property
    def is_batch(self) -> bool:
        """Whether a batch was sent; refused when it is both or neither."""
        single, batch = "action" in self.model_fields_set, "actions" in self.model_fields_set
        if single and batch:
            raise WrongShape("actions", 'Send "action" or "actions", not both.')
        if not single and not batch:
            raise WrongShape("action", '"action" is missing; send one, or a list under "actions".')
        return batch


class ReplayRequest(Wire):
    """A whole run: how it starts and what is played."""

    seed: Annotated[SeedJson, BeforeValidator(_seed_from_json)]
    options: dict[str, Any] = Field(default_factory=dict, description="The game's options by name.")
    actions: ActionListJson
    stop_on_event: bool = False


class Repeat(Wire):
    """An item of a batch that stands for the same action several times in a row."""

    model_config = ConfigDict(extra="forbid")

    repeat: Annotated[int, Field(ge=1)]
    action: ActionJson


class Item(NamedTuple):
    """One item of a batch as it will be played."""

    action: object
    repeat: int


def read_items(actions: list[Any] | None, max_items: int, max_steps: int) -> list[Item]:
    """Check the shape of a batch before anything of it runs; the actions are for the game to judge."""
    if not actions or len(actions) > max_items:
        raise WrongShape("actions", f'"actions" must be a list of 1 to {max_items} items.')
    items = [_item(index, action, max_steps) for index, action in enumerate(actions)]
    if sum(item.repeat for item in items) > max_steps:
        raise WrongShape("actions", f'"actions" may hold {max_steps} steps in all, repeats counted.')
    return items


def _item(index: int, value: Any, max_steps: int) -> Item:
    # An action always has a type, so an object without one that says `repeat` can only be a repeated action.
    if type(value) is not dict or "repeat" not in value or "type" in value:
        return Item(value, 1)
    count = value["repeat"]
    if value.keys() != {"repeat", "action"} or type(count) is not int or not 1 <= count <= max_steps:
        raise WrongShape(
            "actions",
            f'Item {index} of "actions" must be {{"repeat": n, "action": {{...}}}}, n from 1 to {max_steps}.',
        )
    return Item(value["action"], count)


def read_options(engine: Engine[Any, Any], given: Mapping[str, object], *, besides: str) -> dict[str, str]:
    """Check options against the game's and fill in defaults; `besides` names what else may stand there."""
    known = {option.name: option for option in engine.spec.options}
    for name in given:
        if name not in known:
            names = [*known, *filter(None, besides.split(", "))]
            told = f"has no such option; {there_are(names)}" if names else "has no options."
            raise WrongShape("options", f"{engine.spec.name} {told}")
    chosen = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if value is None and name not in given:
            continue
        values = [choice.value for choice in option.choices]
        if value not in values:
            raise WrongShape("options", f'"{name}" must be one of: {", ".join(values)}.')
        chosen[name] = str(value)
    clash = engine.spec.clash(chosen)
    if clash is not None:
        name, other, value = clash
        raise WrongShape("options", f'With "{name}", "{other}" must be {value}.')
    return chosen
