"""Opening games, giving them up, and passing a guest's games on."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, lock
from games import live
from games.engine.actions import Refusal
from games.engine.options import Option, complete, differing
from games.engine.state import plain
from games.models import Game, Hand, Seat
from games.registry import GAMES, ruleset
from games.registry import levels as levels_of
from games.services import logs, players, setups, store
from games.services.play import new_seal
from games.services.seating import ComputerSeat, seating_again, seats_of_game, usual_seating
from games.services.statistics import tallies
from games.services.tables import Place, seats_of
from games.snapshot import Status

#: Games one person may have open at once; a forgotten tab costs nothing, a script does.
MOST_OPEN: Final = 20
DEFAULT_KEY: Final = next(iter(GAMES))
DEFAULT_LEVEL: Final = "easy"


class TooManyGames(Exception):
    """The person has `MOST_OPEN` games open already."""


class TableOpen(Exception):
    """The person has a table open and did not ask for another."""


class BadOptions(ValueError):
    """The options cannot be played; `refusals` say which and why."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = refusals


def levels(key: str) -> tuple[str, ...]:
    """The levels of the computer player in that game, the weakest first."""
    return levels_of(key)


def warming_up(key: str) -> tuple[str, ...]:
    """Those of them that are being compiled just now, and cannot be chosen until they are."""
    return players.warming_up(key)


def offered() -> tuple[str, ...]:
    """The games that have a computer player, in the order in which they are shown."""
    return tuple(key for key in GAMES if levels_of(key))


def options(key: str) -> tuple[Option, ...]:
    return ruleset(key).options


def refusals(*, key: str, chosen: Mapping[str, object]) -> tuple[Refusal, ...]:
    """Everything that forbids a game with these options; KeyError for an unknown game."""
    return ruleset(key).check(chosen)


def open_game(
    *,
    person: Person,
    key: str = DEFAULT_KEY,
    chosen: Mapping[str, object] | None = None,
    level: str = DEFAULT_LEVEL,
    seating: Sequence[ComputerSeat] = (),
    carried: Mapping[str, object] | None = None,
    is_another: bool = True,
) -> str:
    """A new game against computer players, its first hand sealed and not yet dealt; its code.

    The person sits at seat 0. `seating` are all others clockwise; without it they are the usual ones of `level`.
    `carried` is what the start has from the games before it; `is_another`: wanted beside those that go on.
    Raises BadOptions, TooManyGames or TableOpen.
    """
    rules, chosen = ruleset(key), chosen or {}
    refused = refusals(key=key, chosen=chosen)
    if refused:
        raise BadOptions(refused)
    now = timezone.now()
    full = complete(rules.options, {name: chosen[name] for name in chosen})  # type: ignore[misc]
    with transaction.atomic():
        lock(person)  # or many at once would each count the same
        others_open = _open_count(person)
        if others_open and not is_another:
            raise TableOpen
        if others_open >= MOST_OPEN:
            raise TooManyGames
        game = Game.objects.create(
            key=key,
            options=differing(rules.options, full),
            carried=plain(carried or {}),
            rules_version=rules.version,
            started_at=now,
            moved_at=now,
        )
        others = seating or usual_seating(key=key, level=level)
        if len(others) != rules.seats - 1:
            raise ValueError(f"{key} has {rules.seats} seats, not {len(others) + 1}")
        seats = seats_of_game(game=game, person=person, seating=others)
        seats[0].is_first = not _has_finished_one(person, key)
        Seat.objects.bulk_create(seats)
        new_seal(game=game, number=1)
    return game.code


def open_as_set_up(*, person: Person, key: str, chosen: Mapping[str, object], seating: Sequence[ComputerSeat]) -> str:
    """A new game with these options and players, which are kept for the person's next one; its code.

    Raises BadOptions or TooManyGames, and keeps nothing then.
    """
    with transaction.atomic():
        code = open_game(person=person, key=key, chosen=chosen, seating=seating)
        setups.keep(person=person, key=key, chosen=chosen, seating=seating)  # type: ignore[arg-type]  # accepted now
    return code


def open_again(*, place: Place) -> str:
    """A new game with the options and the players of this one, for the person at `place`; a match that was played here
    goes on. Raises TooManyGames, and BadOptions where the rules have changed since.
    """
    key = place.game.key
    log = logs.read(place.game) if place.game.imported_at is None else None
    return open_game(
        person=_sitting_at(place),
        key=key,
        chosen=place.game.options,
        seating=seating_again(key=key, seats=place.seats, own=place.seat),
        carried=None if log is None else log.rules.carries(log.state),
    )


def open_instead(*, place: Place) -> str:
    """A new game like this one, which is given up if it goes on; the new one's code.

    Raises TooManyGames or BadOptions, and gives nothing up then.
    """
    with transaction.atomic():
        # The person before the game, as for whoever leaves: in another order the two would wait for each other.
        lock(_sitting_at(place))
        abandon(place=place)
        return open_again(place=place)


def abandon(*, place: Place) -> bool:
    """Give a game up; the deal of its last hand is opened with it. False if it was over already."""
    now = timezone.now()
    ended = {"status": Status.ABANDONED, "ended_at": now, "moved_at": now}
    with transaction.atomic():
        rows = Game.objects.filter(pk=place.game.pk, status=Status.PLAYING)
        given_up = rows.update(**ended, gave_up=place.seat, bot_due_at=None) == 1
        place.game.refresh_from_db()
        if given_up:
            log = logs.read(place.game)
            if log.state.phase not in logs.BETWEEN:
                store.close(place.game, log)
            store.write_lines(place.game, log, [])
            live.announce(place.game)
    return given_up


def adopt_guest(*, guest: Guest, user: User) -> int:
    """Every seat of the guest becomes the user's, with how games were set up; how many seats. The caller owns the
    transaction. None of these games ranks, or whoever has won would bring them and whoever has not would leave them.
    """
    # A hand that ends meanwhile is told of whoever sits there, so it has to be told before or after.
    list(Game.objects.select_for_update().filter(seats__guest=guest, status=Status.PLAYING).order_by("pk"))
    setups.adopt(guest=guest, user=user)
    moved = Seat.objects.filter(guest=guest).update(guest=None, user=user, is_brought=True)
    tallies.pass_on(guest=guest, user=user)
    return moved


def hands_of_guest(*, guest: Guest) -> int:
    """How many hands the guest was dealt."""
    return Hand.objects.filter(game__seats__guest=guest).count()


def _sitting_at(place: Place) -> Person:
    own = place.seats[place.seat]
    return Person(user=own.user, guest=own.guest)


def _has_finished_one(person: Person, key: str) -> bool:
    return seats_of(person).filter(game__key=key, game__status=Status.FINISHED).exists()


def _open_count(person: Person) -> int:
    return seats_of(person).filter(game__status=Status.PLAYING).count()
