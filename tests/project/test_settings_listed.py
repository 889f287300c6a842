"""Every setting is listed where an operator looks for it: .env.example and docker-compose.yml."""

import re
from pathlib import Path
from typing import Final

from app.settings import Settings, read_settings

ROOT: Final = Path(__file__).parents[2]
DEFAULTS: Final = {str(field.alias): str(field.default) for field in Settings.model_fields.values()}


def test_the_example_lists_every_setting_with_its_default() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    given = [line.partition("=") for line in lines if line and not line.startswith("#")]
    assert {name: value for name, _, value in given} == DEFAULTS
    assert len(given) == len(DEFAULTS)


def test_the_example_changes_nothing() -> None:
    assert read_settings(DEFAULTS) == read_settings({})


def test_compose_passes_on_every_setting_but_those_the_image_fixes() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8").partition("\n  server-2:")[0]
    named = set(re.findall(r"^ +(?:# )?([A-Z_]+):", text, re.MULTILINE))
    assert named == set(DEFAULTS) - {"HOST", "PORT", "CAMPBOARD_ENV"}
