"""Why a card: what it does to the trick that lies there, for every game of tricks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from games.bidwhist import play as bidwhist_play
from games.bidwhist.state import BidWhistView
from games.bidwhist.words import contract_in
from games.engine import tricks
from games.engine.actions import Action
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Suit
from games.engine.state import Seat
from games.registry import ruleset
from games.snapshot import Seen
from games.spades.score import BLIND
from games.spades.state import SpadesView
from games.spades.tricks import tricks_owed
from games.twoman.state import TwoManView

#: The place of the winning card among cards in the order they were played.
Winning = Callable[[tuple[Card, ...]], int]
JOKERS: Final = (BIG_JOKER, LITTLE_JOKER)


@dataclass(frozen=True, slots=True)
class _Trick:
    """The trick as it lies, and what the seat may play to it. `needs` are tricks still to win, None where unbid."""

    plays: tuple[tuple[Seat, Card], ...]
    may: tuple[Card, ...]
    winning: Winning
    partner: Seat | None
    seats: int
    is_nil: bool
    needs: int | None
    is_partner_nil: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(one for _seat, one in self.plays)

    def takes(self, one: Card) -> bool:
        return self.winning((*self.cards, one)) == len(self.plays)

    @property
    def is_partners(self) -> bool:
        return bool(self.plays) and self.plays[self.winning(self.cards)][0] == self.partner


def reason(seen: Seen, one: Card) -> str:
    """A sentence about that card, which the seat may play now."""
    trick = _trick(seen)
    if len(trick.may) == 1:
        return _("It is the only card that may be played.")
    if not trick.plays:
        return _lead(seen, trick, one)
    return _take(trick, one) if trick.takes(one) else _leave(trick)


def _lead(seen: Seen, trick: _Trick, one: Card) -> str:
    if trick.is_nil:
        return _("It is low and likely to be beaten, and nil needs that.")
    rivals = [other for other in _unseen(seen) if other.suit in (one.suit, None)]
    if not any(trick.winning((one, other)) == 1 for other in rivals):
        return _("Nothing that is still out beats it in its suit.")
    lower = [other for other in trick.may if other.suit is one.suit and trick.winning((other, one)) == 1]
    if not lower:
        return _("A low lead keeps the higher cards for later.")
    return _("Of the cards that may be led it risks the least for what it can win.")


def _take(trick: _Trick, one: Card) -> str:
    if trick.is_nil:
        return _("No other card is better to stay under the trick with.")
    winners = [other for other in trick.may if trick.takes(other)]
    is_cheapest = not any(trick.winning((*trick.cards, other, one)) > len(trick.plays) for other in winners)
    if len(trick.plays) == trick.seats - 1:
        cheap, plain = _("It wins the trick, and no cheaper card would."), _("It wins the trick.")
        return cheap if is_cheapest and len(winners) > 1 else plain
    return _("It is ahead in this trick, and whoever wants it must play higher.")


def _leave(trick: _Trick) -> str:
    if trick.is_nil:
        return _("It stays under the trick, for the nil.")
    if trick.is_partners and not trick.is_partner_nil:
        return _("The partner is winning this trick, so no high card is needed.")
    if trick.is_partners and not any(trick.takes(other) for other in trick.may):
        return _("Your partner’s nil is ahead, and no card that may be played can help it.")
    if not any(trick.takes(other) for other in trick.may):
        return _("No card that may be played wins this trick, so the least useful one goes.")
    if trick.needs is not None and trick.needs <= 0:
        return _("The bid is made, and another trick would be a bag.")
    return _("The cards that would win this trick are worth more later.")


def _unseen(seen: Seen) -> Sequence[Card]:
    gone = {action.card for _seat, action in seen.view.actions if action.verb == "play"}
    jokers = JOKERS if seen.view.options.get("jokers") else ()
    return [one for one in (*PACK, *jokers) if one not in gone and one not in (seen.view.hand or ())]


def _trick(seen: Seen) -> _Trick:
    view = seen.view
    may = tuple(one for offer in view.legal if isinstance(offer, Action) and (one := offer.card) is not None)
    match view:
        case TwoManView():
            own, bids = view.table.tricks[seen.seat], view.table.bids
            plays = tuple((1 - seen.seat, one) for one in view.table.trick)
            return _Trick(plays, may, _of_spades, None, 2, bids[seen.seat] == 0, _needs(bids[seen.seat], own))
        case SpadesView():
            bid, partner = view.table.bids[seen.seat], _partner(seen)
            needs = _needs_together(view, seen.seat, partner)
            is_partner_nil = partner is not None and view.table.bids[partner] in (0, BLIND)
            return _Trick(view.table.trick, may, _of_spades, partner, 4, bid in (0, BLIND), needs, is_partner_nil)
        case BidWhistView():
            contract = contract_in(view)
            winning = partial(bidwhist_play.winning_place, contract) if contract is not None else _of_spades
            return _Trick(view.table.trick, may, winning, _partner(seen), 4, is_nil=False, needs=None)
    raise TypeError(f"no tricks are played in {seen.key}")


def _of_spades(cards: tuple[Card, ...]) -> int:
    return tricks.winning_place(cards, Suit.SPADES)


def _partner(seen: Seen) -> Seat | None:
    sides = ruleset(seen.key)
    own = sides.side(seen.view.options, seen.seat)
    others = (seat for seat in range(sides.seats) if seat != seen.seat)
    return next((seat for seat in others if sides.side(seen.view.options, seat) == own), None)


def _needs(bid: int | None, won: int) -> int | None:
    return None if bid is None else bid - won


def _needs_together(view: SpadesView, seat: Seat, partner: Seat | None) -> int | None:
    """Tricks the side still has to win; None while a bid of it is not known."""
    side = [one for one in (seat, partner) if one is not None]
    return None if any(view.table.bids[one] is None for one in side) else tricks_owed(view, side)
