"""Claims: plays with which the seat on lead takes all remaining tricks, for any distribution of the other cards.

The proof uses only what the seat may know, so that the offer of a claim does not leak hidden cards. Each game decides
whether its scoring allows a claim.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Phase, Seat, SeatView
from games.engine.tricks import PLAY, Plays, Ranking, followers, plays_of

#: Minimum number of cards for a claim: a claim of one card would only be its play.
LEAST: Final = 2


@dataclass(frozen=True, kw_only=True)
class Rest:
    """What the seat on lead may know about the rest of a hand, between two tricks.

    `unseen` are the cards that may be in another hand, `plays` all plays of the hand so far. `first_suit` is
    the suit to follow in the hand's first trick if a rule fixes that suit regardless of the card led.
    """

    seat: Seat
    seats: int
    hand: tuple[Card, ...]
    unseen: frozenset[Card]
    plays: Plays
    ranking: Ranking
    may_lead_trumps: bool = True
    first_suit: Suit | None = None


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

    `trick` is the open trick; `out` are unplayed cards that are known to be in no hand.
    """
    if view.seat is None or view.phase is not Phase.PLAY or trick or view.waits_for != {view.seat}:
        return ()
    hand, plays = view.hand or (), plays_of(view.actions)
    known = {*hand, *(one for _, one in plays)}
    rest = Rest(
        seat=view.seat,
        seats=seats,
        hand=hand,
        unseen=frozenset(one for one in pack if one not in known and one not in out),
        plays=plays,
        ranking=ranking,
        may_lead_trumps=may_lead_trumps,
        first_suit=first_suit,
    )
    return tuple(Action(PLAY, one.text) for one in claimed(rest))


def claimed(rest: Rest) -> tuple[Card, ...]:
    """Return the hand in the order of the leads if every card is proved to win, else ()."""
    if len(rest.hand) < LEAST:
        return ()
    ranking, led = rest.ranking, Counter[Suit | None]()
    others = _others(rest)
    order = _in_order(rest)
    for one in order:
        suit, strength = ranking.suit_of(one), ranking.strength(one)
        if suit is None or any(other.may_beat(suit, strength, trump=ranking.trump, led=led) for other in others):
            return ()
        led[suit] += 1
    return order


def _in_order(rest: Rest) -> tuple[Card, ...]:
    """Return the hand sorted for leading: trumps first, or last if they may not be led; best cards of a suit first."""
    ranking = rest.ranking

    def place(card: Card) -> tuple[bool, str, int]:
        suit = ranking.suit_of(card)
        return (suit is ranking.trump) is not rest.may_lead_trumps, str(suit), -ranking.strength(card)

    return tuple(sorted(rest.hand, key=place))


def _others(rest: Rest) -> list[_Other]:
    void = _voids(rest)
    others = []
    for seat in range(rest.seats):
        if seat != rest.seat:
            held = (one for one in rest.unseen if (seat, rest.ranking.suit_of(one)) not in void)
            others.append(_Other(held, rest.ranking))
    return others


def _voids(rest: Rest) -> set[tuple[Seat, Suit | None]]:
    """Return pairs of a seat and a suit that the seat has failed to follow."""
    every = followers(rest.plays, rest.ranking, seats=rest.seats, first_suit=rest.first_suit)
    return {(seat, led) for seat, one, led in every if rest.ranking.suit_of(one) is not led}
