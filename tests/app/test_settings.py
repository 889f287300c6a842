"""Settings: each variable with its default, good and bad values, and every rule about the secret."""

import base64
import secrets
from pathlib import Path
from typing import Any, Final

import pytest

from app.main import create_app
from app.settings import Settings, SettingsError, read_settings, unknown_settings, with_secret

KEY: Final = "Zk3-Vq8_Lw1-Tn6_Rb9-Xc4_Hm7-Jd2_Pf5"
NEWER_KEY: Final = "Ua7-Dp4_Fj9-Ex2_So6-Ti1_Vk8-Cy3_Gw5"

# As the contract and .env.example list them.
DEFAULTS: Final[dict[str, Any]] = {
    "HOST": "127.0.0.1",
    "PORT": 8000,
    "WORKERS": 1,
    "CAMPBOARD_SECRET": "",
    "CAMPBOARD_SECRET_FILE": "",
    "CAMPBOARD_ENV": "development",
    "CAMPBOARD_PUBLIC_BASE_URL": "",
    "CAMPBOARD_MAX_BODY_BYTES": 65536,
    "CAMPBOARD_MAX_BATCH_ITEMS": 1000,
    "CAMPBOARD_MAX_BATCH_STEPS": 2000,
    "CAMPBOARD_TRUSTED_PROXIES": "",
    "CAMPBOARD_RATE_LIMIT": "",
    "CAMPBOARD_REDIS_URL": "",
    "CAMPBOARD_MAX_CONNECTIONS": 1000,
    "CAMPBOARD_REQUEST_SECONDS": 15,
    "CAMPBOARD_KEEP_ALIVE_SECONDS": 75,
    "CAMPBOARD_LOG_LEVEL": "info",
    "CAMPBOARD_LOG_FORMAT": "auto",
    "CAMPBOARD_METRICS_DIR": "",
}


def value_of(settings: Settings, name: str) -> Any:
    return settings.model_dump(by_alias=True)[name]


def error_of(environment: dict[str, str]) -> str:
    """Return the one sentence with which an environment stops the start."""
    with pytest.raises(SettingsError) as raised:
        with_secret(read_settings(environment))
    assert raised.type is SettingsError
    reason = str(raised.value)
    assert "\n" not in reason
    assert len(reason) <= 300
    return reason


@pytest.mark.parametrize("name", DEFAULTS)
def test_each_variable_has_its_default_when_unset_or_empty(name: str) -> None:
    assert value_of(read_settings({}), name) == DEFAULTS[name]
    assert value_of(read_settings({name: ""}), name) == DEFAULTS[name]


