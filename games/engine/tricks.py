"""Following suit and winning tricks, for any number of seats. Independent of any game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, TypeVar

from games.engine.cards import Card, Suit
from games.engine.state import Event, Played, Seat, SeatAction, State, Step, replace, without

T = TypeVar("T", bound="TrickState")
PLAY: Final = "play"
#: Seats and cards in order of play.
Plays: TypeAlias = tuple[tuple[Seat, Card], ...]


class Ranking(Protocol):
    """How cards rank in one hand: the suit to which each card belongs, and its strength within that suit."""

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None."""

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
        """The seat to play, clockwise from the leader."""
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
    def on_table(self) -> tuple[tuple[Seat, Card], ...]:
        """The open trick as pairs of seat and card."""
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
