"""The pages people play on, as HTTP: what they allow themselves, and how their files may be kept."""

import gzip
import re
from typing import Final

import pytest

from tests.http.client import Api, problem
from tests.http.conftest import Servers

POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
PAGES: Final = ("/play", "/play/cantlewing", "/play/magic-hex-swap", "/play/sudoku", "/watch")


def files_of(api: Api, path: str) -> list[str]:
    """Return the addresses of the files that a page names."""
    return re.findall(r'(?:href|src)="(/play/assets/[^"]+)"', api.get(path).text)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_allows_itself_its_own_files_only_and_holds_no_script_or_style(api: Api, path: str) -> None:
    answer = api.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    parts = [part.strip().partition(" ") for part in answer.headers["content-security-policy"].split(";")]
    assert {name: value for name, _, value in parts} == POLICY
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)|javascript:", answer.text)


def test_every_game_is_on_the_index_and_has_its_page(api: Api) -> None:
    index = api.get("/play").text
    by_commands = [game["game"] for game in api.get("/games").json()["games"]]
    for slug in (*api.slugs(), *by_commands):
        assert f'href="/play/{slug}"' in index
        assert api.get(f"/play/{slug}").status_code == 200
    named = problem(api.get("/play/nope"), 404, "unknown-game")["games"]
    assert named == [*api.slugs(), *by_commands]


@pytest.mark.parametrize("path", PAGES)
def test_every_file_of_a_page_is_kept_for_good_and_sent_small(api: Api, path: str) -> None:
    files = files_of(api, path)
    assert len(files) > 3
    for name in files:
        plain = api.http.get(name, headers={"Accept-Encoding": "identity"})
        packed = api.http.get(name, headers={"Accept-Encoding": "br, gzip"})
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
        assert packed.content == plain.content  # httpx has unpacked it
        assert int(packed.headers["content-length"]) <= len(gzip.compress(plain.content)) + 32
        assert plain.headers["content-type"].split(";")[0] in ("text/javascript", "text/css", "image/svg+xml")


def test_a_file_of_another_version_is_served_but_not_kept(api: Api) -> None:
    (name,) = [file for file in files_of(api, "/play/cantlewing") if file.endswith("/common/api.js")]
    other = re.sub(r"/assets/[0-9a-f]+/", "/assets/0123456789abcdef/", name)
    assert other != name
    answer = api.get(other)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == api.get(name).content


@pytest.mark.parametrize(
    "name",
    [
        "",
        "nope.js",
        "../__init__.py",
        "..%2f..%2fpages.py",
        "%2e%2e/%2e%2e/settings.py",
        "common",
        "common/",
        "//etc/passwd",
    ],
)
def test_nothing_else_is_a_file(api: Api, name: str) -> None:
    problem(api.http.get(f"/play/assets/0/{name}"), 404, "not-found")


def test_the_icon_is_where_browsers_look_for_it(api: Api) -> None:
    answer = api.get("/favicon.ico")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_two_servers_give_the_files_the_same_address(servers: Servers) -> None:
    first, second = servers.apis({}, {})
    assert files_of(first, "/play/glasswend") == files_of(second, "/play/glasswend")


def test_below_a_public_base_url_with_a_path_every_link_has_the_path(servers: Servers) -> None:
    (own,) = servers.apis({"CAMPBOARD_PUBLIC_BASE_URL": "https://games.example.org/board"})
    for path in PAGES:
        text = own.get(path).text
        assert 'data-root="/board"' in text
        assert all(link.startswith(("/board/", "#")) for link in re.findall(r'(?:href|src)="([^"]+)"', text))
