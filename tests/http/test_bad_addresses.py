"""Wrong addresses and methods, forged hosts, and input that tries to reach a header or a page."""

from typing import Final

import pytest

from tests.http.client import Api, echoes, problem, short
from tests.http.wire import request

GETS: Final = (
    *("/", "/llms.txt", "/healthz", "/readyz", "/openapi.json", "/docs/api", "/docs/api/cantlewing"),
    *("/api/games", "/api/games/cantlewing", "/api/games/cantlewing/init"),
)
POSTS: Final = tuple(f"/api/games/cantlewing/{route}" for route in ("action", "state", "replay"))
SLUGS: Final = (
    *("nope", "Cantlewing", "CANTLEWING", "cantlewing.", "cantlewing%20", "%20cantlewing", "cantlewing%00"),
    *("%00", "cantlewing%0a", "cantlewing%0d%0aX-Evil:%201", "%0d%0aSet-Cookie:%20a=1", "%ff", "%c0%ae"),
    *("..%2f..%2fetc%2fpasswd", "%2e%2e%2f%2e%2e", "..%5c..%5cwindows", "%2e%2e", "..", "...", "%", "%zz"),
    *("%d1%81antlewing", "cantlew%c4%b1ng", "cantlewing%e2%80%8b", "%e2%80%aecantlewing"),
    *("__class__", "__init__", "constructor", "registry", "*", "$", "{slug}", "-", "_", "0", "'"),
    *("%ef%bd%83ordwright", "%22", "%3Cscript%3E", "a;b", "@", "x" * 6000, "%41" * 2000),
)
LOOKS_LIKE_PLAY: Final = ("{slug}/init", "{slug}/action", "{slug}/state", "{slug}/replay")


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_page_takes_get_and_head_only(api: Api, path: str, method: str) -> None:
    answer = api.http.request(method, path)
    reason = problem(answer, 405, "method-not-allowed")["reason"]
    assert answer.headers["allow"].replace(" ", "").split(",") == ["GET", "HEAD"]
    assert "GET" in reason


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_move_is_a_post(api: Api, path: str, method: str) -> None:
    answer = api.http.request(method, path)
    assert "POST" in problem(answer, 405, "method-not-allowed")["reason"]
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize("path", POSTS)
def test_head_of_a_move_is_405_without_a_body(api: Api, path: str) -> None:
    answer = api.http.head(path)
    assert (answer.status_code, answer.headers["allow"], answer.content) == (405, "POST", b"")


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_headers_that_override_the_method_are_ignored(api: Api, header: str) -> None:
    plain = api.get("/api/games/cantlewing/init", seed=7)
    for method in ("DELETE", "POST"):
        answer = api.http.get("/api/games/cantlewing/init?seed=7", headers={header: method})
        assert answer.content == plain.content
        problem(api.http.get(POSTS[0], headers={header: "POST"}), 405, "method-not-allowed")


@pytest.mark.parametrize("slug", SLUGS, ids=short)
def test_an_unknown_slug_is_a_404(api: Api, slug: str) -> None:
    pages = [f"/api/games/{slug}/init", f"/api/games/{slug}", f"/docs/api/{slug}"]
    moves = [f"/api/games/{slug}/{route}" for route in ("action", "state", "replay")]
    for method, target in [*(("GET", page) for page in pages), *(("POST", move) for move in moves)]:
        answer = request(api.base_url, method, target)
        assert answer.status == 404, (target, answer)
        assert answer.headers["content-type"] == "application/json"
        assert not list(echoes(slug, answer.body.decode()))
        assert not {"x-evil", "set-cookie", "location"} & set(answer.headers)


@pytest.mark.parametrize("route", LOOKS_LIKE_PLAY)
def test_an_unknown_game_lists_the_games(api: Api, route: str) -> None:
    path = f"/api/games/{route.format(slug='frobnicate')}"
    answer = api.get(path) if route.endswith("init") else api.post_text(path, b"not even JSON")
    assert problem(answer, 404, "unknown-game")["games"] == api.slugs()


