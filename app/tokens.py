"""Signed state tokens: the whole game travels with the player, and the server keeps nothing.

Tokens are those of itsdangerous' URLSafeSerializer (SHA-256, `key_derivation="hmac"`), and stock itsdangerous
reads them; the small subclasses here only derive each key once, sign in one shot, use orjson and bound the
inflate.
"""

import hmac
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

import orjson
from itsdangerous import BadData, BadSignature, HMACAlgorithm, Signer, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from engines.codec import packer, unpacker
from engines.contract import Engine, GameState

MAX_TOKEN_LENGTH: Final = 8000
MAX_PAYLOAD_BYTES: Final = 64 * 1024
"""What a compressed payload may grow to."""
COMPRESS_ABOVE_BYTES: Final = 512
"""Smaller payloads gain nothing; level 1 costs a quarter of the default level and saves almost as much."""

_SHAPE: Final = re.compile(r"\.?[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}")
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

    def seal(self, engine: Engine[Any, Any], state: GameState) -> str:
        """Return the token of a state, signed with the newest key; equal states give equal tokens."""
        seal = self._seal(engine, engine.spec.version)
        token = seal.serializer.dumps_text([seal.label, seal.pack(state)])
        assert len(token) <= MAX_TOKEN_LENGTH, "a game's states must fit its tokens"
        return token

    def open(self, engine: Engine[Any, Any], token: str) -> Any:
        """Return the state in a token of this game and rules version; raises BadToken or OldToken."""
        if len(token) > MAX_TOKEN_LENGTH or _SHAPE.fullmatch(token) is None:
            raise BadToken
        seal = self._seal(engine, engine.spec.version)
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

    def _refuse(self, engine: Engine[Any, Any], token: str) -> None:
        for version in range(1, engine.spec.version + _VERSIONS_AHEAD):
            if version != engine.spec.version and self._seal(engine, version).serializer.signed(token):
                raise OldToken
        raise BadToken from None

    def _seal(self, engine: Engine[Any, Any], version: int) -> "_Seal":
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


class _OneShotHMAC(HMACAlgorithm):
    def get_signature(self, key: bytes, value: bytes) -> bytes:
        return hmac.digest(key, value, "sha256")


class _KeyedSigner(Signer):
    """A signer that derives each key once and knows only the canonical spelling of a signature."""

    @cached_property
    def derived_keys(self) -> list[bytes]:
        return [super(_KeyedSigner, self).derive_key(key) for key in self.secret_keys]

    def derive_key(self, secret_key: str | bytes | None = None) -> bytes:
        return self.derived_keys[-1] if secret_key is None else super().derive_key(secret_key)

    def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
        text = value.encode() if isinstance(value, str) else value
        given = sig.encode() if isinstance(sig, str) else sig
        # Comparing the encoded text, not the decoded bytes, leaves a signature one spelling only.
        return any(
            hmac.compare_digest(base64_encode(self.algorithm.get_signature(key, text)), given)
            for key in reversed(self.derived_keys)
        )


class TokenSerializer(URLSafeSerializer):
    """URLSafeSerializer with one cached signer, orjson, and a bounded inflate after the signature."""

    def __init__(self, keys: Sequence[str], salt: str) -> None:
        super().__init__(
            list(keys),
            salt=salt,
            signer=_KeyedSigner,
            signer_kwargs={
                "key_derivation": "hmac",
                "digest_method": sha256,
                "algorithm": _OneShotHMAC(sha256),
            },
        )
        self._signer = super().make_signer(salt)

    def signed(self, token: str) -> bool:
        """Tell whether one of the keys signed this token; looks at nothing inside it."""
        return self._signer.validate(token)

    def dumps_text(self, value: Any) -> str:
        """Return the token of a JSON-ready value."""
        return self._signer.sign(self.dump_payload(value)).decode("ascii")

    def make_signer(self, salt: str | bytes | None = None) -> Signer:
        return self._signer if salt is None else super().make_signer(salt)

    def iter_unsigners(self, salt: str | bytes | None = None) -> Iterator[Signer]:
        yield self.make_signer(salt)

    def dump_payload(self, obj: Any) -> bytes:
        payload = orjson.dumps(obj)
        if len(payload) > COMPRESS_ABOVE_BYTES:
            packed = zlib.compress(payload, level=1)
            if len(packed) < len(payload) - 1:
                return b"." + base64_encode(packed)
        return base64_encode(payload)

    def load_payload(self, payload: bytes, *_args: Any, **_kwargs: Any) -> Any:
        try:
            if payload.startswith(b"."):
                return orjson.loads(_inflate(base64_decode(payload[1:])))
            return orjson.loads(base64_decode(payload))
        except (ValueError, zlib.error, BadData) as error:
            raise BadToken from error


def _inflate(packed: bytes) -> bytes:
    inflater = zlib.decompressobj()
    payload = inflater.decompress(packed, MAX_PAYLOAD_BYTES)
    if not inflater.eof or inflater.unused_data:
        raise ValueError("a compressed payload is too large or damaged")
    return payload
