"""A wrong request as a page, for the person whose browser sent it; programs get the one error body."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from app.assets import fingerprint
from app.edge import settings_of
from app.errors import ApiError
from app.pages import BROWSER_HEADERS, render

_MOST_RANGES: Final = 30
_WEIGHT: Final = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
_HTML: Final = "text/html"
_JSON_RANGES: Final = ("application/json", "application/*", "*/*")
"""What JSON goes by in an Accept header, the closest first."""


def wants_page(scope: Scope) -> bool:
    """Tell whether a request asks for HTML by name, and for nothing JSON goes by before that."""
    return prefers_html(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept")


def prefers_html(values: Iterable[str]) -> bool:
    """Tell the same of the values of its Accept headers, read as RFC 9110, section 12.5.1, has it.

    Of equal weights the one named first counts, and a name for more than its wildcard.
    """
    ranks: dict[str, tuple[float, int]] = {}
    for place, text in enumerate(",".join(values).lower().split(",")[:_MOST_RANGES]):
        kind, *parameters = (part.strip() for part in text.split(";"))
        weights = [_WEIGHT.fullmatch(part) for part in parameters if part.startswith("q=")]
        weight = 1.0 if not weights else float(weights[0][1]) if weights[0] else 0.0
        ranks.setdefault(kind, (weight, -place))
    html = ranks.get(_HTML, (0.0, 0))
    json = next((ranks[kind] for kind in _JSON_RANGES if kind in ranks), (0.0, 0))
    return html[0] > 0 and html > json


def error_page(scope: Scope, error: ApiError) -> Response:
    """Return an error as a page with its status, its sentence and ways on."""
    text = render(
        "error.html",
        settings_of(scope),
        Request(scope),
        assets=f"assets/{fingerprint()}",
        entry="",
        here="",
        modules=(),
        sheets=("common/shell.css",),
        status=error.status,
        phrase=HTTPStatus(error.status).phrase,
        reason=error.reason,
    )
    return HTMLResponse(text, error.status, {**BROWSER_HEADERS, "Vary": "Accept", **(error.headers or {})})
