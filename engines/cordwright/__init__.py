"""Cordwright: charms on fixed sockets change places until no two of their cords cross."""

from typing import Final

from engines.contract import Engine
from engines.cordwright.model import Action, Bank, Next, Skip, State, Swap
from engines.cordwright.rules import apply, initial, is_over, legal_actions, score
from engines.cordwright.view import Observation, observe
from engines.grammar import grammar_of
from engines.spec import load_spec

ENGINE: Final[Engine[State, Action]] = Engine(
    spec=load_spec(__file__),
    state=State,
    observation=Observation,
    grammar=grammar_of(Swap, Skip, Next, Bank),
    initial=initial,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    is_over=is_over,
)
