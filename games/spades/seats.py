"""Who sits where in Spades and how the hand stands with them, the score strip, and the log of the hand."""

from django.utils.translation import gettext as _

from games.engine.state import Phase, Seat
from games.snapshot import Seen
from games.spades.options import Terms, terms
from games.spades.score import tricks_of as promised
from games.spades.state import BID, BLIND_NIL, GIVE, HIDDEN, RETURN, SpadesView, partner, seats_of
from games.spades.tricks import bid_words, tricks_of, view_of
from games.viewmodel.cross import told_in_log
from games.viewmodel.four import SeatShown, SideShown, name_in, place_of, side_name
from games.viewmodel.levels import level_name
from games.viewmodel.table import LogLine
from games.viewmodel.words import bags, plain_number, tricks

IN_HAND = (Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY)


def sides_in_order(seen: Seen, rules: Terms) -> tuple[int, ...]:
    """The sides as they are shown: one's own first, the others clockwise."""
    own = seen.seat % rules.sides
    return tuple((own + step) % rules.sides for step in range(rules.sides))


def sides(seen: Seen) -> tuple[SideShown, ...]:
    rules = terms(seen.view.options)
    return tuple(_side(seen, rules, side) for side in sides_in_order(seen, rules))


def _side(seen: Seen, rules: Terms, side: int) -> SideShown:
    table, is_mine = view_of(seen).table, side == seen.seat % rules.sides
    held, points = bags(table.bags[side]), plain_number(table.score[side])
    seats = seats_of(rules, side)
    contract = table.promised(seats)
    has_bid = view_of(seen).phase in IN_HAND and any(table.bids[seat] is not None for seat in seats)
    name = _strip_name(seen, rules, side)
    more = _("bid %(n)s · %(bags)s") % {"n": contract, "bags": held} if has_bid and rules.partners else held
    words = {"side": side_name(seen, seats), "points": points, "bags": held}
    spoken = _("%(side)s: %(points)s points, %(bags)s.") % words
    return SideShown(name, points, max(0, table.score[side]), more, spoken, is_mine)


def _strip_name(seen: Seen, rules: Terms, side: int) -> str:
    if rules.partners:
        return _("Your side") if side == seen.seat % rules.sides else _("Their side")
    return name_in(seen, side)


def seats(seen: Seen) -> tuple[SeatShown, ...]:
    """Every seat, clockwise from one's own."""
    return tuple(_seat(seen, (seen.seat + step) % 4) for step in range(4))


def _seat(seen: Seen, seat: Seat) -> SeatShown:
    view, seated, rules = view_of(seen), seen.seated[seat], terms(seen.view.options)
    table, in_hand = view.table, view.phase in IN_HAND
    name = name_in(seen, seat)
    return SeatShown(
        seat=seat,
        place=place_of(seen.seat, seat),
        name=name,
        letter=name[:1].upper(),
        level=level_name(seated.level) if seated.level else "",
        bid=bid_words(table.bids[seat]) if in_hand else "",
        took=str(table.tricks[seat]),
        pips=_pips(view, seat),
        note=_note(seen, view, seat),
        spoken=_spoken(view, seat, name),
        is_turn=seat in view.waits_for,
        is_mine=seat % rules.sides == seen.seat % rules.sides,
        is_dealer=in_hand and seat == table.dealer,
    )


def _pips(view: SpadesView, seat: Seat) -> tuple[str, ...]:
    bid, taken = promised(view.table.bids[seat]), view.table.tricks[seat]
    if view.table.bids[seat] is None or view.phase is not Phase.PLAY:
        return ()
    return ("on",) * min(bid, taken) + ("",) * (bid - taken) + ("over",) * (taken - bid)


def _note(seen: Seen, view: SpadesView, seat: Seat) -> str:
    """What stands under the name while there is no bid."""
    if view.phase not in (Phase.BLIND, Phase.BID):
        return ""
    if seat in view.waits_for:
        return _("your bid") if seat == seen.seat else _("is bidding")
    if seat != view.table.dealer:
        return ""
    return _("you deal") if seat == seen.seat else _("deals")


def _spoken(view: SpadesView, seat: Seat, name: str) -> str:
    bid, took = bid_words(view.table.bids[seat]), tricks(view.table.tricks[seat])
    if not bid:
        return _("%(name)s: no bid yet.") % {"name": name}
    return _("%(name)s: bid %(bid)s, took %(tricks)s.") % {"name": name, "bid": bid, "tricks": took}


# -- the log of the hand ------------------------------------------------------------------------------


def log(seen: Seen) -> tuple[LogLine, ...]:
    view = view_of(seen)
    mine = view.table.dealer == seen.seat
    dealt = _("You deal.") if mine else _("%(name)s deals.") % {"name": name_in(seen, view.table.dealer)}
    lines = [LogLine(dealt)]
    bids = _bids_told(seen, view)
    if bids:
        lines.append(LogLine(bids))
    lines += [LogLine(one) for one in (*overrides(seen), *_passes_told(seen, view))]
    lines += [LogLine(told_in_log(seen, trick), trick.number) for trick in tricks_of(view.actions, view.options)]
    return tuple(lines)


def _bids_told(seen: Seen, view: SpadesView) -> str:
    """Every bid as it was said, in its order."""
    told: list[str] = []
    for seat, action in view.actions:
        if action.verb in (BID, BLIND_NIL):
            said = _("blind nil") if action.verb == BLIND_NIL else bid_words(action.number)
            told.append(f"{name_in(seen, seat, first=not told)} {said}")
    return _("%(bids)s.") % {"bids": ", ".join(told)} if told else ""


def overrides(seen: Seen) -> list[str]:
    """What One Nil has made of bids (docs/rules/spades.md, section 4.2); the table shows the changed ones."""
    view = view_of(seen)
    found = []
    for seat, action in view.actions:
        now = view.table.bids[seat]
        if action.verb == BID and action.number is not None and now is not None and now != action.number:
            words = {"name": name_in(seen, seat), "was": bid_words(action.number), "now": bid_words(now)}
            words["partner"] = name_in(seen, partner(seat), first=False)
            if seat == seen.seat:
                found.append(_("One Nil: your %(was)s becomes %(now)s, for %(partner)s bid second.") % words)
            else:
                found.append(_("One Nil: %(name)s’s %(was)s becomes %(now)s, for %(partner)s bid second.") % words)
    return found


def _passes_told(seen: Seen, view: SpadesView) -> list[str]:
    """Cards given and returned: named to the two who saw them, else only counted."""
    found = []
    for seat, action in view.actions:
        if action.verb not in (GIVE, RETURN) or not isinstance(action.argument, tuple):
            continue
        words = {"from": name_in(seen, seat), "to": name_in(seen, partner(seat), first=False)}
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
