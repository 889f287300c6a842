"""The rules that a game's page unfolds: a player's words, the numbers of the game, nothing of the API."""

import html
import json
import re
from typing import Final

from tests.http.client import Api, Json

FORBIDDEN: Final = re.compile(
    r"(?i:\b(?:ticks?|tokens?|batch(?:es)?|bots?|agents?|api|http|json|requests?|endpoints?|curl)\b)"
    r"|(?i:\b(?:commands?|observations?|phases?|refus(?:al|ed)|legal|init|repl(?:y|ies)|null|true|false)\b)"
    r"|\b(?:GET|POST)\b"
    r"|[a-z][A-Z]|_|[{}\[\]=`<>]"  # stateToken, potential_score, [q,r], set <row> ...
    r"|\b(?:white|black|red|blue|green)-[1-3]"
)
IN_OTHER_UNITS: Final = {
    # 30 ticks are a second: motes move 129 to 310 thousandths of a cell a tick, crawlers a cell in 8.
    "glasswend": {"3.87", "9.3", "3.75"},
    # A quarter of 300, 600 and 1000; half of a fifth of each.
    "sudoku": {"75", "150", "250", "30", "60", "100"},
}


def published(api: Api) -> dict[str, tuple[str, Json]]:
    """Return for each game the family of its docs page and what the API says about it."""
    found = {slug: ("api", api.get(f"/api/games/{slug}").json()["spec"]) for slug in api.slugs()}
    for game in api.get("/games").json()["games"]:
        found[game["game"]] = ("camp", api.get(f"/games/{game['game']}/api").json())
    assert len(found) >= 5
    return found


def unfolded(api: Api, slug: str) -> tuple[list[str], list[str]]:
    """Return the paragraphs under Rules on a game's page, links left out, and the addresses of the links."""
    (fold,) = re.findall(r'<details id="rules">(.*?)</details>', api.get(f"/play/{slug}").text, re.DOTALL)
    links = re.findall(r'<p><a href="([^"]+)">[^<]+</a></p>', fold)
    fold = re.sub(r"<p><a .*?</p>|<summary>Rules</summary>", "", fold, flags=re.DOTALL)
    paragraphs = re.findall(r"<p>(.*?)</p>", fold, re.DOTALL)
    assert not re.sub(r"<p>.*?</p>", "", fold, flags=re.DOTALL).strip()
    return [html.unescape(paragraph) for paragraph in paragraphs], links


def numbers(text: str) -> set[str]:
    """Return the numbers of a text from 10 up, and those with a fraction."""
    return {each for each in re.findall(r"\d+(?:\.\d+)?", text) if float(each) >= 10 or "." in each}


def test_the_rules_on_a_page_are_a_few_paragraphs_without_a_word_of_the_api(api: Api) -> None:
    for slug in published(api):
        paragraphs, _ = unfolded(api, slug)
        assert 3 <= len(paragraphs) <= 7, slug
        for paragraph in paragraphs:
            assert not FORBIDDEN.search(paragraph), (slug, FORBIDDEN.search(paragraph))


def test_they_are_not_the_text_for_agents(api: Api) -> None:
    for slug, (_, spec) in published(api).items():
        text = " ".join(unfolded(api, slug)[0])
        told = re.sub(r"<[^>]+>", "", html.unescape(spec.get("rules") or spec["rules_html"]))
        assert FORBIDDEN.search(told)  # so it looks for words that the API has
        sentences = [sentence for sentence in re.split(r"(?<=[.:;])\s+", told) if len(sentence.split()) > 5]
        assert len(sentences) > 10
        assert not [sentence for sentence in sentences if sentence in text]


def test_their_numbers_are_those_that_the_api_publishes(api: Api) -> None:
    for slug, (_, spec) in published(api).items():
        told = numbers(" ".join(unfolded(api, slug)[0]))
        derived = IN_OTHER_UNITS.get(slug, set())
        assert told - numbers(json.dumps(spec)) <= derived <= told, slug


def test_a_link_below_them_leads_to_the_exact_rules_and_the_api(api: Api) -> None:
    for slug, (family, _) in published(api).items():
        _, links = unfolded(api, slug)
        assert links == [f"/docs/{family}/{slug}"]
        assert api.get(links[0]).status_code == 200
