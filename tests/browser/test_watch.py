"""The watch page: recorded runs from links, text and files, in each game's own view."""

import json
from typing import Final

import pytest
from playwright.sync_api import expect

from engines.registry import COMMAND_GAMES, GAMES
from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.browser.runs import accepted_actions, at, link, unlinked
from tests.http.beam import laps, walk
from tests.http.client import Api, Json, accepted

RUNS: Final = {
    "cantlewing": ("optimal-lap", "#facts", "Score1460"),
    "cordwright": ("climb", "#facts", "Crossings"),
    "glasswend": ("three-losses", "#facts", "Glimmersnone"),
}
SUDOKU: Final = COMMAND_GAMES["sudoku"].spec.example
"""A whole game, of the easy puzzle with seed 7."""


@pytest.mark.parametrize("game", RUNS)
def test_a_recorded_run_is_shown_to_its_end(visit: Visit, api: Api, game: str) -> None:
    name, place, words = RUNS[game]
    seed, actions = accepted_actions(game, name)
    page = visit.go(link({"game": game, "seed": seed, "actions": actions}))
    at(page, 0)
    page.get_by_role("button", name="One step on").click()
    at(page, 1)
    page.get_by_role("button", name="To the end").click()
    at(page, len(actions))
    expect(page.locator(place)).to_contain_text(words)
    score = accepted(api.replay(game, actions, seed))["score"]
    expect(page.locator("#facts")).to_contain_text(f"Score{score}")
    page.get_by_role("button", name="One step back").click()
    at(page, len(actions) - 1)


def test_play_runs_to_the_end_and_stops(visit: Visit) -> None:
    actions = laps(1)
    page = visit.go(link({"game": "cantlewing", "seed": 7, "actions": actions}))
    page.get_by_label("Speed").select_option("16×")
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, len(actions))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Across! 190 points, in the fewest moves")


def test_glasswend_plays_ticks_smoothly_between_its_steers(visit: Visit) -> None:
    seed, actions = accepted_actions("glasswend", "three-losses")
    page = visit.go(link({"game": "glasswend", "seed": seed, "actions": actions[:120]}))
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, 120)


def test_any_position_is_reached_at_once_and_keys_work(visit: Visit) -> None:
    page = visit.go(link({"game": "cantlewing", "seed": 7, "actions": laps(2)}))
    page.get_by_label("Step", exact=True).fill("9")
    at(page, 9)
    expect(page.locator("#message")).to_contain_text("Step 9 of 14.")
    page.locator("#stage").focus()
    page.keyboard.press("ArrowRight")
    at(page, 10)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    at(page, 14)


def test_a_refused_step_is_the_last_and_says_why(visit: Visit) -> None:
    actions = [walk(1), walk(-1), walk(-1), walk(1)]
    page = visit.go(link({"game": "cantlewing", "seed": 7, "actions": actions}))
    page.get_by_role("button", name="To the end").click()
    at(page, 3)
    expect(page.locator("#message")).to_contain_text("Refused: ")
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()


