"""Run by the bench: what the review of a hand takes for each seat, in milliseconds of a core by game, as JSON.

The hands are those of games that the house's second weakest players play; what is compiled or loaded before the first
review is no part of it.
"""

import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from games.engine.state import DEALER, State
from games.management.progress import watched
from games.registry import GAMES, bot, evaluator, levels, ruleset
from games.review.decisions import By, LoggedAction
from games.review.hand import finished, review_hand

HANDS: Final = 12
WARM: Final = 1


def played(key: str, seed: int) -> Iterator[LoggedAction]:
    """A game, action by action."""
    rules, player, rng = ruleset(key), bot(key, levels(key)[1]), Random(seed)
    state: State = rules.initial({})
    ordinal = 0
    while waiting := sorted(rules.waits_for(state)):
        seat, ordinal = waiting[0], ordinal + 1
        by_dealer = seat == DEALER
        action = rules.chance(state, rng.randrange) if by_dealer else player.choose(rules.view(state, seat), rng)
        yield LoggedAction(ordinal, seat, action, By.OTHER if by_dealer else By.SELF)
        state = rules.apply(state, seat, action).state


def taken(key: str) -> list[float]:
    """Of so many hands, each divided by its seats."""
    rules, times, seed = ruleset(key), list[float](), 0
    while len(times) < WARM + HANDS:
        seed += 1
        for hand in islice(finished(rules, rules.initial({}), played(key, seed)), WARM + HANDS - len(times)):
            begun = time.process_time()
            review_hand(rules, evaluator(key), hand, code=f"bench {seed}")
            times.append(1000 * (time.process_time() - begun) / rules.seats)
    return times[WARM:]


def main() -> int:
    import django

    django.setup()
    json.dump({key: taken(key) for key in watched(GAMES, unit="game")}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
