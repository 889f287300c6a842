"""The desk of command games, with a game whose states grow: what does not fit the cookie is refused."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any, Final

import pytest

from app.agent_check import AgentCheck
from app.camp import Camp, find_command_game, run_commands
from app.cookies import (
    MAX_COOKIE_BYTES,
    DamagedCookie,
    clear_cookie,
    cookie_name,
    fits_cookie,
    is_foreign,
    read_cookie,
    set_cookie,
)
from app.errors import ApiError
from app.tokens import Tokens
from engines.contract import CommandGame, CommandStep, JsonObject
from engines.grammar import Range
from engines.refusal import Refusal
from engines.sudoku import GAME

KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diary:
    """A state as long as what was written."""

    seed: Annotated[int, Range(0, 9)]
    pages: tuple[str, ...]


def write(state: Diary, line: str) -> CommandStep[Diary] | Refusal:
    if not line:
        return Refusal("empty-line", "Write something.")
    return CommandStep(replace(state, pages=(*state.pages, line)), f"{len(state.pages) + 1} pages.")


def read(state: Diary) -> JsonObject:
    return {"game": "diary", "pages": len(state.pages)}


DIARY: Final[CommandGame[Any]] = CommandGame(
    spec=replace(GAME.spec, slug="long-diary", options=()),
    state=Diary,
    observation=dict,
    initial=lambda seed, _: Diary(seed=seed, pages=()),
    command=write,
    observe=read,
    score=lambda _: None,
    is_over=lambda _: False,
)
CAMP: Final = Camp(Tokens([KEY]), AgentCheck([KEY]))
NOISE: Final = [sha256(str(number).encode()).hexdigest() for number in range(200)]
"""Lines that compress badly."""


def start() -> tuple[Diary, str]:
    state = DIARY.initial(1, {})
    return state, CAMP.tokens.seal(DIARY, state)


def test_a_command_whose_game_would_not_fit_the_cookie_is_refused_and_changes_nothing() -> None:
    state, token = start()
    body = CAMP.act(DIARY, state, token, NOISE)
    assert body["ok"] is False
    assert body["code"] == "too-long-for-cookie"
    kept = body["pages"]
    assert 0 < kept < len(NOISE)
    assert body["failed_index"] == kept
    assert body["not_run"] == len(NOISE) - kept - 1
    assert [result["ok"] for result in body["results"]] == [True] * kept + [False]
    assert len(f"camp_long_diary={body['state_token']}") <= MAX_COOKIE_BYTES
    # One more would have been too long; from here it is refused alone, under the unchanged token.
    reached: Any = CAMP.open(DIARY, body["state_token"])
    longer = replace(reached, pages=(*reached.pages, NOISE[kept]))
    assert not fits_cookie("long-diary", CAMP.tokens.seal(DIARY, longer))
    again = CAMP.act(DIARY, reached, body["state_token"], [NOISE[kept]])
    assert (again["code"], again["state_token"]) == ("too-long-for-cookie", body["state_token"])


def test_a_batch_that_fits_in_the_end_runs_whole() -> None:
    state, token = start()
    body = CAMP.act(DIARY, state, token, NOISE[:20])
    assert (body["ok"], body["pages"]) == (True, 20)


def test_a_refusal_by_the_game_comes_before_one_for_length() -> None:
    state, token = start()
    body = CAMP.act(DIARY, state, token, [*NOISE[:5], "", *NOISE])
    assert (body["code"], body["failed_index"], body["not_run"]) == ("empty-line", 5, len(NOISE))


def test_a_run_says_what_was_not_run() -> None:
    run = run_commands(DIARY, start()[0], ["a", "", "b", "c"])
    assert (run.not_run, run.state.pages) == (2, ("a",))
    assert run.refusal is not None


def test_games_of_the_other_family_and_of_none_are_told_apart() -> None:
    for slug, told in (("cantlewing", "/api/games/cantlewing"), ("chess", "there is: sudoku")):
        with pytest.raises(ApiError, match=told):
            find_command_game(slug)


# Cookies


def test_a_cookie_is_named_after_its_game() -> None:
    assert cookie_name("sudoku") == "camp_sudoku"
    assert cookie_name("long-diary") == "camp_long_diary"


def test_the_limit_counts_name_and_value() -> None:
    room = 3800 - len("camp_sudoku=")
    assert fits_cookie("sudoku", "x" * room)
    assert not fits_cookie("sudoku", "x" * (room + 1))


def test_headers_that_set_and_clear() -> None:
    assert set_cookie("a", "b", False) == b"a=b; Path=/; HttpOnly; SameSite=Lax"
    assert set_cookie("a", "b", True) == b"a=b; Path=/; HttpOnly; SameSite=Lax; Secure"
    assert clear_cookie("a", True) == "a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"


@pytest.mark.parametrize(
    ("header", "value"),
    [
        (b"", None),
        (b"a=1", "1"),
        (b"b=2; a=1", "1"),
        (b"b=2;a=1;c=3", "1"),
        (b" a=1 ", "1"),
        (b"a=", None),
        (b"a", None),
        (b"aa=1", None),
        (b"a=1; a=1", "1"),
        (b"a=; a=1", "1"),
        (b"a=1=2", "1=2"),
        (b"A=1", None),
        (b"a =1", None),
        (b"b=a=1", None),
    ],
)
def test_a_cookie_is_read_by_its_exact_name(header: bytes, value: str | None) -> None:
    assert read_cookie(header, "a") == value


def test_two_values_are_damage() -> None:
    with pytest.raises(DamagedCookie):
        read_cookie(b"a=1; a=2", "a")


@pytest.mark.parametrize(
    ("origin", "host", "public", "foreign"),
    [
        (b"", b"games.test", "", False),
        (b"http://games.test", b"games.test", "", False),
        (b"https://games.test", b"games.test", "", False),
        (b"http://GAMES.test", b"games.TEST", "", False),
        (b"http://games.test:81", b"games.test", "", True),
        (b"http://games.test.evil", b"games.test", "", True),
        (b"http://evil", b"games.test", "", True),
        (b"null", b"games.test", "", True),
        (b"null", b"", "", True),
        (b"http://", b"", "", True),
        (b"https://public.test", b"inner:8000", "https://public.test", False),
        (b"https://public.test", b"inner:8000", "https://public.test/games", False),
        (b"https://other.test", b"inner:8000", "https://public.test", True),
    ],
)
def test_whose_page_asks(origin: bytes, host: bytes, public: str, foreign: bool) -> None:
    assert is_foreign(origin, host, public) is foreign