def test_pasted_text_a_file_and_a_sample_are_shown(visit: Visit) -> None:
    page = visit.go("/watch")
    run = {"game": "cordwright", "seed": 7, "actions": [{"type": "swap", "a": 0, "b": 1}, {"type": "bank"}]}
    page.get_by_label("Run as JSON, or a link to one").fill(json.dumps(run))
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator("#run-name")).to_have_text("Cordwright, seed 7")
    page.wait_for_url("**#run=*")
    assert unlinked(page.url) == run
    film = {"game": "cantlewing", "seed": 3, "actions": [{"repeat": 1, "action": walk(1)}]}
    page.locator("#file").set_input_files(
        {"name": "run.json", "mimeType": "application/json", "buffer": json.dumps(film).encode()}
    )
    expect(page.locator("#run-name")).to_have_text("Cantlewing, seed 3")
    page.get_by_role("button", name="Glasswend, an example").click()
    expect(page.locator("#run-name")).to_have_text("Glasswend, seed 7")
    expect(page.locator("canvas")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not a run", "neither JSON nor a link"),
        ("[]", "an object with game, seed and actions"),
        ('{"seed": 7, "actions": []}', "names its game"),
        ('{"game": "cantlewing", "actions": []}', "needs its seed"),
        ('{"game": "cantlewing", "seed": 7.5, "actions": []}', "needs its seed"),
        ('{"game": "cantlewing", "seed": 7}', "needs its actions"),
        ('{"game": "cantlewing", "seed": 7, "actions": [{"repeat": 0, "action": {}}]}', "from 1 on"),
        (
            '{"game": "cantlewing", "seed": 7, "actions": [{"repeat": 2000000, "action": {}}]}',
            "up to 1000000 steps",
        ),
        ('{"game": "sudoku", "seed": 7, "commands": [7]}', "lines of text"),
        ('{"game": "sudoku", "seed": 7, "actions": [], "commands": ["check"]}', "in place of actions"),
        ("/watch#run=AAAA", "damaged"),
    ],
)
def test_what_is_no_run_is_told_in_a_sentence(visit: Visit, text: str, words: str) -> None:
    page = visit.go("/watch")
    page.get_by_label("Run as JSON, or a link to one").fill(text)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator("#paste-problem")).to_contain_text(words)


def test_a_game_that_is_not_here_is_told_in_a_sentence(visit: Visit) -> None:
    page = visit.go(link({"game": "nope", "seed": 7, "actions": []}))
    expect(page.locator("#paste-problem")).to_have_text(
        "There is no such game here; there are: cordwright, glasswend, cantlewing, magic-hex-swap, sudoku."
    )


def test_a_game_that_is_not_here_leaves_the_film_before_as_it_was(visit: Visit) -> None:
    page = visit.go(link({"game": "cantlewing", "seed": 7, "actions": [walk(1)]}))
    page.get_by_label("Run as JSON, or a link to one").fill('{"game": "nope", "seed": 7, "actions": []}')
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator("#paste-problem")).to_contain_text("There is no such game here")
    page.get_by_role("button", name="One step on").click()
    at(page, 1)


def test_the_skip_link_is_no_run_and_the_address_keeps_the_one_on_the_board(visit: Visit) -> None:
    run = {"game": "cantlewing", "seed": 7, "actions": [walk(1)]}
    page = visit.go(link(run))
    page.get_by_role("link", name="Skip to the game").press("Enter")
    page.wait_for_url("**#run=*")
    assert unlinked(page.url) == run
    expect(page.locator("#paste-problem")).to_be_empty()


@pytest.mark.parametrize(
    ("game", "action"),
    [
        *((game, None) for game in GAMES),
        ("cantlewing", {"type": "move-weight", "weight": {"toString": None}, "to": 0}),
        ("cordwright", {"type": "swap", "a": {"toString": None}, "b": 1}),
        ("glasswend", {"type": "steer", "dir": {"toString": None}}),
        ("magic-hex-swap", {"type": "restart", "seed": {"toString": None}}),
    ],
)
def test_what_no_game_knows_is_shown_as_it_is_written_and_why_it_is_refused(
    visit: Visit, game: str, action: Json | None
) -> None:
    page = visit.go(link({"game": game, "seed": 7, "actions": [action]}))
    page.get_by_role("button", name="To the end").click()
    at(page, 1)
    written = json.dumps(action, separators=(",", ":"))
    expect(page.locator("#message")).to_contain_text(f"Step 1 of 1. {written} Refused: ")


def test_after_a_long_way_the_line_above_the_board_is_short_and_the_log_has_all(phone: Visit) -> None:
    actions = laps(8)
    page = phone.go(link({"game": "cantlewing", "seed": 7, "actions": actions}))
    page.get_by_role("button", name="To the end").click()
    at(page, len(actions))
    # By the rules an optimal crossing 1 or 2 pays 190, each later one 180.
    expect(page.locator("#log")).to_contain_text("190 points")
    expect(page.locator("#message")).to_contain_text("180 points")
    expect(page.locator("#message")).not_to_contain_text("190 points")


