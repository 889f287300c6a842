"""Settings from the environment: read once at the start, wrong ones stop it with a sentence."""

import ipaddress
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from app.buckets import Rate, read_rate

MIN_KEY_BYTES: Final = 32
_MIN_DISTINCT_CHARACTERS: Final = 5
_MAX_PORT: Final = 65535
_FILLER: Final = "and|an|a|here|is|it|me|my|our|please|some|the|this|to|very|with|your"
_TELLING: Final = (
    "campboard|changeit|changeme|change|default|example|insecure|key|passphrase|password|placeholder|private"
    "|production|random|replace|secret|secure|signing|token|value"
)
_WELL_KNOWN: Final = re.compile(rf"(?=.*(?:{_TELLING}))(?>{_TELLING}|{_FILLER}|bit|in|long|now|of|super)++")
"""Texts of such words alone stand in examples, and so in attackers' lists. It never backtracks."""
HOW_TO_MAKE_A_KEY: Final = "make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"


DEFAULT_RATE_LIMIT: Final = "6000/minute"
"""Twice the moves of a long game at once, and then a hundred a second."""

HOST_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?", re.ASCII)
_BASE_URL: Final = re.compile(
    rf"https?://(?:{HOST_NAME.pattern}|\[[0-9A-Fa-f:.]{{2,45}}\])(?::(?P<port>[0-9]{{1,5}}))?(?:/[A-Za-z0-9._~/-]*)?"
)


_REDIS_URL: Final = re.compile(r"rediss?://[^\s/]+(?:/[0-9]{0,4})?(?:\?[^\s]*)?|unix://[^\s]+")


class SettingsError(Exception):
    """Raised when the server must not start as it is configured; says which variable and what to do."""


class Settings(BaseModel):
    """What the environment can set, under the variable names of `.env.example`."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    host: str = Field("127.0.0.1", alias="HOST", min_length=1)
    port: Annotated[int, Field(alias="PORT", ge=0, le=_MAX_PORT)] = 8000
    workers: Annotated[int, Field(alias="WORKERS", ge=1, le=64)] = 1
    secret: str = Field("", alias="CAMPBOARD_SECRET", repr=False)
    secret_file: str = Field("", alias="CAMPBOARD_SECRET_FILE")
    env: Literal["development", "production"] = Field("development", alias="CAMPBOARD_ENV")
    public_base_url: str = Field("", alias="CAMPBOARD_PUBLIC_BASE_URL")
    max_body_bytes: Annotated[int, Field(alias="CAMPBOARD_MAX_BODY_BYTES", ge=1024, le=2**24)] = 65536
    max_batch_items: Annotated[int, Field(alias="CAMPBOARD_MAX_BATCH_ITEMS", ge=1, le=10_000)] = 1000
    max_batch_steps: Annotated[int, Field(alias="CAMPBOARD_MAX_BATCH_STEPS", ge=1, le=10_000)] = 2000
    agent_check: Literal["on", "off"] = Field("on", alias="CAMPBOARD_AGENT_CHECK")
    trusted_proxies: str = Field("", alias="CAMPBOARD_TRUSTED_PROXIES")
    rate_limit: str = Field("", alias="CAMPBOARD_RATE_LIMIT")
    redis_url: str = Field("", alias="CAMPBOARD_REDIS_URL", repr=False)
    max_connections: Annotated[int, Field(alias="CAMPBOARD_MAX_CONNECTIONS", ge=1, le=100_000)] = 1000
    request_seconds: Annotated[int, Field(alias="CAMPBOARD_REQUEST_SECONDS", ge=1, le=3600)] = 15
    keep_alive_seconds: Annotated[int, Field(alias="CAMPBOARD_KEEP_ALIVE_SECONDS", ge=1, le=3600)] = 75
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", alias="CAMPBOARD_LOG_LEVEL")
    log_format: Literal["auto", "json", "text"] = Field("auto", alias="CAMPBOARD_LOG_FORMAT")
    metrics_dir: str = Field("", alias="CAMPBOARD_METRICS_DIR")

    @field_validator(
        *("port", "workers", "max_body_bytes", "max_batch_items", "max_batch_steps", "max_connections"),
        *("request_seconds", "keep_alive_seconds"),
        mode="before",
    )
    @classmethod
    def _is_plain_number(cls, value: object) -> object:
        if isinstance(value, str) and not re.fullmatch("[0-9]{1,9}", value):
            raise ValueError("must be a whole number in plain digits")
        return value

    @field_validator("host")
    @classmethod
    def _is_host(cls, value: str) -> str:
        if not (_is_address(value) or HOST_NAME.fullmatch(value)):
            raise ValueError("must be an IP address or a host name")
        return value

    @field_validator("public_base_url")
    @classmethod
    def _is_base_url(cls, value: str) -> str:
        if value and not is_base_url(value):
            raise ValueError("must be an address such as https://games.example.org")
        return value.rstrip("/")

    @field_validator("trusted_proxies")
    @classmethod
    def _are_proxies(cls, value: str) -> str:
        proxies = [proxy.strip() for proxy in value.split(",")] if value else []
        if proxies != ["*"] and not all(map(_is_network, proxies)):
            raise ValueError("must be IP addresses or networks, comma-separated, or * for any")
        return ",".join(proxies)

    @field_validator("rate_limit")
    @classmethod
    def _is_rate(cls, value: str) -> str:
        if value not in ("", "off"):
            read_rate(value)
        return value

    @field_validator("redis_url")
    @classmethod
    def _is_redis_url(cls, value: str) -> str:
        if value and not _REDIS_URL.fullmatch(value):
            raise ValueError("must be an address such as redis://127.0.0.1:6379/0")
        return value

    @field_validator("metrics_dir")
    @classmethod
    def _is_directory(cls, value: str) -> str:
        if value and not (Path(value).is_dir() and os.access(value, os.W_OK)):
            raise ValueError("must be a directory that can be written to")
        return value

    @property
    def rate(self) -> Rate | None:
        """The rate limit, or None; where it is not set there is one, unless this is one's own machine."""
        if self.rate_limit == "off" or (not self.rate_limit and self.is_private):
            return None
        return read_rate(self.rate_limit or DEFAULT_RATE_LIMIT)

    @property
    def keys(self) -> tuple[str, ...]:
        """The signing keys, oldest first, newest last; raises SettingsError when one is missing or weak."""
        name = "CAMPBOARD_SECRET_FILE" if self.secret_file else "CAMPBOARD_SECRET"
        keys = tuple(key for part in self.secret.split(",") if (key := part.strip()))
        if not keys:
            raise SettingsError(f"{name} holds no key; {HOW_TO_MAKE_A_KEY}")
        for number, key in enumerate(keys, start=1):
            fault = _weakness(key)
            if fault:
                raise SettingsError(f"{name}: key {number} of {len(keys)} {fault}; {HOW_TO_MAKE_A_KEY}")
        return keys

    @property
    def has_secret(self) -> bool:
        """Whether a secret was configured at all."""
        return bool(self.secret or self.secret_file)

    @property
    def is_private(self) -> bool:
        """Whether nobody else can be playing: on loopback, in development."""
        return self.env == "development" and _is_loopback(self.host)


