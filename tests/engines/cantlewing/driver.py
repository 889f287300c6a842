"""Plays Cantlewing by JSON actions, as a player would."""

from engines.cantlewing import ENGINE
from engines.cantlewing.model import State
from tests.engines.cantlewing.reference import NEXT, lap
from tests.engines.driver import Driver

DRIVER = Driver(ENGINE)
START = DRIVER.start
submit, step, play = DRIVER.submit, DRIVER.step, DRIVER.play


def at_crossing(crossing: int) -> State:
    """Return the start of a crossing, reached by optimal clears."""
    return START if crossing == 1 else play([*lap(range(1, crossing)), NEXT])
