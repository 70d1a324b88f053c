"""Challenges: up to `MOST` people play the same boards, each alone and at any time.

A board is a new deal, or the first hand of a game that is over, played alone against bots of one level, without help,
not as practice. The bots of the earlier game drew random numbers from that game's secret, so they may have answered the
same play differently. The opener's play of that hand is an attempt, too.

A person with the link joins by beginning the first board. Until a person has finished all boards, the page shows only
the others' names and numbers of finished boards. Joining and beginning a board lock the person, then the challenge, so
that two requests cannot exceed `MOST` people or begin the same board twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold, names_in, person_in
from games import dealing
from games.boards import attempts, days
from games.boards.attempts import MOST, of_person
from games.boards.days import Stand, stand_of
from games.boards.models import GOOD_FOR, Attempt, Board, Challenge, Entrant
from games.dealing import ALGORITHM
from games.engine.options import differing
from games.engine.ruleset import LAST
from games.facts import scores_after
from games.people.rooms import Closed, NotAllowed, Why
from games.registry import levels, ruleset
from games.snapshot import NotThere, Status
from games.table import logs, opening, tables
from games.table.models import Seal, new_secret
from games.table.tables import Place

#: Numbers of deals on offer.
LENGTHS: Final = (1, 4, 8)
#: Upper bound, against scripts, on challenges that a person has opened and that are still open.
MOST_OPENED: Final = 50


class NoSuchChallenge(NotThere):
    """There is no such challenge, or the person may not see this part of it yet; deliberately the same response."""


class NotOffered(NotThere):
    """The cards of this game are not available for a challenge."""


class TooManyChallenges(Exception):
    """The person already has `MOST_OPENED` open challenges."""


@dataclass(frozen=True, slots=True)
class PersonIn:
    """A person in a challenge. `name` is empty for a removed person; `done` is the number of finished boards."""

    number: int
    name: str
    is_own: bool
    done: int


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board with the person's attempt: the game's `code`, the `margin`, and the number of the scored `hand`."""

    number: int
    seat: int
    stand: Stand
    code: str = ""
    margin: int | None = None
    hand: int = 1


@dataclass(frozen=True, slots=True)
class ChallengeSeen:
    """A challenge as shown to a person who has joined (`own`), or to others with the link (`own` is None).

    `people` are in order of joining. `was_played`: its cards are from an earlier game of the opener.
    """

    row: Challenge
    was_played: bool
    people: tuple[PersonIn, ...]
    boards: tuple[OwnBoard, ...]

    @property
    def own(self) -> PersonIn | None:
        return next((one for one in self.people if one.is_own), None)

    @property
    def opener(self) -> str:
        return next((one.name for one in self.people if one.number == 0), "")

    @property
    def is_done(self) -> bool:
        return self.own is not None and self.own.done >= len(self.boards)

    @property
    def next(self) -> OwnBoard | None:
        """The first board that the person has not finished; None if there is none."""
        return next((one for one in self.boards if one.stand in (Stand.BEGUN, Stand.OPEN)), None)

    @property
    def is_taken_back(self) -> bool:
        return self.row.taken_back_at is not None

    @property
    def has_lapsed(self) -> bool:
        return self.row.lapses_at <= timezone.now()

    @property
    def closed(self) -> Why | None:
        """The reason why the person can begin no more boards; None if the person can."""
        if self.is_taken_back:
            return Why.TAKEN_BACK
        if self.is_done:
            return Why.DONE
        if self.has_lapsed:
            return Why.LAPSED
        return Why.FULL if self.own is None and len(self.people) >= MOST else None

    @property
    def is_asking(self) -> bool:
        return not (self.is_taken_back or self.has_lapsed) and len(self.people) < MOST

    @property
    def may_take_back(self) -> bool:
        is_openers = self.own is not None and self.own.number == 0
        return is_openers and len(self.people) == 1 and not self.is_taken_back


# -- queries -------------------------------------------------------------------------------------------


def find_challenge(*, person: Person | None, token: str) -> ChallengeSeen:
    """Return the challenge with this link. Raises NoSuchChallenge."""
    row = _rows().filter(token=token).first()
    if row is None:
        raise NoSuchChallenge(token)
    return _seen([row], person)[0]


def all_of(person: Person) -> list[ChallengeSeen]:
    """Return the person's latest challenges that were not taken back, newest first."""
    own = _rows().filter(taken_back_at=None, entrants__in=Entrant.objects.filter(person.owns()))
    return _seen(list(own.order_by("-opened_at", "-pk")[:MOST_OPENED]), person)


def offers_pair(key: str) -> bool:
    return ruleset(key).seats == 2


# -- opening, playing, taking back ---------------------------------------------------------------------


