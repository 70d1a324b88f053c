"""Who sits where in Bid Whist and how the hand stands with them, the score strip, and the log of the hand."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bidwhist.play import counted
from games.bidwhist.score import BOOKS, Contract
from games.bidwhist.state import DISCARD, JOKER, PASS, BidWhistView, side_of
from games.bidwhist.words import (
    SIDES,
    books_sentence,
    call_words,
    contract_words,
    in_order,
    renege_sentence,
    side_books,
    tricks_of,
    view_of,
)
from games.engine.actions import tuple_of
from games.engine.state import DEALER, Phase, Seat
from games.snapshot import Snapshot
from games.viewmodel.cards import face
from games.viewmodel.seats import Moment, SeatShown, SideShown, deals, doing, name_in, seat_shown
from games.viewmodel.tricks import Trick
from games.viewmodel.words import points_said, tricks

#: Phases in which tricks are won, and looked through.
PLAYED = (Phase.PLAY, Phase.REVIEW)
IN_HAND = (Phase.BID, Phase.NAME, Phase.DISCARD, Phase.JOKERS, *PLAYED)


def side(moment: Moment, side: int, name: str) -> SideShown:
    """The score as it stands: a hand counts when it is over (section 9)."""
    view = view_of(moment)
    points, contract = view.table.score[side], view.table.played
    count = view.table.books[side] if view.hands else counted(view, side)
    books, more = books_sentence(count), ""
    if view.hands:
        more = side_books(count, contract, side)
    elif contract is not None and view.phase in IN_HAND:
        more = _aim(view, contract, side, count)
        books = f"{books}, {more}"
    words = {"side": SIDES.name_of_side(moment, side), "points": points_said(points), "books": books}
    return SideShown(name, points, more, _("%(side)s: %(points)s, %(books)s.") % words)


def _aim(view: BidWhistView, contract: Contract, side: int, count: int) -> str:
    """How far a side is: the declarer's to what it promised, the other to as many books as set it."""
    is_declarers = contract.side == side
    aim = contract.bid.promised if is_declarers else contract.bid.to_set
    words = {"books": count, "aim": aim, "left": aim - count}
    if count >= aim:
        return _("made, %(books)s of %(aim)s") % words if is_declarers else _("set it, %(books)s of %(aim)s") % words
    if sum(view.table.books) == BOOKS:
        return _("%(books)s of %(aim)s") % words
    if is_declarers:
        return _("%(books)s of %(aim)s, %(left)s to go") % words
    return _("%(books)s of %(aim)s to set") % words


def seat(moment: Moment, seat: Seat, is_near: bool) -> SeatShown:
    """Open cards stand as they rank in this hand."""
    view = view_of(moment)
    said = next((call_words(call) for by, call in view.table.calls if by == seat), "")
    won = tricks_won(view, seat)
    shown = seat_shown(
        moment,
        seat,
        is_near=is_near,
        is_dealer=seat == view.table.dealer,
        took=won,
        note=_past_note(view, said, won) if view.hands else _note(moment, view, seat, said, won),
        spoken=_spoken(view, name_in(moment, seat), said or _("no call yet"), won),
    )
    if not view.hands:
        return shown
    held = in_order(view.hands[seat], view.table.played, spades_first=True)
    return replace(shown, cards=tuple(map(face, held)))


def tricks_won(view: BidWhistView, seat: Seat) -> int:
    return sum(trick.winner == seat for trick in tricks_of(view.actions, view.table.played))


def _spoken(view: BidWhistView, name: str, said: str, won: int) -> str:
    if view.phase in PLAYED:
        return _("%(name)s: %(call)s, %(tricks)s.") % {"name": name, "call": said, "tricks": tricks(won)}
    return _("%(name)s: %(call)s.") % {"name": name, "call": said}


def _past_note(view: BidWhistView, said: str, won: int) -> str:
    """The call, and once there is a contract the tricks that were won."""
    if not said or view.table.contract is None:
        return said or _("no call yet")
    return _("%(call)s · %(tricks)s") % {"call": said, "tricks": tricks(won)}


