"""The token service agrees with stock itsdangerous, and refuses whatever else is spelt, signed or meant."""

import hashlib
import hmac
import json
import os
import random
import secrets
import subprocess
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from itsdangerous import BadSignature, URLSafeSerializer

from app.tokens import LONGEST_FRESH, MOST_FRESH, BadToken, OldToken, Tokens
from engines.contract import Engine
from engines.registry import GAMES
from tests.app.signing import (
    ALPHABET,
    KEY,
    LABEL,
    LITERAL,
    NEW_KEY,
    OLD_KEY,
    SALT,
    SEALER,
    SERVICE,
    STRANGE_KEY,
    deflated,
    encoded,
    refusal_of,
    signed,
    stock,
    stock_dumps,
)
from tests.app.toys import LARGE, LARGE_PAYLOAD, OTHER, SMALL, SMALL_PAYLOAD, TOY, Pebble, State, toy_game
from tests.engines.plays import default_options

ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize(("state", "payload"), [(SMALL, SMALL_PAYLOAD), (LARGE, LARGE_PAYLOAD)])
def test_stock_itsdangerous_reads_our_tokens(state: State, payload: list[Any]) -> None:
    assert stock().loads(SEALER.seal(TOY, state)) == [LABEL, payload]


@pytest.mark.parametrize(("state", "payload"), [(SMALL, SMALL_PAYLOAD), (LARGE, LARGE_PAYLOAD)])
def test_tokens_of_stock_itsdangerous_are_opened(state: State, payload: list[Any]) -> None:
    assert SERVICE.open(TOY, stock_dumps([LABEL, payload])) == state


def test_the_large_payload_is_compressed_and_the_small_one_is_not() -> None:
    assert len(json.dumps([LABEL, LARGE_PAYLOAD], separators=(",", ":"))) > 512
    assert SEALER.seal(TOY, LARGE).startswith(".")
    assert not SEALER.seal(TOY, SMALL).startswith(".")


def test_a_large_payload_that_does_not_compress_travels_both_ways() -> None:
    # 1,200 random hex digits: zlib gains nearly half, base64 costs a third; both spellings are valid tokens.
    note = random.Random(7).randbytes(600).hex()
    state = replace(SMALL, note=note)
    payload = [LABEL, [*SMALL_PAYLOAD[:4], note, True]]
    assert stock().loads(SEALER.seal(TOY, state)) == payload
    for text in (encoded, deflated):
        assert SERVICE.open(TOY, signed(text(json.dumps(payload).encode()))) == state


def test_text_outside_ascii_travels_both_ways() -> None:
    state = replace(SMALL, note="Bäume, 木, \U0001f332, \x00")
    payload = [LABEL, [*SMALL_PAYLOAD[:4], state.note, True]]
    assert stock().loads(SEALER.seal(TOY, state)) == payload
    assert SERVICE.open(TOY, stock_dumps(payload)) == state


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.spec.slug))
def test_each_game_starts_in_a_token_that_stock_itsdangerous_reads_and_writes(game: Engine[Any, Any]) -> None:
    state = game.initial(7, default_options(game))
    label = f"state/{game.spec.slug}/{game.spec.version}"
    token = SEALER.seal(game, state)
    payload = stock(f"campboard/{label}").loads(token)
    assert payload[0] == label
    assert SERVICE.open(game, token) == state
    assert SERVICE.open(game, stock_dumps(payload, f"campboard/{label}")) == state
    assert len(token) <= 8000


def test_the_literal_token_is_plain_hmac_and_base64() -> None:
    text = b'["state/toy/3",[7,"playing",[[3,"red"],[9,"blue"]],"_w",null,true]]'
    payload = urlsafe_b64encode(text).rstrip(b"=")
    key = hmac.new(KEY.encode(), b"campboard/state/toy/3", hashlib.sha256).digest()
    signature = urlsafe_b64encode(hmac.new(key, payload, hashlib.sha256).digest()).rstrip(b"=")
    assert f"{payload.decode()}.{signature.decode()}" == LITERAL


def test_a_state_is_sealed_into_the_literal_token() -> None:
    assert SEALER.seal(TOY, SMALL) == LITERAL


def test_the_literal_token_opens() -> None:
    assert SERVICE.open(TOY, LITERAL) == SMALL


@pytest.mark.parametrize("state", [SMALL, LARGE], ids=["small", "large"])
def test_every_change_of_a_single_character_is_refused(state: State) -> None:
    token = SEALER.seal(TOY, state)
    strangers = "=~+/ .é\n\x00"
    for place, character in enumerate(token):
        for other in ALPHABET + strangers:
            if other != character:
                assert refusal_of(token[:place] + other + token[place + 1 :]) is BadToken, (place, other)


