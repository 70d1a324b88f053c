"""Search that proves a hand settled: every legal way to play the rest has the same outcome.

The search sees all hands. It tries every legal play, but only one of several equal cards, and caches positions. Its
only rules are following suit, trumps, and breaking trumps; it does not score. A hand not proved settled within
`POSITIONS` positions counts as not settled. The limit is not a time, so that the answer is the same on every machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import AsPrinted, clockwise, following, leading, winning_place

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
#: Maximum number of positions searched, which take a few milliseconds. Three tricks before the end this suffices for
#: all settled hands of Spades and for 90% of those of Bid Whist. In Two-Man Spades a hand that needs more positions is
#: proved settled one or two tricks later.
POSITIONS: Final = 400


@dataclass(frozen=True, slots=True)
class EndgameOutcome:
    """The result of the rest of a hand by seat or side: tricks, and the winner of each marked card (sorted by text)."""

    tricks: tuple[int, ...]
    marked: tuple[tuple[str, Seat], ...] = ()

    def after(self, winner: Seat, won: Iterable[str]) -> "EndgameOutcome":
        """Return the outcome of a trick, won by `winner` with the marked cards `won`, followed by this outcome."""
        tricks = tuple(n + (seat == winner) for seat, n in enumerate(self.tricks))
        return EndgameOutcome(tricks, tuple(sorted((*self.marked, *((text, winner) for text in won)))))


class Endgame:
    """A search of the rest of one hand. It begins between two tricks, when all seats have equally many cards.

    `marked` are cards whose winner is part of the outcome. The hand ends with the first trick that seat `stops`
    wins. With `sides` the outcome is by side (the seat modulo `sides`). `most` limits the positions searched.
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
        """Return the outcome that all legal ways to play share; None if two differ or the limit is reached."""
        key = (hands, leader, broken)
        if key not in self._seen:
            self._seen[key] = self._within(hands, leader, broken, ()) if hands[leader] else self._nothing(hands)
        return self._seen[key]

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
        """Return the legal cards, but only the highest of equal cards.

        Cards of a suit are equal if they are unmarked and no card of another hand or of this trick ranks between them.
        """
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


@lru_cache(maxsize=1024)
def settled(
    hands: Hands,
    leader: Seat,
    *,
    trump: Suit | None,
    broken: bool,
    marked: frozenset[Card] = frozenset(),
    stops: Seat | None = None,
    sides: int | None = None,
) -> bool:
    """Return whether all legal ways to play are proved to give each seat (or side) the same tricks and marked cards.

    Cached: a caller can run the first search in a block padded to a constant time; later calls then return at once.
    """
    search = Endgame(trump=trump, marked=marked, stops=stops, sides=sides)
    return search.outcome(hands, leader, broken=broken) is not None
