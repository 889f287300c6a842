"""Magic Hex Swap's state, actions and menu of moves, with the constants of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias

from engines.grammar import Range
from engines.magic_hex_swap.hexes import Cell
from engines.marks import AtMost
from engines.numbers import MOST

Color: TypeAlias = Literal["white", "black", "red", "blue", "green"]
Face: TypeAlias = Literal["white", "black", "red", "blue", "green", "wild"]
Green3: TypeAlias = Literal["pdf", "doc"]
"""How `green-3a` reads: one group as it was before the action, or any green at that step."""
Puzzle: TypeAlias = Literal["blue-bridge", "two-homes", "remove-the-splinter"]
Phase: TypeAlias = Literal["playing", "won"]
Board: TypeAlias = Mapping[Cell, str]
"""Each node's cell to the letter of its colour."""
Dice: TypeAlias = tuple[Face, Face, Face]
Rolled: TypeAlias = tuple[int, int, int]
"""For each die, after how many turns it was rolled last; its face follows from that."""
Kept: TypeAlias = tuple[bool, bool, bool]
"""For each die, whether it keeps its face in a turn."""

COLORS: Final[tuple[Color, ...]] = ("white", "black", "red", "blue", "green")
FACES: Final[tuple[Face, ...]] = (*COLORS, "wild")
CREATED: Final[tuple[Color, ...]] = COLORS[:4]
"""What a green move can create besides green."""
LETTER: Final[dict[Color, str]] = {"white": "W", "black": "K", "red": "R", "blue": "B", "green": "G"}
COLOR_OF: Final[dict[str, Color]] = {letter: color for color, letter in LETTER.items()}
GREEN3: Final[tuple[Green3, ...]] = ("pdf", "doc")
DICE: Final = 3
MOST_TURNS: Final = 1000
"""A limit of the server and not of the game."""
MOST_UNDOS: Final = 50
"""Checkpoints that are kept."""

First: TypeAlias = Literal["own", "beside", "either"]
"""Where the first target of a move stands: on the move's colour, beside it, or one of these."""


@dataclass(frozen=True, slots=True)
class Move:
    """An item of the menu; `effects` gives its targets their meaning."""

    name: str
    color: Color
    tier: int
    """Dice it costs."""
    fewest: int
    most: int
    """How many targets it takes."""
    first: First
    neighbors: int = 1
    """Nodes of the move's colour that a first target beside it has around it, at least."""
    nearest: int = 1
    farthest: int = 1
    """How far the second target of a swap or of a blue move is from the first."""
    creates: bool = False
    """Whether each target comes with a colour."""

    @property
    def letter(self) -> str:
        """The letter of the move's colour."""
        return LETTER[self.color]


MENU: Final = (
    Move("white-1", "white", 1, 2, 2, "own"),
    Move("white-2a", "white", 2, 2, 2, "own", nearest=2, farthest=2),
    Move("white-2b", "white", 2, 2, 2, "beside"),
    Move("white-3", "white", 3, 4, 4, "either", farthest=2),
    Move("black-1", "black", 1, 1, 1, "beside", neighbors=2),
    Move("black-2", "black", 2, 1, 1, "beside"),
    Move("black-3", "black", 3, 2, 2, "beside"),
    Move("red-1", "red", 1, 1, 1, "beside", neighbors=2),
    Move("red-2", "red", 2, 1, 1, "beside"),
    Move("red-3", "red", 3, 2, 2, "beside"),
    Move("blue-1", "blue", 1, 2, 2, "own", farthest=2),
    Move("blue-2a", "blue", 2, 2, 2, "own", nearest=3, farthest=4),
    Move("blue-2b", "blue", 2, 2, 2, "beside", farthest=2),
    Move("blue-3", "blue", 3, 3, 3, "either", farthest=4),
    Move("green-1", "green", 1, 1, 2, "beside"),
    Move("green-2a", "green", 2, 3, 4, "beside"),
    Move("green-2b", "green", 2, 1, 1, "beside", creates=True),
    Move("green-3a", "green", 3, 1, 4, "beside"),
    Move("green-3b", "green", 3, 2, 2, "beside", creates=True),
)
MOVES: Final = {move.name: move for move in MENU}
CLUSTER: Final = MOVES["green-3a"]
"""The one move whose later targets need not touch the one before."""


