"""The agent check: signed, bound, short-lived, with nothing in it that gives the answer away."""

import hashlib
import hmac
import json
import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, TypeAlias

import pytest
from itsdangerous import Signer, URLSafeSerializer

from app.agent_check import UNBOUND, AgentCheck, Answer, _answer_mac, binding_of
from app.errors import ApiError
from app.tokens import Tokens
from engines.sudoku import GAME
from tests.answerer import answer
from tests.app.signing import ALPHABET, KEY, NEW_KEY, STRANGE_KEY
from tests.http.client import b64, unb64

STATE: Final = "b" * 24
OTHER_STATE: Final = "c" * 24
START: Final = 1_800_000_000
SALT: Final = "campboard/agent-check/1"
Workers: TypeAlias = Callable[..., tuple[AgentCheck, AgentCheck]]


class Clock:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.now = float(START)

    def __call__(self) -> float:
        return self.now


def service(*keys: str, clock: Callable[[], float] | None = None, seed: int = 7) -> AgentCheck:
    nonces = (f"nonce-{number:010}" for number in count())
    return AgentCheck(keys or (KEY,), clock or Clock(), random.Random(seed), lambda: next(nonces))


@pytest.fixture(params=["the worker that asked", "another worker"])
def workers(request: pytest.FixtureRequest) -> Workers:
    """Return what makes a worker that asks and one that judges; the one that asked remembers its puzzles."""

    def make(clock: Callable[[], float] | None = None) -> tuple[AgentCheck, AgentCheck]:
        asks = service(clock=clock)
        return asks, asks if request.param == "the worker that asked" else service(clock=clock, seed=8)

    return make


def code_of(check: AgentCheck, given: Answer, binding: str = STATE) -> str:
    """Return the code with which an answer is refused."""
    with pytest.raises(ApiError) as raised:
        check.check(given, binding)
    assert raised.value.status == 403
    assert raised.value.reason.endswith(".")
    return raised.value.code


def solved(puzzle: dict[str, Any]) -> Answer:
    return Answer(puzzle["token"], str(answer(puzzle["question"])))


def payload_of(token: str) -> list[Any]:
    found: list[Any] = json.loads(unb64(token.rpartition(".")[0]))
    return found


def test_a_puzzle_has_these_members() -> None:
    bound, unbound = service().ask(STATE), service().ask()
    for puzzle in (bound, unbound):
        assert list(puzzle) == ["token", "question", "answer_format", "expires_in"]
        assert puzzle["answer_format"] == "integer"
    assert (bound["expires_in"], unbound["expires_in"]) == (600, 180)


def test_the_right_answer_is_taken_in_either_form(workers: Workers) -> None:
    asks, check = workers()
    puzzle = asks.ask(STATE)
    number = answer(puzzle["question"])
    for given in (
        Answer(puzzle["token"], str(number)),
        Answer(puzzle["token"], f" {number} "),
        Answer(None, None, puzzle["token"], number),
        Answer(None, None, puzzle["token"], str(number)),
        Answer(puzzle["token"], str(number), puzzle["token"], number),
    ):
        check.check(given, STATE)


def test_a_bound_puzzle_fits_its_state_alone_and_an_unbound_one_any(workers: Workers) -> None:
    asks, check = workers()
    bound, unbound = solved(asks.ask(STATE)), solved(asks.ask())
    check.check(bound, STATE)
    check.check(bound, STATE)  # again, as after a lost reply
    assert code_of(check, bound, OTHER_STATE) == "agent-check-used"
    assert code_of(check, bound, "-") == "agent-check-used"
    check.check(unbound, STATE)
    check.check(unbound, OTHER_STATE)


@pytest.mark.parametrize(("binding", "life"), [(STATE, 600), ("-", 180)])
def test_a_puzzle_expires(workers: Workers, binding: str, life: int) -> None:
    clock = Clock()
    asks, check = workers(clock)
    given = solved(asks.ask(binding))
    clock.now = START + life - 0.001
    check.check(given, STATE)
    clock.now = float(START + life)
    assert code_of(check, given) == "agent-check-expired"


