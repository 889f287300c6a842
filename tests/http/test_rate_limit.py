"""The rate limit: 429 for whoever sends too much, with what a client needs to wait, and for nobody else."""

import json
import re
from collections import Counter

import httpx
import pytest

from tests.http.client import Api, problem
from tests.http.conftest import Servers

GAMES = "/api/games"
PROXY = {"CAMPBOARD_TRUSTED_PROXIES": "127.0.0.1"}


def statuses(api: Api, times: int, path: str = GAMES, **headers: str) -> Counter[int]:
    """Count the statuses of so many requests."""
    return Counter(api.http.get(path, headers=headers).status_code for _ in range(times))


def forwarded(api: Api, address: str, times: int = 6) -> Counter[int]:
    """Count the statuses of requests that a proxy passes on for a client."""
    return statuses(api, times, **{"X-Forwarded-For": address})


@pytest.fixture
def limited(servers: Servers) -> Api:
    """A server that takes five requests an hour from an address."""
    return servers.apis({"CAMPBOARD_RATE_LIMIT": "5/hour", **PROXY})[0]


def test_a_client_over_the_rate_is_told_when_to_come_again(limited: Api) -> None:
    assert statuses(limited, 5) == {200: 5}
    answer = limited.http.get(GAMES, headers={"Origin": "https://a.example"})
    body = problem(answer, 429, "rate-limited")
    # One request is given back every 720 seconds.
    wait = body["retryAfter"]
    assert 700 <= wait <= 720
    assert answer.headers["retry-after"] == str(wait)
    assert answer.headers["ratelimit-policy"] == '"address";q=5;w=3600'
    assert answer.headers["ratelimit"] == f'"address";r=0;t={wait}'
    assert str(wait) in body["reason"]
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "ratelimit" in answer.headers["access-control-expose-headers"].lower()
    assert answer.headers["cache-control"] == "no-store"


def test_what_watches_the_server_is_exempt(limited: Api) -> None:
    assert statuses(limited, 6) == {200: 5, 429: 1}
    for path in ("/healthz", "/readyz", "/metrics", "/healthz/"):
        assert statuses(limited, 10, path) == {200: 10}


def test_every_address_has_its_own_allowance_and_all_its_requests_count(limited: Api) -> None:
    assert forwarded(limited, "192.0.2.1") == {200: 5, 429: 1}
    assert forwarded(limited, "192.0.2.2") == {200: 5, 429: 1}
    # Wrong requests and unknown addresses cost as much as good ones.
    headers = {"X-Forwarded-For": "192.0.2.3"}
    for path in ("/nowhere", "/api/games/chess/init", "/docs/api", "/api/games/cantlewing/init?seed=x", "/"):
        assert limited.http.get(path, headers=headers).status_code != 429
    assert limited.http.get("/nowhere", headers=headers).status_code == 429


def test_an_ipv6_network_of_64_bits_is_one_client(limited: Api) -> None:
    answers = [forwarded(limited, f"2001:db8:0:7::{last:x}", 1) for last in range(1, 7)]
    assert sum(answers, Counter()) == {200: 5, 429: 1}
    assert forwarded(limited, "2001:db8:0:8::1", 1) == {200: 1}


def test_forwarded_addresses_of_no_trusted_proxy_count_for_nothing(servers: Servers) -> None:
    (api,) = servers.apis({"CAMPBOARD_RATE_LIMIT": "5/hour"})
    answers = [forwarded(api, f"192.0.2.{last}", 1) for last in range(1, 8)]
    assert sum(answers, Counter()) == {200: 5, 429: 2}


def test_a_client_cannot_choose_its_address_before_a_trusted_proxy(limited: Api) -> None:
    # The proxy adds the address it saw at the end; what stands before it is the client's own invention.
    answers = [forwarded(limited, f"192.0.2.{last}, 198.51.100.9", 1) for last in range(1, 8)]
    assert sum(answers, Counter()) == {200: 5, 429: 2}


def test_forwarded_nonsense_shares_one_allowance(limited: Api) -> None:
    nonsense = ("x", "y" * 3000, "::::", "1.2.3.4.5", "<b>", "unknown")
    answers = [forwarded(limited, text, 1) for text in nonsense]
    assert sum(answers, Counter()) == {200: 5, 429: 1}


def test_a_long_batch_counts_as_several_requests(servers: Servers) -> None:
    (api,) = servers.apis({"CAMPBOARD_RATE_LIMIT": "100/hour", **PROXY})

    def ticks(address: str, steps: int, times: int) -> Counter[int]:
        body = {"seed": 7, "actions": [{"repeat": steps, "action": {"type": "tick"}}]}
        headers = {"X-Forwarded-For": address, "Content-Type": "application/json"}
        path = "/api/games/glasswend/replay"
        return Counter(
            api.http.post(path, content=json.dumps(body), headers=headers).status_code for _ in range(times)
        )

    assert ticks("192.0.2.1", 49, 101) == {200: 100, 429: 1}
    # Two more requests for each hundred steps: 33 of them take 99, the 34th leaves the bucket in debt.
    assert ticks("192.0.2.2", 100, 40) == {200: 34, 429: 6}


def test_the_camp_family_is_told_in_its_own_words_and_given_the_next_puzzle(servers: Servers) -> None:
    (camp,) = servers.camps({"CAMPBOARD_RATE_LIMIT": "2/hour"})
    token = camp.new(7)["state_token"]
    camp.state(token)
    answer = camp.http.get("/games/sudoku/api/state", headers={"X-State-Token": token})
    assert answer.status_code == 429
    body = answer.json()
    assert body["code"] == "rate-limited"
    assert answer.headers["retry-after"] == str(body["retry_after"])
    assert body["agent_check"]["question"]


def test_off_means_off_and_unset_on_loopback_too(servers: Servers) -> None:
    for api in servers.apis({"CAMPBOARD_RATE_LIMIT": "off"}, {"CAMPBOARD_RATE_LIMIT": ""}):
        assert statuses(api, 300, "/healthz/") == {200: 300}
        assert statuses(api, 300) == {200: 300}


def test_a_game_of_3000_single_moves_fits_the_default(servers: Servers) -> None:
    (api,) = servers.apis({"CAMPBOARD_RATE_LIMIT": "", "CAMPBOARD_ENV": "production"})
    token = api.init("glasswend")["stateToken"]
    body = json.dumps({"stateToken": token, "action": {"type": "tick"}})
    limit = httpx.Limits(max_connections=1)
    with httpx.Client(base_url=api.base_url, limits=limit, trust_env=False) as client:
        answers = Counter(
            client.post("/api/games/glasswend/action?legal=none", content=body).status_code
            for _ in range(3000)
        )
    assert answers == {200: 3000}


def test_the_log_says_who_was_turned_away(servers: Servers) -> None:
    (server,) = servers.start({"CAMPBOARD_RATE_LIMIT": "1/hour", **PROXY})
    api = servers.client(server)
    forwarded(api, "192.0.2.77", 2)
    servers.stop(server)
    (line,) = [each for each in server.log_lines() if each.get("status") == 429]
    assert line["client"] == "192.0.2.77"
    assert line["code"] == "rate-limited"
    good = [each for each in server.log_lines() if each.get("status") == 200]
    assert good
    assert all("client" not in each for each in good)
    assert not re.search(r"192\.0\.2\.77", json.dumps(good))
