"""The words of Spades: its variants, bids, misdeals, and the tricks of a hand told from its actions."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Card
from games.engine.options import Options
from games.engine.reading import cards_in
from games.engine.state import Said, Seat
from games.engine.tricks import Plays
from games.snapshot import Snapshot
from games.spades.bids import FEW_SPADES, LONG_SUIT, NO_FACE, misdeal_grounds
from games.spades.option_words import VARIANTS
from games.spades.options import terms
from games.spades.play import winning_seat
from games.spades.rules import Spades
from games.spades.score import BLIND, Bid
from games.spades.state import GIVE, PLAY, RETURN, SpadesView, partner
from games.viewmodel.kept import by_hand
from games.viewmodel.seats import Moment
from games.viewmodel.sides import Sides
from games.viewmodel.tricks import Trick, tricks_in

SIDES: Final = Sides(rules=Spades())
#: Why a hand may be declared a misdeal (S10).
GROUNDS: Final = {
    FEW_SPADES: gettext_lazy("one spade or none"),
    LONG_SUIT: gettext_lazy("seven or more cards of a suit"),
    NO_FACE: gettext_lazy("no jack, queen or king"),
}


def view_of(moment: Moment) -> SpadesView:
    return SpadesView.of(moment.view)


def tricks_of(actions: Sequence[Said], options: Options) -> tuple[Trick, ...]:
    return _tricks(actions, terms(options).low_clubs)


@by_hand
def _tricks(actions: Sequence[Said], low_clubs: bool) -> tuple[Trick, ...]:
    def ahead_in(number: int, plays: Plays) -> Seat:
        return winning_seat(plays[0][0], [one for _seat, one in plays], of_clubs=low_clubs and number == 1)

    return tricks_in(actions, ahead_in, seats=4)


def cards_received(snapshot: Snapshot) -> frozenset[Card]:
    """The cards of the seat's hand that its partner passed to it, until it plays its first card."""
    view = view_of(snapshot)
    if any(seat == snapshot.seat and action.verb == PLAY for seat, action in view.actions):
        return frozenset()
    passes = [
        action for seat, action in view.actions if action.verb in (GIVE, RETURN) and seat == partner(snapshot.seat)
    ]
    got = {one for action in passes for one in cards_in(action.argument)}
    return frozenset(got.intersection(view.hand or ()))


def bid_words(bid: Bid | None) -> str:
    """A bid in a sentence; empty while there is none."""
    if bid is None:
        return ""
    if bid == BLIND:
        return _("blind nil")
    return _("nil") if bid == 0 else str(bid)


def grounds_sentence(hand: Sequence[Card]) -> str:
    """Why that hand, which lies open, may be declared a misdeal."""
    return ", ".join(str(GROUNDS[one]) for one in misdeal_grounds(hand))


def variant_name(variant: object) -> str:
    """A game of Spades by its variant."""
    found = VARIANTS.get(str(variant))
    return str(found.name) if found is not None else _("Spades")
