"""The golden playthroughs come out as they are kept; `make golden` rewrites them."""

from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import pytest

from engines.registry import GAMES
from engines.spec import COMMON_REFUSALS
from tests.engines.golden import EVERY, Golden, goldens, recorded, replayed, written
from tests.engines.plays import AnyEngine
from tests.engines.toy import BROKEN, TOY

GOLDENS = goldens()


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: f"{golden.game}/{golden.path.stem}")
def test_a_golden_run_comes_out_as_it_is_kept(golden: Golden) -> None:
    assert set(golden.header) == {"game", "version", "seed", "options", "about"}
    played = replayed(EVERY[golden.game], golden)
    for number, (kept, now) in enumerate(zip_longest((golden.header, *golden.lines), played), 1):
        assert now == kept, f"line {number} of {golden.path}"
    assert golden.path.read_bytes() == written(played)


RARE = {
    "magic-hex-swap": {
        *("turn-limit", "no-effect", "no-common-group", "second-is-moved", "second-not-eligible"),
        *("third-in-first-swap", "third-not-eligible", "target-not-eligible", "position-not-first-swap"),
    }
}
"""Codes that a run meets only after hundreds of turns or on a board made for it; tests of the game do."""


def test_every_refusal_code_of_a_game_is_given_in_a_golden_run() -> None:
    for slug, engine in GAMES.items():
        given = {line["refusal"] for golden in GOLDENS if golden.game == slug for line in golden.lines}
        assert engine.spec.refusals.keys() - given == RARE.get(slug, set()), slug
        assert given - {None} <= COMMON_REFUSALS.keys() | engine.spec.refusals.keys(), slug


def missing(games: set[str], kept: list[Golden]) -> set[str]:
    return games - {golden.game for golden in kept}


def test_every_game_has_a_golden_run() -> None:
    assert not missing({*EVERY}, GOLDENS)
    assert missing({*EVERY, "toy"}, GOLDENS) == {"toy"}


def test_every_golden_run_is_of_a_registered_game_in_its_folder() -> None:
    assert {golden.game for golden in GOLDENS} <= {*EVERY}
    folders = {(golden.game, golden.path.parent) for golden in GOLDENS}
    assert len(folders) == len({game for game, _ in folders}) == len({folder for _, folder in folders})


HEADER = {"game": "toy", "version": 1, "seed": 7, "options": {}, "about": "pays once and stops"}
ACTIONS = [
    {"type": "add", "by": 2},
    {"type": "add", "by": 9},
    *[{"type": "add", "by": 2}] * 2,
    {"type": "stop"},
    5,
]


def test_a_line_tells_what_the_action_led_to(tmp_path: Path) -> None:
    # By hand: 2, refused, 4, 6 >= 5 pays 6, stop, refused.
    lines = [*recorded(TOY, 7, {}, ACTIONS)]
    assert [line["action"] for line in lines] == ACTIONS
    assert [line["score"] for line in lines] == [0, 0, 0, 6, 6, 6]
    assert [line["phase"] for line in lines] == [*["playing"] * 4, "ended", "ended"]
    assert [line["refusal"] for line in lines] == [None, "out-of-range", None, None, None, "malformed-action"]
    assert [line["events"] for line in lines] == [[], [], [], ["paid"], ["stopped"], []]
    assert [len({line["state"] for line in lines[i:j]}) for i, j in [(0, 2), (1, 5), (4, 6)]] == [1, 4, 1]

    path = tmp_path / "toy" / "golden" / "run.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(written([HEADER, *lines]))
    (kept,) = goldens(tmp_path)
    assert replayed(TOY, kept) == (HEADER, *lines)


@pytest.mark.parametrize(
    "changed",
    [
        replace(TOY, score=lambda state: state.score + 1),
        replace(TOY, initial=lambda seed, options: replace(TOY.initial(seed, options), seed=seed + 1)),
        replace(TOY, spec=replace(TOY.spec, version=2)),
        BROKEN["sends an event without a meaning"],
    ],
    ids=["score", "state", "version", "events"],
)
def test_a_changed_engine_is_noticed(changed: AnyEngine) -> None:
    kept = Golden(Path("run.jsonl"), HEADER, tuple(recorded(TOY, 7, {}, ACTIONS)))
    assert replayed(TOY, kept) == (HEADER, *kept.lines)
    assert replayed(changed, kept) != (HEADER, *kept.lines)