@pytest.mark.parametrize(
    "name",
    [
        *DEFAULTS,
    ],
)
def test_each_variable_of_the_contract_is_known(name: str) -> None:
    assert name in read_settings({}).model_dump(by_alias=True)
    assert unknown_settings({name: "1"}) == []


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("HOST", "0.0.0.0", "0.0.0.0"),
        ("HOST", "::1", "::1"),
        ("HOST", "localhost", "localhost"),
        ("HOST", "games.example.org", "games.example.org"),
        ("PORT", "0", 0),
        ("PORT", "1", 1),
        ("PORT", "65535", 65535),
        ("WORKERS", "1", 1),
        ("WORKERS", "8", 8),
        ("CAMPBOARD_SECRET", KEY, KEY),
        ("CAMPBOARD_ENV", "development", "development"),
        ("CAMPBOARD_ENV", "production", "production"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org", "https://games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org/", "https://games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "http://[::1]:8000", "http://[::1]:8000"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://example.org/games/", "https://example.org/games"),
        ("CAMPBOARD_MAX_BODY_BYTES", "65536", 65536),
        ("CAMPBOARD_MAX_BODY_BYTES", "1048576", 1048576),
        ("CAMPBOARD_MAX_BATCH_ITEMS", "1", 1),
        ("CAMPBOARD_MAX_BATCH_ITEMS", "5000", 5000),
        ("CAMPBOARD_MAX_BATCH_STEPS", "1", 1),
        ("CAMPBOARD_MAX_BATCH_STEPS", "10000", 10000),
        ("CAMPBOARD_TRUSTED_PROXIES", "10.0.0.1", "10.0.0.1"),
        ("CAMPBOARD_TRUSTED_PROXIES", "10.0.0.1,fd00::1", "10.0.0.1,fd00::1"),
        ("CAMPBOARD_TRUSTED_PROXIES", "10.0.0.0/8", "10.0.0.0/8"),
        ("CAMPBOARD_RATE_LIMIT", "off", "off"),
        ("CAMPBOARD_RATE_LIMIT", "100/s", "100/s"),
        ("CAMPBOARD_RATE_LIMIT", "6000/minute", "6000/minute"),
        ("CAMPBOARD_REDIS_URL", "redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("CAMPBOARD_REDIS_URL", "rediss://:a-password@cache:6379", "rediss://:a-password@cache:6379"),
        ("CAMPBOARD_REDIS_URL", "unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("CAMPBOARD_MAX_CONNECTIONS", "1", 1),
        ("CAMPBOARD_REQUEST_SECONDS", "60", 60),
        ("CAMPBOARD_KEEP_ALIVE_SECONDS", "5", 5),
        ("CAMPBOARD_LOG_LEVEL", "warning", "warning"),
        ("CAMPBOARD_LOG_FORMAT", "text", "text"),
        ("CAMPBOARD_METRICS_DIR", str(Path(__file__).parent), str(Path(__file__).parent)),
    ],
)
def test_a_good_value_is_taken(name: str, text: str, value: Any) -> None:
    assert value_of(read_settings({name: text}), name) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("HOST", " "),
        ("HOST", "not a host"),
        ("HOST", "http://127.0.0.1"),
        ("HOST", "127.0.0.1:8000"),
        *[
            (name, text)
            for name in (
                "PORT",
                "WORKERS",
                "CAMPBOARD_MAX_BODY_BYTES",
                "CAMPBOARD_MAX_BATCH_ITEMS",
                "CAMPBOARD_MAX_BATCH_STEPS",
                "CAMPBOARD_MAX_CONNECTIONS",
                "CAMPBOARD_REQUEST_SECONDS",
                "CAMPBOARD_KEEP_ALIVE_SECONDS",
            )
            for text in (
                "-1",
                "x",
                "1x",
                "0x10",
                "1e3",
                "8000.5",
                "64k",
                "NaN",
                "\u0663",
                "\u00b2",
                "None",
                " ",
                "9" * 30,
            )
        ],
        ("PORT", "65536"),
        ("WORKERS", "0"),
        ("WORKERS", "10000"),
        ("CAMPBOARD_MAX_BODY_BYTES", "0"),
        ("CAMPBOARD_MAX_BODY_BYTES", "10"),
        ("CAMPBOARD_MAX_BATCH_ITEMS", "0"),
        ("CAMPBOARD_MAX_BATCH_STEPS", "0"),
        ("CAMPBOARD_ENV", "prod"),
        ("CAMPBOARD_ENV", "Production"),
        ("CAMPBOARD_ENV", "production "),
        ("CAMPBOARD_ENV", "test"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "//games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "/games"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https:///games"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "ftp://games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "javascript://games.example.org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org?a=1"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org#a"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://[::1"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games example org"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org\r\nX: y"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org:99999"),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://games.example.org:port"),
        ("CAMPBOARD_PUBLIC_BASE_URL", 'https://games.example.org/"><b>'),
        ("CAMPBOARD_PUBLIC_BASE_URL", "https://:8000"),
        ("CAMPBOARD_TRUSTED_PROXIES", "nonsense, 999.1.1.1"),
        ("CAMPBOARD_TRUSTED_PROXIES", "10.0.0.0/99"),
        ("CAMPBOARD_TRUSTED_PROXIES", "https://proxy.example.org"),
        *[
            ("CAMPBOARD_RATE_LIMIT", text)
            for text in (
                "on",
                "0/s",
                "10",
                "-1/s",
                "1.5/s",
                "10/day",
                "10 / s",
                "\u0663/s",
                "1e3/s",
                "9" * 9 + "/s",
            )
        ],
        ("CAMPBOARD_REDIS_URL", "127.0.0.1:6379"),
        ("CAMPBOARD_REDIS_URL", "http://127.0.0.1"),
        ("CAMPBOARD_REDIS_URL", "redis://"),
        ("CAMPBOARD_REDIS_URL", "redis://a b"),
        ("CAMPBOARD_REQUEST_SECONDS", "0"),
        ("CAMPBOARD_LOG_LEVEL", "INFO"),
        ("CAMPBOARD_LOG_LEVEL", "critical"),
        ("CAMPBOARD_LOG_FORMAT", "xml"),
        ("CAMPBOARD_METRICS_DIR", "/no/such/directory"),
        ("CAMPBOARD_METRICS_DIR", __file__),
    ],
)
def test_a_bad_value_stops_the_start_with_a_sentence_that_names_the_variable(name: str, text: str) -> None:
    reason = error_of({"CAMPBOARD_SECRET": KEY, name: text})
    assert reason.startswith(f"{name} ")
    assert reason.endswith(".")


