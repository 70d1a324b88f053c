"""Play Card Duel and fit the weights by which the hard bot evaluates the end of a round; see docs/players.md."""

from argparse import ArgumentParser
from collections.abc import Sequence

from games.arena.match import Match, played
from games.management.progress import watched
from training.duel_lessons import lessons_of, weights_of


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Play duels and print weights, fitted to them, for hard Marta’s evaluation.")
    parser.add_argument("--games", type=int, default=8_000, help="duels of the bot “wavering” against itself")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def main(words: Sequence[str] | None = None) -> None:
    given = command_line().parse_args(words)
    duels = played(Match("cardduel", ("wavering", "wavering"), given.games, seed=given.seed), given.jobs)
    rows, won = lessons_of(watched(duels, total=given.games, unit="duel"))
    print(f"{len(won)} rounds of {given.games} duels: WEIGHTS of games/cardduel/bots/round.py")
    print(", ".join(f"{one:.2f}" for one in weights_of(rows, won)))


if __name__ == "__main__":
    main()
