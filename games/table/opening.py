"""Open games and abandon them."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from accounts.names import BESIDE
from accounts.people import Person, hold
from games import dealing
from games.company import ComputerSeat, Seating
from games.engine.actions import Refusal, plain
from games.engine.options import differing
from games.registry import DEFAULT_KEY, bot, levels, offered, ruleset
from games.snapshot import ANNULLED, Status
from games.table import live, logs, players, presence, seeds, store
from games.table.models import Entry, Game, Seat, new_secret
from games.table.move import make_move
from games.table.room_models import WaitingSeat
from games.table.tables import Place, seats_at, seats_of

if TYPE_CHECKING:
    from games.boards.models import Board

logger = logging.getLogger(__name__)
#: Upper bound on a person's open games and waiting rooms, against scripts.
MOST_OPEN: Final = 20
#: Number of a person's latest games from which `usual_game` is computed.
LATELY: Final = 50
DEFAULT_LEVEL: Final = "easy"
#: Names of computer players at four seats, clockwise from the person's left; "" is the default name.
AT_FOUR: Final = (BESIDE[0], "", BESIDE[1])


class TooManyGames(Exception):
    """The person already has `MOST_OPEN` open games and waiting rooms."""


class BadOptions(ValueError):
    """The rules refuse the options; `refusals` say which and why."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = refusals


def is_warming_up(key: str, levels: Iterable[str | None]) -> bool:
    return not set(levels).isdisjoint(players.warming_up(key))


def check(*, key: str, chosen: Mapping[str, object]) -> None:
    """Raise BadOptions if the rules refuse the options, KeyError for an unknown game."""
    refused = ruleset(key).check(chosen)
    if refused:
        raise BadOptions(refused)


def open_game(
    *,
    person: Person,
    key: str = DEFAULT_KEY,
    chosen: Mapping[str, object] | None = None,
    level: str = DEFAULT_LEVEL,
    seating: Sequence[ComputerSeat] = (),
    carried: Mapping[str, object] | None = None,
) -> str:
    """Open a game against computer players and return its code. Its first hand is sealed and not yet dealt.

    The person sits at seat 0. `seating` lists the computer players clockwise; by default, the usual ones at `level`.
    `carried` has values from earlier games of a match. Raises BadOptions, TooManyGames, Gone, KeyError for an unknown
    game or level, or ValueError for a wrong number of seats. Runs in a transaction that locks the person.
    """
    rules, chosen = ruleset(key), chosen or {}
    check(key=key, chosen=chosen)
    others = seating or usual_seating(key=key, level=level)
    if len(others) != rules.seats - 1:
        raise ValueError(f"{key} has {rules.seats} seats, not {len(others) + 1}")
    with transaction.atomic():
        hold(person)  # without the lock, parallel requests would all pass the count
        check_room_for_another(person)
        return new_game(key=key, chosen=chosen, sitting=(person, *others), carried=carried).code


def check_room_for_another(person: Person) -> None:
    """Raise TooManyGames at the limit. The caller must hold the person's lock, or parallel requests would all pass."""
    if open_count(person) >= MOST_OPEN:
        raise TooManyGames


def new_game(
    *,
    key: str,
    chosen: Mapping[str, object],
    sitting: Sequence[Person | ComputerSeat],
    carried: Mapping[str, object] | None = None,
    clock: int = 0,
    board: "Board | None" = None,
    is_counted: bool = True,
) -> Game:
    """Store a new game with its seats. Its first hand is sealed and not yet dealt. The caller owns the transaction.

    The caller has checked the options. `clock` is in seconds. With a `board`, the board's cards are dealt.
    """
    rules, now = ruleset(key), timezone.now()
    secret = new_secret() if board is None else dealing.secret_of_players(bytes(board.server_seed))
    game = Game.objects.create(
        key=key,
        options=differing(rules.options, chosen),
        carried=plain(carried or {}),
        rules_version=rules.version,
        started_at=now,
        moved_at=now,
        clock=clock,
        secret=secret,
        board=board,
        is_counted=is_counted,
    )
    seats = seats_of_game(game=game, sitting=sitting)
    for seat, one in zip(seats, sitting, strict=True):
        if isinstance(one, Person):
            seat.is_first = not seats_of(one).filter(game__key=key, game__status=Status.FINISHED).exists()
    Seat.objects.bulk_create(seats)
    seeds.new_seal(game=game, number=1)
    return game


