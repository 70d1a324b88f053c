"""Queries on games: access, one seat's view, lists, and the origin of a practice game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import groupby
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from accounts.names import COMPUTER_PLAYER, told_apart
from accounts.people import Gone, Person, person_in
from accounts.queries import ASKED, CompiledQuery
from games.company import Company
from games.engine.actions import Refusal
from games.engine.ruleset import LAST
from games.engine.state import Phase, SeatView
from games.engine.state import Seat as SeatNumber
from games.snapshot import ANNULLED, BoardOf, NotThere, PlayedAgain, SeatedPlayer, Snapshot, Status
from games.table import logs, presence, seeds
from games.table.logs import BETWEEN, Log
from games.table.models import Game, Seat

#: Query: must the cards of a finished game stay secret, because they may still be played at a board? Arguments:
#: `game`, `person`. Receivers return True to hide the hands from `person`, a player of the game. If `person` is None,
#: they return True to hide the hands from all other people.
cards_in_play: Final = Signal()
#: Time after which a computer player's action is late. The next page or stream of the table then makes the action.
PATIENCE = timedelta(seconds=2)
#: A page that would have to show this many tables before the current one gets only the current one.
MOST_STEPS = 12
#: Verbs that can be undone. Looking at cards and calling a renege cannot.
CHOICES: Final = frozenset({"play", "discard", "bid", "pass", "give", "return", "trump", "direction"})
#: No undo with this many cards or fewer in the player's hand, in games whose settled hands the table plays out: a
#: player could play and undo one card after another, and which of them settle the hand reveals the opponents' cards.
FEW: Final = 3
#: Upper bound on undos in one hand, so that a script cannot grow the log without end.
MOST_OFTEN: Final = 200

NOTHING_DONE = Refusal("NOTHING_DONE")
ACTED_SINCE = Refusal("ACTED_SINCE")
DRAWN_SINCE = Refusal("DRAWN_SINCE")
FEW_CARDS = Refusal("FEW_CARDS")
COMPARED = Refusal("COMPARED")
OFTEN_ENOUGH = Refusal("OFTEN_ENOUGH")
_seats_at = CompiledQuery(
    lambda: (
        Seat.objects.filter(game__code=str(ASKED))
        .select_related("game__board__challenge", "user__preferences", "guest__preferences")
        .order_by("number")
    )
)


class NoSuchHand(NotThere):
    """There is no such hand, or it is not over yet; deliberately both get the same response."""


class NotSeated(NotThere):
    """There is no such game, or the person has no seat in it; deliberately both get the same response."""


@dataclass(frozen=True)
class Place:
    """A person's seat in a game. Services take a `Place` as proof that the person has access."""

    game: Game
    seats: tuple[Seat, ...]
    seat: int

    @property
    def code(self) -> str:
        return self.game.code

    @property
    def person(self) -> Person:
        own = self.seats[self.seat]
        return Person(user=own.user, guest=own.guest)

    @property
    def is_alone(self) -> bool:
        return seeds.sits_alone(self.seats)

    @property
    def is_over(self) -> bool:
        return self.game.status != Status.PLAYING

    @property
    def goes_on_without(self) -> bool:
        return not self.is_over and seeds.at_table(self.seats) not in ([], [self.seat])

    @property
    def has_left(self) -> bool:
        return self.seats[self.seat].left_at is not None

    @property
    def is_left(self) -> bool:
        """Whether other people had seats here and at most one person of the table still exists."""
        return self.is_alone and not _is_alone(self.seats, self.seat)

    @property
    def is_overdue(self) -> bool:
        due = self.game.bot_due_at
        return due is not None and timezone.now() - due > PATIENCE


def place_of(*, person: Person, code: str) -> Place:
    """Return the person's place in that game. Raises NotSeated."""
    return place_among(seats_at(code), person)


def place_still(*, person: Person, code: str) -> Place:
    """Return the place of a person whose seat was checked before. Raises Gone if the person has lost it since."""
    try:
        return place_of(person=person, code=code)
    except NotSeated as error:
        raise Gone(person.mark) from error


