"""The agent check: a question with every reply, whose answer the next move brings; nothing of it is kept.

The token of a question is signed and holds a nonce, when it expires, which state it came with, and a MAC of
the answer under a key of its own: never the answer, and no hash of it that could be guessed at off line.
"""

import hmac
import re
import time
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from secrets import token_urlsafe
from typing import Final, NamedTuple

from itsdangerous import BadSignature

from app.errors import ApiError
from app.macs import Mac
from app.questions import Question, draw
from app.tokens import MAX_TOKEN_LENGTH, BadToken, TokenSerializer
from engines.contract import JsonObject

LABEL: Final = "agent-check/1"
UNBOUND: Final = "-"
"""The binding of a puzzle that came with no game and fits any."""
BOUND_SECONDS: Final = 600
UNBOUND_SECONDS: Final = 180

_BINDING_CHARACTERS: Final = 16
_PROCESS: Final = token_urlsafe(9)
_COUNT: Final = count(1)
_MAC_HEX: Final = 32
"""Hex digits of the 16 bytes kept of a MAC."""
_DRAWN_AT_ONCE: Final = 32
_MOST_KNOWN: Final = 256
"""How many puzzles are remembered with their answers."""
_KINDS: Final = [str, str, int, str, str]
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_HOW: Final = (
    "its token goes into X-Agent-Check and your number into X-Agent-Answer, or both into the body, as "
    "agent_check and agent_answer"
)
_REASONS: Final = {
    "missing": f"This call needs the answer to an agent check; {_HOW}.",
    "malformed": f"An agent check takes a token and one whole number, and both forms must agree; {_HOW}.",
    "invalid": "This is no agent check of this server; answer the puzzle that comes with this reply.",
    "expired": "This agent check has expired; answer the puzzle that comes with this reply.",
    "used": "This agent check came with another position; answer the puzzle that comes with this reply.",
    "wrong": "That is not the answer, and nothing has changed; answer the puzzle that comes with this reply.",
}


class Answer(NamedTuple):
    """What a request brings, as it came: a token and a number or its digits, in headers and in the body."""

    header_token: str | None = None
    header_number: str | None = None
    body_token: object = None
    body_number: object = None


def new_nonce() -> str:
    """Return a text that no other puzzle has: one of this process, and a number."""
    return f"{_PROCESS}{next(_COUNT):x}"


def binding_of(state_token: str) -> str:
    """Return what binds a puzzle to a state: a part of the state's own signature."""
    return state_token[-_BINDING_CHARACTERS:]


class _Known(NamedTuple):
    """A puzzle that was asked here, or answered rightly."""

    expiry: int
    binding: str
    number: int


