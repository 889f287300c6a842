"""llms.txt and the docs pages do what they say: every curl line is run, every number is the game's own."""

import html
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from app.settings import read_settings
from engines.cantlewing.model import FIXTURES
from engines.registry import GAMES
from tests.engines.plays import always_shown
from tests.http.server import Server, running

PAGES: Final = ["/llms.txt", "/docs/api", *(f"/docs/api/{slug}" for slug in GAMES)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages"), {}) as (started,):
        yield started


def page(server: Server, path: str) -> str:
    """Return a page as a person reads it: HTML entities resolved."""
    reply = httpx.get(f"{server.base_url}{path}", trust_env=False)
    assert reply.status_code == 200
    return reply.text if path.endswith(".txt") else html.unescape(reply.text)


def curls(text: str) -> list[str]:
    """Return the curl commands of a page, continued lines joined."""
    joined = text.replace("\\\n", " ")
    return [line.strip() for line in re.findall(r"(?:<code>|^)(curl .+?)(?:</code>|$)", joined, re.MULTILINE)]


def run(command: str) -> dict[str, Any]:
    """Run one curl command as it stands and return the JSON it prints."""
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=30, check=True)
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


@pytest.mark.parametrize("path", PAGES)
def test_every_curl_line_is_accepted_with_the_token_of_the_reply_before(server: Server, path: str) -> None:
    commands = curls(page(server, path))
    assert commands
    token = ""
    for command in commands:
        assert token or "TOKEN" not in command, "a page must start a game before it plays"
        reply = run(command.replace("TOKEN", token))
        assert reply["ok"], (command, reply)
        token = reply["stateToken"]


def test_the_batch_of_the_guide_to_glasswend_pays_what_it_says(server: Server) -> None:
    for path in ("/llms.txt", "/docs/api/glasswend"):
        (command,) = [command for command in curls(page(server, path)) if '"repeat":92' in command]
        reply = run(command)
        assert "1800 points" in page(server, path)
        assert reply["score"] == 1800
        assert reply["applied"] == 154


@pytest.mark.parametrize("path", ["/llms.txt", "/docs/api/magic-hex-swap"])
def test_the_guides_to_magic_hex_swap_show_what_they_say(server: Server, path: str) -> None:
    text = page(server, path)
    replays = [command for command in curls(text) if "magic-hex-swap/replay" in command]
    won, wide, practice = [
        run(next(command for command in replays if mark in command))
        for mark in ("red-3", '"targets":[]},{"type":"preview"', "two-homes")
    ]
    assert "win in 9 turns" in text
    assert (won["gameOver"], won["score"], won["stopped"]) == (True, 9, "game-over")
    assert "lists the 37 acts that begin on [1,0]" in text
    acts = [action for action in wide["legalActions"] if action["type"] == "act"]
    assert [action["targets"][0] for action in acts] == [[1, 0]] * 37
    assert "go back 2 checkpoints" in text
    assert practice["observation"]["undoAvailable"] == 2


@pytest.mark.parametrize("slug", GAMES)
def test_a_worked_start_is_in_llms_txt_for_every_game(server: Server, slug: str) -> None:
    text = page(server, "/llms.txt")
    assert f"/api/games/{slug}/init?seed=" in text
    assert f"/api/games/{slug}/replay" in text
    assert f"/docs/api/{slug}" in text


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_page_holds_everything_the_spec_publishes(server: Server, slug: str) -> None:
    spec = httpx.get(f"{server.base_url}/api/games/{slug}", trust_env=False).json()["spec"]
    text = page(server, f"/docs/api/{slug}")
    engine = GAMES[slug]
    guides = [words for guide in engine.spec.guides for words in (guide.title, guide.text)]
    for words in (spec["goal"], spec["scoring"], *engine.spec.rules, *guides, *spec["legend"].values()):
        assert words in text
    assert spec["rules"].startswith("\n\n".join(engine.spec.rules))
    for event, meaning in spec["events"].items():
        assert f"<code>{event}</code>" in text
        assert meaning in text
    assert json.dumps(spec["actionGrammar"], indent=2) in text


@pytest.mark.parametrize("slug", GAMES)
def test_every_member_of_an_observation_is_explained(server: Server, slug: str) -> None:
    observation = httpx.get(f"{server.base_url}/api/games/{slug}/init?seed=7", trust_env=False).json()[
        "observation"
    ]
    engine = GAMES[slug]
    assert always_shown(engine) == list(observation)
    for text in (page(server, "/llms.txt"), page(server, f"/docs/api/{slug}")):
        for meaning in engine.spec.observation.values():
            assert meaning in text
        for line in observation["board"]:
            assert line in text


def test_pages_load_nothing_from_elsewhere_and_forbid_it(server: Server) -> None:
    for path in ("/", *PAGES[1:]):
        reply = httpx.get(f"{server.base_url}{path}", trust_env=False)
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert not re.search(r"<script|<img|<link|@import|url\(", reply.text)


def test_links_of_every_page_lead_somewhere(server: Server) -> None:
    for path in ("/", *PAGES[1:]):
        for link in re.findall(r'href="([^"]+)"', page(server, path)):
            assert httpx.get(f"{server.base_url}{link}", trust_env=False).status_code == 200, link


def test_limits_are_those_in_force(server: Server) -> None:
    settings = read_settings({})
    for path in ("/llms.txt", "/docs/api"):
        text = page(server, path)
        assert f"{settings.max_batch_items} items" in text
        assert f"{settings.max_batch_steps} steps" in text


def test_codes_on_the_docs_page_are_those_of_the_published_document(server: Server) -> None:
    document = httpx.get(f"{server.base_url}/openapi.json", trust_env=False).json()
    text = page(server, "/docs/api")
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                for code in response["content"].get("application/json", {}).get("examples", {}):
                    if 400 <= int(status) < 500:
                        assert f"<code>{code}</code>" in text, code


def test_boards_of_cantlewing_in_the_rules_are_the_boards_of_the_engine() -> None:
    # "1 First Bough, par 6, A -1, B 2, wind 0 0 0 0 0", ...
    rules = " ".join(GAMES["cantlewing"].spec.rules)
    for number, board in enumerate(FIXTURES, start=1):
        wind = " ".join(map(str, board.wind))
        told = f"{number} {board.name}, par {board.par}, A {board.a}, B {board.b}, wind {wind}"
        assert told in rules
