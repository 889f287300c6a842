"""Signed state tokens: the whole game travels with the player, and the server keeps nothing.

Tokens are those of itsdangerous' URLSafeSerializer (SHA-256, `key_derivation="hmac"`), and stock itsdangerous
reads them; what is ours here only derives and prepares each key once, uses orjson, and bounds the inflate.
"""

import re
import zlib
from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final, TypeAlias

import orjson
from itsdangerous import BadSignature, Signer

from app.macs import Mac
from engines.contract import CommandGame, Engine, GameState
from schemas.codec import packer, unpacker

Game: TypeAlias = Engine[Any, Any] | CommandGame[Any]

MAX_TOKEN_LENGTH: Final = 8000
MAX_PAYLOAD_BYTES: Final = 64 * 1024
"""What a compressed payload may grow to."""
COMPRESS_ABOVE_BYTES: Final = 492
"""So many make a token of 700 characters. Smaller payloads hardly gain; level 1 costs a quarter of the
default level and saves almost as much."""
MOST_FRESH: Final = 256
"""How many tokens of a game are remembered with their states, each of at most LONGEST_FRESH characters."""
LONGEST_FRESH: Final = 1024

_VERSION: Final = re.compile(r"/[1-9][0-9]*\Z")
_VERSIONS_AHEAD: Final = 8
"""How many rules versions beyond ours are still told apart from nonsense, as during a rolling update."""


class BadToken(ValueError):
    """Raised when a token cannot be used, whatever the cause: a caller must not learn which part failed."""


class OldToken(ValueError):
    """Raised when a token is genuine but belongs to another version of the game's rules."""


class Tokens:
    """Seals states into tokens and opens them again; holds the keys, oldest first, newest last."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = tuple(keys)
        self._seals: dict[tuple[str, int], _Seal] = {}

    def seal(self, engine: Game, state: GameState) -> str:
        """Return the token of a state, signed with the newest key; equal states give equal tokens."""
        token = self.seal_at_length(engine, state)
        assert len(token) <= MAX_TOKEN_LENGTH, "a game's states must fit its tokens"
        return token

    def seal_at_length(self, engine: Game, state: GameState) -> str:
        """Return the same, even if it is longer than any that `open` takes; for who looks at the length."""
        seal = self._seal(engine, engine.spec.version)
        token = seal.serializer.dumps_text([seal.label, seal.pack(state)])
        if len(token) <= LONGEST_FRESH:
            # The state that is there already may know more of its position than this one.
            seal.fresh[token] = seal.fresh.pop(token, state)
            if len(seal.fresh) > MOST_FRESH:
                del seal.fresh[next(iter(seal.fresh))]
        return token

    def open(self, engine: Game, token: str) -> Any:
        """Return the state in a token of this game and rules version; raises BadToken or OldToken."""
        seal = self._seal(engine, engine.spec.version)
        state = seal.fresh.get(token)
        if state is not None:
            return state
        # No other look at its shape is needed: a signature, compared as text, stands for one payload only.
        if len(token) > MAX_TOKEN_LENGTH or not token.isascii():
            raise BadToken
        try:
            payload = seal.serializer.loads(token)
        except BadSignature:
            self._refuse(engine, token)
        if type(payload) is not list or len(payload) != 2 or type(payload[0]) is not str:
            raise BadToken
        if payload[0] != seal.label:
            raise OldToken if _VERSION.sub("/", payload[0]) == _VERSION.sub("/", seal.label) else BadToken
        try:
            return seal.unpack(payload[1])
        except ValueError:
            raise BadToken from None

    def _refuse(self, engine: Game, token: str) -> None:
        for version in range(1, engine.spec.version + _VERSIONS_AHEAD):
            if version != engine.spec.version and self._seal(engine, version).serializer.signed(token):
                raise OldToken
        raise BadToken from None

    def _seal(self, engine: Game, version: int) -> "_Seal":
        found = self._seals.get((engine.spec.slug, version))
        if found is None:
            label = f"state/{engine.spec.slug}/{version}"
            serializer = TokenSerializer(self._keys, salt=f"campboard/{label}")
            found = _Seal(label, serializer, packer(engine.state), unpacker(engine.state))
            self._seals[engine.spec.slug, version] = found
        return found


@dataclass(frozen=True, slots=True)
class _Seal:
    """What one kind, game and rules version needs."""

    label: str
    serializer: "TokenSerializer"
    pack: Any
    unpack: Any
    fresh: dict[str, Any] = field(default_factory=dict)
    """The latest tokens that were sealed here, and their states: most of them come back with the next move.

    Nothing depends on it, and any other worker answers the same; it only saves the work of opening.
    """


class TokenSerializer:
    """Reads and writes what URLSafeSerializer does, with orjson and a bounded inflate after the signature."""

    def __init__(self, keys: Sequence[str], salt: str) -> None:
        signers = [Signer(key, salt, key_derivation="hmac", digest_method=sha256) for key in keys]
        # The newest key first: it signs, and most tokens are its own.
        self._macs = [Mac(signer.derive_key()) for signer in reversed(signers)]

    def signed(self, token: str) -> bool:
        """Tell whether one of the keys signed this token; looks at nothing inside it."""
        return self._signed(*_split(token))

    def dumps_text(self, value: Any) -> str:
        """Return the token of a JSON-ready value."""
        payload = self.dump_payload(value)
        return (payload + b"." + _encoded(self._macs[0](payload))).decode("ascii")

    def loads(self, token: str) -> Any:
        """Return the value in a token; raises BadSignature when none of the keys signed it."""
        payload, signature = _split(token)
        if not self._signed(payload, signature):
            raise BadSignature("none of the keys signed this")
        return self.load_payload(payload)

    def _signed(self, payload: bytes, signature: bytes) -> bool:
        # Comparing the encoded text, not the decoded bytes, leaves a signature one spelling only.
        for mac in self._macs:  # noqa: SIM110  # any() would make a generator for what is mostly one key
            if compare_digest(_encoded(mac(payload)), signature):
                return True
        return False

    def dump_payload(self, value: Any) -> bytes:
        """Return the first part of a token, compressed where that helps."""
        payload = orjson.dumps(value)
        if len(payload) > COMPRESS_ABOVE_BYTES:
            packed = zlib.compress(payload, level=1)
            if len(packed) < len(payload) - 1:
                return b"." + _encoded(packed)
        return _encoded(payload)

    def load_payload(self, payload: bytes) -> Any:
        """Return the value in the first part of a token; raises BadToken when there is none."""
        try:
            if payload.startswith(b"."):
                return orjson.loads(_inflate(_decoded(payload[1:])))
            return orjson.loads(_decoded(payload))
        except (ValueError, zlib.error) as error:
            raise BadToken from error


def _split(token: str) -> tuple[bytes, bytes]:
    payload, _, signature = token.encode().rpartition(b".")
    return payload, signature


def _encoded(raw: bytes) -> bytes:
    return b2a_base64(raw, newline=False).translate(_URL_SAFE).rstrip(b"=")


def _decoded(text: bytes) -> bytes:
    return a2b_base64(text.translate(_NOT_URL_SAFE) + b"=" * (-len(text) % 4))


_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_NOT_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")
"""What the functions of the module base64 do with two more calls each."""


def _inflate(packed: bytes) -> bytes:
    inflater = zlib.decompressobj()
    payload = inflater.decompress(packed, MAX_PAYLOAD_BYTES)
    if not inflater.eof or inflater.unused_data:
        raise ValueError("a compressed payload is too large or damaged")
    return payload