def test_every_character_left_out_doubled_or_swapped_is_refused() -> None:
    for place in range(len(LITERAL)):
        assert refusal_of(LITERAL[:place] + LITERAL[place + 1 :]) is BadToken
        assert refusal_of(LITERAL[:place] + LITERAL[place] + LITERAL[place:]) is BadToken
        swapped = LITERAL[:place] + LITERAL[place : place + 2][::-1] + LITERAL[place + 2 :]
        if swapped != LITERAL:
            assert refusal_of(swapped) is BadToken


def spare_bits(token: str) -> list[str]:
    """Return the other spellings of a token whose signature decodes to the same bytes.

    43 characters carry 258 bits, a signature has 256: the last two bits of the last character mean nothing.
    """
    last = ALPHABET.index(token[-1])
    return [token[:-1] + ALPHABET[last ^ spare] for spare in (1, 2, 3)]


def test_stock_itsdangerous_takes_spellings_that_we_must_refuse() -> None:
    # Why the next test is there: signatures are decoded leniently (measured, reliability 2.0).
    for spelling in [*spare_bits(LITERAL), LITERAL + "=", LITERAL + "==", LITERAL + "~~~~"]:
        assert stock().loads(spelling) == [LABEL, SMALL_PAYLOAD]


@pytest.mark.parametrize(
    "spelling",
    [
        *spare_bits(LITERAL),
        LITERAL + "=",
        LITERAL + "==",
        LITERAL + "~",
        LITERAL + "~~~~",
        LITERAL + " ",
        " " + LITERAL,
        LITERAL + "\n",
        LITERAL + "\r\n",
        LITERAL + "\t",
        LITERAL + "\x00",
        LITERAL + "é",
        LITERAL + " é",
        LITERAL + "\u2028",
        LITERAL + "\ud800",
        LITERAL + ".",
        "." + LITERAL,
        ".." + LITERAL,
        LITERAL.replace(".", "=.") + "=",
        LITERAL.replace(".", ".."),
        LITERAL.replace(".", "\n."),
        LITERAL.replace("-", "+").replace("_", "/") + "+",
        LITERAL[:20] + "\n" + LITERAL[20:],
        f'"{LITERAL}"',
        LITERAL.lower(),
        LITERAL.upper(),
        LITERAL * 2,
        f"{LITERAL}.{LITERAL}",
    ],
    ids=ascii,
)
def test_another_spelling_of_a_good_token_is_refused(spelling: str) -> None:
    assert spelling != LITERAL
    assert refusal_of(spelling) is BadToken


def test_plain_base64_for_the_url_safe_one_is_refused() -> None:
    # A state whose token holds both characters in its payload and signature.
    for number in range(1000):
        token = SEALER.seal(TOY, replace(SMALL, seed=number, note="ûÿ~~???>>>"))
        if all(mark in part for part in token.split(".") for mark in "-_"):
            break
    else:
        pytest.fail("no seed below 1,000 has a token with both characters in both parts")
    assert refusal_of(token.replace("-", "+")) is BadToken
    assert refusal_of(token.replace("_", "/")) is BadToken


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "..",
        "a",
        "a.b",
        LITERAL.partition(".")[0],
        LITERAL.partition(".")[0] + ".",
        LITERAL.partition(".")[2],
        "." + LITERAL.partition(".")[2],
        "null",
        "{}",
        # {"alg":"none","typ":"JWT"} . {"seed":7} . nothing
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzZWVkIjo3fQ.",
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzZWVkIjo3fQ",
        "A" * 43,
        f"{'A' * 20}.{'A' * 43}",
        f".{'A' * 20}.{'A' * 43}",
        f".{'_' * 43}",
        "é" * 60,
        "\ud800" * 60,
    ],
)
def test_what_was_never_signed_is_refused(token: str) -> None:
    assert refusal_of(token) is BadToken


def test_parts_of_two_good_tokens_do_not_fit_together() -> None:
    other = SEALER.seal(TOY, replace(SMALL, seed=8))
    assert refusal_of(LITERAL.partition(".")[0] + "." + other.partition(".")[2]) is BadToken


@pytest.mark.parametrize(
    ("digest", "derivation"),
    [
        (hashlib.sha1, "hmac"),
        (hashlib.sha512, "hmac"),
        (hashlib.sha256, "django-concat"),
        (hashlib.sha256, "none"),
    ],
)
def test_another_digest_or_key_derivation_under_the_same_key_is_refused(digest: Any, derivation: str) -> None:
    serializer = URLSafeSerializer(
        KEY, salt=SALT, signer_kwargs={"key_derivation": derivation, "digest_method": digest}
    )
    token = serializer.dumps([LABEL, SMALL_PAYLOAD])
    assert isinstance(token, str)
    assert refusal_of(token) is BadToken


