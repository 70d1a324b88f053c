"""`manage.py demo_history --hands N`: fill the database with games played by the computer players."""

import secrets
from argparse import ArgumentParser
from datetime import date, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from games.engine.registry import RULESETS
from games.management.progress import bar
from games.services import demo, lobby

OTHERS = ("Anna", "Benedikt", "Clara")


class Command(BaseCommand):
    help = "Play games by the computer players into the history of a demo account (and of a few others)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=int, required=True, help="how many hands, the last game played to its end")
        parser.add_argument("--user", default="demo", help="the account at the table (made if there is none)")
        parser.add_argument("--days", type=int, default=365, help="over how many days, up to yesterday")
        parser.add_argument("--game", default=lobby.DEFAULT_KEY, help="the game's key")
        parser.add_argument("--levels", default="easy,medium", help="Marta's levels, divided by commas")
        parser.add_argument("--seed", default="demo", help="the players' chance; the deals are drawn anew each time")

    def handle(self, *args: Any, hands: int, user: str, days: int, game: str, **options: Any) -> None:
        levels = _levels(game, options["levels"])
        if hands < 1 or not 1 <= days <= 10_000:
            raise CommandError("--hands is at least 1, --days from 1 to 10000.")
        password = "" if User.objects.filter(username=user).exists() else secrets.token_urlsafe(9)
        players = [
            demo.Player(demo.person_named(user, password=password), levels[-1]),
            *(demo.Player(demo.person_named(name), one) for name, one in zip(OTHERS, levels * 3, strict=False)),
        ]
        until = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(hours=4)
        played, done = set[date](), 0
        with bar(total=hands, unit="hand") as shown:
            for day, count in demo.play_history(
                players=players,
                levels=levels,
                key=game,
                hands=hands,
                since=until - timedelta(days=days - 1, hours=12),
                until=until,
                rng=Random(options["seed"]),  # nosec B311: the players' chance hides nothing
            ):
                played.add(day)
                done += count
                shown.update(count)
        demo.count(list(played))
        self.stdout.write(f"{done} hands are stored and counted.")
        if password:
            self.stdout.write(f"Log in as {user} with the password {password}")


def _levels(game: str, text: str) -> list[str]:
    if game not in RULESETS:
        raise CommandError(f"There is no game “{game}”: choose {', '.join(RULESETS)}.")
    known, levels = lobby.levels(game), [one.strip() for one in text.split(",") if one.strip()]
    if not levels or not set(levels) <= set(known):
        raise CommandError(f"Levels of {game} are {', '.join(known)}.")
    return levels
