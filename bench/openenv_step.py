"""A server of openenv-core whose HTTP /step answers with given replies; no game, no token, nothing checked.

`python bench/openenv_step.py PORT` runs in an environment that has openenv-core. REPLIES names a file with a
JSON list, STEP is `plain` or `async`. It is served as the games are, by uvicorn on uvloop with httptools.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

import uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

REPLIES: Final[list[dict[str, Any]]] = json.loads(Path(os.environ["REPLIES"]).read_text("utf-8"))


class Move(Action):  # type: ignore[misc, unused-ignore]
    """As much as a move of ours brings: a token, and here the number of the reply to give."""

    token: str
    number: int


class Reply(Observation):  # type: ignore[misc, unused-ignore]
    """A reply of ours as an observation."""

    reply: dict[str, Any]


class Recorded(Environment):  # type: ignore[misc, type-arg, unused-ignore]
    """An environment that has every reply ready."""

    def reset(self, *_arguments: Any, **_options: Any) -> Reply:
        """Return the first reply."""
        return Reply(reply=REPLIES[0])

    def step(self, action: Move, *_arguments: Any, **_options: Any) -> Reply:
        """Return the reply that is asked for."""
        return Reply(reply=REPLIES[action.number])

    @property
    def state(self) -> State:
        """Nothing."""
        return State()


class Async(Recorded):
    """The same, spared the hop to a thread."""

    async def step_async(self, action: Move, *_arguments: Any, **_options: Any) -> Reply:
        """Return the reply that is asked for."""
        return self.step(action)


if __name__ == "__main__":
    uvicorn.run(
        create_fastapi_app(Async if os.environ["STEP"] == "async" else Recorded, Move, Reply),
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
    )
