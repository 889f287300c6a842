"""The server keeps nothing: workers, restarts, hash seeds and key changes are not noticed in play."""

from collections.abc import Sequence
from typing import Final

from tests.http.beam import BANK, NEXT, laps
from tests.http.camp import Camp, at, empty_cells, settled, solved, taken
from tests.http.client import Api, Json, accepted, problem, refused, written
from tests.http.conftest import Servers
from tests.http.server import KEY, OTHER_KEY, stop

CLOSE: Final = {"Connection": "close"}
"""A connection for each request, so that any worker may get it."""


def transcript(apis: Sequence[Api], slug: str, actions: Sequence[Json]) -> list[bytes]:
    """Play a game on servers by turns, and return the bytes of every reply."""
    answer = apis[0].http.get(f"/api/games/{slug}/init?seed=7", headers=CLOSE)
    answers = [answer.content]
    for turn, action in enumerate(actions, start=1):
        body = {"stateToken": answer.json()["stateToken"], "action": action}
        http = apis[turn % len(apis)].http
        answer = http.post(f"/api/games/{slug}/action", json=body, headers=CLOSE)
        accepted(answer)
        answers.append(answer.content)
        body = {"stateToken": answer.json()["stateToken"]}
        answers.append(http.post(f"/api/games/{slug}/state", json=body, headers=CLOSE).content)
    return answers


def games(api: Api) -> dict[str, list[Json]]:
    """Return a line of play for each game: a lap of Cantlewing, and first legal actions elsewhere."""
    lines = {"cantlewing": [*laps(8), NEXT, BANK]}
    for slug in api.slugs():
        if slug not in lines:
            lines[slug], body = [], api.init(slug)
            while body["legalActions"] and len(lines[slug]) < 25:
                # Not always the first, or Cordwright would swap the same two charms for ever.
                action = body["legalActions"][7 * len(lines[slug]) % len(body["legalActions"])]
                lines[slug].append(action)
                body = accepted(api.act(slug, body["stateToken"], action))
    return lines


def test_two_workers_and_two_servers_with_one_key_answer_alike(api: Api, servers: Servers) -> None:
    *pair, workers = servers.apis({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "4242"}, {"WORKERS": "2"})
    for slug, actions in games(api).items():
        wanted = transcript([api], slug, actions)
        assert transcript(pair, slug, actions) == wanted
        assert transcript([workers], slug, actions) == wanted
        batch = api.replay(slug, actions).content
        assert all(one.replay(slug, actions).content == batch for one in (*pair, workers))


def camp_transcript(players: Sequence[Camp]) -> list[str]:
    """Play Sudoku on servers by turns, each with the puzzle of the one before, and return every reply."""
    body = taken(players[0].post("new", {"seed": 7, "difficulty": "hard"}, CLOSE))
    cells = empty_cells(body["givens"])
    told = [written(settled(body))]
    lines = [f"set {at(cell)} {number % 9 + 1}" for number, cell in enumerate(cells)]
    lines += ["check", f"note {at(cells[0])} 147", f"clear {at(cells[0])}", "hello", "resign", "check"]
    for turn, line in enumerate(lines, start=1):
        player = players[turn % len(players)]
        request = {"state_token": body["state_token"], "command": line}
        body = taken(player.post("act", request, {**solved(body), **CLOSE}))
        told.append(written(settled(body)))
    return told


def test_two_workers_and_two_servers_with_one_key_play_sudoku_alike(camp: Camp, servers: Servers) -> None:
    *pair, workers = servers.camps({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "4242"}, {"WORKERS": "2"})
    wanted = camp_transcript([camp])
    assert len(wanted) > 55
    assert camp_transcript(pair) == wanted
    assert camp_transcript([workers]) == wanted


def test_a_restart_between_two_moves_is_not_noticed(api: Api, servers: Servers) -> None:
    actions = laps(2)
    token = api.init("cantlewing")["stateToken"]
    wanted = api.play("cantlewing", token, actions)
    for part in (slice(0, 8), slice(8, None)):
        (server,) = servers.start({})
        played = servers.client(server).play("cantlewing", token, actions[part])
        assert written(played) == written(wanted[part])
        token = played[-1]["stateToken"]
        stop(server)


def test_keys_are_changed_by_adding_the_new_one_last(servers: Servers) -> None:
    keys = (KEY, f"{KEY},{OTHER_KEY}", OTHER_KEY, f"{OTHER_KEY},{KEY}")
    old, both, new, reverse = servers.apis(*({"CAMPBOARD_SECRET": key} for key in keys))
    before = old.init("cantlewing")["stateToken"]
    first, second = laps(1)[:2]
    rotated = accepted(both.act("cantlewing", before, first))
    # The newest key signs: what the server with both keys gives out, the one with the old key refuses.
    problem(old.act("cantlewing", rotated["stateToken"], second), 400, "bad-token")
    accepted(new.act("cantlewing", rotated["stateToken"], second))
    problem(new.act("cantlewing", before, first), 400, "bad-token")
    # With the keys in the other order the old one signs, and its tokens are the old server's.
    assert reverse.act("cantlewing", before, first).content == old.act("cantlewing", before, first).content
    accepted(reverse.act("cantlewing", rotated["stateToken"], second))
    # A refusal gives back the very token it came with.
    assert refused(both.act("cantlewing", before, None))["stateToken"] == before
    assert refused(both.batch("cantlewing", before, [None]))["stateToken"] == before