def _note(moment: Moment, view: BidWhistView, seat: Seat, said: str, won: int) -> str:
    """Once a card may be played the tricks that were won; before that the call, or who is at it and who deals."""
    if view.phase in PLAYED:
        is_declarer = seat == view.table.declarer
        return _("declarer · %(tricks)s") % {"tricks": tricks(won)} if is_declarer else tricks(won)
    if said or view.phase is not Phase.BID:
        return said
    if seat in view.waits_for:
        return _("your call") if seat == moment.own else doing(moment, seat, pgettext("Bid Whist", "is bidding"))
    if seat != view.table.dealer:
        return ""
    return _("you deal") if seat == moment.own else _("deals")


def closed(snapshot: Snapshot, tricks: Sequence[Trick]) -> dict[str, object]:
    """Why the last trick may not be looked at any more (docs/rules/bidwhist.md, 7.4); nothing before there is one."""
    done = sum(trick.is_done for trick in tricks)
    by = next((seat for seat, _card in view_of(snapshot).table.trick if side_of(seat) == side_of(snapshot.seat)), None)
    if not done or by is None or snapshot.own is None:
        return {}
    words = {"n": done, "name": name_in(snapshot, by)}
    if by == snapshot.seat:
        return {"last_words": _("Trick %(n)s is closed because you have played to the next one.") % words}
    return {"last_words": _("Trick %(n)s is closed because %(name)s has played to the next one.") % words}


# -- the log of the hand --------------------------------------------------------------------------------


def settled(snapshot: Snapshot) -> list[str]:
    """Who deals, the calls, the contract, the kitty and the discard."""
    view = view_of(snapshot)
    dealt = deals(snapshot, view.table.dealer)
    calls = calls_said(snapshot, view, first=True)
    return [dealt, *([f"{calls}."] if calls else []), *_contract_sentence(snapshot, view)]


def calls_said(moment: Moment, view: BidWhistView, *, first: bool = False) -> str:
    """Every call in its order, in one sentence; `first`: it begins with them."""
    said = [
        _call_said(moment, seat, call, first=first and not place) for place, (seat, call) in enumerate(view.table.calls)
    ]
    return ", ".join(said)


def _call_said(moment: Moment, seat: Seat, call: str, *, first: bool) -> str:
    words = {"name": name_in(moment, seat, first=first), "call": call_words(call)}
    if call != PASS:
        return _("%(name)s %(call)s") % words
    return _("%(name)s pass") % words if seat == moment.own else _("%(name)s passes") % words


def first_open(view: BidWhistView) -> int:
    """The first trick whose cards may be looked at (docs/rules/bidwhist.md, 7.4 and 8)."""
    done = sum(trick.is_done for trick in tricks_of(view.actions, view.table.played))
    return 1 if view.review else done if view.last_trick is not None else done + 1


def calls_judged(snapshot: Snapshot) -> list[str]:
    called = view_of(snapshot).called
    return [renege_sentence(name_in(snapshot, one.seat), one.book, is_right=one.is_right) for one in called]


def _contract_sentence(snapshot: Snapshot, view: BidWhistView) -> list[str]:
    contract = view.table.played
    if contract is None:
        return []
    words = {"name": name_in(snapshot, contract.declarer), "contract": contract_words(contract)}
    words["books"] = str(contract.bid.promised)
    if contract.declarer == snapshot.own:
        sentences = [_("You play %(contract)s: %(books)s books.") % words]
    else:
        sentences = [_("%(name)s plays %(contract)s: %(books)s books.") % words]
    if view.table.kitty:
        sentences.append(_("The kitty: %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in view.table.kitty)})
    return [*sentences, *_put_aside(snapshot, view), *_turned_in(snapshot, view)]


def _put_aside(snapshot: Snapshot, view: BidWhistView) -> list[str]:
    """The discard: named to whoever put it aside, else only counted."""
    for seat, action in view.actions:
        if action.verb == DISCARD:
            cards = tuple_of(action.argument)
            words = {"name": name_in(snapshot, seat), "n": len(cards)}
            if seat == snapshot.own:
                return [_("You put aside %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in cards)}]
            return [_("%(name)s put %(n)s cards aside, the first book.") % words]
    return []


def _turned_in(snapshot: Snapshot, view: BidWhistView) -> list[str]:
    """Whose jokers were turned in for a card of the discard (7.3)."""
    whose = [tuple_of(action.argument)[:1] for seat, action in view.actions if seat == DEALER and action.verb == JOKER]
    return [
        _("%(name)s turned a joker in.") % {"name": name_in(snapshot, seat)}
        for found in whose
        for seat in found
        if isinstance(seat, int)
    ]
