"""Who sits where in Bid Whist and how the hand stands with them, the score strip, and the log of the hand."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.bidwhist.contract import BOOKS, Contract
from games.bidwhist.renege import counted
from games.bidwhist.sheet import SIDES, sides_in_order
from games.bidwhist.state import DISCARD, JOKER, BidWhistView
from games.bidwhist.words import (
    books_told,
    call_words,
    contract_in,
    contract_words,
    renege_told,
    tricks_of,
    view_of,
)
from games.engine.actions import tuple_of
from games.engine.state import DEALER, Phase, Seat
from games.snapshot import Seen
from games.viewmodel.cross import ToldTrick, told_in_log
from games.viewmodel.four import SeatShown, SideShown, name_in, place_of, side_name
from games.viewmodel.levels import level_name
from games.viewmodel.table import LogLine
from games.viewmodel.words import plain_number, tricks

#: Phases in which tricks are won, and looked through.
PLAYED = (Phase.PLAY, Phase.REVIEW)
IN_HAND = (Phase.BID, Phase.NAME, Phase.DISCARD, Phase.JOKERS, Phase.PLAY, Phase.REVIEW)


def sides(seen: Seen) -> tuple[SideShown, ...]:
    return tuple(_side(seen, side) for side in sides_in_order(seen))


def _side(seen: Seen, side: int) -> SideShown:
    view = view_of(seen)
    table, is_mine = view.table, side == seen.seat % 2
    points, contract, count = plain_number(table.score[side]), contract_in(view), counted(view, side)
    books, more = books_told(count), ""
    if contract is not None and view.phase in IN_HAND:
        more = _aim(view, contract, side, count)
        books = f"{books}, {more}"
    name = _("Your side") if is_mine else _("Their side")
    words = {"side": side_name(seen, SIDES[side]), "points": points, "books": books}
    spoken = _("%(side)s: %(points)s points, %(books)s.") % words
    return SideShown(name, points, max(0, table.score[side]), more, spoken, is_mine)


def _aim(view: BidWhistView, contract: Contract, side: int, count: int) -> str:
    """How far a side is: the declarer's to what it promised, the other to as many books as set it."""
    is_declarers = contract.side == side
    aim = contract.bid.promised if is_declarers else contract.bid.to_set
    words = {"books": count, "aim": aim, "left": aim - count}
    if count >= aim:
        return _("made, %(books)s of %(aim)s") % words if is_declarers else _("set, %(books)s of %(aim)s") % words
    if sum(view.table.books) == BOOKS:
        return _("%(books)s of %(aim)s") % words
    if is_declarers:
        return _("%(books)s of %(aim)s, %(left)s to go") % words
    return _("%(books)s of %(aim)s to set") % words


def seats(seen: Seen) -> tuple[SeatShown, ...]:
    """Every seat, clockwise from one's own."""
    return tuple(_seat(seen, (seen.seat + step) % 4) for step in range(4))


def _seat(seen: Seen, seat: Seat) -> SeatShown:
    view, seated = view_of(seen), seen.seated[seat]
    name, said = name_in(seen, seat), next((call for by, call in view.table.calls if by == seat), "")
    won = sum(trick.is_done and trick.ahead == seat for trick in tricks_of(view.actions, contract_in(view)))
    return SeatShown(
        seat=seat,
        place=place_of(seen.seat, seat),
        name=name,
        letter=name[:1].upper(),
        level=level_name(seated.level) if seated.level else "",
        bid="",
        took=str(won),
        pips=(),
        note=_note(seen, view, seat, said, won),
        spoken=_spoken(view, name, call_words(said) if said else _("no call yet"), won),
        is_turn=seat in view.waits_for,
        is_mine=seat % 2 == seen.seat % 2,
        is_dealer=seat == view.table.dealer,
    )


def _spoken(view: BidWhistView, name: str, said: str, won: int) -> str:
    if view.phase in PLAYED:
        return _("%(name)s: %(call)s, %(tricks)s.") % {"name": name, "call": said, "tricks": tricks(won)}
    return _("%(name)s: %(call)s.") % {"name": name, "call": said}


