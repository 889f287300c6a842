"""`python -m app.replay` for games played by commands: from a list of commands, and from tokens."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from app import replay
from app.camp import AnyCommandGame
from app.tokens import Tokens
from engines.contract import CommandStep
from engines.registry import COMMAND_GAMES
from tests.browser.runs import unlinked
from tests.engines.plays import default_options

KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"
each_game = pytest.mark.parametrize("game", COMMAND_GAMES.values(), ids=COMMAND_GAMES)


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(text: object, *options: str, status: int = 0) -> str:
        path = tmp_path / "run"
        path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        assert replay.main([str(path), *options], {"CAMPBOARD_SECRET": KEY}) == status
        output, errors = capsys.readouterr()
        return output + errors

    return run


def states_of(game: AnyCommandGame) -> list[Any]:
    """Return the positions of a game's example, from the engine alone."""
    states = [game.initial(7, default_options(game))]
    for line in game.spec.example:
        done = game.command(states[-1], line)
        assert isinstance(done, CommandStep)
        states.append(done.state)
    return states


def sudoku(*commands: object, **members: object) -> dict[str, object]:
    return {"game": "sudoku", "seed": 7, "commands": commands, **members}


def test_a_link_holds_the_whole_run(show: Any) -> None:
    run = sudoku("set 1 2 1", "resign", options={"difficulty": "hard"})
    assert unlinked(show(run, "--link").strip()) == json.loads(json.dumps(run))


@each_game
def test_every_command_of_an_example_is_a_frame_with_its_board(game: AnyCommandGame, show: Any) -> None:
    example, states = game.spec.example, states_of(game)
    *frames, end = show({"game": game.spec.slug, "seed": 7, "commands": example}).split("\n\n")
    assert len(frames) == len(example) + 1
    assert frames[0].startswith(f"step 0 of {len(example)}: {game.spec.slug}, seed 7\nscore: open\n")
    for number, (frame, state) in enumerate(zip(frames, states, strict=True)):
        score = game.score(state)
        told = [f"score: {'open' if score is None else score}", *game.observe(state)["board"]]
        assert frame.splitlines()[1:] == told
        if number:
            assert (
                frame.splitlines()[0] == f"step {number} of {len(example)}: {json.dumps(example[number - 1])}"
            )
    count, score = len(example), game.score(states[-1])
    assert end == f"stopped after {count} of {count} steps: game-over, score {score}\n"


@each_game
def test_a_token_history_shows_the_same_boards(game: AnyCommandGame, show: Any) -> None:
    tokens, states = Tokens([KEY]), states_of(game)
    *frames, end = show("".join(tokens.seal(game, state) + "\n" for state in states)).split("\n\n")
    for frame, state in zip(frames, states, strict=True):
        assert frame.splitlines()[2:] == game.observe(state)["board"]
    assert end == f"stopped after {len(states) - 1} of {len(states) - 1} steps: game-over, score 300\n"


def test_a_refused_command_is_shown_with_its_reason_and_is_the_exit_status(show: Any) -> None:
    text = show(sudoku("check", "hello\x1b[2J", "check"), "--no-board", status=1)
    assert "refused: unknown-command: " in text
    assert "\x1b" not in text
    assert text.endswith("stopped after 1 of 3 steps: refused, score open\n")


def test_a_warning_is_an_event(show: Any) -> None:
    # Row 1 of the easy game of seed 7 begins with a 2.
    text = show(sudoku("set 1 2 2", "check"), "--events", "--no-board")
    assert text.startswith('step 1 of 2: "set 1 2 2"\nevent: {"type":"warning","message":"2 is also in R1C1')
    assert "step 2" not in text


def test_what_comes_after_the_end_is_not_played(show: Any) -> None:
    assert show(sudoku("resign", "check"), "--no-board").endswith(
        "stopped after 1 of 2 steps: game-over, score 0\n"
    )


def test_options_choose_the_game(show: Any) -> None:
    assert show(sudoku("check", options={"difficulty": "hard"})) != show(sudoku("check"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"commands": []},
        {"commands": "check"},
        {"commands": [5]},
        {"seed": -1},
        {"seed": "7"},
        {"options": {"difficulty": "expert"}},
        {"options": {"size": "9"}},
        {"options": 7},
    ],
    ids=str,
)
def test_a_wrong_list_is_told_in_a_sentence(show: Any, wrong: dict[str, object]) -> None:
    text = show({**sudoku("check"), **wrong}, status=2)
    assert text.startswith("replay: ")
    assert len(text.splitlines()) == 1


def test_actions_are_no_commands_and_commands_no_actions(show: Any) -> None:
    assert '"commands"' in show({"game": "sudoku", "seed": 7, "actions": ["check"]}, status=2)
    assert '"actions"' in show({"game": "cantlewing", "seed": 7, "commands": ["check"]}, status=2)
