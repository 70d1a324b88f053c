"""Hands like this: a bid of a hand that is over beside what became of each bid with similar hands."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import texts
from games.presenters.choices import said
from games.presenters.reviews import sides_of
from games.rates import wilson
from games.review.alike import FEWEST, NOTHING, Outcome
from games.services.past.alike import Alike
from games.snapshot import Replay
from games.viewmodel.alike import AlikeShown, BidRows, SourceRow, Within
from games.viewmodel.cards import sorted_hand
from games.viewmodel.words import Words, decimal, plain_number, signed
from games.wording.kinds import kind_name

#: Means of points below this are told to a tenth.
TENTHS_BELOW: Final = 10
OWN, EVERYBODY, SIMULATED = gettext_lazy("yours"), gettext_lazy("everybody’s"), gettext_lazy("simulated")


def of_hand(replay: Replay, alike: Alike) -> AlikeShown:
    key, bids = replay.game.key, alike.likeness.bids
    found = {bid: _sources(alike, bid) for bid in bids}
    known = [bid for bid, some in found.items() if bid == alike.bid or any(one.is_averaged for _name, one in some)]
    return AlikeShown(
        kind=kind_name(key, "bid"),
        cards=texts(sorted_hand(replay.views[alike.step].hand or ())),
        sentence=_sentence(said(key, bids[alike.bid]), _found(alike.simulated, alike.bid)),
        grown=_grown(key, alike),
        like=_like(alike),
        bids=[
            BidRows(said(key, bids[bid]), bid == alike.bid, [_row(name, one, name is OWN) for name, one in found[bid]])
            for bid in known
            if found[bid]
        ],
        left_out=_left_out(sum(bool(some) for bid, some in found.items() if bid not in known)),
        counted=" ".join(_counted(alike)),
        lead=_lead(replay),
        some_unplayed=any(one.played < one.hands for bid in known for _name, one in found[bid]),
    )


def _lead(replay: Replay) -> str:
    if len(set(sides_of(replay.game))) == len(replay.game.seated):
        return _("Lead gained is by how many points your lead grew in the hand, on average.")
    return _("Lead gained is by how many points your side’s lead grew in the hand, on average.")


def _sources(alike: Alike, bid: str) -> list[tuple[Words, Outcome]]:
    """Everybody’s only where there are hands beyond one’s own."""
    own, everybody, simulated = (_found(some, bid) for some in (alike.own, alike.everybody, alike.simulated))
    is_own_alone = own is not None and everybody is not None and (everybody == own or everybody.hands < own.hands)
    rows = ((OWN, own), (EVERYBODY, None if is_own_alone else everybody), (SIMULATED, simulated))
    return [(name, one) for name, one in rows if one is not None]


def _grown(key: str, alike: Alike) -> str:
    """The bid that did most for the lead among the simulated hands, beside the own one; nothing where one alone has
    enough of them.
    """
    means = {one.bid: one.mean for one in alike.simulated if one.is_averaged}
    if len(means) < 2:
        return ""
    best, own = max(means, key=lambda bid: means[bid][0]), alike.bid
    words = {"bid": said(key, alike.likeness.bids[best]), "points": _rounded(means[best][0])}
    if best == own:
        return _("No bid did more for the lead among the simulated hands than yours: %(points)s on average.") % words
    first = _("Among the simulated hands %(bid)s did most for the lead: %(points)s on average.") % words
    if own not in means:
        return first
    words = {"own": said(key, alike.likeness.bids[own]), "points": _rounded(means[own][0])}
    return f"{first} {_beside(means[best], means[own]) % words}"


def _beside(best: tuple[float, float], own: tuple[float, float]) -> str:
    """Means, each with how far the true one lies from it at most in 95 of 100 cases."""
    if best[0] - own[0] < hypot(best[1], own[1]):
        return _("Yours, %(own)s: %(points)s; the difference may be chance.")
    return _("Yours, %(own)s: %(points)s.")


def _left_out(many: int) -> str:
    words = ngettext(
        "Another bid, of fewer than %(fewest)s hands, is left out.",
        "%(n)s other bids, of fewer than %(fewest)s hands each, are left out.",
        many,
    )
    return words % {"n": many, "fewest": FEWEST} if many else ""


def _counted(alike: Alike) -> Iterator[str]:
    total = number_format(alike.total, force_grouping=True)
    every = (alike.simulated, alike.own, alike.everybody)
    simulated, own, everybody = (sum(one.hands for one in found) for found in every)
    words = _("Compared are the %(hands)s most similar of %(total)s simulated hands.")
    yield words % {"hands": simulated, "total": total}
    if own:
        words = ngettext(
            "One reviewed hand of your own is as similar.", "%(n)s reviewed hands of your own are as similar.", own
        )
        yield words % {"n": own}
    if any(name is EVERYBODY for bid in alike.likeness.bids for name, _one in _sources(alike, bid)):
        words = ngettext("Of everybody together there is one.", "Of everybody together there are %(n)s.", everybody)
        yield words % {"n": everybody}


def _found(found: Sequence[Outcome], bid: str) -> Outcome | None:
    return next((one for one in found if one.bid == bid), None)


def _row(source: Words, one: Outcome, is_own: bool) -> SourceRow:
    rate = _rate(one) if one.is_rated else None
    return SourceRow(str(source), is_own, one.hands, one.played, rate, _points(one) if one.is_averaged else None)


def _rate(one: Outcome) -> Within:
    low, high = (round(100 * end) for end in wilson(one.made, one.played))
    rate = round(100 * one.made / one.played)
    return Within(str(rate), f"{low}–{high}", rate, low, high)


def _points(one: Outcome) -> Within:
    mean, reach = one.mean
    between = _("%(low)s to %(high)s") % {"low": _rounded(mean - reach), "high": _rounded(mean + reach)}
    return Within(_rounded(mean), between)


def _rounded(points: float) -> str:
    """Small ones to a tenth."""
    return signed(round(points)) if abs(points) >= TENTHS_BELOW else decimal(points, sign=True)


def _like(alike: Alike) -> str:
    """What is compared, with its numbers; nothing of what was not heard."""
    named = zip(alike.likeness.labels, alike.traits, alike.likeness.weights, strict=True)
    first = len(alike.traits) - 2
    parts = [
        f"{label} {_ahead(value, alike.likeness.step) if place == first - 1 else plain_number(value)}"
        for place, (label, value, weight) in enumerate(named)
        if weight and not (place >= first and value == NOTHING)
    ]
    return ", ".join(parts)


def _ahead(steps: int, step: int) -> str:
    """So many steps, in points: from the first to the last of them."""
    low, high = steps * step, steps * step + step - 1
    return signed(low) if low == high else _("%(low)s to %(high)s") % {"low": signed(low), "high": signed(high)}


def _sentence(bid: str, found: Outcome | None) -> str:
    """By the simulated hands, of which there are most."""
    if found is None or not found.hands:
        return _("You chose %(bid)s: it was bid on no simulated hand like this.") % {"bid": bid}
    if found.is_rated:
        rate = round(100 * found.made / found.played)
        return _("You chose %(bid)s: with simulated hands like this it was made in %(rate)s of 100.") % {
            "bid": bid,
            "rate": rate,
        }
    if found.is_averaged and not found.played:
        points = _rounded(found.mean[0])
        return _("You chose %(bid)s: with simulated hands like this it changed the lead by %(points)s on average.") % {
            "bid": bid,
            "points": points,
        }
    return _("You chose %(bid)s: it was bid on too few simulated hands like this for a rate.") % {"bid": bid}