def _note(seen: Seen, view: BidWhistView, seat: Seat, said: str, won: int) -> str:
    """Once a card may be played the tricks that were won; before that the call, or who is at it and who deals."""
    if view.phase in PLAYED:
        is_declarer = seat == view.table.declarer
        return _("declarer · %(tricks)s") % {"tricks": tricks(won)} if is_declarer else tricks(won)
    if said or view.phase is not Phase.BID:
        return call_words(said) if said else ""
    if seat in view.waits_for:
        return _("your call") if seat == seen.seat else _("is bidding")
    if seat != view.table.dealer:
        return ""
    return _("you deal") if seat == seen.seat else _("deals")


def closed(seen: Seen, tricks: Sequence[ToldTrick]) -> dict[str, object]:
    """Why the last trick may not be looked at any more (docs/rules/bidwhist.md, 7.4); nothing before there is one."""
    done = sum(trick.is_done for trick in tricks)
    by = next((seat for seat, _card in view_of(seen).table.trick if seat % 2 == seen.seat % 2), None)
    if not done or by is None:
        return {}
    words = {"n": done, "name": name_in(seen, by)}
    if by == seen.seat:
        return {"last_words": _("Trick %(n)s is closed, for you have played to the next one.") % words}
    return {"last_words": _("Trick %(n)s is closed, for %(name)s has played to the next one.") % words}


# -- the log of the hand --------------------------------------------------------------------------------


def log(seen: Seen) -> tuple[LogLine, ...]:
    view = view_of(seen)
    mine = view.table.dealer == seen.seat
    lines = [LogLine(_("You deal.") if mine else _("%(name)s deals.") % {"name": name_in(seen, view.table.dealer)})]
    if view.table.calls:
        lines.append(LogLine(_calls_told(seen, view)))
    lines += [LogLine(one) for one in _contract_told(seen, view)]
    return (*lines, *_tricks_told(seen, view), *(LogLine(one) for one in _calls_judged(seen, view)))


def _tricks_told(seen: Seen, view: BidWhistView) -> list[LogLine]:
    """The cards of a trick while they may be looked at (docs/rules/bidwhist.md, 7.4 and 8); else only who won it."""
    every = tricks_of(view.actions, contract_in(view))
    done = sum(trick.is_done for trick in every)
    first_open = 1 if view.review else done if view.last_trick is not None else done + 1
    return [
        LogLine(told_in_log(seen, one) if one.number >= first_open else _won_by(seen, one), one.number) for one in every
    ]


def _won_by(seen: Seen, trick: ToldTrick) -> str:
    return _("%(name)s won it.") % {"name": name_in(seen, trick.ahead)}


def _calls_judged(seen: Seen, view: BidWhistView) -> list[str]:
    return [renege_told(name_in(seen, one.seat), one.book, is_right=one.is_right) for one in view.called]


def _calls_told(seen: Seen, view: BidWhistView) -> str:
    told = []
    for place, (seat, call) in enumerate(view.table.calls):
        told.append(f"{name_in(seen, seat, first=place == 0)} {call_words(call)}")
    return f"{', '.join(told)}."


def _contract_told(seen: Seen, view: BidWhistView) -> list[str]:
    contract = contract_in(view)
    if contract is None:
        return []
    words = {"name": name_in(seen, contract.declarer), "contract": contract_words(contract)}
    words["books"] = str(contract.bid.promised)
    if contract.declarer == seen.seat:
        told = [_("You play %(contract)s: %(books)s books.") % words]
    else:
        told = [_("%(name)s plays %(contract)s: %(books)s books.") % words]
    if view.table.kitty:
        told.append(_("The kitty: %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in view.table.kitty)})
    return [*told, *_put_aside(seen, view), *_turned_in(seen, view)]


def _put_aside(seen: Seen, view: BidWhistView) -> list[str]:
    """The discard: named to whoever put it aside, else only counted."""
    for seat, action in view.actions:
        if action.verb == DISCARD:
            cards = tuple_of(action.argument)
            words = {"name": name_in(seen, seat), "n": len(cards)}
            if seat == seen.seat:
                return [_("You put aside %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in cards)}]
            return [_("%(name)s put %(n)s cards aside, the first book.") % words]
    return []


def _turned_in(seen: Seen, view: BidWhistView) -> list[str]:
    """Whose jokers were turned in for a card of the discard (7.3)."""
    whose = [tuple_of(action.argument)[:1] for seat, action in view.actions if seat == DEALER and action.verb == JOKER]
    return [
        _("%(name)s turned a joker in.") % {"name": name_in(seen, seat)}
        for found in whose
        for seat in found
        if isinstance(seat, int)
    ]
