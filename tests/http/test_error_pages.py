"""What is wrong, told to a person: a page where a browser asks outside the APIs, one JSON elsewhere."""

import re
from typing import Final

import httpx
import pytest

from tests.http.client import Api
from tests.http.conftest import Servers
from tests.http.test_browser_pages import POLICY
from tests.http.wire import request

BROWSER: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
"""What a browser sends when a person opens an address."""
PAGES: Final = (
    ("GET", "/nope", 404, "Not Found"),
    ("GET", "/play/nope", 404, "Not Found"),
    ("GET", "/docs/nope", 404, "Not Found"),
    ("GET", "/docs/api/nope", 404, "Not Found"),
    ("GET", "/docs/camp/nope/", 404, "Not Found"),
    ("GET", "/play/assets/0/nope.js", 404, "Not Found"),
    ("GET", "/apis", 404, "Not Found"),
    ("GET", "/gamesome", 404, "Not Found"),
    ("POST", "/play", 405, "Method Not Allowed"),
    ("DELETE", "/healthz", 405, "Method Not Allowed"),
)
OF_THE_APIS: Final = (
    *(("/api", 404), ("/api/nope", 404), ("/api/games/nope/init", 404), ("/api/v1/nope", 404)),
    *(("/games/nope/api", 404), ("/games/sudoku/api/act", 405), ("/games/nope", 404), ("/games/", 200)),
)


def says(text: str) -> str:
    """Return what a person reads in the middle of a page."""
    (main,) = re.findall(r"<main.*?</main>", text, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", main).split())


@pytest.mark.parametrize(("method", "path", "status", "phrase"), PAGES)
def test_a_browser_gets_a_page_with_status_sentence_and_ways_on(
    api: Api, method: str, path: str, status: int, phrase: str
) -> None:
    answer = api.http.request(method, path, headers={"Accept": BROWSER})
    plain = api.http.request(method, path, headers={"Accept": "*/*"})
    assert answer.status_code == plain.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert says(answer.text).startswith(f"{status} {phrase} {plain.json()['reason']}")
    assert {"/play", "/docs/api"} <= set(re.findall('href="([^"]+)"', answer.text))
    assert answer.headers["vary"] == plain.headers["vary"] == "Accept"
    assert answer.headers.get("allow") == plain.headers.get("allow")


def test_the_page_allows_itself_its_own_files_only_and_holds_no_script_or_style(api: Api) -> None:
    answer = api.http.get("/nope", headers={"Accept": BROWSER})
    parts = [part.strip().partition(" ") for part in answer.headers["content-security-policy"].split(";")]
    assert {name: value for name, _, value in parts} == POLICY
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:", answer.text)
    for name in re.findall(r'(?:href|src)="(/play/assets/[^"]+)"', answer.text):
        assert api.get(name).status_code == 200


def test_head_is_the_page_without_its_body(api: Api) -> None:
    got, head = (
        api.http.request(verb, "/play/nope", headers={"Accept": BROWSER}) for verb in ("GET", "HEAD")
    )
    assert (head.status_code, head.content) == (404, b"")
    for name in ("content-type", "content-length", "content-security-policy", "vary"):
        assert head.headers[name] == got.headers[name]


@pytest.mark.parametrize("path", [path for path, _ in OF_THE_APIS])
def test_the_addresses_of_the_apis_are_json_whoever_asks(api: Api, path: str) -> None:
    # Not by the client of these tests, which knows the error body of one of the two families only.
    answer = httpx.get(api.base_url + path, headers={"Accept": BROWSER}, trust_env=False)
    assert answer.status_code == dict(OF_THE_APIS)[path]
    assert answer.headers["content-type"] == "application/json"
    assert "vary" not in answer.headers


@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        ("text/html", True),
        ("Text/HTML; charset=utf-8", True),
        ("text/html, application/json", True),
        ("application/json, text/html", False),
        ("application/json;q=0.9, text/html", True),
        ("text/html;q=0.9, application/json", False),
        ("text/html;q=0.5, application/json;q=0.4", True),
        ("text/html, */*", True),
        ("*/*, text/html", False),
        ("*/*;q=0.1, text/html", True),
        ("text/html;q=0.1, application/*;q=0.2", False),
        ("application/json;q=0, */*, text/html;q=0.3", True),
        ("text/html;q=0", False),
        ("text/html;q=high", False),
        ("application/xhtml+xml", False),
        ("text/*", False),
        ("*/*", False),
        ("", False),
        (",;,;q=,", False),
        ("a/b," * 8000 + "text/html", False),
    ],
    ids=lambda value: str(value)[:50],
)
def test_html_is_for_whom_asks_for_it_by_name_and_before_json(api: Api, accept: str, is_page: bool) -> None:
    kind = api.http.get("/nope", headers={"Accept": accept}).headers["content-type"]
    assert kind == ("text/html; charset=utf-8" if is_page else "application/json")


def test_accept_in_several_headers_is_one_list(api: Api) -> None:
    both = [("Accept", "application/json"), ("Accept", "text/html")]
    assert api.http.get("/nope", headers=both).headers["content-type"] == "application/json"
    assert api.http.get("/nope", headers=both[::-1]).headers["content-type"].startswith("text/html")


def test_a_request_without_accept_gets_the_json(api: Api) -> None:
    request(api.base_url, "GET", "/nope").problem(404, "not-found")


def test_a_person_over_the_rate_reads_when_to_come_again(servers: Servers) -> None:
    (limited,) = servers.apis({"CAMPBOARD_RATE_LIMIT": "1/hour"})
    assert limited.http.get("/play", headers={"Accept": BROWSER}).status_code == 200
    answer = limited.http.get("/play", headers={"Accept": BROWSER})
    assert answer.status_code == 429
    wait = answer.headers["retry-after"]
    assert f"send the next one in {wait} seconds" in says(answer.text)


def test_below_a_public_base_url_with_a_path_every_link_has_the_path(servers: Servers) -> None:
    (own,) = servers.apis({"CAMPBOARD_PUBLIC_BASE_URL": "https://games.example.org/board"})
    text = own.http.get("/nope", headers={"Accept": BROWSER}).text
    links = re.findall(r'(?:href|src)="([^"]+)"', text)
    assert "/board/play" in links
    assert all(link.startswith(("/board/", "#")) for link in links)
