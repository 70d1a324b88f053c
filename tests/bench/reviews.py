"""Run by the bench: what the review of a hand takes for each seat, in milliseconds of a core by game, as JSON.

The hands are those of games that the house's second weakest players play; what is compiled or loaded before the first
review is no part of it.
"""

import json
import sys
import time
from itertools import islice
from typing import Final

from games.management.progress import watched
from games.registry import GAMES, evaluator, levels, ruleset
from games.review.hand import finished, review_hand
from tests.review.hands import logged

HANDS: Final = 12
WARM: Final = 1


def taken(key: str) -> list[float]:
    """Of so many hands, each divided by its seats."""
    rules, times, seed = ruleset(key), list[float](), 0
    while len(times) < WARM + HANDS:
        seed += 1
        for hand in islice(
            finished(rules, rules.initial({}), logged(key, levels(key)[1], {}, seed)), WARM + HANDS - len(times)
        ):
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
