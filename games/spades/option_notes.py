"""What is said of a choice of Spades’ options: why one is refused, and which have no effect as the others stand.

What takes effect only the rules decide (`options.terms`); a test holds these words against them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.engine.actions import Refusal
from games.viewmodel.option_words import Full

Worded = Mapping[str, str]


def idle(full: Full) -> Iterator[tuple[str, str]]:
    """S3. Where several reasons hold the last one said is told."""
    has_partners, has_one_nil, bids_spades = (full[name] is True for name in ("partners", "one_nil", "bid_spades"))
    blind = ("blind_nil_200_down", "blind_nil_exchange")
    if full["allow_blind_nils"] is not True:
        yield from _said(_("Has no effect while blind nil is off."), *blind)
    if has_partners:
        yield from _said(_("Has no effect while there are partners."), "seven_for_140")
    if has_partners and has_one_nil:
        yield from _said(_("Has no effect with “One nil”."), "allow_blind_nils", *blind)
    if bids_spades:
        limits = ("min_ind", "max_ind", "min_team", "max_team")
        yield from _said(_("Has no effect with “Bid your spades”."), "allow_blind_nils", *blind, *limits)
    if not has_partners:
        alone = ("one_nil", "ten_for_200", "blind_nil_exchange", "min_team", "max_team")
        yield from _said(_("Has no effect while partners are off."), *alone)


def _said(text: str, *options: str) -> Iterator[tuple[str, str]]:
    return ((option, text) for option in options)


def _min_ind(refusal: Refusal, worded: Worded) -> str:
    return _("A player’s lowest bid, %(min_ind)s, is above the highest, %(max_ind)s.") % worded


def _min_team(refusal: Refusal, worded: Worded) -> str:
    return _("A side’s lowest bid, %(min_team)s, is above the highest, %(max_team)s.") % worded


def _unreachable(refusal: Refusal, worded: Worded) -> str:
    if "min_ind" in refusal.options:
        return _("Two players who bid at least %(min_ind)s are over their side’s highest bid, %(max_team)s.") % worded
    return _("Two players who bid at most %(max_ind)s cannot reach their side’s lowest bid, %(min_team)s.") % worded


def _no_bid(refusal: Refusal, worded: Worded) -> str:
    return _("With “One nil” and these limits no bid is left but nil. Lower a lowest bid or raise a highest one.")


def _both(refusal: Refusal, worded: Worded) -> str:
    return _("“One nil” and “Bid your spades” cannot both be on: who plays nil is either chosen or dealt.")


def _losing_score(refusal: Refusal, worded: Worded) -> str:
    if len(refusal.options) == 1:
        return ""
    return _("The losing score must be below 0, or above the winning score, %(winning_score)s.") % worded


REFUSED: Final[Mapping[str, Callable[[Refusal, Worded], str]]] = {
    "MIN_IND_GT_MAX_IND": _min_ind,
    "MIN_TEAM_GT_MAX_TEAM": _min_team,
    "TEAM_UNREACHABLE": _unreachable,
    "NO_LEGAL_BID": _no_bid,
    "ONE_NIL_AND_BID_SPADES": _both,
    "OUT_OF_RANGE": _losing_score,
}
