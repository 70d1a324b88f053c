"""Following suit, winning tricks and claims, for any number of seats. Independent of any game.

A claim is the plays with which the seat on lead takes all remaining tricks, for any distribution of the other cards.
Its proof uses only what the seat may know, so that the offer of a claim leaks no hidden card. Each game decides
whether its scoring allows a claim.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, TypeVar

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Event, Phase, Played, Seat, SeatAction, SeatView, State, Step, replace, without

T = TypeVar("T", bound="TrickState")
PLAY: Final = "play"
#: Seats and cards in order of play.
Plays: TypeAlias = tuple[tuple[Seat, Card], ...]


class Ranking(Protocol):
    """How cards rank in one hand: the suit to which each card belongs, and its strength within that suit."""

    @property
    def trump(self) -> Suit | None:
        """The trump suit, if any."""

    def suit_of(self, card: Card) -> Suit | None:
        """Return the suit to which the card belongs; None for a joker in no trump."""

    def strength(self, card: Card) -> int:
        """Return the strength within the suit, different for all cards of a suit."""


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """The usual ranking: each card belongs to its printed suit, and the ace is high."""

    trump: Suit | None

    def suit_of(self, card: Card) -> Suit | None:
        return card.suit

    def strength(self, card: Card) -> int:
        return card.height


@dataclass(frozen=True, kw_only=True)
class TrickState(State):
    """The state of a game with tricks. `leader` leads the open trick; `trick` are the cards in it, in order of play."""

    leader: Seat = 0
    trick: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat:
        return clockwise(self.leader, len(self.hands), len(self.trick))

    @property
    def ranking(self) -> Ranking:
        """The ranking of this hand; without trumps by default."""
        return AsPrinted(None)

    @property
    def led(self) -> Suit | None:
        """The suit to follow in the open trick; None while no card in it has a suit."""
        return suit_led(self.trick, self.ranking)

    @property
    def winner(self) -> Seat:
        """The seat that is winning the open trick, which must not be empty."""
        return clockwise(self.leader, len(self.hands), winning_place(self.trick, self.ranking, led=self.led))

    @property
    def on_table(self) -> Plays:
        return tuple((clockwise(self.leader, len(self.hands), place), one) for place, one in enumerate(self.trick))


def plays_of(actions: Iterable[SeatAction]) -> Plays:
    """Return the plays of single cards, in order. Plays of several cards (Card Duel) are left out."""
    return tuple((seat, one) for seat, action in actions if action.verb == PLAY and (one := action.card) is not None)


def lay(state: T, seat: Seat, card: Card, *, number: int, take: Callable[[T, tuple[Event, ...]], Step]) -> Step:
    """Return the step of a card played to trick `number` (from 1). `take` makes it if the card completes the trick."""
    played = Played(seat, card, number, len(state.trick))
    after = replace(state, hands=without(state.hands, seat, (card,)), trick=(*state.trick, card))
    return take(after, (played,)) if len(after.trick) == len(after.hands) else Step(after, (played,))


def following(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards that may be played when suit `led` was led: that suit if it is held, else all."""
    suited = tuple(one for one in hand if one.suit is led)
    return suited or tuple(hand)


def leading(hand: Sequence[Card], trump: Suit | None, *, broken: bool) -> tuple[Card, ...]:
    """Return the cards that may be led. Trumps may be led if they are broken or nothing else is held."""
    if broken:
        return tuple(hand)
    return tuple(one for one in hand if one.suit is not trump) or tuple(hand)


def suit_led(trick: Iterable[Card], ranking: Ranking) -> Suit | None:
    """Return the suit to follow: that of the first card that has a suit, or None."""
    return next((suit for one in trick if (suit := ranking.suit_of(one)) is not None), None)


def followers(
    plays: Iterable[tuple[Seat, Card]], ranking: Ranking, *, seats: int, first_suit: Suit | None = None
) -> Iterator[tuple[Seat, Card, Suit]]:
    """Yield (seat, card, suit to follow) for every play that had a suit to follow, even if it did not follow.

    If a rule fixes the suit of the first trick, `first_suit` is that suit, and the leader's card is yielded, too.
    """
    led: Suit | None = None
    for number, (seat, one) in enumerate(plays):
        if number % seats == 0:
            led = first_suit if number == 0 else None
        if led is None:
            led = ranking.suit_of(one)  # None for a joker in no trump: the next card then sets the suit
        else:
            yield seat, one, led


