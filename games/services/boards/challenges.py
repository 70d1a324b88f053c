"""Challenges: opened by one, joined by a link and by playing, each person alone and in their own time.

Until somebody is done with all of its boards they are told of the others how many boards these have done, and of
nobody else's play anything at all. Joining and beginning lock the person and then the challenge, so of two who take
the last place one gets it, and nobody begins a board twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold
from games import dealing
from games.engine.options import differing
from games.models import Attempt, Board, Challenge, Entrant, new_secret
from games.models.challenges import GOOD_FOR
from games.registry import levels, ruleset
from games.services.boards import beginning, days
from games.services.boards.days import Stand, stand_of
from games.services.counting import opening
from games.services.counting.attempts import of_person
from games.services.people import lobby
from games.services.people.links import Closed, NotAllowed, Why
from games.services.people.rooms import names_in, person_in
from games.snapshot import NotThere

#: How many deals a challenge may have.
LENGTHS: Final = (1, 4, 8)
MOST: Final = opening.MOST
#: Open challenges of one person; a forgotten one costs nothing, a script does.
MOST_OPENED: Final = 50


class NoSuchChallenge(NotThere):
    """There is no such challenge, or what was asked of it is not for whoever asks (yet); both look the same."""


class TooMany(Exception):
    """The person has `MOST_OPENED` challenges open already."""


@dataclass(frozen=True, slots=True)
class PersonIn:
    """One of the people of a challenge: the name is empty where the account is gone. `done` are boards."""

    number: int
    name: str
    is_own: bool
    done: int


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board as the person has it; `code`, `hand` (the one that was scored) and `margin` are the own attempt’s."""

    number: int
    seat: int
    stand: Stand
    code: str = ""
    margin: int | None = None
    hand: int = 1


@dataclass(frozen=True, slots=True)
class ChallengeSeen:
    """A challenge as somebody sees it who is in it (`own`) or was asked to be. `people` are in the order they came;
    `was_played`: whoever opened it had played its cards before.
    """

    token: str
    key: str
    options: Mapping[str, object]
    level: str
    is_pair: bool
    lapses_at: datetime
    is_taken_back: bool
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
        """The board that goes on, or else the first that is not begun."""
        return next((one for one in self.boards if one.stand in (Stand.BEGUN, Stand.OPEN)), None)

    @property
    def has_lapsed(self) -> bool:
        return self.lapses_at <= timezone.now()

    @property
    def closed(self) -> Why | None:
        """Why whoever asks can begin nothing more; None where they can."""
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


# -- what a page asks ----------------------------------------------------------------------------------


def seen(*, person: Person | None, token: str) -> ChallengeSeen:
    """The challenge that the link is of; raises NoSuchChallenge."""
    row = _rows().filter(token=token).first()
    if row is None:
        raise NoSuchChallenge(token)
    return _seen(row, person)


def all_of(person: Person) -> list[ChallengeSeen]:
    """Those that the person is in and that were not taken back, the newest first."""
    own = _rows().filter(taken_back_at=None, entrants__in=Entrant.objects.filter(person.owns()))
    rows = list(own.order_by("-opened_at", "-pk")[:MOST_OPENED])
    done, tried = opening.done_of([row.pk for row in rows]), _tried(rows, person)
    return [_shown(row, person, done, tried) for row in rows]


def offers_pair(key: str) -> bool:
    return ruleset(key).seats == 2


# -- opening, playing, taking back ---------------------------------------------------------------------


def open_challenge(
    *, person: Person, key: str, chosen: Mapping[str, object], level: str, deals: int, is_pair: bool = False
) -> str:
    """The token of a new challenge of so many deals; raises BadOptions or TooMany, and ValueError for what is not
    offered.
    """
    lobby.check(key=key, chosen=chosen)
    if deals not in LENGTHS or level not in levels(key) or (is_pair and not offers_pair(key)):
        raise ValueError(f"no challenge of {deals} deals of {key} against {level}")
    options = differing(ruleset(key).options, chosen)
    with opened(person=person, key=key, options=options, level=level, is_pair=is_pair) as (row, _opener):
        Board.objects.bulk_create(_boards(row, deals))
    return row.token


@contextmanager
def opened(
    *, person: Person, key: str, options: Mapping[str, object], level: str, is_pair: bool = False
) -> Iterator[tuple[Challenge, Entrant]]:
    """A new challenge and its opener, in a transaction in which its boards are to be written; raises TooMany."""
    with transaction.atomic():
        hold(person)  # or many at once would each count the same
        own = Entrant.objects.filter(person.owns(), number=0, challenge__taken_back_at=None)
        if own.filter(challenge__lapses_at__gt=timezone.now()).count() >= MOST_OPENED:
            raise TooMany
        row = Challenge.objects.create(key=key, options=options, level=level, is_pair=is_pair)
        yield row, Entrant.objects.create(challenge=row, number=0, user=person.user, guest=person.guest)


