"""What every answer carries around its body: ids, CORS, types, HEAD, and paths with a trailing slash."""

from typing import Final

import httpx
import pytest

from tests.http.client import REQUEST_ID, Api, problem

INIT: Final = "/api/games/cantlewing/init?seed=7"
PAGES: Final = (
    *("/", "/llms.txt", "/healthz", "/readyz", "/openapi.json", "/docs/api", "/docs/api/cantlewing"),
    *("/play", "/play/cantlewing", "/watch", "/favicon.ico"),
    *("/api/games", "/api/games/cantlewing", INIT),
)
WRONG: Final = ("/nowhere", "/api/games/nope/init", "/api/games/cantlewing/init?seed=x")


def undated(response: httpx.Response) -> dict[str, str]:
    """Return the headers but for the time of day."""
    return {name: value for name, value in response.headers.items() if name != "date"}


@pytest.mark.parametrize("path", [*PAGES, *WRONG])
def test_head_is_get_without_a_body(api: Api, path: str) -> None:
    same_id = {"X-Request-ID": "head-and-get"}  # it stands in the error bodies, whose length is told
    got, head = api.http.get(path, headers=same_id), api.http.head(path, headers=same_id)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert got.content
    assert undated(head) == undated(got)


@pytest.mark.parametrize("path", [page for page in PAGES if page not in ("/", INIT)])
def test_a_trailing_slash_is_the_same_route(api: Api, path: str) -> None:
    assert api.http.get(f"{path}/").content == api.http.get(path).content
    assert api.http.head(f"{path}/").status_code == 200


def test_a_trailing_slash_is_the_same_route_in_play(api: Api) -> None:
    for slug in api.slugs():
        base = f"/api/games/{slug}"
        first = api.get(f"{base}/init", seed=7)
        assert api.get(f"{base}/init/", seed=7).content == first.content
        token, action = first.json()["stateToken"], first.json()["legalActions"][0]
        for route, body in {
            "action": {"stateToken": token, "action": action},
            "state": {"stateToken": token},
            "replay": {"seed": 7, "actions": [action]},
        }.items():
            plain = api.post(f"{base}/{route}", body)
            assert plain.status_code == 200
            assert api.post(f"{base}/{route}/", body).content == plain.content


@pytest.mark.parametrize("request_id", ["a", "agent-7.run_2", "0" * 64, "A-Za-z0-9._-"])
def test_a_good_request_id_is_echoed(api: Api, request_id: str) -> None:
    headers = {"X-Request-ID": request_id}
    assert api.http.get(INIT, headers=headers).headers["x-request-id"] == request_id
    wrong = api.http.get("/nowhere", headers=headers)
    assert wrong.headers["x-request-id"] == request_id
    assert problem(wrong, 404, "not-found")["requestId"] == request_id


@pytest.mark.parametrize(
    "request_id",
    [b"", b"0" * 65, b"r" * 4096, b"a b", b"a/b", b"a\tb", b"<b>", b"\xc3\xa9", b"\xff", b"a,b", b'"a"'],
)
def test_a_bad_request_id_is_replaced(api: Api, request_id: bytes) -> None:
    answer = api.http.get("/nowhere", headers={b"X-Request-ID": request_id})
    made = answer.headers["x-request-id"]
    assert REQUEST_ID.fullmatch(made)
    assert made.encode() != request_id
    assert problem(answer, 404, "not-found")["requestId"] == made


def test_request_ids_differ(api: Api) -> None:
    assert len({api.http.get("/healthz").headers["x-request-id"] for _ in range(20)}) == 20


@pytest.mark.parametrize("path", ["/api/games", "/api/games/cantlewing", INIT, "/healthz", "/openapi.json"])
def test_json_says_that_it_is(api: Api, path: str) -> None:
    assert api.http.get(path).headers["content-type"] == "application/json"


def test_replies_about_a_game_are_not_stored(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    for answer in (api.http.get(INIT), api.act("cantlewing", token, None), api.http.get(WRONG[2])):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("headers", [{}, {"Cookie": "a=b"}, {"Authorization": "Basic YTpi"}])
@pytest.mark.parametrize("path", [INIT, *WRONG])
def test_any_site_may_read_without_credentials(api: Api, path: str, headers: dict[str, str]) -> None:
    answer = api.http.get(path, headers={"Origin": "https://evil.example", **headers})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert "x-request-id" in answer.headers["access-control-expose-headers"].lower()


@pytest.mark.parametrize("route", ["action", "state", "replay"])
def test_a_preflight_for_a_json_post_passes(api: Api, route: str) -> None:
    answer = preflight(api, f"/api/games/cantlewing/{route}", "POST")
    assert answer.status_code in (200, 204)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "POST" in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"].lower()
    assert allowed == "*" or {"content-type", "x-request-id"} <= set(allowed.replace(" ", "").split(","))


def test_a_preflight_for_another_method_does_not_allow_it(api: Api) -> None:
    answer = preflight(api, "/api/games/cantlewing/action", "DELETE")
    assert "DELETE" not in answer.headers.get("access-control-allow-methods", "")


def test_a_refused_preflight_has_the_one_error_body(api: Api) -> None:
    answer = preflight(api, "/api/games/cantlewing/action", "DELETE")
    assert answer.is_success or answer.json()["ok"] is False


def preflight(api: Api, path: str, method: str) -> httpx.Response:
    """Ask as a browser does whether a page may send such a request."""
    asked = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type,x-request-id",
    }
    return api.http.request("OPTIONS", path, headers=asked)