def test_the_newest_key_signs() -> None:
    token = Tokens([OLD_KEY, KEY, NEW_KEY]).seal(TOY, SMALL)
    assert token == Tokens([NEW_KEY]).seal(TOY, SMALL)
    assert stock(SALT, NEW_KEY).loads(token) == [LABEL, SMALL_PAYLOAD]
    for older in (OLD_KEY, KEY):
        with pytest.raises(BadSignature):
            stock(SALT, older).loads(token)


@pytest.mark.parametrize("key", [OLD_KEY, KEY, NEW_KEY])
def test_each_listed_key_verifies(key: str) -> None:
    assert Tokens([OLD_KEY, KEY, NEW_KEY]).open(TOY, stock_dumps([LABEL, SMALL_PAYLOAD], SALT, key)) == SMALL


def test_stock_itsdangerous_agrees_on_the_order_of_keys() -> None:
    listed = [OLD_KEY, KEY, NEW_KEY]
    assert stock_dumps([LABEL, SMALL_PAYLOAD], SALT, *listed) == Tokens(listed).seal(TOY, SMALL)


def test_a_token_of_a_removed_or_a_foreign_key_is_refused() -> None:
    service = Tokens([KEY, NEW_KEY])
    for key in (OLD_KEY, STRANGE_KEY):
        assert refusal_of(stock_dumps([LABEL, SMALL_PAYLOAD], SALT, key), service) is BadToken


def test_a_server_with_only_the_old_key_refuses_a_token_signed_with_the_new_one() -> None:
    assert refusal_of(Tokens([OLD_KEY, KEY]).seal(TOY, SMALL), Tokens([OLD_KEY])) is BadToken


def test_a_token_of_another_game_is_refused() -> None:
    token = SEALER.seal(OTHER, SMALL)
    assert refusal_of(token) is BadToken
    assert SERVICE.open(OTHER, token) == SMALL


@pytest.mark.parametrize(
    "salt",
    [
        "itsdangerous",
        "",
        "campboard/agent-check/1",
        "agent-check:v1",
        "campboard/camp/toy/3",
        "campboard/state/toy",
        "campboard/state/toy/",
        "campboard/state/toy/03",
        "campboard/state/toy/3/",
        "campboard/state/toy/3 ",
        "state/toy/3",
    ],
)
def test_a_genuine_signature_under_another_salt_is_refused(salt: str) -> None:
    assert refusal_of(stock_dumps([LABEL, SMALL_PAYLOAD], salt)) is BadToken


@pytest.mark.parametrize(
    "label",
    [
        "",
        "state/other/3",
        "agent-check/toy/3",
        "camp/toy/3",
        "STATE/toy/3",
        "state/toy/3/3",
        "toy/3",
        "state/toy",
    ],
)
def test_another_kind_or_game_inside_a_payload_under_the_right_salt_is_refused(label: str) -> None:
    assert refusal_of(stock_dumps([label, SMALL_PAYLOAD])) is BadToken


@pytest.mark.parametrize("version", [2, 4])
def test_another_version_inside_a_payload_under_the_right_salt_is_old(version: int) -> None:
    assert refusal_of(stock_dumps([f"state/toy/{version}", SMALL_PAYLOAD])) is OldToken


@pytest.mark.parametrize("version", [2, 4])
def test_a_genuine_token_of_another_rules_version_is_old(version: int) -> None:
    token = SEALER.seal(toy_game("toy", version), SMALL)
    assert refusal_of(token) is OldToken
    label = f"state/toy/{version}"
    assert refusal_of(stock_dumps([label, SMALL_PAYLOAD], f"campboard/{label}")) is OldToken


@pytest.mark.parametrize("version", [2, 4])
def test_the_state_in_a_token_of_another_version_need_not_be_readable(version: int) -> None:
    label = f"state/toy/{version}"
    assert refusal_of(stock_dumps([label, ["fields", "of", "then"]], f"campboard/{label}")) is OldToken


@pytest.mark.parametrize("version", [2, 4])
def test_a_forged_token_of_another_version_is_not_old_but_bad(version: int) -> None:
    token = SEALER.seal(toy_game("toy", version), SMALL)
    for place, character in enumerate(token):
        other = "A" if character != "A" else "B"
        assert refusal_of(token[:place] + other + token[place + 1 :]) is BadToken
    for spelling in [*spare_bits(token), token + "=", token + "~"]:
        assert refusal_of(spelling) is BadToken
    assert refusal_of(Tokens([STRANGE_KEY]).seal(toy_game("toy", version), SMALL)) is BadToken
    assert refusal_of(SEALER.seal(toy_game("other", version), SMALL)) is BadToken


