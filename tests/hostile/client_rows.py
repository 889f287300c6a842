"""Hostile clients: pages of other sites, damaged cookies, silence, hang-ups, names made up."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

from tests.hostile.ground import (
    ACTION,
    EVIL,
    INIT,
    JSON_TYPE,
    Answer,
    Ground,
    Look,
    Row,
    Sent,
    each,
    exchange,
    get,
    lacks,
    plain,
    post,
)
from tests.http.beam import BANK
from tests.http.camp import COOKIE, ROOT
from tests.http.wire import connect, hang_up

BAD_COOKIE: Final = "400 bad-token"
_CHUNKED: Final = "Transfer-Encoding: chunked"


def other_sites(ground: Ground) -> Iterator[Sent]:
    def for_all(answer: Answer) -> None:
        assert answer.headers["access-control-allow-origin"] == "*"

    def for_none(answer: Answer) -> None:
        assert "access-control-allow-origin" not in answer.headers
        assert "set-cookie" not in answer.headers

    game = ground.opening["state_token"]
    cookie = f"Cookie: {COOKIE}={game}"
    origins = (EVIL, "null", "http://localhost.evil.example", "http://evil.localhost", "file://", "x" * 3000)
    for origin in origins:
        yield Sent(
            f"init from {origin[:20]}", get(INIT, f"Origin: {origin}", "Cookie: a=b"), ("200 ok",), for_all
        )
        looking = get(f"{ROOT}/state", f"Origin: {origin}", cookie)
        yield Sent(f"cookie from {origin[:20]}", looking, ("409 no-game",), for_none)
        form = ("Content-Type: application/x-www-form-urlencoded", f"Origin: {origin}", cookie)
        yield Sent("a form", post(f"{ROOT}/act", b"command=resign", *form), ("400 bad-json",), for_none)
        scripted = post(f"{ROOT}/act", {"command": "resign"}, f"Origin: {origin}", cookie)
        yield Sent("a script", scripted, ("409 no-game",), for_none)
        new = post(f"{ROOT}/new", {"seed": 7}, f"Origin: {origin}")
        yield Sent("a game of its own", new, ("200 ok",), lambda answer: _lacks_cookie(answer))
    asked = ("Access-Control-Request-Method: DELETE", f"Origin: {EVIL}")
    yield Sent("preflight", plain("OPTIONS", ACTION, *asked), ("204",), lacks("DELETE", "evil"))
    plain_text = post(f"{ROOT}/act", b'{"command":"resign"}', "Content-Type: text/plain", cookie)
    yield Sent("a form without an origin", plain_text, ("409 no-game",))


def _lacks_cookie(answer: Answer) -> None:
    assert "set-cookie" not in answer.headers


def cookies(ground: Ground) -> Iterator[Sent]:
    game, later = ground.opening["state_token"], ground.played["state_token"]

    def gone(answer: Answer) -> None:
        assert answer.headers["set-cookie"] == f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"

    def given(answer: Answer) -> None:
        value = answer.headers["set-cookie"]
        assert value == f"{COOKIE}={answer.json['state_token']}; Path=/; HttpOnly; SameSite=Lax"
        assert len(value.partition(";")[0]) <= 3800

    def of(token: str) -> Look:
        def look(answer: Answer) -> None:
            assert answer.json["state_token"] == token

        return look

    state = f"{ROOT}/state"
    for odd in ("junk", game[:-1], game + "A", "a.b", "A" * 9000, ".", "%00", '"quoted"', game.upper()):
        yield Sent(f"damaged {odd[:9]}", get(state, f"Cookie: {COOKIE}={odd}"), (BAD_COOKIE,), gone)
    two = get(state, f"Cookie: {COOKIE}={game}; {COOKIE}={later}")
    apart = get(state, f"Cookie: {COOKIE}={game}", f"Cookie: {COOKIE}={later}")
    yield from each([("two that differ", two), ("in two headers", apart)], BAD_COOKIE, look=gone)
    for none in ("", f"{COOKIE}=", f"x{COOKIE}={game}", "a=b; c", "=;=;", "a=b;" * 2000, "\xff"):
        yield Sent(f"none {none[:9]!r}", get(state, f"Cookie: {none}"), ("409 no-game",))
    yield Sent("a good one", get(state, f"Cookie: {COOKIE}={game}"), ("200 ok",), given)
    yield Sent(
        "a new game in place of a damaged one",
        post(f"{ROOT}/new", {"seed": 7}, f"Cookie: {COOKIE}=junk"),
        ("200 ok",),
        given,
    )
    header = get(state, f"X-State-Token: {later}", f"Cookie: {COOKIE}={game}")
    yield Sent("the header goes before the cookie", header, ("200 ok",), of(later))
    good = ground.camp_post(
        "act", ground.opening, f"Cookie: {COOKIE}={later}", command=f"select {ground.free}"
    )
    yield Sent(
        "the body goes before the cookie",
        good,
        ("200 ok",),
        lambda answer: _same_board(answer, ground.opening),
    )
    junk = post(f"{ROOT}/act", {"state_token": "junk", "command": "check"}, f"Cookie: {COOKIE}={game}")
    yield Sent("a damaged body leaves a good cookie", junk, (BAD_COOKIE,), _lacks_cookie)
    notes = [
        f"note r{cell // 9 + 1}c{cell % 9 + 1} 123456789"
        for cell in range(81)
        if ground.opening["givens"][cell] == "."
    ]
    yield Sent("notes in every cell", ground.command(*notes), ("200 ok",), given)


def _same_board(answer: Answer, reply: dict[str, Any]) -> None:
    assert answer.json["cells"] == reply["cells"]


def slow(ground: Ground) -> Iterator[Sent]:
    late = ("408 too-slow", "closed")
    heads = (
        b"",
        b"GET /heal",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
        plain("POST", ACTION, "Content-Length: 100"),
        plain("POST", ACTION, "Content-Length: 100", body=b'{"stateToken":"'),
        plain("POST", f"{ROOT}/act", _CHUNKED, body=b"5\r\n{"),
    )
    with ExitStack() as stack:
        waiting = [stack.enter_context(connect(ground.base_url)) for _ in range(120)]
        for connection in waiting:
            connection.sendall(heads[4])
        ground.check_play()
        with ThreadPoolExecutor(len(heads)) as pool:
            answers = [*pool.map(partial(exchange, ground.base_url), heads)]
        for answer in answers:
            ground.check(answer)
            assert answer.kind in late, answer
    yield Sent("half a line", b"GET /heal", late)


def hang_ups(ground: Ground) -> Iterator[Sent]:
    for target in (ACTION, f"{ROOT}/act"):
        whole = post(target, {"stateToken": ground.token, "action": BANK})
        for raw in (
            b"",
            whole[:9],
            whole[:90],
            whole[:-9],
            whole,
            plain("POST", target, _CHUNKED, JSON_TYPE, body=b"5\r\n{"),
        ):
            for reset in (False, True):
                hang_up(ground.base_url, raw, reset=reset)
                ground.check_play() if target == ACTION else ground.check_sudoku()
    yield Sent("another, after all that", get("/healthz"), ("200 ok",))


def series(ground: Ground) -> Iterator[Sent]:
    for number in range(20):
        yield Sent("unknown", get(f"/api/games/made-up-{number}/init"), ("404 unknown-game",))
        yield Sent(
            "nowhere",
            plain(f"M{number}", f"/made-up-{number}"),
            ("400 bad-request", "404 not-found", "405 method-not-allowed", "closed"),
        )
    yield Sent("metrics", get("/metrics"), ("200",), lacks("made-up", "M1"))


def watchers(ground: Ground) -> Iterator[Sent]:
    yield from each([(path, get(path)) for path in ("/healthz", "/readyz")], "200 ok")
    yield Sent("metrics", get("/metrics"), ("200",), lacks('code="internal"'))

    def guarded(answer: Answer) -> None:
        assert (
            "script-src" in answer.headers["content-security-policy"]
            or "default-src" in answer.headers["content-security-policy"]
        )

    for page in ("/", "/docs/api", "/docs/camp", "/play", "/watch"):
        yield Sent(page, get(page), ("200",), guarded)

    def unstored(answer: Answer) -> None:
        assert answer.headers["cache-control"] == "no-store"

    for name, raw in _stateful(ground):
        yield Sent(name, raw, ("200 ok",), unstored)


def _stateful(ground: Ground) -> Iterable[tuple[str, bytes]]:
    return (
        ("init", get(INIT)),
        ("action", post(ACTION, {"stateToken": ground.token, "action": BANK})),
        ("new", post(f"{ROOT}/new", {})),
        ("act", ground.command("check")),
    )


CLIENT_ROWS: Final = (
    Row("pages of other sites", other_sites),
    Row("cookies damaged, doubled, missing", cookies),
    Row("half a request, and then silence", slow),
    Row("a client that hangs up", hang_ups),
    Row("names made up for the metrics", series),
    Row("a look at health and pages", watchers),
)
