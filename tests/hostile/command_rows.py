"""Hostile commands and reviews of Sudoku: other digits, other blanks, other letters, too much, too early."""

from collections.abc import Iterable, Iterator
from typing import Final

from tests.hostile.ground import Answer, Ground, Row, Sent, each, post
from tests.http.camp import REVIEW, ROOT, game_of, solved

REFUSED: Final = "200 refused"


def unmoved(ground: Ground, commands: Iterable[object], *wanted: str) -> Iterator[Sent]:
    """Yield each command, which must leave the game as it was: no check is paid for, no turn gone."""

    def as_it_was(answer: Answer) -> None:
        assert game_of(answer.json) == game_of(ground.opening)

    for command in commands:
        yield Sent(ascii(command)[:40], ground.command(command), wanted or (REFUSED,), as_it_was)


def other_digits(ground: Ground) -> Iterator[Sent]:
    return unmoved(
        ground,
        (
            *(
                "set ３ ５ ７",
                "set ² ¹ ³",
                "set ٣ ٥ ٧",
                "set ३ ५ ७",
                "set Ⅲ Ⅴ Ⅶ",
                "set ③ ⑤ ⑦",
                "set 三 五 七",
            ),
            *(
                "set r３c５ 7",
                "set 1_0 1 1",
                "set +1 1 5",
                "set 01 1 5",
                "set 1.0 1 5",
                "set -1 1 5",
                "set 0 1 5",
            ),
            *("set 10 1 5", "set 1 1 10", "set 1 1 0", f"set 1 1 {'9' * 150}", "note 1 1 ²", "clear ¹ ¹"),
        ),
    )


def other_blanks(ground: Ground) -> Iterator[Sent]:
    blanks = (
        "\u00a0",
        "\u2028",
        "\u2003",
        "\u3000",
        "\v",
        "\f",
        "\x1c",
        "\x85",
        "\u200b",
        "\ufeff",
        "\0",
        "\r",
    )
    return unmoved(ground, [f"set{blank}1{blank}1{blank}5" for blank in blanks])


def other_letters(ground: Ground) -> Iterator[Sent]:
    words = (
        "ſet 1 1 5",
        "chec\u212a",
        "ＣＨＥＣＫ",
        "сheck",
        "ｓubmit",
        "reſign",
        "re\u0301sign",
        "chec\u200dk",
    )
    return unmoved(ground, words)


def two_in_one(ground: Ground) -> Iterator[Sent]:
    pairs = (
        "{}\n{}",
        "{};{}",
        "{} && {}",
        "{}\r\n{}",
        "{}|{}",
        "{} {}",
        "{}\u2028{}",
        "`{}` {}",
        "$({}) {}",
        "{}\0{}",
    )
    return unmoved(ground, [pair.format(f"select {ground.free}", "check") for pair in pairs])


def too_many(ground: Ground) -> Iterator[Sent]:
    yield from unmoved(ground, ["set 1 1 5" + " " * 200, "x" * 201, "check" * 100, "x" * 20_000])
    bad = "400 bad-request"
    for count in (201, 1000, 5000):
        yield Sent(f"{count} commands", ground.command(*["check"] * count), (bad,))
    yield Sent("20,000 commands", ground.command(*["check"] * 20_000), ("413 too-large",))
    yield Sent("none", ground.camp_post("act", ground.opening, commands=[]), (bad,))
    for odd in (7, None, True, ["check"], {"command": "check"}):
        yield Sent(f"one that is {odd!r}", ground.camp_post("act", ground.opening, command=odd), (bad,))
        yield Sent(
            f"among them {odd!r}", ground.camp_post("act", ground.opening, commands=["check", odd]), (bad,)
        )
    both = ground.camp_post("act", ground.opening, command="check", commands=["check"])
    yield Sent("both", both, (bad,))


def one_bad(ground: Ground) -> Iterator[Sent]:
    def stopped(answer: Answer) -> None:
        found = answer.json
        assert (found["failed_index"], found["not_run"], found["checks"]) == (1, 1, 0)
        assert [result["ok"] for result in found["results"]] == [True, False]

    for odd in ("frobnicate", "set 0 0 0", "", "chec\u212a"):
        yield Sent(odd, ground.command(f"select {ground.free}", odd, "check"), (REFUSED,), stopped)


def nonsense(ground: Ground) -> Iterator[Sent]:
    tries = (
        "",
        " ",
        "help",
        "set",
        "set 1 1",
        "set 1 1 5 5",
        "note 1 1 12x",
        "select",
        "__class__",
        "../..",
        "'; DROP",
    )
    return unmoved(
        ground, (*tries, "<script>", "{{7*7}}", "%s%n", "\x1b[2J", "\ud7ff", "set r1c1", "set a1 5")
    )


def reviews(ground: Ground) -> Iterator[Sent]:
    bad = "400 bad-request"
    ratings: tuple[object, ...] = (True, 5.5, 5.0, "5", 0, 11, -1, None, [5], {}, 10**19)
    yield from each([(f"rating {rating!r}", ground.review(rating=rating)) for rating in ratings], bad)
    texts: tuple[object, ...] = ("", " " * 50, "short", "x" * 2001, 7, None, True, ["a good game"], {})
    yield from each([(f"review {str(text)[:20]!r}", ground.review(review=text)) for text in texts], bad)

    def not_shown(answer: Answer) -> None:
        assert b"alert" not in answer.body

    markup = (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        'alert\n{"level":"error"}\x1b[31m',
    )
    for text in markup:
        yield Sent(text, ground.review(review=text), ("200 ok",), not_shown)


def out_of_turn(ground: Ground) -> Iterator[Sent]:
    for reply in (ground.opening, ground.played):
        yield Sent("too early", ground.camp_post("finish", reply, **REVIEW), ("409 not-over",))
    told: list[object] = []

    def the_same(answer: Answer) -> None:
        told.append(game_of(answer.json))
        assert told[0] == told[-1] == game_of(ground.won)

    for time in ("once", "twice", "again"):
        yield Sent(time, ground.review(), ("200 ok",), the_same)
    for command in ("check", "resign", "set 1 1 5"):
        yield Sent(f"{command} after the end", ground.command(command, reply=ground.won), (REFUSED,))
    no_game = post(
        f"{ROOT}/finish", REVIEW, *(f"{name}: {value}" for name, value in solved(ground.won).items())
    )
    yield Sent("of no game", no_game, ("409 no-game",))


COMMAND_ROWS: Final = (
    Row("other digits than 0 to 9", other_digits),
    Row("other blanks than space and tab", other_blanks),
    Row("letters that look like others", other_letters),
    Row("two commands in one", two_in_one),
    Row("commands that are no command", nonsense),
    Row("commands too long or too many", too_many),
    Row("a bad command among good ones", one_bad),
    Row("reviews and ratings of any kind", reviews),
    Row("a review too early, or twice", out_of_turn),
)
