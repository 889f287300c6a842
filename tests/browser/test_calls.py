"""The panel of calls: each line, run as it stands, brings what it brought the page."""

import json
import shlex
import subprocess
from typing import Any

from playwright.sync_api import expect

from tests.browser.browser import Visit


def run(line: str) -> Any:
    """Run one curl command as it stands and return the JSON it prints."""
    done = subprocess.run(shlex.split(line), capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_a_quotation_mark_stays_inside_the_line(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    hostile = "it's '$(id)' `id` \\ \"$HOME\" 'x"
    call = {
        "method": "POST",
        "url": f"http://host/{hostile}",
        "headers": {"X-State-Token": hostile},
        "body": json.dumps({"command": hostile}),
    }
    line = page.evaluate(
        """async call => {
            const address = document.querySelector('link[href$="/common/calls.js"]').href;
            return (await import(address)).curl(call);
        }""",
        call,
    )
    read = subprocess.run(["sh", "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True, text=True)
    words = ["curl", "-s", call["url"], "-H", f"X-State-Token: {hostile}", "-d", call["body"]]
    assert read.stdout.split("\0") == [*words, ""]


def test_every_line_can_be_run_and_brings_the_token_the_page_has(visit: Visit) -> None:
    page = visit.go("/play/cantlewing?seed=7")
    for step, key in enumerate(("ArrowRight", "ArrowLeft"), start=1):
        page.keyboard.press(key)
        expect(page.locator("#stage")).to_have_attribute("data-step", str(step))
    page.get_by_text("What this page sends").click()
    expect(page.locator(".calls code")).to_have_count(3)
    lines = page.locator(".calls code").all_inner_texts()
    kept = [kept["token"] for kept in visit.stored("run:cantlewing")["tokens"]]
    assert [run(line)["stateToken"] for line in reversed(lines)] == kept
