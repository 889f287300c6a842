"""What single requests cannot show is held by tests that are there; docs/security.md tells of all."""

import ast
import re
from typing import Final

import pytest

from tests.docs.markdown import REPOSITORY
from tests.hostile.elsewhere import ELSEWHERE
from tests.hostile.rows import ROWS
from tests.hostile.told import rows_told

PAGE: Final = (REPOSITORY / "docs/security.md").read_text("utf-8")


@pytest.mark.parametrize("row", ELSEWHERE)
def test_every_test_that_holds_a_row_is_there(row: str) -> None:
    assert ELSEWHERE[row]
    for test in ELSEWHERE[row]:
        path, _, name = test.partition("::")
        assert re.fullmatch(r"tests/[a-z]+/test_[a-z_]+\.py", path)
        assert name.startswith("test_")
        module = ast.parse((REPOSITORY / path).read_text("utf-8"))
        # pytest collects what a module of tests/ defines under such a name at its top.
        assert name in {each.name for each in module.body if isinstance(each, ast.FunctionDef)}, test


def test_the_page_tells_of_every_row_and_of_no_other() -> None:
    assert list(rows_told()) == [*(row.title for row in ROWS), *ELSEWHERE]


def test_signatures_and_answers_are_compared_in_constant_time() -> None:
    for module in ("app/tokens.py", "app/agent_check.py"):
        tree = ast.parse((REPOSITORY / module).read_text("utf-8"))
        named = {ast.unparse(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call)}
        assert named & {"compare_digest", "hmac.compare_digest"}
        compared = [
            ast.unparse(side)
            for each in ast.walk(tree)
            if isinstance(each, ast.Compare)
            for side in (each.left, *each.comparators)
        ]
        assert not [side for side in compared if re.search(r"\b(signature|mac|digest)\b", side)]


def test_the_links_of_the_page_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert links
    for link in links:
        page, _, part = link.partition("#")
        text = (REPOSITORY / "docs" / page).read_text("utf-8") if page else PAGE
        heads = {
            re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")
            for head in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        }
        assert not part or part in heads, link
