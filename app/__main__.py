"""`python -m app`: check the settings, then serve."""

import os
import sys
from collections.abc import Mapping
from typing import Any, Final

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from app.protocol import Protocol
from app.settings import Settings, SettingsError, read_settings, unknown_settings, with_secret

_LOGGING: Final[dict[str, Any]] = {
    **LOGGING_CONFIG,
    "loggers": {
        **LOGGING_CONFIG["loggers"],
        "campboard": {"handlers": ["default"], "level": "INFO", "propagate": False},
    },
}


def main(environment: Mapping[str, str]) -> None:
    """Serve until a signal; a wrong setting ends the program with one sentence and status 2."""
    try:
        settings, made = with_secret(read_settings(environment))
    except SettingsError as error:
        sys.exit(_stop(error))
    for name in unknown_settings(environment):
        print(f"campboard: warning: {name} is no setting of this server", file=sys.stderr)
    if made:
        print(
            "campboard: warning: no CAMPBOARD_SECRET is set, so tokens end with this process",
            file=sys.stderr,
        )
    # Workers are processes of their own and must sign with the same keys, also when the file is gone by then.
    os.environ["CAMPBOARD_SECRET"] = settings.secret
    os.environ.pop("CAMPBOARD_SECRET_FILE", None)
    serve(settings)


def serve(settings: Settings) -> None:
    """Run the server with these settings, in this process or in several workers."""
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Protocol,
        ws="none",
        log_config=_LOGGING,
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=5,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        log_level="info",
    )


def _stop(error: SettingsError) -> int:
    print(f"campboard: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main(os.environ)
