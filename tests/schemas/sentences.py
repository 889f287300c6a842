"""What every reason has to be: one sentence, short enough to read, that holds little of what was sent."""

import re

MAX_LENGTH = 300


def is_one_sentence(reason: str) -> bool:
    """Tell whether a reason is one printable sentence with a full stop, of at most 300 characters."""
    # A quoted member's name may open a sentence; addresses and examples hold no full stop before a blank.
    return (
        re.match(r'[A-Z"]', reason) is not None
        and reason.endswith(".")
        and not reason.endswith("..")
        and re.search(r"[.!?]\s", reason) is None
        and reason.isprintable()
        and len(reason) <= MAX_LENGTH
    )
