"""Texts on the options and variants of Spades. Tests check `idle` against `options.terms`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.cardgame import Full, OptionWords, SettingWords, VariantWords
from games.engine.actions import Refusal
from games.pages.words import Words
from games.spades.options import LIMITS

_NO_PARTNERS = _("It has no effect without partners.")
_NO_BLIND = _("It has no effect without blind nil, when partners play “One nil”, or with “Bid your spades”.")
_BID_SPADES = _("It has no effect with “Bid your spades”.")
_TEAM = _("It has no effect without partners, or with “Bid your spades”.")

OPTIONS: Mapping[str, OptionWords] = {
    "partners": OptionWords(
        _("Partners"),
        _(
            "You and the player across from you are one side: your bids, tricks, points and bags count together. When "
            "this is off, everyone plays alone."
        ),
        said_of={True: _("with partners"), False: _("everyone plays alone")},
    ),
    "must_beat_highest": OptionWords(
        _("Beat the highest card"),
        _(
            "If you can beat the best card on the table, you must: in the suit led, or with a spade if you have none "
            "of it. This holds even if your partner is winning or you bid nil."
        ),
        said_of={True: _("you must beat the highest card if you can"), False: _("no one has to beat the highest card")},
    ),
    "allow_misdeals": OptionWords(
        _("Misdeals"),
        _(
            "On your turn to bid, you may call a misdeal with one spade or none, seven or more cards of a suit, or "
            "no face cards. The same dealer deals again and nothing is scored."
        ),
        said_of={True: _("a misdeal may be called"), False: _("no misdeal may be called")},
    ),
    "spades_must_be_broken": OptionWords(
        _("Spades must be broken"),
        _(
            "You can lead a spade only after one has been played on another suit, or if spades are all you have. When "
            "this is off, you can lead spades at any time."
        ),
        said_of={True: _("spades are led only once they are broken"), False: _("spades may be led at any time")},
    ),
    "first_trick_low_clubs": OptionWords(
        _("Low clubs first"),
        _(
            "In the first trick, everyone plays their lowest club. A player with no club, even the leader, may play "
            "any card; the highest spade wins, otherwise the highest club."
        ),
        said_of={True: _("everyone plays their lowest club first"), False: _("the first trick is like any other")},
    ),
    "ten_for_200": OptionWords(
        _("Ten for 200"),
        _("A side that bids ten or more between them and makes it scores an extra 100 points."),
        _NO_PARTNERS,
        said_of={True: _("ten bid and made score 200"), False: _("ten bid and made earn no bonus")},
    ),
    "seven_for_140": OptionWords(
        _("Seven for 140"),
        _("A player who bids seven or more and makes it scores an extra 70 points."),
        _("It has no effect with partners."),
        said_of={True: _("seven bid and made score 140"), False: _("seven bid and made earn no bonus")},
    ),
    "allow_blind_nils": OptionWords(
        _("Blind nil"),
        _("Before you see your cards, you may bid to take no tricks: 200 points if you make it, −100 if you don’t."),
        _("It has no effect when partners play “One nil”, or with “Bid your spades”."),
        said_of={True: _("blind nil may be bid"), False: _("there is no blind nil")},
    ),
    "blind_nil_200_down": OptionWords(
        _("Blind nil from 200 down"),
        _("Blind nil is offered only to a side at least 200 points behind the leader."),
        _NO_BLIND,
        said_of={True: _("blind nil is for a side 200 behind"), False: _("blind nil may be bid at any score")},
    ),
    "blind_nil_exchange": OptionWords(
        _("Cards passed with blind nil"),
        _(
            "A blind nil bidder may pass up to this many cards to their partner, who passes the same number back. "
            "With 0, nothing is passed."
        ),
        _("It has no effect without partners or blind nil, or with “One nil” or “Bid your spades”."),
        is_off_at_zero=True,
        said_of={
            0: _("no cards are passed with blind nil"),
            1: _("one card may be passed with blind nil"),
            2: _("two cards may be passed with blind nil"),
        },
    ),
    "winning_score": OptionWords(
        _("Winning score"),
        _(
            "The game ends when a side has this many points, and the highest score wins. If two are tied, another "
            "hand is played."
        ),
        said=_("to %(value)s"),
    ),
    "losing_score": OptionWords(
        _("Losing score"),
        _(
            "Below 0: the game also ends when a side has fallen this far. Above the winning score: a side that "
            "reaches it has gone too far, and the highest score below it wins. Empty: no limit."
        ),
        range=_("−2000 to −1, or above the winning score to 4000. Leave empty for none."),
        said=_("the losing score is %(value)s"),
        said_of={None: _("there is no losing score")},
    ),
    "bonus_bid": OptionWords(
        _("Bid that scores double"),
        _(
            "A side that makes a bid this high scores its ten points a trick twice. Bags and failed bids are never "
            "doubled, and of several bonuses only the largest counts. 0 turns this off."
        ),
        is_off_at_zero=True,
        said=_("bids of %(value)s or more count double"),
        said_of={0: _("no bid counts double")},
    ),
    "min_ind": OptionWords(
        _("A player’s lowest bid"),
        _("No player may bid fewer tricks. At 1 or more, there is no blind nil, and no nil except under “One nil”."),
        _BID_SPADES,
        said=_("a player bids at least %(value)s"),
    ),
    "max_ind": OptionWords(
        _("A player’s highest bid"),
        _("No player may bid more tricks than this."),
        _BID_SPADES,
        said=_("a player bids at most %(value)s"),
    ),
    "min_team": OptionWords(
        _("A side’s lowest bid"),
        _(
            "A side’s two bids can’t add up to less. Under “One nil”, it’s the lowest bid of the partner who plays "
            "for tricks."
        ),
        _TEAM,
        said=_("a side bids at least %(value)s"),
    ),
    "max_team": OptionWords(
        _("A side’s highest bid"),
        _(
            "A side’s two bids can’t add up to more. Under “One nil”, it’s the highest bid of the partner who plays"
            " for tricks."
        ),
        _TEAM,
        said=_("a side bids at most %(value)s"),
    ),
    "one_nil": OptionWords(
        _("One nil"),
        _(
            "On each side, one partner plays nil. If both bid tricks, the first bid becomes nil; if both bid nil, the "
            "first becomes the lowest bid allowed. There are no blind nils."
        ),
        _NO_PARTNERS,
        said_of={True: _("one of two partners plays nil"), False: _("no one has to play nil")},
    ),
    "bid_spades": OptionWords(
        _("Bid your spades"),
        _(
            "Everyone bids the number of spades in their hand; with none, the bid is nil. Limits on bids don’t apply, "
            "and there are no blind nils."
        ),
        said_of={True: _("everyone bids their spades"), False: _("bids are free")},
    ),
}

_AS_PARTNER: Final = (
    _("It starts with the rules of Partner: 500 points win, −300 lose, and you can bid blind nil."),
    _("Without partners, everyone plays alone; limits, bonuses and the end of the game are up to you."),
)
VARIANTS: Mapping[str, VariantWords] = {
    "partner": VariantWords(
        _("Partner"),
        _("Two against two, to 500."),
        _("You and the player across from you bid and score together. The first side to reach 500 points wins."),
        (
            _("The game ends when a side has 500 points, or has fallen to −300; then the highest score wins."),
            _("Blind nil, bid before you see your cards: 200 points if you make it, −100 if you don’t."),
            _("Spades can’t be led before they are broken."),
        ),
        name=_("Partner Spades"),
    ),
    "solo": VariantWords(
        _("Solo"),
        _("Each player alone, to 300."),
        _(
            "Four players, four scores. Everyone plays their lowest club to the first trick, and you must beat the "
            "best card on the table if you can. You can turn both off."
        ),
        (
            _("The game ends when a player has 300 points; there is no losing score."),
            _("If you can beat the best card on the table, you must, in the suit led or with a spade."),
            _("In the first trick, everyone plays their lowest club."),
            _("Blind nil, bid before you see your cards: 200 points if you make it, −100 if you don’t."),
        ),
        name=_("Solo Spades"),
    ),
    "suicide": VariantWords(
        _("Suicide"),
        _("One of each pair plays nil, to 300."),
        _(
            "Two against two. In every hand, one partner on each side bids nil, and the other at least four. The "
            "partner who bids second decides who plays nil."
        ),
        (
            _("The game ends when a side has 300 points, or has fallen to −300; then the highest score wins."),
            _(
                "The second bid of two partners always stands: if both bid tricks, the first bid becomes nil; if both "
                "bid nil, the first becomes four."
            ),
            _("The partner who plays for tricks bids at least four. There is no blind nil."),
            _("So each side plays one nil in every hand: 100 points if made, −100 if not."),
        ),
        name=_("Suicide Spades"),
    ),
    "mirrors": VariantWords(
        _("Mirrors"),
        _("You bid your spades, to 500."),
        _("You don’t choose a bid: it’s the number of spades you were dealt. With none, you play nil."),
        (
            _("The game ends when a side has 500 points, or has fallen to −300; then the highest score wins."),
            _("You don’t choose your bid, so there is no blind nil, and limits on bids don’t apply."),
            _("With no spades at all, you play nil: 100 points if you make it, −100 if you don’t."),
        ),
        name=_("Mirrors"),
    ),
    "custom1": VariantWords(
        _("Custom 1"),
        _("Your own house rules."),
        _("Change any option you like. It starts as a copy of Partner and is kept for your next game."),
        _AS_PARTNER,
        name=_("Custom Spades 1"),
    ),
    "custom2": VariantWords(
        _("Custom 2"),
        _("A second set of house rules."),
        _("A second game of your own, separate from the first. It starts as a copy of Partner, too."),
        _AS_PARTNER,
        name=_("Custom Spades 2"),
    ),
}


def idle(full: Full) -> Iterator[tuple[str, str]]:
    """Yield each option without effect, with the reason (S3). If an option has several reasons, pages show the last."""
    has_partners, has_one_nil, bids_spades = (full[name] is True for name in ("partners", "one_nil", "bid_spades"))
    blind = ("blind_nil_200_down", "blind_nil_exchange")
    alone = ("one_nil", "ten_for_200", "blind_nil_exchange", "min_team", "max_team")
    reasons = (
        (full["allow_blind_nils"] is not True, gettext("Has no effect without blind nil."), blind),
        (has_partners, gettext("Has no effect with partners."), ("seven_for_140",)),
        (has_partners and has_one_nil, gettext("Has no effect with “One nil”."), ("allow_blind_nils", *blind)),
        (bids_spades, gettext("Has no effect with “Bid your spades”."), ("allow_blind_nils", *blind, *LIMITS)),
        (not has_partners, gettext("Has no effect without partners."), alone),
    )
    for holds, text, options in reasons:
        if holds:
            yield from ((option, text) for option in options)


def _unreachable(refusal: Refusal, worded: Mapping[str, str]) -> str:
    """Return the sentence on the refusal; `worded` has the values of all options in words, by key."""
    text = gettext("Two players who bid at most %(max_ind)s can’t reach their side’s lowest bid, %(min_team)s.")
    if "min_ind" in refusal.options:
        text = gettext("Two players who bid at least %(min_ind)s are over their side’s highest bid, %(max_team)s.")
    return text % worded


def _losing_score(refusal: Refusal, worded: Mapping[str, str]) -> str:
    text = gettext("The losing score must be below 0, or above the winning score, %(winning_score)s.")
    return text % worded if len(refusal.options) > 1 else ""


REFUSED: Final[Mapping[str, Words | Callable[[Refusal, Mapping[str, str]], str]]] = {
    "MIN_IND_GT_MAX_IND": _("A player’s lowest bid, %(min_ind)s, is above the highest, %(max_ind)s."),
    "MIN_TEAM_GT_MAX_TEAM": _("A side’s lowest bid, %(min_team)s, is above the highest, %(max_team)s."),
    "TEAM_UNREACHABLE": _unreachable,
    "NO_LEGAL_BID": _(
        "With “One nil” and these limits, nil is the only bid left. Lower a lowest bid or raise a highest one."
    ),
    "ONE_NIL_AND_BID_SPADES": _(
        "“One nil” and “Bid your spades” can’t both be on: who plays nil is either chosen or dealt."
    ),
    "OUT_OF_RANGE": _losing_score,
}
SETTINGS: Final = SettingWords(
    options=OPTIONS,
    variants=VARIANTS,
    aim=("winning_score",),
    endings=("winning_score", "losing_score"),
    refused=REFUSED,
    idle=idle,
)