def open_once(
    *,
    person: Person,
    key: str,
    chosen: Mapping[str, object],
    seating: Sequence[ComputerSeat] = (),
    carried: Mapping[str, object] | None = None,
    running: str | None = None,
) -> str:
    """Open a game, or reuse an untouched game with the same settings (double submit); return its code.

    `running` is the code of a game that stays open: only games opened after it are reused. Raises as `open_game` does.
    Runs in a transaction that locks the person.
    """
    check(key=key, chosen=chosen)
    seating = seating or usual_seating(key=key, level=DEFAULT_LEVEL)
    with transaction.atomic():
        hold(person)  # without the lock, two parallel requests would each open a game
        own = Game.objects.filter(person.owns("seats__"), key=key, options=differing(ruleset(key).options, chosen))
        if running is not None:
            own = own.filter(pk__gt=Subquery(Game.objects.filter(code=running).values("pk")))
        # Excludes boards and practice; comparing the seating excludes games with other people.
        for code in untouched(own.filter(carried=plain(carried or {}), board=None, is_counted=True)):
            if [ComputerSeat(seat.level, seat.name) for seat in seats_at(code)[1:]] == list(seating):
                return code
        return open_game(person=person, key=key, chosen=chosen, seating=seating, carried=carried)


def untouched(games: QuerySet[Game]) -> list[str]:
    """Return the codes of those games that are running and in which no person has acted or had a hint yet."""
    done = Entry.objects.filter(
        game=OuterRef("pk"), ordinal__gt=OuterRef("begun_with"), source__in=(Entry.Source.PERSON, Entry.Source.HINT)
    )
    return list(games.filter(~Exists(done), status=Status.PLAYING).values_list("code", flat=True))


def open_first(*, person: Person) -> str | None:
    """Open the default game and return its code; None if the person has an open game. Raises TooManyGames or Gone."""
    with transaction.atomic():
        hold(person)  # without the lock, parallel requests would each open a game
        if _going_on(person):
            return None
        check_room_for_another(person)
        usual = usual_seating(key=DEFAULT_KEY, level=DEFAULT_LEVEL)
        return new_game(key=DEFAULT_KEY, chosen={}, sitting=(person, *usual)).code


def open_again(*, place: Place) -> str:
    """Open a game like this one for the person at `place` and return its code; a match continues.

    Computer players take the seats of other people. Idempotent as `open_once` is. Raises TooManyGames, or BadOptions if
    the rules have changed since.
    """
    key, log = place.game.key, logs.read(place.game)
    return open_once(
        person=place.person,
        key=key,
        chosen=place.game.options,
        seating=seating_again(key=key, seats=place.seats, own=place.seat),
        carried=log.rules.carries(log.state, moved_on=-place.seat),
    )


def open_instead(*, place: Place) -> str:
    """Abandon this game if it is running, open another like it, and return the new code."""
    with transaction.atomic():  # on TooManyGames or BadOptions the game is not abandoned
        # Lock the person before the game, as when an account is removed: another order could deadlock.
        hold(place.person)
        abandon(place=place)
        return open_again(place=place)


def abandon(*, place: Place) -> bool:
    """Abandon the game for this person; return whether this changed anything.

    If no other person is at the table, the game ends. Otherwise it goes on, but counts as abandoned for this person
    unless they come back.
    """
    if seeds.sits_alone(place.seats):
        return end_without(place=place, seat=place.seat)
    with transaction.atomic():
        # Without the row lock, the last two players could leave at once and neither would end the game.
        game = Game.objects.select_for_update().get(pk=place.game.pk)
        seats = seats_at(game.code)
        if game.status != Status.PLAYING or seats[place.seat].left_at is not None:
            return False
        if seeds.at_table(seats) == [place.seat]:
            return end_without(place=place, seat=place.seat)
        make_move(game, seats, game.version, lambda move: move.seated(place.seat, Seating.LEAVES), seat=None)
        return True


