"""Hands like this: a bid of a hand that is over beside what became of each bid with similar hands."""

from collections.abc import Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import texts
from games.engine.cards import in_hand_order
from games.presenters.choices import said
from games.rates import wilson
from games.review.alike import NOTHING, Outcome
from games.services.past.alike import Alike
from games.snapshot import Replay
from games.viewmodel.alike import AlikeShown, BidRows, SourceRow, Within
from games.viewmodel.words import decimal, plain_number, signed

#: Means of points below this are told to a tenth.
TENTHS_BELOW: Final = 10
OWN, EVERYBODY, SIMULATED = gettext_lazy("yours"), gettext_lazy("everybody’s"), gettext_lazy("simulated")


def of_hand(replay: Replay, alike: Alike) -> AlikeShown:
    key, bids = replay.game.key, alike.likeness.bids
    by_source = ((OWN, alike.own), (EVERYBODY, alike.everybody), (SIMULATED, alike.simulated))
    rows = {
        bid: [_row(str(source), one, source is OWN) for source, found in by_source for one in found if one.bid == bid]
        for bid in bids
    }
    every = (*alike.own, *alike.everybody, *alike.simulated)
    return AlikeShown(
        cards=texts(in_hand_order(replay.views[alike.step].hand or ())),
        sentence=_sentence(said(key, bids[alike.bid]), _found(alike.simulated, alike.bid)),
        like=_like(alike),
        bids=[BidRows(said(key, bids[bid]), bid == alike.bid, some) for bid, some in rows.items() if some],
        own=_hands(alike.own),
        everybody=_hands(alike.everybody),
        simulated=_hands(alike.simulated),
        total=number_format(alike.total, force_grouping=True),
        some_unplayed=any(one.played < one.hands for one in every),
    )


def _hands(found: Sequence[Outcome]) -> int:
    return sum(one.hands for one in found)


def _found(found: Sequence[Outcome], bid: str) -> Outcome | None:
    return next((one for one in found if one.bid == bid), None)


def _row(source: str, one: Outcome, is_own: bool) -> SourceRow:
    rate = _rate(one) if one.is_rated else None
    return SourceRow(source, is_own, one.hands, one.played, rate, _points(one) if one.is_averaged else None)


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
        f"{label} {signed(value) if place == first - 1 else plain_number(value)}"
        for place, (label, value, weight) in enumerate(named)
        if weight and not (place >= first and value == NOTHING)
    ]
    return ", ".join(parts)


def _sentence(bid: str, found: Outcome | None) -> str:
    """By the simulated hands, of which there are most."""
    if found is None or not found.hands:
        return _("You chose %(bid)s: no simulated hand like this has.") % {"bid": bid}
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
    return _("You chose %(bid)s: of the simulated hands like this too few did for a rate.") % {"bid": bid}
