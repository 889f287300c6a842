"""schemathesis on the published document: no server error, and only statuses, shapes and types as told."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.http.conftest import Servers

CHECKS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "response_schema_conformance",
    "content_type_conformance",
    "unsupported_method",
)
SELECTED: Final = r"Selected: (\d+)/\1\n"
TESTED: Final = r"Tested: (\d+)\n"
CASES: Final = r"(\d+) generated, \1 passed"
SECONDS: Final = 60 if os.environ.get("CI") else 20


def test_requests_made_from_the_document_are_answered_as_it_says(servers: Servers, tmp_path: Path) -> None:
    (server,) = servers.start({})
    program = Path(sys.executable).with_name("st")
    checks = [word for check in CHECKS for word in ("--checks", check)]
    result = subprocess.run(
        [
            *(str(program), "run", f"{server.base_url}/openapi.json", *checks, "--max-time", str(SECONDS)),
            *("--workers", "1", "--generation-database", "none", "--no-color", "--seed", "7"),
        ],
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS + 120,
    )
    told = result.stdout[-6000:] + result.stderr[-2000:]
    assert result.returncode == 0, told
    selected, tested, cases = (re.search(pattern, told) for pattern in (SELECTED, TESTED, CASES))
    assert selected is not None, told
    assert tested is not None, told
    assert cases is not None, told
    assert selected[1] == tested[1]
    assert int(cases[1]) >= 100
