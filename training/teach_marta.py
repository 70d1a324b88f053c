"""Play Two-Man Spades and fit the ruthless bot to the games; see docs/marta.md."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from games.arena.match import ArenaGame, Match, played
from games.management.progress import watched
from games.twoman.bots import position
from training.marta_fitting import reading_of, standings_of
from training.marta_lessons import lessons_of

#: Pairs of players. Weaker bots take part, so that the inference fits them, too, not only the ruthless bot.
_PAIRS = (("ruthless", "plain"), ("ruthless", "medium"), ("medium", "easy"))
#: Number of sampled ends of hands over which each worth of a standing is averaged.
_ENDS = 200


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Play games and fit ruthless Marta’s inference and the worth of each standing.")
    parser.add_argument("--games", type=int, default=200, help="games of each pair of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path(position.__file__).parent / position.DATA)
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    lessons = lessons_of(_games(given.games, given.seed, given.jobs))
    np.savez(given.into / position.READING, allow_pickle=False, **reading_of(lessons))
    print(f"{given.into / position.READING}: from {len(lessons.bids)} bids")
    chosen = Random(given.seed).sample(range(len(lessons.ends)), min(_ENDS, len(lessons.ends)))  # noqa: S311
    worth = standings_of(np.array([lessons.ends[i] for i in chosen]), _tell)
    small = ((worth + position.STEP // 2) // position.STEP).astype(np.uint16)
    np.savez_compressed(given.into / position.STANDINGS, allow_pickle=False, leads=small)
    print(f"{given.into / position.STANDINGS}: from {len(chosen)} hands")


def _games(games: int, seed: int, jobs: int) -> list[ArenaGame]:
    found: list[ArenaGame] = []
    for pair in _PAIRS:
        print(f"{games} games of {pair[0]} and {pair[1]}")
        match = Match("twoman", pair, games, seed=seed, duplicate=True)
        found += watched(played(match, jobs), total=games, unit="game")
    return found


def _tell(sweep: int, change: float) -> None:
    print(f"sweep {sweep}: largest change {change:.4f}")


if __name__ == "__main__":
    main()
