"""What the nineteen moves do: targets in order, each judged on the board its predecessors left.

`resolve` plays a whole action on any board: it pays, judges and places target by target on a copy, and
returns the finished board or, without a trace, why not.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engines.magic_hex_swap.ground import contacts, spot_of
from engines.magic_hex_swap.hexes import Cell, distance, near
from engines.magic_hex_swap.model import (
    CLUSTER,
    LETTER,
    MOVES,
    Act,
    Board,
    Color,
    Dice,
    Green3,
    Move,
    Pass,
    colors_of,
    save_of,
)
from engines.refusal import Refusal


def resolve(board: Board, dice: Dice, green3: Green3, action: Act | Pass) -> Board | Refusal:
    """Return the board an act or a pass makes of this one, which stays as it is, or why it is refused."""
    if isinstance(action, Pass):
        return board
    move = MOVES[action.move]
    unpaid = judge_payment(dice, move, action.dice, save_of(action))
    if unpaid is not None:
        return unpaid
    now = place(board, green3, move, action.targets, colors_of(action))
    if not isinstance(now, Refusal) and len(action.targets) < move.fewest:
        return Refusal("targets-count", f"The move {move.name} takes {counted(move)}; send all of them.")
    return now


def judge_payment(dice: Dice, move: Move, spent: Sequence[int], save: Sequence[int] = ()) -> Refusal | None:
    """Return why these dice cannot pay for a move while those are saved, or None when they can."""
    for die in spent:
        if dice[die] not in (move.color, "wild"):
            return Refusal(
                "dice-face",
                f"The move {move.name} is paid with {move.color} or wild dice; die {die} shows {dice[die]}.",
            )
    if len(set(spent)) != move.tier:
        return Refusal(
            "dice-count", f"The move {move.name} costs exactly {move.tier} of the dice; name each once."
        )
    for die in save:
        if die in spent:
            return Refusal("save-spent", f"Die {die} is spent on the move; save only dice that are not.")
    return None


def place(
    board: Board, green3: Green3, move: Move, targets: Sequence[Cell], colors: Sequence[Color]
) -> dict[Cell, str] | Refusal:
    """Return the board after targets, the first ones or all of a move, or why one of them is refused."""
    if len(targets) > move.most:
        return Refusal("targets-count", f"The move {move.name} takes {counted(move)}; send no more.")
    if len(colors) != len(targets) * move.creates:
        wanted = "a colour for each target" if move.creates else "no colours"
        return Refusal("colors-count", f"The move {move.name} takes {wanted}.")
    now = dict(board)
    judge = _JUDGES[move.color]
    for i, target in enumerate(targets):
        fault = judge(board, now, green3, move, targets[:i], target)
        if fault is not None:
            code, words = fault
            return Refusal(code, f"Target {i + 1} of {move.name}, [{target[0]},{target[1]}], {words}.")
        enact(now, move, targets[: i + 1], colors[: i + 1])
    if len(targets) >= move.fewest and now == board:
        return Refusal(
            "no-effect", f"This {move.name} would leave the board as it is; swap different colours."
        )
    return now


def enact(now: dict[Cell, str], move: Move, targets: Sequence[Cell], colors: Sequence[Color]) -> None:
    """Do on a board what the last of these targets brings about; those before it have been done."""
    last = targets[-1]
    match move.color:
        case "white":
            if len(targets) % 2 == 0:
                other = targets[-2]
                now[other], now[last] = now[last], now[other]
        case "black":
            now[last] = move.letter
        case "red":
            del now[last]
        case "blue":
            if len(targets) == 2:
                now[last] = now.pop(targets[0])
            elif len(targets) == 3:
                now[targets[0]] = now.pop(last)
        case "green":
            now[last] = LETTER[colors[-1]] if move.creates else move.letter


def is_beside(board: Board, cell: Cell, letter: str, neighbors: int = 1) -> bool:
    """Tell whether so many neighbours of a cell, or more, have a colour; its own colour plays no part."""
    return [board.get(neighbor) for neighbor in near(cell)].count(letter) >= neighbors


def is_eligible(board: Board, cell: Cell, move: Move) -> bool:
    """Tell whether a cell stands, for the move's colour, where a first target of the move must."""
    letter = move.letter
    if move.first == "own":
        return board.get(cell) == letter
    beside = is_beside(board, cell, letter, move.neighbors)
    return beside or (move.first == "either" and board.get(cell) == letter)


