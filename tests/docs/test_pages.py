"""llms.txt and the docs pages do what they say: every curl line is run, every number is the game's own."""

import html
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from app.settings import read_settings
from engines.cantlewing.model import FIXTURES
from engines.registry import COMMAND_GAMES, GAMES
from schemas.camp import MAX_COMMANDS
from tests.answerer import answer
from tests.engines.plays import always_shown
from tests.http.server import Server, running

PAGES: Final = ["/llms.txt", "/docs/api", *(f"/docs/api/{slug}" for slug in GAMES)]
CAMP_PAGES: Final = ["/docs/camp", *(f"/docs/camp/{slug}" for slug in COMMAND_GAMES)]


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


def run(command: str, folder: Path | None = None) -> dict[str, Any]:
    """Run one curl command as it stands and return the JSON it prints."""
    done = subprocess.run(
        shlex.split(command), cwd=folder, capture_output=True, text=True, timeout=30, check=True
    )
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


@pytest.mark.parametrize("path", [*PAGES, *CAMP_PAGES])
def test_every_curl_line_is_accepted_with_what_the_reply_before_gave(
    server: Server, path: str, tmp_path: Path
) -> None:
    commands = curls(page(server, path))
    assert commands
    token = check = number = ""
    for command in commands:
        assert token or "TOKEN" not in command, "a page must start a game before it plays"
        assert check or "CHECK" not in command, "a page must ask before it wants an answer"
        sent = command.replace("TOKEN", token).replace("CHECK", check).replace("ANSWER", number)
        reply = run(sent, tmp_path)
        assert reply["ok"], (command, reply)
        token = reply.get("stateToken", "")
        if "agent_check" in reply:
            check, number = reply["agent_check"]["token"], str(answer(reply["agent_check"]["question"]))


@pytest.mark.parametrize("slug", COMMAND_GAMES)
def test_a_whole_game_by_commands_is_in_llms_txt(server: Server, slug: str, tmp_path: Path) -> None:
    text = page(server, "/llms.txt")
    lines = [command for command in curls(text) if f"/games/{slug}/" in command]
    assert [line.split("/api/")[1].split()[0] for line in lines] == ["new", "act", "state", "act", "finish"]
    assert f"/docs/camp/{slug}" in text
    (sample,) = re.findall(r'"question":"([^"]+)"', text)
    (told,) = re.findall(r"ANSWER is `(\d+)`", text)
    assert answer(sample) == int(told)
    commands = json.loads(lines[3].rpartition("-d '")[2][:-1].replace("ANSWER", "0"))["commands"]
    first = json.loads(lines[1].rpartition("-d '")[2][:-1])["command"]
    assert (first, *commands) == COMMAND_GAMES[slug].spec.example


@pytest.mark.parametrize("slug", COMMAND_GAMES)
def test_a_page_of_a_command_game_holds_everything_it_publishes(server: Server, slug: str) -> None:
    spec = httpx.get(f"{server.base_url}/games/{slug}/api", trust_env=False).json()
    body = httpx.post(f"{server.base_url}/games/{slug}/api/new", json={"seed": 7}, trust_env=False).json()
    html_page = httpx.get(f"{server.base_url}/docs/camp/{slug}", trust_env=False).text
    assert spec["rules_html"] in html_page
    for path in (f"/docs/camp/{slug}", "/llms.txt"):
        text = page(server, path)
        assert spec["description"] in text
        for command in spec["commands"]:
            assert all(words in text for words in command.values())
        for option in spec["options"]:
            assert all(choice["label"] in text for choice in option["choices"])
        assert all(line in text for line in body["board"])
        for member, meaning in COMMAND_GAMES[slug].spec.observation.items():
            assert member in text
            assert meaning in text
    text = page(server, "/llms.txt")
    for paragraph in re.findall(r"<p>(.*?)</p>", spec["rules_html"], re.DOTALL):
        plain = html.unescape(re.sub(r"</?b>", "", re.sub(r"</?code>", "`", " ".join(paragraph.split()))))
        assert plain in text


