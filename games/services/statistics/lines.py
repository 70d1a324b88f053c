"""Lines of persons: written beside the rows of a finished hand or game, in the same transaction."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from games.bots.registry import levels
from games.engine.options import VARIANT
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.models import Game, Hand, PersonLine, Seat, Status
from games.services.seen import HandSeen
from games.services.statistics.facts.base import PERSON, WITH, Ending, Facts
from games.services.statistics.facts.registry import teller

#: The line of a game as a whole.
WHOLE: Final = 0
#: A hand counts for no longer than this: whoever went to bed was not playing.
LONGEST_HAND: Final = 30 * 60


class Telling:
    """What is needed to tell of one game's hands; `seats` are read once, by whoever has them not at hand."""

    def __init__(self, game: Game, rules: Ruleset, state: State, hands: Sequence[HandSeen]) -> None:
        self.game, self.rules, self.state, self.hands = game, rules, state, hands
        self.seats = tuple(game.seats.order_by("number"))

    def write(self, ended: Mapping[int, Hand], *, is_over: bool) -> None:
        """Lines for the hands that have just ended, and for the game if it is over with them."""
        PersonLine.objects.bulk_create(self.rows(ended, is_over=is_over))

    def rows(self, ended: Mapping[int, Hand], *, is_over: bool) -> list[PersonLine]:
        """The same, not stored."""
        rows = [row for number, hand in ended.items() for row in self._of_hand(number, hand)]
        if is_over:
            spent = _seconds_before(self.game, ended)
            rows += self._of_game(spent)
        return rows

    def _of_hand(self, number: int, row: Hand) -> Iterable[PersonLine]:
        place = next(i for i, hand in enumerate(self.hands) if hand.number == number)
        before = self.hands[place - 1] if place else None
        for seat in _people(self.seats):
            facts = teller(self.game.key).hand(self.rules, self.state, self.hands[place], before, seat.number)
            yield self._line(seat, number, row.ended_at or self.game.moved_at, facts, _seconds(row))

    def _of_game(self, seconds: int) -> Iterable[PersonLine]:
        for seat in _people(self.seats):
            facts = teller(self.game.key).game(
                self.rules, self.state, self.hands, seat.number, self._ending(seat), self.game.why
            )
            yield self._line(seat, WHOLE, self.game.ended_at or self.game.moved_at, facts, seconds)

    def _ending(self, seat: Seat) -> Ending:
        if self.game.status == Status.ABANDONED:
            return Ending.ABANDONED
        if self.game.winner is None:
            return Ending.TIE
        own = self.rules.side(self.state.options, seat.number)
        return Ending.WON if own == self.game.winner else Ending.LOST

    def _line(self, seat: Seat, number: int, at: datetime, facts: Facts, seconds: int) -> PersonLine:
        game = self.game
        is_imported = game.imported_at is not None
        return PersonLine(
            game=game,
            number=number,
            seat=seat.number,
            user_id=seat.user_id,
            guest_id=seat.guest_id,
            key=game.key,
            level=_level(self.rules, self.state, self.seats, seat),
            day=at.date(),
            at=at,
            is_imported=is_imported,
            is_ranked=not is_imported and self._is_usual() and not self._is_helped(number),
            marks=f" {' '.join((*facts.marks, *self._company(seat)))} ",
            numbers=dict(facts.numbers) if is_imported else {**facts.numbers, "seconds": seconds},
        )

    def _is_usual(self) -> bool:
        """Whether a variant is all that was chosen, and every computer player is of one level."""
        return set(self.game.options) <= {VARIANT} and len({seat.level for seat in self.seats if seat.level}) <= 1

    def _is_helped(self, number: int) -> bool:
        """Whether hints or actions taken back had their part in that hand, or in any of the game."""
        return any(hand.is_helped for hand in self.hands if number in (WHOLE, hand.number))

    def _company(self, own: Seat) -> tuple[str, ...]:
        """The level of each partner, in marks."""
        return tuple(
            f"{WITH}{seat.level or PERSON}"
            for seat in self.seats
            if seat.side == own.side and seat.number != own.number
        )


def _people(seats: Sequence[Seat]) -> Iterable[Seat]:
    """Whoever is no computer player. Somebody who has left is told of too; the name in a record is not."""
    return (seat for seat in seats if not seat.level and not seat.name)


def _level(rules: Ruleset, state: State, seats: Sequence[Seat], own: Seat) -> str:
    """The level of the computer players on the other side; of several levels the weakest."""
    side = rules.side(state.options, own.number)
    others = {seat.level for seat in seats if seat.level and rules.side(state.options, seat.number) != side}
    known = [level for level in levels(rules.key) if level in others]
    return (known or sorted(others) or [""])[0]


def _seconds(hand: Hand) -> int:
    if hand.ended_at is None:
        return 0
    return min(LONGEST_HAND, max(0, round((hand.ended_at - hand.dealt_at).total_seconds())))


def _seconds_before(game: Game, ended: Mapping[int, Hand]) -> int:
    """The time of all of a game's hands; those in `ended` are at hand already."""
    stored = game.hands.filter(ended_at__isnull=False).exclude(number__in=list(ended))
    return sum(map(_seconds, [*stored.only("game_id", "dealt_at", "ended_at"), *ended.values()]))