def counted(move: Move) -> str:
    """Return how many targets a move takes, in words."""
    if move.fewest == move.most:
        return f"{move.most} target{'s' if move.most > 1 else ''}"
    return f"{move.fewest} to {move.most} targets"


# Judging a target: given the board at the start, the board now, the move and the targets before, return None
# or a code and what the target must be.

_Fault = tuple[str, str] | None
_Judge = Callable[[Board, Board, Green3, Move, Sequence[Cell], Cell], _Fault]


def _judge_white(
    _start: Board, now: Board, _green3: Green3, move: Move, before: Sequence[Cell], target: Cell
) -> _Fault:
    if len(before) == 3:
        if target not in before[:2]:
            return "position-not-first-swap", "must be one of the two positions of the first swap"
        return None
    if target not in now:
        return "target-empty", "must be a node; this cell is empty"
    if len(before) == 0:
        return _judge_first(now, move, target)
    if len(before) == 1:
        return _judge_distance(move, before[0], target, "partner-distance")
    if target in before:
        return "third-in-first-swap", "must be a node that took no part in the first swap"
    if not is_eligible(now, target, move):
        return "third-not-eligible", "must be white, or have a white neighbour after the first swap"
    return None


def _judge_black_or_red(
    _start: Board, now: Board, _green3: Green3, move: Move, before: Sequence[Cell], target: Cell
) -> _Fault:
    if target not in now:
        return "target-empty", "must be a node; this cell is empty"
    if now[target] == move.letter:
        return ("second" if before else "first") + "-not-eligible", f"must be a node that is not {move.color}"
    if before:
        return _judge_touching(before[-1], target)
    return _judge_first(now, move, target)


def _judge_blue(
    _start: Board, now: Board, _green3: Green3, move: Move, before: Sequence[Cell], target: Cell
) -> _Fault:
    if len(before) == 1:
        if target in now:
            return "destination-occupied", "must be an empty cell; a node stands here"
        return _judge_distance(move, before[0], target, "destination-distance")
    if target not in now:
        return "target-empty", "must be a node; this cell is empty"
    if not before:
        return _judge_first(now, move, target)
    if target == before[1]:
        return "second-is-moved", "must be another node than the one that has moved"
    if not is_eligible(now, target, move):
        return "second-not-eligible", "must be blue, or have a blue neighbour after the first node has moved"
    return None


def _judge_green(
    start: Board, now: Board, green3: Green3, move: Move, before: Sequence[Cell], target: Cell
) -> _Fault:
    if target in now:
        return "target-occupied", "must be an empty cell; a node stands here"
    if not before:
        return _judge_first(now, move, target)
    if move is not CLUSTER:
        return _judge_touching(before[-1], target)
    if green3 == "doc":
        beside = is_beside(now, target, move.letter)
        return None if beside else ("target-not-eligible", "must have a green neighbour, old or just added")
    touched = contacts([spot_of(cell) for cell in start if start[cell] == "G"])
    if set.intersection(*(touched.get(spot_of(cell), set()) for cell in (*before, target))):
        return None
    return (
        "no-common-group",
        "must touch a green group, as it was before the move, that all targets so far touch",
    )


_JUDGES: Final[dict[Color, _Judge]] = {
    "white": _judge_white,
    "black": _judge_black_or_red,
    "red": _judge_black_or_red,
    "blue": _judge_blue,
    "green": _judge_green,
}

_WANTED: Final = {
    "own": "must be {color}",
    "beside": "must have {neighbors} {color} neighbour{s}",
    "either": "must be {color} or have a {color} neighbour",
}


def _judge_first(now: Board, move: Move, target: Cell) -> _Fault:
    if is_eligible(now, target, move):
        return None
    several = move.neighbors > 1
    wanted = _WANTED[move.first].format(
        color=move.color, neighbors=f"at least {move.neighbors}" if several else "a", s="s" if several else ""
    )
    return "first-not-eligible", wanted


def _judge_distance(move: Move, first: Cell, target: Cell, code: str) -> _Fault:
    away = distance(first, target)
    if move.nearest <= away <= move.farthest:
        return None
    span = f"{move.nearest}" if move.nearest == move.farthest else f"{move.nearest} to {move.farthest}"
    return code, f"must be {span} away from target 1; it is {away} away"


def _judge_touching(last: Cell, target: Cell) -> _Fault:
    if distance(last, target) == 1:
        return None
    return "chain-not-touching", f"must touch the target before it, [{last[0]},{last[1]}]"
