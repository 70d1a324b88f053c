"""A seat's knowledge in Two-Man Spades, derived from its view: bids, discards, cards that the other seat may hold."""

from collections.abc import Iterator
from functools import cached_property

from games.bots.base import ImpossibleView
from games.bots.knowledge import TrickLook, chance_of_none, seat_view, winner_of
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatView
from games.engine.tricks import Plays, winning_place
from games.twoman.rules import DISCARD, HAND_SIZE, RANKING, TwoManPublicTable, TwoManView
from games.twoman.score import BAG_CARDS, Standing, bags_lost


class Knowledge(TrickLook[TwoManView]):
    seats = 2

    @property
    def other(self) -> Seat:
        return 1 - self.seat

    @property
    def table(self) -> TwoManPublicTable:
        return self.view.table

    @property
    def led(self) -> Card | None:
        return self.lying[0] if self.lying else None

    @property
    def pile(self) -> tuple[Card, Card]:
        """Both discards; raises ImpossibleView while one of them is hidden."""
        one, other = self.table.discards
        if one is None or other is None:
            raise ImpossibleView("a bid or play is due while a discard is hidden")
        return one, other

    @property
    def standings(self) -> tuple[Standing, Standing]:
        """The standings by seat before the hand."""
        base, bags = self.table.base, self.table.bags
        return Standing(base[0], bags[0]), Standing(base[1], bags[1])

    def bid(self, seat: Seat) -> int:
        """Return the seat's bid; raise ImpossibleView while the seat has not bid."""
        bid = self.table.bids[seat]
        if bid is None:
            raise ImpossibleView("cards are played before both bids are made")
        return bid

    def need(self, seat: Seat) -> int:
        """Return the number of tricks that the seat still needs for its bid; 0 or less for a made bid or a nil."""
        return self.bid(seat) - self.table.tricks[seat]

    def keeps_nil(self, seat: Seat) -> bool:
        """Return whether the seat bid nil, blind or not, and has taken no trick."""
        return self.table.bids[seat] == 0 and self.table.tricks[seat] == 0

    @property
    def put_away(self) -> tuple[Card, ...]:
        discards = (action.card for _, action in self.view.actions if action.verb == DISCARD)
        return tuple(one for one in discards if one is not None)

    @cached_property
    def voids(self) -> frozenset[Suit]:
        """The suits in which the other seat is void, as its plays prove."""
        return frozenset(_voids_of(self.plays, self.other))

    @cached_property
    def pool(self) -> tuple[Card, ...]:
        """The unseen cards that the other seat may hold."""
        return tuple(one for one in self.unseen if one.suit not in self.voids)

    def in_play(self, seat: Seat) -> int:
        """Return the number of cards that the seat holds or has played: eleven, or ten once it has discarded."""
        return HAND_SIZE - any(who == seat and action.verb == DISCARD for who, action in self.view.actions)

    @cached_property
    def held(self) -> int:
        """The number of cards in the other hand."""
        return min(self.in_play(self.other) - len(self.played_by(self.other)), len(self.pool))

    @cached_property
    def bags_lost(self) -> tuple[int, int]:
        """The bags taken off by bag cards won in tricks, by seat; the pile is left out."""
        lost = [0, 0]
        for trick in self.tricks:
            lost[winner_of(trick, RANKING)] += bags_lost([one for _, one in trick])
        return lost[0], lost[1]

    def none_of(self, wanted: int) -> float:
        """Return the chance that the other seat holds none of certain cards of the pool; `wanted` is their number."""
        return chance_of_none(len(self.pool), self.held, wanted)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the knowledge of a seat; raise ImpossibleView if its view contradicts itself."""
    knowledge = Knowledge(*seat_view(view, TwoManView))
    return knowledge.checked(knowledge.in_play(knowledge.seat))


def _voids_of(plays: Plays, seat: Seat) -> Iterator[Suit]:
    """Yield the suits that `seat` did not follow, and all side suits if it led a spade before spades were broken."""
    broken = False
    for place, (who, one) in enumerate(plays):
        led = plays[place - place % 2][1]
        if who == seat and one is not led and one.suit is not led.suit and led.suit is not None:
            yield led.suit
        if who == seat and one is led and one.suit is Suit.SPADES and not broken:
            yield from (suit for suit in Suit if suit is not Suit.SPADES)
        broken = broken or one.suit is Suit.SPADES


def beats(card: Card, led: Card) -> bool:
    """Return whether `card`, played to `led`, wins the trick."""
    return winning_place((led, card), RANKING) == 1


def is_bag_card(card: Card) -> bool:
    return card in BAG_CARDS