class AgentCheck:
    """Asks questions and checks answers; holds the keys, oldest first, newest last."""

    def __init__(
        self,
        keys: Sequence[str],
        now: Callable[[], float] = time.time,
        random: Random | None = None,
        nonce: Callable[[], str] = new_nonce,
    ) -> None:
        self._serializer = TokenSerializer(keys, salt=f"campboard/{LABEL}")
        answer_keys = [hmac.digest(key.encode(), b"agent-check-answer/1", "sha256") for key in keys]
        # The newest key first, as it makes the MACs.
        self._macs = [Mac(key) for key in reversed(answer_keys)]
        # The latest puzzles of this worker: most answers are to one of them. Nothing depends on it, and any
        # other worker judges the same; it only saves the work of reading a token and making the MAC again.
        self._known: dict[str, _Known] = {}
        self._now = now
        # A question may be foreseen, but not its token, which takes a key to make.
        self._random = random or Random()  # noqa: S311
        self._drawn: list[Question] = []
        self._nonce = nonce

    def ask(self, binding: str = UNBOUND) -> JsonObject:
        """Return a puzzle as replies carry it, bound to a state or fit for any."""
        if not self._drawn:  # many in a row cost half of one at a time
            self._drawn = [draw(self._random) for _ in range(_DRAWN_AT_ONCE)][::-1]
        question = self._drawn.pop()
        life = UNBOUND_SECONDS if binding == UNBOUND else BOUND_SECONDS
        nonce, expiry = self._nonce(), int(self._now()) + life
        mac = _answer_mac(self._macs[0], nonce, expiry, binding, question.answer)
        token = self._serializer.dumps_text([LABEL, nonce, expiry, binding, mac])
        self._remember(token, _Known(expiry, binding, question.answer))
        return {
            "token": token,
            "question": question.text,
            "answer_format": "integer",
            "expires_in": life,
        }

    def check(self, answer: Answer, binding: str) -> None:
        """Return when an answer is right for a state; raises ApiError 403 where it is not."""
        token, number = _given(answer)
        known = self._known.get(token)
        if known is not None:
            self._hold(known.expiry, known.binding, binding)
            if not hmac.compare_digest(b"%d" % number, b"%d" % known.number):
                raise _refusal("wrong")
            return
        nonce, expiry, bound, mac = self._read(token)
        self._hold(expiry, bound, binding)
        for keyed in self._macs:
            if hmac.compare_digest(_answer_mac(keyed, nonce, expiry, bound, number).encode(), mac.encode()):
                self._remember(token, _Known(expiry, bound, number))
                return
        raise _refusal("wrong")

    def _hold(self, expiry: int, bound: str, binding: str) -> None:
        """Return when a puzzle is still good, and for this state; raises ApiError."""
        if self._now() >= expiry:
            raise _refusal("expired")
        if bound not in (UNBOUND, binding):
            raise _refusal("used")

    def _remember(self, token: str, known: _Known) -> None:
        self._known[token] = known
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _read(self, token: str) -> tuple[str, int, str, str]:
        """Return nonce, expiry, binding and MAC of a token; raises ApiError."""
        if len(token) > MAX_TOKEN_LENGTH or not token.isascii():
            raise _refusal("invalid")
        try:
            payload = self._serializer.loads(token)
        except (BadSignature, BadToken):
            raise _refusal("invalid") from None
        # Whatever is signed under this salt was made above; the kinds are looked at all the same.
        if type(payload) is not list or [*map(type, payload)] != _KINDS or payload[0] != LABEL:
            raise _refusal("invalid")
        _, nonce, expiry, bound, mac = payload
        return nonce, expiry, bound, mac


def _given(answer: Answer) -> tuple[str, int]:
    """Return the token and the number a request brings, both from one place; raises ApiError."""
    if answer.header_token is not None and answer.header_number is not None:
        token, number = answer.header_token, _number(answer.header_number)
    elif answer.body_token is not None and answer.body_number is not None:
        token, number = _token(answer.body_token), _number(answer.body_number)
    else:
        raise _refusal("missing")
    # Whatever the other place holds must say the same.
    for other in (answer.header_token, answer.body_token):
        if other is not None and _token(other) != token:
            raise _refusal("malformed")
    for other in (answer.header_number, answer.body_number):
        if other is not None and _number(other) != number:
            raise _refusal("malformed")
    return token, number


def _token(value: object) -> str:
    if type(value) is not str:
        raise _refusal("malformed")
    return value


def _number(value: object) -> int:
    if type(value) is int:
        return value
    if type(value) is not str or _NUMBER.fullmatch(stripped := value.strip(" ")) is None:
        raise _refusal("malformed")
    return int(stripped)


def _answer_mac(keyed: Mac, nonce: str, expiry: int, binding: str, number: int) -> str:
    """Return the MAC of an answer. Each part comes after its length, so that none can run into the next."""
    when, what = str(expiry), str(number)
    parts = f"{len(nonce)}:{nonce}{len(when)}:{when}{len(binding)}:{binding}{len(what)}:{what}"
    return keyed(parts.encode()).hex()[:_MAC_HEX]


def _refusal(why: str) -> ApiError:
    return ApiError(403, f"agent-check-{why}", _REASONS[why])