@pytest.mark.parametrize(
    ("environment", "rate"),
    [
        ({}, None),
        ({"HOST": "localhost"}, None),
        ({"CAMPBOARD_ENV": "production"}, (6000, 60)),
        ({"HOST": "0.0.0.0"}, (6000, 60)),
        ({"HOST": "0.0.0.0", "CAMPBOARD_RATE_LIMIT": "off"}, None),
        ({"CAMPBOARD_RATE_LIMIT": "5/s"}, (5, 1)),
        ({"CAMPBOARD_RATE_LIMIT": "100/second"}, (100, 1)),
        ({"CAMPBOARD_RATE_LIMIT": "600/m"}, (600, 60)),
        ({"CAMPBOARD_RATE_LIMIT": "600/min"}, (600, 60)),
        ({"CAMPBOARD_RATE_LIMIT": "1000/h"}, (1000, 3600)),
        ({"CAMPBOARD_RATE_LIMIT": "1000/hour"}, (1000, 3600)),
    ],
    ids=str,
)
def test_there_is_a_rate_limit_where_others_can_play_and_wherever_one_is_set(
    environment: dict[str, str], rate: tuple[int, int] | None
) -> None:
    found = read_settings(environment).rate
    assert (found and (found.requests, found.seconds)) == rate


def test_a_password_in_the_address_of_redis_is_not_shown() -> None:
    settings = read_settings({"CAMPBOARD_REDIS_URL": "redis://:a-password@cache:6379"})
    assert "a-password" not in f"{settings!r} {settings}"
    assert "a-password" not in error_of({"CAMPBOARD_REDIS_URL": "redis//:a-password@cache"})


def test_variables_of_other_programs_are_left_alone() -> None:
    environment = {"PATH": "/bin", "host": "x", "DEBUG": "1", "SECRET": "x", "LANG": "C"}
    assert read_settings(environment) == read_settings({})
    assert unknown_settings(environment) == []


def test_unknown_campboard_variables_are_reported() -> None:
    environment = {
        "CAMPBOARD_SECERT": KEY,
        "CAMPBOARD_PORT": "1",
        "CAMPBOARD_": "",
        "CAMPBOARD_ENV": "production",
        "campboard_env": "x",
        "HOST": "::1",
        "OTHER": "1",
    }
    assert unknown_settings(environment) == ["CAMPBOARD_", "CAMPBOARD_PORT", "CAMPBOARD_SECERT"]


def windows(key: str, length: int = 8) -> list[str]:
    return [key[place : place + length] for place in range(len(key) - length + 1)]


SEQUENCE: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


