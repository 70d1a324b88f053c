"""What is said at each step of a past hand of Spades, everybody's cards being open."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.engine.reading import cards_in
from games.engine.state import Seat
from games.engine.tricks import next_seat
from games.snapshot import Replay, ReplayStep
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, RETURN, SpadesView, partner
from games.spades.words import bid_words, grounds_sentence, tricks_of, view_of
from games.viewmodel import replay as replays
from games.viewmodel.cards import face
from games.viewmodel.replay import Jump
from games.viewmodel.seats import name_in
from games.viewmodel.tricks import replayed_play, spades_broken
from games.viewmodel.words import listed, the_card


def dealt(replay: Replay) -> str:
    dealer = view_of(replay).table.dealer
    words = {"dealer": name_in(replay, dealer), "first": name_in(replay, next_seat(dealer), first=False)}
    return _("%(dealer)s dealt; the first bid and the first lead are for %(first)s.") % words


def hand_over(replay: Replay) -> str:
    is_void = replay.hand is not None and is_misdeal(replay)
    return _("Nothing is scored; the same dealer deals again.") if is_void else replays.hand_over(replay)


def is_misdeal(replay: Replay) -> bool:
    return any(step.action.verb == MISDEAL for step in replay.steps)


# -- bids and exchange --------------------------------------------------------------------------------


def _say_bid(replay: Replay, step: ReplayStep) -> str:
    words = {"who": name_in(replay, step.seat), "bid": bid_words(step.action.number)}
    if step.action.verb == BLIND_NIL:
        return _("%(who)s bid nil without looking.") % words
    return " ".join([_("%(who)s bid %(bid)s.") % words, *_overridden(replay, step.seat)])


def _overridden(replay: Replay, seat: Seat) -> list[str]:
    """What One Nil has made of the partner's bid with this one (section 4.2)."""
    other = partner(seat)
    before = SpadesView.of(replay.views[replay.step - 1])
    was, now = before.table.bids[other], view_of(replay).table.bids[other]
    if was is None or was == now:
        return []
    words = {"who": name_in(replay, other), "was": bid_words(was), "now": bid_words(now)}
    if other == replay.own:
        return [_("One Nil: your %(was)s becomes %(now)s.") % words]
    return [_("One Nil: %(who)s’s %(was)s becomes %(now)s.") % words]


def _say_misdeal(replay: Replay, step: ReplayStep) -> str:
    """With the grounds: the hand lies open here."""
    words = {"who": name_in(replay, step.seat), "why": grounds_sentence(replay.view.hands[step.seat])}
    return _("%(who)s declared a misdeal: %(why)s.") % words


def _say_pass(replay: Replay, step: ReplayStep) -> str:
    passed = [the_card(one) for one in cards_in(step.action.argument)]
    words = {
        "who": name_in(replay, step.seat),
        "to": name_in(replay, partner(step.seat), first=False),
        "cards": listed(passed),
    }
    if not passed:
        return _("%(who)s kept every card.") % words
    if step.action.verb == RETURN:
        return _("%(who)s gave %(to)s %(cards)s back.") % words
    return _("%(who)s gave %(to)s %(cards)s.") % words


# -- play ---------------------------------------------------------------------------------------------


def _say_play(replay: Replay, step: ReplayStep) -> str:
    view = view_of(replay)
    tricks = tricks_of(view.actions, view.options)
    broken = spades_broken(tricks) if view.terms.breaking else ""
    return replayed_play(replay, tricks[-1], *filter(None, [broken]))


SAID: Final[Mapping[str, Callable[[Replay, ReplayStep], str]]] = {
    LOOK: replays.looked,
    BLIND_NIL: _say_bid,
    BID: _say_bid,
    MISDEAL: _say_misdeal,
    GIVE: _say_pass,
    RETURN: _say_pass,
    PLAY: _say_play,
}


# -- what lies open ---------------------------------------------------------------------------------------


def passed(replay: Replay) -> dict[str, object]:
    """The cards that changed hands in this step of the exchange (section 4.4)."""
    action = replay.done[-1].action if replay.done else None
    cards = cards_in(action.argument) if action is not None and action.verb in (GIVE, RETURN) else ()
    return {"passed": tuple(map(face, cards)), "passed_name": _("Cards given")}


def bids_jump(replay: Replay) -> Jump | None:
    """To the last step before the first card; None where the bidding came to no end."""
    last = SpadesView.of(replay.views[-1])
    if None in last.table.bids or is_misdeal(replay):
        return None
    settled = [number for number, step in enumerate(replay.steps, start=1) if step.action.verb != PLAY]
    first = next_seat(last.table.dealer)
    bidders = [(first + step) % len(replay.seated) for step in range(len(replay.seated))]
    bids = [f"{name_in(replay, seat, first=False)} {bid_words(last.table.bids[seat])}" for seat in bidders]
    return Jump(_("Bids: %(bids)s") % {"bids": ", ".join(bids)}, settled[-1])
