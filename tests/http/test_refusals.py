"""The game says no: any JSON value may stand as `action`, is answered with 200, and changes nothing."""

from typing import Final

import pytest

from tests.http.beam import BANK, DAWDLE, EVERY_ACTION, NEXT, RETRY, optimal_line
from tests.http.client import Api, Json, accepted, echoes, refused, short, without, written
from tests.http.forged_hexes import FORGED

MALFORMED: Final = "malformed-action"
UNKNOWN: Final = "unknown-action"
RANGE: Final = "out-of-range"

NO_OBJECT: Final = (
    *(
        "null",
        "true",
        "false",
        "0",
        "7",
        "-1",
        "1.0",
        "1e2",
        "-0.5",
        '""',
        '"bank"',
        '"{\\"type\\":\\"bank\\"}"',
    ),
    *("[]", "[[]]", '["bank"]', '[{"type":"bank"}]', "9007199254740993", "10000000000000000000"),
    "[" * 30 + "]" * 30,
)
NO_TYPE: Final = (
    *("{}", '{"a":1}', '{"Type":"bank"}', '{"type":null}', '{"type":true}', '{"type":1}', '{"type":1.0}'),
    *('{"type":[]}', '{"type":["bank"]}', '{"type":{}}', '{"type":{"type":"bank"}}', '{"type":""}'),
    *(
        '{"type":"frobnicate"}',
        '{"type":"BANK"}',
        '{"type":"Bank"}',
        '{"type":" bank"}',
        '{"type":"bank\\n"}',
    ),
    *('{"type":"bank\\u0000"}', '{"type":"ban\\u212a"}', '{"type":"b\\u0430nk"}', '{"type":"__class__"}'),
    *('{"type":"constructor"}', '{"__proto__":{"type":"bank"}}', '{"type":"SWAP"}', '{"type":"\\uFFFF"}'),
)
CANTLEWING: Final = (
    *((value, MALFORMED) for value in NO_OBJECT),
    *((value, UNKNOWN) for value in NO_TYPE),
    *(
        (f'{{"type":"walk","direction":{value}}}', MALFORMED)
        for value in ("true", "1.0", "1e0", '"1"', "null", "[1]", "{}", '"right"', "0.5")
    ),
    *(
        (f'{{"type":"walk","direction":{value}}}', RANGE)
        for value in ("0", "2", "-2", "9007199254740993", "-9007199254740993", "10000000000000000000")
    ),
    *(
        (f'{{"type":"move-weight","weight":"A","to":{value}}}', MALFORMED)
        for value in ("true", "false", "0.0", '"0"', "null", "[0]", "-1.0")
    ),
    *((f'{{"type":"move-weight","weight":"A","to":{value}}}', RANGE) for value in ("3", "-3", "4294967296")),
    *(
        (f'{{"type":"move-weight","weight":{value},"to":0}}', MALFORMED)
        for value in (
            '"a"',
            '"C"',
            '""',
            '"AB"',
            '"A "',
            "null",
            "true",
            "0",
            '["A"]',
            '{"A":1}',
            '"\\u0391"',
        )
    ),
    *(
        (value, MALFORMED)
        for value in (
            '{"type":"walk"}',
            '{"type":"move-weight"}',
            '{"type":"move-weight","weight":"A"}',
            '{"type":"move-weight","to":0}',
            '{"type":"walk","Direction":1}',
            '{"type":"walk","direction":1,"extra":1}',
            '{"type":"walk","direction":1,"__proto__":{}}',
            '{"type":"bank","extra":null}',
            '{"type":"restart","":0}',
            '{"type":"next","to":0}',
        )
    ),
    ('{"type":"next"}', "wrong-phase"),
    ('{"type":"retry"}', "wrong-phase"),
    ('{"type":"walk","direction":-1}', None),  # off the board
    ('{"type":"move-weight","weight":"A","to":-1}', None),  # already there
    ('{"type":"move-weight","weight":"A","to":2}', None),  # B is there
    ('{"type":"move-weight","weight":"B","to":0}', None),  # force -5
)
CORDWRIGHT: Final = (
    *((value, MALFORMED) for value in NO_OBJECT),
    *((value, UNKNOWN) for value in NO_TYPE if value != '{"type":"swap"}'),
    *(
        (f'{{"type":"swap","a":{value},"b":1}}', MALFORMED)
        for value in ("true", "false", "0.0", "2.0", "2e0", '"0"', "null", "[]", "{}", "0.5")
    ),
    *(
        (f'{{"type":"swap","a":{value},"b":1}}', RANGE)
        for value in ("-1", "9", "9007199254740992", "9007199254740993", "10000000000000000000")
    ),
    ('{"type":"swap","a":6,"b":1}', None),  # frame 1 has sockets 0 to 5
    ('{"type":"swap","a":1,"b":8}', None),
    ('{"type":"swap","a":0,"b":0}', None),
    *(
        (value, MALFORMED)
        for value in (
            '{"type":"swap"}',
            '{"type":"swap","a":0}',
            '{"type":"swap","b":0}',
            '{"type":"swap","a":0,"b":1,"c":2}',
            '{"type":"swap","a":[0],"b":{"b":1}}',
            '{"type":"skip","extra":1}',
            '{"type":"bank","extra":1}',
        )
    ),
    ('{"type":"next"}', "wrong-phase"),
)
CASES: Final = [
    *(("cantlewing", action, code) for action, code in CANTLEWING),
    *(("cordwright", action, code) for action, code in CORDWRIGHT),
    *(("magic-hex-swap", value, MALFORMED) for value in NO_OBJECT),
    *(("magic-hex-swap", value, UNKNOWN) for value in NO_TYPE),
    *(("magic-hex-swap", action, code) for action, code in FORGED),
]
REFUSAL_ONLY: Final = ("ok", "code", "reason")


