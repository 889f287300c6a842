"""Plays Magic Hex Swap by JSON actions, on any board and with any dice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import count
from typing import Any, cast

import orjson

from engines.contract import Glimpse
from engines.magic_hex_swap import ENGINE
from engines.magic_hex_swap.boards import Twig
from engines.magic_hex_swap.deal import roll
from engines.magic_hex_swap.effects import resolve
from engines.magic_hex_swap.ground import Spot, cell_of
from engines.magic_hex_swap.hexes import reading_order
from engines.magic_hex_swap.log import dice, position
from engines.magic_hex_swap.model import Act, Base, Dice, Face, Green3, Pass, State
from engines.magic_hex_swap.notation import write_board
from engines.magic_hex_swap.search import Outlook
from engines.refusal import Refusal
from tests.engines.driver import Driver
from tests.engines.magic_hex_swap.reference import Cell, Colors, Nodes, Targets

Json = dict[str, Any]

DRIVER = Driver(ENGINE)
START = DRIVER.start
submit, step, refused = DRIVER.submit, DRIVER.step, DRIVER.refused
play, view = DRIVER.play, DRIVER.view

WILDS: Dice = ("wild", "wild", "wild")
UNDO: Json = {"type": "undo"}
RESTART: Json = {"type": "restart"}


def glimpse(state: State, move: str, targets: Sequence[Sequence[int]] = (), colors: Colors = ()) -> Glimpse:
    """Return what a preview, which must be accepted, shows."""
    done = step(state, preview(move, targets, colors))
    assert done.state is state
    assert done.events == ()
    assert done.glimpse is not None
    return done.glimpse()


def preview(move: str, targets: Sequence[Sequence[int]] = (), colors: Colors = ()) -> Json:
    """Write a preview as JSON."""
    written: Json = {"type": "preview", "move": move, "targets": [[*cell] for cell in targets]}
    return {**written, "colors": [*colors]} if colors else written


def act(move: str, spent: Sequence[int], targets: Sequence[Sequence[int]], colors: Colors = ()) -> Json:
    """Write an act as JSON."""
    written: Json = {"type": "act", "move": move, "dice": [*spent], "targets": [[*cell] for cell in targets]}
    return {**written, "colors": [*colors]} if colors else written


def pass_turn(*save: int) -> Json:
    """Write a pass as JSON."""
    return {"type": "pass", "save": [*save]}


def offered(state: State) -> list[Json]:
    """Return the legal actions as the JSON objects a player sends."""
    assert ENGINE.in_json is not None
    text, number = ENGINE.in_json.legal_actions(state)
    actions = written(ENGINE.legal_actions(state))
    assert text.encode() == orjson.dumps(actions)
    assert number == len(actions)
    return actions


def written(actions: Sequence[object]) -> list[Json]:
    """Return actions as a reply carries them."""
    return cast(list[Json], orjson.loads(orjson.dumps(actions)))


def sequences_of(twigs: Iterable[Twig]) -> list[tuple[Targets, Colors]]:
    """Return the targets and colours that the search found."""
    return [(tuple(map(cell_of, (*begun, end))), colors) for begun, colors, ends in twigs for end in ends]


def actions_of(seen: Outlook) -> list[tuple[Targets, Colors]]:
    """Return the actions an outlook holds, which must not be too many."""
    assert seen.twigs is not None
    listed = sequences_of(seen.twigs)
    assert len(listed) == seen.results
    return listed


def cells_of(spots: Iterable[Spot]) -> list[Cell]:
    """Return the cells of spots."""
    return [*map(cell_of, spots)]


def board(state: State) -> Nodes:
    """Return the board of a state."""
    return dict(position(state).board)


def nodes(rows: str) -> Nodes:
    """Read a board drawn row by row: `q,r` of the first cell, then a mark for each, such as `0,0: W . K`."""
    found = {}
    for row in rows.strip().splitlines():
        place, _, marks = row.partition(":")
        q, r = map(int, place.split(","))
        found.update({(q + i, r): mark for i, mark in enumerate(marks.split()) if mark != "."})
    return found


def triples(listed: Sequence[Sequence[Any]]) -> Nodes:
    """Read a board from a list of q, r and letter."""
    return {(q, r): letter for q, r, letter in listed}


def state_of(
    start: Nodes, faces: Sequence[str] = WILDS, green3: str = "pdf", *, seed: int = 7, turns: int = 0
) -> State:
    """Return a state with this board and these faces, without any checkpoint to go back to."""
    a, b, c = (rolled_as(seed, die, cast(Face, face)) for die, face in enumerate(faces))
    ordered = {cell: start[cell] for cell in sorted(start, key=reading_order)}
    state = State(None, Base(seed, cast(Green3, green3), turns, (a, b, c), write_board(ordered)), ())
    assert [*dice(position(state))] == [*faces]
    return state


@cache
def rolled_as(seed: int, die: int, face: Face) -> int:
    """Return the first turn after which a die shows this face."""
    return next(turns for turns in count() if roll(seed, turns, die) == face)


def played(
    start: Nodes, action: Mapping[str, Any], faces: Sequence[str] = WILDS, green3: str = "pdf"
) -> Nodes | str:
    """Return the board an act or a pass makes of any board, or the code of the refusal."""
    parsed = ENGINE.grammar.parse(action)
    if isinstance(parsed, Refusal):
        return parsed.code
    assert isinstance(parsed, Act | Pass)
    done = resolve(start, cast(Dice, tuple(faces)), cast(Green3, green3), parsed)
    return done.code if isinstance(done, Refusal) else dict(done)


def does(start: Nodes, move: str, *targets: Cell, colors: Colors = (), green3: str = "pdf") -> Nodes | str:
    """Return the board a move makes of any board with three wild dice, or the code of the refusal."""
    tier = int(move.rstrip("ab")[-1])
    return played(start, act(move, range(tier), targets, colors), WILDS, green3)


def chosen(action: object) -> tuple[str, Targets, Colors]:
    """Return the move, targets and colours of an offered action."""
    parts = asdict(cast(Any, action))
    return parts["move"], parts["targets"], parts.get("colors", ())
