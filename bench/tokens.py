"""Tokens beside their floor: orjson, base64 and one HMAC-SHA256 each way, with no compression."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

import orjson

from app.tokens import TokenSerializer

SIZES: Final = (173, 1016, 10_200)
"""Bytes of JSON in the made-up payloads."""
KEY: Final = "0123456789abcdef0123456789abcdef"
"""Signs nothing but what is measured here."""
_KEY: Final = KEY.encode()


def floor_pair(value: Any) -> None:
    """Sign a value and read it back, the cheapest way there is."""
    assert floor_open(floor_seal(value)) is not None


def floor_seal(value: Any) -> str:
    """Return a value, signed."""
    payload = urlsafe_b64encode(orjson.dumps(value)).rstrip(b"=")
    signature = urlsafe_b64encode(hmac.digest(_KEY, payload, "sha256")).rstrip(b"=")
    return (payload + b"." + signature).decode()


def floor_open(token: str) -> Any:
    """Return the value of a token."""
    payload, _, signature = token.encode().rpartition(b".")
    assert hmac.compare_digest(hmac.digest(_KEY, payload, "sha256"), _decoded(signature))
    return orjson.loads(_decoded(payload))


def serializer() -> TokenSerializer:
    """Return the server's own serializer with a key of the bench."""
    return TokenSerializer([KEY], salt="campboard/bench")


def serializer_pair(serializer: TokenSerializer, value: Any) -> None:
    """Sign a value and read it back as the server does, but for its check of states."""
    assert serializer.loads(serializer.dumps_text(value)) is not None


def payload(size: int) -> Any:
    """Return a value of so many bytes of JSON, much like a game's: small numbers and sets of bits."""
    row = [7, "playing", None, 3, 12345]
    value: list[Any] = ["state/bench/1", ""]
    number = 1
    while len(orjson.dumps(value)) < size - 60:
        number = number * 1_103_515_245 % 2**61
        value.append([*row, number % 97, f"{number:x}"])
    value[1] = "." * (size - len(orjson.dumps(value)))
    assert len(orjson.dumps(value)) == size
    return value


def _decoded(text: bytes) -> bytes:
    return urlsafe_b64decode(text + b"=" * (-len(text) % 4))