def seats_at(code: str) -> tuple[Seat, ...]:
    """Return the seats of a game, with game and people loaded, in one query. Raises NotSeated for an unknown code."""
    found = _seats_at(code)
    if not found:
        raise NotSeated(code)
    return tuple(found)


def seats_of_games(games: Collection[int]) -> dict[int, tuple[Seat, ...]]:
    """Return the seats of several games, with game and people loaded, in one query; by primary key of the game."""
    rows = Seat.objects.filter(game__in=games).select_related("game", "user", "guest").order_by("game", "number")
    return {game: tuple(seats) for game, seats in groupby(rows, key=lambda seat: seat.game_id)}


def people_at(seats: Sequence[Seat]) -> list[Person]:
    """Return the people of these seats who still exist, including those who have left the game."""
    return [one for seat in seats if (one := person_in(seat)) is not None]


def place_among(seats: tuple[Seat, ...], person: Person) -> Place:
    """Return the person's place among these seats. Raises NotSeated."""
    for seat in seats:
        if person_in(seat) == person:
            return Place(seats[0].game, seats, seat.number)
    raise NotSeated(seats[0].game.code)


def with_late_bots(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.filter(bot_due_at__lt=timezone.now() - PATIENCE)


def see(place: Place) -> Snapshot:
    return snapshot(place, logs.read(place.game))


def current_company(place: Place) -> Company | None:
    """Return the table's `Company` now; None for a lone player, or after a game without a rematch to show."""
    if not seeds.is_of_people(place.seats):
        return None
    if place.is_over:
        return presence.afterwards(game=place.game, seats=place.seats, seat=place.seat)
    return presence.company(game=place.game, seats=place.seats, log=logs.read(place.game))


def steps(place: Place, version: int) -> tuple[Snapshot, ...]:
    """Return the table after each unseen action since `version`, oldest first, followed by the table now.

    If `MOST_STEPS` tables or more come before the table now, return only that.
    """
    found, now = logs.moves_since(place.game, version, place.seat)
    if len(found) >= MOST_STEPS:
        found.clear()
    past = (as_past(snapshot(place, log, status=Status.PLAYING), is_played_out=played) for log, played in found)
    return (*past, snapshot(place, now))


def as_past(shown: Snapshot, *, is_played_out: bool) -> Snapshot:
    """Return the snapshot as a past step. It offers no actions if the table then played out the hand."""
    shown = replace(shown, is_passing=shown.view.phase is Phase.PLAY)
    if not is_played_out:
        return shown
    view = replace(shown.view, legal=(), waits_for=frozenset())
    return replace(shown, view=view, computer_acts=False, may_ask=False, may_take_back=False, claim=0)


def snapshot(place: Place, log: Log, *, status: Status | None = None) -> Snapshot:
    """Return the table of `log` for one seat. `status` overrides the game's, for an earlier version."""
    game, status = place.game, status or Status(place.game.status)
    view, playing = log.rules.view(log.state, place.seat), status == Status.PLAYING
    if playing:
        people = presence.company(game=game, seats=place.seats, log=log)
    else:
        people = presence.afterwards(game=game, seats=place.seats, seat=place.seat)
    if playing and place.seat in log.absent:  # the person left or has a stand-in
        view = replace(view, legal=(), waits_for=view.waits_for - {place.seat})
    return replace(
        shared_snapshot(place.seats, log, view, near=place.seat, status=status),
        computer_acts=playing and bool(owing(place.seats, log)),
        hint=log.hint,
        may_ask=playing and may_ask(view, place.seats, place.seat),
        may_take_back=playing and no_way_back(log, view, place.seats, place.seat) is None,
        is_unhelped=playing and game.is_counted and not log.is_helped,
        is_first=place.seats[place.seat].is_first,
        claim=len(log.rules.claim(view)) if playing and place.seat not in log.absent else 0,
        awaited=seeds.awaited(
            seats=place.seats, dealt=people.dealt if people else (), seat=place.seat, absent=log.absent
        ),
        is_alone=place.is_alone,
        gave_up=game.gave_up,
        left=tuple(sorted(log.left if playing else (seat.number for seat in place.seats if seat.left_at))),
        company=people,
        board=board_of(game),
        played_again=played_again(game, place.seat, log),
        may_play_again=may_play_again(game, place.person),
    )


def shared_snapshot(seats: tuple[Seat, ...], log: Log, view: SeatView, *, near: SeatNumber, status: Status) -> Snapshot:
    """Return what players and spectators share of a snapshot; `view` is what the reader may see."""
    game, playing = seats[0].game, status == Status.PLAYING
    seal, coming = seeds.seals(game, log, is_playing=playing)
    return Snapshot(
        code=game.code,
        key=game.key,
        version=log.version,
        status=status,
        seat=near,
        seated=seated_players(seats),
        view=view,
        hands=log.hands,
        result=log.rules.result(log.state),
        needs_deal=playing and log.waits_for_deal,
        seal=seal,
        next_commitment=coming.commitment if coming is not None else "",
        vacated=log.vacated if playing else frozenset(),
        is_annulled=game.why == ANNULLED,
    )


def may_ask(view: SeatView, seats: Sequence[Seat], seat: int) -> bool:
    """Return whether `seat` may have a hint: it is to act, alone with bots, and not in a counted attempt at a board."""
    return _is_alone(seats, seat) and seat in view.waits_for and not _is_compared(seats)


def no_way_back(log: Log, view: SeatView, seats: Sequence[Seat], seat: int) -> Refusal | None:
    """Return why `seat` cannot undo its last decision, or None if it can. `view` is the seat's view.

    A finished hand cannot be undone, nor a decision after which chance has acted.
    """
    before = log.previous
    if before is None or before.version < seats[0].game.begun_with or log.state.phase in BETWEEN:
        return NOTHING_DONE
    if _is_compared(seats):
        return COMPARED
    (actor, action), *since = log.actions[len(before.actions) :]
    if actor != seat or action.verb not in CHOICES or (since and not _is_alone(seats, seat)):
        return ACTED_SINCE if any(one == seat and done.verb in CHOICES for one, done in view.actions) else NOTHING_DONE
    if log.chances != before.chances:
        return DRAWN_SINCE
    if log.undone >= MOST_OFTEN:
        return OFTEN_ENOUGH
    is_short = view.hand is not None and len(view.hand) <= FEW
    return FEW_CARDS if is_short and log.rules.settles else None


def _is_compared(seats: Sequence[Seat]) -> bool:
    game = seats[0].game
    return game.board_id is not None and game.is_counted


def _is_alone(seats: Sequence[Seat], seat: int) -> bool:
    return not any(one.is_person for one in seats if one.number != seat)


def board_of(game: Game) -> BoardOf | None:
    board = game.board
    if board is None:
        return None
    challenge = board.challenge.token if board.challenge is not None else ""
    return BoardOf(board.key, board.day, game.is_counted, challenge)


def owing(seats: Sequence[Seat], log: Log) -> list[tuple[SeatNumber, str]]:
    """Return seat and level of each computer player that is to act, stand-ins included.

    If both seats of a side may act and one has a person who is not absent, the computer player at the other waits.
    Empty if all people left or have stand-ins: computer players do not play on among themselves.
    """
    people, waits = seeds.people(seats), log.rules.waits_for(log.state)
    if people and log.absent >= set(people):
        return []
    asked = [(seat, seat.level or log.stand_ins.get(seat.number, "")) for seat in seats if seat.number in waits]
    by_people = {seat.side for seat, level in asked if not level and seat.number not in log.left}
    return [(seat.number, level) for seat, level in asked if level and seat.side not in by_people]


def open_places(person: Person) -> list[Place]:
    """Return the person's places in running games that the person has not left, the latest move first."""
    return [place for place in going_on(person) if not place.has_left]


def going_on(person: Person) -> list[Place]:
    """Return the person's places in running games, the latest move first."""
    games = Game.objects.filter(person.owns("seats__"), status=Status.PLAYING).select_related("board__challenge")
    in_order = Prefetch("seats", queryset=Seat.objects.select_related("user", "guest").order_by("number"))
    rows = games.order_by("-moved_at", "-pk").prefetch_related(in_order)
    return [place_among(tuple(game.seats.all()), person) for game in rows]


def waits_for(place: Place) -> bool:
    """Return whether other people wait for this person to act or to deal."""
    if place.is_alone or place.has_left:
        return False
    log = logs.read(place.game)
    if log.waits_for_deal:
        return place.seat not in seeds.asked_for(game=place.game)[0]
    return place.seat in log.rules.waits_for(log.state) and place.seat not in log.stand_ins


def seats_of(person: Person) -> QuerySet[Seat]:
    return Seat.objects.filter(person.owns())


def seated_players(seats: Sequence[Seat]) -> tuple[SeatedPlayer, ...]:
    """Return the players of a table. Names of people that are easily confused are made distinct."""
    alone = tuple(map(seated_player, seats))
    people = [place for place, one in enumerate(alone) if one.level is None]
    if len(people) < 2:
        return alone
    names = told_apart(
        [alone[place].name for place in people],
        owned=[n for n, place in enumerate(people) if seats[place].user_id is not None],
    )
    apart = dict(zip(people, names, strict=True))
    return tuple(replace(one, name=apart.get(place, one.name)) for place, one in enumerate(alone))


def seated_player(seat: Seat) -> SeatedPlayer:
    """Return the player of a seat. The name may equal another player's; it is empty if the person was removed."""
    if seat.level:
        return SeatedPlayer(seat.number, seat.name or COMPUTER_PLAYER, seat.level)
    if seat.user is not None:
        return SeatedPlayer(seat.number, seat.user.get_username(), None)
    return SeatedPlayer(seat.number, "" if seat.guest is None else str(seat.guest), None)


def seated(place: Place, *, hides_names: bool = False) -> tuple[SeatedPlayer, ...]:
    """Return the players of the table. With `hides_names` people's names are empty; computer players keep theirs."""
    players = seated_players(place.seats)
    return tuple(one if one.level or not hides_names else replace(one, name="") for one in players)


def may_play_again(game: Game, person: Person) -> bool:
    """Return whether the person may play finished hands of this game again, as practice. The person has a seat in it.

    A running game allows it unless it is a practice game or at a board. A game that is over allows it unless its cards
    must stay secret from the person (`cards_in_play`).
    """
    if game.status == Status.PLAYING:
        return game.board_id is None and not game.is_practice
    return not is_still_played(game, person)


def played_again(game: Game, seat: SeatNumber, log: Log) -> PlayedAgain | None:
    """Return the origin of a practice game, as its table shows it; None for other games.

    Includes all hands only if the person asked to see them. That is allowed, because the original hand is over.
    """
    if not game.is_practice:
        return None
    shown = game.lies_open and log.state.phase not in BETWEEN
    return PlayedAgain(
        code=origin_code(game),
        number=int(game.carried.get(LAST, game.number)),
        step=max(0, sum(line.ordinal <= game.begun_with for line in log.lines) - 1),
        lies_open=game.lies_open,
        hands=log.rules.opened(log.state, seat).hands if shown else (),
    )


def is_still_played(game: Game, person: Person | None = None) -> bool:
    """Return whether the cards may still be played, so that they must stay secret from `person` (None: the public)."""
    return any(answer for _, answer in cards_in_play.send(Game, game=game, person=person))


def origin_code(game: Game) -> str:
    """Return the code of the game that this practice game replays; empty if that game was deleted."""
    return game.origin.code if game.origin is not None else ""
