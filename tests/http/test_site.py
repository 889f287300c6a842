"""The pages around the API: that they are there, of which type, and under which address they point to."""

from typing import Final

import pytest

from tests.http.client import Api, problem, reply
from tests.http.conftest import Servers
from tests.http.wire import request

PUBLIC: Final = "https://games.example.org/board"
PAGES: Final = {
    "/": "text/html",
    "/docs/api": "text/html",
    "/docs/api/cantlewing": "text/html",
    "/docs/api/cordwright": "text/html",
    "/play": "text/html",
    "/play/cantlewing": "text/html",
    "/watch": "text/html",
    "/llms.txt": "text/plain",
    "/healthz": "application/json",
    "/readyz": "application/json",
    "/openapi.json": "application/json",
    "/api/games": "application/json",
}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there_and_says_what_it_is(api: Api, path: str) -> None:
    answer = api.get(path)
    assert answer.status_code == 200
    kind, _, parameters = answer.headers["content-type"].partition(";")
    assert kind == PAGES[path]
    if kind.startswith("text/"):
        assert parameters.strip().lower() == "charset=utf-8"
    if kind == "text/html":
        assert answer.text.lower().startswith("<!doctype html>")
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_every_game_has_a_page(api: Api) -> None:
    for slug in api.slugs():
        assert api.get(f"/docs/api/{slug}").status_code == 200
        assert api.get(f"/docs/api/{slug}/").status_code == 200
    problem(api.get("/docs/api/nope"), 404, "unknown-game")


def test_the_start_page_links_all_the_others(api: Api) -> None:
    text = api.get("/").text
    assert all(path in text for path in ("/docs/api", "/llms.txt", "/api/games"))


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_healthy_server_says_ok_and_nothing_secret(api: Api, path: str) -> None:
    assert reply(api.get(path)) == {"ok": True}


def test_the_interactive_docs_of_fastapi_are_not_served(api: Api) -> None:
    for path in ("/docs", "/redoc", "/docs/oauth2-redirect"):
        problem(api.get(path), 404, "not-found")


def test_urls_are_built_from_the_request(servers: Servers) -> None:
    (own,) = servers.apis({})
    for host in ("games.test", "games.test:8080", "[::1]:8000"):
        index = reply(own.http.get("/api/games", headers={"Host": host}))
        assert index["docs"] == f"http://{host}/docs/api"
        assert index["games"][0]["initUrl"].startswith(f"http://{host}/api/games/")
    assert reply(own.get("/api/games"))["docs"] == f"{own.base_url}/docs/api"


def test_every_url_of_the_index_leads_somewhere(api: Api) -> None:
    for game in reply(api.get("/api/games"))["games"]:
        assert api.http.get(path_of(game["initUrl"])).json()["ok"]
        assert api.http.get(path_of(game["docsUrl"])).status_code == 200
        problem(api.http.get(path_of(game["actionUrl"])), 405, "method-not-allowed")


def path_of(url: str) -> str:
    """Return an address without scheme and host."""
    return "/" + url.split("/", 3)[3]


def test_a_public_base_url_is_used_and_a_forged_host_is_not(servers: Servers) -> None:
    (own,) = servers.apis({"CAMPBOARD_PUBLIC_BASE_URL": f"{PUBLIC}/"})
    index = reply(own.http.get("/api/games", headers={"Host": "evil.example"}))
    assert index["docs"] == f"{PUBLIC}/docs/api"
    for game in index["games"]:
        assert game["initUrl"] == f"{PUBLIC}/api/games/{game['slug']}/init"
        assert game["actionUrl"] == f"{PUBLIC}/api/games/{game['slug']}/action"
        assert game["docsUrl"] == f"{PUBLIC}/docs/api/{game['slug']}"
    for path in PAGES:
        plain = own.get(path)
        headers = ("X-Forwarded-Host: evil.example", "Forwarded: host=evil.example")
        forged = request(own.base_url, "GET", path, *headers, host="evil.example")
        assert forged.body == plain.content
        assert b"evil.example" not in forged.body
        assert own.base_url not in plain.text
