"""Texts as the bodies of requests: of every POST there is, or as the action of a game."""

from collections.abc import Iterable, Iterator
from typing import Final

from tests.hostile.ground import GAME, Answer, Ground, Sent, post
from tests.http.camp import ROOT

NOT_JSON: Final = "400 bad-json"
ROUTES: Final = tuple(f"{GAME}/{route}" for route in ("action", "state", "replay"))
VERBS: Final = tuple(f"{ROOT}/{verb}" for verb in ("new", "act", "finish"))


def everywhere(texts: Iterable[bytes | str], *wanted: str) -> Iterator[Sent]:
    """Yield each text as the body of every POST there is."""
    for text in texts:
        raw = text.encode() if isinstance(text, str) else text
        for target in (*ROUTES, *VERBS):
            yield Sent(f"{target} {raw[:20]!r}", post(target, raw), wanted)


def actions(ground: Ground, slug: str, texts: Iterable[str], *wanted: str) -> Iterator[Sent]:
    """Yield each text as the action of a game, whose refusal leaves everything as it was."""
    token = ground.tokens[slug]

    def as_it_was(answer: Answer) -> None:
        found = answer.json
        if found["ok"]:
            return
        assert found["stateToken"] == token
        assert found["legalActions"]
        assert found["reason"]

    for text in texts:
        body = f'{{"stateToken":"{token}","action":{text}}}'.encode()
        yield Sent(f"{slug} {text[:40]}", post(f"/api/games/{slug}/action", body), wanted, as_it_was)
