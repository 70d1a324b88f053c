"""What is said at each step of a past hand of Spades, everybody's cards being open."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.engine.reading import cards_in
from games.engine.state import Seat
from games.snapshot import Replay, StepSeen
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, RETURN, TRICKS, own, partner
from games.spades.tricks import bid_words, grounds_told, tricks_of
from games.viewmodel.replay import name_of
from games.viewmodel.words import the_card


def told(replay: Replay) -> tuple[str, str]:
    """Where we are, and what was done there."""
    state = own(replay.state)
    if not replay.done:
        words = {"dealer": name_of(replay.game, state.dealer), "first": name_of(replay.game, state.first, first=False)}
        return _("As dealt."), _("%(dealer)s dealt; the first bid and the first lead are for %(first)s.") % words
    step = replay.done[-1]
    where = _("Before the first trick.")
    if step.action.verb == PLAY:
        where = _("Trick %(n)s of %(all)s.") % {"n": len(tricks_of(state.actions, state.options)), "all": TRICKS}
    said = [_SAY[step.action.verb](replay, step)]
    if step.by_table:
        said.append(_("Played out by the table."))
    if replay.step == replay.last:
        said.append(_end(replay))
    return where, " ".join(said)


def _end(replay: Replay) -> str:
    if replay.hand is None:
        return _("Here the game was given up.")
    return _("Nothing is scored; the same dealer deals again.") if own(replay.state).void else _("The hand is over.")


def _before(replay: Replay) -> int:
    """The place of the state before this step."""
    return replay.step - 1


# -- bids and exchange --------------------------------------------------------------------------------


def _say_look(replay: Replay, step: StepSeen) -> str:
    return _("%(who)s did not bid blind and looked.") % {"who": name_of(replay.game, step.seat)}


def _say_bid(replay: Replay, step: StepSeen) -> str:
    words = {"who": name_of(replay.game, step.seat), "bid": bid_words(step.action.number)}
    if step.action.verb == BLIND_NIL:
        return _("%(who)s bid nil without looking.") % words
    return " ".join([_("%(who)s bid %(bid)s.") % words, *_overridden(replay, step.seat)])


def _overridden(replay: Replay, seat: Seat) -> list[str]:
    """What One Nil has made of the partner's bid with this one (section 4.2)."""
    other = partner(seat)
    was, now = own(replay.states[_before(replay)]).bids[other], own(replay.state).bids[other]
    if was is None or was == now:
        return []
    words = {"who": name_of(replay.game, other), "was": bid_words(was), "now": bid_words(now)}
    if other == replay.game.side.own:
        return [_("One Nil: your %(was)s becomes %(now)s.") % words]
    return [_("One Nil: %(who)s’s %(was)s becomes %(now)s.") % words]


def _say_misdeal(replay: Replay, step: StepSeen) -> str:
    """With the grounds: the hand lies open here."""
    why = grounds_told(own(replay.state).hands[step.seat])
    words = {"who": name_of(replay.game, step.seat), "why": why}
    return _("%(who)s declared a misdeal: %(why)s.") % words


def _say_pass(replay: Replay, step: StepSeen) -> str:
    passed = [the_card(one) for one in cards_in(step.action.argument)]
    words = {
        "who": name_of(replay.game, step.seat),
        "to": name_of(replay.game, partner(step.seat), first=False),
        "cards": _(" and ").join(passed),
    }
    if not passed:
        return _("%(who)s kept every card.") % words
    if step.action.verb == RETURN:
        return _("%(who)s gave %(to)s %(cards)s back.") % words
    return _("%(who)s gave %(to)s %(cards)s.") % words


# -- play ---------------------------------------------------------------------------------------------


def _say_play(replay: Replay, step: StepSeen) -> str:
    state, one = own(replay.state), step.action.card
    if one is None:
        return ""
    trick = tricks_of(state.actions, state.options)[-1]
    words = {"who": name_of(replay.game, step.seat), "card": the_card(one)}
    said = [_("%(who)s led %(card)s.") % words if len(trick.plays) == 1 else _("%(who)s played %(card)s.") % words]
    if trick.is_done and trick.ahead == step.seat:
        said = [_("%(who)s played %(card)s and won.") % words]
    elif trick.is_done:
        said.append(_("%(who)s won the trick.") % {"who": name_of(replay.game, trick.ahead)})
    if state.terms.breaking and state.broken and not own(replay.states[_before(replay)]).broken:
        said.append(_("Spades are broken."))
    return " ".join(said)


_SAY: Mapping[str, Callable[[Replay, StepSeen], str]] = {
    LOOK: _say_look,
    BLIND_NIL: _say_bid,
    BID: _say_bid,
    MISDEAL: _say_misdeal,
    GIVE: _say_pass,
    RETURN: _say_pass,
    PLAY: _say_play,
}
