"""Lines of persons: written beside the rows of a finished hand or game, in the same transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final, TypeAlias

from games.facts import PERSON, WITH, Ending, Facts, Scores, own_and_other, scores_after
from games.models import Game, Hand, PersonLine, Seat
from games.services.counting.counted import facts_of
from games.services.counting.ranked import is_person, is_second, level_of, may_rank
from games.services.log.logs import Log
from games.snapshot import ANNULLED, Status

#: The line of a game as a whole.
WHOLE: Final = 0
#: With which a board stops.
ONE_HAND: Final = 1
#: A hand counts for no longer than this: whoever went to bed was not playing.
LONGEST_HAND: Final = 30 * 60
#: Lines that were stored before, by number and seat.
StoredLines: TypeAlias = Mapping[tuple[int, int], PersonLine]
#: Help makes such a game no better, so it ranks all the same.
NOT_WON: Final = frozenset({Ending.LOST, Ending.ABANDONED})


class PersonLineWriter:
    """Builds the lines of a game. A stored line keeps its key and its day, which do not follow from the log."""

    def __init__(self, game: Game, log: Log, stored: StoredLines | None = None) -> None:
        self.stored = stored or {}
        self.game, self.rules, self.state, self.hands = game, log.rules, log.state, log.hands
        self.start = facts_of(game.key).standing(log.rules.initial(log.state.options, log.start))
        # With the game as it is now: while it was played its attempt may have ceased to count.
        rows = Seat.objects.filter(game=game).select_related("game", "user__preferences", "guest__preferences")
        self.seats = tuple(rows.order_by("number"))

    def write(self, hands: Iterable[Hand]) -> None:
        """Lines for those of these hands that have ended, and for the game if it is over with them."""
        rows = self.rows(hands)
        for row in rows:
            stored = self.stored.get((row.number, row.seat))
            row.pk = stored.pk if stored is not None else None
        PersonLine.objects.bulk_create(rows)

    def rows(self, hands: Iterable[Hand]) -> list[PersonLine]:
        """The same, not stored; none of practice. A board is one hand and no game of its own, nor is one that came
        in: its start stops it with the first hand.
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
        for seat in _people(self.seats):
            facts = facts_of(self.game.key).hand(self.rules, self.state, self.hands[place], before, seat.number)
            started = self._started(seat) if place == 0 else {}
            facts = replace(facts, numbers={**facts.numbers, **started})
            is_ranked = not self.hands[place].is_helped
            yield self._line(seat, number, row.ended_at or self.game.moved_at, facts, _seconds(row), is_ranked)

    def _of_game(self, seconds: int) -> Iterable[PersonLine]:
        for seat in _people(self.seats):
            ending = self._ending(seat)
            facts = facts_of(self.game.key).game(
                self.rules, self.state, self.hands, self.start, seat.number, ending, self.game.why
            )
            is_ranked = self.game.number > 0 and (ending in NOT_WON or not any(hand.is_helped for hand in self.hands))
            yield self._line(seat, WHOLE, self.game.ended_at or self.game.moved_at, facts, seconds, is_ranked)

    def _scores_before(self, place: int) -> Scores:
        """After the last hand before it that was scored."""
        earlier = (scores_after(self.rules, hand) for hand in reversed(self.hands[:place]))
        return next((scores for scores in earlier if scores), self.start)

    def _started(self, seat: Seat) -> dict[str, int]:
        """The scores with which the game began, where there were any: own and best other, as after a hand."""
        side = self.rules.side(self.state.options, seat.number)
        return {f"start_{name}": score for name, score in own_and_other(self.start, side).items() if any(self.start)}

    def _ending(self, seat: Seat) -> Ending:
        """Whoever has left and did not come back has given it up, however the others ended it, unless it counts for
        nobody.
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
        game = self.game
        return PersonLine(
            game=game,
            number=number,
            seat=seat.number,
            user_id=seat.user_id,
            guest_id=seat.guest_id,
            key=game.key,
            level=level_of(self.rules, self.state.options, self.seats, seat),
            day=self._day(seat, number, at),
            at=at,
            is_ranked=is_ranked and may_rank(game, self.seats),
            marks=f" {' '.join((*facts.marks, *self._company(seat)))} ",
            numbers={**facts.numbers, "seconds": seconds},
        )

    def _day(self, seat: Seat, number: int, at: datetime) -> date:
        """The day of the player's time zone when the line was first written: a change of zone moves no past hand."""
        stored = self.stored.get((number, seat.number))
        if stored is not None:
            return stored.day
        liked = getattr(seat.user or seat.guest, "preferences", None)
        return at.astimezone(liked.zone if liked is not None else UTC).date()

    def _company(self, own: Seat) -> tuple[str, ...]:
        return tuple(
            f"{WITH}{seat.level or PERSON}"
            for seat in self.seats
            if seat.side == own.side and seat.number != own.number
        )


def _people(seats: Sequence[Seat]) -> Iterable[Seat]:
    """Whoever is no computer player. Somebody who has left is told of too; the name in a record is not, nor the second
    seat of somebody who sat there twice.
    """
    return (seat for seat in seats if is_person(seat) and not is_second(seat))


def _seconds(hand: Hand) -> int:
    if hand.ended_at is None:
        return 0
    return min(LONGEST_HAND, max(0, round((hand.ended_at - hand.dealt_at).total_seconds())))
