"""What can be read in a reply, a cookie and a token: the game, nothing that solves it, and no answer."""

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from typing import Final

import httpx
import pytest

from tests.answerer import answer
from tests.http.camp import ROOT, Camp, fills, payload, solution_of, taken
from tests.http.client import b64, unb64

DIFFICULTIES: Final = ("easy", "medium", "hard")


def texts(response: httpx.Response) -> Iterator[str]:
    """Yield everything a reply can be read as: its text, its headers, and all its tokens taken apart."""
    yield response.text
    yield json.dumps(dict(response.headers))
    for token in re.findall(r"[A-Za-z0-9_.-]{60,}", response.text + str(response.headers)):
        yield token
        try:
            yield json.dumps(payload(token))
        except ValueError:
            continue


def digits_in(text: str) -> str:
    """Return the digits of a text in a row, whatever stands between them."""
    return re.sub(r"[^1-9]", "", text)


def packings(solution: str) -> Iterator[str]:
    """Yield ways to write a solution that are longer than chance."""
    yield solution
    yield solution[::-1]
    yield "".join(solution[column::9] for column in range(9))
    yield format(int(solution), "x")
    yield b64(solution.encode())[:60]
    yield solution.encode().hex()
    for name in ("md5", "sha1", "sha256", "sha512", "blake2b"):
        yield hashlib.new(name, solution.encode()).hexdigest()[:16]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_solution_is_nowhere_before_the_end(camp: Camp, difficulty: str) -> None:
    first = camp.post("new", {"seed": 31, "difficulty": difficulty})
    start = taken(first)
    solution = solution_of(start["givens"])
    right = fills(solution, start["givens"])
    # All but three cells are right, and submitted, checked, refused: there is much to give away.
    replies = [
        first,
        camp.send(start, *right[:-3], "check"),
        camp.send(start, "submit"),
        camp.send(start, "check"),
    ]
    replies.append(camp.http.get(f"{ROOT}/state", headers={"X-State-Token": start["state_token"]}))
    replies.append(camp.post("act", {"state_token": start["state_token"]}))
    for response in replies:
        for text in texts(response):
            assert not any(packed in text for packed in packings(solution))
            assert not any(packed in digits_in(text) for packed in itertools.islice(packings(solution), 3))
        assert "solution" not in response.json()
    # Row by row, too: of the untouched game no row of the solution stands anywhere.
    rows = [solution[row : row + 9] for row in range(0, 81, 9)]
    for text in texts(first):
        assert not any(row in digits_in(line) for row in rows for line in text.split("|"))
    over = camp.send(start, "resign")
    assert solution in over.text


def test_the_token_holds_the_game_and_nothing_more(camp: Camp) -> None:
    start = camp.new(31)
    label, state = payload(start["state_token"])
    assert label == "state/sudoku/1"
    assert state == [31, "easy", 1, "playing", "." * 81, "", "", None, 0, 0, 0]


def everything(response: httpx.Response) -> str:
    return "\n".join(texts(response))


def test_no_hash_of_an_answer_that_anybody_could_make_is_in_a_reply(camp: Camp) -> None:
    """A player who hashes every number of 100 ... 99,999 with what can be read finds none in the reply."""
    start = camp.new(31)
    response = camp.http.get(f"{ROOT}/state", headers={"X-State-Token": start["state_token"]})
    puzzle = response.json()["agent_check"]
    number = answer(puzzle["question"])
    label, nonce, expiry, binding, mac = payload(puzzle["token"])
    seen = everything(response)
    raw = unb64(puzzle["token"].rpartition(".")[2])
    for guess in (number, *range(100, 1000)):
        for text in (f"{guess}", f"{nonce}{guess}", f"{nonce}{expiry}{binding}{guess}", f"{binding}{guess}"):
            for name in ("md5", "sha1", "sha256", "blake2s"):
                digest = hashlib.new(name, text.encode()).digest()
                assert digest.hex()[:16] not in seen
                assert b64(digest)[:16] not in seen
                assert digest[:8] not in raw
    assert label == "agent-check/1"
    assert number not in (nonce, expiry, binding, mac)


def test_the_answer_is_in_no_header(camp: Camp) -> None:
    for _ in range(30):
        response = camp.http.get("/api/v1/agent-check")
        number = str(answer(response.json()["agent_check"]["question"]))
        kept = {
            name: value for name, value in response.headers.items() if name not in ("date", "x-request-id")
        }
        assert number not in json.dumps(kept).replace(response.headers["content-length"], "")
