"""Prometheus metrics of games.

Labels come from closed sets: game keys, levels, sources, refusal codes. None contains a card, a game's code or a name.
"""

from collections.abc import Iterable
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from games.engine.state import Event, HandEnded

MOVES: Final = Counter("spadesite_moves", "Actions that were accepted.", ["game", "source"])
REFUSED: Final = Counter("spadesite_refused", "Actions that the rules refused.", ["game", "reason"])
HANDS: Final = Counter("spadesite_hands_finished", "Hands played to their end.", ["game"])
THOUGHT: Final = Histogram(
    "spadesite_thinking_seconds",
    "Time of a computer player for one action.",
    ["game", "level"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0),
)
STREAMS: Final = Gauge("spadesite_streams", "Event streams that are open.", multiprocess_mode="livesum")


def moved(game: str, lines: Iterable[tuple[str, tuple[Event, ...]]]) -> None:
    """Count the actions of a committed move and the hands that ended. Each line is an action's source and events."""
    for source, events in lines:
        MOVES.labels(game, source).inc()
        if any(isinstance(event, HandEnded) for event in events):
            HANDS.labels(game).inc()
