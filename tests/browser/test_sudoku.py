"""Sudoku in the browser: whole games by touch and by keys, won, lost, given up and reviewed."""

from playwright.sync_api import expect

from tests.browser.asked import answer_question
from tests.browser.browser import Visit
from tests.browser.sudokus import EASY, FIRST, acts, cell, click, fact, fill, other, press, puzzle


def test_a_whole_game_by_touch_on_a_phone_takes_one_answer(phone: Visit) -> None:
    page = phone.go(EASY)
    givens, solution = puzzle(phone)
    fill(page, givens, solution)
    assert acts(phone) == []
    expect(page.locator("#message")).to_contain_text("42 cells not sent yet.")
    press(page, "Submit")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 300.")
    expect(page.locator("#message")).to_have_attribute("data-kind", "good")
    assert fact(page, "Score") == "300"
    expect(page.get_by_role("button", name="Show what you had")).to_have_count(0)
    (body,) = acts(phone)
    assert body["commands"][-1] == "submit"  # type: ignore[index]
    assert len(body["commands"]) == 44  # type: ignore[arg-type]
    assert "state_token" in body, "the page carries the game itself"


def test_a_whole_game_by_keys_alone(visit: Visit) -> None:
    page = visit.go("/play/sudoku?seed=3&difficulty=medium")
    givens, solution = puzzle(visit, 3, "medium")
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    for row in range(9):
        for column in range(9) if row % 2 == 0 else range(8, -1, -1):
            number = 9 * row + column
            expect(cell(page, number)).to_have_attribute("aria-selected", "true")
            if givens[number] == ".":
                page.keyboard.press(solution[number])
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    answer_question(page)
    expect(page.locator("#message")).to_contain_text("Solved; the game is over and pays 600.")


def test_a_lost_game_shows_the_solution_and_takes_a_review(visit: Visit) -> None:
    page = visit.go(EASY)
    givens, solution = puzzle(visit)
    fill(page, givens, solution.replace(solution[FIRST], other(solution[FIRST])))
    for mistake in (1, 2, 3):
        press(page, "Submit")
        answer_question(page)
        expect(page.locator("#message")).to_contain_text(f"The board is not right: mistake {mistake} of 3")
    expect(page.locator("#message")).to_have_attribute("data-kind", "refused")
    assert fact(page, "Mistakes").startswith("✕✕✕")
    shown = "".join(page.locator(".sudoku .digit").all_inner_texts())
    assert shown == solution
    expect(cell(page, FIRST)).to_have_accessible_name(
        f"Row 1, column 2: {other(solution[FIRST])}, yours, the solution has {solution[FIRST]}"
    )
    press(page, "Show what you had")
    expect(cell(page, FIRST).locator(".digit")).to_have_text(other(solution[FIRST]))

    page.get_by_role("button", name="Send the review").click()
    expect(page.locator("#review-problem")).to_have_text("Choose a rating first.")
    page.get_by_role("radio", name="8").check()
    page.get_by_label("Two or three sentences about it").fill("Hard.")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_label("Two or three sentences about it")).to_have_value("Hard.")
    expect(page.get_by_role("radio", name="8")).to_be_checked()
    visit.expected = ("400",)
    page.get_by_role("button", name="Send the review").click()
    answer_question(page)
    expect(page.locator("#review-problem")).to_contain_text("10 to 2000 characters")
    page.get_by_label("Two or three sentences about it").fill("A fair puzzle. I was careless.")
    page.get_by_role("button", name="Send the review").click()
    expect(page.locator(".review")).to_contain_text("Thank you!")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#message")).not_to_contain_text("goes on")
    expect(page.locator(".review")).to_contain_text("Thank you!")


def test_giving_up_is_confirmed_first(visit: Visit) -> None:
    page = visit.go(EASY)
    _, solution = puzzle(visit)
    click(page, FIRST, solution[FIRST])
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    assert acts(visit) == []
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    answer_question(page)
    # One of 42 cells is right: 60 * 1 / 42 = 1.43.
    expect(page.locator("#message")).to_contain_text("You resigned; the game is over and pays 1.")
    expect(page.locator("#controls")).to_contain_text("Show what you had")
