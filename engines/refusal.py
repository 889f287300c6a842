"""A refusal is a value: the game says no, and says what it would have accepted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action was not accepted."""

    code: str
    """Stable, kebab-case: `wrong-phase`, `out-of-range`, `occupied`, ..."""
    reason: str
    """One sentence that tells the player what would be accepted."""