@dataclass(slots=True, eq=False)
class Position:
    """A checkpoint as it is played on; compared by identity, so that a cache can hold on to it.

    Not to be changed, though not frozen: every act makes one, and a frozen one takes several times as long.
    """

    practice: Puzzle | None
    seed: int
    green3: Green3
    turns: int
    rolled: Rolled
    board: Board
    """In no order; what is shown comes in reading order from `offers.grounded`."""
    won: bool


class _Read:
    """Where a checkpoint keeps its board once that is known; no field, so neither compared nor packed."""

    __slots__ = ("board",)
    board: Board


class _Shown:
    """The same for a state and the position it shows."""

    __slots__ = ("position",)
    position: Position


@dataclass(frozen=True, slots=True)
class Base(_Read):
    """A checkpoint that can be told without any other."""

    seed: Annotated[int, Range(0, MOST)]
    green3: Green3
    turns: Annotated[int, Range(0, MOST_TURNS)]
    rolled: Rolled
    nodes: str
    """The board, as `notation` writes it."""


@dataclass(frozen=True, slots=True)
class State(_Shown):
    """A game: the oldest checkpoint that is kept, and what was played since."""

    practice: Puzzle | None
    base: Base
    log: Annotated[tuple[str, ...], AtMost(MOST_UNDOS)]
    """The entries, as `notation` writes them; what they lead to is worked out anew."""

    @property
    def seed(self) -> int:
        """The seed of the position shown: that of the last restart, or of the checkpoint."""
        for entry in reversed(self.log):
            if entry[0] in RESTARTED:
                return int(entry[1:])
        return self.base.seed


RESTARTED: Final[dict[str, Green3]] = {"P": "pdf", "D": "doc"}
"""The letter that begins a restart in the log, to the reading of Green 3 it chose."""

# The actions. One that may be offered has no field it could do without, so that it travels as it stands. They
# have no slots, for JSON is written five times as fast from an instance's own dictionary; a default would not
# be in there, so the type comes from a factory.


@dataclass(frozen=True)
class Act:
    """Spend dice on a move."""

    type: Literal["act"] = field(default_factory=lambda: "act", init=False)
    move: str
    dice: tuple[int, ...]
    targets: tuple[Cell, ...]


@dataclass(frozen=True)
class CreatingAct(Act):
    """Spend dice on a move that creates nodes of other colours."""

    colors: tuple[Color, ...]


@dataclass(frozen=True)
class SavingAct(Act):
    """Spend dice on a move and say which of the others keep their faces; never offered."""

    save: tuple[int, ...]
    colors: tuple[Color, ...] | None


@dataclass(frozen=True)
class Pass:
    """Let a turn go by."""

    type: Literal["pass"] = field(default_factory=lambda: "pass", init=False)


@dataclass(frozen=True)
class SavingPass(Pass):
    """Let a turn go by and say which dice keep their faces; never offered."""

    save: tuple[int, ...]


@dataclass(frozen=True)
class Preview:
    """Look at a move with its first targets chosen; changes nothing."""

    type: Literal["preview"] = field(default_factory=lambda: "preview", init=False)
    move: str
    targets: tuple[Cell, ...]


@dataclass(frozen=True)
class ColoredPreview(Preview):
    """Look at a move that creates nodes, with its first targets and their colours chosen."""

    colors: tuple[Color, ...]


@dataclass(frozen=True)
class Undo:
    """Go back to the checkpoint before the last act, pass or restart."""

    type: Literal["undo"] = field(default_factory=lambda: "undo", init=False)


@dataclass(frozen=True)
class Restart:
    """Start again with the same seed."""

    type: Literal["restart"] = field(default_factory=lambda: "restart", init=False)


@dataclass(frozen=True)
class OtherRestart(Restart):
    """Start again with another seed or another reading of Green 3; never offered."""

    seed: int | None
    green3: Green3 | None


Action: TypeAlias = Act | Pass | Preview | Undo | Restart


def colors_of(action: Act | Preview) -> tuple[Color, ...]:
    """Return the colours an action gives its targets."""
    return getattr(action, "colors", None) or ()


def save_of(action: Act | Pass) -> tuple[int, ...]:
    """Return the dice an action saves."""
    saved: tuple[int, ...] = getattr(action, "save", ())
    return saved
