"""The cookie a game travels in: its looks, when it counts, when it is cleared, and for which pages."""

from typing import Final

import pytest

from tests.http.camp import (
    COOKIE,
    REVIEW,
    ROOT,
    Camp,
    at,
    cookie,
    empty_cells,
    game_of,
    solved,
    taken,
    wrong,
)
from tests.http.client import Json
from tests.http.conftest import Servers


@pytest.fixture(scope="module")
def start(camp: Camp) -> Json:
    return camp.new(21)


def test_every_reply_about_a_game_sets_the_cookie_with_these_attributes(camp: Camp, start: Json) -> None:
    over = camp.play(start, "resign")
    for reply in (
        camp.post("new", {"seed": 21}),
        camp.look({"X-State-Token": start["state_token"]}),
        camp.send(start, "check"),
        camp.send(start, "hello"),
        camp.finish(over),
    ):
        (header,) = reply.headers.get_list("set-cookie")
        assert header == f"{COOKIE}={taken(reply)['state_token']}; Path=/; HttpOnly; SameSite=Lax"


def test_a_jar_is_all_a_player_needs(live_camp: Camp) -> None:
    """A client with cookies, which never looks at a token of a game."""
    camp = live_camp
    wrong(camp.look({}), 409, "no-game")
    body = taken(camp.post("new", {"seed": 21, "difficulty": "hard"}))
    body = taken(camp.post("act", {"command": "check"}, solved(body)))
    assert body["checks"] == 1
    assert taken(camp.look({}))["checks"] == 1
    body = taken(camp.post("act", {"commands": ["check", "resign"]}, solved(body)))
    assert (body["checks"], body["status"]) == (2, "resigned")
    assert taken(camp.post("finish", REVIEW, solved(body)))["checks"] == 2
    assert taken(camp.post("new", {}))["turn"] == 0
    assert taken(camp.look({}))["turn"] == 0


def test_the_body_counts_before_the_header_and_that_before_the_cookie(camp: Camp, start: Json) -> None:
    games = [camp.play(start, *["check"] * number) for number in (1, 2, 3)]
    by_body, by_header, by_cookie = games
    header = {"X-State-Token": by_header["state_token"]}
    jar = cookie(by_cookie["state_token"])
    body = {"command": "check", "state_token": by_body["state_token"]}
    assert taken(camp.post("act", body, {**solved(by_body), **header, **jar}))["checks"] == 2
    assert taken(camp.act(by_header, {**header, **jar}))["checks"] == 3
    assert taken(camp.act(by_cookie, jar))["checks"] == 4
    assert taken(camp.look({**header, **jar}))["checks"] == 2
    assert taken(camp.look(jar))["checks"] == 3


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
        "application/jsonp",
        "application/json-seq",
        "text/json",
        "text/plain; application/json",
        "application/json, text/plain",
        "application",
    ],
)
def test_on_a_post_it_counts_only_with_application_json(camp: Camp, start: Json, kind: str) -> None:
    jar = {**cookie(start["state_token"]), "Content-Type": kind}
    wrong(camp.act(start, jar), 409, "no-game")
    # The other ways do not care: curl sends the type of a form unless it is told otherwise.
    assert taken(camp.act(start, {"X-State-Token": start["state_token"], "Content-Type": kind}))["ok"]


@pytest.mark.parametrize(
    "kind",
    ["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;x=y"],
)
def test_it_counts_with_any_spelling_of_application_json(camp: Camp, start: Json, kind: str) -> None:
    assert taken(camp.act(start, {**cookie(start["state_token"]), "Content-Type": kind}))["checks"] == 1


def test_without_a_content_type_it_does_not_count_on_a_post(camp: Camp, start: Json) -> None:
    reply = camp.http.post(f"{ROOT}/act", content=b"", headers=cookie(start["state_token"]))
    wrong(reply, 409, "no-game")


DAMAGED: Final = ("junk", "a.b", "x" * 3700, '"quoted"', "%00", "a=b", "~~~~")


@pytest.mark.parametrize("value", DAMAGED)
def test_a_damaged_one_is_told_and_cleared(camp: Camp, start: Json, value: str) -> None:
    headers = {"Cookie": f"{COOKIE}={value}"}
    for reply in (
        camp.http.get(f"{ROOT}/state", headers=headers),
        camp.post("act", {"command": "check"}, {**solved(start), **headers}),
        camp.post("finish", REVIEW, {**solved(start), **headers}),
    ):
        wrong(reply, 400, "bad-token")
        assert reply.headers["set-cookie"] == f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