def test_the_first_version_has_none_before_it() -> None:
    assert refusal_of(SEALER.seal(toy_game("toy", 0), SMALL), game=toy_game("toy", 1)) is BadToken


SEAL_EVERYTHING: Final = """
import sys
from app.tokens import Tokens
from engines.registry import GAMES
from tests.app.toys import LARGE, SMALL, TOY
service = Tokens(sys.argv[1:])
print(service.seal(TOY, SMALL))
print(service.seal(TOY, LARGE))
for game in GAMES.values():
    options = {option.name: option.default for option in game.spec.options if option.default is not None}
    for seed in (0, 7, 2**53 - 1):
        print(service.seal(game, game.initial(seed, options)))
"""


def test_equal_states_give_equal_tokens_in_any_process() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SEAL_EVERYTHING, OLD_KEY, KEY],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for hash_seed in ("0", "1", "4242")
    ]
    assert outputs[0] == outputs[1] == outputs[2]
    assert outputs[0][0] == LITERAL
    assert outputs[0][1] == SEALER.seal(TOY, LARGE)
    assert len(outputs[0]) == 2 + 3 * len(GAMES)


def test_equal_states_built_apart_give_equal_tokens() -> None:
    apart = State(
        open=bool(1),
        note=None,
        lit=int("11111111", 2),
        pebbles=tuple(Pebble(place, kind) for place, kind in zip((3, 9), ("red", "blue"), strict=True)),  # type: ignore[arg-type]
        phase="".join(["play", "ing"]),  # type: ignore[arg-type]
        seed=int("7"),
    )
    assert apart == SMALL
    assert Tokens([KEY]).seal(TOY, apart) == LITERAL


def test_opening_and_refusing_change_nothing_for_later_tokens() -> None:
    service = Tokens([OLD_KEY, KEY])
    for token in ("", LITERAL + "=", SEALER.seal(OTHER, SMALL), SERVICE.seal(toy_game("toy", 2), SMALL)):
        refusal_of(token, service)
    assert service.seal(TOY, SMALL) == LITERAL
    assert service.open(TOY, LITERAL) == SMALL


def test_the_service_tells_nothing_of_its_keys() -> None:
    service = Tokens([OLD_KEY, KEY])
    service.open(TOY, LITERAL)
    for text in (repr(service), str(service), f"{service}", ascii(service)):
        for key in (OLD_KEY, KEY):
            assert key not in text
            assert key[7:19] not in text


def test_the_two_refusals_say_nothing_of_the_token() -> None:
    for token in (
        LITERAL + "=",
        SEALER.seal(toy_game("toy", 2), SMALL),
        signed(encoded(b"[]")),
    ):
        with pytest.raises((BadToken, OldToken)) as raised:
            SERVICE.open(TOY, token)
        assert str(raised.value) == ""


def test_the_payload_is_readable_by_anybody() -> None:
    # Signed is not secret: that is what the docs say, and what this service promises no more than.
    payload = LITERAL.partition(".")[0]
    text = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    assert json.loads(text) == [LABEL, SMALL_PAYLOAD]


def test_a_token_sealed_here_opens_as_one_sealed_elsewhere_does_and_its_neighbours_stay_refused() -> None:
    service = Tokens([KEY])
    token = service.seal(TOY, SMALL)
    assert service.open(TOY, token) == SERVICE.open(TOY, token) == SMALL
    assert refusal_of(token, service, OTHER) is BadToken
    assert refusal_of(token, service, toy_game("toy", 4)) is OldToken
    for place, character in enumerate(token):
        other = "A" if character != "A" else "B"
        assert refusal_of(token[:place] + other + token[place + 1 :], service) is BadToken
    assert refusal_of(token + "=", service) is BadToken
    assert refusal_of(service.seal(OTHER, SMALL), service) is BadToken


def test_only_the_latest_short_tokens_are_remembered_and_the_others_open_all_the_same() -> None:
    service = Tokens([KEY])
    tokens = [service.seal(TOY, replace(SMALL, seed=seed)) for seed in range(MOST_FRESH + 40)]
    long = service.seal(TOY, replace(SMALL, note=secrets.token_hex(LONGEST_FRESH)))
    (seal,) = service._seals.values()
    assert [*seal.fresh] == tokens[40:]
    assert service.open(TOY, tokens[0]).seed == 0
    assert len(long) > LONGEST_FRESH
    assert service.open(TOY, long) == SERVICE.open(TOY, long)
