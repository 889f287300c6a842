"""Hostile HTTP: addresses, hosts, methods, framing, sizes, and headers that smuggle others in."""

from collections.abc import Iterator
from typing import Final

from tests.hostile.ground import (
    ACTION,
    GAME,
    INIT,
    JSON_TYPE,
    Answer,
    Ground,
    Row,
    Sent,
    each,
    get,
    lacks,
    plain,
    post,
)
from tests.http.beam import BANK
from tests.http.camp import ROOT

_INNER: Final = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
_CHUNKED: Final = "Transfer-Encoding: chunked"
_PAGES: Final = (
    "/",
    "/llms.txt",
    "/api/games",
    GAME,
    "/openapi.json",
    "/docs/api",
    "/docs/camp",
    "/games",
    f"{ROOT}",
)


def slugs(ground: Ground) -> Iterator[Sent]:
    odd = (
        *("nope", "Cantlewing", "CANTLEWING", "cantlewing.", "%20cantlewing", "cantlewing%00", "%00", "%ff"),
        *(
            "cantlewing%0d%0aX-Evil:%201",
            "..%2f..%2fetc%2fpasswd",
            "%2e%2e%2f%2e%2e",
            "..%5c..%5c",
            "...",
            "%zz",
        ),
        *(
            "c%d0%b0ntlewing",
            "cantlew%c4%b1ng",
            "cantlewing%e2%80%8b",
            "__class__",
            "constructor",
            "*",
            "{slug}",
        ),
        *("%ef%bd%83ordwright", "%3Cscript%3E", "x" * 6000, "%41" * 2000, "a/../cantlewing"),
    )
    wanted = ("404 unknown-game", "404 not-found")
    for slug in odd:
        look = lacks("x-evil", "<script>", "passwd", "xxxxxxxxxx", "AAAAAAAAAA")
        for target in (
            f"/api/games/{slug}/init",
            f"/games/{slug}/api/state",
            f"/docs/api/{slug}",
            f"/play/{slug}",
        ):
            yield Sent(target[:40], get(target), wanted, look)
        for target in (f"/api/games/{slug}/action", f"/games/{slug}/api/act"):
            yield Sent(target[:40], post(target, {"stateToken": ground.token, "action": BANK}), wanted, look)


def slashes(ground: Ground) -> Iterator[Sent]:
    for path in ("/api/games/", f"{GAME}/", "/docs/api/", "/games/", f"{ROOT}/", "/llms.txt/"):
        yield Sent(path, plain("GET", path, host="evil.example"), ("200", "200 ok"))
    good = {"stateToken": ground.token, "action": BANK}
    yield Sent("POST", post(f"{ACTION}/", good), ("200 ok",))
    odd = (
        "//evil.example/",
        "//api/games",
        "/api//games",
        "/api/games//",
        "/\\evil.example",
        "/..",
        "/../../etc/passwd",
        "/%2e%2e/etc/passwd",
        "/static/../app/main.py",
        "/.env",
        "/.git/config",
        "/%2F%2Fevil.example",
        "/;/healthz",
    )
    yield from each(
        [(path, plain("GET", path, host="evil.example")) for path in odd], "404 not-found", look=lacks("evil")
    )
    absolute = plain("GET", "http://evil.example/healthz", host="evil.example")
    yield Sent("absolute", absolute, ("200 ok", "400 bad-request", "404 not-found"), lacks("evil"))


def hosts(ground: Ground) -> Iterator[Sent]:
    forged = (
        *(
            "X-Forwarded-Host: evil.example",
            "Forwarded: for=203.0.113.7;host=evil.example",
            "X-Host: evil.example",
        ),
        *(
            "X-Forwarded-For: evil.example",
            "X-Forwarded-Prefix: /evil.example",
            "X-Original-URL: /evil.example",
        ),
        *("X-Rewrite-URL: /evil.example", "X-Forwarded-Proto: evil.example", "Referer: http://evil.example/"),
    )
    for page in _PAGES:
        yield Sent(page, get(page, *forged), ("200", "200 ok"), lacks("evil.example"))
        for host in (
            "<script>",
            '"><b>',
            "a b",
            "evil.example/x",
            "u@evil.example",
            "[::1",
            "x:port",
            "a" * 5000 + "<",
        ):
            look = lacks("<script>", '"><b>', "evil.example", "aaaaaaaaaa")
            yield Sent(
                f"{page} {host[:9]}",
                plain("GET", page, host=host),
                ("200", "200 ok", "400 bad-request"),
                look,
            )


