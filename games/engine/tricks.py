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
    """How cards rank in one deal: the suit that each belongs to, and its strength within that suit."""

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None."""

    def suit_of(self, card: Card) -> Suit | None:
        """Return the card's suit; None for a card that follows no suit and wins nothing."""

    def strength(self, card: Card) -> int:
        """Return the strength within the suit; no two cards of a suit have the same."""


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
    """The state of a game with tricks. `leader` leads the open trick; `trick` are its cards in order of play."""

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
        """The suit to follow in the open trick; None if no card with a suit has been led."""
        return suit_led(self.trick, self.ranking)

    @property
    def winner(self) -> Seat:
        """The seat that wins the open trick so far; there must be a card in it."""
        return clockwise(self.leader, len(self.hands), winning_place(self.trick, self.ranking, led=self.led))

    @property
    def on_table(self) -> tuple[tuple[Seat, Card], ...]:
        """The open trick as pairs of seat and card."""
        return tuple((clockwise(self.leader, len(self.hands), place), one) for place, one in enumerate(self.trick))


def plays_of(actions: Iterable[SeatAction]) -> Plays:
    """Return the plays of a single card, in order; plays of several cards (Card Duel) are left out."""
    return tuple((seat, one) for seat, action in actions if action.verb == PLAY and (one := action.card) is not None)


def lay(state: T, seat: Seat, card: Card, *, number: int, take: Callable[[T, tuple[Event, ...]], Step]) -> Step:
    """Play a card to trick `number` (from 1). If it completes the trick, return `take(state, events)`."""
    played = Played(seat, card, number, len(state.trick))
    after = replace(state, hands=without(state.hands, seat, (card,)), trick=(*state.trick, card))
    return take(after, (played,)) if len(after.trick) == len(after.hands) else Step(after, (played,))


def following(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards that may be played to `led`: that suit if held, else all."""
    suited = tuple(one for one in hand if one.suit is led)
    return suited or tuple(hand)


def leading(hand: Sequence[Card], trump: Suit | None, *, broken: bool) -> tuple[Card, ...]:
    """Return the cards that may be led: trumps only if they are broken or nothing else is held."""
    if broken:
        return tuple(hand)
    return tuple(one for one in hand if one.suit is not trump) or tuple(hand)


def suit_led(trick: Iterable[Card], ranking: Ranking) -> Suit | None:
    """Return the suit to follow: that of the first card that has a suit; None without such a card."""
    return next((suit for one in trick if (suit := ranking.suit_of(one)) is not None), None)


def followers(
    plays: Iterable[tuple[Seat, Card]], ranking: Ranking, *, seats: int, first_suit: Suit | None = None
) -> Iterator[tuple[Seat, Card, Suit]]:
    """Yield seat, card and suit led of every card played after a lead, whether or not it followed suit.

    `first_suit` is the suit to follow in the first trick if a rule fixes it; then the leader's card is yielded, too.
    """
    led: Suit | None = None
    for number, (seat, one) in enumerate(plays):
        if number % seats == 0:
            led = first_suit if number == 0 else None
        if led is None:
            led = ranking.suit_of(one)  # after a card without a suit the next card sets the suit
        else:
            yield seat, one, led


def power(card: Card, led: Suit | None, ranking: Ranking) -> tuple[int, int]:
    """Return a card's power in a trick: its class and its strength.

    The class is 2 for a trump, 1 for a card of the suit led, and 0 for any other card, which cannot win.
    """
    suit = ranking.suit_of(card)
    if suit is None:
        return 0, 0
    return 2 if suit is ranking.trump else 1 if suit is led else 0, ranking.strength(card)


def winning_place(trick: Sequence[Card], ranking: Ranking, *, led: Suit | None = None) -> int:
    """Return the index of the winning card: the highest trump, else the highest card of the suit led.

    The first card wins if no card has a suit. `led` overrides the suit to follow, by default that of the first card.
    """
    suit = led or suit_led(trick, ranking)
    return max(range(len(trick)), key=lambda place: power(trick[place], suit, ranking))


def beating(held: Sequence[Card], trick: Sequence[Card], ranking: Ranking) -> tuple[Card, ...]:
    """Return the cards of `held` that would win the trick so far."""
    return tuple(one for one in held if winning_place((*trick, one), ranking) == len(trick))


def clockwise(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """Return the seat `steps` places on, clockwise; negative steps go back."""
    return (seat + steps) % seats


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """Return the seat `steps` places on, clockwise, at a table of four."""
    return clockwise(seat, 4, steps)
