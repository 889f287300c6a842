"""Glasswend: a moth draws threads of light through a dark window, between motes and soot, until it is lit."""

from typing import Final

from engines.contract import Engine
from engines.glasswend.model import Action, Start, State, Steer, Tick
from engines.glasswend.rules import apply, initial, is_over, legal_actions, score
from engines.glasswend.view import Observation, observe
from engines.grammar import grammar_of
from engines.spec import load_spec

ENGINE: Final[Engine[State, Action]] = Engine(
    spec=load_spec(__file__),
    state=State,
    observation=Observation,
    grammar=grammar_of(Start, Steer, Tick, closed=False),
    initial=initial,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    is_over=is_over,
)
