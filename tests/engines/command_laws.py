"""What every game played by text commands promises, as functions that a game breaking the promise fails.

`test_command_contract.py` holds every registered one to them; `test_command_laws.py` shows that each can.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engines.contract import CommandGame, CommandStep
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES
from schemas.codec import packer, unpacker
from tests.engines.golden import goldens
from tests.engines.laws import assert_plain, types_of
from tests.engines.plays import SEEDS

AnyGame = CommandGame[Any]
Done = CommandStep[Any] | Refusal
LINE = re.compile(r"\S[^\n]*\S\.")
"""What a player is told: one line that ends as a sentence."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A line sent to a state and what it did; `after` is the state before where it was refused."""

    before: Any
    line: str
    done: Done

    @property
    def after(self) -> Any:
        """Return the state after the line."""
        return self.before if isinstance(self.done, Refusal) else self.done.state


Play = Sequence[Turn]
Law = Callable[[AnyGame, Play], None]


def packed(game: AnyGame, state: Any) -> bytes:
    """Return the bytes of a state as a token carries them."""
    return orjson.dumps(packer(game.state)(state))


def reread(game: AnyGame, state: Any) -> Any:
    """Return a state as it comes back from its bytes."""
    return unpacker(game.state)(orjson.loads(packed(game, state)))


def shown(game: AnyGame, state: Any) -> tuple[bytes, int | None, bool]:
    """Return everything a state tells."""
    return orjson.dumps(game.observe(state)), game.score(state), game.is_over(state)


def played(game: AnyGame, state: Any, lines: Sequence[str], reluctant: bool = False) -> list[Turn]:
    """Send lines in order; a reluctant player holds back one that would end the game."""
    turns: list[Turn] = []
    for line in lines:
        turn = Turn(state, line, game.command(state, line))
        if not (reluctant and game.is_over(turn.after) and not game.is_over(state)):
            turns.append(turn)
            state = turn.after
    return turns


# Laws


def the_same_line_does_the_same(game: AnyGame, play: Play) -> None:
    """A state, or a state read from its bytes, answers a line always alike and looks alike after it."""
    for turn in play:
        again, other = (
            game.command(turn.before, turn.line),
            game.command(reread(game, turn.before), turn.line),
        )
        assert again == other == turn.done
        if isinstance(other, CommandStep):
            assert packed(game, other.state) == packed(game, turn.after)
            assert shown(game, other.state) == shown(game, turn.after)


def a_line_changes_nothing_it_was_sent_to(game: AnyGame, play: Play) -> None:
    """What a state packs into and shows is the same before and after a line was sent to it."""
    for turn in play:
        before = packed(game, turn.before), shown(game, turn.before)
        game.command(turn.before, turn.line)
        assert (packed(game, turn.before), shown(game, turn.before)) == before


def the_player_is_told_in_sentences(game: AnyGame, play: Play) -> None:
    """An accepted line has a message and warnings, a refused one a stable code and a reason."""
    for turn in play:
        if isinstance(turn.done, Refusal):
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", turn.done.code), turn.done
            told: tuple[str, ...] = (turn.done.reason,)
        else:
            assert type(turn.done.warnings) is tuple
            told = (turn.done.message, *turn.done.warnings)
        for words in told:
            assert LINE.fullmatch(words), words
            orjson.dumps(words)  # which refuses what is not Unicode


def states_survive_packing(game: AnyGame, play: Play) -> None:
    """A state through packer, JSON and unpacker is itself, and its JSON is without floats."""
    for turn in play:
        assert type(turn.after) is game.state
        assert turn.after.seed == turn.before.seed
        assert_plain(orjson.loads(packed(game, turn.after)))
        again = reread(game, turn.after)
        assert again == turn.after
        assert types_of(again) == types_of(turn.after)


def the_end_is_absorbing(game: AnyGame, play: Play) -> None:
    """Once the game is over, every line is refused; before, it is not over and has no score."""
    for turn in play:
        assert game.is_over(turn.after) == (game.score(turn.after) is not None)
        if game.is_over(turn.after):
            for line in {turn.line, *(command.example for command in game.spec.commands), ""}:
                assert isinstance(game.command(turn.after, line), Refusal)


def views_are_json_of_their_type(game: AnyGame, play: Play) -> None:
    """An observation is plain JSON, as its TypedDict declares, in the order the spec explains it."""
    adapter: TypeAdapter[Any] = TypeAdapter(game.observation)
    for turn in play:
        seen = game.observe(turn.after)
        assert_plain(seen)
        text = orjson.dumps(seen, option=orjson.OPT_SORT_KEYS)
        read = adapter.validate_json(text, strict=True)
        assert orjson.dumps(read, option=orjson.OPT_SORT_KEYS) == text
        assert [*seen] == [name for name in game.spec.observation if name in seen]
        assert all(type(line) is str and "\n" not in line for line in seen["board"])


LAWS: tuple[Law, ...] = (
    the_same_line_does_the_same,
    a_line_changes_nothing_it_was_sent_to,
    the_player_is_told_in_sentences,
    states_survive_packing,
    the_end_is_absorbing,
    views_are_json_of_their_type,
)

# Plays


def lines_of(game: AnyGame) -> st.SearchStrategy[str]:
    """Lines a player might send: the examples, with other digits, in capitals, or anything."""
    examples = st.sampled_from([command.example for command in game.spec.commands])
    with_digits = st.builds(_with_digits, examples, st.lists(st.integers(0, 9), min_size=6, max_size=6))
    return with_digits | with_digits | examples.map(str.upper) | st.text(st.characters(), max_size=20)


def _with_digits(example: str, digits: list[int]) -> str:
    supply = iter(digits * len(example))
    return re.sub("[0-9]", lambda _: str(next(supply)), example)


@cache
def golden_states(slug: str) -> list[Any]:
    """Return the states of a game's golden runs."""
    states = []
    for golden in goldens():
        if golden.game == slug:
            game = COMMAND_GAMES[slug]
            state = game.initial(golden.header["seed"], golden.header["options"])
            play = played(game, state, [line["command"] for line in golden.lines])
            states += [turn.after for turn in play]
    return states


@st.composite
def plays(draw: st.DrawFn, game: AnyGame, most: int = 20) -> Play:
    """Draw an opening, the first state of a seed or one of a golden run, and up to so many lines."""
    chosen = {o.name: st.sampled_from([choice.value for choice in o.choices]) for o in game.spec.options}
    first = st.builds(game.initial, SEEDS, st.fixed_dictionaries(chosen))
    inside = golden_states(game.spec.slug)
    opening = draw(first | st.sampled_from(inside) if inside else first)
    return played(game, opening, draw(st.lists(lines_of(game), max_size=most)), reluctant=draw(st.booleans()))