def test_the_page_on_commands_tells_the_limits_and_every_code(server: Server) -> None:
    text = " ".join(page(server, "/docs/camp").split())
    for told in (
        f"1 to {MAX_COMMANDS} of them",
        "1 to 10",
        "10 to 2000 characters",
        "600 seconds",
        "180 seconds",
    ):
        assert told in text
    document = httpx.get(f"{server.base_url}/openapi.json", trust_env=False).json()
    for path, methods in document["paths"].items():
        for operation in methods.values() if path.startswith(("/games", "/api/v1")) else ():
            for status, response in operation["responses"].items():
                for code in response["content"]["application/json"].get("examples", {}):
                    if 400 <= int(status) < 500:
                        assert f"<code>{code}</code>" in text, code
    for why in ("missing", "malformed", "invalid", "expired", "used", "wrong"):
        assert f"<code>agent-check-{why}</code>" in text


def test_the_start_page_links_the_games_by_commands(server: Server) -> None:
    text = page(server, "/")
    for path in ("/docs/camp", "/games", *(f"/docs/camp/{slug}" for slug in COMMAND_GAMES)):
        assert f'href="{path}"' in text


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


def test_the_spec_holds_the_batch_of_the_guide_to_glasswend(server: Server) -> None:
    # An agent that reads nothing but init finds what the guide's words point to.
    init = httpx.get(f"{server.base_url}/api/games/glasswend/init?seed=7", trust_env=False).json()
    title, guide = "How to play this over HTTP without a request per tick", init["spec"]["rules"]
    (batch,) = [line for line in guide.partition(title)[2].splitlines() if line.startswith("{")]
    body = {"stateToken": init["stateToken"], **json.loads(batch)}
    reply = httpx.post(f"{server.base_url}/api/games/glasswend/action", json=body, trust_env=False).json()
    assert (reply["score"], reply["applied"]) == (1800, 154)


@pytest.mark.parametrize("slug", [slug for slug, engine in GAMES.items() if engine.spec.guides])
def test_the_spec_holds_every_batch_that_the_pages_show(server: Server, slug: str) -> None:
    rules = httpx.get(f"{server.base_url}/api/games/{slug}", trust_env=False).json()["spec"]["rules"]
    batches = [json.loads(line) for line in rules.splitlines() if line.startswith("{")]
    shown = [
        json.loads(shlex.split(command)[-1])
        for command in curls(page(server, f"/docs/api/{slug}"))
        if f"/{slug}/replay" in command
    ]
    assert len(batches) == len(GAMES[slug].spec.guides)
    assert [{"seed": 7, **batch} for batch in batches] == shown[: len(batches)]


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
    for path in ("/", *PAGES[1:], *CAMP_PAGES):
        reply = httpx.get(f"{server.base_url}{path}", trust_env=False)
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert not re.search(r"<script|<img|<link|@import|url\(", reply.text)


def test_links_of_every_page_lead_somewhere(server: Server) -> None:
    for path in ("/", *PAGES[1:], *CAMP_PAGES):
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
    for path, methods in document["paths"].items():
        for operation in () if path.startswith(("/games", "/api/v1")) else methods.values():
            for status, response in operation["responses"].items():
                for code in response.get("content", {}).get("application/json", {}).get("examples", {}):
                    if 400 <= int(status) < 500:
                        assert f"<code>{code}</code>" in text, code


def test_boards_of_cantlewing_in_the_rules_are_the_boards_of_the_engine() -> None:
    # "1 First Bough, par 6, A -1, B 2, wind 0 0 0 0 0", ...
    rules = " ".join(GAMES["cantlewing"].spec.rules)
    for number, board in enumerate(FIXTURES, start=1):
        wind = " ".join(map(str, board.wind))
        told = f"{number} {board.name}, par {board.par}, A {board.a}, B {board.b}, wind {wind}"
        assert told in rules
