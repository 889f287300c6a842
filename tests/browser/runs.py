"""Recorded runs to watch, the links that hold them, and where a board is."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.http.client import Json

GOLDEN: Final = Path(__file__).parents[1] / "engines"


def link(run: Json) -> str:
    """Return the path of the watch page with a run in it: JSON, raw deflate, base64url without padding."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(run).encode()) + packer.flush()
    return "/watch#run=" + base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def unlinked(address: str) -> Any:
    """Return the run in a link."""
    text = address.partition("#run=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), wbits=-15))


def at(page: Page, step: int) -> None:
    """Wait until the board is at a step."""
    expect(page.locator("#stage")).to_have_attribute("data-step", str(step))


def accepted_actions(game: str, name: str) -> tuple[int, list[Json]]:
    """Return the seed of a golden playthrough and what was accepted in it, up to the end of the run."""
    path = GOLDEN / game / "golden" / f"{name}.jsonl"
    first, *steps = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    accepted = [step for step in steps if step["refusal"] is None]
    over = next((at for at, step in enumerate(accepted) if step["phase"] in ("done", "ended")), len(accepted))
    return first["seed"], [step["action"] for step in accepted[: over + 1]]