def test_one_flipped_letter_damages_it(camp: Camp, start: Json) -> None:
    token = start["state_token"]
    for place in (0, 5, len(token) // 2, len(token) - 44, len(token) - 1):
        other = "A" if token[place] != "A" else "B"
        wrong(camp.look(cookie(token[:place] + other + token[place + 1 :])), 400, "bad-token")
        wrong(camp.look({"X-State-Token": token[:place] + other + token[place + 1 :]}), 400, "bad-token")


def test_two_that_differ_are_damaged_and_two_that_agree_are_one(camp: Camp, start: Json) -> None:
    token, other = start["state_token"], camp.new(22)["state_token"]
    wrong(camp.look({"Cookie": f"{COOKIE}={token}; {COOKIE}={other}"}), 400, "bad-token")
    assert game_of(taken(camp.look({"Cookie": f"{COOKIE}={token}; a=b; {COOKIE}={token}"}))) == game_of(start)


def test_an_empty_one_and_those_of_others_count_as_none(camp: Camp, start: Json) -> None:
    for value in (
        f"{COOKIE}=",
        "a=b",
        f"x{COOKIE}=1",
        f"{COOKIE}x=1",
        COOKIE,
        ";;",
        f"CAMP_SUDOKU={start['state_token']}",
    ):
        reply = camp.look({"Cookie": value})
        wrong(reply, 409, "no-game")
        assert "set-cookie" not in reply.headers
    mixed = f"a=b; {COOKIE}={start['state_token']}; c={COOKIE}=d"
    assert taken(camp.look({"Cookie": mixed}))["seed"] == 21


def test_a_damaged_body_or_header_does_not_clear_a_good_cookie(camp: Camp, start: Json) -> None:
    jar = cookie(start["state_token"])
    for reply in (
        camp.post("act", {"command": "check", "state_token": "junk"}, {**solved(start), **jar}),
        camp.look({**jar, "X-State-Token": "junk"}),
    ):
        wrong(reply, 400, "bad-token")
        assert "set-cookie" not in reply.headers


def test_a_damaged_one_does_not_stop_a_new_game(camp: Camp) -> None:
    reply = camp.post("new", {"seed": 21}, cookie("junk"))
    assert taken(reply)["seed"] == 21
    assert taken(reply)["state_token"] in reply.headers["set-cookie"]


@pytest.mark.parametrize("token", [7, True, False, [], {}, 1.5, ""])
def test_a_state_token_that_is_no_text_is_a_bad_token(camp: Camp, start: Json, token: object) -> None:
    body = {"command": "check", "state_token": token}
    wrong(camp.post("act", body, {**solved(start), **cookie(start["state_token"])}), 400, "bad-token")


def test_a_null_in_the_body_and_an_empty_header_are_none(camp: Camp, start: Json) -> None:
    jar = cookie(start["state_token"])
    body = {"command": "check", "state_token": None}
    assert taken(camp.post("act", body, {**solved(start), **jar, "X-State-Token": ""}))["checks"] == 1


def test_a_board_full_of_notes_fits(camp: Camp) -> None:
    # The longest seed and the fewest givens make the longest token.
    start = camp.new(2**53 - 1, "hard")
    notes = [f"note {at(cell)} 123456789" for cell in empty_cells(start["givens"])]
    body = camp.play(start, *notes)
    assert len(body["notes"]) == 81 - 27 or len(body["notes"]) >= 54
    assert set(body["notes"].values()) == {"123456789"}
    assert len(f"{COOKIE}={body['state_token']}") <= 3800
    assert taken(camp.look(cookie(body["state_token"])))["notes"] == body["notes"]


def test_a_game_without_notes_has_a_token_of_at_most_500_characters(camp: Camp) -> None:
    start = camp.new(2**53 - 1, "hard")
    cells = empty_cells(start["givens"])
    body = camp.play(
        start, *[f"set {at(cell)} {cell % 9 + 1}" for cell in cells], "check", f"select {at(cells[-1])}"
    )
    assert body["empty"] == 0
    assert len(body["state_token"]) <= 500


def test_secure_goes_with_https_only(servers: Servers) -> None:
    plain, secure = servers.camps(
        {"CAMPBOARD_PUBLIC_BASE_URL": "http://games.example.org"},
        {"CAMPBOARD_PUBLIC_BASE_URL": "https://games.example.org"},
    )
    assert not plain.post("new").headers["set-cookie"].endswith("; Secure")
    assert secure.post("new").headers["set-cookie"].endswith("; SameSite=Lax; Secure")
    assert secure.look(cookie("junk")).headers["set-cookie"].endswith("; Secure")
    # Behind the configured address a page of it is at home, whatever the Host says here.
    own = {"Origin": "https://games.example.org"}
    assert "set-cookie" in secure.post("new", {}, own).headers
