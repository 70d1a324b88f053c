"""Who sits where and how the hand stands with them, the pile, and the log of the hand."""

from django.utils.translation import gettext as _

from games.engine.state import Phase
from games.snapshot import Seen
from games.twoman.say import pile_is_mine, pile_of
from games.twoman.state import DISCARD, NIL, PLAY, TwoManView
from games.twoman.tricks import ToldTrick, tricks_of
from games.viewmodel.levels import level_name
from games.viewmodel.table import LogLine, Side
from games.viewmodel.words import bags, plain_number, signed


def side(seen: Seen, view: TwoManView, seat: int) -> Side:
    table, seated = view.table, seen.seated[seat]
    mine = seat == seen.seat
    started = view.phase is not Phase.START
    held = _cards_held(view, seat)
    return Side(
        seat=seat,
        name=_("You") if mine else seated.name,
        letter=(_("You") if mine else seated.name)[:1].upper(),
        level=level_name(seated.level) if seated.level else "",
        points=plain_number(table.display[seat]),
        bar=max(0, table.display[seat]),
        more=_standing(table.bags[seat], table.parity[seat]) if started else "",
        bid=_bid_words(view, seat),
        took=str(table.tricks[seat]),
        pips=_pips(view, seat),
        note=_seat_note(view, seat, mine),
        is_turn=seat in view.waits_for,
        spoken=_spoken(view, seat, _("You") if mine else seated.name),
        cards=range(held),
        cards_name=_("%(n)s cards in hand") % {"n": held},
    )


def _spoken(view: TwoManView, seat: int, name: str) -> str:
    """Bid, tricks and bags in one sentence, for whoever asks for them by key."""
    words = {"name": name, "took": view.table.tricks[seat], "bags": bags(view.table.bags[seat])}
    bid = _bid_words(view, seat)
    if not bid:
        return _("%(name)s: no bid yet, %(bags)s.") % words
    return _("%(name)s: bid %(bid)s, took %(took)s, %(bags)s.") % {**words, "bid": bid}


def _cards_held(view: TwoManView, seat: int) -> int:
    """Public: eleven less what it has put aside and played."""
    if view.phase in (Phase.START, Phase.DEAL, Phase.OVER):
        return 0
    gone = sum(who == seat and action.verb in (DISCARD, PLAY) for who, action in view.actions)
    return 11 - gone


def _bid_words(view: TwoManView, seat: int) -> str:
    bid, blind = view.table.bids[seat], view.table.blind[seat]
    if blind == NIL:
        return _("blind nil")
    if isinstance(blind, int):
        return _("%(n)s blind") % {"n": blind}
    if bid is None:
        return ""
    return _("nil") if bid == 0 else str(bid)


def _pips(view: TwoManView, seat: int) -> tuple[str, ...]:
    """One box a trick: taken, still to take, or over the bid."""
    bid, taken = view.table.bids[seat], view.table.tricks[seat]
    if bid is None or view.phase is not Phase.PLAY:
        return ()
    return ("on",) * min(bid, taken) + ("",) * (bid - taken) + ("over",) * (taken - bid)


def _seat_note(view: TwoManView, seat: int, mine: bool) -> str:
    if view.phase is Phase.DISCARD:
        done = seat not in view.waits_for
        if mine:
            return _("a card put aside") if done else _("choose a card to put aside")
        return _("has put a card aside") if done else _("is choosing a card")
    if view.phase is Phase.BLIND:
        behind = view.table.display[1 - seat] - view.table.display[seat]
        if behind > 0:
            return _("%(n)s behind") % {"n": behind}
        return _("%(n)s ahead") % {"n": -behind}
    if view.phase is Phase.BID and view.table.first == seat:
        return _("lead the first trick") if mine else _("leads the first trick")
    return ""


def pile_sum(seen: Seen, view: TwoManView) -> str:
    """How both discards make the pile, until the bids are made: "8 + your 7 = 15: odd, hers, +10"."""
    pile = pile_of(view)
    if pile is None:
        return ""
    words = {"hers": f"[{view.table.discards[1 - seen.seat]}]", "mine": f"[{view.table.discards[seen.seat]}]"}
    words |= {"total": str(pile.total), "parity": _parity(pile.parity), "points": signed(pile.points)}
    if pile_is_mine(seen, view, pile):
        return _("%(hers)s + your %(mine)s = %(total)s: %(parity)s, yours, %(points)s") % words
    return _("%(hers)s + your %(mine)s = %(total)s: %(parity)s, hers, %(points)s") % words


def pile_tag(seen: Seen, view: TwoManView) -> str:
    """Whose the pile is and what it is worth, while the hand is played."""
    pile = pile_of(view)
    if pile is None or view.phase is not Phase.PLAY:
        return ""
    words = {"points": signed(pile.points)}
    return _("Pile %(points)s you") % words if pile_is_mine(seen, view, pile) else _("Pile %(points)s Marta") % words


def _parity(one: str) -> str:
    return _("odd") if one == "odd" else _("even")


def _standing(count: int, parity: str) -> str:
    """Bags, once there are any, and which piles are the seat's."""
    words = {"bags": bags(count), "parity": _parity(parity)}
    if count:
        return _("%(bags)s · %(parity)s") % words
    return _("odd piles") if parity == "odd" else _("even piles")


def log(seen: Seen, view: TwoManView) -> tuple[LogLine, ...]:
    lines: list[LogLine] = []
    table = view.table
    if view.phase in (Phase.BLIND, Phase.DISCARD):
        mine = table.first == seen.seat
        lines.append(
            LogLine(
                _("You lead the first trick and bid first.")
                if mine
                else _("Marta leads the first trick and bids first.")
            )
        )
    if (pile := pile_of(view)) is not None:
        mine_card, hers_card = table.discards[seen.seat], table.discards[1 - seen.seat]
        words = {"mine": f"[{mine_card}]", "hers": f"[{hers_card}]", "total": pile.total, "points": pile.points}
        whose = (
            _("The pile is yours, +%(points)s.")
            if pile_is_mine(seen, view, pile)
            else _("The pile is Marta’s, +%(points)s.")
        )
        lines.append(LogLine(_("You put aside %(mine)s, Marta %(hers)s: %(total)s.") % words + " " + whose % words))
    lines += [LogLine(one) for one in _bids_told(seen, view)]
    lines += [LogLine(_trick_told(seen, trick), trick.number) for trick in tricks_of(view.actions)]
    return tuple(lines)


def _bids_told(seen: Seen, view: TwoManView) -> list[str]:
    told = []
    for seat in (view.table.first, 1 - view.table.first):
        bid = _bid_words(view, seat)
        if bid:
            told.append((_("You bid %(bid)s.") if seat == seen.seat else _("Marta bid %(bid)s.")) % {"bid": bid})
    return [" ".join(told)] if told else []


def _trick_told(seen: Seen, trick: ToldTrick) -> str:
    parts = []
    for place, (seat, one) in enumerate(trick.plays):
        shown = f"[{one}{'!' if seat == trick.winner else ''}]"
        who = (_("You") if place == 0 else _("you")) if seat == seen.seat else _("Marta")
        parts.append(f"{who} {shown}")
    return ", ".join(parts)
