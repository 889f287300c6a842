"""What a game is: a record of pure functions over one frozen state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engines.grammar import Grammar
from engines.refusal import Refusal
from engines.spec import CommandSpec, Spec

JsonObject: TypeAlias = dict[str, Any]
"""A mapping that JSON can carry as it is: strings, integers, booleans, None, lists, and more of these."""


class GameState(Protocol):
    """The least a state must tell: the seed of the position it shows."""

    @property
    def seed(self) -> int: ...


S = TypeVar("S", bound=GameState)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the reply to an action shows that its state does not: a look ahead, gone with the next reply."""

    observation: JsonObject
    """Members added to the observation."""
    legal_actions: Sequence[Any]
    """The actions to list instead of all; `apply` accepts each of them."""


@dataclass(slots=True)  # not frozen: one is made for each action, and its parts cannot change
class Step(Generic[S]):
    """An accepted action: the state after it and what it caused, in order, each as `{type, ...}`."""

    state: S
    events: tuple[JsonObject, ...] = ()
    glimpse: Callable[[], Glimpse] | None = None
    """Works out the glimpse; called only where it is shown, which is not within a batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InJson(Generic[S]):
    """What an engine shows of a position, written as JSON without the objects on the way to it."""

    observe: Callable[[S], str]
    """What `Engine.observe` returns."""
    legal_actions: Callable[[S], tuple[str, int]]
    """What `Engine.legal_actions` returns, and how many these are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Generic[S, A]):
    """One game. Every function is total and pure: no clock, no global randomness, no mutation."""

    spec: Spec
    state: type[S]
    """The frozen, slotted dataclass that holds a position; `schemas.codec` can pack it."""
    observation: type
    """The TypedDict that `observe` fills; the published reply schema is made from it."""
    grammar: Grammar[A]
    """The published shape of an action and the strict reader for it."""
    initial: Callable[[int, Mapping[str, str]], S]
    """The first state for a seed of 0 ... 2^53-1 and options already checked against `spec.options`."""
    apply: Callable[[S, A], Step[S] | Refusal]
    """The step an action makes, or why it is refused; a refused action changes nothing."""
    legal_actions: Callable[[S], Sequence[A]]
    """Exactly what `apply` accepts, in the published order; one way to a state may stand for all."""
    observe: Callable[[S], Mapping[str, Any]]
    """Everything the player may see, a function of the state alone."""
    score: Callable[[S], int]
    is_over: Callable[[S], bool]
    """Whether the run has ended; from then on no action but those of `spec.after_end` changes the state."""
    in_json: InJson[S] | None = None
    """Of a game that shows so much of a position that a server should keep what it told: the same as JSON."""


@dataclass(slots=True)
class CommandStep(Generic[S]):
    """An accepted command: the state after it, one line that says what it did, and what it warns of."""

    state: S
    message: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandGame(Generic[S]):
    """One game played by lines of text, as total and pure as an `Engine`, with the same kind of state."""

    spec: CommandSpec
    state: type[S]
    observation: type
    initial: Callable[[int, Mapping[str, str]], S]
    """The first state for a seed of 0 ... 2^53-1 and options already checked against `spec.options`."""
    command: Callable[[S, str], CommandStep[S] | Refusal]
    """What a line does, whatever it holds, or why it is refused; a refused line changes nothing."""
    observe: Callable[[S], Mapping[str, Any]]
    """Everything the player may see, a function of the state alone."""
    score: Callable[[S], int | None]
    """What the game paid; None until it is over."""
    is_over: Callable[[S], bool]
    """Whether the game has ended; from then on every command is refused."""
