"""Hostile bodies: what is no strict JSON, or the wrong JSON."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from tests.hostile.bodies import NOT_JSON, ROUTES, VERBS, actions, everywhere
from tests.hostile.ground import (
    ACTION,
    GAME,
    Ground,
    Row,
    Sent,
    each,
    get,
    post,
)
from tests.http.camp import ROOT

_LIMIT: Final = 65536


def values(ground: Ground, texts: Iterable[str]) -> Iterator[Sent]:
    """Yield each text in the place of a value, in the envelope and in the action, of either family."""
    for text in texts:
        for body in (
            f'{{"stateToken":"{ground.token}","action":{{"type":{text}}}}}',
            f'{{"stateToken":"{ground.token}","action":{text}}}',
            f'{{"stateToken":"{ground.token}","action":{{"type":"bank"}},"extra":{text}}}',
        ):
            yield Sent(text[:30], post(ACTION, body.encode()), (NOT_JSON,))
        for verb in VERBS:
            body = f'{{"command":{text},"rating":{text},"review":{text},"seed":{text}}}'
            yield Sent(f"{verb} {text[:20]}", post(verb, body.encode()), (NOT_JSON,))


def no_numbers(ground: Ground) -> Iterator[Sent]:
    return values(
        ground, ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e400", "0x10", "01", "+1", ".5")
    )


def long_numbers(ground: Ground) -> Iterator[Sent]:
    return values(ground, ("1" * 21, "-" + "1" * 21, *("9" * digits for digits in (400, 4000, 5000, 15_000))))


def large_numbers(ground: Ground) -> Iterator[Sent]:
    numbers = ("9007199254740993", "9007199254740992", "-9007199254740993", "12345678901234567890")
    swaps = [f'{{"type":"swap","a":{number},"b":1}}' for number in numbers]
    yield from actions(ground, "cordwright", swaps, "200 refused")
    yield from actions(
        ground, "cantlewing", [f'{{"type":"walk","direction":{n}}}' for n in numbers], "200 refused"
    )
    for number in numbers:
        seed = f'{{"seed":{number},"actions":[]}}'.encode()
        yield Sent(f"replay {number}", post(f"{GAME}/replay", seed), ("400 bad-seed",))
        yield Sent(f"init {number}", get(f"{GAME}/init?seed={number}"), ("400 bad-seed",))
        yield Sent(f"new {number}", post(f"{ROOT}/new", f'{{"seed":{number}}}'.encode()), ("400 bad-seed",))


def nested(ground: Ground) -> Iterator[Sent]:
    deep = ("[" * 40 + "]" * 40, '{"a":' * 40 + "1" + "}" * 40, "[" * 30_000 + "]" * 30_000, "[" * 60_000)
    yield from everywhere(deep, NOT_JSON)
    yield from everywhere(["[" * 100_000], "413 too-large")


def doubled(ground: Ground) -> Iterator[Sent]:
    yield from everywhere(
        (
            f'{{"stateToken":"{ground.token}","action":{{"type":"bank"}},"action":{{"type":"next"}}}}',
            '{"action":{"type":"bank","\\u0074ype":"next"}}',
            '{"command":"check","command":"resign"}',
            '{"state_token":"x","state_token":"x"}',
            '[[{"a":{"b":[{"c":1,"c":2}]}}]]',
        ),
        NOT_JSON,
    )


def odd_characters(ground: Ground) -> Iterator[Sent]:
    lone = (
        '"\\ud800"',
        '"\\udc00"',
        '"x\\udfff"',
        '"\\ud800\\ud800"',
        '{"\\ud800":1}',
        '["\\ud83d"]',
        '"\x00"',
    )
    yield from values(ground, lone)
    written = ('"\\u0000"', '"\\uffff"', '"\\ufdd0"', '"\\u202ebank"', '"\\u2028"')
    yield from actions(ground, "cantlewing", [f'{{"type":{text}}}' for text in written], "200 refused")
    for text in written:
        token = f'{{"stateToken":{text},"action":{{"type":"bank"}}}}'.encode()
        yield Sent(f"token {text}", post(ACTION, token), ("400 bad-token",))
        command = ground.command(json.loads(text))
        yield Sent(f"command {text}", command, ("200 refused",))


def not_utf_8(ground: Ground) -> Iterator[Sent]:
    texts = [b"\xff", b'{"a":"\xff"}', b'{"a":"\xc0\x80"}', b'{"a":"\xed\xa0\x80"}', b'{"a":"\xc3"}']
    texts += [b'\xef\xbb\xbf{"a":1}', b"\0", b'{"a":1}\0', b"\x80\x04K\x01."]
    texts += ['{"a":1}'.encode(encoding) for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32")]
    return everywhere(texts, NOT_JSON)


def no_integers(ground: Ground) -> Iterator[Sent]:
    odd = ("true", "false", '"1"', "1.0", "1e0", "1.5", "-0", "-0.0", "10e-1", "null", "[1]", "{}")
    swaps = [f'{{"type":"swap","a":{text},"b":2}}' for text in odd if text != "-0"]
    yield from actions(ground, "cordwright", swaps, "200 refused")
    walks = [f'{{"type":"walk","direction":{text}}}' for text in odd]
    yield from actions(ground, "cantlewing", walks, "200 refused")
    # Minus zero is zero, as everywhere in JSON, and no float.
    yield from actions(ground, "cordwright", ['{"type":"swap","a":-0,"b":2}'], "200 ok")
    for text in odd:
        if text != "-0":
            body = f'{{"seed":{text},"actions":[]}}'.encode()
            yield Sent(f"seed {text}", post(f"{GAME}/replay", body), ("400 bad-seed",))
    for text in ("true", "07", "+7", "7.0", "1_0", " 7", "٧", "7e0", "-1", ""):
        yield Sent(f"init {text}", get(f"{GAME}/init?seed={_quoted(text)}"), ("400 bad-seed",))


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def more_members(ground: Ground) -> Iterator[Sent]:
    extra = ('"extra":1', '"__proto__":{}', '"constructor":null', '"type ":1', '"":0')
    banks = [f'{{"type":"bank",{member}}}' for member in extra]
    yield from actions(ground, "cantlewing", banks, "200 refused")
    yield from actions(ground, "cordwright", banks, "200 refused")
    for member in extra:
        body = f'{{"stateToken":"{ground.token}","action":{{"type":"bank"}},{member}}}'.encode()
        yield Sent(f"beside: {member}", post(ACTION, body), ("200 ok",))
    claims = {"__proto__": {"status": "won"}, "answer": 1, "seed": 9}
    yield Sent(
        "beside a command", ground.camp_post("act", ground.opening, command="check", **claims), ("200 ok",)
    )


def no_objects(ground: Ground) -> Iterator[Sent]:
    yield from everywhere(("null", "true", "7", '"x"', "[]", "[{}]", "1.5"), "400 bad-request")
    yield from everywhere((b"{", b"}", b"stateToken=x&action=bank", b"<xml/>", b"{}{}", b"{'a':1}"), NOT_JSON)
    yield from each([(target, post(target, b"")) for target in ROUTES], NOT_JSON)


BODY_ROWS: Final = (
    Row("NaN, Infinity, 1e999", no_numbers),
    Row("numbers of 21 digits and more", long_numbers),
    Row("integers beyond 2^53", large_numbers),
    Row("brackets in brackets", nested),
    Row("a member twice", doubled),
    Row("half characters, NUL and the like", odd_characters),
    Row("bytes that are not UTF-8", not_utf_8),
    Row('true, "1" or 1.0 for an integer', no_integers),
    Row("members nobody asked for", more_members),
    Row("a body that is no object, or no JSON", no_objects),
)
