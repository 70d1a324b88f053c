"""Claims: plays with which the seat on lead takes all remaining tricks, for any distribution of the other cards.

The proof uses only what the seat may know, so that the offer of a claim does not leak hidden cards. Each game decides
whether its scoring allows a claim.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Final

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Phase, SeatView
from games.engine.tricks import PLAY, Ranking, followers, plays_of

#: Minimum number of cards for a claim: with one card left, a claim would be the same as playing it.
LEAST: Final = 2


class _Other:
    """Upper bounds on another seat's hand, by suit: the number of cards, and the strength of the best one."""

    def __init__(self, cards: Iterable[Card], ranking: Ranking) -> None:
        self.count: Counter[Suit | None] = Counter()
        self.best: dict[Suit | None, int] = {}
        for one in cards:
            suit, strength = ranking.suit_of(one), ranking.strength(one)
            self.count[suit] += 1
            self.best[suit] = max(strength, self.best.get(suit, strength))

    def may_beat(self, suit: Suit, strength: int, *, trump: Suit | None, led: Counter[Suit | None]) -> bool:
        """Return whether a lead of this suit and strength may lose to this seat.

        `led` counts the claim's earlier leads by suit; this seat has followed each while it had cards of the suit.
        Assumes the worst: this seat played its low cards first, and may be void in any side suit.
        """
        if self.count[suit] > led[suit] and self.best[suit] > strength:
            return True
        return suit is not trump and trump is not None and self.count[trump] > led[trump]


def claim_of(
    view: SeatView,
    trick: Sequence[object],
    *,
    seats: int,
    pack: Sequence[Card],
    ranking: Ranking,
    out: Container[Card | None] = (),
    may_lead_trumps: bool = True,
    first_suit: Suit | None = None,
) -> tuple[Action, ...]:
    """Return the plays that are proved to take the rest, in order. Empty without a proof or if the seat is not on lead.

    `trick` is the open trick; `out` are unplayed cards that are known to be in no hand. `first_suit` is the suit to
    follow in the hand's first trick if a rule fixes that suit regardless of the card led.
    """
    if view.seat is None or view.phase is not Phase.PLAY or trick or view.waits_for != {view.seat}:
        return ()
    hand, plays = view.hand or (), plays_of(view.actions)
    if len(hand) < LEAST:
        return ()
    known = {*hand, *(one for _, one in plays)}
    unseen = [one for one in pack if one not in known and one not in out]
    every = followers(plays, ranking, seats=seats, first_suit=first_suit)
    void = {(seat, led) for seat, one, led in every if ranking.suit_of(one) is not led}
    others = [
        _Other((one for one in unseen if (seat, ranking.suit_of(one)) not in void), ranking)
        for seat in range(seats)
        if seat != view.seat
    ]
    order, led = _in_order(hand, ranking, may_lead_trumps), Counter[Suit | None]()
    for one in order:
        suit, strength = ranking.suit_of(one), ranking.strength(one)
        if suit is None or any(other.may_beat(suit, strength, trump=ranking.trump, led=led) for other in others):
            return ()
        led[suit] += 1
    return tuple(Action(PLAY, one.text) for one in order)


def _in_order(hand: Sequence[Card], ranking: Ranking, may_lead_trumps: bool) -> list[Card]:
    """Return the hand sorted for leading: trumps first, or last if they may not be led; best cards of a suit first."""

    def place(card: Card) -> tuple[bool, str, int]:
        suit = ranking.suit_of(card)
        return (suit is ranking.trump) is not may_lead_trumps, str(suit), -ranking.strength(card)

    return sorted(hand, key=place)
