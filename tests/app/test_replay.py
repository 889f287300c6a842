"""`python -m app.replay`: every game's example as frames, from actions and from tokens, what is refused."""

import json
import os
import re
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from app import replay
from app.pages import EXAMPLE_SEED
from app.play import AnyEngine
from app.recordings import MAX_STEPS
from app.tokens import Tokens
from engines.contract import Step
from engines.refusal import Refusal
from engines.registry import GAMES
from tests.app.toys import SMALL, toy_game
from tests.browser.runs import unlinked
from tests.docs.markdown import REPOSITORY, blocks

KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"
OTHER_KEY: Final = "Yt5-Gs0_Bv2-Kq8_Mz3-Wd9_Lr6-Hx1_Nc4"
SECRET: Final = {"CAMPBOARD_SECRET": KEY}
TOKENS: Final = Tokens([KEY])

# Cantlewing's crossing 1: the first step right is legal (README), a second one tips the beam.
WALK: Final = {"type": "walk", "direction": 1}
CLEARING: Final[list[Any]] = [
    WALK,
    {"type": "move-weight", "weight": "A", "to": -2},
    WALK,
    {"type": "move-weight", "weight": "B", "to": 0},
    {"repeat": 2, "action": WALK},
]

each_game = pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)


def parsed(engine: AnyEngine, action: object) -> Any:
    read = engine.grammar.parse(action)
    assert not isinstance(read, Refusal)
    return read


def states_of(engine: AnyEngine) -> list[Any]:
    """Return the positions of a game's example, from the engine alone."""
    states = [engine.initial(EXAMPLE_SEED, {})]
    for action in engine.spec.example:
        step = engine.apply(states[-1], parsed(engine, action))
        assert isinstance(step, Step)
        states.append(step.state)
    return states


