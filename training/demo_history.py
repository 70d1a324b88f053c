"""Store a history of games, which bots play, for a demo account and a few other accounts."""

import secrets
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from games import registry
from games.management.progress import bar
from games.registry import DEFAULT_KEY
from training import demo

OTHERS = ("Anna", "Benedikt", "Clara")


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description="Store a history of games, played by bots, for a demo account.")
    parser.add_argument("--hands", type=int, required=True, help="minimum number of hands; the last game is completed")
    parser.add_argument("--user", default="demo", help="name of the account, which is created if it does not exist")
    parser.add_argument(
        "--days", type=int, default=365, help="number of days over which the games are spread, up to yesterday"
    )
    parser.add_argument("--game", default=DEFAULT_KEY, choices=tuple(registry.GAMES), help="the game's key")
    parser.add_argument("--levels", default="easy,medium", help="levels of the bots, separated by commas")
    parser.add_argument("--seed", default="demo", help="seed of the players' choices; the deals differ each time")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    parser = command_line()
    given = parser.parse_args(words)
    levels = [one.strip() for one in given.levels.split(",") if one.strip()]
    if not levels or not set(levels) <= set(registry.levels(given.game)):
        parser.error(f"Levels of {given.game} are {', '.join(registry.levels(given.game))}.")
    if given.hands < 1 or not 1 <= given.days <= 10_000:
        parser.error("--hands must be at least 1, --days from 1 to 10000.")
    password = "" if User.objects.filter(username=given.user).exists() else secrets.token_urlsafe(9)
    try:
        players = [
            demo.Player(demo.person_named(given.user, password=password), levels[-1]),
            *(demo.Player(demo.person_named(name), one) for name, one in zip(OTHERS, levels * 3, strict=False)),
        ]
    except ValidationError as error:
        parser.error(" ".join(error.messages))
    until = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(hours=4)
    played, done = set[date](), 0
    with bar(total=given.hands, unit="hand") as shown:
        for day, count in demo.play_history(
            players=players,
            levels=levels,
            key=given.game,
            hands=given.hands,
            since=until - timedelta(days=given.days - 1, hours=12),
            until=until,
            rng=Random(given.seed),  # noqa: S311
        ):
            played.add(day)
            done += count
            shown.update(count)
    demo.count(list(played))
    print(f"{done} hands are stored and counted.")
    if password:
        print(f"Log in as {given.user} with the password {password}")


if __name__ == "__main__":
    main()