@pytest.mark.parametrize(("slug", "action", "code"), CASES, ids=short)
def test_a_refused_action_changes_nothing(api: Api, slug: str, action: str, code: str | None) -> None:
    first = api.init(slug)
    token, good = first["stateToken"], first["legalActions"][0]
    before = api.act(slug, token, good).content
    body = refused(api.act_text(slug, token, action), code)
    assert body["stateToken"] == token
    assert body["events"] == []
    assert written(without(body, *REFUSAL_ONLY)) == written(without(first, "ok", "spec"))
    assert api.act(slug, token, good).content == before
    assert written(api.state(slug, token)) == written(without(first, "spec"))


@pytest.mark.parametrize(
    "before", [(), optimal_line(1), DAWDLE * 5, (BANK,)], ids=["playing", "cleared", "retry", "ended"]
)
def test_each_phase_refuses_the_actions_of_the_others(api: Api, before: tuple[Json, ...]) -> None:
    token = api.init("cantlewing")["stateToken"]
    at = api.replay("cantlewing", list(before)).json() if before else api.init("cantlewing")
    allowed = {
        "playing": {"walk", "move-weight", "restart", "bank"},
        "cleared": {"next", "bank"},
        "retry": {"retry", "bank"},
        "ended": set(),
    }[at["observation"]["phase"]]
    token = at["stateToken"]
    for action in EVERY_ACTION:
        if action["type"] not in allowed:
            body = refused(api.act("cantlewing", token, action), "wrong-phase")
            assert body["stateToken"] == token
            assert body["legalActions"] == at["legalActions"]
            assert body["score"] == at["score"]
            assert body["gameOver"] == at["gameOver"]


def test_a_reason_is_one_sentence_that_names_what_would_be_accepted(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    for action, word in (
        (None, "walk"),
        ({"type": "frobnicate"}, "move-weight"),
        ({"type": "walk", "direction": 3}, "1"),
        ({"type": "walk"}, "direction"),
        (NEXT, "walk"),
        (RETRY, "restart"),
    ):
        reason = refused(api.act("cantlewing", token, action))["reason"]
        assert word in reason
        assert "\n" not in reason
        assert reason.endswith((".", "}"))


@pytest.mark.parametrize(
    "action",
    [
        "x" * 4000,
        ["x" * 4000],
        {"type": "x" * 4000},
        {"x" * 4000: 1},
        {"type": "bank", "x" * 4000: 1},
        {"type": "walk", "direction": "x" * 4000},
        {"type": "move-weight", "weight": "x" * 4000, "to": 0},
    ],
    ids=short,
)
def test_a_refusal_never_echoes_more_than_100_characters(api: Api, action: object) -> None:
    answer = api.act("cantlewing", api.init("cantlewing")["stateToken"], action)
    refused(answer)
    assert not list(echoes("x" * 4000, answer.text))


def test_members_beside_the_action_are_ignored(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    plain = api.act("cantlewing", token, DAWDLE[0])
    extra = {"extra": 1, "__proto__": {"ok": 0}, "constructor": None, "score": 10**6, "seed": 9}
    body = {"stateToken": token, "action": DAWDLE[0], **extra}
    assert api.post("/api/games/cantlewing/action", body).content == plain.content
    accepted(plain)


def test_minus_zero_is_zero_or_refused(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    zero, minus_zero = (
        api.act_text("cantlewing", token, f'{{"type":"move-weight","weight":"A","to":{to}}}')
        for to in ("0", "-0")
    )
    assert minus_zero.content == zero.content or refused(minus_zero)


def test_the_order_of_members_and_blanks_do_not_matter(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    plain = api.act("cantlewing", token, DAWDLE[0]).content
    for action in (
        '{"to":0,"weight":"A","type":"move-weight"}',
        '\t{ "type" :\r\n"move-weight", "weight":"\\u0041" ,"to": 0 } ',
        '{"\\u0074ype":"move-weight","weight":"A","to":0}',
    ):
        assert api.act_text("cantlewing", token, action).content == plain