class Terminal:
    """Runs the tool on a file, in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._file = folder / "run"
        self._capsys = capsys
        self.errors = ""

    def frames(self, run: object, *options: str, status: int = 0) -> list[list[str]]:
        """Return the lines of each frame, and of where the run stopped, for an action list or lines."""
        return [part.splitlines() for part in self.text(run, *options, status=status).split("\n\n")]

    def text(self, run: object, *options: str, status: int = 0, secret: str = KEY) -> str:
        self._file.write_text(run if isinstance(run, str) else json.dumps(run), encoding="utf-8")
        environment = {"CAMPBOARD_SECRET": secret} if secret else {}
        assert replay.main([str(self._file), *options], environment) == status
        output, self.errors = self._capsys.readouterr()
        return output


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path, capsys)


def cantlewing(*actions: object, **members: object) -> dict[str, object]:
    return {"game": "cantlewing", "seed": EXAMPLE_SEED, "actions": actions, **members}


def steps(frames: list[list[str]]) -> list[int]:
    """Return the numbers of the frames shown, without the line of where the run stopped."""
    assert frames[-1][0].startswith("stopped after ")
    return [int(frame[0].split()[1]) for frame in frames[:-1]]


@each_game
def test_every_step_of_an_example_is_a_frame_with_its_board(engine: AnyEngine, terminal: Terminal) -> None:
    example, states = engine.spec.example, states_of(engine)
    run = {"game": engine.spec.slug, "seed": EXAMPLE_SEED, "options": {}, "actions": example}
    *frames, end = terminal.frames(run)
    assert len(frames) == len(example) + 1
    assert frames[0][0] == f"step 0 of {len(example)}: {engine.spec.slug}, seed {EXAMPLE_SEED}"
    for frame, state in zip(frames, states, strict=True):
        board = engine.observe(state)["board"]
        assert frame[-len(board) - 1 :] == [f"score: {engine.score(state)}", *board]
    for frame, action in zip(frames[1:], example, strict=True):
        assert json.loads(frame[0].split(": ", 1)[1]) == action
    why = "game-over" if engine.is_over(states[-1]) else "end"
    count = len(example)
    assert end == [f"stopped after {count} of {count} steps: {why}, score {engine.score(states[-1])}"]


@each_game
def test_a_token_history_shows_the_same_run(engine: AnyEngine, terminal: Terminal) -> None:
    run = {"game": engine.spec.slug, "seed": EXAMPLE_SEED, "actions": engine.spec.example}
    from_actions = terminal.frames(run)
    from_tokens = terminal.frames("".join(TOKENS.seal(engine, state) + "\n" for state in states_of(engine)))
    assert len(from_tokens) == len(from_actions)
    for shown, played in zip(from_tokens, from_actions, strict=True):
        if shown[0].endswith(("not one action from the position before", "nothing changed")):
            # A game may list one of several ways to a position, or only look: tokens cannot tell.
            assert engine.spec.slug == "magic-hex-swap"
            assert shown[1:] == [line for line in played[1:] if not line.startswith("event: ")]
        else:
            assert shown == played


def test_a_history_says_what_no_single_action_explains(terminal: Terminal) -> None:
    engine = GAMES["cantlewing"]
    tokens = [TOKENS.seal(engine, state) for state in states_of(engine)]
    frames = terminal.frames("\n\n".join([tokens[0], tokens[0], tokens[2]]), "--no-board")
    assert frames[1][0] == "step 1 of 2: nothing changed"
    assert frames[2][0] == "step 2 of 2: not one action from the position before"


def test_repeats_are_steps_of_their_own(terminal: Terminal) -> None:
    frames = terminal.frames(cantlewing(*CLEARING))
    assert steps(frames) == [0, 1, 2, 3, 4, 5, 6]
    assert frames[5][0].endswith(frames[6][0].split(": ", 1)[1])
    assert frames[-1] == ["stopped after 6 of 6 steps: end, score 190"]


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--every", "2"], [0, 2, 4, 6]),
        (["--every", "4"], [0, 4]),
        (["--events"], [6]),
        (["--from", "4"], [4, 5, 6]),
        (["--to", "1"], [0, 1]),
        (["--from", "1", "--to", "5", "--every", "3"], [3]),
        (["--events", "--to", "5"], []),
    ],
    ids=str,
)
def test_options_choose_the_frames(terminal: Terminal, options: list[str], shown: list[int]) -> None:
    frames = terminal.frames(cantlewing(*CLEARING), *options)
    assert steps(frames) == shown
    assert frames[-1] == ["stopped after 6 of 6 steps: end, score 190"]


def test_events_are_shown_before_the_score(terminal: Terminal) -> None:
    (frame, _) = terminal.frames(cantlewing(*CLEARING), "--events", "--no-board")
    assert frame == [
        'step 6 of 6: {"type":"walk","direction":1}',
        'event: {"type":"cleared","points":190,"optimal":true}',
        "score: 190",
    ]


def test_a_refused_step_is_shown_whatever_is_chosen_and_stops_the_run(terminal: Terminal) -> None:
    run = cantlewing({"repeat": 3, "action": WALK}, {"type": "bank"})
    frame, end = terminal.frames(run, "--events", "--no-board", "--to", "0", status=1)
    assert frame[0] == 'step 2 of 4: {"type":"walk","direction":1}'
    assert frame[1].startswith("refused: unstable: The beam would tip with a force of ")
    assert end == ["stopped after 1 of 4 steps: refused, score 0"]


def test_an_action_cannot_command_the_terminal(terminal: Terminal) -> None:
    output = terminal.text(cantlewing("\x1b[2J\x9b\u202e"), status=1)
    assert "malformed-action" in output
    assert output.isascii()
    assert "\x1b" not in output


def test_the_run_stops_at_the_end_of_the_game_and_where_it_is_told_to(terminal: Terminal) -> None:
    bank = {"repeat": 9, "action": {"type": "bank"}}
    assert terminal.frames(cantlewing(WALK, bank))[-1] == ["stopped after 2 of 10 steps: game-over, score 0"]
    run = cantlewing(*CLEARING, bank, stopOnEvent=True)
    assert terminal.frames(run)[-1] == ["stopped after 6 of 15 steps: event, score 190"]


def test_a_film_pauses_between_frames_and_clears_a_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    assert replay.CLEAR not in terminal.text(cantlewing(WALK), "--delay", "0.5")
    assert [pause for pause in pauses if pause] == [0.5]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert terminal.text(cantlewing(WALK), "--delay", "0.5").count(replay.CLEAR) == 2
    assert replay.CLEAR not in terminal.text(cantlewing(WALK))


GOOD: Final = TOKENS.seal(GAMES["cantlewing"], GAMES["cantlewing"].initial(7, {}))
BAD_INPUT: Final[dict[str, tuple[object, list[str], str]]] = {
    "no such game": ({"game": "chess", "seed": 7, "actions": [WALK]}, [], "no such game here; there are: "),
    "no game": ({"seed": 7, "actions": [WALK]}, [], '"game" is missing'),
    "no seed": ({"game": "cantlewing", "actions": [WALK]}, [], '"seed" is missing'),
    "a bad seed": (cantlewing(WALK, seed="7"), [], '"seed" must be a JSON integer'),
    "no actions": (cantlewing(), [], '"actions" must be a list of 1 to'),
    "a bad repeat": (cantlewing({"repeat": 0, "action": WALK}), [], 'Item 0 of "actions" must be'),
    "too many steps": (cantlewing(*[{"repeat": MAX_STEPS, "action": WALK}] * 2), [], "steps in all"),
    "an option of no game": (cantlewing(WALK, options={"hard": 1}), [], "Cantlewing has no options"),
    "malformed JSON": ('{"game":', [], "is not JSON"),
    "another value": ("[]", [], "must be a JSON object"),
    "nothing": (" \n", [], "The input is empty"),
    "words": ("a run of mine", [], "Line 1 holds no token that CAMPBOARD_SECRET opens"),
    "a tampered token": (f"{GOOD}\n{GOOD[:-1]}", [], "Line 2 holds no token of cantlewing"),
    "another key": (
        Tokens([OTHER_KEY]).seal(GAMES["cantlewing"], GAMES["cantlewing"].initial(7, {})),
        [],
        "Line 1 holds no token",
    ),
    "two games": (
        f"{GOOD}\n{TOKENS.seal(GAMES['cordwright'], GAMES['cordwright'].initial(7, {}))}",
        [],
        "Line 2 holds no token of cantlewing",
    ),
    "other rules": (
        TOKENS.seal(toy_game("cantlewing", GAMES["cantlewing"].spec.version + 1), SMALL),
        [],
        "Line 1 holds a token of another version of cantlewing",
    ),
    "an unknown option": (cantlewing(WALK), ["--fast"], "Unrecognized arguments: --fast"),
    "a shortened option": (cantlewing(WALK), ["--ev", "2"], "Unrecognized arguments: --ev"),
    "every none": (cantlewing(WALK), ["--every", "0"], "--every must be 1 or more"),
    "every word": (cantlewing(WALK), ["--every", "two"], "invalid int value"),
    "from after to": (cantlewing(WALK), ["--from", "3", "--to", "2"], "--from must be"),
    "a delay before now": (cantlewing(WALK), ["--delay", "-1"], "--delay must be"),
    "no number": (cantlewing(WALK), ["--delay", "nan"], "--delay must be"),
    "a link to tokens": (GOOD, ["--link"], "A link holds a list of actions or commands"),
    "a link to no game": ({**cantlewing(WALK), "game": "nope"}, ["--link"], "There is no such game here"),
    "a link to no actions": (cantlewing(), ["--link"], "actions"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_told_in_one_line(terminal: Terminal, case: str) -> None:
    run, options, words = BAD_INPUT[case]
    assert terminal.text(run, *options, status=2) == ""
    assert words in terminal.errors
    assert re.fullmatch(r"replay: .+\.\n", terminal.errors)


def test_a_link_holds_the_whole_run(terminal: Terminal) -> None:
    run = cantlewing(*CLEARING)
    (address,) = terminal.text(run, "--link").splitlines()
    assert address.startswith("http://127.0.0.1:8000/watch#run=")
    assert unlinked(address) == json.loads(json.dumps(run))


@pytest.mark.parametrize(
    ("secret", "words"), [("", "set the CAMPBOARD_SECRET"), ("sesame", "is shorter than 32 bytes")]
)
def test_tokens_ask_for_a_good_secret(terminal: Terminal, secret: str, words: str) -> None:
    assert terminal.text(GOOD, status=2, secret=secret) == ""
    assert words in terminal.errors


def run_module(command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command line of the shell in the repository, with nothing configured."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAMPBOARD_")}
    return subprocess.run(
        ["bash", "-uo", "pipefail", "-c", command.replace(".venv/bin/python", f"'{sys.executable}'")],
        cwd=REPOSITORY,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_closed_pipe_ends_quietly() -> None:
    run = {"game": "glasswend", "seed": 7, "actions": [{"repeat": 2000, "action": {"type": "tick"}}]}
    done = run_module(".venv/bin/python -m app.replay - | head -n 1", json.dumps(run))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "step 0 of 2000: glasswend, seed 7\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [("-", "{"), ("/no/such/file", ""), ("", ""), ("-", GOOD), (".", ""), ("- <&-", "")],
)
def test_the_program_leaves_no_traceback(arguments: str, text: str) -> None:
    done = run_module(f".venv/bin/python -m app.replay {arguments}", text)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"replay: .+\.\n", done.stderr)


def test_the_readme_shows_what_its_command_prints() -> None:
    found = blocks("README.md")
    ((command, shown),) = [
        (block, following) for block, following in pairwise(found) if "app.replay" in block.text
    ]
    done = run_module(command.text)
    assert (done.returncode, done.stderr) == (0, "")
    assert (shown.language, shown.text) == ("text", done.stdout)