def power(card: Card, led: Suit | None, ranking: Ranking) -> tuple[int, int]:
    """Return a card's power in a trick: its class and its strength within its suit.

    The class is 2 for a trump, 1 for a card of the suit led, and 0 for any other card.
    """
    suit = ranking.suit_of(card)
    if suit is None:
        return 0, 0
    return 2 if suit is ranking.trump else 1 if suit is led else 0, ranking.strength(card)


def winning_place(trick: Sequence[Card], ranking: Ranking, *, led: Suit | None = None) -> int:
    """Return the index of the winning card: the highest trump, else the highest card of the suit led.

    The first card wins if no card has a suit. `led` overrides the suit led, which is by default that of the first card
    with a suit.
    """
    suit = led or suit_led(trick, ranking)
    return max(range(len(trick)), key=lambda place: power(trick[place], suit, ranking))


def beating(held: Sequence[Card], trick: Sequence[Card], ranking: Ranking) -> tuple[Card, ...]:
    """Return the cards of `held` that beat all cards of the trick."""
    return tuple(one for one in held if winning_place((*trick, one), ranking) == len(trick))


def clockwise(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """Return the seat `steps` seats further clockwise; negative steps go back."""
    return (seat + steps) % seats


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """Return the seat `steps` seats further clockwise at a table of four."""
    return clockwise(seat, 4, steps)


# ---------- claims ----------
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
    """Return the plays that are proved to take the rest, in order.

    Empty without a proof, with one card left or if the seat is not on lead.

    `trick` is the open trick; `out` are unplayed cards that are known to be in no hand. `first_suit` is the suit to
    follow in the hand's first trick if a rule fixes that suit regardless of the card led.
    """
    if view.seat is None or view.phase is not Phase.PLAY or trick or view.waits_for != {view.seat}:
        return ()
    hand, plays = view.hand or (), plays_of(view.actions)
    if len(hand) < 2:  # with one card left, a claim would be the same as playing it
        return ()
    known = {*hand, *(one for _, one in plays)}
    unseen = [one for one in pack if one not in known and one not in out]
    every = followers(plays, ranking, seats=seats, first_suit=first_suit)
    void = {(seat, led) for seat, one, led in every if ranking.suit_of(one) is not led}
    others = [defaultdict[Suit | None, list[int]](list) for _ in range(seats - 1)]
    for seat, held in zip((seat for seat in range(seats) if seat != view.seat), others, strict=True):
        for one in unseen:
            if (seat, ranking.suit_of(one)) not in void:
                held[ranking.suit_of(one)].append(ranking.strength(one))
    order, led = _in_order(hand, ranking, may_lead_trumps), Counter[Suit | None]()
    for one in order:
        suit, strength = ranking.suit_of(one), ranking.strength(one)
        if suit is None or any(_may_beat(held, suit, strength, ranking.trump, led) for held in others):
            return ()
        led[suit] += 1
    return tuple(Action(PLAY, one.text) for one in order)


def _may_beat(
    held: Mapping[Suit | None, list[int]], suit: Suit, strength: int, trump: Suit | None, led: Counter[Suit | None]
) -> bool:
    """Return whether a lead of this suit and strength may lose to a seat that may hold cards of the strengths `held`.

    `led` counts the claim's earlier leads by suit; the seat has followed each while it had cards of the suit. Assumes
    the worst: the seat played its low cards first, and may be void in any side suit.
    """
    strengths = held.get(suit, ())
    if len(strengths) > led[suit] and max(strengths) > strength:
        return True
    return suit is not trump and trump is not None and len(held.get(trump, ())) > led[trump]


def _in_order(hand: Sequence[Card], ranking: Ranking, may_lead_trumps: bool) -> list[Card]:
    """Return the hand sorted for leading: trumps first, or last if they may not be led; best cards of a suit first."""

    def place(card: Card) -> tuple[bool, str, int]:
        suit = ranking.suit_of(card)
        return (suit is ranking.trump) is not may_lead_trumps, str(suit), -ranking.strength(card)

    return sorted(hand, key=place)
