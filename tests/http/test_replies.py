"""What each route answers: the exact members, how the routes agree, the `legal` switch, spec and index."""

from typing import Final

import pytest

from tests.http.beam import BANK, BOARDS, EVERY_ACTION, NEXT, Place, landings, laps, optimal_line
from tests.http.client import (
    REFUSAL,
    REPLY,
    TOKEN,
    Api,
    Json,
    accepted,
    events_of,
    refused,
    reply,
    without,
    written,
)

SEED_LIMIT: Final = 2**53
ENTRY: Final = {"slug", "name", "genre", "description", "goal", "initUrl", "actionUrl", "docsUrl"}
SPEC: Final = {
    *("goal", "scoring", "rules", "actionGrammar", "version", "scoreDirection", "seedVaries"),
    *("options", "tokenField", "observation", "legend", "refusals", "events"),
}
OBSERVATIONS: Final = {
    "glasswend": {
        *(
            "status",
            "phaseTicks",
            "pane",
            "panes",
            "target",
            "lit",
            "litPercent",
            "score",
            "glimmers",
            "chain",
        ),
        *("par", "parSecondsLeft", "moth", "onThread", "dir", "steer", "steerTicks", "stepClock", "steps"),
        *("shimmerTicks", "blockTicks", "anchor", "thread", "motes", "crawlers", "crawlersWakeIn", "motif"),
        *("tick", "paneTicks", "lastClaim", "lastClear", "lastHit", "endReason", "board"),
    },
    "cantlewing": {
        *("board", "phase", "endReason", "crossing", "fixture", "courier", "weights", "wind", "tolerance"),
        *("force", "par", "allowance", "movesUsed", "remainingMoves", "reserves", "completedCrossings"),
        *("score", "lastAward", "previews"),
    },
    "cordwright": {
        *("board", "phase", "endReason", "frame", "sockets", "charms", "occupancy", "edges", "crossings"),
        *("crossingCount", "swaps", "turn", "score", "clearedFrames", "skippedFrames", "lastFramePoints"),
        "nextClearPoints",
    },
    "magic-hex-swap": {
        *("board", "phase", "practice", "seed", "green3", "turns", "dice", "nodes", "groups", "moves"),
        *("ratingIfWonThisTurn", "undoAvailable"),
    },
}
SCORES: Final = {"magic-hex-swap": "turns"}
"""The member that holds the score, where it has another name."""


def members(base: set[str], token_field: str) -> set[str]:
    """Return the members of a reply of a game whose document names the token so."""
    return base | {token_field}


def test_the_index_has_its_members_and_lists_every_game_once(api: Api) -> None:
    index = reply(api.get("/api/games"))
    assert set(index) == {"service", "description", "howToPlay", "docs", "count", "games"}
    assert set(index["howToPlay"]) == {"step1", "step2", "choosingActions"}
    assert all(set(game) == ENTRY for game in index["games"])
    slugs = [game["slug"] for game in index["games"]]
    assert index["count"] == len(slugs) == len(set(slugs))
    assert set(OBSERVATIONS) <= set(slugs)
    assert "sudoku" not in slugs


def test_a_games_page_is_its_index_entry_and_the_spec_init_sends(api: Api) -> None:
    for entry in reply(api.get("/api/games"))["games"]:
        game = reply(api.get(f"/api/games/{entry['slug']}"))
        assert set(game) == ENTRY | {"spec"}
        assert without(game, "spec") == entry
        assert written(game["spec"]) == written(api.init(entry["slug"])["spec"])
        for part in ("init", "action"):
            assert entry[f"{part}Url"].endswith(f"/api/games/{entry['slug']}/{part}")
        assert entry["docsUrl"].endswith(f"/docs/api/{entry['slug']}")


