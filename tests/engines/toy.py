"""A toy game, right and broken in one way each: what the laws of `laws.py` are tried on.

Count up by 1 or 2; reaching 5 or more pays the count and starts again, stop ends the run.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from typing import Annotated, Any, Final, Literal

from typing_extensions import TypedDict

from engines.cantlewing import ENGINE
from engines.contract import Engine, Glimpse, InJson, Step
from engines.grammar import Range, grammar_of
from engines.refusal import Refusal


@dataclass(frozen=True, slots=True)
class State:
    seed: int
    over: bool
    count: Annotated[int, Range(0, 6)]
    score: int


@dataclass(frozen=True, slots=True)
class Add:
    type: Literal["add"] = field(default="add", init=False)
    by: Annotated[int, Range(1, 3)]


@dataclass(frozen=True, slots=True)
class Stop:
    type: Literal["stop"] = field(default="stop", init=False)


Action = Add | Stop


class Observation(TypedDict):
    board: list[str]
    phase: Literal["playing", "ended"]
    count: int


def initial(seed: int, _options: Mapping[str, str]) -> State:
    return State(seed, False, 0, 0)


def apply(state: State, action: Action) -> Step[State] | Refusal:
    if state.over:
        return Refusal("wrong-phase", "The run has ended; start a new one.")
    if isinstance(action, Stop):
        return Step(replace(state, over=True), ({"type": "stopped"},))
    if action.by == 3:
        return Refusal("too-far", "Add 1 or 2.")
    reached = state.count + action.by
    if reached < 5:
        return Step(replace(state, count=reached))
    return Step(replace(state, count=0, score=state.score + reached), ({"type": "paid", "points": reached},))


def legal_actions(state: State) -> list[Action]:
    return [] if state.over else [Add(1), Add(2), Stop()]


def observe(state: State) -> Observation:
    return {"board": ["x" * state.count], "phase": "ended" if state.over else "playing", "count": state.count}


def _in_json(**other: int) -> InJson[State]:
    """Return what writes the view and the list; `other` adds to the count seen, the list or its number."""

    def seen(state: State) -> str:
        view = observe(state)
        return json.dumps({**view, "count": view["count"] + other.get("seen", 0)}, separators=(",", ":"))

    def listed(state: State) -> tuple[str, int]:
        actions = [*map(asdict, legal_actions(state)), *[{"type": "stop"}] * other.get("listed", 0)]
        return json.dumps(actions, separators=(",", ":")), len(actions) + other.get("number", 0)

    return InJson(observe=seen, legal_actions=listed)


TOY: Final[Engine[State, Action]] = Engine(
    spec=replace(
        ENGINE.spec,  # the words are Cantlewing's; no law reads them
        slug="toy",
        refusals={"too-far": "the count would pass its limit"},
        events={"paid": "the count was paid", "stopped": "the run is over"},
        example=({"type": "add", "by": 1},),
    ),
    state=State,
    observation=Observation,
    grammar=grammar_of(Add, Stop),
    initial=initial,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=lambda state: state.score,
    is_over=lambda state: state.over,
    in_json=_in_json(),
)

# Each of these breaks one promise.

_drawn = count()


def _lenient(value: object) -> Action | Refusal:
    return TOY.grammar.parse({"type": "add", "by": 1} if value == {"type": "add", "by": True} else value)


def _raising(value: object) -> Action | Refusal:
    assert isinstance(value, dict)
    return TOY.grammar.parse({"type": value["type"]} if "type" in value else value)


def _mutating(value: object) -> Action | Refusal:
    if isinstance(value, dict):
        value.pop("extra", None)
    return TOY.grammar.parse(value)


def _revived(state: State, action: Action) -> Step[State] | Refusal:
    return apply(replace(state, over=False), action)


def _still_over(state: State, action: Action) -> Step[State] | Refusal:
    return Step(state) if state.over and isinstance(action, Stop) else apply(state, action)


def _secretive(state: State, action: Action) -> Step[State] | Refusal:
    done = apply(state, action)
    return replace(done, glimpse=lambda: Glimpse({"secret": 1}, ())) if isinstance(done, Step) else done


def _misleading(state: State, action: Action) -> Step[State] | Refusal:
    done = apply(state, action)
    return replace(done, glimpse=lambda: Glimpse({}, [Add(1), Add(3)])) if isinstance(done, Step) else done


def _drifting(state: State, action: Action) -> Step[State] | Refusal:
    done = apply(state, action)
    return replace(done, state=replace(done.state, score=next(_drawn))) if isinstance(done, Step) else done


def _taking(state: State, action: Action) -> Step[State] | Refusal:
    return (
        Step(replace(state, score=state.score - 1))
        if action == Add(2) and not state.over
        else apply(state, action)
    )


def _overflowing(state: State, action: Action) -> Step[State] | Refusal:
    return Step(replace(state, count=7)) if action == Add(2) and not state.over else apply(state, action)


def _whispering(state: State, action: Action) -> Step[State] | Refusal:
    done = apply(state, action)
    return replace(done, events=({"type": "whispered"},)) if isinstance(done, Step) else done


def _counting_refusals(state: State, action: Action) -> Step[State] | Refusal:
    done = apply(state, action)
    if isinstance(done, Refusal):
        _refused.append(action)
    return done


_refused: list[Action] = []


def _looking(**more: Any) -> Engine[State, Action]:
    return replace(TOY, observe=lambda state: {**observe(state), **{k: v(state) for k, v in more.items()}})


BROKEN: Final[Mapping[str, Engine[State, Action]]] = {
    "offers a refused action": replace(TOY, legal_actions=lambda s: [*legal_actions(s), Add(3)]),
    "offers an action twice": replace(TOY, legal_actions=lambda s: [*legal_actions(s), *legal_actions(s)]),
    "accepts an action it does not offer": replace(TOY, legal_actions=lambda s: legal_actions(s)[1:]),
    "does not read an action it offers": replace(TOY, grammar=grammar_of(Stop)),
    "reads another action": replace(TOY, grammar=replace(TOY.grammar, parse=lambda _: Stop())),
    "takes true for 1": replace(TOY, grammar=replace(TOY.grammar, parse=_lenient)),
    "raises for a list": replace(TOY, grammar=replace(TOY.grammar, parse=_raising)),
    "changes what was sent": replace(TOY, grammar=replace(TOY.grammar, parse=_mutating)),
    "publishes a narrower grammar": replace(
        TOY, grammar=replace(TOY.grammar, schema=grammar_of(Stop).schema)
    ),
    "plays on after the end": replace(TOY, apply=_revived, legal_actions=lambda _: [Add(1), Add(2), Stop()]),
    "accepts what it does not offer at the end": replace(TOY, apply=_revived),
    "does not take the end back as it says": replace(
        TOY,
        spec=replace(TOY.spec, after_end=("stop",)),
        apply=_still_over,
        legal_actions=lambda s: legal_actions(s) or [Stop()],
    ),
    "shows ahead what it does not declare": replace(TOY, apply=_secretive),
    "lists ahead what it refuses": replace(TOY, apply=_misleading),
    "draws from a hidden counter": replace(TOY, apply=_drifting),
    "takes points away": replace(TOY, apply=_taking),
    "leaves the range of a field": replace(TOY, apply=_overflowing),
    "sends an event without a meaning": replace(TOY, apply=_whispering),
    "counts refusals": replace(_looking(count=lambda _: len(_refused)), apply=_counting_refusals),
    "shows a float": _looking(count=lambda state: state.count / 2),
    "shows true for a number": _looking(count=lambda _: True),
    "shows an integer beyond 2^53": _looking(count=lambda _: 2**53 + 1),
    "shows a field it does not declare": _looking(secret=lambda _: 1),
    "shows a phase it does not declare": _looking(phase=lambda _: "waiting"),
    "shows a board that is not lines": _looking(board=lambda _: ["two\nlines"]),
    "writes another observation": replace(TOY, in_json=_in_json(seen=1)),
    "writes another list": replace(TOY, in_json=_in_json(listed=1)),
    "counts another list": replace(TOY, in_json=_in_json(number=1)),
}

ENGINES: Final[Mapping[str, Engine[State, Action]]] = {
    "toy": TOY,
    "hash-dependent": _looking(count=lambda _: hash("seed") % 1000),
    "refusal-dependent": BROKEN["counts refusals"],
}
"""For `digest.py`."""