def test_what_is_looked_at_first(workers: Workers) -> None:
    """Presence, types, signature, expiry, binding, answer: each is told before those after it."""
    clock = Clock()
    asks, check = workers(clock)
    puzzle = asks.ask(OTHER_STATE)
    token = puzzle["token"]
    wrong = str(answer(puzzle["question"]) + 1)
    clock.now += 10_000
    assert code_of(check, Answer(None, "x")) == "agent-check-missing"
    assert code_of(check, Answer("?", "x")) == "agent-check-malformed"
    assert code_of(check, Answer("?", wrong)) == "agent-check-invalid"
    assert code_of(check, Answer(token, wrong)) == "agent-check-expired"
    clock.now = START
    assert code_of(check, Answer(token, wrong)) == "agent-check-used"
    assert code_of(check, Answer(token, wrong), OTHER_STATE) == "agent-check-wrong"


@pytest.mark.parametrize(
    "given",
    [
        Answer(),
        Answer("token"),
        Answer(None, "703"),
        Answer(None, None, "token"),
        Answer(None, None, None, 703),
        Answer("token", None, None, 703),
        Answer(None, "703", "token", None),
    ],
    ids=str,
)
def test_token_and_number_come_from_one_place(given: Answer) -> None:
    assert code_of(service(), given) == "agent-check-missing"


def test_both_places_must_agree() -> None:
    check = service()
    puzzle, other = check.ask(STATE), check.ask(STATE)
    token, number = puzzle["token"], answer(puzzle["question"])
    for given in (
        Answer(token, str(number), token, number + 1),
        Answer(token, str(number), other["token"], number),
        Answer(token, str(number), None, number + 1),
        Answer(token, str(number), other["token"], None),
        Answer(token, None, other["token"], number),
        Answer(None, str(number + 1), token, number),
        Answer(token, str(number), 7, number),
        Answer(token, str(number), token, "x"),
    ):
        assert code_of(check, given) == "agent-check-malformed"


@pytest.mark.parametrize(
    "number",
    [
        703.0,
        703.5,
        True,
        False,
        [],
        {},
        [703],
        "",
        " ",
        "x",
        "703.0",
        "7e2",
        "+703",
        "７０３",
        "٧٠٣",
        "7 03",
        "0x2bf",
        "1" * 10,
        "703\n",
        "\t703",
        "703\xa0",
        "²",
    ],
    ids=ascii,
)
def test_an_answer_is_an_integer_or_its_digits(workers: Workers, number: object) -> None:
    asks, check = workers()
    token = asks.ask(STATE)["token"]
    assert code_of(check, Answer(None, None, token, number)) == "agent-check-malformed"


@pytest.mark.parametrize("token", [7, True, [], {}, 1.5])
def test_a_token_is_text(token: object) -> None:
    assert code_of(service(), Answer(None, None, token, 703)) == "agent-check-malformed"


@pytest.mark.parametrize("number", [-703, 0, 10**19, "-703", "0", "0000", "-0"])
def test_any_other_number_is_wrong(workers: Workers, number: object) -> None:
    asks, check = workers()
    assert code_of(check, Answer(None, None, asks.ask(STATE)["token"], number)) == "agent-check-wrong"


def test_only_the_latest_puzzles_are_remembered_and_all_are_judged() -> None:
    check = service()
    first = check.ask(STATE)
    for _ in range(2000):
        check.ask(STATE)
    assert first["token"] not in check._known
    assert len(check._known) == 256
    wrong = Answer(first["token"], str(answer(first["question"]) + 1))
    assert code_of(check, wrong) == "agent-check-wrong"
    assert first["token"] not in check._known
    check.check(solved(first), STATE)
    assert first["token"] in check._known
    check.check(solved(first), STATE)
    assert code_of(check, wrong) == "agent-check-wrong"


