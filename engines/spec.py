"""A game's published words, read from the `spec.toml` beside its rules."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

ScoreDirection: TypeAlias = Literal["higher", "lower"]
TokenField: TypeAlias = Literal["stateToken", "state"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may take."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """What a player may choose when a game starts."""

    name: str
    label: str
    default: str | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """What a game tells about itself; `version` rises when a rule, generator or state field changes."""

    slug: str
    version: int
    name: str
    genre: str
    description: str
    goal: str
    scoring: str
    rules: tuple[str, ...]
    """Paragraphs, each one idea."""
    score_direction: ScoreDirection
    seed_varies: bool
    token_field: TokenField
    """The field by which the game's document carries the token."""
    options: tuple[Option, ...]
    observation: dict[str, str]
    """Each member of an observation to its meaning, in the order they are sent."""
    legend: dict[str, str]
    """Board symbol to meaning."""
    events: dict[str, str]
    """Name of each event the game can send to its meaning."""
    example: tuple[dict[str, Any], ...]
    """A first few moves of a game with seed 7, for the docs."""


@dataclass(frozen=True, slots=True)
class Command:
    """One text command: how it is written, what it does, and one as it may be sent."""

    syntax: str
    description: str
    example: str

    @property
    def verb(self) -> str:
        """Return the word it begins with."""
        return self.syntax.split(" ")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """What a game played by text commands tells about itself; `version` is that of its rules and state."""

    slug: str
    version: int
    name: str
    description: str
    kind: str
    rules_html: str
    """Paragraphs of HTML."""
    commands: tuple[Command, ...]
    options: tuple[Option, ...]
    endpoints: dict[str, str]
    """Each method and path that serves the game, such as `GET /games`, to what it is for."""
    observation: dict[str, str]
    """Each member of an observation to its meaning, in the order they are sent."""


def load_spec(package: str) -> Spec:
    """Read `spec.toml` of a game from the `__file__` of a module in its package."""
    data = _read(package)
    options = _options(data.pop("options", ()))
    rules = tuple(_one_line(paragraph) for paragraph in data.pop("rules"))
    for key in ("description", "goal", "scoring"):
        data[key] = _one_line(data[key])
    return Spec(options=options, rules=rules, example=tuple(data.pop("example")), **data)


def load_command_spec(package: str) -> CommandSpec:
    """Read `spec.toml` of a game played by text commands from the `__file__` of a module in its package."""
    data = _read(package)
    commands = tuple(Command(**command) for command in data.pop("commands"))
    options = _options(data.pop("options", ()))
    data["description"] = _one_line(data["description"])
    data["rules_html"] = data["rules_html"].strip()
    return CommandSpec(commands=commands, options=options, **data)


def _read(package: str) -> dict[str, Any]:
    return tomllib.loads(Path(package).with_name("spec.toml").read_text(encoding="utf-8"))


def _options(tables: Iterable[Mapping[str, Any]]) -> tuple[Option, ...]:
    return tuple(
        Option(
            option["name"],
            option["label"],
            option.get("default"),
            tuple(Choice(choice["value"], choice["label"]) for choice in option["choices"]),
        )
        for option in tables
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
