"""The texts of Spades: bids, passes, refusals, hints, moves and tips for a first game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import HIDDEN, Action, cards_in
from games.engine.cards import Card, Suit
from games.engine.options import Options
from games.engine.state import Seat, SeatAction
from games.engine.tricks import Plays
from games.pages import moves
from games.pages.moves import (
    BID_NIL,
    COUNT,
    FOLLOW,
    FOLLOW_RUFFED,
    FOLLOW_SPADE,
    LEAD,
    Done,
    Hint,
    HintWords,
    Tip,
    follows,
    hint_of_bid,
    leads,
    offered,
    plays,
    with_cards,
)
from games.pages.seats import Around, name_in
from games.pages.tricks import Nil, ShownTrick, TrickOnTable, hint_of_card, tricks_in
from games.pages.words import Words, by_hand, the_card
from games.snapshot import Snapshot
from games.spades.option_words import VARIANTS
from games.spades.options import terms
from games.spades.rules import FEW_SPADES, LONG_SUIT, NO_FACE, misdeal_grounds
from games.spades.score import BLIND, SpadesBid
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
    winning_seat,
)

#: The grounds of a misdeal (S10) in words.
GROUNDS: Final = {
    FEW_SPADES: gettext_lazy("one spade or none"),
    LONG_SUIT: gettext_lazy("seven or more cards of a suit"),
    NO_FACE: gettext_lazy("no face cards"),
}
#: Sentences of refusals by code. `SpadesTable.why` words those that depend on the table.
REFUSALS: Final[Mapping[str, Words]] = {
    "BLIND_NOT_OFFERED": gettext_lazy("You can’t bid blind nil now."),
    "CARDS_NOT_SEEN": gettext_lazy("First decide: bid blind nil, or look at your cards."),
    "MISDEALS_OFF": gettext_lazy("There are no misdeals in this game."),
    "NOT_A_MISDEAL": gettext_lazy(
        "Not a misdeal. You need one spade or none, seven or more cards of a suit, or no face cards."
    ),
    "WRONG_COUNT": gettext_lazy("Choose as many cards as the button says."),
}
#: Why a card may not be played; `SpadesTable.why` adds the legal cards.
CARD_REFUSALS: Final[Mapping[str, Words]] = {
    "FIRST_TRICK_LOW_CLUB": gettext_lazy("The first trick is clubs: you must play your lowest."),
    "SPADES_NOT_BROKEN": moves.SPADES_NOT_BROKEN,
    "MUST_BEAT_HIGHEST": gettext_lazy("You can beat the highest card, so in this game you must."),
}
_GIVE: Final = HintWords(
    gettext_lazy("Hint: pass the ringed cards."),
    gettext_lazy("They do more good in your partner’s hand."),
)
_GIVE_NONE: Final = HintWords(gettext_lazy("Hint: pass no cards."))
DONE: Final[Mapping[str, Done]] = {
    MISDEAL: gettext_lazy("calls a misdeal"),
    GIVE: with_cards(gettext_lazy("passes %(cards)s")),
    RETURN: with_cards(gettext_lazy("passes back %(cards)s")),
}
#: Choices without cards, as they are named in a review.
CHOICES: Final[Mapping[str, Done]] = {GIVE: gettext_lazy("no cards"), MISDEAL: gettext_lazy("a misdeal")}
_FOLLOW_AND_BEAT: Final = gettext_lazy(
    "Follow suit if you can; if not, any spade beats it. If you can beat the best card, you must."
)
_RUFF_AND_BEAT: Final = gettext_lazy(
    "Follow suit if you can; if not, only a higher spade wins now. If you can beat the best card, you must."
)
_SPADE_AND_BEAT: Final = gettext_lazy(
    "Spades were led, so play one, and a higher one if you can. If you have none, play anything: it can’t win."
)
_ANY_LEAD: Final = gettext_lazy("Lead what you like. Spades beat every other suit.")


def tricks_of(actions: Sequence[SeatAction], options: Options) -> tuple[ShownTrick, ...]:
    return _tricks(actions, terms(options).low_clubs)


@by_hand
def _tricks(actions: Sequence[SeatAction], low_clubs: bool) -> tuple[ShownTrick, ...]:
    def ahead_in(number: int, plays: Plays) -> Seat:
        return winning_seat(plays[0][0], [one for _seat, one in plays], of_clubs=low_clubs and number == 1)

    return tricks_in(actions, ahead_in, seats=4)


def bid_words(bid: SpadesBid | None) -> str:
    """Return the bid as part of a sentence; empty without a bid."""
    if bid is None:
        return ""
    if bid == BLIND:
        return _("blind nil")
    return _("nil") if bid == 0 else str(bid)


def grounds_sentence(hand: Sequence[Card]) -> str:
    return ", ".join(str(GROUNDS[one]) for one in misdeal_grounds(hand))


def variant_name(variant: object) -> str:
    found = VARIANTS.get(str(variant))
    return str(found.name) if found is not None else _("Spades")


def bid_said(action: Action) -> str:
    return bid_words(BLIND if action.verb == BLIND_NIL else action.number)


def changed_bid(moment: Around, seat: Seat, was: int, now: int | str) -> str:
    """Return the sentence on a bid that One Nil changed, because both partners bid tricks or both bid nil."""
    words = {"name": name_in(moment, seat), "partner": name_in(moment, partner(seat)), "was": was, "now": now}
    if seat == moment.own:
        tricks = _("%(partner)s bid tricks too, so your %(was)s becomes nil.")
        nil = _("%(partner)s bid nil too, so your nil becomes %(now)s.")
    elif partner(seat) == moment.own:
        tricks = _("You bid tricks too, so %(name)s’s %(was)s becomes nil.")
        nil = _("You bid nil too, so %(name)s’s nil becomes %(now)s.")
    else:
        tricks = _("%(partner)s bid tricks too, so %(name)s’s %(was)s becomes nil.")
        nil = _("%(partner)s bid nil too, so %(name)s’s nil becomes %(now)s.")
    return (tricks if was else nil) % words


def passed_cards(action: Action) -> str:
    """Return the cards of a pass in brackets; empty if the viewer may see none of them."""
    cards = action.argument if isinstance(action.argument, tuple) else ()
    return " ".join(f"[{one}]" for one in cards if one != HIDDEN)


def passes(moment: Around, actions: Sequence[SeatAction]) -> Iterator[str]:
    """Yield a sentence on each pass. It names the cards if the viewer may see them, else only their number."""
    for seat, action in actions:
        if action.verb not in (GIVE, RETURN) or not isinstance(action.argument, tuple):
            continue
        words = {"from": name_in(moment, seat), "to": name_in(moment, partner(seat), first=False)}
        if not action.argument:
            yield _("%(from)s passed no cards.") % words
            continue
        words["cards"] = passed_cards(action) or str(len(action.argument))
        gave = _("%(from)s passed %(cards)s to %(to)s.")
        yield (gave if action.verb == GIVE else _("%(from)s passed %(cards)s back to %(to)s.")) % words


# ---------- hints, moves and tips ----------
def trick_of(snapshot: Snapshot) -> TrickOnTable:
    view = SpadesView.of(snapshot.view)
    own_partner = partner(snapshot.seat) if view.terms.partners else None
    side = [seat for seat in (snapshot.seat, own_partner) if seat is not None]
    have_bid = all(view.table.bids[seat] is not None for seat in side)
    return TrickOnTable(
        plays=view.table.trick,
        seats=len(SEATS),
        ranking=RANKING,
        partner=own_partner,
        needs=view.table.owed(side) if have_bid else None,
        nil=_nil(view, snapshot.seat),
        partners_nil=Nil.NOT_BID if own_partner is None else _nil(view, own_partner),
        first_suit=Suit.CLUBS if view.of_clubs else None,
    )


def _nil(view: SpadesView, seat: Seat) -> Nil:
    return Nil.of(is_bid=view.table.bids[seat] in (0, BLIND), tricks=view.table.tricks[seat])


def _bid(snapshot: Snapshot, action: Action) -> HintWords:
    view = SpadesView.of(snapshot.view)
    if view.terms.bid_spades:
        return HintWords(_("In this game, your bid is the number of spades you hold."))
    if action.number == 0 and view.terms.one_nil:
        return HintWords(BID_NIL)
    said = hint_of_bid(snapshot, action)
    if len(view.legal_bids) == 1:
        return said._replace(why=_("No other bid is possible here."))
    of_tricks = [bid for bid in view.legal_bids if bid]
    if action.number in (*of_tricks[:1], *of_tricks[-1:]) and action.number not in (1, TRICKS):
        return said._replace(why=_("Of the possible bids, it suits these cards best."))
    return said


def _give(_snapshot: Snapshot, action: Action) -> HintWords:
    """Return the hint for an exchange. A hint for several cards names none, because the page rings them."""
    given = cards_in(action.argument)
    if len(given) != 1:
        return _GIVE if given else _GIVE_NONE
    what = _("Hint: pass %(card)s.") % {"card": the_card(given[0])}
    return HintWords(what, _("It does more good in your partner’s hand."))


HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND_NIL: moves.BLIND,
    MISDEAL: HintWords(gettext_lazy("Hint: call a misdeal."), gettext_lazy("A new deal can hardly be worse.")),
    BID: _bid,
    GIVE: _give,
    RETURN: _give,
    PLAY: hint_of_card(trick_of),
}


def _side_has_first_bag(snapshot: Snapshot) -> bool:
    view = SpadesView.of(snapshot.view)
    side = snapshot.seat % view.terms.sides
    return view.table.bags[side] == 0 and view.table.owed(seats_of(view.terms, side)) == -1


def _bid_tip(snapshot: Snapshot) -> str:
    view, other = SpadesView.of(snapshot.view), partner(snapshot.seat)
    rules, words = view.terms, {"partner": name_in(snapshot, other, first=False)}
    if rules.bid_spades:
        return _("You don’t choose a bid here: it’s the number of spades you hold. Try to take exactly that many.")
    if rules.one_nil and view.table.bids[other] is None:
        return _("You or %(partner)s must play nil. Bid it only with low cards.") % words
    if rules.one_nil:
        return _("%(partner)s plays nil unless you do. Bid nil only with low cards.") % words
    if rules.partners:
        return _("Your bid and %(partner)s’s are added together. Count aces, kings and extra spades.") % words
    return str(COUNT)


def _own_rules(snapshot: Snapshot) -> int:
    """Return how many tricks at the start of a hand get no usual tip: 1 with low clubs, else 0."""
    return int(SpadesView.of(snapshot.view).terms.low_clubs)


def _follow_tip(snapshot: Snapshot) -> str:
    """Return the tip for a trick that was led with a spade, ruffed, or neither; with `must_beat` the texts differ."""
    view = SpadesView.of(snapshot.view)
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
            "Blind nil pays 200, twice as much as nil; failing costs 100. Save it for when you’re far behind."
        ),
    ),
    Tip(offered(BID), _bid_tip),
    Tip(offered(GIVE), gettext_lazy("Pass what might win a trick: high cards, and spades above all.")),
    Tip(offered(RETURN), gettext_lazy("Pass back low cards of several suits: your partner must not win a trick.")),
    Tip(
        lambda snapshot: plays(snapshot) and SpadesView.of(snapshot.view).of_clubs,
        gettext_lazy("The first trick is clubs: everyone plays their lowest, or any card if they have none."),
    ),
    Tip(
        lambda snapshot: leads(snapshot, skipped_tricks=_own_rules(snapshot)),
        lambda snapshot: str(LEAD if SpadesView.of(snapshot.view).terms.breaking else _ANY_LEAD),
    ),
    Tip(lambda snapshot: follows(snapshot, skipped_tricks=_own_rules(snapshot)), _follow_tip),
    Tip(_side_has_first_bag, gettext_lazy("A trick over the bid is a bag: one point now, but ten bags cost 100.")),
)