def damaged(token: str) -> Iterator[str]:
    for place in range(len(token)):
        letter = token[place]
        yield token[:place] + ALPHABET[(ALPHABET.find(letter) + 1) % 64] + token[place + 1 :]
    yield from (token + "=", token + ".", token[:-1], token.partition(".")[0], "." + token, f" {token}", "")
    yield from ("A" * 9000, "\ud800", "é.é", "a.b", ".", "..", "\x00")
    payload, _, signature = token.rpartition(".")
    yield from (f"{payload}.{'A' * 43}", f"{payload}.{signature}x", payload.upper() + "." + signature)


def test_every_damaged_token_is_invalid() -> None:
    check = service()
    token = check.ask(STATE)["token"]
    assert code_of(check, Answer(token, "1")) == "agent-check-wrong"
    for one in damaged(token):
        assert code_of(check, Answer(one, "703")) == "agent-check-invalid", one


def test_tokens_of_other_kinds_and_servers_are_invalid() -> None:
    check = service()
    state = Tokens([KEY]).seal(GAME, GAME.initial(7, {"difficulty": "easy"}))
    strange = service(STRANGE_KEY).ask(STATE)["token"]
    for token in (state, strange):
        assert code_of(check, Answer(token, "703")) == "agent-check-invalid"


def stock(payload: Any, key: str = KEY, salt: str = SALT) -> str:
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    token = URLSafeSerializer(key, salt=salt, signer_kwargs=options).dumps(payload)
    return token if isinstance(token, str) else token.decode()


def stock_loads(token: str) -> Any:
    options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(KEY, salt=SALT, signer_kwargs=options).loads(token)


def test_stock_itsdangerous_reads_the_token() -> None:
    token = service().ask(STATE)["token"]
    label, nonce, expiry, binding, mac = payload_of(token)
    assert (label, nonce, expiry, binding) == ("agent-check/1", "nonce-0000000000", START + 600, STATE)
    assert len(bytes.fromhex(mac)) == 16
    assert stock_loads(token) == [label, nonce, expiry, binding, mac]


def test_the_mac_is_what_it_says() -> None:
    """HMAC-SHA256 under HMAC-SHA256(key, "agent-check-answer/1"), each part after its length."""
    puzzle = service().ask(STATE)
    number = str(answer(puzzle["question"]))
    _, nonce, expiry, binding, mac = payload_of(puzzle["token"])
    key = hmac.digest(KEY.encode(), b"agent-check-answer/1", "sha256")
    parts = b"".join(b"%d:%b" % (len(part), part.encode()) for part in (nonce, str(expiry), binding, number))
    assert hmac.digest(key, parts, "sha256")[:16].hex() == mac


def test_signed_but_damaged_payloads_are_invalid() -> None:
    check = service()
    good = payload_of(check.ask(STATE)["token"])
    odd: list[Any] = [None, 7, 1.5, True, [], {}, "é", "", 2**60, -1]
    payloads = [None, [], {}, 7, "x", good[:-1], [*good, 0], [good], {"v": 1}]
    payloads += [[*good[:place], value, *good[place + 1 :]] for place in range(5) for value in odd]
    codes = {code_of(check, Answer(stock(payload), "703")) for payload in payloads}
    # A changed expiry, binding or MAC of the right kind is none of ours, but nothing worse comes of it.
    assert codes <= {f"agent-check-{why}" for why in ("invalid", "expired", "used", "wrong")}
    for payload in payloads[:9]:
        assert code_of(check, Answer(stock(payload), "703")) == "agent-check-invalid"
    raw = Signer(KEY, salt=SALT, key_derivation="hmac", digest_method=hashlib.sha256)
    for text in (b"AA", b".AA", b".", b64(b"{").encode()):
        assert code_of(check, Answer(raw.sign(text).decode(), "703")) == "agent-check-invalid"