def is_base_url(text: str) -> bool:
    """Tell whether a text is an address that links can be made from."""
    parts = _BASE_URL.fullmatch(text)
    return parts is not None and int(parts["port"] or 0) <= _MAX_PORT


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings; an unset or empty variable has its default. Raises SettingsError."""
    names = [field.alias for field in Settings.model_fields.values()]
    given = {name: environment[name] for name in names if name and environment.get(name)}
    for name, value in given.items():
        if re.search("[\ud800-\udfff]", value):  # what the system hands over for bytes that are not UTF-8
            raise SettingsError(f"{name} is not UTF-8.")
    path = given.get("CAMPBOARD_SECRET_FILE")
    if path:
        if "CAMPBOARD_SECRET" in given:
            raise SettingsError("Set CAMPBOARD_SECRET or CAMPBOARD_SECRET_FILE, not both.")
        given["CAMPBOARD_SECRET"] = _read(path)  # once: it may be a pipe
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """Return the CAMPBOARD_ variables that mean nothing here, a misspelt one perhaps."""
    known = {field.alias for field in Settings.model_fields.values()}
    return sorted(name for name in environment if name.startswith("CAMPBOARD_") and name not in known)


def with_secret(settings: Settings) -> tuple[Settings, bool]:
    """Return settings that hold a good secret, and whether it was made just now; raises SettingsError."""
    if settings.has_secret:
        _ = settings.keys
        return settings, False
    if not settings.is_private:  # else a random secret for this process will do
        raise SettingsError(
            f"CAMPBOARD_SECRET is not set, and without it the server starts only on loopback in development; "
            f"{HOW_TO_MAKE_A_KEY}"
        )
    return settings.model_copy(update={"secret": secrets.token_urlsafe(48)}), True


def _weakness(key: str) -> str | None:
    if len(key.encode()) < MIN_KEY_BYTES:
        return f"is shorter than {MIN_KEY_BYTES} bytes"
    if len(set(key)) < _MIN_DISTINCT_CHARACTERS:
        return f"has fewer than {_MIN_DISTINCT_CHARACTERS} different characters"
    letters = re.sub(r"[^a-z]+", "", key.lower())
    if _WELL_KNOWN.fullmatch(letters):
        return "is made of words that anyone would try"
    return None


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)  # strictly, as uvicorn reads it: another spelling would trust nobody
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise SettingsError(f"CAMPBOARD_SECRET_FILE cannot be read: {why}.") from None


def _sentence(error: ValidationError) -> str:
    fault: Any = error.errors(include_url=False, include_input=False)[0]
    name = fault["loc"][0]
    message = str(fault["msg"]).replace("Value error, ", "").replace("Input should be", "must be")
    return f"{name} {message[0].lower() + message[1:]}."
