"""Requests and replies of the camp API family; names are written in snake_case."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from engines.contract import CommandGame, JsonObject
from engines.numbers import SEED_LIMIT
from schemas.wire import WrongShape

MAX_COMMANDS: Final = 200
"""The most commands of one request."""
REVIEW_LENGTHS: Final = (10, 2000)
"""The fewest and the most characters of a review."""
RATINGS: Final = (1, 10)
ECHOED: Final = 100
"""The most characters of a command that a result repeats."""


def read_start(game: CommandGame[Any], body: JsonObject) -> tuple[int | None, dict[str, str]]:
    """Return the seed a request names, or None, and the game's options with defaults filled in."""
    seed = body.get("seed")
    if "seed" in body and (type(seed) is not int or not 0 <= seed < SEED_LIMIT):
        raise WrongShape(
            "seed", f'"seed" must be a JSON integer from 0 to {SEED_LIMIT - 1}, without quotes or fraction.'
        )
    chosen = {}
    for option in game.spec.options:
        value = body.get(option.name, option.default)
        values = [choice.value for choice in option.choices]
        if value not in values:
            raise WrongShape("options", f'"{option.name}" must be one of: {", ".join(values)}.')
        chosen[option.name] = value
    return seed, chosen


def read_commands(body: JsonObject) -> list[str]:
    """Return the commands of a request, one or many; what they say is for the game to judge."""
    if ("command" in body) is ("commands" in body):
        raise WrongShape(
            "command",
            f'Send either "command", one line, or "commands", a list of 1 to {MAX_COMMANDS} lines.',
        )
    if "command" in body:
        command = body["command"]
        if type(command) is not str:
            raise WrongShape("command", '"command" must be one line of text, such as "check".')
        return [command]
    commands = body["commands"]
    if (
        type(commands) is not list
        or not 1 <= len(commands) <= MAX_COMMANDS
        or not all(type(command) is str for command in commands)
    ):
        raise WrongShape("commands", f'"commands" must be a list of 1 to {MAX_COMMANDS} lines of text.')
    return commands


def check_review(body: JsonObject) -> None:
    """Return when a request holds a rating and a review as they are asked for."""
    low, high = RATINGS
    rating = body.get("rating")
    if type(rating) is not int or not low <= rating <= high:
        raise WrongShape("rating", f'"rating" must be an integer from {low} to {high}.')
    fewest, most = REVIEW_LENGTHS
    review = body.get("review")
    if type(review) is not str or len(review) > most or len(review.strip()) < fewest:
        raise WrongShape(
            "review", f'"review" must be text of {fewest} to {most} characters, best two or three sentences.'
        )


class CampWire(BaseModel):
    """A JSON object of the family, as it is published; built when the description is asked for."""

    model_config = ConfigDict(strict=True, frozen=True, defer_build=True, extra="ignore")


Token = Annotated[str, Field(max_length=8000)]


class TokenMember(CampWire):
    """What every request that needs a game may carry in its body."""

    state_token: Token | SkipJsonSchema[None] = Field(
        None, description="The game, instead of the header X-State-Token or the cookie."
    )
    agent_check: str | SkipJsonSchema[None] = Field(
        None, description="The token of an agent check, instead of the header X-Agent-Check."
    )
    agent_answer: int | str | SkipJsonSchema[None] = Field(
        None, description="Its answer, an integer or its digits, instead of the header X-Agent-Answer."
    )


class ActRequest(TokenMember):
    """One command, or several: exactly one of the two members."""

    command: str | SkipJsonSchema[None] = Field(None, description="One line, such as `set 3 5 7`.")
    commands: list[str] | SkipJsonSchema[None] = Field(
        None, min_length=1, max_length=MAX_COMMANDS, description="Several, run in order up to a refused one."
    )


class FinishRequest(TokenMember):
    """How the game was."""

    rating: int = Field(ge=RATINGS[0], le=RATINGS[1])
    review: str = Field(min_length=REVIEW_LENGTHS[0], max_length=REVIEW_LENGTHS[1])


