"""Hostile tokens: forged, borrowed, bent, oversized, or signed by the very key but no game."""

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.hostile.ground import ACTION, GAME, Answer, Ground, Row, Sent, each, get, post
from tests.hostile.impossible import IMPOSSIBLE
from tests.http.beam import BANK
from tests.http.camp import COOKIE, ROOT
from tests.http.client import b64
from tests.http.test_bad_tokens import with_other_spare_bits

BAD: Final = "400 bad-token"
_AS_TEXT: Final = "X-State-Token: "


def at_cantlewing(tokens: Iterable[tuple[str, object]]) -> list[tuple[str, bytes]]:
    """Return each token as that of a move, and of a look, in the gameboard family."""
    return [
        (f"{name}, {route}", post(f"{GAME}/{route}", {"stateToken": token, "action": BANK}))
        for name, token in tokens
        for route in ("action", "state")
    ]


def at_sudoku(ground: Ground, tokens: Iterable[tuple[str, object]]) -> Iterator[Sent]:
    """Yield each token as the game of a camp request: in the body, and if it can, in header and cookie."""
    for name, token in tokens:
        yield Sent(f"{name}, body", post(f"{ROOT}/act", {"state_token": token, "command": "check"}), (BAD,))
        if (
            isinstance(token, str)
            and token
            and token == token.strip()
            and token.isascii()
            and "\0" not in token
        ):
            yield Sent(f"{name}, header", get(f"{ROOT}/state", _AS_TEXT + token), (BAD,))
            if not set(token) & set(';"'):
                yield Sent(
                    f"{name}, cookie", get(f"{ROOT}/state", f"Cookie: {COOKIE}={token}"), (BAD,), cleared
                )


def cleared(answer: Answer) -> None:
    """Assert that the cookie is taken away."""
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=; ")


def both(ground: Ground, bend: Any) -> Iterator[Sent]:
    """Yield what a function makes of a good token, in both families."""
    yield from each(at_cantlewing(bend(ground.token)), BAD)
    yield from at_sudoku(ground, bend(ground.opening["state_token"]))


def forgeries(token: str) -> list[tuple[str, str]]:
    """Return tokens that were never signed."""
    body, _, signature = token.rpartition(".")
    head = b64(b'{"alg":"none","typ":"JWT"}')
    places = range(0, len(token), 9)
    flipped = [(f"bit of {i}", token[:i] + chr(ord(token[i]) ^ 1) + token[i + 1 :]) for i in places]
    return [
        *((name, text.replace("\x7f", "~")) for name, text in flipped),
        ("five As", token[:-5] + "AAAAA"),
        ("no signature", body + "."),
        ("no dot", body),
        ("signature alone", "." + signature),
        ("swapped", f"{signature}.{body}"),
        ("doubled", token + token),
        ("cut", token[:-1]),
        ("nothing but dots", "..."),
        ("JWT without algorithm", f"{head}.{b64(b'{}')}."),
        ("JWT with our signature", f"{head}.{body}.{signature}"),
        ("its own hash", f"{body}.{'A' * 43}"),
        ("path", "../../etc/passwd"),
    ]


def spellings(token: str) -> list[tuple[str, str]]:
    """Return what a lenient decoder reads as the same token."""
    body, _, signature = token.rpartition(".")
    return [
        *((f"spare bits {text[-1]}", f"{body}.{text}") for text in with_other_spare_bits(signature)),
        ("padded", token + "="),
        ("padded twice", token + "=="),
        ("tildes", token + "~~~~"),
        ("padded payload", f"{body}=.{signature}"),
        ("blank after", token + " "),
        ("line end", token + "\n"),
        ("NUL", token + "\0"),
        ("not ASCII", token + " é"),
        ("percent", token.replace(".", "%2E")),
    ]


def unsigned(ground: Ground) -> Iterator[Sent]:
    state = {"seed": 7, "score": 1_000_000, "phase": "cleared", "crossing": 9}
    yield Sent("alone", post(ACTION, {"state": state, "action": BANK}), (BAD,))
    yield Sent("as text", post(ACTION, {"state": json.dumps(state), "action": BANK}), (BAD,))
    yield Sent("beside", post(ACTION, {"stateToken": ground.token, "state": state, "action": BANK}), (BAD,))

    def scores_nothing(answer: Answer) -> None:
        assert answer.json["score"] == 0

    loose = {**state, "stateToken": ground.token, "action": BANK}
    yield Sent("its fields beside", post(ACTION, loose), ("200 ok",), scores_nothing)
    claims = {"score": 999, "board": "1" * 81, "status": "won", "mistakes": 0}

    def still_empty(answer: Answer) -> None:
        assert (answer.json["status"], answer.json["filled"]) == ("playing", ground.opening["filled"])

    yield Sent(
        "at sudoku",
        ground.camp_post("act", ground.opening, command="check", **claims),
        ("200 ok",),
        still_empty,
    )


def borrowed(ground: Ground) -> Iterator[Sent]:
    puzzle = ground.opening["agent_check"]["token"]
    others = [(slug, token) for slug, token in ground.tokens.items() if slug != "cantlewing"]
    yield from each(at_cantlewing([*others, ("agent check", puzzle)]), BAD)
    others = [(slug, token) for slug, token in ground.tokens.items() if slug != "sudoku"]
    yield from at_sudoku(ground, [*others, ("agent check", puzzle)])
    for slug, mint in ((slug, ground.mint(slug)) for slug in ("cantlewing", "sudoku")):
        for label in ("agent-check/1", "state/cordwright/1", f"camp/{slug}/1", "", "state"):
            made = [
                (label or "no label", mint.sign([label, mint.state], label)),
                ("inside", mint.sign([label, mint.state])),
            ]
            yield from each(at_cantlewing(made), BAD) if slug == "cantlewing" else at_sudoku(ground, made)
    check = ground.opening["state_token"]
    raw = post(
        f"{ROOT}/act", {"state_token": check, "agent_check": check, "agent_answer": 100, "command": "check"}
    )
    yield Sent("game as agent check", raw, ("403 agent-check-invalid",))


