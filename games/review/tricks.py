"""Whether a card takes the trick that lies open, whatever is played to it yet: a reason that every game of tricks has.

Knows suits, strength and seats, and hands as whole numbers with a bit a card; no game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import Plays, Ranking, clockwise, power, suit_led
from games.review.face import TRICK_TAKEN, Reason
from games.review.worlds import share

#: In hundredths of the hands thought of: a trick is not what a choice is good for, so less is no reason.
_TELLS: Final = 25


@dataclass(frozen=True, kw_only=True)
class OpenTrick:
    """The trick to which `seat` is to play. `first_suit` is its suit where a rule names it, whatever was led."""

    seat: Seat
    seats: int
    on_table: Plays
    ranking: Ranking
    is_own: Callable[[Seat], bool]
    first_suit: Suit | None = None

    def why(
        self,
        best: Card | None,
        chosen: Card | None,
        pack: Sequence[Card],
        hands: Mapping[Seat, Sequence[int]],
        weights: Sequence[int] = (),
    ) -> tuple[Reason, ...]:
        """That the trick is won after `best` and not after `chosen`, or nothing. `hands` are by seat those thought of,
        `weights` how often each was, and `pack` tells the card of each bit.
        """
        if best is None or chosen is None:
            return ()
        after = [share(self.taken(one, pack, hands), weights) for one in (best, chosen)]
        return (Reason(TRICK_TAKEN, *after),) if after[0] - after[1] >= _TELLS else ()

    def taken(self, one: Card, pack: Sequence[Card], hands: Mapping[Seat, Sequence[int]]) -> list[bool]:
        """By hand thought of whether the own side wins the trick, whatever is played to it after that card."""
        plays = (*self.on_table, (self.seat, one))
        led = self.first_suit or suit_led((card for _, card in plays), self.ranking)

        def stands(card: Card) -> tuple[int, int]:
            return power(card, led, self.ranking)

        winner, highest = max(plays, key=lambda play: stands(play[1]))
        still_to_play = [clockwise(self.seat, self.seats, step) for step in range(1, self.seats - len(plays) + 1)]
        rivals = [hands[seat] for seat in still_to_play if not self.is_own(seat)]
        follows = _mask(self.ranking.suit_of(card) is led for card in pack)
        beats = _mask(stands(card) > stands(highest) for card in pack)
        is_ours = stands(highest)[0] > 0 and self.is_own(winner)
        worlds = len(next(iter(hands.values())))
        return [
            is_ours and not any((held[world] & follows or held[world]) & beats for held in rivals)
            for world in range(worlds)
        ]


def _mask(holds: Iterable[bool]) -> int:
    return sum(1 << place for place, one in enumerate(holds) if one)
