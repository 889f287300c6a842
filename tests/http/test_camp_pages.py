"""Which pages may play by the cookie: those of this server's own origin, and no form of any."""

import json
from typing import Any, Final

import pytest

from tests.http.camp import ROOT, Camp, cookie, settled, solved, taken, wrong
from tests.http.client import Json

FOREIGN: Final = (
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost",
    "evil",
    "://",
    "http://",
)


@pytest.fixture(scope="module")
def start(camp: Camp) -> Json:
    return camp.new(21)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_origin_plays_without_cookies(camp: Camp, start: Json, origin: str) -> None:
    headers = {"Origin": origin}
    reply = camp.post("new", {"seed": 21}, headers)
    assert "set-cookie" not in reply.headers
    assert reply.headers["access-control-allow-origin"] == "*"
    body = taken(reply)
    reply = camp.post(
        "act", {"command": "check", "state_token": body["state_token"]}, {**solved(body), **headers}
    )
    assert taken(reply)["checks"] == 1
    assert "set-cookie" not in reply.headers
    assert reply.headers["access-control-allow-origin"] == "*"
    refusal = camp.post("act", {}, headers)
    assert wrong(refusal, 409, "no-game")["agent_check"]
    assert refusal.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("origin", FOREIGN)
def test_its_cookie_is_not_read_and_its_reply_not_shown(camp: Camp, start: Json, origin: str) -> None:
    headers = {"Origin": origin, **cookie(start["state_token"])}
    for reply in (camp.look(headers), camp.act(start, headers)):
        wrong(reply, 409, "no-game")
        assert "access-control-allow-origin" not in reply.headers
    for reply in (
        camp.post("new", {}, headers),
        camp.look({**headers, "X-State-Token": start["state_token"]}),
    ):
        assert reply.status_code == 200
        assert "access-control-allow-origin" not in reply.headers
        assert "set-cookie" not in reply.headers
    damaged = camp.look({"Origin": origin, **cookie("junk")})
    wrong(damaged, 409, "no-game")
    assert "set-cookie" not in damaged.headers


def test_a_page_of_this_servers_own_plays_by_its_cookie(camp: Camp, start: Json) -> None:
    own = {"Origin": camp.base_url}
    reply = camp.post("new", {"seed": 21}, own)
    assert "set-cookie" in reply.headers
    assert "access-control-allow-origin" not in reply.headers
    for reply in (
        camp.look({**own, **cookie(start["state_token"])}),
        camp.act(start, {**own, **cookie(start["state_token"])}),
    ):
        assert reply.status_code == 200
        assert "set-cookie" in reply.headers
        assert "access-control-allow-origin" not in reply.headers


def test_no_reply_ever_allows_credentials(camp: Camp, start: Json) -> None:
    for headers in ({"Origin": camp.base_url}, {"Origin": FOREIGN[0]}, {"Origin": FOREIGN[0], **cookie("x")}):
        for reply in (
            camp.look(headers),
            camp.post("new", {}, headers),
            camp.http.get("/games", headers=headers),
        ):
            assert "access-control-allow-credentials" not in reply.headers


@pytest.mark.parametrize("verb", ["act", "finish", "new", "state"])
def test_a_preflight_allows_the_familys_headers_and_no_cookie(camp: Camp, verb: str) -> None:
    asked = {
        "Origin": FOREIGN[0],
        "Access-Control-Request-Method": "GET" if verb == "state" else "POST",
        "Access-Control-Request-Headers": "content-type,x-state-token,x-agent-check,x-agent-answer",
    }
    reply = camp.http.request("OPTIONS", f"{ROOT}/{verb}", headers=asked)
    assert reply.status_code == 204
    assert reply.headers["access-control-allow-origin"] == "*"
    allowed = set(reply.headers["access-control-allow-headers"].lower().replace(" ", "").split(","))
    assert {"content-type", "x-state-token", "x-agent-check", "x-agent-answer", "x-request-id"} <= allowed
    assert "access-control-allow-credentials" not in reply.headers
    assert "set-cookie" not in reply.headers


FORMS: Final[tuple[dict[str, Any], ...]] = (
    {"headers": {"Content-Type": "text/plain"}, "content": json.dumps({"command": "resign"})},
    {"headers": {"Content-Type": "application/x-www-form-urlencoded"}, "content": "command=resign"},
    {"files": {"command": (None, "resign")}},
    {"content": b""},
)


@pytest.mark.parametrize("form", FORMS, ids=["text", "form", "parts", "empty"])
@pytest.mark.parametrize("origin", [None, FOREIGN[0]])
def test_no_form_plays(camp: Camp, start: Json, form: dict[str, Any], origin: str | None) -> None:
    """What any page can make a browser send: three types of form, with the cookie, without our headers."""
    headers = {**form.get("headers", {}), **cookie(start["state_token"])}
    headers |= {"Origin": origin} if origin else {}
    for verb in ("act", "finish"):
        reply = camp.http.post(f"{ROOT}/{verb}", **{**form, "headers": headers})
        assert reply.status_code in (400, 409, 415)
        assert "set-cookie" not in reply.headers
    if origin:
        reply = camp.http.post(f"{ROOT}/new", **{**form, "headers": headers})
        assert "set-cookie" not in reply.headers, "a foreign form would replace the current game"


def test_replies_by_cookie_and_by_token_are_the_same(camp: Camp, start: Json) -> None:
    by_token = camp.send(start, "check")
    by_cookie = camp.act(start, cookie(start["state_token"]))
    assert settled(taken(by_cookie)) == settled(taken(by_token))
    assert by_cookie.headers["set-cookie"] == by_token.headers["set-cookie"]
