"""Public links to past games and hands. A link is valid until its owner revokes it."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.people import onlooking, rooms
from games.replay.models import Share
from games.snapshot import NotThere, Status
from games.table import replay, tables
from games.table.models import Seat
from games.table.tables import Place


class NotShareable(Exception):
    """The game or the hand is not over, or its cards must stay secret (`CardsStillInPlay`)."""


class CardsStillInPlay(NotShareable):
    """Other people may still play these cards, so the cards must stay secret."""


class NoSuchShare(NotThere):
    """The link never existed, was revoked, or leads to cards that must stay secret."""


@dataclass(frozen=True)
class SharedPlace:
    """The target of a link: a whole game or one `hand`, from the side of the owner (for spectators: of seat 0)."""

    token: str
    place: Place
    hand: int | None
    hides_names: bool


def share(*, place: Place, hand: int | None, hides_names: bool) -> str:
    """Return the token of a link to the game (`hand` is None) or to one hand. Raises NotShareable.

    A valid link of this seat with the same settings is reused.
    """
    if tables.is_still_played(place.game):
        raise CardsStillInPlay(place.code)
    if not (place.game.status != Status.PLAYING if hand is None else hand in replay.numbers_of(place.game)):
        raise NotShareable(place.code)
    seat = place.seats[place.seat]
    with transaction.atomic():
        # Without the lock, two parallel requests would create two links.
        Seat.objects.select_for_update().get(pk=seat.pk)
        found = _valid_shares(seat).filter(hand=hand, hides_names=hides_names).first()
        made = found or Share.objects.create(seat=seat, hand=hand, hides_names=hides_names, made_at=timezone.now())
    return made.token


def revoke(*, place: Place, token: str) -> None:
    """Revoke a link of this seat. Idempotent."""
    _valid_shares(place.seats[place.seat]).filter(token=token).update(revoked_at=timezone.now())


def shares_of(place: Place) -> QuerySet[Share]:
    """Return this seat's valid links, newest first."""
    return _valid_shares(place.seats[place.seat]).order_by("-made_at", "-pk")


def shared(*, token: str) -> SharedPlace:
    """Return the target of a link: a `Share`, or a table's link for spectators, which leads to its finished hands.

    Raises NoSuchShare for an unknown or revoked link, and while other people may still have the cards to play.
    """
    found = Share.objects.filter(token=token, revoked_at=None).select_related("seat__game").first()
    if found is None:
        return _watched_table(token)
    if tables.is_still_played(found.seat.game):
        raise NoSuchShare(token)
    seats = tuple(found.seat.game.seats.select_related("user", "guest").order_by("number"))
    place = Place(found.seat.game, seats, found.seat.number)
    return SharedPlace(found.token, place, found.hand, found.hides_names)


def _watched_table(token: str) -> SharedPlace:
    try:
        seats = tables.seats_at(onlooking.watched_game(token=token).code)
    except (rooms.NoSuchRoom, tables.NotSeated) as error:
        raise NoSuchShare(token) from error
    return SharedPlace(token, Place(seats[0].game, seats, onlooking.NEAR), None, hides_names=False)


def _valid_shares(seat: Seat) -> QuerySet[Share]:
    return Share.objects.filter(seat=seat, revoked_at=None)