class Puzzle(CampWire):
    """An agent check: what to answer before the next act or finish."""

    token: str = Field(description="Goes back as X-Agent-Check or agent_check.")
    question: str = Field(max_length=240)
    answer_format: Literal["integer"]
    expires_in: int = Field(description="Seconds.")


class CampState(CampWire):
    """What a reply adds to the members of the game itself."""

    ok: Literal[True]
    message: str = Field(description="What was done, in one line.")
    state_token: Token = Field(description="The game, signed; also in the cookie. Never expires.")
    agent_check: Puzzle


class CommandResult(CampWire):
    """What one command of a request did."""

    command: str = Field(description=f"As it was sent, cut after {ECHOED} characters.")
    ok: bool
    code: str | SkipJsonSchema[None] = Field(None, description="Of a refused command only.")
    message: str
    warnings: list[str] = Field(description="Cells that repeat a digit just written.")


class CampActed(CampState):
    """The game after commands of which none was refused."""

    results: list[CommandResult] = Field(description="One for each command that was run.")
    not_run: int = Field(description="Commands left out, after the end of the game or a refused one.")


class CampRefused(CampWire):
    """The game after the commands before the refused one; that one changed nothing."""

    ok: Literal[False]
    code: str
    reason: str
    message: str
    state_token: Token
    agent_check: Puzzle
    results: list[CommandResult]
    not_run: int
    failed_index: int = Field(description="The refused command, counted from 0.")


class CheckReply(CampWire):
    """A puzzle that goes with any state."""

    ok: Literal[True]
    agent_check: Puzzle


class CampEntry(CampWire):
    """A game in the list of the family."""

    game: str
    name: str
    description: str
    kind: str
    api: str = Field(description="The address that describes it; its calls are below that.")
    docs: str


class CampIndex(CampWire):
    """Every game of the family."""

    service: str
    description: str
    agent_check: str = Field(description="The address that gives out agent checks.")
    docs: str
    count: int
    games: list[CampEntry]


class CommandReply(CampWire):
    """How a command is written."""

    syntax: str
    description: str
    example: str


class ChoiceReply(CampWire):
    value: str
    label: str


class OptionReply(CampWire):
    name: str
    label: str
    choices: list[ChoiceReply]
    default: str


class CampGame(CampWire):
    """A game's description of itself."""

    game: str
    name: str
    description: str
    kind: str
    rules_html: str
    commands: list[CommandReply]
    options: list[OptionReply]
    endpoints: dict[str, str] = Field(description="Method and address to what it is for.")


class CampProblem(CampWire):
    """A request that could not be taken, or a fault of the server."""

    ok: Literal[False]
    code: str = Field(description="Stable, kebab-case.")
    reason: str = Field(description="One sentence: what is wrong and what would be accepted.")
    request_id: str = Field(description="The X-Request-ID of the reply.")
    agent_check: Puzzle | SkipJsonSchema[None] = Field(
        None, description="The next puzzle, wherever a game was spoken to and the status is 4xx."
    )
    retry_after: int | SkipJsonSchema[None] = Field(
        None, description="Whole seconds to wait, as in Retry-After (rate-limited only)."
    )
    games: list[str] | SkipJsonSchema[None] = Field(
        None, description="The games there are (unknown-game only)."
    )


def camp_spec_json(game: CommandGame[Any], base: str) -> JsonObject:
    """Return what a game tells about itself, in the shape of CampGame; addresses begin with `base`."""
    spec = game.spec
    return {
        "game": spec.slug,
        "name": spec.name,
        "description": spec.description,
        "kind": spec.kind,
        "rules_html": spec.rules_html,
        "commands": [
            {"syntax": command.syntax, "description": command.description, "example": command.example}
            for command in spec.commands
        ],
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "choices": [{"value": choice.value, "label": choice.label} for choice in option.choices],
                "default": option.default,
            }
            for option in spec.options
        ],
        "endpoints": {
            address.replace(" /", f" {base}/", 1): meaning for address, meaning in spec.endpoints.items()
        },
    }
