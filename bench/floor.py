"""(a2), the yardstick: bare ASGI that reads 979 B of JSON and answers 3.9 KB of JSON, with no game behind it.

At FIXED stands (a), which sends as many bytes that are always the same and reads nothing.

`python -m bench.floor PORT` serves it with plain uvicorn, on the event loop and parser of the real server.
"""

import sys
from typing import Any, Final

import orjson
import uvicorn

REQUEST_BYTES: Final = 979
ANSWER_BYTES: Final = 3900
FIXED: Final = "/fixed"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Read the body, parse it, and write the answer anew."""
    assert scope["type"] == "http"
    if scope["path"] == FIXED:
        await _reply(send, _FIXED_ANSWER)
        return
    body = b""
    more = True
    while more:
        message = await receive()
        body += message["body"]
        more = message["more_body"]
    request = orjson.loads(body)
    answer = orjson.dumps({**ANSWER, "turn": request["turn"]})
    await _reply(send, answer)


async def _reply(send: Any, answer: bytes) -> None:
    headers = [(b"content-length", b"%d" % len(answer)), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


def request_body() -> bytes:
    """Return the body to send: a token and a move, 979 B in all."""
    request = {"stateToken": "", "action": {"type": "move", "from": 3, "to": 5}, "turn": 12}
    request["stateToken"] = "t" * (REQUEST_BYTES - len(orjson.dumps(request)))
    return orjson.dumps(request)


def _answer() -> dict[str, Any]:
    answer: dict[str, Any] = {
        "ok": True,
        "stateToken": "",
        "observation": {
            "board": ["................" for _ in range(16)],
            "phase": "playing",
            "score": 1234,
            "winner": None,
            "pieces": [{"id": i, "x": 7 * i % 16, "y": 5 * i % 16, "alive": i % 3 > 0} for i in range(24)],
        },
        "legalActions": [{"type": "move", "from": i, "to": i + 1} for i in range(40)],
        "legalCount": 40,
        "events": [],
        "gameOver": False,
        "turn": 12,
    }
    answer["stateToken"] = "t" * (ANSWER_BYTES - len(orjson.dumps(answer)))
    return answer


ANSWER: Final = _answer()
_FIXED_ANSWER: Final = orjson.dumps(ANSWER)


if __name__ == "__main__":
    uvicorn.run(
        application,
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
    )
