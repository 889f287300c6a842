"""Hostile values: moves that are not allowed, bodies too large, packed, or of very many members."""

import gzip
import json
import zlib
from collections.abc import Iterator
from typing import Any, Final

from tests.hostile.bodies import NOT_JSON, ROUTES, VERBS, actions, everywhere
from tests.hostile.ground import (
    ACTION,
    GAME,
    JSON_TYPE,
    Answer,
    Ground,
    Row,
    Sent,
    each,
    get,
    plain,
    post,
)
from tests.http.beam import BANK
from tests.http.camp import COOKIE, ROOT
from tests.http.client import echoes

_LIMIT: Final = 65536


def illegal(ground: Ground) -> Iterator[Sent]:
    moves: dict[str, tuple[Any, ...]] = {
        "cordwright": ({"type": "swap", "a": 0, "b": 0}, {"type": "swap", "a": 0, "b": 99}, {"type": "next"}),
        "cantlewing": ({"type": "walk", "direction": -1}, {"type": "next"}, {"type": "retry"}),
        "glasswend": ({"type": "steer", "dir": "up"}, {"type": "steer", "dir": "UP"}, {"type": "tock"}),
        "magic-hex-swap": (
            {"type": "undo"},
            {"type": "act"},
            {"type": "preview", "move": "*", "targets": []},
        ),
    }
    for slug, tried in moves.items():
        yield from actions(ground, slug, map(json.dumps, tried), "200 refused")


def odd_fields(ground: Ground) -> Iterator[Sent]:
    odd: tuple[object, ...] = (
        *(None, True, 0, -1, 2**53, 10**19, 1.5, "", " ", "bank", "x" * 4000, "\0", "\ud7ff", [], {}, [[]]),
        *({"a": 1}, [None] * 500, [[0, 0]] * 500),
    )
    for slug, token in ground.tokens.items():
        if slug == "sudoku":
            continue
        members = {
            "type",
            "a",
            "b",
            "direction",
            "weight",
            "to",
            "dir",
            "move",
            "dice",
            "targets",
            "save",
            "seed",
        }
        for value in odd:
            action: dict[str, object] = {
                "type": "act",
                "move": "white-1",
                "dice": [0],
                "targets": [[0, 0], [0, 1]],
            }
            texts = [json.dumps({**action, member: value}) for member in sorted(members)]
            batch = {
                "stateToken": token,
                "actions": [json.loads(text) for text in texts],
                "stopOnEvent": False,
            }
            yield Sent(
                f"{slug} batch {str(value)[:9]}", post(f"/api/games/{slug}/action", batch), ("200 refused",)
            )
            yield from actions(ground, slug, [texts[0], json.dumps(value)], "200 refused")


def too_large(ground: Ground) -> Iterator[Sent]:
    # What is announced is refused unread; what is chunked as soon as it is too much.
    for target in (*ROUTES, *VERBS):
        yield Sent(
            f"a gigabyte announced, {target}",
            plain("POST", target, "Content-Length: 1073741824"),
            ("413 too-large",),
        )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    for target in (ACTION, f"{ROOT}/act"):
        much = plain("POST", target, JSON_TYPE, "Transfer-Encoding: chunked", body=chunk * 256 + b"0\r\n\r\n")
        yield Sent(f"16 MB chunked, {target}", much, ("413 too-large", "closed"))
        yield Sent(f"16 MB sent, {target}", post(target, b" " * 2**24), ("413 too-large", "closed"))
        yield Sent(f"a byte too many, {target}", post(target, b" " * (_LIMIT + 1)), ("413 too-large",))
        expecting = plain("POST", target, "Expect: 100-continue", "Content-Length: 1000000")
        yield Sent(f"expecting 100, {target}", expecting, ("413 too-large",))
        yield Sent(
            f"digits, {target}",
            plain("POST", target, f"Content-Length: {'9' * 4000}"),
            ("400 bad-request", "closed"),
        )


def compressed(ground: Ground) -> Iterator[Sent]:
    packed = gzip.compress(b" " * 16_000_000)
    for target in (ACTION, f"{ROOT}/act"):
        for name in ("gzip", "GZIP", "br", "deflate", "zstd", "gzip, identity", "x"):
            yield Sent(
                f"{name}, {target}",
                post(target, packed, f"Content-Encoding: {name}"),
                ("415 unsupported-media-type",),
            )
        yield Sent(
            f"multipart, {target}",
            post(target, b"--x--", "Content-Type: multipart/form-data; boundary=x"),
            ("415 unsupported-media-type",),
        )
        yield Sent(f"gzip, unsaid, {target}", post(target, packed), (NOT_JSON,))
        yield Sent(f"deflate, unsaid, {target}", post(target, zlib.compress(b"{}")), (NOT_JSON,))


def other_types(ground: Ground) -> Iterator[Sent]:
    good = {"stateToken": ground.token, "action": BANK}
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
        "x",
        "a" * 4000,
        "application/json; charset=latin-1",
    ):
        yield Sent(f"bank as {kind[:30]}", post(ACTION, good, f"Content-Type: {kind}"), ("200 ok",))
        if not kind.startswith("application/json"):
            by_cookie = post(
                f"{ROOT}/act",
                {"command": "check"},
                f"Content-Type: {kind}",
                f"Cookie: {COOKIE}={ground.opening['state_token']}",
            )
            yield Sent(f"cookie with {kind[:30]}", by_cookie, ("409 no-game",))


def many_keys(ground: Ground) -> Iterator[Sent]:
    much = json.dumps({f"key{number}": number for number in range(50_000)}).encode()
    some = json.dumps({f"k{number}": 0 for number in range(5000)}).encode()
    yield from everywhere([much], "413 too-large")
    yield from each(
        [(target, post(target, some)) for target in ROUTES],
        "400 bad-request",
        "400 bad-seed",
        "400 bad-token",
    )
    same = ",".join(f'"{"a" * number}":0' for number in range(300)).encode()
    yield from actions(ground, "cantlewing", [f"{{{same.decode()}}}"], "200 refused")


def echoed(ground: Ground) -> Iterator[Sent]:
    word = "".join(f"<{number}>" for number in range(1300))

    def not_echoed(answer: Answer) -> None:
        assert not list(echoes(word, answer.body.decode()))

    for body in ({"type": word}, word, {word: 1}, {"type": "bank", word: 1}):
        raw = post(ACTION, {"stateToken": ground.token, "action": body})
        yield Sent("action", raw, ("200 refused",), not_echoed)
    long = {"stateToken": word, "state_token": word, "action": BANK, "command": word}
    yield Sent("token", post(ACTION, long), ("400 bad-token",), not_echoed)
    yield Sent("camp token", post(f"{ROOT}/act", long), ("400 bad-token",), not_echoed)
    yield Sent("command", ground.command(word), ("200 refused",), not_echoed)
    yield Sent("difficulty", post(f"{ROOT}/new", {"difficulty": word}), ("400 bad-option",), not_echoed)
    for target in (f"{GAME}/init?seed={word}", f"{GAME}/init?{word}=1"):
        yield Sent(
            "query",
            get(target.replace("<", "%3C").replace(">", "%3E")),
            ("400 bad-seed", "400 bad-option"),
            not_echoed,
        )


VALUE_ROWS: Final = (
    Row("a move the rules do not allow", illegal),
    Row("odd values in every field of a move", odd_fields),
    Row("a body that is too large", too_large),
    Row("a compressed body, or one in parts", compressed),
    Row("another content type", other_types),
    Row("thousands of members", many_keys),
    Row("a long text, in the hope of an echo", echoed),
)
