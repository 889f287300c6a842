"""What the token tests sign with, by stock itsdangerous and by our service, and the refusal a token meets."""

import hashlib
import zlib
from base64 import urlsafe_b64encode
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from itsdangerous import Signer, URLSafeSerializer

from app.tokens import BadToken, OldToken, Tokens
from engines.contract import Engine
from tests.app.toys import TOY

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

OLD_KEY: Final = "oldest-Zk3Vq8Lw1Tn6Rb9Xc4Hm7Jd2Pf5"
KEY: Final = "middle-Yt5Gs0Bv2Kq8Mz3Wd9Lr6Hx1Nc4"
NEW_KEY: Final = "newest-Ua7Dp4Fj9Ex2So6Ti1Vk8Cy3Gw5"
STRANGE_KEY: Final = "foreign-Qh1Xo5Zn8Ac2Je7Rl4Mu9Bt6Wf3"

SALT: Final = "campboard/state/toy/3"
LABEL: Final = "state/toy/3"

SERVICE: Final = Tokens([KEY])
"""Opens tokens; it seals none, so it has none fresh in its memory."""
SEALER: Final = Tokens([KEY])
"""Seals tokens, as another worker would."""

# The token of SMALL under KEY, worked out without our code and without itsdangerous. Its payload is the
# base64url, without padding, of a JSON text; the key is derived by HMAC-SHA256 from KEY and the salt;
# the signature is the base64url of HMAC-SHA256 under that key over the payload. A test does this sum.
LITERAL: Final = (
    "WyJzdGF0ZS90b3kvMyIsWzcsInBsYXlpbmciLFtbMywicmVkIl0sWzksImJsdWUiXV0sIl93IixudWxsLHRydWVdXQ"
    ".R_N5SDEjrAJbOiTI96ERGUajGjVbGa8Eiyr__hQsQSc"
)

PLAIN: Final = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def stock(salt: str = SALT, *keys: str) -> URLSafeSerializer:
    """Return what anybody with the keys would build from the documentation of itsdangerous."""
    return URLSafeSerializer(
        list(keys or (KEY,)),
        salt=salt,
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )


def stock_dumps(value: Any, salt: str = SALT, *keys: str) -> str:
    token = stock(salt, *keys).dumps(value)
    return token if isinstance(token, str) else token.decode()


def signed(payload: bytes, salt: str = SALT, key: str = KEY) -> str:
    """Sign the text of a payload as it stands, with stock itsdangerous."""
    signer = Signer(key, salt=salt, key_derivation="hmac", digest_method=hashlib.sha256)
    return signer.sign(payload).decode()


def encoded(payload: bytes) -> bytes:
    return urlsafe_b64encode(payload).rstrip(b"=")


def deflated(payload: bytes) -> bytes:
    return b"." + encoded(zlib.compress(payload))


def refusal_of(token: str, service: Tokens = SERVICE, game: Engine[Any, Any] = TOY) -> type[ValueError]:
    """Return which of the two refusals a token meets; any other exception fails the test, as does none."""
    with pytest.raises((BadToken, OldToken)) as raised:
        service.open(game, token)
    return raised.type
