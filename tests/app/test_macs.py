"""Our HMAC against the standard library's and a published case."""

import hmac

import pytest

from app.macs import Mac


def test_the_second_case_of_rfc_4231() -> None:
    assert (
        Mac(b"Jefe")(b"what do ya want for nothing?").hex()
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )


@pytest.mark.parametrize("length", [0, 1, 31, 32, 63, 64, 65, 200])
def test_keys_and_messages_of_any_length_agree_with_the_standard_library(length: int) -> None:
    key = bytes(range(256))[:length]
    mac = Mac(key)
    for message in (b"", b"a", b"x" * 64, b"y" * 1000):
        assert mac(message) == mac(message) == hmac.digest(key, message, "sha256")