def test_neither_the_answer_nor_an_unkeyed_hash_of_it_is_in_a_token() -> None:
    """Hashes that anybody can make of the answer, with the readable parts round it, found in no encoding."""
    check = AgentCheck([KEY])
    for _ in range(60):
        puzzle = check.ask(STATE)
        number = str(answer(puzzle["question"]))
        label, nonce, expiry, binding, mac = payload_of(puzzle["token"])
        readable = [label, nonce, str(expiry), binding, mac]
        assert number not in (nonce, binding, str(expiry), mac)
        assert not any(type(part) is int and part == int(number) for part in payload_of(puzzle["token"]))
        haystack = "|".join([*readable, puzzle["token"], unb64(puzzle["token"].split(".")[0]).decode()])
        for name in ("md5", "sha1", "sha256", "sha512", "blake2b", "blake2s", "sha3_256"):
            for text in guesses(number, *readable[:4]):
                digest = hashlib.new(name, text.encode()).digest()
                for size in (8, 16, len(digest)):
                    assert digest[:size].hex() not in haystack
                    assert b64(digest[:size]) not in haystack


def guesses(number: str, label: str, nonce: str, expiry: str, binding: str) -> Iterator[str]:
    yield from (number, f"{number}\n", f'"{number}"', nonce + number, number + nonce, binding + number)
    for separator in ("", "|", ":", "."):
        yield separator.join((nonce, expiry, binding, number))
        yield separator.join((label, nonce, expiry, binding, number))
    yield "".join(f"{len(part)}:{part}" for part in (nonce, expiry, binding, number))


def test_a_mac_goes_with_one_nonce_expiry_binding_and_number() -> None:
    # The lengths keep a digit from passing from one part to the next.
    keyed = service()._macs[0]
    same = [
        ("ab", 12, "c", 3),
        ("a", 12, "bc", 3),
        ("ab", 1, "2c", 3),
        ("ab", 12, "c3", 3),
        ("ab", 12, "c", 33),
    ]
    assert len({_answer_mac(keyed, *parts) for parts in same}) == len(same)


def test_the_answers_key_is_not_the_tokens_key() -> None:
    """A signature over a chosen payload would otherwise be a MAC of an answer."""
    puzzle = service().ask(STATE)
    assert payload_of(puzzle["token"])[4] not in unb64(puzzle["token"].rpartition(".")[2]).hex()


def test_keys_are_changed_by_adding_the_new_one_last() -> None:
    old, both, new = service(KEY), service(KEY, NEW_KEY), service(NEW_KEY)
    before, during = solved(old.ask(STATE)), solved(both.ask(STATE))
    both.check(before, STATE)
    both.check(during, STATE)
    new.check(during, STATE)  # the newest key signs
    assert code_of(old, during) == "agent-check-invalid"
    assert code_of(new, before) == "agent-check-invalid"
    wrong = Answer(before.header_token, str(int(str(before.header_number)) + 1))
    assert code_of(both, wrong) == "agent-check-wrong"


def test_an_old_key_does_not_vouch_for_a_new_ones_answer() -> None:
    """Two services with the same keys in the other order understand each other."""
    one, other = service(KEY, NEW_KEY), service(NEW_KEY, KEY)
    other.check(solved(one.ask(STATE)), STATE)
    one.check(solved(other.ask(STATE)), STATE)


def test_the_binding_is_the_states_own_and_the_same_whenever_its_token_comes_back() -> None:
    easy, hard = (GAME.initial(7, {"difficulty": word}) for word in ("easy", "hard"))
    token, again, other = (Tokens([KEY]).seal(GAME, state) for state in (easy, easy, hard))
    assert binding_of(token) == binding_of(again) != binding_of(other)
    assert len(binding_of(token)) == 16
    assert UNBOUND not in {binding_of(token), binding_of(other)}


def test_no_two_nonces_are_alike() -> None:
    check = AgentCheck([KEY])
    nonces = {payload_of(check.ask(STATE)["token"])[1] for _ in range(500)}
    assert len(nonces) == 500
    assert all(12 < len(nonce) <= 24 for nonce in nonces)
