"""How a hand of Two-Man Spades stands at each seat, its pile, and the choices before the first card."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.options import whole
from games.engine.state import Phase, Said, Seat
from games.snapshot import Replay
from games.twoman.score import BAG_CARDS, Contract, Pile, Standing, bags_lost
from games.twoman.state import BID, BLIND, DISCARD, HAND_SIZE, NIL, PLAY, RANKING, TRICKS, TwoManView
from games.viewmodel.cards import CardTag, Face, face
from games.viewmodel.kept import by_hand
from games.viewmodel.offers import Offer, bid_offer
from games.viewmodel.seats import Moment, SeatShown, SideShown, bid_spoken, doing, name_in, pips, seat_shown, side_shown
from games.viewmodel.tricks import Trick, tricks_with
from games.viewmodel.words import MINUS, bags, plain_number, signed

TAGS: Final[Mapping[Card, CardTag]] = {
    one: CardTag(f"{MINUS}{count}", gettext_lazy("%(card)s, takes bags off")) for one, count in BAG_CARDS.items()
}


def view_of(moment: Moment) -> TwoManView:
    return TwoManView.of(moment.view)


@by_hand
def tricks_of(actions: Sequence[Said]) -> tuple[Trick, ...]:
    return tricks_with(actions, RANKING, seats=2)


def drawn(one: Card) -> Face:
    """With the tag of a bag card."""
    return face(one, TAGS[one].mark if one in TAGS else "")


def other_name(moment: Moment) -> str:
    return name_in(moment, 1 - moment.near)


# -- seats and sides ----------------------------------------------------------------------------------------


def seat(moment: Moment, seat: Seat, is_near: bool) -> SeatShown:
    view = view_of(moment)
    bid, took = bid_words(view, seat), view.table.tricks[seat]
    counts = view.phase is Phase.PLAY or bool(view.hands)
    return seat_shown(
        moment,
        seat,
        is_near=is_near,
        bid=bid,
        took=took,
        pips=pips(view.table.bids[seat], took) if counts else (),
        note=_note(moment, view, seat),
        tag=pile_sum(moment, view) if _is_other(moment, seat) and view.phase is Phase.BID else "",
        spoken=bid_spoken(moment, seat, bid, took),
        backs=_held(view, seat) if seat != moment.own and not view.hands else 0,
        draw=drawn,
    )


def _is_other(moment: Moment, seat: Seat) -> bool:
    """Of somebody who plays, and not of whoever only looks on or back."""
    return moment.own is not None and seat != moment.own and not moment.view.hands


def side(moment: Moment, seat: Seat, name: str) -> SideShown:
    """Until bids and pile of a past hand have been counted its bags count as they come."""
    view = view_of(moment)
    now = Standing(view.table.base[seat], view.table.bags[seat])
    if isinstance(moment, Replay) and not (moment.is_over and moment.hand is not None):
        now = _under_way(view, seat, now)
    more = _standing(now.bags, view.table.parity[seat]) if view.phase is not Phase.START else ""
    return side_shown(name, now.display, now.bags, more)


def _under_way(view: TwoManView, seat: Seat, before: Standing) -> Standing:
    """A blind nil is won or lost, never scored."""
    bid, pile = view.table.bids[seat], pile_of(view)
    if bid is None or NIL in view.table.blind:
        return before
    won = [one for trick in tricks_of(view.actions) if trick.winner == seat for _by, one in trick.plays]
    won += pile.cards if pile is not None and pile_winner(view, pile) == seat else ()
    return before.with_bags(Contract(bid).bags(view.table.tricks[seat]) - bags_lost(won))


def bid_words(view: TwoManView, seat: Seat) -> str:
    bid, blind = view.table.bids[seat], view.table.blind[seat]
    if blind == NIL:
        return _("blind nil")
    return bid_sentence(bid, is_blind=isinstance(blind, int)) if bid is not None else ""


def bid_sentence(bid: int, *, is_blind: bool) -> str:
    if bid == 0:
        return _("nil")
    return _("%(n)s blind") % {"n": bid} if is_blind else str(bid)


def _held(view: TwoManView, seat: Seat) -> int:
    """Public: eleven less what it has put aside and played."""
    if view.phase in (Phase.START, Phase.DEAL, Phase.OVER):
        return 0
    return HAND_SIZE - sum(who == seat and action.verb in (DISCARD, PLAY) for who, action in view.actions)


def _note(moment: Moment, view: TwoManView, seat: Seat) -> str:
    if view.hands:
        return _("no bid yet")
    mine = seat == moment.own
    if view.phase is Phase.DISCARD:
        if seat not in view.waits_for:
            return _("a card put aside") if mine else _("has put a card aside")
        return _("choose a card to put aside") if mine else doing(moment, seat, _("is choosing a card"))
    if view.phase is Phase.BLIND:
        behind = view.table.display[1 - seat] - view.table.display[seat]
        return _("%(n)s behind") % {"n": behind} if behind > 0 else _("%(n)s ahead") % {"n": -behind}
    if view.phase is Phase.BID and view.table.first == seat:
        return _("lead the first trick") if mine else _("leads the first trick")
    return ""


def _standing(count: int, parity: str) -> str:
    """Bags, once there are any, and which piles are the seat's."""
    words = {"bags": bags(count), "parity": parity_word(parity)}
    if count:
        return _("%(bags)s · %(parity)s") % words
    return _("odd piles") if parity == "odd" else _("even piles")


