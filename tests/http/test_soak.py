"""A short soak; `make soak` is the long one, and looks at memory too: here the caches are still filling."""

from pathlib import Path

from tests.http.conftest import Servers
from tests.soak import GAMES, soak_through


def test_games_played_side_by_side_come_out_the_same_on_another_server(
    servers: Servers, tmp_path: Path
) -> None:
    soak = soak_through(tmp_path, players=25, seconds=4)
    assert soak.faults == []
    assert soak.different == 0
    assert {game.slug for game in soak.games} == set(GAMES)
    assert len(soak.waits) > 250