def test_a_spec_has_its_members(api: Api) -> None:
    for slug in api.slugs():
        spec = api.init(slug)["spec"]
        assert set(spec) == SPEC
        assert spec["scoreDirection"] in ("higher", "lower")
        assert spec["tokenField"] in ("stateToken", "state")
        assert type(spec["version"]) is int
        assert type(spec["seedVaries"]) is bool
        assert spec["actionGrammar"]["type"] == "object"
        for option in spec["options"]:
            assert set(option) == {"name", "label", "default", "choices"}
            assert all(set(choice) == {"value", "label"} for choice in option["choices"])
        for words in (spec["observation"], spec["legend"], spec["refusals"], spec["events"]):
            assert words
            assert all(isinstance(meaning, str) and meaning for meaning in words.values())


def test_init_is_a_reply_with_a_spec_and_without_events(api: Api) -> None:
    for slug in api.slugs():
        body = api.init(slug)
        assert set(body) == members(REPLY | {"spec"}, body["spec"]["tokenField"])
        assert body["ok"] is True
        assert (body["game"], body["seed"]) == (slug, 7)
        assert body["events"] == []
        assert body["legalCount"] == len(body["legalActions"])
        assert body["gameOver"] is False
        check_token(body)


def test_init_without_a_seed_picks_one_and_returns_it(api: Api) -> None:
    for slug in api.slugs():
        path = f"/api/games/{slug}/init"
        one, other = api.get(path), api.get(path)
        assert 0 <= reply(one)["seed"] < SEED_LIMIT
        assert reply(one)["seed"] != reply(other)["seed"]
        assert api.get(path, seed=reply(one)["seed"]).content == one.content


@pytest.mark.parametrize("seed", [0, 7, SEED_LIMIT - 1])
def test_a_seed_is_returned_as_it_was_given(api: Api, seed: int) -> None:
    assert all(api.init(slug, seed)["seed"] == seed for slug in api.slugs())


def test_each_reply_to_an_action_has_its_members_and_shows_the_board(api: Api) -> None:
    for slug in api.slugs():
        body = api.init(slug)
        spec = body["spec"]
        for action in [*body["legalActions"][:1] * 3, *body["legalActions"][-1:]]:
            after = reply(api.act(slug, body["stateToken"], action))
            if after["ok"]:
                body = after
                assert set(body) == members(REPLY, spec["tokenField"])
                assert {event["type"] for event in body["events"]} <= set(spec["events"])
                check_token(body)
                check_board(body)


def test_a_refusal_has_its_members_and_changes_nothing(api: Api) -> None:
    for slug in api.slugs():
        first = api.init(slug)
        body = refused(api.act(slug, first["stateToken"], {"type": "frobnicate"}), "unknown-action")
        assert set(body) == members(REFUSAL, first["spec"]["tokenField"])
        assert written(without(body, "ok", "code", "reason")) == written(without(first, "ok", "spec"))


@pytest.mark.parametrize("slug", sorted(OBSERVATIONS))
def test_an_observation_has_the_members_of_the_document(api: Api, slug: str) -> None:
    first = api.init(slug)
    after = accepted(api.act(slug, first["stateToken"], first["legalActions"][-1]))
    assert set(first["observation"]) == set(after["observation"]) == OBSERVATIONS[slug]
    begun = {"glasswend": ("status", "waiting")}.get(slug, ("phase", "playing"))
    assert begun in first["observation"].items()
    assert first["observation"][SCORES.get(slug, "score")] == first["score"] == 0


def test_the_state_of_a_token_is_the_reply_that_carried_it(api: Api) -> None:
    line = [*optimal_line(1), NEXT, BANK]
    bodies = [api.init("cantlewing"), *api.play("cantlewing", api.init("cantlewing")["stateToken"], line)]
    for body in bodies:
        looked = api.state("cantlewing", body["stateToken"])
        assert looked["events"] == []
        assert written(without(looked, "events")) == written(without(body, "events", "spec"))


def test_the_state_of_a_token_is_the_reply_in_every_game(api: Api) -> None:
    for slug in api.slugs():
        body = api.init(slug)
        assert written(api.state(slug, body["stateToken"])) == written(without(body, "spec"))