def open_challenge(
    *, person: Person, key: str, chosen: Mapping[str, object], level: str, deals: int, is_pair: bool = False
) -> str:
    """Open a challenge and return its token.

    Raises BadOptions, TooManyChallenges, or ValueError for values not offered.
    """
    opening.check(key=key, chosen=chosen)
    if deals not in LENGTHS or level not in levels(key) or (is_pair and not offers_pair(key)):
        raise ValueError(f"not offered: {deals} deals of {key} against {level}, is_pair={is_pair}")
    options = differing(ruleset(key).options, chosen)
    with new_challenge(person=person, key=key, options=options, level=level, is_pair=is_pair) as (row, _opener):
        Board.objects.bulk_create(_boards(row, deals))
    return row.token


@contextmanager
def new_challenge(
    *, person: Person, key: str, options: Mapping[str, object], level: str, is_pair: bool = False
) -> Iterator[tuple[Challenge, Entrant]]:
    """Yield a new challenge and its opener, in a transaction in which the caller writes the boards.

    Raises TooManyChallenges.
    """
    with transaction.atomic():
        hold(person)  # without the lock, concurrent requests would all pass the limit
        own = Entrant.objects.filter(person.owns(), number=0, challenge__taken_back_at=None)
        if own.filter(challenge__lapses_at__gt=timezone.now()).count() >= MOST_OPENED:
            raise TooManyChallenges
        row = Challenge.objects.create(key=key, options=options, level=level, is_pair=is_pair)
        yield row, Entrant.objects.create(challenge=row, number=0, user=person.user, guest=person.guest)


def begin(*, person: Person, token: str) -> str:
    """Return the code of the person's running game, or of a new game at the next board. Joins if necessary.

    Ignores a running game that stopped counting when a guest's attempts moved to an account. Raises NoSuchChallenge,
    Closed or TooManyGames.
    """
    with transaction.atomic():
        hold(person)
        row = _locked(token)
        boards = list(row.boards.order_by("number"))
        code = attempts.going(person=person, boards=boards, only_counted=True)
        if code:
            return code
        found = _seen([row], person)[0]
        if found.closed is not None or found.next is None:
            raise Closed(found.closed or Why.DONE)
        board = boards[found.next.number - 1]
        code = attempts.begun(person=person, board=board, is_counted=True, entrant=_entrant_of(row, person))
    attempts.deal(person=person, code=code)
    return code


def open_played(*, place: Place) -> str:
    """Open a challenge whose one board is the first hand of the person's game; return its token.

    Raises NotOffered or TooManyChallenges.
    """
    found = playable_cards(place)
    if found is None:
        raise NotOffered
    log, seal, level = found
    game, person, hand = place.game, place.person, log.hands[0]
    with new_challenge(person=person, key=game.key, options=game.options, level=level) as (challenge, entrant):
        board = Board.objects.create(
            challenge=challenge,
            number=1,
            key=game.key,
            options=game.options,
            start={**game.carried, LAST: 1},
            level=level,
            server_seed=bytes(seal.server_seed),
            player_seed=seal.player_seed,
            commitment=seal.commitment,
            seat=place.seat,
            opens_at=challenge.lapses_at,
            was_played=True,
        )
        row = game.hands.get(number=hand.number)
        result: dict[str, Any] = attempts.result_of(log, seat=board.seat, hand=hand)
        own = {"user": person.user, "guest": person.guest, "entrant": entrant, "played_in": game}
        Attempt.objects.create(board=board, begun_at=row.dealt_at, ended_at=row.ended_at, **own, **result)
    return challenge.token


def playable_cards(place: Place) -> tuple[logs.Log, Seal, str] | None:
    """Return log, seal of the first hand and level of the other seats; None if a challenge may not use the cards."""
    game = place.game
    seated = {seat.level for seat in place.seats if seat.number != place.seat}
    is_over = game.status != Status.PLAYING and (game.board is None or game.board.is_open)
    if not is_over or not tables.may_play_again(game, place.person) or not game.is_counted or not place.is_alone:
        return None
    if len(seated) != 1 or not seated <= set(levels(game.key)) or ruleset(game.key).check(game.options):
        return None
    log = logs.read(game)
    hand = next(iter(log.hands), None)
    seal = game.seals.filter(number=1, algorithm=ALGORITHM).first()
    if hand is None or seal is None or hand.is_helped or not scores_after(ruleset(game.key), hand):
        return None
    return log, seal, seated.pop()


def take_back(*, person: Person, token: str) -> None:
    """Close a challenge that only its opener has joined. Idempotent. Raises NoSuchChallenge or NotAllowed."""
    with transaction.atomic():
        row = _locked(token)
        found = _seen([row], person)[0]
        if found.own is None:
            raise NoSuchChallenge(token)
        if found.is_taken_back:
            return
        if not found.may_take_back:
            raise NotAllowed
        now = timezone.now()
        Challenge.objects.filter(pk=row.pk).update(taken_back_at=now)
        Board.objects.filter(challenge=row).update(opens_at=now)
        Seal.objects.filter(game__board__challenge=row).update(opens_at=now)


