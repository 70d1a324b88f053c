"""Claiming the rest of a hand: the plays with which the seat to lead takes every trick, whatever the others hold.

Works from what that seat may know, so an offer tells nothing of anybody's cards. Knows suits, strength and trumps; what
a trick is worth is each game's own.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Phase, Seat, SeatView
from games.engine.tricks import PLAY, Plays, Ranking, followers, plays_of

#: With fewer cards than these there is nothing to claim: the last one is simply played.
LEAST: Final = 2


@dataclass(frozen=True, kw_only=True)
class Rest:
    """The rest of a hand as the seat that is to lead may know it; no card lies on the table.

    `unseen` is every card that may be in another hand, `plays` are all of the hand so far. `first_suit` is the suit of
    the first trick where a rule names it, whatever was led.
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
    """What another seat may hold at most: how many cards of each suit, and its best one."""

    def __init__(self, cards: Iterable[Card], ranking: Ranking) -> None:
        self.count: Counter[Suit | None] = Counter()
        self.best: dict[Suit | None, int] = {}
        for one in cards:
            suit, strength = ranking.suit_of(one), ranking.strength(one)
            self.count[suit] += 1
            self.best[suit] = max(strength, self.best.get(suit, strength))

    def may_beat(self, suit: Suit, strength: int, *, trump: Suit | None, led: Counter[Suit | None]) -> bool:
        """Whether a card of `suit` may lose to this seat after so many leads of each suit.

        Each lead of a suit has taken a card of it from the seat, unless it had none left. The seat throws its low
        cards first, and may be void in any suit that is not trumps.
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
    """The plays, in order, that are proved to take the rest; none where it is not that seat's lead.

    `trick` is what lies on the table, `out` are cards that the seat knows to be in no hand, beside those played.
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
    """The whole hand in the order in which it is led, if every card is proved to win its trick; else nothing."""
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
    """Trumps first, for each draws a trump from every hand, or last where they may not be led; each suit from above."""
    ranking = rest.ranking

    def place(one: Card) -> tuple[bool, str, int]:
        suit = ranking.suit_of(one)
        return (suit is ranking.trump) is not rest.may_lead_trumps, str(suit), -ranking.strength(one)

    return tuple(sorted(rest.hand, key=place))


def _others(rest: Rest) -> list[_Other]:
    void = _voids(rest)
    found = []
    for seat in range(rest.seats):
        if seat != rest.seat:
            held = (one for one in rest.unseen if (seat, rest.ranking.suit_of(one)) not in void)
            found.append(_Other(held, rest.ranking))
    return found


def _voids(rest: Rest) -> set[tuple[Seat, Suit | None]]:
    """The suits that seats have shown not to hold: they did not follow when they were led."""
    every = followers(rest.plays, rest.ranking, seats=rest.seats, first_suit=rest.first_suit)
    return {(seat, led) for seat, one, led in every if rest.ranking.suit_of(one) is not led}
