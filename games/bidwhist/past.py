"""What is said at each step of a past hand of Bid Whist, and what lies beside the trick, all cards being open."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bidwhist.auction import first_book
from games.bidwhist.score import Direction
from games.bidwhist.seats import calls_said
from games.bidwhist.state import (
    BID,
    BOOK,
    CALL,
    CONFIRM,
    DIRECTION,
    DISCARD,
    JOKER,
    PASS,
    PLAY,
    SEATS,
    TRUMP,
    BidWhistView,
)
from games.bidwhist.words import (
    NOBODY_BID,
    call_words,
    contract_words,
    own,
    renege_sentence,
    swapped,
    tricks_of,
    view_of,
)
from games.engine.actions import tuple_of
from games.engine.cards import Suit
from games.engine.reading import cards_in
from games.engine.tricks import next_seat
from games.snapshot import Replay, ReplayStep
from games.viewmodel import replay as replays
from games.viewmodel.cards import face
from games.viewmodel.replay import Jump
from games.viewmodel.seats import name_in
from games.viewmodel.tricks import replayed_play
from games.viewmodel.words import SUITS, the_card


def dealt(replay: Replay) -> str:
    dealer = view_of(replay).table.dealer
    words = {"dealer": name_in(replay, dealer), "first": name_in(replay, next_seat(dealer), first=False)}
    return _("%(dealer)s dealt; the first call is for %(first)s.") % words


def where(replay: Replay) -> str:
    """A step that belongs to a call of a renege, or to the end of the hand."""
    return _("Review of the tricks.") if replay.done[-1].action.verb in (CALL, BOOK, CONFIRM) else ""


def hand_over(replay: Replay) -> str:
    is_void = replay.hand is not None and view_of(replay).table.played is None
    return str(NOBODY_BID) if is_void else replays.hand_over(replay)


def _before(replay: Replay) -> BidWhistView:
    return own(replay.views[max(0, replay.step - 1)])


# -- auction, naming and kitty ------------------------------------------------------------------------------


def _say_call(replay: Replay, step: ReplayStep) -> str:
    words = {"who": name_in(replay, step.seat), "bid": call_words(str(step.action.argument))}
    is_pass = step.action.verb == PASS
    said = [_("%(who)s passed.") % words if is_pass else pgettext("Bid Whist", "%(who)s bid %(bid)s.") % words]
    table = view_of(replay).table
    if len(table.calls) == len(SEATS) and table.declarer is not None:
        said.append(_("%(who)s won the auction.") % {"who": name_in(replay, table.declarer)})
    return " ".join([*said, *_kitty_taken(replay)])


def _kitty_taken(replay: Replay) -> list[str]:
    """Where this step gave the declarer the kitty: before the naming or after it (section 5)."""
    view = view_of(replay)
    if view.table.declarer is None or view.kitty or not _before(replay).kitty:
        return []
    return [_("%(who)s took the kitty.") % {"who": name_in(replay, view.table.declarer)}]


def _say_trump(replay: Replay, step: ReplayStep) -> str:
    words = {"who": name_in(replay, step.seat), "suit": SUITS[Suit(str(step.action.argument))]}
    return " ".join([_("%(who)s named %(suit)s.") % words, *_kitty_taken(replay)])


def _say_direction(replay: Replay, step: ReplayStep) -> str:
    if step.action.argument == Direction.UP:
        text = _("%(who)s named up: the king next to the ace.")
    else:
        text = _("%(who)s named down: the two next to the ace.")
    return " ".join([text % {"who": name_in(replay, step.seat)}, *_kitty_taken(replay)])


def _say_discard(replay: Replay, step: ReplayStep) -> str:
    words = {"who": name_in(replay, step.seat), "n": len(first_book(replay.view.actions))}
    return _("%(who)s put %(n)s cards aside, the first book.") % words


def _say_joker(replay: Replay, step: ReplayStep) -> str:
    """Of the dealer: whose joker it was stands in the action (section 7.3)."""
    seat, (joker, one) = tuple_of(step.action.argument)[0], swapped(step.action)
    who = name_in(replay, seat) if isinstance(seat, int) else ""
    words = {"who": who, "joker": the_card(joker), "card": the_card(one)}
    return _("%(who)s turned in %(joker)s and drew %(card)s.") % words


# -- play and review ------------------------------------------------------------------------------------------


def _say_play(replay: Replay, step: ReplayStep) -> str:
    view = view_of(replay)
    is_renege = len(view.reneges) > len(_before(replay).reneges)
    trick = tricks_of(view.actions, view.table.played)[-1]
    return replayed_play(replay, trick, *([_("That was a renege.")] if is_renege else []))


def _say_renege(replay: Replay, step: ReplayStep) -> str:
    return _("%(who)s called a renege: all tricks are looked through.") % {"who": name_in(replay, step.seat)}


def _say_book(replay: Replay, step: ReplayStep) -> str:
    judged = view_of(replay).called[-1]
    return renege_sentence(name_in(replay, step.seat), judged.book, is_right=judged.is_right)


def _say_confirm(replay: Replay, step: ReplayStep) -> str:
    return _("%(who)s confirmed the hand.") % {"who": name_in(replay, step.seat)}


SAID: Final[Mapping[str, Callable[[Replay, ReplayStep], str]]] = {
    BID: _say_call,
    PASS: _say_call,
    TRUMP: _say_trump,
    DIRECTION: _say_direction,
    DISCARD: _say_discard,
    JOKER: _say_joker,
    PLAY: _say_play,
    CALL: _say_renege,
    BOOK: _say_book,
    CONFIRM: _say_confirm,
}


# -- what lies open -------------------------------------------------------------------------------------------


def beside(replay: Replay) -> dict[str, object]:
    """The kitty until somebody has taken it, and the discard from then on until the first card."""
    before, view = _before(replay).kitty, view_of(replay)
    if view.kitty:
        lying, name = view.kitty, _("The kitty")
    elif before:
        lying, name = before, _("The kitty, taken")
    else:
        lying, name = cards_in(first_book(view.actions)), _("Put aside, the first book")
    return {"passed": tuple(map(face, lying)), "passed_name": name}


def contract_jump(replay: Replay) -> Jump | None:
    """To the last step before the first card, with the discard; None where nobody has put one aside."""
    last = own(replay.views[-1])
    contract, discard = last.table.played, cards_in(first_book(last.actions))
    if contract is None or not discard:
        return None
    plays = [number for number, step in enumerate(replay.steps) if step.action.verb == PLAY]
    words = {
        "calls": calls_said(replay, last),
        "who": name_in(replay, contract.declarer),
        "contract": contract_words(contract),
        "cards": " ".join(f"[{one}]" for one in discard),
    }
    text = _("Calls: %(calls)s. %(who)s played %(contract)s. Put aside: %(cards)s") % words
    return Jump(text, plays[0] if plays else replay.last)
