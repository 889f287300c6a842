"""An agent that plays Sudoku over HTTP: it reads the board, thinks, writes its digits and answers the checks.

    python examples/sudoku_agent.py --seed 7

It plays an easy, a medium and a hard game, each to the end and its review. The board comes from the lines of
text in the reply, and the game travels in the cookie. What a language model would do with the question of an
agent check, `answer` does with a few patterns. It needs httpx and nothing of the server's code.
"""

import argparse
import re
import sys
from typing import Any, Final, TypeAlias

import httpx

Json: TypeAlias = dict[str, Any]
Grid: TypeAlias = list[int]
"""81 digits row by row, 0 where a cell is empty."""

DIFFICULTIES: Final = ("easy", "medium", "hard")
AT_ONCE: Final = 20
"""How many commands the agent sends in a request; the server takes up to 200."""
REVIEW: Final = "The rules are clear and the board is easy to read. I never had to guess what a reply meant."

UNITS: Final = (
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [27 * a + 3 * b + 9 * row + column for row in range(3) for column in range(3)]
        for a in range(3)
        for b in range(3)
    ),
)
PEERS: Final = [
    sorted({peer for unit in UNITS if cell in unit for peer in unit} - {cell}) for cell in range(81)
]

SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
VALUES: Final = {
    **{word: value for value, word in enumerate(SMALL.split())},
    **{word: 10 * value for value, word in enumerate(TENS.split(), start=2)},
}
ORDINALS: Final = {"seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
NUMBER_WORDS: Final = re.compile(rf"\b(?:(?:{'|'.join([*VALUES, 'hundred', 'and'])})\b[ -]?)+")


def read_board(lines: list[str]) -> Grid:
    """Read the text board: a given is ` 5 `, an entry `[4]`, one found wrong `!4!`, an empty cell ` . `."""
    rows = [line for line in lines if re.match(r"R[1-9] \|", line)]
    return [
        int(sign) if sign != "." else 0
        for row in rows
        for sign in re.findall(r"[ \[!]([1-9.])[ \]!]", row[3:])
    ]


def solve(grid: Grid) -> Grid | None:
    """Fill a grid, always next where the fewest digits fit; None where none does."""
    best: tuple[int, list[int]] | None = None
    for cell in range(81):
        if grid[cell]:
            continue
        taken = {grid[peer] for peer in PEERS[cell]}
        fitting = [digit for digit in range(1, 10) if digit not in taken]
        if best is None or len(fitting) < len(best[1]):
            best = cell, fitting
    if best is None:
        return grid
    cell, fitting = best
    for digit in fitting:
        solved = solve([*grid[:cell], digit, *grid[cell + 1 :]])
        if solved is not None:
            return solved
    return None


def answer(question: str) -> int:
    """Return the number a question asks for."""
    text = NUMBER_WORDS.sub(in_digits, question.lower().replace("answer with the number only.", ""))
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    more = not re.search(r"subtract|take away|broken|taken|break\b|\bless\b|\bbelow\b", text)
    if times := re.findall(r"(\d+):(\d+)", text):
        start, end = (60 * int(hour) + int(minute) for hour, minute in times)
        return end - start
    if parity := re.search(r"\b(even|odd) numbers", text):
        return sum(number for number in numbers if (number % 2 == 1) is (parity[1] == "odd"))
    if re.search(r"second largest|comes second|largest of the others", text):
        return sorted(numbers)[-2]
    if re.search(r"sequence|same amount|same way", text):
        place = next((place for word, place in ORDINALS.items() if word in text), numbers[-1])
        return numbers[0] + (place - 1) * (numbers[1] - numbers[0])
    if re.search(r"reverse|right to left|opposite", text):
        return int(str(numbers[0])[::-1])
    if len(codes := re.findall(r"(?:: |reads |, )([a-z]+) (\d+)", text)) == 3:
        asked = text.rpartition(f"{codes[-1][0]} {codes[-1][1]}")[2]
        code = next(int(code) for name, code in codes if name in asked)
        offset = int(re.findall(r"\d+", asked)[0])
        return code + offset if more else code - offset
    if "coins" in text:
        return price(text, numbers)
    if len(numbers) == 2:
        return sum(numbers)
    first, second, third = numbers
    return first * second + (third if more else -third)


def in_digits(words: "re.Match[str]") -> str:
    """Return a number in words as digits; `one` by itself and `and` are words like any other."""
    parts = [part for part in re.split(r"[ -]", words[0]) if part not in ("", "and")]
    if parts in ([], ["one"]):
        return words[0]
    value = 0
    for part in parts:
        value = value * 100 if part == "hundred" else value + VALUES[part]
    return f"{value} "


def price(text: str, numbers: list[int]) -> int:
    """Return what two kinds of goods come to."""
    if "costs" not in text:  # so many of these at so much, and so many of those at so much
        count, each, other_count, other_each = numbers
        return count * each + other_count * other_each
    each, other_each, count, other_count = numbers
    return count * each + other_count * other_each


class Game:
    """One game of Sudoku on a server; the cookies of its client hold it."""

    def __init__(self, http: httpx.Client, difficulty: str, seed: int | None) -> None:
        self.http = http
        self.requests = 0
        body: Json = {"difficulty": difficulty} | ({} if seed is None else {"seed": seed})
        self.reply = self.send("new", body, {})

    def send(self, verb: str, body: Json, headers: dict[str, str]) -> Json:
        self.requests += 1
        answer = self.http.post(f"/games/sudoku/api/{verb}", json=body, headers=headers)
        found: Json = answer.raise_for_status().json()
        return found

    def act(self, verb: str, body: Json) -> None:
        """Send a body together with the answer to the question of the last reply."""
        check = self.reply["agent_check"]
        headers = {"X-Agent-Check": check["token"], "X-Agent-Answer": str(answer(check["question"]))}
        self.reply = self.send(verb, body, headers)

    def play(self) -> None:
        """Solve the puzzle on the board, hand it in and review the game."""
        grid = read_board(self.reply["board"])
        solution = solve(grid)
        if solution is None:
            return
        digits = [(cell, digit) for cell, digit in enumerate(solution) if not grid[cell]]
        commands = [f"set {cell // 9 + 1} {cell % 9 + 1} {digit}" for cell, digit in digits]
        for start in range(0, len(commands), AT_ONCE):
            self.act("act", {"commands": commands[start : start + AT_ONCE]})
        self.act("act", {"command": "submit"})
        if self.reply["game_over"]:
            self.act("finish", {"rating": 9, "review": REVIEW})


def main() -> int:
    """Play as the command line says; 1 when a game was not won, 2 when the server does not play along."""
    parser = argparse.ArgumentParser(description="Play an easy, a medium and a hard game of Sudoku.")
    parser.add_argument("--base-url", default="http://127.0.0.1:8000")
    parser.add_argument("--seed", type=int, help="the server picks seeds if none is given")
    options = parser.parse_args()

    won = 0
    try:
        with httpx.Client(base_url=options.base_url, timeout=30) as http:
            for difficulty in DIFFICULTIES:
                game = Game(http, difficulty, options.seed)
                empty = game.reply["empty"]
                game.play()
                end = game.reply
                sys.stdout.write(
                    f"{difficulty}, seed {end['seed']}: {empty} cells, {end['status']}, "
                    f"score {end['score']}, {game.requests} requests\n"
                )
                sys.stdout.flush()
                won += end["status"] == "won"
    except httpx.HTTPError as problem:
        parser.exit(2, f"{options.base_url}: {problem}\n")
    return 0 if won == len(DIFFICULTIES) else 1


if __name__ == "__main__":
    sys.exit(main())
