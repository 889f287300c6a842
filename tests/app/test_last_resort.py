"""What the server does when it is wrong itself: a 500 that tells nothing, one trace, no readiness."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import anyio
import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.errors import ApiError
from app.logs import LOGGER
from app.main import create_app
from app.metrics import COUNTS
from app.route import PlayRoute
from app.settings import read_settings
from engines.registry import GAMES

SECRET = "fB7kQ2xW9mZ4tR6yN1cV8pL3sD5hJ0gA"


def app_with(fault: Callable[..., Awaitable[Any]]) -> FastAPI:
    """Return the application with one more address, whose handler is at fault."""
    app = create_app(read_settings({"CAMPBOARD_SECRET": SECRET}))
    app.router.add_api_route("/fault", fault, methods=["GET"], route_class_override=PlayRoute)
    return app


def ask(app: FastAPI, path: str, accept: str = "*/*") -> httpx.Response:
    """Send one GET to the application in this process."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url="http://games.test") as client:
            return await client.get(path, headers={"Accept": accept})

    return anyio.run(send)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, LOGGER.name)
    return caplog


def test_an_exception_is_a_500_that_tells_nothing_and_is_logged_once(log: pytest.LogCaptureFixture) -> None:
    async def fault() -> dict[str, Any]:
        raise KeyError("the secret is 12345")

    answer = ask(app_with(fault), "/fault")
    assert answer.status_code == 500
    body = answer.json()
    assert body.keys() == {"ok", "code", "reason", "requestId"}
    assert (body["ok"], body["code"]) == (False, "internal")
    assert "12345" not in answer.text
    assert answer.headers["x-request-id"] == body["requestId"]
    (record,) = log.records
    assert record.levelno == logging.ERROR
    assert body["requestId"] in record.getMessage()
    assert record.exc_info is not None


def test_a_person_gets_a_500_as_a_page_that_tells_nothing(log: pytest.LogCaptureFixture) -> None:
    async def fault() -> dict[str, Any]:
        raise KeyError("the secret is 12345")

    answer = ask(app_with(fault), "/fault", "text/html")
    assert answer.status_code == 500
    assert "500 Internal Server Error" in answer.text
    assert "12345" not in answer.text
    assert len(log.records) == 1


def test_the_sentence_of_an_error_is_text_on_its_page() -> None:
    async def fault() -> dict[str, Any]:
        raise ApiError(400, "bad-request", "Not <b>so</b>.")

    assert "Not &lt;b&gt;so&lt;/b&gt;." in ask(app_with(fault), "/fault", "text/html").text


def test_where_no_page_can_be_made_the_error_is_json(
    monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise KeyError("no files")

    monkeypatch.setattr("app.error_page.fingerprint", broken)
    app = create_app(read_settings({"CAMPBOARD_SECRET": SECRET}))
    answer = ask(app, "/nope", "text/html")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    (record,) = log.records
    assert record.levelno == logging.ERROR
    assert answer.json()["requestId"] in record.getMessage()


def test_an_exception_is_counted_by_route_and_code() -> None:
    async def fault() -> dict[str, Any]:
        raise KeyError

    def counted() -> tuple[int, int]:
        counters = COUNTS.counters
        requests = counters["requests"].get(("/fault", "GET", "500"), 0)
        return requests, counters["problems"].get(("", "internal"), 0)

    before = counted()
    ask(app_with(fault), "/fault")
    assert counted() == (before[0] + 1, before[1] + 1)


def test_an_exception_after_the_reply_began_is_logged_once_too(log: pytest.LogCaptureFixture) -> None:
    class HalfSent(Response):
        async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            raise KeyError("half way")

    async def fault() -> Response:
        return HalfSent()

    with pytest.raises(AssertionError):  # httpx misses the end of the reply
        ask(app_with(fault), "/fault")
    assert [record.levelno for record in log.records] == [logging.ERROR]


def test_a_connection_that_is_gone_is_one_line_and_no_fault(log: pytest.LogCaptureFixture) -> None:
    app = app_with(lambda: None)  # type: ignore[arg-type, return-value]

    async def gone(message: Any) -> None:
        raise RuntimeError("the handler is closed")

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/healthz",
        "raw_path": b"/healthz",
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(b"host", b"x")],
        "server": ("x", 80),
        "client": ("127.0.0.1", 1),
        "asgi": {"version": "3.0"},
        "state": {},
    }
    anyio.run(app, scope, receive, gone)
    (record,) = log.records
    assert record.levelno == logging.INFO
    assert record.exc_info is None


@pytest.mark.parametrize("how", ["refuses", "raises"])
def test_a_game_that_cannot_play_its_example_makes_the_server_not_ready(
    monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture, how: str
) -> None:
    game = GAMES["cantlewing"]
    wrong = ({"type": "retry"},)

    def raising(*_arguments: object) -> Any:
        raise KeyError

    broken = (
        replace(game, apply=raising)
        if how == "raises"
        else replace(game, spec=replace(game.spec, example=wrong))
    )
    app = create_app(read_settings({"CAMPBOARD_SECRET": SECRET}))
    assert ask(app, "/readyz").status_code == 200
    monkeypatch.setitem(GAMES, "cantlewing", broken)
    answer = ask(app, "/readyz")
    assert answer.status_code == 503
    assert answer.json()["code"] == "not-ready"
    assert "cantlewing" in log.text
    assert ask(app, "/healthz").status_code == 200