def annuls(*, place: Place) -> bool:
    """Return whether ending the game now would annul it; False if its log cannot be replayed."""
    try:
        return presence.is_annulled(place.seats, logs.read(place.game))
    except ValueError:
        return False


def end_without(*, place: Place, seat: int) -> bool:
    """End a game for all players because the person at `seat` left or is missing. Return False if it was already over.

    A game of several people that has hardly begun is annulled. If the log cannot be replayed, the game still ends, but
    the rows of its last hand are not written and statistics get no signal. Runs in a transaction.
    """
    now = timezone.now()
    ended = {"status": Status.ABANDONED, "ended_at": now, "moved_at": now, "question": None}
    with transaction.atomic():
        rows = Game.objects.filter(pk=place.game.pk, status=Status.PLAYING)
        given_up = rows.update(**ended, gave_up=seat, bot_due_at=None) == 1
        place.game.refresh_from_db()
        if given_up:
            _close(place)
            live.announce(place.game)
    return given_up


def _close(place: Place) -> None:
    try:
        log = logs.read(place.game)
    except ValueError:
        logger.exception("The log of game %s cannot be replayed.", place.game.code)
        return
    if presence.is_annulled(place.seats, log):
        place.game.why = ANNULLED
        place.game.save(update_fields=["why"])
    if log.state.phase not in logs.BETWEEN:
        store.close(place.game, log)
    store.tell_of(place.game, log, [])


def usual_game(person: Person) -> str:
    """Return the key on offer that is most frequent among the person's latest `LATELY` games; empty without any."""
    lately, keys = seats_of(person).order_by("-pk").values_list("game__key", flat=True)[:LATELY], offered()
    counts = Counter(key for key in lately if key in keys)
    return counts.most_common(1)[0][0] if counts else ""


def open_count(person: Person) -> int:
    return _going_on(person) + WaitingSeat.objects.filter(person.owns(), room__game=None).count()


def _going_on(person: Person) -> int:
    return sum(seat.left_at is None for seat in seats_of(person).filter(game__status=Status.PLAYING))


# -- seating of new games --------------------------------------------------------------------------------


def usual_seating(*, key: str, level: str) -> tuple[ComputerSeat, ...]:
    """Return the default computer players, clockwise from the person's left. Raises KeyError for an unknown game."""
    others = ruleset(key).seats - 1
    names = AT_FOUR if others == len(AT_FOUR) else ("",) * others
    return tuple(ComputerSeat(level, name) for name in names)


def clockwise_from(person: Person, others: Sequence[ComputerSeat], *, seat: int) -> list[Person | ComputerSeat]:
    """Return all players in seat order: the person at `seat`, the others clockwise from there."""
    after = len(others) - seat
    return [*others[after:], person, *others[:after]]


def seats_of_game(*, game: Game, sitting: Sequence[Person | ComputerSeat]) -> list[Seat]:
    """Return the unsaved seats of a new game, in order. Raises KeyError for a level that the game does not have."""
    rules, seats = ruleset(game.key), list[Seat]()
    for number, one in enumerate(sitting):
        seat = Seat(game=game, number=number, side=rules.side(game.options, number))
        if isinstance(one, Person):
            seat.user, seat.guest = one.user, one.guest
        else:
            seat.level, seat.name, seat.bot_version = one.level, one.name, bot(game.key, one.level).version
        seats.append(seat)
    return seats


def seating_again(*, key: str, seats: Sequence[Seat], own: int, level: str = "") -> tuple[ComputerSeat, ...]:
    """Return the computer players for another game like this one, clockwise from the person at `own`.

    A default computer player replaces each person and each unknown level. Its level is `level`, or else the first known
    level clockwise, or else the weakest.
    """
    others, known = (*seats[own + 1 :], *seats[:own]), levels(key)
    level = level or next((seat.level for seat in others if seat.level in known), known[0])
    taken = {seat.name for seat in others if seat.level in known}
    spare = (one for one in usual_seating(key=key, level=level) if one.name not in taken)
    return tuple(ComputerSeat(seat.level, seat.name) if seat.level in known else next(spare) for seat in others)
