"""What a Glasswend player sees: the fields of section 15 of the contract, and the board."""

import json
from typing import Any

import pytest

from engines.glasswend import ENGINE
from engines.glasswend.model import Crawler, State
from tests.engines.glasswend.driver import (
    CORNER_MOTE,
    NEW,
    START,
    UP,
    block,
    cell,
    column,
    play,
    playing,
    row,
    view,
)

FIELDS = [
    *("status", "phaseTicks", "pane", "panes", "target", "lit", "litPercent", "score", "glimmers", "chain"),
    *("par", "parSecondsLeft", "moth", "onThread", "dir", "steer", "steerTicks", "stepClock", "steps"),
    *("shimmerTicks", "blockTicks", "anchor", "thread", "motes", "crawlers", "crawlersWakeIn", "motif"),
    *("tick", "paneTicks", "lastClaim", "lastClear", "lastHit", "endReason", "board"),
]
SCENE = playing(
    pane=2,
    lit=block(1, 20, 22, 30),
    anchor=cell(12, 20),
    thread=[*column(12, 19, 17), cell(13, 17)],
    motes=[(5500, 5500, 115, -59)],
    crawlers=[(cell(0, 15), "down", 3), (cell(3, 20), "right", 8)],
    dir="right",
    steer="up",
    steer_ticks=5,
    step_clock=2,
    shimmer_ticks=4,
    block_ticks=6,
    phase_ticks=0,
    tick=400,
    pane_ticks=60,
    score=123,
    chain=2,
)
STATES = {"new": NEW, "scene": SCENE, "claimed": play(NEW, START, 60, UP, 92)}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_an_observation_has_exactly_the_published_fields_in_order(state: State) -> None:
    seen = view(state)
    assert list(seen) == FIELDS
    assert list(ENGINE.spec.observation) == FIELDS
    assert list(seen["steps"]) == ["up", "down", "left", "right"]
    assert json.loads(json.dumps(seen), parse_float=pytest.fail) == seen


def test_the_fields_of_a_scene() -> None:
    seen = view(SCENE)
    expected: dict[str, Any] = {
        "status": "playing",
        "phaseTicks": 0,
        "pane": 2,
        "panes": 15,
        "target": 62,
        "lit": 242,
        "litPercent": 36,
        "score": 123,
        "glimmers": 3,
        "chain": 2,
        "par": 45,
        "parSecondsLeft": 43,
        "moth": {"cell": 421, "x": 13, "y": 17},
        "onThread": True,
        "dir": "right",
        "steer": "up",
        "steerTicks": 5,
        "stepClock": 2,
        "steps": {"up": "dark", "down": "dark", "left": "back", "right": "dark"},
        "shimmerTicks": 4,
        "blockTicks": 6,
        "anchor": {"cell": 492, "x": 12, "y": 20},
        "thread": [468, 444, 420, 421],
        "motes": [{"cell": 125, "x": 5500, "y": 5500, "vx": 115, "vy": -59}],
        "crawlers": [
            {"cell": 360, "x": 0, "y": 15, "dir": "down", "clock": 3},
            {"cell": 483, "x": 3, "y": 20, "dir": "right", "clock": 8},
        ],
        "crawlersWakeIn": 30,
        # Pane 2 of seed 7.
        "motif": [{"cell": at, "lit": False} for at in (29, 42, 458, 477)],
        "tick": 400,
        "paneTicks": 60,
        "lastClaim": None,
        "lastClear": None,
        "lastHit": None,
        "endReason": None,
    }
    assert {name: seen[name] for name in FIELDS[:-1]} == expected


BOARD = """\
             11111111112222
   012345678901234567890123
 0 ########################
 1 #....*............*....#
 2 #......................#
 3 #......................#
 4 #......................#
 5 #....o.................#
 6 #......................#
 7 #......................#
 8 #......................#
 9 #......................#
10 #......................#
11 #......................#
12 #......................#
13 #......................#
14 #......................#
15 c......................#
16 #......................#
17 #...........+@.........#
18 #...........+..........#
19 #.*.........+........*.#
20 ###c########A###########
21 ########################
22 ########################
23 ########################
24 ########################
25 ########################
26 ########################
27 ########################
28 ########################
29 ########################
30 ########################
31 ########################"""


def test_the_board_of_a_scene() -> None:
    assert view(SCENE)["board"] == BOARD.split("\n")


def symbol(state: State, x: int, y: int) -> str:
    drawn: str = view(state)["board"][2 + y][3 + x]
    return drawn


def test_later_marks_hide_earlier_ones() -> None:
    # (5,1) is a motif cell of pane 2, seed 7.
    here = cell(5, 1)
    assert symbol(playing(pane=2), 5, 1) == "*"
    assert symbol(playing(pane=2, lit=[here]), 5, 1) == "#"
    assert symbol(playing(pane=2, anchor=cell(4, 0), thread=[here, cell(5, 2)]), 5, 1) == "+"
    assert symbol(playing(pane=2, lit=[here], anchor=here, thread=[cell(5, 2)]), 5, 1) == "A"
    soot: list[Crawler] = [(here, "up", 1)]
    crawled = playing(pane=2, lit=[here], anchor=here, thread=[cell(5, 2)], crawlers=soot)
    assert symbol(crawled, 5, 1) == "c"
    assert symbol(playing(pane=2, crawlers=soot, motes=[(5500, 1500, 1, 1)]), 5, 1) == "o"
    assert symbol(playing(pane=2, crawlers=soot, motes=[(5500, 1500, 1, 1)], moth=here), 5, 1) == "@"


def test_a_motif_cell_is_lit_only_when_it_is_light() -> None:
    lit = [motif["lit"] for motif in view(playing(pane=2, lit=[29], thread=[42], anchor=18))["motif"]]
    assert lit == [True, False, False, False]


def test_lit_counts_neither_thread_nor_the_ring() -> None:
    assert view(playing(lit=row(5, 1, 9), thread=[cell(1, 1), cell(2, 1)], anchor=cell(0, 1)))["lit"] == 9
    assert view(playing(dark=[cell(1, 1)], motes=[CORNER_MOTE]))["lit"] == 659
    assert [view(playing(dark=block(1, 1, 22, y)))["litPercent"] for y in (29, 15, 1)] == [3, 50, 96]


def test_an_observation_shares_nothing_with_the_next_one() -> None:
    seen = view(SCENE)
    for part in ("board", "thread", "motes", "crawlers", "motif", "steps"):
        seen[part].clear()
    assert view(SCENE)["board"] == BOARD.split("\n")
    assert view(SCENE)["thread"]


def test_the_legend_is_the_contracts() -> None:
    assert [*ENGINE.spec.legend.items()] == [
        ("@", "the moth"),
        ("o", "a shadow mote (the cell of its centre)"),
        ("c", "a soot crawler"),
        ("A", "the anchor"),
        ("+", "your thread"),
        ("*", "a dark motif cell"),
        ("#", "lit, safe ground"),
        (".", "dark"),
    ]


def test_the_events_are_the_contracts() -> None:
    assert [*ENGINE.spec.events] == [
        *(
            "opened",
            "retracted",
            "sealed",
            "severed",
            "lost",
            "resumed",
            "paneCleared",
            "paneStarted",
            "ended",
        )
    ]
