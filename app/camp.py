"""Games played by text commands: start, act, look; from commands to the reply as a JSON object."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from app.agent_check import AgentCheck, Answer, binding_of
from app.cookies import fits_cookie
from app.errors import ApiError, bad_token, not_over, old_token, unknown_game
from app.tokens import BadToken, OldToken, Tokens
from engines.contract import CommandGame, CommandStep, GameState, JsonObject
from engines.numbers import SEED_LIMIT
from engines.refusal import Refusal
from engines.registry import COMMAND_GAMES, GAMES
from schemas.camp import ECHOED

AnyCommandGame: TypeAlias = CommandGame[Any]

_TOO_LONG: Final = Refusal(
    "too-long-for-cookie",
    "The game after this command would not fit its cookie; clear some of what you have written down first.",
)


def find_command_game(slug: str) -> AnyCommandGame:
    """Return the game of this slug; raises ApiError 404 when there is none."""
    game = COMMAND_GAMES.get(slug)
    if game is not None:
        return game
    if slug in GAMES:
        name = GAMES[slug].spec.name
        reason = f"{name} belongs to the gameboard API family: its address is /api/games/{slug}."
        raise ApiError(404, "unknown-game", reason, games=list(COMMAND_GAMES))
    raise unknown_game([*COMMAND_GAMES])


@dataclass(slots=True)
class CommandRun:
    """How far a list of commands came."""

    state: Any
    results: list[JsonObject]
    refusal: Refusal | None = None
    not_run: int = 0


def run_commands(
    game: AnyCommandGame,
    state: GameState,
    commands: Sequence[str],
    fits: Callable[[GameState], bool] | None = None,
) -> CommandRun:
    """Run commands in order, up to the first that is refused or the end of the game.

    With `fits`, a command that leads to a state for which it is false is refused too.
    """
    run = CommandRun(state, [])
    for number, command in enumerate(commands, start=1):
        done = game.command(run.state, command)
        if fits is not None and isinstance(done, CommandStep) and not fits(done.state):
            done = _TOO_LONG
        run.results.append(_result(command, done))
        if isinstance(done, Refusal):
            run.refusal, run.not_run = done, len(commands) - number
            break
        run.state = done.state
        if number < len(commands) and game.is_over(run.state):
            run.not_run = len(commands) - number
            break
    return run


def _result(command: str, done: CommandStep[Any] | Refusal) -> JsonObject:
    shown = command if len(command) <= ECHOED else command[:ECHOED]
    if isinstance(done, Refusal):
        return {"command": shown, "ok": False, "code": done.code, "message": done.reason, "warnings": ()}
    return {"command": shown, "ok": True, "message": done.message, "warnings": done.warnings}


@dataclass(frozen=True, slots=True)
class Camp:
    """Where command games are played; holds the services that sign, and nothing of any game."""

    tokens: Tokens
    agent_check: AgentCheck
    demands_check: bool = True

    def open(self, game: AnyCommandGame, token: object) -> GameState:
        """Return the position a token holds; raises ApiError when it holds none of this game."""
        try:
            state: GameState = self.tokens.open(game, token if type(token) is str else "")
        except OldToken:
            raise old_token(f"POST /games/{game.spec.slug}/api/new") from None
        except BadToken:
            raise bad_token() from None
        return state

    def check(self, answer: Answer, token: str) -> None:
        """Return when a request brings the right answer for the state it is about, or none is asked for."""
        if self.demands_check:
            self.agent_check.check(answer, binding_of(token))

    def start(self, game: AnyCommandGame, seed: int | None, options: Mapping[str, str]) -> JsonObject:
        """Return the first position of a game; without a seed one is picked at random."""
        state = game.initial(secrets.randbelow(SEED_LIMIT) if seed is None else seed, options)
        token = self.tokens.seal(game, state)
        return self._reply({"ok": True}, game, state, f"A new game of {game.spec.name}.", token)

    def look(self, game: AnyCommandGame, state: GameState, token: str, message: str = "") -> JsonObject:
        """Return a position as it is, under the very token that holds it."""
        if not message:
            message = "The game is over." if game.is_over(state) else "Your current game."
        return self._reply({"ok": True}, game, state, message, token)

    def review(self, game: AnyCommandGame, state: GameState, token: str) -> JsonObject:
        """Return a position that was reviewed, which changes nothing; raises ApiError before its end."""
        if not game.is_over(state):
            raise not_over()
        return self.look(game, state, token, "Thank you for the review. Start another game with new.")

    def act(self, game: AnyCommandGame, state: GameState, token: str, commands: Sequence[str]) -> JsonObject:
        """Run commands and return the position after them."""
        run = run_commands(game, state, commands)
        after = token if run.state is state else self.tokens.seal_at_length(game, run.state)
        if not fits_cookie(game.spec.slug, after):
            run = run_commands(game, state, commands, partial(self._fits, game))
            after = token if run.state is state else self.tokens.seal(game, run.state)
        message = run.results[-1]["message"]
        if run.not_run:
            why = "The game is over, so " if run.refusal is None else ""
            message += f" {why}{run.not_run} of the commands {'was' if run.not_run == 1 else 'were'} not run."
        head: JsonObject = {"ok": True}
        if run.refusal is not None:
            head = {"ok": False, "code": run.refusal.code, "reason": run.refusal.reason}
        reply = self._reply(head, game, run.state, message, after)
        reply["results"], reply["not_run"] = run.results, run.not_run
        if run.refusal is not None:
            reply["failed_index"] = len(run.results) - 1
        return reply

    def _fits(self, game: AnyCommandGame, state: GameState) -> bool:
        return fits_cookie(game.spec.slug, self.tokens.seal_at_length(game, state))

    def _reply(
        self, head: JsonObject, game: AnyCommandGame, state: GameState, message: str, token: str
    ) -> JsonObject:
        return {
            **head,
            **game.observe(state),
            "message": message,
            "state_token": token,
            "agent_check": self.agent_check.ask(binding_of(token)),
        }
