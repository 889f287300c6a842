"""Bodies that are no request: the JSON gate, the shape of the envelope, content types and sizes."""

import gzip
from collections.abc import Iterator
from typing import Final

import pytest

from tests.http.beam import BANK, DAWDLE
from tests.http.client import Api, echoes, problem, refused, reply, short

BASE: Final = "/api/games/cantlewing"
ROUTES: Final = ("action", "state", "replay")
LIMIT: Final = 65536

NO_NUMBERS: Final = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E400", "0.1e400", "1e+309"),
    *("1" * 21, "-" + "1" * 21, "9" * 400, "9" * 4000, "9" * 5000, "-" + "9" * 60_000),
    *("0." + "1" * 21, "1" * 15 + "." + "1" * 6, "1e" + "0" * 30, "1" * 21 + "e0", "0" * 40 + "1"),
    *("01", "+1", "1.", ".5", "1e", "0x10", "1_0", "-", "--1", "1 2", "٣"),
)
NO_VALUES: Final = (
    *("nul", "True", "'bank'", "{type:1}", '{"type"}', '{"type":}', '{"type":1,}', "[1,]", "[,]"),
    *('"', '"\t"', '"\n"', '"\\x41"', '"\\u12"', '"a" "b"', "[", "{", "]", "}", "[}", "/**/1", "1//", "1#"),
    *('"\\ud800"', '"\\udc00"', '"\\ud800\\ud800"', '"\\udc00\\ud800"', '{"\\ud800":1}'),
    *('"\\ud800\\u0041"', '"\\ud800x"', '"x\\udfff"', '["\\ud83d"]', '"\x7f\x1f"', '"\x00"'),
    *('{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[[{"a":{"b":[{"c":1,"c":2}]}}]]', '{"":0,"":0}'),
    *("[" * 32 + "]" * 32, '{"a":' * 32 + "1" + "}" * 32, "[" * 30_000 + "]" * 30_000, "[" * 60_000),
)
NO_TEXTS: Final = (
    *(b"", b" ", b"\n", b"\0", b"{", b"}", b"{]", b"stateToken=x", b"<xml/>", b"{}{}", b"{} x", b"{}\0"),
    *(b"\xff", b'{"a":"\xff"}', b'{"a":"\xc3"}', b'{"a":"\xed\xa0\x80"}', b'{"a":"\xc0\x80"}', b'{"\xff":1}'),
    *('{"a":1}'.encode(encoding) for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32")),
    *(b'{"stateToken":"x","stateToken":"x"}', b'{"action":1,"action":1}', b'\xef\xbb\xbf{"a":1}'),
    *(
        b'{\x0c"a":1}',
        b"{\x0b}",
        b"\xc2\xa0{}",
        b'{"a"\xe2\x80\xa8:1}',
        b'{"a":"\xf4\x90\x80\x80"}',
        b'{"a":"\0"}',
    ),
    *(gzip.compress(b'{"a":1}', mtime=0), b'{"a":' + b"[" * 60_000, b"[" * 65_000, b'{"a":' * 13_000),
)
NO_OBJECTS: Final = (b"null", b"true", b"7", b"1.5", b'"x"', b"[]", b"[{}]", b'["stateToken"]')


def around(token: str, value: str) -> bytes:
    """Return a body that would be good on every route but for one value."""
    return f'{{"stateToken":"{token}","seed":7,"actions":[{{"type":"bank"}}],"extra":{value}}}'.encode()


@pytest.fixture
def token(api: Api) -> str:
    """The token of a first position."""
    found: str = api.init("cantlewing")["stateToken"]
    return found


@pytest.mark.parametrize("value", [*NO_NUMBERS, *NO_VALUES], ids=short)
def test_a_body_that_is_not_strict_json_is_a_400_on_every_route(api: Api, token: str, value: str) -> None:
    for route in ROUTES:
        answer = api.post_text(f"{BASE}/{route}", around(token, value))
        problem(answer, 400, "bad-json")
        assert not list(echoes(value, answer.text))


@pytest.mark.parametrize("value", [*NO_NUMBERS, *NO_VALUES], ids=short)
def test_an_action_that_is_not_strict_json_is_a_400(api: Api, token: str, value: str) -> None:
    before = api.act("cantlewing", token, DAWDLE[0]).content
    for action in (value, f'{{"type":{value}}}', f"[[{value}]]"):
        problem(api.act_text("cantlewing", token, action), 400, "bad-json")
    assert api.act("cantlewing", token, DAWDLE[0]).content == before


@pytest.mark.parametrize("body", NO_TEXTS, ids=short)
def test_a_text_that_is_not_json_is_a_400_on_every_route(api: Api, body: bytes) -> None:
    for route in ROUTES:
        problem(api.post_text(f"{BASE}/{route}", body), 400, "bad-json")


@pytest.mark.parametrize("body", NO_OBJECTS)
def test_a_body_that_is_no_object_is_a_400_on_every_route(api: Api, body: bytes) -> None:
    for route in ROUTES:
        assert "object" in problem(api.post_text(f"{BASE}/{route}", body), 400, "bad-request")["reason"]


def test_100_000_brackets_are_refused_by_their_size(api: Api) -> None:
    for route in ROUTES:
        problem(api.post_text(f"{BASE}/{route}", b"[" * 100_000), 413, "too-large")


@pytest.mark.parametrize("value", ["[" * 31 + "]" * 31, '{"a":' * 31 + "1" + "}" * 31], ids=short)
def test_32_levels_are_not_too_deep(api: Api, token: str, value: str) -> None:
    check_json(api, token, value)


@pytest.mark.parametrize(
    "value",
    [
        *("12345678901234567890", "-12345678901234567890", "0." + "1" * 19, "1e20", "1e-400", "0e999"),
        *('"' + "9" * 4000 + '"', '"[' + "[" * 4000 + '"', '"NaN, Infinity, 1e999"', '"\\"[[[["', '"\\\\"'),
        *('"\\ud83d\\ude00"', '"\\u0000"', '"\\uffff"', '"\x7f"', '"\u2028"', '"1e999 , 1e999"'),
        *('{"a":1,"A":1}', '{"a":{"a":{"a":1}}}', '{"__proto__":1,"constructor":2}', '{"":""}'),
        "{" + ",".join(f'"k{i}":{i}' for i in range(4000)) + "}",
    ],
    ids=short,
)
def test_odd_json_is_still_json(api: Api, token: str, value: str) -> None:
    check_json(api, token, value)


def check_json(api: Api, token: str, value: str) -> None:
    """Assert that a value passes the JSON gate: the game refuses it, and the envelope ignores it."""
    refused(api.act_text("cantlewing", token, value))
    assert reply(api.post_text(f"{BASE}/state", around(token, value)))["ok"]


@pytest.mark.parametrize(
    "members", [{}, {"actions": None}, {"actions": {}}, {"actions": "x"}, {"action": BANK, "actions": [BANK]}]
)
def test_an_action_or_a_list_of_actions_must_be_there(
    api: Api, token: str, members: dict[str, object]
) -> None:
    answer = problem(api.post(f"{BASE}/action", {"stateToken": token, **members}), 400, "bad-request")
    assert "action" in answer["reason"]


@pytest.mark.parametrize(
    "content_type",
    [
        *(None, "", "application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "text/plain"),
        *("application/x-www-form-urlencoded", "text/html", "application/vnd.api+json", "x", "a" * 4000),
    ],
    ids=short,
)
def test_any_content_type_but_multipart_is_taken_for_json(
    api: Api, token: str, content_type: str | None
) -> None:
    check_taken(api, token, {} if content_type is None else {"Content-Type": content_type})


def test_an_identity_coding_is_no_coding(api: Api, token: str) -> None:
    check_taken(api, token, {"Content-Encoding": "identity"})


def check_taken(api: Api, token: str, headers: dict[str, str]) -> None:
    """Assert that a good action is taken with these headers as it is with application/json."""
    plain = api.act("cantlewing", token, DAWDLE[0])
    answer = api.http.post(f"{BASE}/action", content=plain.request.content, headers=headers)
    assert reply(answer)["ok"]
    assert answer.content == plain.content


@pytest.mark.parametrize(
    "headers",
    [
        *({"Content-Encoding": name} for name in ("gzip", "GZIP", "br", "deflate", "zstd", "gzip, br", "x")),
        *({"Content-Type": f"{name}; boundary=x"} for name in ("multipart/form-data", "Multipart/Mixed")),
    ],
)
def test_compressed_and_multipart_bodies_are_415(api: Api, headers: dict[str, str]) -> None:
    for body in (b'{"stateToken":"x"}', gzip.compress(b" " * 16_000_000), b"--x\r\n\r\n--x--"):
        for route in ROUTES:
            answer = api.http.post(f"{BASE}/{route}", content=body, headers=headers)
            problem(answer, 415, "unsupported-media-type")


def parts(body: bytes) -> Iterator[bytes]:
    """Send a body in chunks, without telling its length."""
    yield from (body[i : i + 16384] for i in range(0, len(body), 16384))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("in_parts", [False, True], ids=["declared", "chunked"])
def test_64_kilobytes_are_taken_and_one_byte_more_is_413(
    api: Api, token: str, route: str, in_parts: bool
) -> None:
    full = around(token, "1").ljust(LIMIT)
    for body, status in ((full, 200), (full + b" ", 413), (b" " * LIMIT + full, 413)):
        answer = api.http.post(f"{BASE}/{route}", content=parts(body) if in_parts else body)
        assert answer.status_code == status
        if status == 413:
            assert str(LIMIT) in problem(answer, 413, "too-large")["reason"]


def test_50_000_members_are_too_large(api: Api) -> None:
    body = "{" + ",".join(f'"k{i}":0' for i in range(50_000)) + "}"
    problem(api.post_text(f"{BASE}/action", body), 413, "too-large")