def begin(*, person: Person, token: str) -> str:
    """The game in which the person plays the next board: one that goes on, or a new one. Whoever was not in it is now.
    What goes on of a board that was played twice, by a guest and an account, is none that comes next.

    Raises NoSuchChallenge, Closed or TooManyGames.
    """
    with transaction.atomic():
        hold(person)
        row = _locked(token)
        boards = list(row.boards.order_by("number"))
        code = beginning.going(person=person, boards=boards, only_counted=True)
        if code:
            return code
        found = _seen(row, person)
        if found.closed is not None or found.next is None:
            raise Closed(found.closed or Why.DONE)
        board = boards[found.next.number - 1]
        code = beginning.begun(person=person, board=board, is_counted=True, entrant=_entered(row, person))
    beginning.deal(person=person, code=code)
    return code


def take_back(*, person: Person, token: str) -> None:
    """Nobody joins it any more. Twice is harmless. Raises NoSuchChallenge or NotAllowed."""
    with transaction.atomic():
        row = _locked(token)
        found = _seen(row, person)
        if found.own is None:
            raise NoSuchChallenge(token)
        if found.is_taken_back:
            return
        if not found.may_take_back:
            raise NotAllowed
        Challenge.objects.filter(pk=row.pk).update(taken_back_at=timezone.now())
        opening.open_now(row.pk)


# -- people who come and go ----------------------------------------------------------------------------


def adopt(*, guest: Guest, user: User) -> None:
    """Move the guest's challenges and all attempts at boards to the user. The caller owns the transaction.

    A challenge entered as both is entered once, as the entrant who came first. Of two attempts at one board the one
    that ended first counts (`days.adopt`). All who take part may be done by that, so their seals are checked.
    """
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
    days.adopt(guest=guest, user=user)
    for challenge in merged:
        opening.open_if_done(challenge)


def tidy() -> int:
    """Challenges that nobody ever played and nobody can play any more; how many. Twice is harmless."""
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


def _entered(row: Challenge, person: Person) -> Entrant:
    """The person as one of its people, now if not before. The caller has locked the challenge and looked for room."""
    own = row.entrants.filter(person.owns()).first()
    return own or Entrant.objects.create(
        challenge=row, number=row.entrants.latest("number").number + 1, user=person.user, guest=person.guest
    )


def _boards(row: Challenge, deals: int) -> list[Board]:
    """One a deal; in a pair first all of them from one seat, then all from the other, so that they lie far apart."""
    secrets = [new_secret() for _ in range(deals)]
    seats = (0, 1) if row.is_pair else (0,)
    places = [(seat, secret) for seat in seats for secret in secrets]
    return [
        Board(
            challenge=row,
            number=number,
            key=row.key,
            options=row.options,
            start=beginning.start_of(row.key, row.options),
            level=row.level,
            server_seed=secret,
            commitment=dealing.commitment(secret),
            seat=seat,
            opens_at=row.lapses_at,
        )
        for number, (seat, secret) in enumerate(places, 1)
    ]


def _seen(row: Challenge, person: Person | None) -> ChallengeSeen:
    return _shown(row, person, opening.done_of([row.pk]), _tried([row], person))


def _shown(
    row: Challenge, person: Person | None, done: Mapping[int, int], tried: Mapping[int, Attempt]
) -> ChallengeSeen:
    """`done` is by entrant, `tried` are the person's attempts by board."""
    entrants = sorted(row.entrants.all(), key=lambda one: one.number)
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
        token=row.token,
        key=row.key,
        options=row.options,
        level=row.level,
        is_pair=row.is_pair,
        lapses_at=row.lapses_at,
        is_taken_back=row.taken_back_at is not None,
        was_played=any(board.was_played for board in row.boards.all()),
        people=people,
        boards=tuple(_own_board(board, tried.get(board.pk)) for board in sorted(row.boards.all(), key=_number)),
    )


def _tried(rows: Sequence[Challenge], person: Person | None) -> dict[int, Attempt]:
    if person is None:
        return {}
    own = of_person(person).filter(board__challenge__in=rows, is_counted=True)
    return {one.board_id: one for one in own.select_related("game", "played_in")}


def _number(board: Board) -> int:
    return board.number or 0


def _own_board(board: Board, attempt: Attempt | None) -> OwnBoard:
    if attempt is None:
        return OwnBoard(_number(board), board.seat, Stand.OPEN)
    return OwnBoard(_number(board), board.seat, stand_of(attempt), attempt.code, attempt.margin, attempt.hand)
