"""What becomes of every request: one line in the log, one more in the counts."""

import logging
import re
from functools import partial
from time import time
from typing import Final

from starlette.types import Scope

from app.errors import ApiError
from app.limits import EXEMPT
from app.logs import LOGGER, MOST_CHARACTERS, OUTPUT, Format, request_line, token_hash
from app.metrics import COUNTS
from app.notes import CODE, REQUEST_ID, TOKEN
from engines.registry import COMMAND_GAMES, GAMES

HUNG_UP: Final = 499
"""Stands for the status where the client left before its reply began, as in the logs of nginx."""
NO_ROUTE: Final = "none"
"""The route of whatever no route took; what the client asked for must not become a label."""

_LEVELS: Final = {logging.DEBUG: "debug", logging.INFO: "info", logging.ERROR: "error"}
_METHODS: Final = frozenset({"GET", "POST", "OPTIONS"})
_KNOWN: Final = frozenset({*GAMES, *COMMAND_GAMES})
_LIKE_A_TOKEN: Final = re.compile(r"[A-Za-z0-9._~=+%-]{33,}")


class Watch:
    """Counts and logs each request when its reply is out; the layers inside leave notes in the scope."""

    def __init__(self, log_format: Format) -> None:
        self.log_format = log_format

    def tell(self, scope: Scope, status: int, seconds: float) -> None:
        """Tell of a request that took so long; its status is HUNG_UP when there was no reply."""
        route = scope["route"].path if "route" in scope else NO_ROUTE
        method = scope["method"] if scope["method"] in _METHODS else "other"
        slug = scope["path_params"].get("slug") if "path_params" in scope else None
        if slug not in _KNOWN:
            slug = None
        code = scope.get(CODE)
        COUNTS.add("requests", route, method, str(status))
        COUNTS.observe(route, seconds)
        if code is not None:
            COUNTS.add("problems" if status >= 400 else "refusals", slug or "", code)
        severity = logging.ERROR if status >= 500 else logging.DEBUG if route in EXEMPT else logging.INFO
        if LOGGER.isEnabledFor(severity):
            level = _LEVELS[severity]
            OUTPUT.write_soon(partial(self._line, level, time(), scope, method, route, status, seconds, slug))

    def _line(
        self,
        level: str,
        now: float,
        scope: Scope,
        method: str,
        route: str,
        status: int,
        seconds: float,
        slug: str | None,
    ) -> bytes:
        fields = {
            "requestId": scope[REQUEST_ID],
            "method": method,
            "route": route,
            "status": status,
            "ms": int(seconds * 1e6) / 1000,
        }
        if slug is not None:
            fields["slug"] = slug
        if CODE in scope:
            fields["code"] = scope[CODE]
        if TOKEN in scope:
            fields["token"] = token_hash(scope[TOKEN])
        if route == NO_ROUTE:
            fields["path"] = shown_path(scope["path"])
        if status == 429 and scope["client"]:
            fields["client"] = scope["client"][0][:MOST_CHARACTERS]
        return request_line(self.log_format, level, now, fields)


def tell_of_refusal(error: ApiError, request_id: str) -> None:
    """Count and log what was answered before there was a request to speak of."""
    COUNTS.add("requests", NO_ROUTE, "other", str(error.status))
    COUNTS.add("problems", "", error.code)
    LOGGER.info(
        "refused before any route",
        extra={"requestId": request_id, "status": error.status, "code": error.code},
    )


def shown_path(path: str) -> str:
    """Return as much of a path as the log may hold: a token that was put there by mistake is taken out."""
    return _LIKE_A_TOKEN.sub("...", path[: 10 * MOST_CHARACTERS])[:MOST_CHARACTERS]
