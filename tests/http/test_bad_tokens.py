"""Tokens that cannot be used: every tampering is refused with one code and one reason, and nothing else."""

import json
import zlib
from collections.abc import Callable
from typing import Final

import pytest

from tests.http.beam import BANK, DAWDLE
from tests.http.client import Api, Json, accepted, b64, echoes, problem, token_refusal, unb64
from tests.http.server import KEY

GAME: Final = "cantlewing"
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def with_other_spare_bits(text: str) -> list[str]:
    """Return the texts that a lenient decoder reads as the same bytes."""
    others = (text[:-1] + other for other in ALPHABET if other != text[-1])
    return [other for other in others if unb64(other) == unb64(text)]


def forged(token: str) -> dict[str, str]:
    """Return tamperings of a good token by name."""
    payload, _, signature = token.rpartition(".")
    signing = b64(b'{"alg":"none","typ":"JWT"}')
    claims = b64(b'{"score":1000000}')
    rich = unb64(payload).replace(b",0]", b",9]")
    cases = {
        "empty": "",
        "dot": ".",
        "dots": "...",
        "blank": " ",
        "payload only": payload,
        "signature dropped": f"{payload}.",
        "signature only": f".{signature}",
        "payload dropped": signature,
        "last character cut": token[:-1],
        "first character cut": token[1:],
        "half": token[: len(token) // 2],
        "signature of As": f"{payload}.{'A' * len(signature)}",
        "five characters": f"{token[:-5]}AAAAA",
        "swapped parts": f"{signature}.{payload}",
        "doubled": token + token,
        "one more character": f"{token}A",
        "one more part": f"{token}.{signature}",
        "score raised": f"{b64(rich)}.{signature}",
        "padded": f"{token}=",
        "padded twice": f"{token}==",
        "padded payload": f"{payload}=.{signature}",
        "tildes": f"{token}~~~~",
        "blank after": f"{token} ",
        "blank before": f" {token}",
        "line end": f"{token}\n",
        "NUL": f"{token}\0",
        "accent": f"{token} é",
        "byte order mark": f"\ufeff{token}",
        "standard alphabet": f"{token[:-2]}+/",
        "upper case": token.upper(),
        "quoted": f'"{token}"',
        "percent": token.replace(".", "%2E"),
        "look-alike": f"\u0410{token[1:]}",
        "JWT without algorithm": f"{signing}.{claims}.",
        "JWT with our signature": f"{signing}.{claims}.{signature}",
        "unsigned bomb": f".{b64(zlib.compress(bytes(10**6)))}.{signature}",
        "compressed payload": f".{b64(zlib.compress(rich))}.{signature}",
        "compressed mark": f".{token}",
        "8,000 characters": "A" * 7956 + "." + "A" * 43,
        "8,001 characters": "A" * 7957 + "." + "A" * 43,
        "60,000 characters": "A" * 60_000,
        "pickle": b64(b"\x80\x04K\x01."),
        "path": "../../etc/passwd",
        "markup": "<script>alert(1)</script>",
    }
    for number, text in enumerate(with_other_spare_bits(signature)):
        cases[f"spare bits {number}"] = f"{payload}.{text}"
    return cases


@pytest.fixture
def first(api: Api) -> Json:
    """The first position of a game."""
    return api.init(GAME)


def test_every_single_changed_character_is_refused_the_same_way(api: Api, first: Json) -> None:
    token = first["stateToken"]
    before = api.act(GAME, token, DAWDLE[0]).content
    refusals = set()
    for i, character in enumerate(token):
        other = "A" if character != "A" else "B"
        refusals.add(token_refusal(api, GAME, token[:i] + other + token[i + 1 :]))
    assert len(refusals) == 1
    assert api.act(GAME, token, DAWDLE[0]).content == before


def test_every_forged_token_is_refused_the_same_way(api: Api, first: Json) -> None:
    token = first["stateToken"]
    cases = forged(token)
    assert "spare bits 0" in cases
    before = api.act(GAME, token, DAWDLE[0]).content
    assert len({token_refusal(api, GAME, text) for text in cases.values()}) == 1
    assert api.act(GAME, token, DAWDLE[0]).content == before


def test_a_token_of_another_game_is_refused_like_any_other(api: Api, first: Json) -> None:
    junk = token_refusal(api, GAME, "junk")
    for slug in api.slugs():
        if slug != GAME:
            assert token_refusal(api, GAME, api.init(slug)["stateToken"]) == junk
            assert token_refusal(api, slug, first["stateToken"]) == token_refusal(api, slug, "junk")


@pytest.mark.parametrize("token", [7, True, 1.5, [], {}, ["x"], {"stateToken": "x"}, 10**19])
@pytest.mark.parametrize("member", ["stateToken", "state"])
@pytest.mark.parametrize("route", ["action", "state"])
def test_a_token_that_is_no_string_is_as_bad_as_any(api: Api, route: str, member: str, token: object) -> None:
    body = {member: token, "action": BANK}
    answer = problem(api.post(f"/api/games/{GAME}/{route}", body), 400, "bad-token")
    assert answer["reason"] == token_refusal(api, GAME, "junk")[1]


@pytest.mark.parametrize("token", [{}, {"stateToken": None}, {"state": None}])
@pytest.mark.parametrize("route", ["action", "state"])
def test_a_missing_token_is_a_bad_request(api: Api, route: str, token: Json) -> None:
    answer = problem(api.post(f"/api/games/{GAME}/{route}", {**token, "action": BANK}), 400, "bad-request")
    assert "stateToken" in answer["reason"]


def test_the_token_has_no_third_name(api: Api, first: Json) -> None:
    body = {"state_token": first["stateToken"], "action": BANK}
    problem(api.post(f"/api/games/{GAME}/action", body), 400, "bad-request")


def test_two_tokens_that_differ_are_refused(api: Api, first: Json) -> None:
    later = accepted(api.act(GAME, first["stateToken"], DAWDLE[0]))["stateToken"]
    for route in ("action", "state"):
        body = {"stateToken": first["stateToken"], "state": later, "action": BANK}
        problem(api.post(f"/api/games/{GAME}/{route}", body), 400, "bad-request")


def test_an_unsigned_state_is_never_believed(api: Api, first: Json) -> None:
    state = {"seed": 7, "score": 1_000_000, "phase": "cleared"}
    assert api.post(f"/api/games/{GAME}/action", {"state": state, "action": BANK}).status_code == 400
    both = api.post(
        f"/api/games/{GAME}/action", {"stateToken": first["stateToken"], "state": state, "action": BANK}
    )
    assert both.status_code == 400 or both.json()["score"] == 0
    beside = {**first["observation"], "stateToken": first["stateToken"], "action": BANK, "score": 1_000_000}
    assert accepted(api.post(f"/api/games/{GAME}/action", beside))["score"] == 0


def test_a_megabyte_of_token_is_too_large(api: Api) -> None:
    body = json.dumps({"stateToken": "A" * 10**6, "action": BANK})
    problem(api.post_text(f"/api/games/{GAME}/action", body), 413, "too-large")


def test_a_refused_token_is_not_echoed(api: Api, first: Json) -> None:
    for token in (first["stateToken"][:-1], "x" * 7000):
        answer = api.post(f"/api/games/{GAME}/state", {"stateToken": token})
        assert answer.status_code == 400
        assert not list(echoes(token, answer.text))


def test_a_token_is_signed_with_32_bytes_and_its_payload_can_be_read(api: Api, first: Json) -> None:
    payload, _, signature = first["stateToken"].rpartition(".")
    assert len(signature) == 43  # 32 bytes of HMAC-SHA-256
    assert json.loads(unb64(payload))


def test_tokens_do_not_reach_the_log(api: Api, first: Json, own_log: Callable[[], str]) -> None:
    api.act(GAME, first["stateToken"], DAWDLE[0])
    api.post(f"/api/games/{GAME}/state", {"stateToken": f"{first['stateToken']}x"})
    assert first["stateToken"] not in own_log()
    assert KEY not in own_log()
