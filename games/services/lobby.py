"""Opening games, giving them up, and passing a guest's games on."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games import live
from games.bots.registry import levels as levels_of
from games.engine.actions import Refusal
from games.engine.options import Option, complete, differing
from games.engine.registry import ruleset
from games.models import Game, Hand, Seat, Status
from games.services import store
from games.services.chairs import Chair, chairs_of, seats_of_game, usual_chairs
from games.services.play import new_seal
from games.services.statistics import tallies
from games.services.tables import Place

#: Games one person may have open at once; a forgotten tab costs nothing, a script does.
MOST_OPEN: Final = 20
DEFAULT_KEY: Final = "twoman"
DEFAULT_LEVEL: Final = "easy"


class TooManyGames(Exception):
    """The person has `MOST_OPEN` games open already."""


class BadOptions(ValueError):
    """The options cannot be played; `refusals` say which and why."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = refusals


def levels(key: str) -> tuple[str, ...]:
    """The levels of the computer player in that game, the weakest first."""
    return levels_of(key)


def options(key: str) -> tuple[Option, ...]:
    return ruleset(key).options


def open_game(
    *,
    person: Person,
    key: str = DEFAULT_KEY,
    chosen: Mapping[str, object] | None = None,
    level: str = DEFAULT_LEVEL,
    chairs: Sequence[Chair] = (),
) -> str:
    """A new game against computer players, its first hand sealed and not yet dealt; its code.

    The person sits at seat 0. `chairs` are all others clockwise; without them they are the usual ones of `level`.
    Raises BadOptions or TooManyGames.
    """
    rules, chosen = ruleset(key), chosen or {}
    refusals = rules.check(chosen)
    if refusals:
        raise BadOptions(refusals)
    now = timezone.now()
    full = complete(rules.options, {name: chosen[name] for name in chosen})  # type: ignore[misc]
    with transaction.atomic():
        if _open_count(person) >= MOST_OPEN:
            raise TooManyGames
        game = Game.objects.create(
            key=key,
            options=differing(rules.options, full),
            rules_version=rules.version,
            started_at=now,
            moved_at=now,
        )
        others = chairs or usual_chairs(key=key, level=level)
        Seat.objects.bulk_create(seats_of_game(game=game, person=person, chairs=others))
        new_seal(game=game, number=1)
    return game.code


def open_again(*, place: Place) -> str:
    """A new game with the options and the players of this one, for the person at `place`."""
    own = place.seats[place.seat]
    person = Person(user=own.user, guest=own.guest)
    return open_game(person=person, key=place.game.key, chosen=place.game.options, chairs=chairs_of(place.seats))


def abandon(*, place: Place) -> bool:
    """Give a game up; the deal of its last hand is opened with it. False if it was over already."""
    now = timezone.now()
    ended = {"status": Status.ABANDONED, "ended_at": now, "moved_at": now}
    with transaction.atomic():
        rows = Game.objects.filter(pk=place.game.pk, status=Status.PLAYING)
        given_up = rows.update(**ended, gave_up=place.seat, bot_due_at=None) == 1
        place.game.refresh_from_db()
        if given_up:
            store.tell(place.game, store.read(place.game), [])
            live.announce(place.code)
    return given_up


def adopt_guest(*, guest: Guest, user: User) -> int:
    """Every seat of the guest becomes the user's; how many. The caller owns the transaction."""
    tallies.pass_on(guest=guest, user=user)
    return Seat.objects.filter(guest=guest).update(guest=None, user=user)


def hands_of_guest(*, guest: Guest) -> int:
    """How many hands the guest was dealt."""
    return Hand.objects.filter(game__seats__guest=guest).count()


def _open_count(person: Person) -> int:
    seats = Seat.objects.filter(game__status=Status.PLAYING)
    return (seats.filter(user=person.user) if person.user else seats.filter(guest=person.guest)).count()
