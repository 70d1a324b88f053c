"""Following suit and winning tricks, for any number of seats; no game's name is in here."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, TypeVar

from games.engine.cards import Card, Suit
from games.engine.state import Event, Played, Said, Seat, State, Step, replace, without

T = TypeVar("T", bound="TrickState")
PLAY: Final = "play"
#: Cards in the order in which they were played, by whom.
Plays: TypeAlias = tuple[tuple[Seat, Card], ...]


class Ranking(Protocol):
    """Which suit a card follows in this hand (None: it follows none and wins nothing), and how high it stands there."""

    @property
    def trump(self) -> Suit | None:
        """None where nothing is trumps."""

    def suit_of(self, one: Card) -> Suit | None:
        """The suit it follows, None for none."""

    def strength(self, one: Card) -> int:
        """Higher beats lower within a suit; no two cards of a suit are equal."""


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """Every card in its own suit, the ace high."""

    trump: Suit | None

    def suit_of(self, one: Card) -> Suit | None:
        return one.suit

    def strength(self, one: Card) -> int:
        return one.height


@dataclass(frozen=True, kw_only=True)
class TrickState(State):
    """Of a game of tricks: `leader` leads the open trick, `trick` are its cards in the order of play."""

    leader: Seat = 0
    trick: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat:
        """Whose turn it is to play: clockwise from the leader."""
        return clockwise(self.leader, len(self.hands), len(self.trick))

    @property
    def ranking(self) -> Ranking:
        """How the cards of this hand stand to one another; without trumps where a game says nothing."""
        return AsPrinted(None)

    @property
    def led(self) -> Suit | None:
        """The suit that the open trick asks for; None for a lead, and where no card of a suit has been led."""
        return suit_led(self.trick, self.ranking)

    @property
    def winner(self) -> Seat:
        """Who wins the open trick as it lies; there has to be a card in it."""
        return clockwise(self.leader, len(self.hands), winning_place(self.trick, self.ranking, led=self.led))

    @property
    def on_table(self) -> tuple[tuple[Seat, Card], ...]:
        """The open trick with the seat of each card."""
        return tuple((clockwise(self.leader, len(self.hands), place), one) for place, one in enumerate(self.trick))


def plays_of(actions: Iterable[Said]) -> Plays:
    """The cards played in a hand; a stack of cards is none."""
    return tuple((seat, one) for seat, action in actions if action.verb == PLAY and (one := action.card) is not None)


def lay(state: T, seat: Seat, one: Card, *, number: int, take: Callable[[T, tuple[Event, ...]], Step]) -> Step:
    """The card goes from its hand into trick `number` (from 1); the full trick is given to `take`."""
    played = Played(seat, one, number, len(state.trick))
    after = replace(state, hands=without(state.hands, seat, (one,)), trick=(*state.trick, one))
    return take(after, (played,)) if len(after.trick) == len(after.hands) else Step(after, (played,))


def following(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """The cards of `hand` that may be played to `led`: that suit if held, else all."""
    suited = tuple(one for one in hand if one.suit is led)
    return suited or tuple(hand)


def leading(hand: Sequence[Card], trump: Suit | None, *, broken: bool) -> tuple[Card, ...]:
    """The cards that may be led: a trump only once trumps are broken or when nothing else is held."""
    if broken:
        return tuple(hand)
    return tuple(one for one in hand if one.suit is not trump) or tuple(hand)


def suit_led(trick: Iterable[Card], ranking: Ranking) -> Suit | None:
    """The suit to follow: that of the first card which has one."""
    return next((suit for one in trick if (suit := ranking.suit_of(one)) is not None), None)


def followers(
    plays: Iterable[tuple[Seat, Card]], ranking: Ranking, *, seats: int, first_suit: Suit | None = None
) -> Iterator[tuple[Seat, Card, Suit]]:
    """The cards that were laid to a suit led, each with that suit, whether or not they followed it.

    `first_suit` is the suit of the first trick where a rule names it, whatever was led.
    """
    led: Suit | None = None
    for number, (seat, one) in enumerate(plays):
        if number % seats == 0:
            led = first_suit if number == 0 else None
        if led is None:
            led = ranking.suit_of(one)  # a card without a suit leaves it to the next
        else:
            yield seat, one, led


def power(one: Card, led: Suit | None, ranking: Ranking) -> tuple[int, int]:
    """How high a card stands in a trick of the suit `led`: 2 as a trump, 1 as one that follows, 0 as any other, which
    wins nothing, and then its strength.
    """
    suit = ranking.suit_of(one)
    if suit is None:
        return 0, 0
    return 2 if suit is ranking.trump else 1 if suit is led else 0, ranking.strength(one)


def winning_place(trick: Sequence[Card], ranking: Ranking, *, led: Suit | None = None) -> int:
    """The place (from 0) of the winning card: the highest trump, else the highest of the suit led; the first where all
    are without a suit.

    `led` is for a trick whose suit is another one than that of its first card.
    """
    suit = led or suit_led(trick, ranking)
    return max(range(len(trick)), key=lambda place: power(trick[place], suit, ranking))


def beating(held: Sequence[Card], trick: Sequence[Card], ranking: Ranking) -> tuple[Card, ...]:
    """Those of `held` that would win the trick as it lies."""
    return tuple(one for one in held if winning_place((*trick, one), ranking) == len(trick))


def clockwise(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat so many steps on, of a table of `seats`; negative steps go back."""
    return (seat + steps) % seats


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    """Clockwise at a table of four."""
    return clockwise(seat, 4, steps)
