"""Receivers of signals: update attempts when hands are stored or reviewed; return whether cards are in play."""

from typing import Any

from django.dispatch import receiver

from accounts.people import Person
from games.boards import attempts
from games.signals import cards_in_play, hand_reviewed, hands_stored
from games.table.logs import Log
from games.table.models import Game


@receiver(hands_stored)
def close_attempt(*, game: Game, log: Log, **_: Any) -> None:
    attempts.close(game=game, log=log)


@receiver(hand_reviewed)
def weigh_attempt(*, game: Game, **_: Any) -> None:
    attempts.store_error_rate(game=game)


@receiver(cards_in_play)
def are_in_play(*, game: Game, person: Person | None, **_: Any) -> bool:
    return attempts.are_in_play(game=game, person=person)
