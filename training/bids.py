"""Simulated hands for “hands like this”: each bid that the players made of a hand, and what became of it.

`python -m training.bids twoman --hands 4000` writes `games/twoman/bids.csv`, so many of each pool. One player
plays itself, and now and then bids by chance something near what it would: else nobody would know what becomes of it.
"""

import csv
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from games.bots.base import Bot
from games.engine.actions import Action
from games.engine.options import Options
from games.engine.state import DEALER, Dealt, HandEnded, Seat, State
from games.management.progress import watched
from games.registry import GAMES, ruleset
from games.review.alike import BIDS, HandAtBid, Likeness, bid_at, bid_text
from games.review.decisions import LoggedAction
from games.review.hand import Finished

#: Of so many bids one is what the player would bid itself.
OWN: Final = 3
#: Quick levels: those that bid by count and play by policy.
PLAYERS: Final = {"twoman": "medium", "spades": "normal", "bidwhist": "easy"}


def pools(key: str, likeness: Likeness) -> Mapping[str, Options]:
    """By pool the options of the first preset that belongs to it."""
    rules, found = ruleset(key), dict[str, Options]()
    for preset in (rules.presets or {"": {}}).values():
        options = rules.initial(preset).options
        pool = likeness.pool(options)
        if pool is not None:
            found.setdefault(pool, options)
    return found


def hands(key: str, likeness: Likeness, options: Options, *, seed: int) -> Iterator[HandAtBid]:
    """The hands of one game after another, seat by seat; they never end."""
    rules, rng = ruleset(key), Random(seed)  # nosec B311
    while True:
        state = dealt = rules.initial(options)
        actions: list[LoggedAction] = []
        while waiting := sorted(rules.waits_for(state)):
            action = _action(key, likeness, state, waiting[0], rng)
            step = rules.apply(state, waiting[0], action)
            state = step.state
            actions.append(LoggedAction(len(actions), waiting[0], action))
            if any(isinstance(event, Dealt) for event in step.events):
                dealt, actions = state, []
            if any(isinstance(event, HandEnded) for event in step.events):
                hand, standing = Finished(dealt, tuple(actions)), GAMES[key].facts.standing
                yield from filter(None, (bid_at(rules, likeness, standing, hand, seat) for seat in range(rules.seats)))


def _action(key: str, likeness: Likeness, state: State, seat: Seat, rng: Random) -> Action:
    rules = ruleset(key)
    if seat == DEALER:
        return rules.chance(state, rng.randrange)
    view = rules.view(state, seat)
    chosen = _player(key).choose(view, rng)
    if bid_text(likeness, chosen) is None or rng.randrange(OWN) == 0:
        return chosen
    other = likeness.other(chosen, view, rng.randrange)
    return chosen if rules.refusal(state, seat, other) else other


@cache
def _player(key: str) -> Bot:
    return GAMES[key].players[PLAYERS[key]]


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(key for key, game in GAMES.items() if game.likeness))
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    likeness = GAMES[given.game].likeness
    if likeness is None:
        return
    place = Path("games", given.game, BIDS)
    with place.open("w", encoding="ascii", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        for pool, options in pools(given.game, likeness).items():
            found = islice(hands(given.game, likeness, options, seed=given.seed), given.hands)
            for one in watched(found, total=given.hands, unit="hand"):
                made = "" if one.is_made is None else int(one.is_made)
                rows.writerow([pool, *one.traits, one.bid, made, one.points])
    print(f"{place}: {given.hands} hands of each pool")


if __name__ == "__main__":
    main()
