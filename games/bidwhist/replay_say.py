"""What is said at each step of a past hand of Bid Whist, everybody's cards being open."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.bidwhist.contract import Direction
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
    TRICKS,
    TRUMP,
    BidWhistState,
    own,
)
from games.bidwhist.words import call_words, renege_told, tricks_of
from games.engine.cards import Suit
from games.snapshot import Replay, StepSeen
from games.viewmodel.replay import name_of
from games.viewmodel.words import SUITS, the_card


def told(replay: Replay) -> tuple[str, str]:
    """Where we are, and what was done there."""
    state = own(replay.state)
    if not replay.done:
        words = {"dealer": name_of(replay.game, state.dealer), "first": name_of(replay.game, state.first, first=False)}
        return _("As dealt."), _("%(dealer)s dealt; the first call is for %(first)s.") % words
    step = replay.done[-1]
    said = [_SAY[step.action.verb](replay, step)]
    if step.by_table:
        said.append(_("Played out by the table."))
    if replay.step == replay.last:
        said.append(_end(replay))
    return _where(state, step.action.verb), " ".join(said)


def _where(state: BidWhistState, verb: str) -> str:
    if verb == PLAY:
        return _("Trick %(n)s of %(all)s.") % {"n": len(tricks_of(state.actions, state.contract)), "all": TRICKS}
    if verb in (CALL, BOOK, CONFIRM):
        return _("Review of the tricks.")
    return _("Before the first trick.")


def _end(replay: Replay) -> str:
    if replay.hand is None:
        return _("Here the game was given up.")
    if own(replay.state).contract is None:
        return _("Everybody passed: nothing is scored, and the next dealer deals.")
    return _("The hand is over.")


def _before(replay: Replay) -> BidWhistState:
    """The state before this step."""
    return own(replay.states[replay.step - 1])


def _who(replay: Replay, step: StepSeen) -> str:
    return name_of(replay.game, step.seat)


# -- auction, naming and kitty ------------------------------------------------------------------------------


def _say_call(replay: Replay, step: StepSeen) -> str:
    if step.action.verb == PASS:
        said = [_("%(who)s passed.") % {"who": _who(replay, step)}]
    else:
        words = {"who": _who(replay, step), "bid": call_words(str(step.action.argument))}
        said = [_("%(who)s bid %(bid)s.") % words]
    state = own(replay.state)
    if len(state.calls) == len(SEATS) and state.contract is not None:
        said.append(_("%(who)s won the auction.") % {"who": name_of(replay.game, state.contract.declarer)})
    return " ".join([*said, *_kitty_taken(replay)])


def _kitty_taken(replay: Replay) -> list[str]:
    """Where this step gave the declarer the kitty: before the naming or after it (section 5)."""
    state = own(replay.state)
    if state.contract is None or state.kitty or not _before(replay).kitty:
        return []
    return [_("%(who)s took the kitty.") % {"who": name_of(replay.game, state.contract.declarer)}]


def _say_trump(replay: Replay, step: StepSeen) -> str:
    words = {"who": _who(replay, step), "suit": SUITS[Suit(str(step.action.argument))]}
    return " ".join([_("%(who)s named %(suit)s.") % words, *_kitty_taken(replay)])


def _say_direction(replay: Replay, step: StepSeen) -> str:
    if step.action.argument == Direction.UP:
        text = _("%(who)s named up: the king next to the ace.")
    else:
        text = _("%(who)s named down: the two next to the ace.")
    return " ".join([text % {"who": _who(replay, step)}, *_kitty_taken(replay)])


def _say_discard(replay: Replay, step: StepSeen) -> str:
    words = {"who": _who(replay, step), "n": len(own(replay.state).discard)}
    return _("%(who)s put %(n)s cards aside, the first book.") % words


def _say_joker(replay: Replay, step: StepSeen) -> str:
    """Of the dealer: whose joker it was stands in the action (section 7.3)."""
    swap = own(replay.state).swaps[-1]
    words = {"who": name_of(replay.game, swap.seat), "joker": the_card(swap.joker), "card": the_card(swap.drawn)}
    return _("%(who)s turned in %(joker)s and drew %(card)s.") % words


# -- play and review ------------------------------------------------------------------------------------------


def _say_play(replay: Replay, step: StepSeen) -> str:
    state, one = own(replay.state), step.action.card
    if one is None:
        return ""
    trick = tricks_of(state.actions, state.contract)[-1]
    words = {"who": _who(replay, step), "card": the_card(one)}
    said = [_("%(who)s led %(card)s.") % words if len(trick.plays) == 1 else _("%(who)s played %(card)s.") % words]
    if trick.is_done and trick.ahead == step.seat:
        said = [_("%(who)s played %(card)s and won.") % words]
    elif trick.is_done:
        said.append(_("%(who)s won the trick.") % {"who": name_of(replay.game, trick.ahead)})
    if len(state.reneges) > len(_before(replay).reneges):
        said.append(_("That was a renege."))
    return " ".join(said)


def _say_renege(replay: Replay, step: StepSeen) -> str:
    return _("%(who)s called a renege: all tricks are looked through.") % {"who": _who(replay, step)}


def _say_book(replay: Replay, step: StepSeen) -> str:
    judged = own(replay.state).called[-1]
    return renege_told(_who(replay, step), judged.book, is_right=judged.is_right)


def _say_confirm(replay: Replay, step: StepSeen) -> str:
    return _("%(who)s confirmed the hand.") % {"who": _who(replay, step)}


_SAY: Mapping[str, Callable[[Replay, StepSeen], str]] = {
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
