"""Links by which anybody may look at a past game or hand, until whoever made one takes it back."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Seat, Share
from games.services.people import onlooking, rooms
from games.services.table import origins, replay, tables
from games.services.table.tables import Place
from games.snapshot import NotThere, SharedLink, Status


class NotShareable(Exception):
    """The game goes on, or the hand is not over."""


class StillPlayed(NotShareable):
    """Others play these cards still, so nobody else may see them."""


class NoSuchShare(NotThere):
    """There was never such a link, or it opens nothing now."""


@dataclass(frozen=True)
class SharedPlace:
    """What a link opens: the game from the side of whoever made it, all of it or one hand."""

    token: str
    place: Place
    hand: int | None
    hides_names: bool


def share(*, place: Place, hand: int | None, hides_names: bool) -> str:
    """The token of a link to the game (`hand` None) or to that hand; the same one if there is one already."""
    if origins.is_still_played(place.game):
        raise StillPlayed(place.code)
    if not (place.game.status != Status.PLAYING if hand is None else hand in replay.numbers_of(place.game)):
        raise NotShareable(place.code)
    seat = place.seats[place.seat]
    with transaction.atomic():
        # Locked, or two posts at once would make two links.
        Seat.objects.select_for_update().get(pk=seat.pk)
        found = _open(seat).filter(hand=hand, hides_names=hides_names).first()
        made = found or Share.objects.create(seat=seat, hand=hand, hides_names=hides_names, made_at=timezone.now())
    return made.token


def revoke(*, place: Place, token: str) -> None:
    """Take a link of one's own back."""
    _open(place.seats[place.seat]).filter(token=token).update(revoked_at=timezone.now())


def shares_of(place: Place) -> tuple[SharedLink, ...]:
    """The links to this game that this seat has given away, the newest first."""
    found = _open(place.seats[place.seat]).order_by("-made_at", "-pk")
    return tuple(SharedLink(one.token, one.hand, one.hides_names) for one in found)


def shared(*, token: str) -> SharedPlace:
    """What the link opens; that of a table at which others may look on opens its hands that are over.

    Raises NoSuchShare for one that was never made, was taken back, or would show cards that others have before them.
    """
    found = Share.objects.filter(token=token, revoked_at=None).select_related("seat__game").first()
    if found is None:
        return _looked_on(token)
    if origins.is_still_played(found.seat.game):
        raise NoSuchShare(token)
    seats = tuple(found.seat.game.seats.select_related("user", "guest").order_by("number"))
    place = Place(found.seat.game, seats, found.seat.number)
    return SharedPlace(found.token, place, found.hand, found.hides_names)


def _looked_on(token: str) -> SharedPlace:
    try:
        seats = tables.seats_at(onlooking.watched(token=token).code)
    except (rooms.NoSuchRoom, tables.NotSeated) as error:
        raise NoSuchShare(token) from error
    return SharedPlace(token, Place(seats[0].game, seats, onlooking.NEAR), None, hides_names=False)


def _open(seat: Seat) -> QuerySet[Share]:
    return Share.objects.filter(seat=seat, revoked_at=None)