@pytest.mark.parametrize(
    "key",
    [
        "x",
        "short-key",
        KEY[:31],
        "\u00e9" * 15 + "a",
        "secret",
        "change-me-change-me-change-me-change-me",
        "CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME",
        "Change-Me-Change-Me-Change-Me-Change-Me",
        "please-change-this-secret-key-in-production",
        "super-secret-key-super-secret-key-super-secret",
        "passwordpasswordpasswordpasswordpassword",
        "your-secret-key-here-your-secret-key-here",
        "default default default default default",
        "this-is-a-secret-key-change-it-in-production",
        "your-256-bit-secret-your-256-bit-secret",
    ],
)
def test_a_weak_key_is_refused_alone_and_in_a_list(key: str) -> None:
    for text in (key, f"{KEY},{key}", f"{key},{KEY}", f"{KEY},{key},{NEWER_KEY}"):
        reason = error_of({"CAMPBOARD_SECRET": text})
        assert reason.startswith("CAMPBOARD_SECRET")
        assert "secrets.token_urlsafe" in reason
        for part in (KEY, NEWER_KEY):
            assert not any(window in reason for window in windows(part))
        if len(key) >= 20:
            assert key not in reason


def test_the_reason_counts_which_key_is_weak() -> None:
    assert "key 2 of 3" in error_of({"CAMPBOARD_SECRET": f"{KEY},short,{NEWER_KEY}"})
    assert "shorter than 32 bytes" in error_of({"CAMPBOARD_SECRET": KEY[:31]})


def test_thirty_two_bytes_are_enough() -> None:
    assert read_settings({"CAMPBOARD_SECRET": KEY[:32]}).keys == (KEY[:32],)
    # Bytes, not characters: the last of these 31 has two.
    key = KEY[:30] + "\u00e9"
    assert read_settings({"CAMPBOARD_SECRET": key}).keys == (key,)


def test_what_people_make_keys_with_is_taken() -> None:
    for _ in range(200):
        raw = secrets.token_bytes(48)
        for key in (
            secrets.token_urlsafe(24),
            secrets.token_urlsafe(32),
            secrets.token_urlsafe(48),
            secrets.token_hex(16),
            secrets.token_hex(32),
            base64.b64encode(raw).decode(),
            base64.b64encode(raw[:32]).decode(),
            base64.b85encode(raw).decode().replace(",", "."),
        ):
            assert read_settings({"CAMPBOARD_SECRET": key}).keys == (key,)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (KEY, (KEY,)),
        (f"{KEY},{NEWER_KEY}", (KEY, NEWER_KEY)),
        (f" {KEY} , {NEWER_KEY} ", (KEY, NEWER_KEY)),
        (f"{KEY},", (KEY,)),
        (f"{KEY}\n", (KEY,)),
    ],
)
def test_keys_are_listed_oldest_first(text: str, keys: tuple[str, ...]) -> None:
    assert read_settings({"CAMPBOARD_SECRET": text}).keys == keys
    settings, made = with_secret(read_settings({"CAMPBOARD_SECRET": text}))
    assert settings.keys == keys
    assert made is False


@pytest.mark.parametrize("text", [" ", ",", " , ,", "\n"])
def test_a_secret_without_a_key_is_refused_and_not_replaced(text: str) -> None:
    reason = error_of({"CAMPBOARD_SECRET": text})
    assert reason.startswith("CAMPBOARD_SECRET holds no key")
    assert "secrets.token_urlsafe" in reason


def test_a_secret_that_is_not_utf_8_is_refused_in_words() -> None:
    # What os.environ makes of the byte 0xff.
    assert error_of({"CAMPBOARD_SECRET": KEY + "\udcff"}).startswith("CAMPBOARD_SECRET")


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        (KEY.encode(), (KEY,)),
        (KEY.encode() + b"\n", (KEY,)),
        (KEY.encode() + b"\r\n", (KEY,)),
        (b"\n  " + KEY.encode() + b"  \n\n", (KEY,)),
        (f"{KEY},{NEWER_KEY}\n".encode(), (KEY, NEWER_KEY)),
        (f"{KEY},\n{NEWER_KEY}\n".encode(), (KEY, NEWER_KEY)),
    ],
)
def test_a_secret_is_read_from_a_file(tmp_path: Path, content: bytes, keys: tuple[str, ...]) -> None:
    file = tmp_path / "secret"
    file.write_bytes(content)
    settings, made = with_secret(read_settings({"CAMPBOARD_SECRET_FILE": str(file)}))
    assert settings.keys == keys
    assert made is False


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b",",
        b"short\n",
        b"change-me-change-me-change-me-change-me\n",
        bytes(range(256)),
        b"\xff" * 48,
        f"{KEY},short".encode(),
        KEY.encode("utf-16"),
    ],
    ids=range(9),
)
def test_a_file_without_good_keys_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "secret"
    file.write_bytes(content)
    reason = error_of({"CAMPBOARD_SECRET_FILE": str(file)})
    assert reason.startswith("CAMPBOARD_SECRET_FILE")
    assert not any(window in reason for window in windows(KEY))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path, tmp_path / "missing" / "secret"):
        assert error_of({"CAMPBOARD_SECRET_FILE": str(path)}).startswith("CAMPBOARD_SECRET_FILE")