def later(ground: Ground) -> Iterator[Sent]:
    for slug in ground.tokens:
        mint = ground.mint(slug)
        stem, _, version = mint.label.rpartition("/")
        label = f"{stem}/{int(version) + 1}"
        token = mint.sign([label, [*mint.state, "a field we know nothing of"]], label)
        if slug == "sudoku":
            yield Sent(slug, get(f"{ROOT}/state", _AS_TEXT + token), ("409 old-token",))
        else:
            yield Sent(slug, post(f"/api/games/{slug}/state", {"stateToken": token}), ("409 old-token",))


def no_strings(ground: Ground) -> Iterator[Sent]:
    values: list[object] = [7, 0, True, False, [], {}, ["x"], {"stateToken": "x"}, 10**19]
    named = [(repr(value), value) for value in values]
    yield from each(at_cantlewing(named), BAD)
    yield from at_sudoku(ground, named)
    yield Sent("null", post(ACTION, {"stateToken": None, "action": BANK}), ("400 bad-request",))
    yield Sent("none", post(ACTION, {"action": BANK}), ("400 bad-request",))
    yield Sent(
        "null at sudoku", post(f"{ROOT}/act", {"state_token": None, "command": "check"}), ("409 no-game",)
    )
    yield Sent("none at sudoku", post(f"{ROOT}/act", {"command": "check"}), ("409 no-game",))


def oversized(ground: Ground) -> Iterator[Sent]:
    longer = [("8,001", "A" * 7957 + "." + "A" * 43), ("60,000", "A" * 60_000), ("dots", "." * 60_000)]
    yield from each(at_cantlewing(longer), BAD)
    yield from at_sudoku(ground, longer)
    million = {"stateToken": "A" * 10**6, "state_token": "A" * 10**6, "action": BANK}
    yield from each(
        [("million", post(ACTION, million)), ("at sudoku", post(f"{ROOT}/act", million))], "413 too-large"
    )


def bombs(ground: Ground) -> Iterator[Sent]:
    sizes = (1, 5, 50)
    packed = [b"." + b64(zlib.compress(b" " * megabytes * 10**6, 9)).encode() for megabytes in sizes]
    for slug in ground.tokens:
        mint = ground.mint(slug)
        made = [(f"{slug} {n} MB", mint.sign_raw(bomb)) for n, bomb in zip(sizes, packed, strict=True)]
        if slug == "sudoku":
            yield from at_sudoku(ground, [(name, token) for name, token in made if len(token) < 60_000])
        else:
            target = f"/api/games/{slug}/state"
            raws = [(name, post(target, {"stateToken": token})) for name, token in made]
            yield from each([(name, raw) for name, raw in raws if len(raw) < 65_000], BAD)


def damaged(ground: Ground) -> Iterator[Sent]:
    for slug in ground.tokens:
        mint = ground.mint(slug)
        label, state = mint.label, mint.state
        states: list[object] = [[], {}, None, 7, "x", state[:-1], [*state, 0], {"v": 1}, [state]]
        odd: list[object] = ["?", 1.5, {}, 2**70, True]
        states += [[*state[:i], value, *state[i + 1 :]] for i in range(len(state)) for value in odd]
        whole: list[object] = [None, [], {}, 7, "x", [label], [label, state, 0], [7, state], {"v": 1}, state]
        texts = (
            b"AA",
            b".",
            b".AA",
            b"A",
            b64(b"\x80\x04K\x01.").encode(),
            b64(b"{").encode(),
            b64(b"[1").encode(),
        )
        made = [
            (json.dumps(each)[:30], mint.sign(each)) for each in [*whole, *([label, one] for one in states)]
        ]
        made += [(repr(text), mint.sign_raw(text)) for text in texts]
        if slug == "sudoku":
            yield from each([(name, get(f"{ROOT}/state", _AS_TEXT + token)) for name, token in made], BAD)
        else:
            target = f"/api/games/{slug}/state"
            yield from each(
                [(f"{slug} {name}", post(target, {"stateToken": token})) for name, token in made], BAD
            )


def impossible(ground: Ground) -> Iterator[Sent]:
    for name, slug, places, action in IMPOSSIBLE:
        mint = ground.mint(slug)
        state = json.loads(json.dumps(mint.state))
        for (*path, last), value in places.items():
            part = state
            for step in path:
                part = part[step]
            part[last] = value
        token = mint.sign([mint.label, state])
        if slug == "sudoku":
            yield Sent(name, get(f"{ROOT}/state", f"Cookie: {COOKIE}={token}"), (BAD,), cleared)
        else:
            target = f"/api/games/{slug}/action"
            yield Sent(f"{slug}: {name}", post(target, {"stateToken": token, "action": action}), (BAD,))


TOKEN_ROWS: Final = (
    Row("a forged token", lambda ground: both(ground, forgeries)),
    Row("another spelling of a good token", lambda ground: both(ground, spellings)),
    Row("a state that is not signed", unsigned),
    Row("a token of another game or kind", borrowed),
    Row("a token of other rules", later),
    Row("a token that is no string, or none", no_strings),
    Row("a token that is too long", oversized),
    Row("a signed token that inflates", bombs),
    Row("a signed token that holds no state", damaged),
    Row("a signed state that no game can have", impossible),
)
