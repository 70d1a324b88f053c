"""The statistics of Two-Man Spades: the usual ones, and those on bids, nil and blind bids, bags and the pile."""

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from games import figures
from games.figures import (
    Breakdown,
    TableByMark,
    average,
    blind_bids,
    count,
    favourite_bid,
    percent,
    section,
    share,
    total,
)
from games.twoman.facts import TwoManFacts

_OF_BIDS: Final = "made overbid"

FIGURES: Final = replace(
    figures.USUAL,
    sections=(
        figures.of_games(TwoManFacts),
        section(
            _("Bids"),
            share(_("bids made"), "made", _OF_BIDS),
            percent(_("made exactly"), "exact", _OF_BIDS),
            percent(_("underbid"), "underbid", _OF_BIDS),
            percent(_("overbid"), "overbid", _OF_BIDS),
            average(_("average bid"), "bid"),
            average(_("average tricks"), "tricks"),
            favourite_bid(_("favorite bid")),
        ),
        section(
            _("Nil and blind"),
            share(_("nils made"), "nil_made", "nil", shows="nil"),
            share(_("blind bids made"), "blind_made", "blind", shows="blind"),
            blind_bids(_("blind %(bid)s made")),
        ),
        section(
            _("Bags"),
            average(_("bags per hand"), "bags", shows="bagged"),
            total(_("bags in all"), "bags", shows="bagged"),
            count(_("hands with a 100-point penalty"), "penalty"),
            count(_("hands with +100 for bags below zero"), "bonus"),
            count(_("seven of diamonds won"), "won_7D"),
            count(_("seven of diamonds lost"), "lost_7D"),
            count(_("ten of clubs won"), "won_TC"),
            count(_("ten of clubs lost"), "lost_TC"),
        ),
        section(
            _("The pile"),
            share(_("piles won"), "pile", "pile pile_lost"),
            count(_("doubles won"), "double"),
            count(_("doubles lost"), "double_lost"),
            count(_("denials: your opponent paid"), "denial"),
            count(_("denials: you paid"), "denial_paid"),
        ),
        figures.GIVEN_UP,
    ),
    columns=(*figures.COLUMNS_WITH_NILS, share(_("Piles won"), "pile", "pile pile_lost", known="pile pile_lost")),
    tables=(
        TableByMark(_("By opponent level"), _("Level"), Breakdown.LEVEL),
        TableByMark(
            _("By who led, and by side"),
            _("Side"),
            {"led": _("You led"), "followed": _("Your opponent led"), "odd": _("Odd"), "even": _("Even")},
        ),
    ),
    bids_chart=_("Bid vs. tricks"),
    totals=figures.totals(
        figures.HANDS, total(_("tricks taken by people"), "took", known="took"), figures.BIDS_MADE, figures.NILS_MADE
    ),
    marks={
        **figures.OF_BIDS,
        "led": _("you led"),
        "followed": _("your opponent led"),
        "odd": _("odd"),
        "even": _("even"),
        "made": _("bid made"),
        "exact": _("made exactly"),
        "underbid": _("underbid"),
        "overbid": _("overbid"),
        "bagged": _("bags taken"),
        "bonus": _("+100 for bags below zero"),
        "won_7D": _("seven of diamonds won"),
        "lost_7D": _("seven of diamonds lost"),
        "won_TC": _("ten of clubs won"),
        "lost_TC": _("ten of clubs lost"),
        "pile": _("pile won"),
        "double": _("double won"),
        "double_lost": _("double lost"),
        "denial": _("denial: your opponent paid"),
        "denial_paid": _("denial: you paid"),
    },
    numbers="bid tricks points score other bags bags_off penalties bonuses seconds",
)
