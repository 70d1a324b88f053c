"""The computer players' readiness. Touches no rows."""

from random import Random

from games.bots import registry


def prepare() -> None:
    """Load and compile what the computer players need; seconds the first time on a machine, less than one after."""
    registry.prepare(Random(0))  # nosec B311