@pytest.mark.parametrize("route", LOOKS_LIKE_PLAY)
def test_sudoku_points_to_the_camp_family(api: Api, route: str) -> None:
    path = f"/api/games/{route.format(slug='sudoku')}"
    answer = problem(api.get(path) if route.endswith("init") else api.post(path, {}), 404, "unknown-game")
    assert "/games/sudoku/api" in answer["reason"]
    assert "sudoku" not in answer["games"]


@pytest.mark.parametrize(
    "target",
    [
        *("/nowhere", "/api", "/api/", "/api/game", "/API/GAMES", "/api/games/cantlewing/nope", "/docs"),
        *("/api/games/cantlewing/init/init", "/api/games//init", "//api/games", "/api//games", "/redoc"),
        *("/api/games/cantlewing/init//", "/api/games/cantlewing//init", "/static/../app/main.py", "/.env"),
        *("/%2e%2e/%2e%2e/etc/passwd", "/..", "/../../etc/passwd", "//evil.example/", "/%00"),
        *("/\\evil.example", "/docs/api/cantlewing/x", "/openapi.yaml", "/" + "a" * 6000, "/" + "a/" * 3000),
    ],
    ids=short,
)
def test_an_unknown_address_is_a_404_and_never_a_redirect(api: Api, target: str) -> None:
    answer = request(api.base_url, "GET", target, host="evil.example")
    answer.problem(404, "not-found")
    assert b"evil.example" not in answer.body
    assert "location" not in answer.headers


@pytest.mark.parametrize("path", ["/api/games/", "/api/games/cantlewing/", "/docs/api/", "/llms.txt/"])
def test_a_trailing_slash_never_leads_to_a_forged_host(api: Api, path: str) -> None:
    answer = request(api.base_url, "GET", path, host="evil.example")
    assert answer.status == 200
    assert "location" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-Prefix": "/evil", "X-Forwarded-Port": "6666", "X-Forwarded-Server": "evil.example"},
        {"Forwarded": "for=203.0.113.7;host=evil.example;proto=https"},
        {"X-Original-URL": "/evil", "X-Rewrite-URL": "/evil", "X-Host": "evil.example"},
    ],
    ids=short,
)
@pytest.mark.parametrize(
    "path", ["/api/games", "/api/games/cantlewing", "/llms.txt", "/openapi.json", "/docs/api"]
)
def test_forwarded_headers_build_nothing(api: Api, path: str, headers: dict[str, str]) -> None:
    assert api.http.get(path, headers=headers).content == api.http.get(path).content


@pytest.mark.parametrize(
    "host",
    [
        *("<script>", '"><b>', "a b", "evil.example/path", "evil.example?x", "user@evil.example", "x#", ","),
        *("a" * 5000 + "<", "\\evil", "[::1", "evil.example:port", "é.example", "%0d%0aevil", "{{7*7}}"),
    ],
    ids=short,
)
def test_a_host_that_is_no_host_reaches_no_page(api: Api, host: str) -> None:
    for path in ("/api/games", "/", "/docs/api/cantlewing", "/llms.txt", "/openapi.json"):
        answer = request(api.base_url, "GET", path, host=host)
        assert answer.status in (200, 400)
        assert f"http://{host}".encode("latin-1") not in answer.body
        assert b"<script>" not in answer.body


@pytest.mark.parametrize("query", ["a%0d%0aSet-Cookie:%20b=1", "seed=7%0d%0aX-Evil:%201", "legal=%0aX-Evil"])
def test_a_query_reaches_no_header(api: Api, query: str) -> None:
    answer = request(api.base_url, "GET", f"/api/games/cantlewing/init?{query}")
    assert answer.status == 400
    assert not {"x-evil", "set-cookie"} & set(answer.headers)
    assert b"Set-Cookie" not in answer.body


def test_a_long_method_is_not_echoed(api: Api) -> None:
    answer = request(api.base_url, "X" * 4000, "/api/games")
    assert answer.status in (0, 400, 405, 501)
    assert b"X" * 101 not in answer.body
