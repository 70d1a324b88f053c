"""The statistics of Bid Whist: the usual ones, and those on contracts, Bostons and calls of reneges."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import figures
from games.bidwhist.facts import KINDS, LEVELS, BidWhistFacts, level_mark
from games.bidwhist.score import WhistBid
from games.bidwhist.words import bid_name, books_sentence, denomination_name
from games.figures import Breakdown, TableByMark, average, count, filled, said_later, section, share, share_of_total

_KINDS: Final = {mark: said_later(partial(denomination_name, kind)) for kind, mark in KINDS.items()}
_LEVELS: Final = {level_mark(level): filled(_("level %(n)s"), n=level) for level in LEVELS}
_CALLS: Final = "calls_right calls_wrong"
_PASSED_OUT: Final = _("everyone passed")


def hand_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    return str(_PASSED_OUT) if "passed_out" in marks else contract_sentence(marks, numbers)


def contract_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    """Return contract and books of a hand for a list of hands: "5 downtown, 11 books"; empty without a contract."""
    kind = next((kind for kind, mark in KINDS.items() if mark in marks), None)
    if kind is None or not {"contract_level", "books"} <= set(numbers):
        return ""
    words = {"contract": bid_name(WhistBid(numbers["contract_level"], kind)), "books": books_sentence(numbers["books"])}
    if "contract_against" in marks:
        return gettext("their %(contract)s, you %(books)s") % words
    return gettext("%(contract)s, %(books)s") % words


#: The columns of the tables of contracts by kind and by level.
_OF_CONTRACTS: Final = (
    count(_("Yours"), "made overbid", shows="contract"),
    share(_("Made"), "made", "made overbid"),
    count(_("Set"), "overbid"),
    count(_("You declared"), "declared"),
    share(_("You made"), "declared_made", "declared"),
    count(_("Theirs"), "contract_against"),
    count(_("Theirs set"), "set_them"),
)

FIGURES: Final = replace(
    figures.USUAL,
    terms=replace(figures.USUAL.terms, mark_head=_("Contract")),
    sections=(
        figures.of_games(BidWhistFacts),
        section(
            _("Your side’s contracts"),
            share(_("contracts made"), "made", "contract"),
            count(_("set"), "overbid"),
            average(_("average books bid"), "contract", shows="contract"),
            average(_("average books taken"), "taken", shows="contract"),
            share(_("other side set"), "set_them", "contract_against"),
            average(_("books per hand, any contract"), "books"),
            count(_("hands everyone passed"), "passed_out"),
        ),
        section(
            _("You as declarer"),
            share(_("of your side’s contracts"), "declared", "contract"),
            share(_("made"), "declared_made", "declared"),
            count(_("set"), "declared_set"),
        ),
        section(
            _("Bostons"),
            count(_("all thirteen books"), "boston"),
            share(_("bid and made"), "boston_bid_made", "boston_bid", shows="boston_bid"),
            count(_("by the other side"), "boston_against"),
        ),
        section(
            _("Reneges"),
            share_of_total(_("your correct calls"), "calls_right", _CALLS, shows="called"),
            count(_("hands with a correct call"), "called_right"),
            count(_("hands with a wrong call"), "called_wrong"),
            count(_("hands your side was caught"), "caught"),
        ),
        figures.GIVEN_UP,
    ),
    tables=(
        TableByMark(_("Contracts by kind"), _("Kind"), _KINDS, _OF_CONTRACTS),
        TableByMark(_("Contracts by level"), _("Contract"), _LEVELS, _OF_CONTRACTS),
        TableByMark(_("By opponent level"), _("Level"), Breakdown.LEVEL),
        TableByMark(_("By your partner’s level"), _("Partner"), Breakdown.PARTNER),
        TableByMark(_("By who bid first"), _("First"), {"led": _("You bid first"), "followed": _("Someone else did")}),
    ),
    totals=figures.totals(figures.HANDS, figures.BIDS_MADE),
    marks={
        **_KINDS,
        **_LEVELS,
        "led": _("you bid first"),
        "followed": _("someone else bid first"),
        "contract": _("your side’s contract"),
        "made": _("contract made"),
        "overbid": _("set"),
        "declared": _("you declared"),
        "declared_made": _("you declared and made it"),
        "declared_set": _("you declared and were set"),
        "contract_against": _("the other side’s contract"),
        "set_them": _("other side set"),
        "boston": _("a Boston"),
        "boston_bid": _("a Boston bid"),
        "boston_bid_made": _("a Boston bid and made"),
        "boston_against": _("a Boston by the other side"),
        "boston_bid_against": _("a Boston bid by the other side"),
        "called": _("a renege you called"),
        "called_right": _("a renege you called correctly"),
        "called_wrong": _("a renege you called wrongly"),
        "caught": _("a renege called on your side"),
        "passed_out": _PASSED_OUT,
    },
    numbers="points score other seconds contract taken contract_level books calls_right calls_wrong",
    hand_sentence=hand_sentence,
)