# -- the pile ------------------------------------------------------------------------------------------------


def pile_of(view: TwoManView) -> Pile | None:
    """Both discards, once both are known."""
    one, other = view.table.discards
    return None if one is None or other is None else Pile((one, other))


def pile_winner(view: TwoManView, pile: Pile) -> Seat:
    return view.table.parity.index(pile.parity)


def parity_word(one: str) -> str:
    return _("odd") if one == "odd" else _("even")


def pile_sum(moment: Moment, view: TwoManView) -> str:
    """How both discards make the pile, until the bids are made: "8 + your 7 = 15: odd, Ann’s, +10"."""
    pile = pile_of(view)
    if pile is None:
        return ""
    near = moment.near
    words = {"theirs": f"[{view.table.discards[1 - near]}]", "mine": f"[{view.table.discards[near]}]"}
    words |= {"total": str(pile.total), "parity": parity_word(pile.parity), "points": signed(pile.points)}
    words["name"] = other_name(moment)
    if pile_winner(view, pile) == near:
        return _("%(theirs)s + your %(mine)s = %(total)s: %(parity)s, yours, %(points)s") % words
    return _("%(theirs)s + your %(mine)s = %(total)s: %(parity)s, %(name)s’s, %(points)s") % words


def pile_tag(moment: Moment, view: TwoManView) -> str:
    """Whose the pile is and what it is worth, while the hand is played."""
    pile = pile_of(view)
    if pile is None or view.phase is not Phase.PLAY:
        return ""
    words = {"points": signed(pile.points), "name": name_in(moment, pile_winner(view, pile), first=False)}
    return _("Pile %(points)s %(name)s") % words


# -- bids ------------------------------------------------------------------------------------------------------


def blind_offer(bid: int) -> Offer:
    points, notes = 20 * bid, (_("Twice the points."), _("Twice the loss."))
    return bid_offer(
        Action(BLIND, bid), bid, points, -points, *notes, button=_("Bid blind %(n)s") % {"n": bid}, **_made(bid)
    )


def offer(moment: Moment, bid: int) -> Offer:
    view = view_of(moment)
    points = whole(view.options, "nil_points") if bid == 0 else 10 * bid
    notes = _made_note(moment, view, bid), _missed_note(moment, view, bid)
    return bid_offer(Action(BID, bid), bid, points, -points, *notes, **_made(bid))


def _made(bid: int) -> dict[str, str]:
    return {"made": _("All 10")} if bid == TRICKS else {}


def _made_note(moment: Moment, view: TwoManView, bid: int) -> str:
    if bid == TRICKS:
        return _("No trick is left over.")
    if bid == 0:
        points = whole(view.options, "nil_points")
        base = view.table.base[moment.near]
        return _("Base %(a)s becomes %(b)s.") % {"a": plain_number(base), "b": plain_number(base + points)}
    held = bags(view.table.bags[moment.near])
    return _("Each extra trick is a bag. You have %(bags)s; 7 cost 100.") % {"bags": held}


def _missed_note(moment: Moment, view: TwoManView, bid: int) -> str:
    if bid == 0:
        return _("And each trick you take is a bag.")
    theirs, name = view.table.bids[1 - moment.near], other_name(moment)
    if theirs is None:
        return _("%(name)s has not bid yet.") % {"name": name}
    spare = TRICKS - bid - theirs
    words = {"name": name, "bid": _("nil") if theirs == 0 else str(theirs), "n": spare}
    if spare > 1:
        return _("%(name)s bid %(bid)s: %(n)s tricks are left over.") % words
    if spare == 1:
        return _("%(name)s bid %(bid)s: one trick is left over.") % words
    if spare == 0:
        return _("%(name)s bid %(bid)s: every trick has been bid.") % words
    return _("%(name)s bid %(bid)s: at least one of you falls short.") % words
