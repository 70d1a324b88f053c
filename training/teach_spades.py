"""Play Spades and fit the parameters of its bots; see docs/players.md."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from games.arena.match import Match, played
from games.management.progress import watched
from games.spades.bots import bids as spades_learnt
from training import spades_fitting as fitting
from training import spades_lessons as lessons


def command_line() -> ArgumentParser:
    parser = ArgumentParser(
        description="Play Spades and fit a hand’s tricks, the risk of a nil and the worth of a score."
    )
    parser.add_argument("--hands", type=int, default=100_000, help="hands for the tricks and the nils")
    parser.add_argument("--games", type=int, default=500, help="games for the scores")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path(spades_learnt.__file__).with_name(spades_learnt.NUMBERS))
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    deals = lessons.dealt(given.hands, np.random.default_rng(given.seed))
    tricks = fitting.trick_weights(deals.ravel(), lessons.fought(deals).ravel())
    nils = lessons.nils_tried(deals, fitting.hopes(deals, tricks))
    print(f"{len(nils.kept)} nils, {nils.kept.mean():.0%} of them kept")
    match = Match("spades", ("normal", "normal"), given.games, seed=given.seed)
    stands = lessons.stands_of(watched(played(match, given.jobs), total=given.games, unit="game"))
    print(f"{len(stands.won)} standings")
    found = fitting.learnt_from(tricks, fitting.nil_weights(nils), fitting.curve(stands))
    given.into.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="ascii")
    print(f"{given.into}: a bag {found.bag:.0f}, a hand {found.per_hand:.0f}, drift {found.drift:.0f}")


if __name__ == "__main__":
    main()
