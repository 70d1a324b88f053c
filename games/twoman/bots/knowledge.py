"""What a seat of Two-Man Spades makes of its view: needs and piles for all levels, counts for medium."""

from collections.abc import Iterator
from functools import cached_property

from games.bots.base import ImpossibleView, Look, chance_of_none, seat_view, seen, unseen
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatView
from games.engine.tricks import plays_of, winning_place
from games.twoman.score import BAG_CARDS, bags_lost
from games.twoman.state import DISCARD, HAND_SIZE, PLAY, RANKING, TRICKS, TwoManTable, TwoManView


class Knowledge(Look[TwoManView]):
    """What follows from a seat's view of Two-Man Spades."""

    @property
    def other(self) -> Seat:
        return 1 - self.seat

    @property
    def table(self) -> TwoManTable:
        return self.view.table

    @property
    def led(self) -> Card | None:
        return self.table.trick[0] if self.table.trick else None

    @property
    def left(self) -> int:
        """Tricks not yet won, the one on the table included."""
        return TRICKS - sum(self.table.tricks)

    @property
    def pile(self) -> tuple[Card, Card]:
        """Both discards; ImpossibleView while the pile is closed."""
        one, other = self.table.discards
        if one is None or other is None:
            raise ImpossibleView("bids and plays come after both discards")
        return one, other

    def bid(self, seat: Seat) -> int:
        """The bid of a seat; ImpossibleView while it has none."""
        bid = self.table.bids[seat]
        if bid is None:
            raise ImpossibleView("cards are played before both bids are made")
        return bid

    def need(self, seat: Seat) -> int:
        """Tricks the seat still wants for its bid; zero or less once it is made."""
        return self.bid(seat) - self.table.tricks[seat]

    def keeps_nil(self, seat: Seat) -> bool:
        """Whether the seat bid nil, blind or not, and has taken no trick yet."""
        return self.table.bids[seat] == 0 and self.table.tricks[seat] == 0

    # -- counted cards -----------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        return unseen(self.view)

    @cached_property
    def voids(self) -> frozenset[Suit]:
        """The suits the other seat has shown not to hold."""
        return frozenset(voids_of(self.view, self.other))

    @cached_property
    def pool(self) -> tuple[Card, ...]:
        """The unseen cards the other seat may hold."""
        return tuple(one for one in self.unseen if one.suit not in self.voids)

    @cached_property
    def held(self) -> int:
        """How many cards the other seat holds."""
        made = sum(1 for seat, action in self.view.actions if seat == self.other and action.verb == PLAY)
        discarded = any(seat == self.other and action.verb == DISCARD for seat, action in self.view.actions)
        return min(HAND_SIZE - discarded - made, len(self.pool))

    @cached_property
    def bags_lost(self) -> tuple[int, int]:
        """How many bags each seat's bag cards have taken off so far, those of the pile aside."""
        lost = [0, 0]
        for winner, trick in finished_tricks(self.view):
            lost[winner] += bags_lost(trick)
        return lost[0], lost[1]

    def none_of(self, wanted: int) -> float:
        """How likely the other seat holds none of `wanted` cards of its pool."""
        return chance_of_none(len(self.pool), self.held, wanted)


def knowledge_of(view: SeatView) -> Knowledge:
    """The view as this game's own, once it is known to be possible."""
    own, seat = seat_view(view, TwoManView)
    placed = [action for who, action in view.actions if who == seat and action.card is not None]
    seen(view)
    if view.hand is not None and len(view.hand) + len(placed) > HAND_SIZE:
        raise ImpossibleView("more cards than a hand has")
    return Knowledge(own, seat)


def voids_of(view: TwoManView, seat: Seat) -> Iterator[Suit]:
    """Where `seat` did not follow; and all but spades where it led one that had to be forced (T4)."""
    plays = plays_of(view.actions)
    broken = False
    for place, (who, one) in enumerate(plays):
        led = plays[place - place % 2][1]
        if who == seat and one is not led and one.suit is not led.suit and led.suit is not None:
            yield led.suit
        if who == seat and one is led and one.suit is Suit.SPADES and not broken:
            yield from (suit for suit in Suit if suit is not Suit.SPADES)
        broken = broken or one.suit is Suit.SPADES


def finished_tricks(view: TwoManView) -> Iterator[tuple[Seat, tuple[Card, Card]]]:
    """The winner and the cards of each full trick."""
    plays = plays_of(view.actions)
    for (leader, led), (follower, answer) in zip(plays[::2], plays[1::2], strict=False):
        yield (follower if beats(answer, led) else leader), (led, answer)


def beats(one: Card, led: Card) -> bool:
    """Whether `one`, played to `led`, wins the trick."""
    return winning_place((led, one), RANKING) == 1


def is_bag_card(one: Card) -> bool:
    return one in BAG_CARDS
