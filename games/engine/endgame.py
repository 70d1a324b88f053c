"""Search of the rest of a hand with open cards: is anything left to decide?

Decides by playing every legal line, with equal cards counted once and positions remembered. It knows trumps and
following suit, no game's scoring. What it says is so; but how long it searches follows from hidden cards, so it looks
at no more than `POSITIONS`, and what it has not proved by then is not settled yet. A count and no clock: the same
hands are answered alike by every machine and at every time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import AsPrinted, clockwise, following, leading, winning_place

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
#: A few milliseconds of a core. Of a hundred hands of Bid Whist that are settled three tricks before their end ninety
#: are proved with fewer, of Spades all; in Two-Man Spades a hand that takes more is proved a trick later, or two.
POSITIONS: Final = 400


@dataclass(frozen=True, slots=True)
class EndgameOutcome:
    """What the rest of a hand brings: tricks by seat or side, and who wins each marked card (sorted by its text)."""

    tricks: tuple[int, ...]
    marked: tuple[tuple[str, Seat], ...] = ()

    def after(self, winner: Seat, won: Iterable[str]) -> "EndgameOutcome":
        """This outcome with one more trick before it."""
        tricks = tuple(n + (seat == winner) for seat, n in enumerate(self.tricks))
        return EndgameOutcome(tricks, tuple(sorted((*self.marked, *((text, winner) for text in won)))))


class Endgame:
    """The rest of one hand between full tricks: the same number of cards in every hand.

    `marked` are cards of which it matters who wins them. `stops` is a seat whose first trick ends the hand. With
    `sides` it matters only which side (the seat modulo so many) wins a trick or a marked card. After `most` positions
    nothing more is proved.
    """

    def __init__(
        self,
        *,
        trump: Suit | None,
        marked: Iterable[Card] = (),
        stops: Seat | None = None,
        sides: int | None = None,
        most: int = POSITIONS,
    ) -> None:
        self.left = most
        self._trump, self._ranking = trump, AsPrinted(trump)
        self._sides = sides
        self._marked = frozenset(marked)
        self._stops = stops
        self._seen: dict[object, EndgameOutcome | None] = {}

    def outcome(self, hands: Hands, leader: Seat, *, broken: bool) -> EndgameOutcome | None:
        """What every legal way of playing on brings, or None where two ways differ or more is to be looked at."""
        key = (hands, leader, broken)
        if key not in self._seen:
            self._seen[key] = self._between(hands, leader, broken)
        return self._seen[key]

    def _between(self, hands: Hands, leader: Seat, broken: bool) -> EndgameOutcome | None:
        if not hands[leader]:
            return self._nothing(hands)
        return self._within(hands, leader, broken, ())

    def _within(self, hands: Hands, leader: Seat, broken: bool, trick: tuple[Card, ...]) -> EndgameOutcome | None:
        if len(trick) == len(hands):
            return self._won(hands, leader, broken, trick)
        self.left -= 1
        if self.left < 0:
            return None
        seat = clockwise(leader, len(hands), len(trick))
        found: EndgameOutcome | None = None
        for one in self._choices(hands, seat, broken, trick):
            left = tuple(c for c in hands[seat] if c is not one)
            rest = (*hands[:seat], left, *hands[seat + 1 :])
            outcome = self._within(rest, leader, broken or one.suit is self._trump, (*trick, one))
            if outcome is None or (found is not None and outcome != found):
                return None
            found = outcome
        return found

    def _won(self, hands: Hands, leader: Seat, broken: bool, trick: tuple[Card, ...]) -> EndgameOutcome | None:
        winner = clockwise(leader, len(hands), winning_place(trick, self._ranking))
        if winner == self._stops:
            rest: EndgameOutcome | None = self._nothing(hands)
        else:
            rest = self.outcome(hands, winner, broken=broken)
        taker = winner if self._sides is None else winner % self._sides
        return rest and rest.after(taker, (one.text for one in trick if one in self._marked))

    def _nothing(self, hands: Hands) -> EndgameOutcome:
        return EndgameOutcome((0,) * (self._sides or len(hands)))

    def _choices(self, hands: Hands, seat: Seat, broken: bool, trick: tuple[Card, ...]) -> list[Card]:
        """The legal cards, one of each run of equal ones: touching among the cards left, and unmarked."""
        held = hands[seat]
        legal = following(held, trick[0].suit) if trick else leading(held, self._trump, broken=broken)
        others = {c for hand in hands for c in hand if hand is not held} | set(trick)
        chosen: list[Card] = []
        for one in sorted(legal, key=lambda c: (str(c.suit), -c.height)):
            last = chosen[-1] if chosen else None
            if last is None or not self._equal(last, one, others):
                chosen.append(one)
        return chosen

    def _equal(self, high: Card, low: Card, others: set[Card]) -> bool:
        if high.suit is not low.suit or high in self._marked or low in self._marked:
            return False
        return not any(c.suit is high.suit and low.height < c.height < high.height for c in others)


def settled(
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    *,
    trump: Suit | None,
    broken: bool,
    marked: Iterable[Card] = (),
    stops: Seat | None = None,
    sides: int | None = None,
) -> bool:
    """Whether every legal way of playing the rest is proved to bring each seat (or side) the same tricks and marked
    cards. Remembered: whoever has a time in which to search asks first, and is answered at once the second time.
    """
    return _proved(tuple(tuple(hand) for hand in hands), leader, trump, broken, frozenset(marked), stops, sides)


@lru_cache(maxsize=1024)
def _proved(
    hands: Hands,
    leader: Seat,
    trump: Suit | None,
    broken: bool,
    marked: frozenset[Card],
    stops: Seat | None,
    sides: int | None,
) -> bool:
    search = Endgame(trump=trump, marked=marked, stops=stops, sides=sides)
    return search.outcome(hands, leader, broken=broken) is not None
