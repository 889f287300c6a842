"""Every series that /metrics can tell."""

from app.metrics import Counts, exposition


def every_series() -> str:
    """Return the text Prometheus reads when each kind of thing was counted once."""
    counts = Counts()
    counts.add("requests", "r", "m", "200")
    counts.add("refusals", "g", "c")
    counts.add("problems", "g", "c")
    counts.add("faults", "k")
    counts.observe("r", 1.0)
    return exposition(counts).decode()