def test_a_secret_and_a_file_together_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(KEY, "utf-8")
    reason = error_of({"CAMPBOARD_SECRET": KEY, "CAMPBOARD_SECRET_FILE": str(file)})
    assert "CAMPBOARD_SECRET " in reason
    assert "CAMPBOARD_SECRET_FILE" in reason
    assert not any(window in reason for window in windows(KEY))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", ""])
def test_on_loopback_in_development_a_random_secret_is_made(host: str) -> None:
    first, made = with_secret(read_settings({"HOST": host}))
    second, _ = with_secret(read_settings({"HOST": host}))
    assert made is True
    assert first.keys != second.keys
    assert len(first.keys[0]) >= 43, "256 random bits in base64"


@pytest.mark.parametrize(
    "environment",
    [
        {"HOST": "0.0.0.0"},
        {"HOST": "::"},
        {"HOST": "192.168.1.5"},
        {"HOST": "10.0.0.7"},
        {"HOST": "128.0.0.1"},
        {"HOST": "fe80::1"},
        {"HOST": "::2"},
        {"HOST": "games.example.org"},
        {"HOST": "localhost.example.org"},
        {"HOST": "127.0.0.1.example.org"},
        {"HOST": "notlocalhost"},
        {"CAMPBOARD_ENV": "production"},
        {"CAMPBOARD_ENV": "production", "HOST": "127.0.0.1"},
        {"CAMPBOARD_ENV": "production", "HOST": "localhost"},
        {"CAMPBOARD_ENV": "production", "HOST": "0.0.0.0"},
    ],
    ids=str,
)
def test_anywhere_else_a_missing_secret_stops_the_start_and_says_how_to_make_one(
    environment: dict[str, str],
) -> None:
    reason = error_of(environment)
    assert reason.startswith("CAMPBOARD_SECRET is not set")
    assert "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'" in reason
    settings, made = with_secret(read_settings({**environment, "CAMPBOARD_SECRET": KEY}))
    assert (settings.keys, made) == ((KEY,), False)


def test_a_weak_secret_is_refused_on_loopback_too() -> None:
    assert error_of({"HOST": "127.0.0.1", "CAMPBOARD_SECRET": "short"}).startswith("CAMPBOARD_SECRET")


def test_settings_tell_nothing_of_the_secret() -> None:
    listed = read_settings({"CAMPBOARD_SECRET": f"{KEY},{NEWER_KEY}"})
    made, _ = with_secret(read_settings({}))
    for settings in (listed, made):
        for text in (repr(settings), str(settings), f"{settings}", ascii(settings), f"{[settings]}"):
            for key in settings.keys:
                assert not any(window in text for window in windows(key))


def test_an_error_about_another_variable_tells_nothing_of_the_secret() -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({"CAMPBOARD_SECRET": KEY, "PORT": "x", "CAMPBOARD_ENV": KEY})
    shown = f"{raised.value!r} {raised.value} {raised.value.__cause__!r} {raised.value.__context__}"
    assert not any(window in shown for window in windows(KEY))


def test_settings_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        read_settings({}).port = 1


@pytest.mark.parametrize(
    "environment", [{}, {"CAMPBOARD_SECRET": "short"}, {"CAMPBOARD_ENV": "production"}], ids=str
)
def test_an_application_is_never_built_without_a_good_secret(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    # As `uvicorn --factory app.main:create_app` builds it, around the checks of `python -m app`.
    for name in DEFAULTS:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match="CAMPBOARD_SECRET"):
        create_app()
