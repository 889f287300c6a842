"""The cookie a game travels in, and which pages it is for.

A cookie is sent along by browsers whether or not the one who plays has asked for it. So it is for requests
that come from no page, or from a page of this server's own origin: a page from elsewhere neither plays by it
nor is given one, and it counts on a POST only with Content-Type: application/json, which no form can send.
"""

from collections.abc import Mapping
from typing import Final

MAX_COOKIE_BYTES: Final = 3800
"""Name, equals sign and value; browsers and curl drop longer ones without a word."""


class DamagedCookie(ValueError):
    """Raised when a request has the cookie several times, with different values."""


def cookie_name(slug: str) -> str:
    """Return the name of a game's cookie."""
    return f"camp_{slug.replace('-', '_')}"


def fits_cookie(slug: str, token: str) -> bool:
    """Tell whether a token is short enough for the game's cookie."""
    return len(cookie_name(slug)) + 1 + len(token) <= MAX_COOKIE_BYTES


def read_cookie(header: bytes, name: str) -> str | None:
    """Return the value of a cookie, None when it is not there or empty; raises DamagedCookie."""
    wanted = name.encode()
    if wanted not in header:
        return None
    values = set()
    for part in header.split(b";"):
        given, _, value = part.strip(b" \t").partition(b"=")
        if given == wanted and value:
            values.add(value)
    if len(values) > 1:
        raise DamagedCookie
    return values.pop().decode("latin-1") if values else None


def set_cookie(name: str, token: str, secure: bool) -> bytes:
    """Return the header value that hands out a token."""
    return f"{name}={token}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}".encode()


def clear_cookie(name: str, secure: bool) -> str:
    """Return the header value that takes a cookie away."""
    return f"{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def is_foreign(origin: bytes, host: bytes, public_base_url: str) -> bool:
    """Tell whether a request comes from a page of another origin; one without an Origin comes from none.

    Only host and port are compared: behind a proxy that ends TLS the scheme may look different here.
    """
    if not origin:
        return False
    site = origin.partition(b"://")[2].lower()
    own = public_base_url.partition("://")[2].partition("/")[0]
    return not site or site not in (host.lower(), own.lower().encode())


def comes_with_cookies(headers: Mapping[bytes, bytes], public_base_url: str) -> bool:
    """Tell whether the reply to a page's request at a camp address may not be shown to pages elsewhere.

    That is one from a page of our own, whose reply may set a cookie, and one that brings any camp cookie.
    """
    if b"camp_" in headers.get(b"cookie", b""):
        return True
    return not is_foreign(headers.get(b"origin", b""), headers.get(b"host", b""), public_base_url)
