"""`make load`: load tests of a site on PostgreSQL and Redis. Exits with 1 if a limit is exceeded or a request fails.

Runs the named load tests, by default all, one after the other, each on its own site with a crowd of simulated players:
games    guests play all games against bots
pairs    two people at each table; also measures the time from a press to the other person's screen
boards   all guests play the boards of the day in the same order
floods   a crowd during each flood of requests (`tools.load.floods`), with a limit on the p95 of the crowd's actions
reviews  a crowd while a reviewer works, with a limit on the p95 of the crowd's actions and of the bots' replies
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tools.load import ACTION, CROWDS, REPLY
from tools.load.crowd import Crowd, loaded_site, play
from tools.load.floods import beside_floods
from tools.load.report import CrowdComparison, show
from tools.site import Site

#: Maximum p95 while a reviewer runs, as a multiple of the p95 without one.
REVIEWS_LIMIT: Final = 1.2
PLAYERS: Final = {"games": 30, "pairs": 30, "boards": 30, "floods": 12, "reviews": 12}
COUNT: Final = "from games.reviews.models import Review; print(Review.objects.count())"


def beside_reviews(site: Site, crowd: Crowd) -> bool:
    """Run the crowd without a reviewer, twice with one, and once more without.

    In this order, a machine that slows down affects the runs with and without a reviewer equally. Return whether the
    limits are met and reviews were written.
    """
    comparison = CrowdComparison("a reviewer", REVIEWS_LIMIT, [play(site, crowd)], names=(ACTION, REPLY))
    with reviewer(site):
        comparison.beside += [play(site, crowd), play(site, crowd)]
    reviews = int(site.shell(COUNT))
    comparison.alone.append(play(site, crowd))
    comparison.show()
    cores = ", ".join(f"{one.cpu['reviewer'] / one.took:.2f}" for one in comparison.beside)
    print(f"  the reviewer wrote {reviews} reviews and used {cores} of a core", flush=True)
    return comparison.is_held and reviews > 0


@contextmanager
def reviewer(site: Site) -> Iterator[None]:
    site.start("reviewer")
    try:
        yield
    finally:
        site.kill("reviewer")


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser("python -m tools.load", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="games, pairs, boards, floods or reviews; all if none")
    parser.add_argument("--players", type=int, help="default: 30, for floods and reviews 12")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument(
        "--think", type=float, nargs=2, default=(2.0, 6.0), help="seconds before an action: minimum, maximum"
    )
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--strongest", action="store_true", help="games against the strongest bots")
    parser.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    asked = parser.parse_args(words)
    if unknown := set(asked.names) - set(PLAYERS):
        parser.error(f"unknown: {', '.join(unknown)}")
    missed = []
    for name in asked.names or PLAYERS:
        kind = name if name in CROWDS else "games"
        crowd = Crowd(asked.players or PLAYERS[name], asked.seconds, kind, tuple(asked.think), asked.strongest)
        on_postgresql = asked.database == "postgresql"
        with loaded_site(
            on_postgresql=on_postgresql, webs=asked.webs, workers=asked.workers, limits=name == "floods"
        ) as site:
            if name == "floods":
                is_good = beside_floods(site, crowd)
            elif name == "reviews":
                is_good = beside_reviews(site, crowd)
            else:
                show(result := play(site, crowd))
                is_good = result.is_good
        missed += [] if is_good else [name]
    print(f"\n{'Failed: ' + ', '.join(missed) if missed else 'All held.'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
