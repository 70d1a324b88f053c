"""The statistics of Spades: the usual ones, and those on contracts, bids, nils, bags and misdeals."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils.translation import gettext_lazy as _

from games import figures
from games.figures import (
    Breakdown,
    TableByMark,
    average,
    count,
    favourite_bid,
    said_later,
    section,
    share,
    share_of_total,
    total,
)
from games.spades.facts import SpadesFacts
from games.spades.options import CUSTOM, FIXED
from games.spades.words import variant_name

_OF_CONTRACTS: Final = "made overbid"
_OF_OWN_BIDS: Final = "met over under"
_VARIANTS: Final = {kind: said_later(partial(variant_name, kind)) for kind in (*FIXED, *CUSTOM)}
_MISDEAL: Final = _("a misdeal")


def hand_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    return str(_MISDEAL) if "misdeal" in marks else figures.bid_sentence(marks, numbers)


FIGURES: Final = replace(
    figures.USUAL,
    sections=(
        figures.of_games(SpadesFacts),
        section(
            _("Your side’s contracts"),
            share(_("contracts made"), "made", _OF_CONTRACTS),
            count(_("set"), "overbid"),
            share(_("made exactly"), "exact", _OF_CONTRACTS),
            average(_("average contract"), "contract"),
            count(_("high-bid bonuses"), "bonus_won"),
            share_of_total(_("their contracts set"), "contracts_set", "contracts_against", shows="set_them"),
        ),
        section(
            _("Your own bids"),
            share(_("met exactly"), "met", _OF_OWN_BIDS),
            share(_("took more"), "over", _OF_OWN_BIDS),
            share(_("took fewer"), "under", _OF_OWN_BIDS),
            average(_("average bid"), "bid"),
            average(_("average tricks"), "tricks"),
            favourite_bid(_("favorite bid")),
        ),
        section(
            _("Nil and blind nil"),
            share(_("nils made"), "nil_made", "nil", shows="nil"),
            share(_("blind nils made"), "blind_made", "blind", shows="blind"),
            share(_("partner’s nils made"), "cover_made", "cover", shows="cover"),
            share_of_total(_("their nils set"), "nils_beaten", "nils_against", shows="nil_beaten"),
            count(_("cards passed"), "exchange"),
        ),
        section(
            _("Your side’s bags"),
            average(_("bags per hand"), "bags", shows="bagged"),
            total(_("bags in all"), "bags", shows="bagged"),
            count(_("hands with a 100-point penalty"), "penalty"),
        ),
        section(
            _("Misdeals and One Nil"),
            count(_("misdeals"), "misdeal"),
            count(_("called by you"), "misdeal_own"),
            count(_("your bid changed by One Nil"), "overridden"),
        ),
        figures.GIVEN_UP,
    ),
    columns=figures.COLUMNS_WITH_NILS,
    tables=(
        TableByMark(_("By opponent level"), _("Level"), Breakdown.LEVEL),
        TableByMark(_("By your partner’s level"), _("Partner"), Breakdown.PARTNER),
        TableByMark(_("By variant"), _("Variant"), _VARIANTS),
        TableByMark(
            _("By who bid and led first"), _("First"), {"led": _("You bid first"), "followed": _("Someone else did")}
        ),
    ),
    bids_chart=_("Your bid vs. your tricks"),
    totals=figures.totals(
        figures.HANDS,
        total(_("tricks taken by people"), "tricks", known="tricks"),
        figures.BIDS_MADE,
        figures.NILS_MADE,
    ),
    kinds=tuple(_VARIANTS),
    marks={
        **_VARIANTS,
        **figures.OF_BIDS,
        "led": _("you bid first"),
        "followed": _("someone else bid first"),
        "made": _("contract made"),
        "overbid": _("set"),
        "exact": _("contract made exactly"),
        "met": _("your bid met exactly"),
        "over": _("more tricks than bid"),
        "under": _("fewer tricks than bid"),
        "nil_made": _("nil made"),
        "nil_failed": _("nil failed"),
        "blind_made": _("blind bid made"),
        "blind_failed": _("blind nil failed"),
        "cover": _("partner bid nil"),
        "cover_made": _("partner’s nil made"),
        "contract_against": _("the other side’s contract"),
        "set_them": _("other side set"),
        "nil_against": _("a nil by the other side"),
        "nil_beaten": _("their nil set"),
        "bonus_won": _("a bonus"),
        "bagged": _("bags taken"),
        "exchange": _("cards passed"),
        "misdeal": _MISDEAL,
        "misdeal_own": _("misdeal called by you"),
        "overridden": _("bid changed by One Nil"),
    },
    numbers="bid tricks points score other bags penalties seconds contract taken",
    hand_sentence=hand_sentence,
)
