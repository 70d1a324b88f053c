"""What is said of moves of Spades: why one is good, what was done, and the tips of a first game."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.cards import Suit
from games.engine.reading import cards_in
from games.engine.state import Seat
from games.snapshot import Snapshot
from games.spades.score import BLIND
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    LOOK,
    MISDEAL,
    PLAY,
    RANKING,
    RETURN,
    SEATS,
    TRICKS,
    SpadesView,
    partner,
    seats_of,
)
from games.spades.words import view_of
from games.viewmodel import moves
from games.viewmodel.lessons import (
    COUNT,
    FOLLOW,
    FOLLOW_RUFFED,
    FOLLOW_SPADE,
    LEAD,
    Tip,
    follows,
    leads,
    offered,
    plays,
)
from games.viewmodel.moves import (
    BID_NIL,
    Done,
    Hint,
    HintWords,
    Nil,
    TrickOnTable,
    hint_of_bid,
    hint_of_card,
    with_cards,
)
from games.viewmodel.seats import name_in
from games.viewmodel.words import the_card


def trick_of(snapshot: Snapshot) -> TrickOnTable:
    view = view_of(snapshot)
    beside = partner(snapshot.seat) if view.terms.partners else None
    return TrickOnTable(
        plays=view.table.trick,
        seats=len(SEATS),
        ranking=RANKING,
        partner=beside,
        needs=_needs(view, [seat for seat in (snapshot.seat, beside) if seat is not None]),
        nil=_nil(view, snapshot.seat),
        partners_nil=Nil.NOT_BID if beside is None else _nil(view, beside),
        first_suit=Suit.CLUBS if view.of_clubs else None,
    )


def _nil(view: SpadesView, seat: Seat) -> Nil:
    return Nil.of(is_bid=view.table.bids[seat] in (0, BLIND), tricks=view.table.tricks[seat])


def _needs(view: SpadesView, side: list[Seat]) -> int | None:
    """Tricks the side still has to win; None while a bid of it is not known."""
    return None if any(view.table.bids[seat] is None for seat in side) else view.table.owed(side)


def _bid(snapshot: Snapshot, action: Action) -> HintWords:
    rules = view_of(snapshot).terms
    if rules.bid_spades:
        return HintWords(_("In this game the bid is the number of your spades."))
    if action.number == 0 and rules.one_nil:
        return HintWords(BID_NIL)
    said, legal = hint_of_bid(snapshot, action), snapshot.view.legal
    bids = [one.number for one in legal if isinstance(one, Action) and one.verb == BID]
    if len(bids) == 1:
        return said._replace(why=_("No other bid may be made here."))
    of_tricks = [bid for bid in bids if bid]
    if action.number in (*of_tricks[:1], *of_tricks[-1:]) and action.number not in (1, TRICKS):
        return said._replace(why=_("Of the bids that may be made here it suits these cards best."))
    return said


_GIVE: Final = HintWords(
    gettext_lazy("Hint: give the cards that are ringed."),
    gettext_lazy("They serve the other hand better than this one."),
)
_GIVE_NONE: Final = HintWords(gettext_lazy("Hint: give no cards."))


def _give(_snapshot: Snapshot, action: Action) -> HintWords:
    """A single card is named, two are only ringed."""
    given = cards_in(action.argument)
    if len(given) != 1:
        return _GIVE if given else _GIVE_NONE
    what = _("Hint: give %(card)s.") % {"card": the_card(given[0])}
    return HintWords(what, _("It serves the other hand better than this one."))


HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND_NIL: moves.BLIND,
    MISDEAL: HintWords(gettext_lazy("Hint: declare a misdeal."), gettext_lazy("A new deal can hardly be worse.")),
    BID: _bid,
    GIVE: _give,
    RETURN: _give,
    PLAY: hint_of_card(trick_of),
}
DONE: Final[Mapping[str, Done]] = {
    MISDEAL: gettext_lazy("declares a misdeal"),
    GIVE: with_cards(gettext_lazy("gives %(cards)s")),
    RETURN: with_cards(gettext_lazy("gives back %(cards)s")),
}
#: What was chosen where no cards were.
CHOICES: Final[Mapping[str, Done]] = {GIVE: gettext_lazy("no cards"), MISDEAL: gettext_lazy("a misdeal")}


# -- tips ------------------------------------------------------------------------------------------------


_FOLLOW_AND_BEAT: Final = gettext_lazy(
    "Follow the suit that was led; if you cannot, any spade beats it. Whoever can beat the best card must."
)
_RUFF_AND_BEAT: Final = gettext_lazy(
    "Follow the suit that was led; if you cannot, only a higher spade wins now. Whoever can beat the best card must."
)
_SPADE_AND_BEAT: Final = gettext_lazy(
    "Spades were led, so play one, and a higher one if you can. If you have none, play anything: it cannot win."
)
_ANY_LEAD: Final = gettext_lazy("Lead what you like. Spades beat every other suit.")


def _side_has_first_bag(snapshot: Snapshot) -> bool:
    view = view_of(snapshot)
    side = snapshot.seat % view.terms.sides
    return view.table.bags[side] == 0 and view.table.owed(seats_of(view.terms, side)) == -1


def _bid_tip(snapshot: Snapshot) -> str:
    rules = view_of(snapshot).terms
    words = {"partner": name_in(snapshot, partner(snapshot.seat), first=False)}
    if rules.bid_spades:
        return _("You do not choose a bid here: it is the number of your spades. Try to take exactly that many.")
    if rules.one_nil:
        return _("One of you and %(partner)s plays nil and takes no trick. Bid nil with low cards only.") % words
    if rules.partners:
        return _("Your bid and %(partner)s’s are added. Count aces, kings and long spades.") % words
    return str(COUNT)


def _plays_low_clubs(snapshot: Snapshot) -> bool:
    return plays(snapshot) and view_of(snapshot).of_clubs


def _own_rules(snapshot: Snapshot) -> int:
    """How many tricks are neither led nor followed as all others are."""
    return int(view_of(snapshot).terms.low_clubs)


def _lead_tip(snapshot: Snapshot) -> str:
    return str(LEAD if view_of(snapshot).terms.breaking else _ANY_LEAD)


def _follow_tip(snapshot: Snapshot) -> str:
    """By whether a spade was led, or lies in the trick, or neither."""
    view = view_of(snapshot)
    plain, ruffed, led = FOLLOW, FOLLOW_RUFFED, FOLLOW_SPADE
    if view.terms.must_beat:
        plain, ruffed, led = _FOLLOW_AND_BEAT, _RUFF_AND_BEAT, _SPADE_AND_BEAT
    if view.led is Suit.SPADES:
        return str(led)
    return str(ruffed if any(one.suit is Suit.SPADES for _seat, one in view.table.trick) else plain)


TIPS: Final = (
    Tip(
        offered(LOOK),
        gettext_lazy(
            "Blind nil pays 200, twice as much as nil; broken, it costs 100. It is for whoever is far behind."
        ),
    ),
    Tip(offered(BID), _bid_tip),
    Tip(offered(GIVE), gettext_lazy("Give away what might win a trick: high cards, and spades above all.")),
    Tip(offered(RETURN), gettext_lazy("Return low cards of several suits: the other hand must not win a trick.")),
    Tip(
        _plays_low_clubs,
        gettext_lazy("The first trick is for clubs: everybody plays their lowest one, or with no club any card."),
    ),
    Tip(lambda snapshot: leads(snapshot, after=_own_rules(snapshot)), _lead_tip),
    Tip(lambda snapshot: follows(snapshot, after=_own_rules(snapshot)), _follow_tip),
    Tip(_side_has_first_bag, gettext_lazy("A trick over the bid is a bag: one point now, but ten bags cost 100.")),
)
