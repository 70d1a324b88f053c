"""Who sits where in Spades and how the hand stands with them, the score strip, and the log of the hand."""

from django.utils.translation import gettext as _

from games.engine.actions import HIDDEN
from games.engine.state import Phase, Seat
from games.snapshot import Snapshot
from games.spades.score import tricks_of as promised
from games.spades.state import BID, BLIND_NIL, GIVE, RETURN, SpadesView, partner
from games.spades.words import SIDES, bid_words, view_of
from games.viewmodel.seats import (
    Moment,
    SeatShown,
    SideShown,
    bid_spoken,
    deals,
    doing,
    name_in,
    pips,
    seat_shown,
    side_shown,
)
from games.viewmodel.words import bags

IN_HAND = (Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY)


def side(moment: Moment, side: int, name: str) -> SideShown:
    """The score as it stands: a hand counts when it is over (section 7)."""
    view = view_of(moment)
    table, seats = view.table, SIDES.seats_of(moment, side)
    held = bags(table.bags[side])
    contract = table.promised(seats)
    has_bid = view.phase in IN_HAND or bool(view.hands)
    is_said = view.terms.partners and has_bid and any(table.bids[seat] is not None for seat in seats)
    more = _("bid %(n)s · %(bags)s") % {"n": contract, "bags": held} if is_said else held
    spoken = SIDES.name_of_side(moment, side)
    return side_shown(name, table.score[side], table.bags[side], more, spoken_name=spoken)


def seat(moment: Moment, seat: Seat, is_near: bool) -> SeatShown:
    view = view_of(moment)
    table, in_hand = view.table, view.phase in IN_HAND or bool(view.hands)
    counts = view.phase is Phase.PLAY or bool(view.hands)
    bid = table.bids[seat]
    return seat_shown(
        moment,
        seat,
        is_near=is_near,
        is_dealer=in_hand and seat == table.dealer,
        bid=bid_words(bid) if in_hand else "",
        took=table.tricks[seat],
        pips=pips(None if bid is None else promised(bid), table.tricks[seat]) if counts else (),
        note=_note(moment, view, seat),
        spoken=bid_spoken(moment, seat, bid_words(bid), table.tricks[seat]),
    )


def _note(moment: Moment, view: SpadesView, seat: Seat) -> str:
    """What stands under the name while there is no bid."""
    if view.hands:
        return _("no bid yet")
    if view.phase not in (Phase.BLIND, Phase.BID):
        return ""
    if seat in view.waits_for:
        return _("your bid") if seat == moment.own else doing(moment, seat, _("is bidding"))
    if seat != view.table.dealer:
        return ""
    return _("you deal") if seat == moment.own else _("deals")


# -- the log of the hand ------------------------------------------------------------------------------


def settled(snapshot: Snapshot) -> list[str]:
    """Who deals, the bids, what One Nil made of them, and the exchange."""
    view = view_of(snapshot)
    dealt = deals(snapshot, view.table.dealer)
    bids = _bids_sentence(snapshot, view)
    return [dealt, *([bids] if bids else []), *overrides(snapshot), *_passes_sentences(snapshot, view)]


def _bids_sentence(snapshot: Snapshot, view: SpadesView) -> str:
    """Every bid as it was said, in its order."""
    parts: list[str] = []
    for seat, action in view.actions:
        if action.verb in (BID, BLIND_NIL):
            said = _("blind nil") if action.verb == BLIND_NIL else bid_words(action.number)
            parts.append(f"{name_in(snapshot, seat, first=not parts)} {said}")
    return _("%(bids)s.") % {"bids": ", ".join(parts)} if parts else ""


def overrides(snapshot: Snapshot) -> list[str]:
    """What One Nil has made of bids (docs/rules/spades.md, section 4.2); the table shows the changed ones."""
    view = view_of(snapshot)
    found = []
    for seat, action in view.actions:
        now = view.table.bids[seat]
        if action.verb == BID and action.number is not None and now is not None and now != action.number:
            words = {"name": name_in(snapshot, seat), "was": bid_words(action.number), "now": bid_words(now)}
            words["partner"] = name_in(snapshot, partner(seat), first=False)
            if seat == snapshot.own:
                found.append(_("One Nil: your %(was)s becomes %(now)s because %(partner)s bid second.") % words)
            else:
                found.append(_("One Nil: %(name)s’s %(was)s becomes %(now)s because %(partner)s bid second.") % words)
    return found


def _passes_sentences(snapshot: Snapshot, view: SpadesView) -> list[str]:
    """Cards given and returned: named to the two who saw them, else only counted."""
    found = []
    for seat, action in view.actions:
        if action.verb not in (GIVE, RETURN) or not isinstance(action.argument, tuple):
            continue
        words = {"from": name_in(snapshot, seat), "to": name_in(snapshot, partner(seat), first=False)}
        cards = action.argument
        if not cards:
            found.append(_("%(from)s kept every card.") % words)
            continue
        known = [f"[{one}]" for one in cards if one != HIDDEN]
        words["cards"] = " ".join(known) or str(len(cards))
        gave = (
            _("%(from)s gave %(to)s %(cards)s.") if action.verb == GIVE else _("%(from)s gave %(to)s %(cards)s back.")
        )
        found.append(gave % words)
    return found
