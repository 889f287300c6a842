"""Tokens the server never made but whose signature holds: other versions, other kinds, damaged, bombs."""

import hashlib
import json
import zlib
from typing import Any, Final

import pytest
from itsdangerous import URLSafeSerializer

from tests.http.beam import NEXT
from tests.http.camp import Camp, cookie, wrong
from tests.http.client import Api, b64, problem, token_refusal, unb64

GAME: Final = "cantlewing"


class Mint:
    """Signs with the server's key and stock itsdangerous what the server never would."""

    def __init__(self, key: str, token: str) -> None:
        self.key = key
        payload = token.rpartition(".")[0]
        self.label, self.state = json.loads(unb64(payload))
        # It signs as the server does, though what it may compress differs.
        assert self.serializer(self.label).loads(token) == [self.label, self.state]

    def serializer(self, label: str) -> URLSafeSerializer:
        """Return the serializer for tokens of this kind."""
        signer = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        return URLSafeSerializer(self.key, salt=f"campboard/{label}", signer_kwargs=signer)

    def sign(self, payload: Any, label: str = "") -> str:
        """Return a token of a JSON value under a label, the game's own if none is given."""
        signed = self.serializer(label or self.label).dumps(payload)
        return signed if isinstance(signed, str) else signed.decode()

    def sign_raw(self, payload: bytes) -> str:
        """Return a token whose payload is these bytes."""
        signed = self.serializer(self.label).make_signer(f"campboard/{self.label}").sign(payload)
        return signed.decode()


@pytest.fixture
def mint(api: Api, own_key: str) -> Mint:
    """A mint for tokens of the server under test."""
    return Mint(own_key, api.init(GAME)["stateToken"])


def test_a_token_of_another_rules_version_is_409_old_token(api: Api, mint: Mint) -> None:
    stem, _, version = mint.label.rpartition("/")
    label = f"{stem}/{int(version) + 1}"
    for route in ("action", "state"):
        body = {"stateToken": mint.sign([label, mint.state], label), "action": NEXT}
        answer = problem(api.post(f"/api/games/{GAME}/{route}", body), 409, "old-token")
        assert "new" in answer["reason"]


def test_a_signed_but_damaged_payload_is_a_bad_token(api: Api, mint: Mint) -> None:
    label, state = mint.label, mint.state
    wrong: list[object] = ["?", 1.5, [], 2**70, True]
    states: list[object] = [[], {}, None, 7, "x", state[:-1], [*state, 0], {"v": 1}, [state]]
    states += [[*state[:i], value, *state[i + 1 :]] for i in range(len(state)) for value in wrong]
    payloads: list[object] = [None, [], {}, 7, "x", [label], [label, state, 0], [7, state], {"v": 1}, state]
    junk = token_refusal(api, GAME, "junk")
    for payload in [*payloads, *([label, damaged] for damaged in states)]:
        assert token_refusal(api, GAME, mint.sign(payload)) == junk, payload
    for text in (b"AA", b".", b".AA", b64(b"\x80\x04K\x01.").encode(), b64(b"{").encode()):
        assert token_refusal(api, GAME, mint.sign_raw(text)) == junk, text


def test_a_signed_payload_that_is_no_base64_is_a_bad_token(api: Api, mint: Mint) -> None:
    for text in (b"A", b".A", b"AAAAA"):
        assert token_refusal(api, GAME, mint.sign_raw(text)) == token_refusal(api, GAME, "junk")


def test_a_signed_bomb_is_a_bad_token(api: Api, mint: Mint) -> None:
    bomb = b"." + b64(zlib.compress(b" " * 2 * 10**6, 9)).encode()
    assert len(bomb) < 7000
    assert token_refusal(api, GAME, mint.sign_raw(bomb)) == token_refusal(api, GAME, "junk")


def test_a_token_of_another_kind_is_a_bad_token(api: Api, mint: Mint) -> None:
    for label in ("agent-check/1", "state/sudoku/1", "camp/sudoku/1"):
        token = mint.sign([label, mint.state], label)
        assert token_refusal(api, GAME, token) == token_refusal(api, GAME, "junk")
        assert token_refusal(api, GAME, mint.sign([label, mint.state])) == token_refusal(api, GAME, "junk")


@pytest.fixture
def sudoku(camp: Camp, own_key: str) -> Mint:
    """A mint for Sudoku's tokens of the server under test."""
    return Mint(own_key, camp.new(7)["state_token"])


def test_58_a_sudoku_token_of_another_version_is_409_and_its_cookie_stays(camp: Camp, sudoku: Mint) -> None:
    label = f"{sudoku.label.rpartition('/')[0]}/2"
    token = sudoku.sign([label, sudoku.state], label)
    for headers in ({"X-State-Token": token}, cookie(token)):
        answer = camp.look(headers)
        assert "/games/sudoku/api/new" in wrong(answer, 409, "old-token")["reason"]
        assert "set-cookie" not in answer.headers


def test_58_tokens_of_other_games_and_kinds_are_bad(camp: Camp, sudoku: Mint, mint: Mint) -> None:
    state = sudoku.state
    odd: list[object] = ["?", 1.5, [], 2**70, True, -1]
    damaged = [[*state[:i], value, *state[i + 1 :]] for i in range(len(state)) for value in odd]
    tokens = [mint.sign([mint.label, mint.state]), mint.sign([sudoku.label, state])]
    tokens += [sudoku.sign([sudoku.label, one]) for one in ([], {}, None, state[:-1], [*state, 0], *damaged)]
    for label in ("agent-check/1", "camp/sudoku/1", "state/cantlewing/1"):
        tokens += [sudoku.sign([label, state], label), sudoku.sign([label, state])]
    # A turn or a count of checks may be any number, so two of the changes make another good state.
    tokens = [token for token in tokens if camp.look({"X-State-Token": token}).status_code != 200]
    assert len(tokens) > 60
    for token in tokens:
        wrong(camp.look({"X-State-Token": token}), 400, "bad-token")
        answer = camp.look(cookie(token))
        wrong(answer, 400, "bad-token")
        assert "Max-Age=0" in answer.headers["set-cookie"]


def test_a_signed_bomb_is_a_bad_token_at_sudoku(camp: Camp, sudoku: Mint) -> None:
    bomb = b"." + b64(zlib.compress(b" " * 2 * 10**6, 9)).encode()
    wrong(camp.look({"X-State-Token": sudoku.sign_raw(bomb)}), 400, "bad-token")
