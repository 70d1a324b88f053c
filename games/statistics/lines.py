"""Write people's lines when a hand or game ends, in the same transaction; find games that were left open.

Rules on games left open keep players from improving their statistics by leaving a lost game open. A leaderboard counts
an idle ranked game (no move for `LEFT_AFTER`) as lost until it is finished. A game that ended while an older game of
the person was open is interrupted: it ends streaks of wins and of losses. Otherwise a player could keep a lost game
open until enough later games were won. The older game must have the same key, but may have another variant or level.
Games with other people do not interrupt games against bots alone, nor the reverse.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.dispatch import receiver
from django.utils import timezone

from games.facts import PERSON, WITH, Ending, Facts, Scores, own_and_other, scores_after
from games.registry import every_count, facts_of, ruleset
from games.snapshot import ANNULLED, Status
from games.statistics.models import PersonLine
from games.table.game_list import LEFT_AFTER, level_of, may_rank, ranks_for
from games.table.logs import Log
from games.table.models import Game, Hand, Seat
from games.table.store import hands_stored

#: Number of the line of a whole game.
WHOLE: Final = 0
#: `last` in the state of a game that stops after one hand, such as a board.
ONE_HAND: Final = 1
#: Maximum duration counted for a hand, in seconds: in a longer hand the player was away.
LONGEST_HAND: Final = 30 * 60
#: Endings that rank even after a hint or an undo: the help gained nothing.
NOT_WON: Final = frozenset({Ending.LOST, Ending.ABANDONED})
#: Rows fetched per batch.
CHUNK: Final = 500
#: Ids of user, guest and game of a line.
LineKey: TypeAlias = tuple[int | None, int | None, int]
#: End of a game in progress, later than any other.
OPEN: Final = datetime.max.replace(tzinfo=UTC)


class PersonLineWriter:
    """Builds the lines of a game. Stored lines keep their primary key and day, which do not follow from the log.

    Because a stored day is kept, a change of time zone does not move past hands.
    """

    def __init__(self, game: Game, log: Log, stored: Iterable[PersonLine] = ()) -> None:
        self.stored = {(line.number, line.seat): line for line in stored}
        self.game, self.rules, self.state, self.hands = game, log.rules, log.state, log.hands
        self.start = facts_of(game.key).standing(log.rules.initial(log.state.options, log.start))
        # Read the game again: its attempt at a board may have stopped counting during play.
        rows = Seat.objects.filter(game=game).select_related("game", "user__preferences", "guest__preferences")
        self.seats = tuple(rows.order_by("number"))
        # Players who left are among them; a person who adopted a guest at the same table is there once.
        self.people = [seat for seat in self.seats if seat.is_person and not seat.is_second]

    def write(self, hands: Iterable[Hand]) -> None:
        """Insert the lines of the ended hands and, if the game is over, those of the game (see `rows`)."""
        PersonLine.objects.bulk_create(self.rows(hands))

    def rows(self, hands: Iterable[Hand]) -> list[PersonLine]:
        """Return the lines, unsaved; none for a game that does not count, such as practice.

        Boards, and other games that stop after one hand, get no line of the whole game.
        """
        if not any(seat.game.is_counted for seat in self.seats):
            return []
        ended = {hand.number: hand for hand in hands if hand.ended_at is not None}
        rows = [row for number, hand in ended.items() for row in self._of_hand(number, hand)]
        is_board = self.game.board_id is not None or self.state.last == ONE_HAND
        if self.game.status != Status.PLAYING and not is_board:
            before = self.game.hands.filter(ended_at__isnull=False).exclude(number__in=list(ended))
            spent = [*before.only("game_id", "dealt_at", "ended_at"), *ended.values()]
            rows += self._of_game(sum(map(_seconds, spent)))
        return rows

    def _of_hand(self, number: int, row: Hand) -> Iterable[PersonLine]:
        place = next(i for i, hand in enumerate(self.hands) if hand.number == number)
        before = self._scores_before(place)
        for seat in self.people:
            facts = facts_of(self.game.key).hand(self.rules, self.state, self.hands[place], before, seat.number)
            started = self._started(seat) if place == 0 else {}
            facts = replace(facts, numbers={**facts.numbers, **started})
            is_ranked = not self.hands[place].is_helped
            yield self._line(seat, number, row.ended_at or self.game.moved_at, facts, _seconds(row), is_ranked)

    def _of_game(self, seconds: int) -> Iterable[PersonLine]:
        for seat in self.people:
            ending = self._ending(seat)
            facts = facts_of(self.game.key).game(
                self.rules, self.state, self.hands, self.start, seat.number, ending, self.game.why
            )
            is_ranked = self.game.number > 0 and (ending in NOT_WON or not any(hand.is_helped for hand in self.hands))
            yield self._line(seat, WHOLE, self.game.ended_at or self.game.moved_at, facts, seconds, is_ranked)

    def _scores_before(self, place: int) -> Scores:
        """Return the scores after the last scored hand before index `place`, or the start scores."""
        earlier = (scores_after(self.rules, hand) for hand in reversed(self.hands[:place]))
        return next((scores for scores in earlier if scores), self.start)

    def _started(self, seat: Seat) -> dict[str, int]:
        """Return the start scores as `start_score` (own) and `start_other` (best opposing); empty if all are 0."""
        side = self.rules.side(self.state.options, seat.number)
        return {f"start_{name}": score for name, score in own_and_other(self.start, side).items() if any(self.start)}

    def _ending(self, seat: Seat) -> Ending:
        """Return how the game ended for this seat.

        A player who left for good has abandoned the game, even if the others finished it, unless it was annulled.
        """
        if self.game.why == ANNULLED:
            return Ending.ANNULLED
        if seat.left_at is not None:
            return Ending.ABANDONED
        if self.game.status == Status.ABANDONED:
            return Ending.ABANDONED if self.game.gave_up in (None, seat.number) else Ending.LEFT
        if self.game.winner is None:
            return Ending.TIE
        own = self.rules.side(self.state.options, seat.number)
        return Ending.WON if own == self.game.winner else Ending.LOST

    def _line(self, seat: Seat, number: int, at: datetime, facts: Facts, seconds: int, is_ranked: bool) -> PersonLine:
        game, stored = self.game, self.stored.get((number, seat.number))
        return PersonLine(
            pk=None if stored is None else stored.pk,
            game=game,
            number=number,
            seat=seat.number,
            user_id=seat.user_id,
            guest_id=seat.guest_id,
            key=game.key,
            level=level_of(self.rules, self.state.options, self.seats, seat),
            day=_day(seat, at) if stored is None else stored.day,
            at=at,
            is_ranked=is_ranked and may_rank(game, self.seats),
            marks=f" {' '.join((*facts.marks, *self._company(seat)))} ",
            numbers={**facts.numbers, "seconds": seconds},
        )

    def _company(self, own: Seat) -> tuple[str, ...]:
        """Return a mark for each partner, such as "with_hard" or "with_person"."""
        return tuple(
            f"{WITH}{seat.level or PERSON}"
            for seat in self.seats
            if seat.side == own.side and seat.number != own.number
        )


@receiver(hands_stored)
def write_lines(*, game: Game, log: Log, hands: Sequence[Hand], **_: Any) -> None:
    PersonLineWriter(game, log).write(hands)


def _day(seat: Seat, at: datetime) -> date:
    """Return the date in the player's time zone (UTC without preferences)."""
    preferences = getattr(seat.user or seat.guest, "preferences", None)
    return at.astimezone(preferences.zone if preferences is not None else UTC).date()


