"""docs/operations.md does what it says: commands are run, samples and numbers held against servers."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Final

import httpx
import pytest

from app.buckets import MAX_CLIENTS
from app.limits import STEPS_PER_REQUEST
from app.settings import DEFAULT_RATE_LIMIT, Settings, read_settings
from tests.app.series import every_series
from tests.docs.markdown import REPOSITORY, blocks
from tests.http.beam import BANK
from tests.http.server import Server, running

PAGE: Final = "docs/operations.md"
TEXT: Final = (REPOSITORY / PAGE).read_text("utf-8")
SETTINGS: Final = {str(field.alias): field.default for field in Settings.model_fields.values()}
GAME: Final = "/api/games/cantlewing"


def commands() -> list[str]:
    """Return the blocks of shell commands, those inside a list too."""
    found = re.findall(r"^( *)```sh\n(.*?)^ *```$", TEXT, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]


def run(folder: Path, script: str) -> None:
    """Run commands in a folder that has the Makefile."""
    shutil.copy(REPOSITORY / "Makefile", folder)
    subprocess.run(["bash", "-euc", script], cwd=folder, capture_output=True, timeout=60, check=True)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_keys_change_as_told_while_a_game_is_under_way(tmp_path: Path) -> None:
    first = commands()[0].splitlines()[0]
    add, sign, remove = (each for each in commands() if "keys.new" in each)
    folder = tmp_path / "keys"
    folder.mkdir()
    run(folder, first)
    assert (folder / "keys").stat().st_mode & 0o077 == 0
    known = []
    for script in ("", add, sign, remove):
        run(folder, script)
        known.append((folder / "keys").read_text().strip())
    old, new = known[0], known[3]
    assert known == [old, f"{new},{old}", f"{old},{new}", new]
    with ExitStack() as stack:
        started = stack.enter_context(running(tmp_path, *({"CAMPBOARD_SECRET": keys} for keys in known)))
        bases = [server.base_url for server in started]
        # During a rolling restart two neighbours run side by side, and each takes what the other signs.
        for one, other in pairwise(bases):
            assert takes(other, start(one))
            assert takes(one, start(other))
        # Step 2 signs with the new key, also where the game came with the old one.
        lying = start(bases[0])
        assert takes(bases[3], moved(bases[2], lying))
        # Step 3 ends the games that were left lying.
        assert not takes(bases[3], lying)


def start(base: str) -> str:
    """Start a game and return its token."""
    token: str = httpx.get(f"{base}{GAME}/init?seed=7", trust_env=False).json()["stateToken"]
    return token


def takes(base: str, token: str) -> bool:
    """Tell whether a server takes a token; if not, because no key of its signed it."""
    answer = httpx.post(f"{base}{GAME}/state", json={"stateToken": token}, trust_env=False)
    assert answer.json().get("code") == (None if answer.status_code == 200 else "bad-token")
    return answer.status_code == 200


def moved(base: str, token: str) -> str:
    """Play a move and return the token after it."""
    body = {"stateToken": token, "action": {"type": "walk", "direction": 1}}
    answer = httpx.post(f"{base}{GAME}/action", json=body, trust_env=False).json()
    assert answer["ok"] is True
    after: str = answer["stateToken"]
    return after


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("operations"), {"CAMPBOARD_RATE_LIMIT": "1/minute"}) as (started,):
        yield started


def samples() -> list[dict[str, object]]:
    """Return the JSON samples of the page."""
    return [json.loads(block.text) for block in blocks(PAGE) if block.language == "json"]


def test_the_answer_over_the_limit_is_as_shown(server: Server) -> None:
    (shown,) = [sample for sample in samples() if sample.get("code") == "rate-limited"]
    answers = [httpx.get(f"{server.base_url}/api/games", trust_env=False) for _ in range(2)]
    refused = answers[-1]
    assert refused.status_code == 429
    body = refused.json()
    del body["requestId"]
    assert body == shown
    for name in ("RateLimit-Policy", "RateLimit"):
        assert f"`{name}: {refused.headers[name]}`" in TEXT


def test_a_line_of_the_log_is_as_shown(tmp_path: Path) -> None:
    (shown,) = [sample for sample in samples() if sample.get("message") == "request"]
    with running(tmp_path, {}) as (server,):
        body = {"stateToken": start(server.base_url), "action": {**BANK, "type": "fly"}}
        httpx.post(f"{server.base_url}{GAME}/action", json=body, trust_env=False)
    (line,) = [each for each in server.log_lines() if each.get("token")]
    assert list(line) == list(shown)
    for name in ("level", "message", "method", "route", "status", "slug"):
        assert line[name] == shown[name]
    for name in ("time", "token"):
        pattern = re.sub("[0-9a-f]", "[0-9a-f]", re.escape(str(shown[name])))
        assert re.fullmatch(pattern, str(line[name]))


def test_the_series_are_those_told() -> None:
    text = every_series()
    told = dict(re.findall(r"^# TYPE (campboard_\w+) (\w+)$", text, re.MULTILINE))
    rows = re.findall(r"^\| `(campboard_\w+)`( \(histogram\))? \| (.*) \|$", TEXT, re.MULTILINE)
    assert {name: "histogram" if histogram else "counter" for name, histogram, _ in rows} == told
    for name, _, labels in rows:
        sample = re.search(rf"^{name}(?:_bucket)?\{{(.*)\}}", text, re.MULTILINE)
        assert sample is not None
        found = set(re.findall(r'(\w+)="', sample[1])) - {"le"}
        assert found == set(re.findall(r"`([a-z]+)`", labels.partition(":")[0]))


def test_every_setting_is_told_of_and_none_that_is_not_there() -> None:
    named = set(re.findall(r"\bCAMPBOARD_[A-Z_]+", TEXT)) | {"HOST", "PORT", "WORKERS"}
    assert named == set(SETTINGS)


def test_numbers_are_those_of_the_server() -> None:
    for name in ("REQUEST_SECONDS", "KEEP_ALIVE_SECONDS", "MAX_CONNECTIONS"):
        assert f"`CAMPBOARD_{name}` ({SETTINGS[f'CAMPBOARD_{name}']})" in TEXT
    assert f"CAMPBOARD_RATE_LIMIT={DEFAULT_RATE_LIMIT}" in TEXT
    assert f"one more request for each {STEPS_PER_REQUEST}\nsteps" in TEXT
    assert f"at most {MAX_CLIENTS:,} clients" in TEXT
    assert (
        read_settings({"CAMPBOARD_ENV": "production"}).rate
        == read_settings({"CAMPBOARD_RATE_LIMIT": DEFAULT_RATE_LIMIT}).rate
    )


def test_links_and_commands_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        if link.startswith("#"):
            assert re.search(rf"^## {link[1:].replace('-', ' ')}$", TEXT, re.MULTILINE | re.IGNORECASE), link
        else:
            assert (REPOSITORY / "docs" / link).exists(), link
    makefile = (REPOSITORY / "Makefile").read_text("utf-8")
    named = "\n".join([*commands(), *re.findall("`(make .*?)`", TEXT)])
    for target in re.findall(r"\bmake (?:-s )?([a-z-]+)", named):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    (kubernetes,) = [each for each in commands() if "kubectl" in each]
    deployment = (REPOSITORY / "deploy/kubernetes/deployment.yaml").read_text("utf-8")
    (secret,) = re.findall(r"create secret generic (\S+) --from-file=keys", kubernetes)
    assert f"secretName: {secret}" in deployment
    assert "/campboard/keys" in deployment
    (scaled,) = [each for each in commands() if "compose" in each]
    assert "profiles: [scaled]" in (REPOSITORY / "docker-compose.yml").read_text("utf-8")
    assert "--profile scaled" in scaled