def no_host_or_two(ground: Ground) -> Iterator[Sent]:
    no = ("400 bad-request",)
    for target in ("/", "/api/games", INIT, "/healthz", f"{ROOT}/state", "/nowhere"):
        line, end = f"GET {target} HTTP/1.1\r\n", "Connection: close\r\n\r\n"
        yield Sent(f"{target} none", f"{line}{end}".encode(), no)
        for second in ("localhost", "evil.example", ""):
            hosts = f"Host: localhost\r\nHOST: {second}\r\n"
            yield Sent(f"{target} {second}", f"{line}{hosts}{end}".encode(), no)
    body = b'{"seed": 7}'
    for target in (ACTION, f"{ROOT}/new"):
        start = f"POST {target} HTTP/1.1\r\nContent-Length: {len(body)}\r\n{JSON_TYPE}\r\n"
        yield Sent(f"POST {target}", f"{start}Connection: close\r\n\r\n".encode() + body, no)
    old = b"GET /api/games HTTP/1.0\r\n\r\n"
    yield Sent("HTTP/1.0 has none", old, ("200 ok",))


def methods(ground: Ground) -> Iterator[Sent]:
    no = "405 method-not-allowed"

    def allows(answer: Answer) -> None:
        assert answer.headers["allow"]

    for method in ("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND"):
        kinds = (no, "400 bad-request") if method == "PROPFIND" else (no,)
        for target in ("/api/games", ACTION, f"{ROOT}/act", f"{ROOT}/state", "/", "/healthz"):
            yield Sent(f"{method} {target}", plain(method, target, "X-Secret: 1"), kinds, lacks("X-Secret"))
    yield from each(
        [("POST", post("/api/games", {})), ("GET", get(ACTION)), ("GET act", get(f"{ROOT}/act"))],
        no,
        look=allows,
    )
    yield from each([(page, plain("HEAD", page)) for page in (*_PAGES, INIT, "/healthz")], "200")
    yield Sent("HEAD of a move", plain("HEAD", ACTION), ("405",), allows)
    for header in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"):
        yield Sent(f"{header} GET", get(ACTION, f"{header}: POST"), (no,))
        yield Sent(f"{header} init", get(INIT, f"{header}: DELETE"), ("200 ok",))
    odd = (
        b"\0" * 1000 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"G\xc3\x89T / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"X" * 4000 + b" / HTTP/1.1\r\n\r\n",
    )
    yield from each([(repr(raw[:20]), raw) for raw in odd], "400 bad-request", "closed")
    yield Sent(
        "CONNECT", plain("CONNECT", "evil.example:443"), ("400 bad-request", "404 not-found", no, "closed")
    )
    yield Sent("upgrade", get("/healthz", "Connection: Upgrade", "Upgrade: websocket"), ("200 ok",))


