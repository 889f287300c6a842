"""A game's published words, read from the `spec.toml` beside its rules."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

COMMON_REFUSALS: Final = {
    "malformed-action": "not as the grammar says: no object, a field too many or too few, or a wrong type",
    "unknown-action": "the type is none of this game's",
    "out-of-range": "a number the game has no place for",
    "wrong-phase": "an action of the game, but not now",
}
"""Refusal codes any game may give."""

ScoreDirection: TypeAlias = Literal["higher", "lower"]
TokenField: TypeAlias = Literal["stateToken", "state"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may take."""

    value: str
    label: str
    words: str = ""
    """What it is called to a person who plays in a browser, where the label speaks to programs."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a player may choose when a game starts."""

    name: str
    label: str
    default: str | None
    choices: tuple[Choice, ...]
    fixes: tuple[tuple[str, str], ...] = ()
    """Other options by name, and the only value each may have where this one is chosen."""
    seed: int | None = None
    """The seed of a game for which this option is chosen and no seed is."""
    words: str = ""
    """As for a choice."""
    unchosen: str = ""
    """The same for none of its choices, where there is no default."""


@dataclass(frozen=True, slots=True)
class Guide:
    """Advice on one way to play, with a batch that shows it from the start with seed 7."""

    title: str
    text: str
    options: dict[str, str]
    """What is chosen for that batch; empty where the defaults do."""
    legal: str
    """How much of its legal actions the reply is asked to tell."""
    actions: tuple[dict[str, Any], ...]


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
    player_rules: tuple[str, ...]
    """The same game in paragraphs for a person who plays in a browser: what pays and what ends it, too."""
    score_direction: ScoreDirection
    seed_varies: bool
    token_field: TokenField
    """The field by which the game's document carries the token."""
    after_end: tuple[str, ...]
    """Types of the actions that are still accepted after the end; each leads back into play."""
    options: tuple[Option, ...]
    observation: dict[str, str]
    """Each member of an observation to its meaning, in the order they are sent."""
    legend: dict[str, str]
    """Board symbol to meaning."""
    refusals: dict[str, str]
    """Each refusal code of its own to its meaning; those of every game stand in COMMON_REFUSALS."""
    events: dict[str, str]
    """Name of each event the game can send to its meaning."""
    guides: tuple[Guide, ...]
    example: tuple[dict[str, Any], ...]
    """A first few moves of a game with seed 7, for the docs."""

    def clash(self, chosen: Mapping[str, str]) -> tuple[str, str, str] | None:
        """Return an option, another one chosen too and the value that one must have, where it has not."""
        for option in self.options:
            for other, value in option.fixes if option.name in chosen else ():
                if chosen.get(other, value) != value:
                    return option.name, other, value
        return None

    def seed(self, chosen: Mapping[str, str]) -> int | None:
        """Return the seed that the chosen options bring along, or None when they leave it open."""
        seeds = (option.seed for option in self.options if option.name in chosen)
        return next((seed for seed in seeds if seed is not None), None)


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
    player_rules: tuple[str, ...]
    """As for a game of actions."""
    commands: tuple[Command, ...]
    options: tuple[Option, ...]
    endpoints: dict[str, str]
    """Each method and path that serves the game, such as `GET /games`, to what it is for."""
    observation: dict[str, str]
    """Each member of an observation to its meaning, in the order they are sent."""
    example: tuple[str, ...]
    """The commands of a whole game with seed 7 and default options, for the docs."""


def load_spec(package: str) -> Spec:
    """Read `spec.toml` of a game from the `__file__` of a module in its package."""
    data = _read(package)
    options = _options(data.pop("options", ()))
    guides = tuple(
        Guide(
            guide["title"],
            _one_line(guide["text"]),
            guide.get("options", {}),
            guide.get("legal", "none"),
            tuple(guide["actions"]),
        )
        for guide in data.pop("guides", ())
    )
    for key in ("description", "goal", "scoring"):
        data[key] = _one_line(data[key])
    return Spec(
        after_end=tuple(data.pop("after_end", ())),
        options=options,
        rules=_paragraphs(data.pop("rules")),
        player_rules=_paragraphs(data.pop("player_rules")),
        guides=guides,
        example=tuple(data.pop("example")),
        **data,
    )


def load_command_spec(package: str) -> CommandSpec:
    """Read `spec.toml` of a game played by text commands from the `__file__` of a module in its package."""
    data = _read(package)
    commands = tuple(Command(**command) for command in data.pop("commands"))
    options = _options(data.pop("options", ()))
    data["description"] = _one_line(data["description"])
    data["rules_html"] = data["rules_html"].strip()
    return CommandSpec(
        player_rules=_paragraphs(data.pop("player_rules")),
        commands=commands,
        options=options,
        example=tuple(data.pop("example")),
        **data,
    )


def _read(package: str) -> dict[str, Any]:
    return tomllib.loads(Path(package).with_name("spec.toml").read_text(encoding="utf-8"))


def _options(tables: Iterable[Mapping[str, Any]]) -> tuple[Option, ...]:
    return tuple(
        Option(
            option["name"],
            option["label"],
            option.get("default"),
            tuple(Choice(**choice) for choice in option["choices"]),
            tuple(option.get("fixes", {}).items()),
            option.get("seed"),
            option.get("words", ""),
            option.get("unchosen", ""),
        )
        for option in tables
    )


def _paragraphs(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(_one_line(text) for text in texts)


def _one_line(text: str) -> str:
    return " ".join(text.split())