def test_a_run_is_shared_by_a_link_that_holds_all_of_it(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log li.move")).to_have_count(1)
    page.get_by_role("button", name="Share this run").click()
    address = page.get_by_label("Link").input_value()
    run = unlinked(address)
    assert run["game"] == "cantlewing"
    assert run["actions"] == [walk(1)]
    assert "localhost" not in address
    page.get_by_role("link", name="Watch it").click()
    page.wait_for_selector("html[data-ready]")
    page.get_by_role("button", name="To the end").click()
    at(page, 1)


def test_playing_on_from_a_film_keeps_the_run_that_was_there(visit: Visit) -> None:
    page = visit.go("/play/cantlewing")
    for key in ("ArrowRight", "ArrowLeft", "ArrowRight"):
        count = page.locator("#log li.move").count()
        page.keyboard.press(key)
        expect(page.locator("#log li.move")).to_have_count(count + 1)
    visit.go(link({"game": "cantlewing", "seed": 7, "actions": laps(1)}))
    page.get_by_label("Step", exact=True).fill("2")
    at(page, 2)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/play/cantlewing")
    page.wait_for_selector("html[data-ready]")
    at(page, 2)
    expect(page.locator("#message")).to_contain_text("You play on from here.")
    page.get_by_role("button", name="Back to the run before").click()
    at(page, 3)


def test_sudoku_is_shown_to_its_end_for_one_answer(visit: Visit) -> None:
    commands = ["set 1 2 1", "set r1c4 9", "note 1 5 59", "check", "select 1 4", *SUDOKU]
    run = {"game": "sudoku", "seed": 7, "options": {"difficulty": "easy"}, "commands": commands}
    page = visit.go(link(run))
    at(page, 0)
    page.get_by_role("button", name="One step on").click()
    answer_question(page)
    at(page, 1)
    for step in (2, 3, 4):
        page.get_by_role("button", name="One step on").click()
        at(page, step)
    expect(page.get_by_role("cell", name="Row 1, column 4: 9, yours, found wrong")).to_be_visible()
    expect(page.get_by_role("cell", name="Row 1, column 5: pencil marks 5 9")).to_be_visible()
    expect(page.locator("#message")).to_contain_text("1 wrong: R1C4.")
    page.get_by_role("button", name="To the end").click()
    at(page, len(commands))
    expect(page.locator("#facts")).to_contain_text("Score275")
    expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 275.")
    page.get_by_role("button", name="Share this run").click()
    assert unlinked(page.locator("#share-link").input_value()) == run
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="One step back").click()
    at(page, len(commands) - 1)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/play/sudoku")
    page.wait_for_selector("html[data-ready]")
    at(page, len(commands) - 1)
    page.locator("#controls").get_by_role("button", name="Submit").click()
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("pays 275")


def test_a_refused_command_is_the_last_of_a_film(visit: Visit) -> None:
    run = {"game": "sudoku", "seed": 7, "commands": ["check", "check", "set 1 1 9", "check"]}
    page = visit.go(link(run))
    page.get_by_role("button", name="To the end").click()
    answer_question(page)
    at(page, 3)
    expect(page.locator("#message")).to_contain_text("Refused: R1C1 holds the given 2")
    expect(page.locator("#facts")).to_contain_text("Checks2")


def test_a_film_that_is_not_answered_for_stays_at_its_start(visit: Visit) -> None:
    page = visit.go("/watch")
    page.get_by_role("button", name="Sudoku, a whole game").click()
    expect(page.locator("#run-name")).to_have_text("Sudoku, seed 7")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("One answer is enough")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#message")).to_contain_text("Nothing was sent")
    at(page, 0)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