def framing(ground: Ground) -> Iterator[Sent]:
    heads = (
        *(
            ("Content-Length: 6", _CHUNKED),
            (_CHUNKED, "Content-Length: 6"),
            ("Content-Length: 5", "Content-Length: 6"),
        ),
        *(
            ("Content-Length: 0", f"Content-Length: {len(_INNER)}"),
            ("Content-Length: 6, 7",),
            ("Content-Length: -1",),
        ),
        *(
            ("Content-Length: +6",),
            ("Content-Length: 0x6",),
            ("Content-Length: six",),
            ("Content-Length: " + "9" * 30,),
        ),
        *(
            ("Transfer-Encoding: xchunked",),
            ("Transfer-Encoding: chunked, identity",),
            ("Transfer-Encoding : chunked",),
        ),
        *(("Content-Length : 6",), ("Bad Header: 1",), ("no colon",), (": empty",), ("X: a\0b",)),
    )
    wanted = ("400 bad-request", "400 bad-json", "413 too-large", "closed")
    for headers in heads:
        for body in (b"0\r\n\r\n" + _INNER, _INNER):
            for target in (ACTION, f"{ROOT}/act"):
                yield Sent(
                    f"{headers} {target}",
                    plain("POST", target, *headers, body=body),
                    (*wanted, "409 no-game"),
                )
    chunks = (
        b"x\r\n{}\r\n0\r\n\r\n",
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"2\r\n{}xx\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"f" * 20 + b"\r\n{}\r\n",
        b"\r\n{}\r\n0\r\n\r\n",
        b"2;\0\r\n{}\r\n0\r\n\r\n",
    )
    for chunk in chunks:
        yield Sent(
            repr(chunk[:20]), plain("POST", ACTION, _CHUNKED, body=chunk), ("400 bad-request", "closed")
        )


def sizes(ground: Ground) -> Iterator[Sent]:
    large = ("431 headers-too-large", "closed")
    for target in ("/healthz", f"{ROOT}/state"):
        yield Sent("2 MB header", get(target, "X-Long: " + "a" * 2_000_000), large)
        yield Sent("20,000 headers", get(target, *(f"X-{i}: a" for i in range(20_000))), large)
        yield Sent("cookies", get(target, "Cookie: " + "a=b; " * 20_000), large)
        yield Sent("66 kB header", get(target, "X-Long: " + "a" * 66_000), large)
    yield Sent("2 MB address", get("/" + "a" * 2_000_000), large)
    yield Sent("2 MB query", get(f"{INIT}&{'a' * 2_000_000}"), large)
    yield Sent("60 kB header", get("/healthz", "X-Long: " + "a" * 60_000), ("200 ok",))
    yield Sent("60 kB address", get("/" + "a" * 60_000), ("404 not-found",))
    yield Sent(
        "1,000 parameters", get(f"{INIT}&{'&'.join(f'a{i}=1' for i in range(1000))}"), ("400 bad-option",)
    )
    yield Sent("a parameter twice", get(f"{INIT}&seed=8"), ("400 bad-seed",))


def injections(ground: Ground) -> Iterator[Sent]:
    def replaced(answer: Answer) -> None:
        lacks("evil", "rrrrr", "<b>", "set-cookie")(answer)

    for odd in (
        "r" * 4096,
        "evil id",
        "evil/..",
        "<b>evil",
        "evil\t1",
        "é evil",
        'evil"',
        "evil;1",
        "evil,1",
    ):
        yield Sent(f"id {odd[:9]}", get("/nowhere", f"X-Request-ID: {odd}"), ("404 not-found",), replaced)
        yield Sent(
            f"id {odd[:9]} at sudoku",
            get(f"{ROOT}/state", f"X-Request-ID: {odd}"),
            ("409 no-game",),
            replaced,
        )
    look = lacks("x-evil", "set-cookie")
    for query in (
        "seed=7%0d%0aX-Evil:%201",
        "seed=%0aSet-Cookie:a=b",
        "a%0d%0aSet-Cookie:%20b=1",
        "legal=%0aX-Evil",
    ):
        yield Sent(query, get(f"{GAME}/init?{query}"), ("400 bad-seed", "400 bad-option"), look)
    yield Sent("path", get("/%0d%0aSet-Cookie:%20a=1"), ("404 not-found",), look)

    def kept(answer: Answer) -> None:
        assert answer.headers["x-request-id"] == "run_7.step-9"

    yield Sent("a good id", get("/nowhere", "X-Request-ID: run_7.step-9"), ("404 not-found",), kept)


HTTP_ROWS: Final = (
    Row("a game there is not", slugs),
    Row("slashes and dots", slashes),
    Row("a forged host", hosts),
    Row("no host, or two", no_host_or_two),
    Row("another method, or no HTTP", methods),
    Row("two lengths, bad chunks", framing),
    Row("endless headers and addresses", sizes),
    Row("a header smuggled in", injections),
)
