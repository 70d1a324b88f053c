"""Move a guest's games to a user account, and remove people from their games.

The tallies, links and setups of a removed person are deleted. The person's games and the site's totals stay, without
the person's name.
"""

import logging
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, guest_adopted, guest_history, guest_staying, leave, person_leaving
from games.boards import challenges
from games.boards.models import Attempt
from games.people import joining, setups
from games.replay.models import Share
from games.reviews import counting
from games.reviews.models import Practice
from games.snapshot import Status
from games.statistics import tallies
from games.table import company, opening, seeds
from games.table.models import Game, Hand, Seat
from games.table.opening import abandon, end_without
from games.table.tables import Place, place_of, seats_of

logger = logging.getLogger(__name__)
#: A guest is removed after this time without a request that stores something and without a move in a game.
IDLE: Final = timedelta(days=90)
#: Maximum number of guests removed in one run.
A_NIGHT: Final = 1_000


@receiver(guest_adopted)
def pass_games_on(*, guest: Guest, user: User, **_: Any) -> None:
    """Move the guest's rooms, games, boards and statistics to the user. The caller owns the transaction."""
    joining.pass_on(guest=guest, user=user)
    hold_games(guest=guest, user=user)
    challenges.pass_on(guest=guest, user=user)
    pass_seats_on(guest=guest, user=user)


def pass_seats_on(*, guest: Guest, user: User) -> None:
    """Move the guest's seats, setups and statistics to the user. The caller owns the transaction and locks the games.

    The seats are marked `is_brought` and do not rank. Otherwise only winning guests might sign up, and rank too high.
    """
    setups.pass_on(guest=guest, user=user)
    _leave_own_company(guest, user)
    Seat.objects.filter(guest=guest).update(guest=None, user=user, is_brought=True)
    tallies.pass_on(guest=guest, user=user)
    counting.pass_on(guest=guest, user=user)


def hold_games(*, guest: Guest, user: User) -> None:
    """Lock the guest's running games, all the guest's games at boards, and the user's games at the same boards.

    Without the locks, a hand that ends during the adoption would write statistics for the guest. To avoid deadlocks,
    games are locked before the row of counting progress, as in `let_go`. The caller owns the transaction.
    """
    tried = Attempt.objects.filter(Q(guest=guest) | Q(user=user, board__attempts__guest=guest))
    going_on = Q(pk__in=Seat.objects.filter(guest=guest).values("game"), status=Status.PLAYING)
    games = Game.objects.filter(going_on | Q(pk__in=tried.values("game"))).order_by("pk")
    list(games.select_for_update().values_list("pk", flat=True))


def _leave_own_company(guest: Guest, user: User) -> None:
    """Free the guest's seats at tables where the user also sits; end a running game if no third person sits there.

    Deletes the guest's statistics of these games, and the guest's links to these games, which no account could revoke.
    """
    both = Seat.objects.filter(guest=guest, game__seats__user=user)
    for code in both.filter(game__status=Status.PLAYING).values_list("game__code", flat=True):
        place = place_of(person=Person(guest=guest), code=code)
        if len(seeds.people(place.seats)) > 2:
            abandon(place=place)
        else:
            end_without(place=place, seat=place.seat)
    games = list(both.values_list("game", flat=True))
    tallies.give_up(guest=guest, games=games)
    counting.give_up(guest=guest, games=games)
    Share.objects.filter(seat__in=both).delete()
    both.update(guest=None, is_brought=True)


@receiver(guest_history)
def hands_of_guest(*, guest: Guest, user: User | None = None, **_: Any) -> int:
    """Return the number of finished hands that an adoption moves to the user, or to a new account if `user` is None."""
    hands = Hand.objects.filter(game__seats__guest=guest, ended_at__isnull=False)
    return hands.count() if user is None else hands.exclude(game__seats__user=user).count()


@receiver(guest_staying)
def hands_staying(*, guest: Guest, user: User, **_: Any) -> int:
    """Return the number of hands, finished or not, that an adoption leaves behind: those of games with both people."""
    return Hand.objects.filter(game__seats__guest=guest).filter(game__seats__user=user).count()


@receiver(person_leaving)
def let_go(*, person: Person, **_: Any) -> None:
    """Remove the person from all games and rooms. The caller owns the transaction and deletes the person."""
    joining.hold_rooms(person=person)
    seats = seats_of(person)
    for code in seats.filter(game__status=Status.PLAYING).order_by("game").values_list("game__code", flat=True):
        _give_up(place_of(person=person, code=code))
    tallies.forget(person=person)
    counting.forget(person=person)
    setups.restore(person=person)
    joining.forget(person=person)
    company.forget_phrases(person=person)
    Share.objects.filter(seat__in=seats).delete()
    Practice.objects.filter(seat__in=seats).delete()
    seats.update(user=None, guest=None, is_brought=False)


def _give_up(place: Place) -> None:
    """Leave a game. If its log cannot be replayed, end it for all players, so that it does not block the removal."""
    try:
        with transaction.atomic():
            opening.abandon(place=place)
    except ValueError:
        logger.exception("Game %s has a log that cannot be replayed; it was ended.", place.game.code)
        opening.end_without(place=place, seat=place.seat)


def remove_idle_guests() -> int:
    """Remove guests who have been idle for `IDLE`, at most `A_NIGHT` in one run; return their number.

    Each guest is removed in a separate transaction. A guest who has returned in the meantime stays.
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
