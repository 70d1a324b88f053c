"""App config of the games: connects signal receivers, and registers the check that every game is complete."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Warning, register
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

if TYPE_CHECKING:
    from games.cardgame import CardGame


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Connect the signal receivers: statistics before boards, so that they write in this order when a hand ends."""
        import games.statistics.lines
        import games.boards.attempts  # isort: skip
        import games.ownership  # noqa: F401  # isort: skip

        register(every_game_is_complete)


def every_game_is_complete(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Check that every game has all its parts.

    A game with a table but no bot, or with a bot but no table, is an error. A game with neither is complete: the site
    only checks its records. Each other missing part is a warning, because some page then has a gap.
    """
    from games.registry import GAMES

    found: list[CheckMessage] = []
    for key, game in GAMES.items():
        plays, is_shown = bool(game.players), game.table is not None
        if is_shown and not plays:
            found.append(Error(f"The game “{key}” has no computer player.", id="games.E001"))
        if plays and not is_shown:
            found.append(Error(f"The game “{key}” has no table.", id="games.E002"))
        if plays and is_shown:
            found += [Warning(f"The game “{key}” lacks: {what}.", id="games.W001") for what in _lacks(game)]
    return found


def _lacks(game: "CardGame") -> Iterator[str]:
    yield from game.lacks()
    for name in (f"pages/rules_{game.key}.html", f"games/{game.key}/strategy.html"):
        try:
            get_template(name)
        except TemplateDoesNotExist:
            yield f"template {name}"
