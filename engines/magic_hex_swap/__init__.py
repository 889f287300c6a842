"""Magic Hex Swap: spend dice to swap, blacken, remove, move and add hexes until every colour is one group."""

from typing import Final

from engines.contract import Engine, InJson
from engines.magic_hex_swap.grammar import GRAMMAR
from engines.magic_hex_swap.model import Action, State
from engines.magic_hex_swap.offers import legal_actions, legal_actions_written
from engines.magic_hex_swap.rules import apply, initial, is_over, score
from engines.magic_hex_swap.view import Observation, observation_written, observe
from engines.spec import load_spec

ENGINE: Final[Engine[State, Action]] = Engine(
    spec=load_spec(__file__),
    state=State,
    observation=Observation,
    grammar=GRAMMAR,
    initial=initial,
    apply=apply,
    legal_actions=legal_actions,
    observe=observe,
    score=score,
    is_over=is_over,
    in_json=InJson(observe=observation_written, legal_actions=legal_actions_written),
)
