"""Letting people go: their games stay without them; their statistics, links and ways of setting games up do not.

A game has another side, if only computer players; what it was counts for the house and is nobody's.
"""

import logging
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest
from accounts.people import Person
from games.models import Practice, Share
from games.services.counting import tallies
from games.services.people import joining, lobby, setups, words
from games.services.table.tables import Place, place_of, seats_of
from games.snapshot import Status

logger = logging.getLogger(__name__)
#: A guest who has not played for so long will not come back.
IDLE: Final = timedelta(days=90)
A_NIGHT: Final = 1_000


def let_go(*, person: Person) -> None:
    """Everything of games that is the person's. The caller owns the transaction and removes the person."""
    joining.hold_rooms(person=person)
    seats = seats_of(person)
    for code in seats.filter(game__status=Status.PLAYING).order_by("game").values_list("game__code", flat=True):
        _give_up(place_of(person=person, code=code))
    tallies.forget(person=person)
    setups.restore(person=person)
    joining.forget(person=person)
    words.forget(person=person)
    Share.objects.filter(seat__in=seats).delete()
    Practice.objects.filter(seat__in=seats).delete()
    seats.update(user=None, guest=None, is_brought=False)


def _give_up(place: Place) -> None:
    """Whoever goes is not kept by a game whose log cannot be replayed: nobody can play that, so it ends for all."""
    try:
        with transaction.atomic():
            lobby.abandon(place=place)
    except ValueError:
        logger.exception("Game %s could not be left in order.", place.game.code)
        lobby.end_without(place=place, seat=place.seat)


def remove_idle_guests() -> int:
    """Guests who have not played for long, each by itself; how many. Not all in one night where there are many. Who has
    come back since they were listed stays.
    """
    since = timezone.now() - IDLE
    idle = Guest.objects.filter(adopted_at=None, last_seen__lt=since).exclude(seats__game__moved_at__gte=since)
    return sum(_has_left(idle.filter(pk=pk)) for pk in list(idle.order_by("pk").values_list("pk", flat=True)[:A_NIGHT]))


@transaction.atomic
def _has_left(idle: QuerySet[Guest]) -> bool:
    guest = idle.select_for_update(of=("self",)).first()
    if guest is not None:
        leave(person=Person(guest=guest))
    return guest is not None
