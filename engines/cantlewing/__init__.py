"""Cantlewing: a courier crosses a beam that two seeds and the wind keep level."""

from typing import Final

from engines.cantlewing.model import Action, Bank, MoveWeight, Next, Restart, Retry, State, Walk
from engines.cantlewing.rules import apply, initial, is_over, legal_actions, score
from engines.cantlewing.view import Observation, observe
from engines.contract import Engine
from engines.grammar import grammar_of
from engines.spec import load_spec

ENGINE: Final[Engine[State, Action]] = Engine(
    spec=load_spec(__file__),
    state=State,
    observation=Observation,
    grammar=grammar_of(Walk, MoveWeight, Next, Retry, Restart, Bank),
    initial=initial,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    is_over=is_over,
)
