"""What people say to each other at a table, and who hears it: set phrases, muted by each for themself and for good.

Nothing said is in a log, a record or a replay: it belongs to the evening, and goes a week after the game is over, or
once a game that nobody ends has not moved for four.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold
from games import live
from games.models import Game, Mute, Said, Seat
from games.services.table import seeds
from games.services.table.tables import Place, seated_players
from games.snapshot import Phrase

#: So many of what was said last can be read again.
LAST: Final = 8
#: What was said longer ago than this is not shown at a seat any more: a page that was away reads it in the sheet.
FRESH: Final = timedelta(seconds=10)
#: What was said stays for so long after its game.
KEPT: Final = timedelta(days=7)
#: And at a game that nobody ends, for so long after its last move.
KEPT_AT_REST: Final = timedelta(days=28)


class NobodyThere(LookupError):
    """No other person sits there."""


@dataclass(frozen=True, slots=True)
class Word:
    """One phrase at its seat. `is_fresh`: just now, so that it is shown there."""

    number: int
    seat: int
    name: str
    phrase: Phrase
    is_own: bool
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another person at the table, and whether they are muted by name."""

    seat: int
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What one person hears at a table: the last words, the newest first, and whom they have muted.

    `said` is how many there were of all, as `Game.said` tells open pages.
    """

    code: str
    said: int
    words: tuple[Word, ...]
    others: tuple[Neighbour, ...]
    mutes_all: bool


def talk_at(place: Place) -> Talk:
    """What the person at this place can read again; `place` is as it was just read."""
    muted, mutes_all = _muted(place)
    others = [number for number in seeds.people(place.seats) if number != place.seat]
    names = [one.name for one in seated_players(place.seats)]
    silent = set(others) if mutes_all else muted
    rows = Said.objects.filter(game=place.game).exclude(seat__in=silent).order_by("-number")[:LAST]
    since = timezone.now() - FRESH
    return Talk(
        code=place.code,
        said=place.game.said,
        words=tuple(
            Word(
                number=row.number,
                seat=row.seat,
                name=names[row.seat],
                phrase=Phrase(row.phrase),
                is_own=row.seat == place.seat,
                is_fresh=row.at > since,
            )
            for row in rows
        ),
        others=tuple(Neighbour(one, names[one], one in muted) for one in others),
        mutes_all=mutes_all,
    )


def say(*, place: Place, phrase: Phrase) -> Talk:
    """Say it to all who sit there, and hear it oneself; raises Gone where the person has gone meanwhile."""
    with transaction.atomic():
        hold(place.person)  # or it would outlive an account that is just being deleted
        Game.objects.filter(pk=place.game.pk).update(said=F("said") + 1)
        place.game.refresh_from_db(fields=("said", "version", "status", "bot_due_at"))
        Said.objects.create(game=place.game, number=place.game.said, seat=place.seat, phrase=phrase)
        live.announce(place.game)
    return talk_at(place)


def mute(*, place: Place, seat: int | None, on: bool) -> Talk:
    """Hear that person no more, or (None) nobody, at any table; or (`on` false) again. Raises NobodyThere."""
    person = place.person
    if seat is not None and (seat == place.seat or seat not in seeds.people(place.seats)):
        raise NobodyThere(seat)
    with transaction.atomic():
        hold(person)  # or twice at once would both make the row
        whom = {"muted_user_id": None, "muted_guest_id": None} if seat is None else _still_there(place, seat)
        if on:
            Mute.objects.get_or_create(user=person.user, guest=person.guest, **whom)
        else:
            _own(person).filter(**whom).delete()
    return talk_at(place)


def adopt(*, guest: Guest, user: User) -> None:
    """Whom the guest has muted the user has, and who has muted the guest has muted the user. The caller owns the
    transaction.
    """
    _turn_over(Mute.objects.filter(muted_guest=guest), muted_guest=None, muted_user=user)
    _turn_over(Mute.objects.filter(guest=guest), guest=None, user=user)
    Mute.objects.filter(user=user, muted_user=user).delete()


def forget(*, person: Person) -> None:
    """What the person has said and whom they have muted goes, while they still sit there. The caller owns the
    transaction.
    """
    own = Said.objects.filter(person.owns("game__seats__"), game__seats__number=F("seat"))
    Said.objects.filter(pk__in=list(own.values_list("pk", flat=True))).delete()
    _own(person).delete()


def tidy() -> int:
    """What was said at games that have long been over, or have long been at rest; how much. Twice is harmless."""
    now = timezone.now()
    asked = Q(game__ended_at__lt=now - KEPT) | Q(game__moved_at__lt=now - KEPT_AT_REST)
    removed, _by_model = Said.objects.filter(asked).delete()
    return removed


def _muted(place: Place) -> tuple[set[int], bool]:
    """The seats of those at the table whom the person has muted by name, and whether everybody is muted."""
    rows = list(_own(place.person))
    users = {row.muted_user_id for row in rows} - {None}
    guests = {row.muted_guest_id for row in rows} - {None}
    seats = {one.number for one in place.seats if one.user_id in users or one.guest_id in guests}
    return seats, any(row.muted_user_id is None and row.muted_guest_id is None for row in rows)


def _turn_over(rows: Iterable[Mute], **to: User | None | Guest) -> None:
    """Each row with these people in it, but where there is one like that."""
    for row in rows:
        for name, whom in to.items():
            setattr(row, name, whom)
        same = Mute.objects.filter(
            user=row.user_id, guest=row.guest_id, muted_user=row.muted_user_id, muted_guest=row.muted_guest_id
        )
        if same.exists():
            row.delete()
        else:
            row.save()


def _own(person: Person) -> QuerySet[Mute]:
    return Mute.objects.filter(person.owns())


def _still_there(place: Place, number: int) -> dict[str, Any]:
    """Who sits there now, as a row names them, locked, or they could go before it is written; raises NobodyThere."""
    seat = Seat.objects.select_for_update().get(game=place.game, number=number)
    if seat.user_id is None and seat.guest_id is None:
        raise NobodyThere(number)
    return {"muted_user_id": seat.user_id, "muted_guest_id": seat.guest_id}
