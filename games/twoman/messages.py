"""What is said at a table of Two-Man Spades: each play once, in one sentence, the hand so far, and refusals."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Card
from games.engine.options import whole
from games.engine.state import Phase
from games.snapshot import Snapshot
from games.twoman.seats import bid_words, other_name, parity_word, pile_of, pile_winner, tricks_of, view_of
from games.twoman.state import NIL, TwoManView
from games.viewmodel.refusals import SPADES_NOT_BROKEN, Refused, must_follow
from games.viewmodel.seats import lead_owed, name_in
from games.viewmodel.tricks import fell, spades_broken, to_follow, won
from games.viewmodel.words import capital, card_name, index, unbroken


def message(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    match view.phase:
        case Phase.BLIND:
            return _blind(snapshot, view)
        case Phase.DISCARD:
            return _discard(snapshot, view)
        case Phase.BID:
            return " ".join((_pile(snapshot, view), _bidding(snapshot, view)))
        case Phase.PLAY:
            return " ".join(one for one in _play(snapshot, view) if one)
    return ""


def _blind(snapshot: Snapshot, view: TwoManView) -> str:
    if snapshot.seat not in view.waits_for:
        return _("%(name)s is far behind and may bid before looking.") % {"name": other_name(snapshot)}
    deficit = whole(view.options, "blind_deficit")
    return _("You are %(n)s or more behind, so you may bid before you see your cards.") % {"n": deficit}


def _discard(snapshot: Snapshot, view: TwoManView) -> str:
    words = {"name": other_name(snapshot), "n": view.table.blind[1 - snapshot.seat]}
    if snapshot.seat not in view.waits_for:
        return _("Your card lies face down. %(name)s is choosing one.") % words
    last = ""
    if words["n"] == NIL:
        last = _("%(name)s bid blind nil: one trick on that side and you win the game.") % words + " "
    elif isinstance(words["n"], int):
        last = _("%(name)s bid %(n)s blind.") % words + " "
    if view.table.parity[snapshot.seat] == "odd":
        owed = _(
            "Put a card aside. Yours and %(name)s’s make the pile: odd is yours, even theirs. 10 points, 20 if they "
            "match."
        )
    else:
        owed = _(
            "Put a card aside. Yours and %(name)s’s make the pile: even is yours, odd theirs. 10 points, 20 if they "
            "match."
        )
    return last + owed % words


def aside_sentence(snapshot: Snapshot, view: TwoManView, one: Card) -> str:
    """What the pile would be with this card, as far as it is known."""
    is_plain = one.rank is not None and 2 <= one.rank <= 10
    words = {"n": one.face if is_plain else f"{index(one)} ({one.face})", "name": other_name(snapshot)}
    if view.table.parity[snapshot.seat] == "odd":
        return _("Your %(n)s and %(name)s’s card: odd is yours, even theirs.") % words
    return _("Your %(n)s and %(name)s’s card: even is yours, odd theirs.") % words


def _pile(snapshot: Snapshot, view: TwoManView) -> str:
    pile = pile_of(view)
    if pile is None:
        return ""
    one, other = pile.cards
    words = {"one": unbroken(capital(card_name(one))), "other": unbroken(card_name(other)), "total": pile.total}
    words |= {"points": pile.points, "parity": parity_word(pile.parity), "name": other_name(snapshot)}
    if pile_winner(view, pile) == snapshot.seat:
        return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is yours, %(points)s points.") % words
    return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is %(name)s’s, %(points)s points.") % words


def _bidding(snapshot: Snapshot, view: TwoManView) -> str:
    words = {"name": other_name(snapshot), "bid": bid_words(view, 1 - snapshot.seat)}
    if snapshot.seat not in view.waits_for:
        return _("%(name)s is bidding.") % words
    if view.table.bids[1 - snapshot.seat] is None:
        return _("You lead, so you bid first.")
    return _("%(name)s bid %(bid)s. Your bid?") % words


# -- play -----------------------------------------------------------------------------------------------------


def _play(snapshot: Snapshot, view: TwoManView) -> tuple[str, ...]:
    """The trick that has just ended, the card that lies there, and what is owed now."""
    tricks = tricks_of(view.actions)
    done = [trick for trick in tricks if trick.is_done]
    broken, mine = spades_broken(tricks), snapshot.seat in view.waits_for
    if not view.table.trick:
        if done:
            return broken, won(snapshot, done[-1]), lead_owed(snapshot)
        return (_first_lead(snapshot, view) if mine else lead_owed(snapshot),)
    led = fell(snapshot, tricks[-1])
    if not mine:
        return broken, led
    owed = to_follow((one.suit for one in view.hand or ()), view.table.trick[0].suit)
    return broken, won(snapshot, done[-1]) if done else "", led, owed


def _first_lead(snapshot: Snapshot, view: TwoManView) -> str:
    words = {"name": other_name(snapshot), "bid": bid_words(view, 1 - snapshot.seat)}
    bid = _("%(name)s bid %(bid)s.") % words
    return _("%(bid)s You lead the first trick.") % {"bid": bid}


# -- the hand so far ----------------------------------------------------------------------------------------------


def settled(snapshot: Snapshot) -> list[str]:
    """Who leads, the pile and the bids, before the first trick."""
    view, table = view_of(snapshot), view_of(snapshot).table
    words: dict[str, object] = {"name": other_name(snapshot)}
    sentences = []
    if view.phase in (Phase.BLIND, Phase.DISCARD):
        leader = {"name": name_in(snapshot, table.first)}
        sentences.append(
            _("You lead the first trick and bid first.")
            if table.first == snapshot.own
            else _("%(name)s leads the first trick and bids first.") % leader
        )
    if (pile := pile_of(view)) is not None:
        words |= {"mine": f"[{table.discards[snapshot.seat]}]", "theirs": f"[{table.discards[1 - snapshot.seat]}]"}
        words |= {"total": pile.total, "points": pile.points}
        words |= {"near": name_in(snapshot, snapshot.near)}
        put = _("You put aside %(mine)s, %(name)s %(theirs)s: %(total)s.")
        if snapshot.own is None:
            put = _("%(near)s put aside %(mine)s, %(name)s %(theirs)s: %(total)s.")
        winner = pile_winner(view, pile)
        mine, whose = winner == snapshot.own, words | {"name": name_in(snapshot, winner)}
        sentence = _("The pile is yours, +%(points)s.") if mine else _("The pile is %(name)s’s, +%(points)s.")
        sentences.append(f"{put % words} {sentence % whose}")
    bids = [
        _("%(name)s bid %(bid)s.") % {"name": name_in(snapshot, seat), "bid": bid}
        for seat in (table.first, 1 - table.first)
        if (bid := bid_words(view, seat))
    ]
    return [*sentences, " ".join(bids)] if bids else sentences


# -- refusals -------------------------------------------------------------------------------------------------------


REFUSED: Final[Refused] = {
    "MUST_FOLLOW_SUIT": lambda snapshot: why_not_playable(view_of(snapshot)),
    "BID_OUT_OF_RANGE": gettext_lazy("A bid is a whole number from nil to ten."),
    "BLIND_OUT_OF_RANGE": gettext_lazy("A blind bid is a whole number from five to ten."),
    "BLIND_NOT_OFFERED": gettext_lazy("You are not far enough behind to bid blind."),
}


def why_not_playable(view: TwoManView) -> str:
    return must_follow(view.table.trick[0].suit) if view.table.trick else str(SPADES_NOT_BROKEN)
