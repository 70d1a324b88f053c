"""Values derived from a seat's view, for all games; and cards as numbers.

A card's number is its index in `WHOLE_PACK`. Cards as bits are a whole number in which bit n is the card of number n.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import ClassVar, Final, Generic, Self, TypeVar

from games.bots.base import ImpossibleView
from games.engine.cards import BY_TEXT, PACK, Card
from games.engine.state import Seat, SeatView
from games.engine.tricks import Plays, Ranking, plays_of, winning_place

V = TypeVar("V", bound=SeatView)
WHOLE_PACK: Final = tuple(BY_TEXT.values())
#: The number of each card: 13 * suit + rank, suits C D H S, ranks from 0 for a two; big joker 52, little joker 53.
IN_PACK: Final = {one: number for number, one in enumerate(WHOLE_PACK)}


@dataclass(frozen=True)
class Look(Generic[V]):
    """A seat's view, and values derived from it."""

    view: V
    seat: Seat

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's cards; raises ImpossibleView if the view shows none."""
        if self.view.hand is None:
            raise ImpossibleView("the view shows no cards")
        return self.view.hand

    @cached_property
    def legal(self) -> tuple[Card, ...]:
        offered = (getattr(one, "card", None) for one in self.view.legal)
        return tuple(one for one in offered if one is not None)


class TrickLook(Look[V]):
    """A seat's view of a game with tricks. Games override `seats`, `pack` and `put_away`."""

    seats: ClassVar[int] = 4

    @property
    def pack(self) -> Sequence[Card]:
        """All cards of the game, in a fixed order."""
        return PACK

    @property
    def put_away(self) -> tuple[Card, ...]:
        """The unplayed cards that this seat knows to be in no hand, such as its own discard."""
        return ()

    @cached_property
    def plays(self) -> Plays:
        return plays_of(self.view.actions)

    @cached_property
    def tricks(self) -> tuple[Plays, ...]:
        whole = len(self.plays) // self.seats * self.seats
        return tuple(self.plays[start : start + self.seats] for start in range(0, whole, self.seats))

    @cached_property
    def trick(self) -> Plays:
        return self.plays[len(self.tricks) * self.seats :]

    @property
    def lying(self) -> tuple[Card, ...]:
        return tuple(one for _, one in self.trick)

    @property
    def left(self) -> int:
        """The number of tricks not yet won, the unfinished one included. Valid only during the play."""
        return len(self.hand) + any(who == self.seat for who, _ in self.trick)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the pack neither held by this seat nor put away nor played, in the order of the pack."""
        known = {*self.hand, *self.put_away, *(one for _, one in self.plays)}
        return tuple(one for one in self.pack if one not in known)

    def played_by(self, seat: Seat) -> tuple[Card, ...]:
        return tuple(one for who, one in self.plays if who == seat)

    def checked(self, most: int) -> Self:
        """Return self; raise ImpossibleView if a card occurs twice, or held and played cards are more than `most`."""
        hand = self.view.hand or ()
        known = (*hand, *self.put_away, *(one for _, one in self.plays))
        if len(set(known)) < len(known):
            raise ImpossibleView("a card is in two places")
        if len(hand) + len(self.played_by(self.seat)) > most:
            raise ImpossibleView("more cards than a hand has")
        return self


def seat_view(view: SeatView, kind: type[V]) -> tuple[V, Seat]:
    """Return the view as type `kind`, and its seat.

    Raise ImpossibleView for a view of another game, of a spectator, or without a legal action.
    """
    if not isinstance(view, kind) or view.seat is None:
        raise ImpossibleView(f"not a seat's {kind.__name__}")
    if not view.legal:
        raise ImpossibleView("the seat has no legal action")
    return view, view.seat


def winner_of(trick: Plays, ranking: Ranking) -> Seat:
    return trick[winning_place([one for _, one in trick], ranking)][0]


def chance_of_none(pool: int, held: int, wanted: int) -> float:
    """Return the chance that `held` cards drawn from `pool` cards include none of `wanted` given cards."""
    if wanted > pool - held:
        return 0.0
    return comb(pool - wanted, held) / comb(pool, held)


def pack_bits(cards: Iterable[Card]) -> int:
    return sum(1 << IN_PACK[one] for one in cards)


def pack_cards(held: int) -> tuple[Card, ...]:
    """Return the cards whose bits are set, in the order of the pack."""
    found = []
    while held:
        found.append(WHOLE_PACK[(held & -held).bit_length() - 1])
        held &= held - 1
    return tuple(found)
