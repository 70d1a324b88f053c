"""Opening games, giving them up, and passing a guest's games on."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold
from games import dealing, live
from games.company import Seating
from games.engine.actions import Refusal
from games.engine.options import differing
from games.engine.state import plain
from games.models import Attempt, Board, Entry, Game, Hand, Seat, Share, WaitingSeat, new_secret
from games.registry import GAMES, levels, ruleset
from games.services.counting import tallies
from games.services.log import logs
from games.services.moves import players, store
from games.services.moves.move import make_move
from games.services.people import setups
from games.services.table import presence, seeds
from games.services.table.seating import ComputerSeat, seating_again, seats_of_game, usual_seating
from games.services.table.tables import Place, place_of, seats_at, seats_of, sits
from games.snapshot import ANNULLED, Status

logger = logging.getLogger(__name__)
#: Games one person may have open at once; a forgotten tab costs nothing, a script does.
MOST_OPEN: Final = 20
#: So many games back one’s usual one is looked for.
LATELY: Final = 50
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


def is_warming_up(key: str, levels: Iterable[str | None]) -> bool:
    """Whether one of these levels is being compiled: a table that was left waits for it."""
    return not set(levels).isdisjoint(players.warming_up(key))


def offered() -> tuple[str, ...]:
    """The games that have a computer player, in the order in which they are shown."""
    return tuple(key for key in GAMES if levels(key))


def titles() -> tuple[tuple[str, str], ...]:
    """The same by key and title."""
    return tuple((key, ruleset(key).title) for key in offered())


def check(*, key: str, chosen: Mapping[str, object]) -> None:
    """Raises BadOptions where a game with these options cannot be played; KeyError for an unknown game."""
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
    is_another: bool = True,
) -> str:
    """A new game against computer players, its first hand sealed and not yet dealt; its code.

    The person sits at seat 0. `seating` are all others clockwise; without it they are the usual ones of `level`.
    `carried` is what the start has from the games before it; `is_another`: wanted beside those that go on.
    Raises BadOptions, TooManyGames or TableOpen.
    """
    rules, chosen = ruleset(key), chosen or {}
    check(key=key, chosen=chosen)
    others = seating or usual_seating(key=key, level=level)
    if len(others) != rules.seats - 1:
        raise ValueError(f"{key} has {rules.seats} seats, not {len(others) + 1}")
    with transaction.atomic():
        hold(person)  # or many at once would each count the same
        if not is_another and _going_on(person):
            raise TableOpen
        check_room_for_another(person)
        return new_game(key=key, chosen=chosen, sitting=(person, *others), carried=carried).code


def check_room_for_another(person: Person) -> None:
    """Raises TooManyGames. The caller holds the person's lock, or many at once would each count the same."""
    if not has_room_for_another(person):
        raise TooManyGames


def has_room_for_another(person: Person) -> bool:
    """Asked under the person's lock, as above."""
    return open_count(person) < MOST_OPEN


def new_game(
    *,
    key: str,
    chosen: Mapping[str, object],
    sitting: Sequence[Person | ComputerSeat],
    carried: Mapping[str, object] | None = None,
    clock: int = 0,
    board: Board | None = None,
    is_counted: bool = True,
) -> Game:
    """A game with these at its seats, with options that the rules accept; its first hand is sealed and not yet dealt.
    The cards are the `board`’s where there is one. The caller owns the transaction.
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
    seating: Sequence[ComputerSeat],
    carried: Mapping[str, object] | None = None,
    beside: str | None = None,
) -> str:
    """The same. Asked for again it is the same game, as long as the person has done nothing in it; wanted `beside` the
    game of that code, it is none from before.
    """
    check(key=key, chosen=chosen)
    with transaction.atomic():
        hold(person)  # or two at once would each open one
        own = Game.objects.filter(sits(person), key=key, options=differing(ruleset(key).options, chosen))
        if beside is not None:
            own = own.filter(pk__gt=Subquery(Game.objects.filter(code=beside).values("pk")))
        # Boards and practice are none of these, nor is what people play.
        for code in untouched(own.filter(carried=plain(carried or {}), board=None, is_counted=True)):
            if [ComputerSeat(seat.level, seat.name) for seat in seats_at(code)[1:]] == list(seating):
                return code
        return open_game(person=person, key=key, chosen=chosen, seating=seating, carried=carried)


def untouched(games: QuerySet[Game]) -> list[str]:
    """The codes of those that go on and in which no person has done anything yet since they were begun."""
    done = Entry.objects.filter(
        game=OuterRef("pk"), ordinal__gt=OuterRef("begun_with"), source__in=(Entry.Source.PERSON, Entry.Source.HINT)
    )
    return list(games.filter(~Exists(done), status=Status.PLAYING).values_list("code", flat=True))


def open_another(*, person: Person, beside: str) -> str:
    """The usual game beside the one of that code, of which the person was told; pressed twice it is one."""
    seating = usual_seating(key=DEFAULT_KEY, level=DEFAULT_LEVEL)
    return open_once(person=person, key=DEFAULT_KEY, chosen={}, seating=seating, beside=beside)


def open_again(*, place: Place) -> str:
    """Open a game with the options and players of this one, for the person at `place`; a match goes on.

    Idempotent as `open_once` is. Raises TooManyGames, and BadOptions where the rules have changed since.
    """
    key = place.game.key
    log = logs.read(place.game)
    return open_once(
        person=place.person,
        key=key,
        chosen=place.game.options,
        seating=seating_again(key=key, seats=place.seats, own=place.seat),
        carried=log.rules.carries(log.state),
    )


def open_instead(*, place: Place) -> str:
    """A new game like this one, which is given up if it goes on; the new one's code.

    Raises TooManyGames or BadOptions, and gives nothing up then.
    """
    with transaction.atomic():
        # The person before the game, as for whoever leaves: in another order the two would wait for each other.
        hold(place.person)
        abandon(place=place)
        return open_again(place=place)


def abandon(*, place: Place) -> bool:
    """Give a game up; the deal of its last hand is opened with it. False if that was done or it was over already.

    Where other people still sit it goes on without the person, for whom it counts as given up unless they come back.
    """
    if seeds.sits_alone(place.seats):
        return end_without(place=place, seat=place.seat)
    with transaction.atomic():
        # Locked, or the last two would each leave it to the other.
        game = Game.objects.select_for_update().get(pk=place.game.pk)
        seats = seats_at(game.code)
        if game.status != Status.PLAYING or seats[place.seat].left_at is not None:
            return False
        if seeds.at_table(seats) == [place.seat]:
            return end_without(place=place, seat=place.seat)
        make_move(game, seats, game.version, lambda turn: turn.seated(place.seat, Seating.LEAVES), seat=None)
        return True


def annuls(*, place: Place) -> bool:
    """Whether the game would count for nobody if it ended now; one whose log cannot be replayed ends as it is."""
    try:
        return presence.is_annulled(place.seats, logs.read(place.game))
    except ValueError:
        return False


def end_without(*, place: Place, seat: int) -> bool:
    """End a game for all who sit there, on account of the person at that seat, who has left it; of several people it
    counts for nobody if it has hardly begun. False if it was over already. A game whose log cannot be replayed ends as
    it is, without a deal that is opened and without a count.
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
    store.write_lines(place.game, log, [])