# -- guests and unused challenges ----------------------------------------------------------------------


def pass_on(*, guest: Guest, user: User) -> None:
    """Move the guest's challenges and all attempts at boards to the user. The caller owns the transaction.

    If both are entrants of one challenge, the later entrant is merged into the earlier one. Of two attempts at a board,
    the attempt that ended first counts (`days.pass_on`). After a merge all remaining entrants may be done; then the
    seals of the challenge are opened.
    """
    # Lock challenges before `CountingProgress` (in `days.pass_on`), as when a person is removed: avoids a deadlock.
    own = Challenge.objects.filter(entrants__guest=guest).order_by("pk")
    list(own.select_for_update(no_key=True, of=("self",)).values_list("pk", flat=True))
    merged = list[int]()
    for one in Entrant.objects.filter(guest=guest).select_related("challenge").order_by("challenge"):
        other = one.challenge.entrants.filter(user=user).first()
        if other is None:
            Entrant.objects.filter(pk=one.pk).update(guest=None, user=user)
            continue
        first, second = sorted((one, other), key=lambda entrant: entrant.number)
        second.attempts.update(entrant=first)
        second.delete()
        Entrant.objects.filter(pk=first.pk).update(guest=None, user=user)
        merged.append(one.challenge_id)
    days.pass_on(guest=guest, user=user)
    for challenge in merged:
        attempts.open_if_done(challenge)


def tidy() -> int:
    """Delete challenges that expired more than `GOOD_FOR` ago and have no games; return the number of deleted rows."""
    over = Challenge.objects.filter(lapses_at__lt=timezone.now() - GOOD_FOR)
    removed, _by_model = over.exclude(boards__games__isnull=False).delete()
    return removed


# -- rows ----------------------------------------------------------------------------------------------


def _rows() -> QuerySet[Challenge]:
    return Challenge.objects.prefetch_related("entrants__user", "entrants__guest", "boards")


def _locked(token: str) -> Challenge:
    row = Challenge.objects.select_for_update(no_key=True).filter(token=token).first()
    if row is None:
        raise NoSuchChallenge(token)
    return row


def _entrant_of(row: Challenge, person: Person) -> Entrant:
    """Return the person's entrant, created if necessary. The caller has locked the challenge and checked `closed`."""
    own = row.entrants.filter(person.owns()).first()
    return own or Entrant.objects.create(
        challenge=row, number=row.entrants.latest("number").number + 1, user=person.user, guest=person.guest
    )


def _boards(row: Challenge, deals: int) -> list[Board]:
    """Return unsaved boards: one for each deal, or two if the challenge is a pair.

    In a pair, all deals are played from one seat first, then all from the other, so that equal cards are far apart.
    """
    secrets, start = [new_secret() for _ in range(deals)], attempts.start_of(row.key, row.options)
    places = product((0, 1) if row.is_pair else (0,), secrets)
    return [
        Board(
            challenge=row,
            number=number,
            key=row.key,
            options=row.options,
            start=start,
            level=row.level,
            server_seed=secret,
            commitment=dealing.commitment(secret),
            seat=seat,
            opens_at=row.lapses_at,
        )
        for number, (seat, secret) in enumerate(places, 1)
    ]


def _seen(rows: Sequence[Challenge], person: Person | None) -> list[ChallengeSeen]:
    """Return the challenges as shown to the person. Reads their attempts in bulk."""
    tried: dict[int, Attempt] = {}
    if person is not None:
        own = of_person(person).filter(board__challenge__in=rows, is_counted=True)
        tried = {one.board_id: one for one in own.select_related("game", "played_in")}
    done = attempts.done_of([row.pk for row in rows])
    return [_shown(row, person, done, tried) for row in rows]


def _shown(
    row: Challenge, person: Person | None, done: Mapping[int, int], tried: Mapping[int, Attempt]
) -> ChallengeSeen:
    """`done`: finished boards by primary key of entrant; `tried`: the person's attempts by primary key of board."""
    entrants = sorted(row.entrants.all(), key=lambda one: one.number)
    boards = sorted(row.boards.all(), key=lambda one: one.number or 0)
    people = tuple(
        PersonIn(
            number=entrant.number,
            name=name,
            is_own=person is not None and person == person_in(entrant),
            done=done.get(entrant.pk, 0),
        )
        for entrant, name in zip(entrants, names_in(entrants), strict=True)
    )
    return ChallengeSeen(
        row,
        was_played=any(board.was_played for board in boards),
        people=people,
        boards=tuple(_own_board(board, tried.get(board.pk)) for board in boards),
    )


def _own_board(board: Board, attempt: Attempt | None) -> OwnBoard:
    number = board.number or 0
    if attempt is None:
        return OwnBoard(number, board.seat, Stand.OPEN)
    return OwnBoard(number, board.seat, stand_of(attempt), attempt.code, attempt.margin, attempt.hand)