def _seconds(hand: Hand) -> int:
    """Return the duration of an ended hand in seconds, at most LONGEST_HAND; 0 for a hand in progress."""
    if hand.ended_at is None:
        return 0
    return min(LONGEST_HAND, max(0, round((hand.ended_at - hand.dealt_at).total_seconds())))


# -- games left open ----------------------------------------------------------------------------------------


class LeaderboardKey(NamedTuple):
    """The key of a leaderboard row: user id, counting key (game or variant) and level."""

    user: int
    key: str
    level: str


def left_games(users: Collection[int] | None = None) -> Counter[LeaderboardKey]:
    """Return the number of idle ranked games by leaderboard row, for all users or for `users` (ids)."""
    asked = Q(user__isnull=False) if users is None else Q(user__in=users)
    rows = Seat.objects.filter(
        asked, game__status=Status.PLAYING, game__number__gt=0, game__moved_at__lt=timezone.now() - LEFT_AFTER
    )
    # This filter only saves reads; `ranks_for` decides.
    rows = rows.filter(game__is_counted=True, game__board=None, is_brought=False)
    in_order = Prefetch("game__seats", queryset=Seat.objects.order_by("number"))
    found = Counter[LeaderboardKey]()
    for own in rows.select_related("game").prefetch_related(in_order).iterator(chunk_size=CHUNK):
        seats = tuple(own.game.seats.all())
        if ranks_for(own.game, seats, own):
            rules = ruleset(own.game.key)
            state = rules.initial(own.game.options)
            level = level_of(rules, state.options, seats, own)
            marks = facts_of(rules.key).seat_marks(state, own.number)
            found.update(LeaderboardKey(own.user_id or 0, key, level) for key in every_count(rules.key, marks))
    return found


def interrupted_games(*, whose: Q, since: date | None) -> set[LineKey]:
    """Return the interrupted games of these people, at least all that ended on `since` or later.

    Boards and games that are not counted do not interrupt. A game ends when the player leaves. Games of an adopted
    guest form a separate kind, so that adoption changes no streak of the account's own games.
    """
    open_since = Q()
    if since is not None:
        begins = datetime.combine(since - timedelta(days=1), time(), UTC)  # before the day begins in any time zone
        open_since = Q(game__ended_at=None) | Q(game__ended_at__gte=begins)
    another = Seat.objects.filter(game=OuterRef("game"), level="").exclude(number=OuterRef("number"))
    seats = (
        Seat.objects.filter(whose, open_since, game__hands__number=1, game__is_counted=True, game__board=None)
        .exclude(user=None, guest=None)
        .annotate(is_among_people=Exists(another))
    )
    kind = ("game__key", "is_brought", "is_among_people")
    rows = seats.values_list("user", "guest", "game", *kind, "game__hands__dealt_at", "game__ended_at", "left_at")
    by_kind = defaultdict[tuple[object, ...], list[tuple[datetime, datetime, LineKey]]](list)
    for user, guest, game, *of_kind, dealt, ended, left in rows.iterator(chunk_size=2_000):
        game_end = min(ended or OPEN, left or OPEN)
        by_kind[user, guest, *of_kind].append((game_end, dealt, (user, guest, game)))
    return {line_key for some in by_kind.values() for line_key in _interrupted(some)}


def _interrupted(games: list[tuple[datetime, datetime, LineKey]]) -> Iterator[LineKey]:
    """Yield the games, of one person and kind, that were dealt after another of these games and ended before it."""
    oldest = OPEN
    for _ended, dealt, line_key in sorted(games, key=lambda one: one[:2], reverse=True):
        if oldest < dealt:
            yield line_key
        oldest = min(oldest, dealt)
