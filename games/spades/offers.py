"""The choices before the first card of Spades: bids with what they bring and cost, blind nil, misdeal, exchange."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Action, Pick
from games.engine.notation import action_text
from games.engine.state import Phase
from games.snapshot import Snapshot
from games.spades.score import NIL, bonus_of, contract_points
from games.spades.score import tricks_of as promised
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, SEATS, TRICKS, SpadesView, partner, seats_of
from games.spades.words import bid_words, view_of
from games.viewmodel.offers import Offer, bid_offer
from games.viewmodel.seats import name_in
from games.viewmodel.table import Pass
from games.viewmodel.words import bags


def choices(snapshot: Snapshot) -> Mapping[str, object]:
    """What may be chosen now by the seat that looks; empty while it is not its turn."""
    view = view_of(snapshot)
    if snapshot.seat not in view.waits_for or view.phase not in (Phase.BLIND, Phase.BID):
        return {}
    misdeal = action_text(Action(MISDEAL)) if view.terms.misdeals else ""
    if view.phase is Phase.BLIND:
        blind = {"look": action_text(Action(LOOK)), "blind_nil": action_text(Action(BLIND_NIL))}
        return {**blind, "hidden_cards": range(TRICKS), "misdeal": misdeal}
    bids = [one.number for one in view.legal if isinstance(one, Action) and one.verb == BID and one.number is not None]
    offers = tuple(_offer(snapshot, view, bid) for bid in bids)
    return {"offers": offers, "need": _need(snapshot, view), "misdeal": misdeal}


def _offer(snapshot: Snapshot, view: SpadesView, bid: int) -> Offer:
    if bid == 0:
        partners = _("Yours alone; your partner’s bid stands for itself.")
        alone = _("Your hand scores nothing else.")
        made = _one_nil_note(snapshot, view, 0) or partners if view.terms.partners else alone
        return bid_offer(Action(BID, 0), 0, NIL, -NIL, made, _("And each trick you take is a bag."))
    contract = bid + _partners_share(snapshot, view)
    won, lost = contract_points(contract) + bonus_of(contract, view.terms), -contract_points(contract)
    notes = _made_note(snapshot, view, bid, contract), _missed_note(snapshot, view, contract)
    own = {"made": _("All 13")} if contract == TRICKS else {}
    return bid_offer(Action(BID, bid), contract, won, lost, *notes, **own)


def _partners_share(snapshot: Snapshot, view: SpadesView) -> int:
    """What the partner's bid adds to one of tricks: where One Nil rules nothing, for one of the two is nil then."""
    is_added = view.terms.partners and not view.terms.one_nil
    return promised(view.table.bids[partner(snapshot.seat)]) if is_added else 0


def _made_note(snapshot: Snapshot, view: SpadesView, bid: int, contract: int) -> str:
    bonus = bonus_of(contract, view.terms)
    if bonus:
        return _("%(n)s of it is the bonus for so high a bid.") % {"n": bonus}
    if override := _one_nil_note(snapshot, view, bid):
        return override
    held = view.table.bags[snapshot.seat % view.terms.sides]
    return _("Each extra trick is a bag. You have %(bags)s; ten cost 100.") % {"bags": bags(held)}


def _one_nil_note(snapshot: Snapshot, view: SpadesView, bid: int) -> str:
    """Where One Nil rules: what becomes of the two bids of a side (section 4.2) when this one is made."""
    theirs = view.table.bids[partner(snapshot.seat)]
    if not view.terms.one_nil or (theirs is not None and bool(promised(theirs)) != bool(bid)):
        return ""
    name = name_in(snapshot, partner(snapshot.seat))
    words: dict[str, object] = {"name": name, "n": view.terms.least_bid}
    if theirs is None and not bid:
        return _("If %(name)s bids nil too, yours becomes %(n)s.") % words
    if theirs is None:
        return _("If %(name)s bids tricks too, yours becomes nil.") % words
    if promised(theirs):
        return _("%(name)s’s %(n)s becomes nil if you bid tricks.") % {"name": name, "n": theirs}
    return _("%(name)s’s nil becomes %(n)s if you bid nil.") % words


def _missed_note(snapshot: Snapshot, view: SpadesView, contract: int) -> str:
    side = seats_of(view.terms, snapshot.seat % view.terms.sides)
    spare = TRICKS - contract - view.table.promised(seat for seat in SEATS if seat not in side)
    if spare < 0:
        if view.terms.one_nil and view.table.bids.count(None) > 1:  # a bid of tricks may yet become nil
            return _("More than thirteen are bid so far.")
        return _("More than thirteen are bid: somebody must fall short.")
    if spare == 0:
        return _("Every trick has been bid.")
    return ngettext("%(n)s trick has not been bid yet.", "%(n)s tricks have not been bid yet.", spare) % {"n": spare}


def _need(snapshot: Snapshot, view: SpadesView) -> str:
    """What one's own side needs: the partner's bid, or that it is still to come."""
    if view.terms.bid_spades:
        held = promised(next(one.number for one in view.legal if isinstance(one, Action) and one.verb == BID))
        if not held:
            return _("You hold no spades, so your bid is nil.")
        return ngettext(
            "You hold %(n)s spade, so that is your bid.", "You hold %(n)s spades, so that is your bid.", held
        ) % {"n": held}
    if not view.terms.partners:
        return _("Everybody plays alone.")
    theirs, name = view.table.bids[partner(snapshot.seat)], name_in(snapshot, partner(snapshot.seat))
    if theirs is None:
        return _("%(name)s, your partner, bids after you.") % {"name": name}
    return _("%(name)s, your partner, bid %(bid)s.") % {"name": name, "bid": bid_words(theirs)}


def exchange(snapshot: Snapshot) -> Pass | None:
    """What is to be given away now, if anything; the offers of the rules say how many cards."""
    view = view_of(snapshot)
    if view.phase is not Phase.EXCHANGE or snapshot.seat not in view.waits_for:
        return None
    counts = [one.count if isinstance(one, Pick) else 0 for one in view.legal]
    verb = view.legal[0].verb
    name = name_in(snapshot, partner(snapshot.seat))
    if verb == GIVE:
        return Pass(verb, min(counts), max(counts), _("Give %(name)s the chosen cards") % {"name": name})
    return Pass(verb, min(counts), max(counts), _("Give %(n)s back to %(name)s") % {"n": max(counts), "name": name})
