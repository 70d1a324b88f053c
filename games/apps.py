"""The app of the games: listens to what accounts tell, and checks that every game is complete."""

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
        from accounts.signals import guest_adopted, guest_history, guest_staying, person_leaving

        guest_adopted.connect(_pass_games_on, dispatch_uid="games.pass_games_on")
        guest_history.connect(_count_hands, dispatch_uid="games.count_hands")
        guest_staying.connect(_count_staying, dispatch_uid="games.count_staying")
        person_leaving.connect(_let_go, dispatch_uid="games.let_go")
        register(every_game_is_complete)


def _pass_games_on(sender: Any, *, guest: Any, user: Any, **kwargs: Any) -> None:
    from games.services.boards import challenges
    from games.services.people import joining, lobby

    joining.adopt(guest=guest, user=user)
    lobby.hold_games(guest=guest, user=user)
    challenges.adopt(guest=guest, user=user)
    lobby.adopt_guest(guest=guest, user=user)


def _count_hands(sender: Any, *, guest: Any, user: Any, **kwargs: Any) -> int:
    from games.services.people.lobby import hands_of_guest

    return hands_of_guest(guest=guest, user=user)


def _count_staying(sender: Any, *, guest: Any, user: Any, **kwargs: Any) -> int:
    from games.services.people.lobby import hands_staying

    return hands_staying(guest=guest, user=user)


def _let_go(sender: Any, *, person: Any, **kwargs: Any) -> None:
    from games.services.people.leaving import let_go

    let_go(person=person)


def every_game_is_complete(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A game at the table needs a computer player and a presenter; with neither the site only referees its records.

    Whatever else is missing leaves a hole in some page and is named.
    """
    from games.registry import GAMES

    found: list[CheckMessage] = []
    for key, game in GAMES.items():
        plays, is_shown = bool(game.players), game.table is not None
        if is_shown and not plays:
            found.append(Error(f"The game “{key}” has no computer player.", id="games.E001"))
        if plays and not is_shown:
            found.append(Error(f"The game “{key}” has no presenter.", id="games.E002"))
        if plays and is_shown:
            found += [Warning(f"The game “{key}” lacks: {what}.", id="games.W001") for what in _lacks(game)]
    return found


def _lacks(game: "CardGame") -> Iterator[str]:
    """And the template of its rules, without which their page has its options and examples alone."""
    yield from game.lacks()
    rules = f"pages/rules_{game.key}.html"
    try:
        get_template(rules)
    except TemplateDoesNotExist:
        yield f"template {rules}"
