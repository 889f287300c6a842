"""Fenced blocks of our Markdown pages."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]

_FENCE: Final = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, its language and the text between it and the block before."""

    language: str
    text: str
    before: str


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page of this repository, in order."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    found = []
    end = 0
    for match in _FENCE.finditer(text):
        found.append(Block(match[1], match[2], text[end : match.start()]))
        end = match.end()
    return found
