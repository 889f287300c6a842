"""A game's words as `load_spec` reads them."""

import re
from pathlib import Path

import pytest

from engines.spec import Choice, Command, Option, load_command_spec, load_spec

TOML = """
slug = "toy"
version = 3
name = "Toy"
genre = "counting"
score_direction = "lower"
seed_varies = true
token_field = "state"
description = \"\"\"
Count
  to five.
\"\"\"
goal = "Reach five."
scoring = "The count."
rules = [
\"\"\"
One
line.
\"\"\",
"Two.",
]
player_rules = [
\"\"\"
Count
up.
\"\"\",
"Stop at five.",
]
example = [ { type = "add", by = 1 } ]

[[options]]
name = "size"
label = "Board size"
default = "small"
choices = [ { value = "small", label = "Small" }, { value = "large", label = "Large" } ]

[[options]]
name = "start"
label = "Where to start"
choices = [ { value = "left", label = "Left" } ]

[observation]
board = "the count as text"

[refusals]
too-far = "beyond the target"

[legend]
"." = "empty"

[events]
paid = "the count was paid"
"""


@pytest.fixture
def package(tmp_path: Path) -> str:
    (tmp_path / "spec.toml").write_text(TOML, encoding="utf-8")
    return str(tmp_path / "__init__.py")


def test_the_words_are_read_from_the_file_beside_the_module(package: str) -> None:
    spec = load_spec(package)
    assert (spec.slug, spec.version, spec.name, spec.genre) == ("toy", 3, "Toy", "counting")
    assert (spec.score_direction, spec.seed_varies, spec.token_field) == ("lower", True, "state")
    assert spec.observation == {"board": "the count as text"}
    assert spec.legend == {".": "empty"}
    assert spec.refusals == {"too-far": "beyond the target"}
    assert spec.events == {"paid": "the count was paid"}
    assert spec.example == ({"type": "add", "by": 1},)


def test_a_paragraph_is_one_line(package: str) -> None:
    spec = load_spec(package)
    assert (spec.description, spec.goal) == ("Count to five.", "Reach five.")
    assert spec.rules == ("One line.", "Two.")
    assert spec.player_rules == ("Count up.", "Stop at five.")


def test_an_option_may_have_a_default(package: str) -> None:
    assert load_spec(package).options == (
        Option("size", "Board size", "small", (Choice("small", "Small"), Choice("large", "Large"))),
        Option("start", "Where to start", None, (Choice("left", "Left"),)),
    )


TIED = """
[[options]]
name = "puzzle"
label = "A puzzle"
seed = 3
fixes = { size = "small" }
choices = [ { value = "knot", label = "Knot" } ]
"""


def test_an_option_may_bring_a_seed_and_fix_another_option(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(TOML.replace("[observation]", f"{TIED}\n[observation]"), "utf-8")
    spec = load_spec(str(tmp_path / "__init__.py"))
    assert spec.options[2].fixes == (("size", "small"),)
    assert spec.seed({"size": "small", "puzzle": "knot"}) == 3
    assert spec.seed({"size": "small"}) is None
    assert spec.clash({"size": "large", "puzzle": "knot"}) == ("puzzle", "size", "small")
    for chosen in ({"size": "small", "puzzle": "knot"}, {"puzzle": "knot"}, {"size": "large"}, {}):
        assert spec.clash(chosen) is None


def test_the_end_is_final_unless_the_words_name_what_takes_it_back(package: str, tmp_path: Path) -> None:
    assert load_spec(package).after_end == ()
    (tmp_path / "spec.toml").write_text('after_end = ["undo"]\n' + TOML, encoding="utf-8")
    assert load_spec(package).after_end == ("undo",)


PLAYER_RULES = re.compile(r"^player_rules = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("line", ['slug = "toy"', 'goal = "Reach five."', "version = 3"])
def test_a_missing_word_stops_the_start(tmp_path: Path, line: str) -> None:
    assert line in TOML
    (tmp_path / "spec.toml").write_text(TOML.replace(line, ""), encoding="utf-8")
    with pytest.raises((KeyError, TypeError)):
        load_spec(str(tmp_path / "__init__.py"))


def test_a_game_without_rules_for_players_does_not_start(tmp_path: Path) -> None:
    for text, load in ((TOML, load_spec), (COMMANDS_TOML, load_command_spec)):
        without, found = PLAYER_RULES.subn("", text)
        assert found == 1
        (tmp_path / "spec.toml").write_text(without, encoding="utf-8")
        with pytest.raises(KeyError, match="player_rules"):
            load(str(tmp_path / "__init__.py"))


def test_an_unknown_word_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text("surprise = 1\n" + TOML, encoding="utf-8")
    with pytest.raises(TypeError, match="surprise"):
        load_spec(str(tmp_path / "__init__.py"))


COMMANDS_TOML = """
slug = "toy"
version = 2
name = "Toy"
kind = "endless"
description = \"\"\"
Count
  up.
\"\"\"
rules_html = \"\"\"

<p>Count
up.</p>
<p>Stop.</p>
\"\"\"

player_rules = [
\"\"\"
Count
up.
\"\"\",
"Then stop.",
]

example = ["add 3", "stop"]

[[commands]]
syntax = "add <number>"
description = "Count so many more."
example = "add 3"

[[commands]]
syntax = "stop"
description = "Stop."
example = "stop"

[[options]]
name = "size"
label = "Size"
default = "small"
choices = [ { value = "small", label = "Small" } ]

[endpoints]
"GET /toy" = "Look."

[observation]
count = "the count"
"""


@pytest.fixture
def command_package(tmp_path: Path) -> str:
    (tmp_path / "spec.toml").write_text(COMMANDS_TOML, encoding="utf-8")
    return str(tmp_path / "__init__.py")


def test_the_words_of_a_game_of_commands_are_read(command_package: str) -> None:
    spec = load_command_spec(command_package)
    assert (spec.slug, spec.version, spec.name, spec.kind) == ("toy", 2, "Toy", "endless")
    assert spec.description == "Count up."
    assert spec.rules_html == "<p>Count\nup.</p>\n<p>Stop.</p>"
    assert spec.player_rules == ("Count up.", "Then stop.")
    assert spec.commands == (
        Command("add <number>", "Count so many more.", "add 3"),
        Command("stop", "Stop.", "stop"),
    )
    assert [command.verb for command in spec.commands] == ["add", "stop"]
    assert spec.options == (Option("size", "Size", "small", (Choice("small", "Small"),)),)
    assert spec.endpoints == {"GET /toy": "Look."}
    assert spec.observation == {"count": "the count"}
    assert spec.example == ("add 3", "stop")


@pytest.mark.parametrize(
    "line",
    [
        'slug = "toy"',
        'kind = "endless"',
        'example = "add 3"',
        'example = ["add 3", "stop"]',
        '[observation]\ncount = "the count"',
    ],
)
def test_a_missing_word_of_a_game_of_commands_stops_the_start(tmp_path: Path, line: str) -> None:
    assert line in COMMANDS_TOML
    (tmp_path / "spec.toml").write_text(COMMANDS_TOML.replace(line, ""), encoding="utf-8")
    with pytest.raises((KeyError, TypeError)):
        load_command_spec(str(tmp_path / "__init__.py"))