def adopt_guest(*, guest: Guest, user: User) -> None:
    """Every seat of the guest becomes the user's, with how games were set up. The caller owns the transaction and holds
    the games. None of these ranks, or whoever has won would bring them and whoever has not would leave them.
    """
    setups.adopt(guest=guest, user=user)
    _leave_own_company(guest, user)
    Seat.objects.filter(guest=guest).update(guest=None, user=user, is_brought=True)
    tallies.pass_on(guest=guest, user=user)


def hold_games(*, guest: Guest, user: User) -> None:
    """Nobody acts in the guest's games, nor in those whose attempts are compared, until the caller's transaction ends:
    a hand that ends meanwhile is told of whoever sits there, so it has to be told before or after. Before anything is
    counted, as for whoever leaves: in another order the two would wait for each other.
    """
    tried = Attempt.objects.filter(Q(guest=guest) | Q(user=user, board__attempts__guest=guest))
    going_on = Q(pk__in=Seat.objects.filter(guest=guest).values("game"), status=Status.PLAYING)
    games = Game.objects.filter(going_on | Q(pk__in=tried.values("game"))).order_by("pk")
    list(games.select_for_update().values_list("pk", flat=True))


def _leave_own_company(guest: Guest, user: User) -> None:
    """Who sat at one table twice, as guest in another browser, sits there once: the guest leaves it, and where nobody
    else sits it ends. What was counted for the guest there is told no more, and its links are taken back, since nobody
    could do that any more.
    """
    both = Seat.objects.filter(guest=guest, game__seats__user=user)
    for code in both.filter(game__status=Status.PLAYING).values_list("game__code", flat=True):
        place = place_of(person=Person(guest=guest), code=code)
        if len(seeds.people(place.seats)) > 2:
            abandon(place=place)
        else:
            end_without(place=place, seat=place.seat)
    tallies.give_up(guest=guest, games=list(both.values_list("game", flat=True)))
    Share.objects.filter(seat__in=both).delete()
    both.update(guest=None, is_brought=True)


def usual_game(person: Person) -> str:
    """The game that the person has played most of late; empty for somebody who has played none."""
    lately, keys = seats_of(person).order_by("-pk").values_list("game__key", flat=True)[:LATELY], offered()
    counts = Counter(key for key in lately if key in keys)
    return counts.most_common(1)[0][0] if counts else ""


def hands_of_guest(*, guest: Guest, user: User | None = None) -> int:
    """Return how many finished hands would come along to the user, or to a new account."""
    hands = Hand.objects.filter(game__seats__guest=guest, ended_at__isnull=False)
    return hands.count() if user is None else hands.exclude(game__seats__user=user).count()


def hands_staying(*, guest: Guest, user: User) -> int:
    """Return how many hands, finished or not, are at tables where the user sits as well: the guest leaves those."""
    return Hand.objects.filter(game__seats__guest=guest).filter(game__seats__user=user).count()


def open_count(person: Person) -> int:
    """Games of the person that go on, but those left to others, and tables that wait for people."""
    return _going_on(person) + WaitingSeat.objects.filter(person.owns(), room__game=None).count()


def _going_on(person: Person) -> int:
    return sum(seat.left_at is None for seat in seats_of(person).filter(game__status=Status.PLAYING))
