"""What docs/security.md says of each row."""

import re
from typing import Final

from tests.docs.markdown import REPOSITORY

_ROW: Final = re.compile(r"^\| ([^|]+) \| ([^|]+) \|(?: [^|]+ \|)?$", re.MULTILINE)
_CODE: Final = re.compile(r"`(\d{3}(?: [a-z-]+)?)`")


def rows_told() -> dict[str, set[str]]:
    """Return what comes, in the order of the page, to the kinds of answer that are named for it."""
    text = (REPOSITORY / "docs/security.md").read_text("utf-8")
    rows = [match.groups() for match in _ROW.finditer(text) if not match[1].startswith(("---", "what comes"))]
    assert len({title for title, _ in rows}) == len(rows)
    return {title: set(_CODE.findall(answers)) for title, answers in rows}


def as_told(kind: str) -> str:
    """Return a kind of answer as the page writes it: a page and a good reply are both 200."""
    return {"200 ok": "200", "405": "405 method-not-allowed"}.get(kind, kind)
