"""`python -m app`: check the settings, then serve."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from logging.config import dictConfig
from typing import Final

import uvicorn

from app.logs import LOGGER, choose_format, log_config
from app.metrics import Exchange
from app.protocol import Patience, Protocol
from app.settings import Settings, SettingsError, read_settings, unknown_settings, with_secret

_IN_MEMORY: Final = "/dev/shm"  # noqa: S108  # a directory of its own is made in it


def main(environment: Mapping[str, str]) -> None:
    """Serve until a signal; a wrong setting ends the program with one sentence and status 2."""
    try:
        settings, made = with_secret(read_settings(environment))
    except SettingsError as error:
        sys.exit(_stop(error))
    dictConfig(log_config(choose_format(settings.log_format), settings.log_level))
    for name in unknown_settings(environment):
        LOGGER.warning("%s is no setting of this server", name)
    if made:
        LOGGER.warning("no CAMPBOARD_SECRET is set, so tokens end with this process")
    # Workers are processes of their own and must sign with the same keys, also when the file is gone by then.
    os.environ["CAMPBOARD_SECRET"] = settings.secret
    os.environ.pop("CAMPBOARD_SECRET_FILE", None)
    with _metrics_directory(settings) as directory:
        os.environ["CAMPBOARD_METRICS_DIR"] = directory
        Exchange(directory).clear()
        serve(settings)


def serve(settings: Settings) -> None:
    """Run the server with these settings, in this process or in several workers."""
    patience = Patience(settings.max_connections, settings.request_seconds)
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=partial(Protocol, patience=patience),  # type: ignore[arg-type]  # as good as a class
        ws="none",
        log_config=log_config(choose_format(settings.log_format), settings.log_level),
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=settings.keep_alive_seconds,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
    )


@contextmanager
def _metrics_directory(settings: Settings) -> Iterator[str]:
    """Make the directory in which workers leave their counts, where it is needed and nobody chose one."""
    if settings.metrics_dir or settings.workers == 1:
        yield settings.metrics_dir
        return
    parent = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    try:
        made = tempfile.TemporaryDirectory(prefix="campboard-", dir=parent, ignore_cleanup_errors=True)
    except OSError:
        LOGGER.warning("no directory can be written to, so /metrics tells of one worker at a time")
        yield ""
        return
    with made as directory:
        yield directory


def _stop(error: SettingsError) -> int:
    print(f"campboard: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main(os.environ)
