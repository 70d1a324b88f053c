"""`make load`: a crowd at a site of its own on PostgreSQL and Redis; ends with 1 where anything failed.

`--players`, `--seconds`, `--webs`, `--workers`, `--think 2-6`, `--kinds`, `--strongest` choose another crowd, and
`--flood` looks whether one visitor can slow it down. With `--people 50` half of them sit at tables of two people: then
it is told how long one's press takes to the other's screen. With `--boards` all play today's boards, the same at once,
and read the board's page and the front page afterwards. `python -m tests.load.figures`
prints all tables. `--reviews` looks whether replies suffer while hands are reviewed.
"""

import argparse
import sys

from tests.load import flood, reviewing, told
from tests.load.crowd import Wanted, house, play


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--think", default="2-6", help="seconds, at least and at most")
    parser.add_argument("--kinds", default="", help="games, divided by commas")
    parser.add_argument("--strongest", action="store_true")
    parser.add_argument("--people", type=float, default=0, help="of 100 players so many sit at tables of two people")
    parser.add_argument("--boards", action="store_true", help="all play today's boards and read how it went")
    parser.add_argument(
        "--flood", action="store_true", help="the crowd once more, beside a visitor who floods the site"
    )
    parser.add_argument(
        "--reviews", action="store_true", help="the crowd without a reviewer, and beside one that has much to do"
    )
    asked = parser.parse_args()
    least, most = map(float, asked.think.split("-"))
    whose = (asked.kinds, asked.strongest, asked.people, asked.boards)
    wanted = Wanted(asked.players, asked.seconds, 0, (least, most), *whose)
    with house(webs=asked.webs, workers=asked.workers, limits=asked.flood) as at:
        if asked.flood:
            return 0 if flood.beside(at, wanted) else 1
        if asked.reviews:
            return 0 if reviewing.beside(at, wanted) else 1
        found = play(at, wanted)
    told.crowd(found)
    return 1 if found.failed or not found.moves else 0


if __name__ == "__main__":
    sys.exit(main())
