"""Positions that no game reaches, made by hand: fields of a first state, by place, and a move."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Places: TypeAlias = Mapping[tuple[int, ...], Any]
"""Where in the packed state, to what stands there instead."""
Cases: TypeAlias = tuple[tuple[str, Places], ...]

_SWAP: Final = {"type": "swap", "a": 0, "b": 1}
_TICK: Final = {"type": "tick"}
_PASS: Final = {"type": "pass"}
_WALK: Final = {"type": "walk", "direction": 1}
_BOARD: Final = "-2,0:RGR/-1,-1:GBWG/0,-2:WKGBW/1,-2:RWKR/2,-2:KRW"
_LOOP: Final[Places] = {
    (1,): "playing",  # everything is lit but one cell of the ring, where a mote stands and sees no way out
    (7,): "Q" + "A" * 127,
    (8,): 29 * 24 + 20,
    (9,): "right",
    (12,): 1,
    (15,): 29 * 24 + 19,
    (16,): str(29 * 24 + 20),
    (17,): [[22_500, 31_500, 0, 0]],
    (18,): [[0, "up", 5]],
}
"""A seal here once looked for the frontier off the board, for ever."""

# The places: seed, phase, end_reason, frame, occupancy, swaps, turn, score, cleared, skipped, last points.
_CORDWRIGHT: Final[Cases] = (
    ("a charm beyond the last", {(4,): [0, 1, 2, 3, 4, 8]}),
    ("a socket too few", {(4,): [0, 1, 2, 3, 4]}),
    ("no sockets", {(4,): []}),
    ("the sockets of another frame", {(3,): 9}),
    ("thousands of sockets", {(4,): [0, 1, 2] * 1500}),
    ("a negative score", {(7,): -1}),
    ("a score beyond 2^53", {(7,): 2**53}),
    ("frame 0", {(3,): 0}),
    ("an unknown phase", {(1,): "lost"}),
)
# seed, status, phase_ticks, pane, score, glimmers, chain, dark, moth, dir, steer, steer_ticks, step_clock,
# shimmer_ticks, block_ticks, anchor, thread, motes, crawlers, tick, pane_ticks, three reports, end_reason.
_GLASSWEND: Final[Cases] = (
    ("dark on the ring, and a search without end", _LOOP),
    ("dark off the board", {(7,): "_" * 4000}),
    ("a mote off the board", {(1,): "playing", (17,): [[10**12, 5500, 59, 115]]}),
    ("a mote that jumps off the board", {(1,): "playing", (17,): [[5500, 5500, 10**12, 115]]}),
    ("thousands of motes", {(1,): "playing", (17,): [[5500, 5500, 59, 115]] * 2500}),
    ("thousands of crawlers", {(1,): "playing", (18,): [[5, "up", 1]] * 2500}),
    ("a moth off the board", {(8,): 768}),
    ("a thread off the board", {(16,): "767r"}),
    ("pane 16", {(3,): 16}),
    ("a negative score", {(4,): -5}),
    ("ticks below 0", {(2,): -1}),
    ("a clock beyond 2^53", {(19,): 2**63}),
)
# seed, phase, end_reason, crossing, courier, a, b, moves_used, reserves, completed, score, last_award.
_CANTLEWING: Final[Cases] = (
    ("a courier off the beam", {(4,): 3}),
    ("a seed off the beam", {(5,): -3}),
    ("crossing 0", {(3,): 0}),
    ("four reserves", {(8,): 4}),
    ("a negative score", {(10,): -1}),
    ("an unknown end", {(2,): "won"}),
)
# practice, (seed, green3, turns, rolled, nodes), log.
_MAGIC_HEX_SWAP: Final[Cases] = (
    ("no board", {(1, 4): ""}),
    ("a board that is none", {(1, 4): "D9"}),
    ("a colour there is not", {(1, 4): _BOARD.replace("K", "T")}),
    ("a log of moves there are not", {(2,): ["z0"]}),
    ("an empty entry", {(2,): [""]}),
    ("an entry without targets", {(2,): ["a0"]}),
    ("a move of what is not there", {(2,): ["a099,99 98,99"]}),
    ("a restart without a seed", {(2,): ["P"]}),
    ("a restart with 4,000 digits", {(2,): ["P" + "9" * 4000]}),
    ("thousands of entries", {(2,): [".0"] * 3000}),
    ("turns beyond the limit", {(1, 2): 1001}),
)
# seed, difficulty, bank, status, entries, notes, wrong, selected, turn, mistakes, checks.
_SUDOKU: Final[Cases] = (
    ("cell 82", {(7,): 81}),
    ("80 cells", {(4,): "." * 80}),
    ("notes off the board", {(5,): "_" * 400}),
    ("a wrong cell off the board", {(6,): "_" * 40}),
    ("a negative turn", {(8,): -1}),
    ("a turn beyond 2^53", {(8,): 2**64 - 1}),
    ("four mistakes", {(9,): 4}),
    ("a bank there is not", {(2,): 2}),
    ("an unknown status", {(3,): "cheated"}),
)

_MOVES: Final[tuple[tuple[str, object, Cases], ...]] = (
    ("cordwright", _SWAP, _CORDWRIGHT),
    ("glasswend", _TICK, _GLASSWEND),
    ("cantlewing", _WALK, _CANTLEWING),
    ("magic-hex-swap", _PASS, _MAGIC_HEX_SWAP),
    ("sudoku", None, _SUDOKU),
)
IMPOSSIBLE: Final = tuple(
    (name, slug, places, action) for slug, action, cases in _MOVES for name, places in cases
)