def test_replay_gives_the_position_that_play_leads_to(api: Api) -> None:
    line = [*optimal_line(1), NEXT]
    bodies = api.play("cantlewing", api.init("cantlewing")["stateToken"], line)
    replayed = accepted(api.replay("cantlewing", line))
    assert set(replayed) == REPLY | {"applied", "stopped"}
    assert written(without(replayed, "events", "applied", "stopped")) == written(
        without(bodies[-1], "events")
    )
    assert replayed["events"] == events_of(bodies)


def test_the_token_is_taken_under_either_name(api: Api) -> None:
    for slug in api.slugs():
        token = api.init(slug)["stateToken"]
        plain = api.post(f"/api/games/{slug}/state", {"stateToken": token}).content
        for names in ({"state": token}, {"stateToken": token, "state": token}):
            assert api.post(f"/api/games/{slug}/state", names).content == plain


def test_legal_leaves_out_the_list_or_the_count_too(api: Api) -> None:
    for slug in api.slugs():
        full, count, none = (every_answer(api, slug, legal) for legal in ("full", "count", "none"))
        for route, body in full.items():
            assert body["legalCount"] == len(body["legalActions"])
            assert written(count[route]) == written(without(body, "legalActions"))
            assert written(none[route]) == written(without(body, "legalActions", "legalCount"))


def every_answer(api: Api, slug: str, legal: str) -> dict[str, Json]:
    """Return an answer of every kind, each asked for with this `legal`."""
    first = api.init(slug)
    token, action = first["stateToken"], first["legalActions"][0]
    batch = {"stateToken": token, "actions": [action, None]}
    replay = {"seed": 7, "actions": [action]}
    return {
        "init": api.init(slug, legal=legal),
        "state": api.state(slug, token, legal=legal),
        "action": accepted(api.act(slug, token, action, legal=legal)),
        "refusal": refused(api.act(slug, token, None, legal=legal)),
        "batch": refused(api.post(f"/api/games/{slug}/action", batch, legal=legal)),
        "replay": accepted(api.post(f"/api/games/{slug}/replay", replay, legal=legal)),
    }


def test_legal_actions_and_previews_of_cantlewing_follow_the_rules_in_order(api: Api) -> None:
    bodies = [api.init("cantlewing"), *api.play("cantlewing", api.init("cantlewing")["stateToken"], laps(8))]
    for body in bodies:
        observation = body["observation"]
        board = BOARDS[observation["fixture"]["index"] - 1]
        place = Place(observation["courier"], observation["weights"]["A"], observation["weights"]["B"])
        playing = observation["phase"] == "playing"
        previews = [
            {"action": action, "force": force, "legal": playing and abs(force) <= 2}
            for action, there in landings(place)
            for force in [board.force(there)]
        ]
        assert observation["previews"] == previews
        stable = [preview["action"] for preview in previews if preview["legal"]]
        others = EVERY_ACTION[12:13] if playing else (NEXT,)
        assert body["legalActions"] == [*stable, *others, BANK]


def test_exactly_the_legal_actions_are_accepted(api: Api) -> None:
    token = api.init("cantlewing")["stateToken"]
    for body in [api.init("cantlewing"), *api.play("cantlewing", token, [*optimal_line(1), NEXT, BANK])]:
        answers = [reply(api.act("cantlewing", body["stateToken"], action)) for action in EVERY_ACTION]
        taken = [action for action, answer in zip(EVERY_ACTION, answers, strict=True) if answer["ok"]]
        assert taken == body["legalActions"]


def check_board(body: Json) -> None:
    """Assert that the board is a list of lines."""
    lines = body["observation"]["board"]
    assert lines
    assert all(isinstance(line, str) and "\n" not in line for line in lines)


def check_token(body: Json) -> None:
    """Assert that the token is opaque, safe in a URL, not too long, and the same under both names."""
    assert TOKEN.fullmatch(body["stateToken"])
    assert body.get("state", body["stateToken"]) == body["stateToken"]
