"""The end of a duel: who won, why, and the duel in numbers."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardduel.messages import hit_points, view_of
from games.cardduel.score import Blaze, tally
from games.cardduel.state import FULL_HP, CardDuelView
from games.engine.state import Result
from games.snapshot import Snapshot
from games.viewmodel.race import Ending, ended_early, race, unfinished
from games.viewmodel.seats import Moment, clockwise, name_in


def ending(snapshot: Snapshot) -> Ending:
    view = view_of(snapshot)
    number = view.table.round  # the one that a blaze or giving up has cut short is one, too
    about = ngettext("Card Duel, %(n)s round", "Card Duel, %(n)s rounds", number) % {"n": number}
    hp = [one.hp for one in view.rounds] + ([] if view.blaze is None else [view.blaze.hp])
    (near, mine), (far, others) = [(name_in(snapshot, seat), [one[seat] for one in hp]) for seat in clockwise(snapshot)]
    words = _("Hit points after each round. %(me)s: %(mine)s. %(other)s: %(theirs)s.")
    chart = race(mine, others, names=(near, far), start=FULL_HP, step=10, words=words)
    if snapshot.own is None:
        return Ending(about, _for_onlookers(snapshot), "", (), chart)
    lead = _lead(snapshot, view)
    if snapshot.result is None:
        heading, lead = ended_early(snapshot, _("You gave this duel up"), lead)
    else:
        heading = _heading(snapshot, snapshot.result)
    return Ending(about, heading, lead, _facts(snapshot, view), chart)


def _for_onlookers(snapshot: Snapshot) -> str:
    """To somebody who looked on."""
    if snapshot.result is None:
        return unfinished(snapshot, _("A duel given up"), _("The duel so far"))
    return _heading(snapshot, snapshot.result)


def _heading(snapshot: Snapshot, result: Result) -> str:
    if result.winner is None or view_of(snapshot).blaze is None:
        return won(snapshot, result)
    if result.winner == snapshot.own:
        return _("You win the duel")
    return _("%(who)s wins the duel") % {"who": name_in(snapshot, result.winner)}


def won(moment: Moment, result: Result) -> str:
    """Who won and how high."""
    hp = view_of(moment).table.hp
    if result.winner is None:
        return _("A draw, %(hp)s each") % {"hp": hit_points(hp[0])}
    words = {"who": name_in(moment, result.winner), "won": hp[result.winner], "lost": hp[1 - result.winner]}
    if result.winner == moment.own:
        return _("You win, %(won)s to %(lost)s") % words
    return _("%(who)s wins, %(won)s to %(lost)s") % words


def _lead(snapshot: Snapshot, view: CardDuelView) -> str:
    if snapshot.result is None:
        return _("It stays in your list. Its deal can be checked now.")
    if view.blaze is not None:
        return _blaze_lead(snapshot, view.blaze)
    if snapshot.result.why == "rounds":
        return _("The last round has been played.")
    return _("Round %(n)s took the last hit point.") % {"n": view.table.round}


def _blaze_lead(snapshot: Snapshot, blaze: Blaze) -> str:
    won, words = blaze.winner == snapshot.seat, {"name": name_in(snapshot, blaze.invoker)}
    if blaze.invoker == snapshot.seat:
        return _("Your blaze of glory burnt bright.") if won else _("Your blaze of glory was not enough.")
    return _("%(name)s’s blaze of glory was not enough.") % words if won else _("%(name)s’s blaze of glory.") % words


def _facts(snapshot: Snapshot, view: CardDuelView) -> tuple[tuple[str, str, str], ...]:
    """The totals of the duel, blaze included."""
    one = tally(view.rounds, view.blaze, snapshot.seat)
    totals = (_("damage you dealt"), one.dealt), (_("damage you took"), one.taken), (_("you healed"), one.healed)
    return tuple((name, str(value), "") for name, value in (*totals, (_("you blocked"), one.blocked)))
