"""The questions of agent checks, as the pages ask them, answered from their text."""

from playwright.sync_api import Page, expect

from tests.answerer import answer


def answer_question(page: Page, *, wrongly: bool = False) -> str:
    """Type the answer, or another number, into the form that asks; returns the question."""
    asked = page.locator("dialog.question .asked")
    expect(asked).to_be_visible()
    question = asked.inner_text()
    page.keyboard.type(str(answer(question) + wrongly))
    page.keyboard.press("Enter")
    return question
