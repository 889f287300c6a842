"""Replies of the gameboard API family."""

import json
from typing import Any, Literal

from pydantic import ConfigDict, Field

from engines.contract import JsonObject
from engines.spec import COMMON_REFUSALS, Guide, Spec
from schemas.gameboard import (
    Absent,
    ActionJson,
    ObservationJson,
    SeedJson,
)
from schemas.wire import Wire


class Reply(Wire):
    """What the server sends; its model is for the description alone, and built when that is asked for."""

    model_config = ConfigDict(defer_build=True)


class Event(Reply):
    """Something an accepted action caused; its other members depend on its type."""

    model_config = ConfigDict(extra="allow")

    type: str


class Position(Reply):
    """A position and everything a player may know about it."""

    game: str
    seed: SeedJson
    state_token: str = Field(max_length=8000, description="Signed, opaque, URL-safe; never expires.")
    state: str | Absent = Field(
        None, description="The same token again, for games whose document names it so."
    )
    observation: ObservationJson
    legal_actions: list[ActionJson] | Absent = Field(
        None, description="Absent with `legal=count` and `none`."
    )
    legal_count: int | Absent = Field(None, description="Absent with `legal=none`.")
    events: list[Event]
    events_dropped: int | Absent = Field(
        None, description="How many events beyond the first 200 were left out."
    )
    score: int
    game_over: bool


class Accepted(Position):
    """The position asked for, or the one after an accepted action."""

    ok: Literal[True]


class ChoiceReply(Reply):
    value: str
    label: str


class OptionReply(Reply):
    name: str
    label: str
    default: str | None
    choices: list[ChoiceReply]


class SpecReply(Reply):
    """Everything a game publishes about itself."""

    goal: str
    scoring: str
    rules: str
    action_grammar: dict[str, Any] = Field(description="JSON Schema of an action.")
    version: int = Field(description="Rises whenever a rule changes; part of every token.")
    score_direction: Literal["higher", "lower"]
    seed_varies: bool
    options: list[OptionReply]
    token_field: Literal["stateToken", "state"]
    observation: dict[str, str] = Field(description="Member of an observation to meaning.")
    legend: dict[str, str] = Field(description="Board symbol to meaning.")
    refusals: dict[str, str] = Field(description="Code of a refused action to meaning.")
    events: dict[str, str] = Field(description="Event type to meaning.")


class Started(Accepted):
    """The first position of a game, with its spec."""

    spec: SpecReply


class Refused(Position):
    """The game says no: nothing has changed, and the reason tells what would be accepted."""

    ok: Literal[False]
    code: str
    reason: str


class BatchAccepted(Accepted):
    """The position after a batch of which no step was refused."""

    applied: int = Field(description="Steps accepted.")
    stopped: Literal["end", "game-over", "event"]


class BatchRefused(Refused):
    """The position after the steps before the refused one; they stand."""

    applied: int = Field(description="Steps accepted before the refused one.")
    stopped: Literal["refused"]
    failed_index: int = Field(description="The refused item, counted from 0.")


class GameEntry(Reply):
    """A game in the index."""

    slug: str
    name: str
    genre: str
    description: str
    goal: str
    init_url: str
    action_url: str
    docs_url: str


class GameReply(GameEntry):
    """One game with its spec."""

    spec: SpecReply


class HowToPlay(Reply):
    step1: str
    step2: str
    choosing_actions: str


class IndexReply(Reply):
    """Every game there is and how to play it."""

    service: str
    description: str
    how_to_play: HowToPlay
    docs: str
    count: int
    games: list[GameEntry]


class HealthReply(Reply):
    """The server is alive, or able to play."""

    ok: Literal[True]


def spec_json(spec: Spec, grammar: JsonObject) -> JsonObject:
    """Return what a game publishes about itself, in the shape of SpecReply."""
    return {
        "goal": spec.goal,
        "scoring": spec.scoring,
        "rules": "\n\n".join([*spec.rules, *map(_guide_text, spec.guides)]),
        "actionGrammar": grammar,
        "version": spec.version,
        "scoreDirection": spec.score_direction,
        "seedVaries": spec.seed_varies,
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "default": option.default,
                "choices": [{"value": choice.value, "label": choice.label} for choice in option.choices],
            }
            for option in spec.options
        ],
        "tokenField": spec.token_field,
        "observation": spec.observation,
        "legend": spec.legend,
        "refusals": COMMON_REFUSALS | spec.refusals,
        "events": spec.events,
    }


def _guide_text(guide: Guide) -> str:
    """Return a guide with the batch its words point to on the line below, as a request's body holds it."""
    batch = {"options": guide.options} if guide.options else {}
    return f"{guide.title}: {guide.text}\n{json.dumps({**batch, 'actions': guide.actions})}"
