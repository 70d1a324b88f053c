"""The registration of Bid Whist."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bidwhist.facts import FIGURES, BidWhistFacts
from games.bidwhist.page import BidWhistPast, BidWhistReplay
from games.bidwhist.rules import BidWhist
from games.bidwhist.table import BidWhistTable
from games.bidwhist.words import CHOICES, DONE, HINTS, SETTINGS, TIPS
from games.bots.base import Late
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.evaluation.interface import LateEvaluator, fit_of
from games.pages.words import KindWords

_BOTS: Final = "games.bidwhist.bots"
BID_WHIST: Final = CardGame(
    rules=BidWhist(),
    players={
        "easy": Late(f"{_BOTS}.players", "EasyBidWhist", version=2, is_compiled=True),
        "medium": Late(f"{_BOTS}.players", "MediumBidWhist", version=1, is_compiled=True),
        "skilled": Late(f"{_BOTS}.players", "SkilledBidWhist", version=1, is_compiled=True),
        "hard": Late(f"{_BOTS}.players", "HardBidWhist", version=4, is_compiled=True),
    },
    evaluator=LateEvaluator(f"{_BOTS}.reviewer", "BidWhistEvaluator", fit_of(_BOTS)),
    unweighed=_("Of the many possible discards, we compare only yours and those that empty a suit or keep it whole."),
    table=BidWhistTable,
    replay=BidWhistReplay,
    past=BidWhistPast,
    facts=BidWhistFacts(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (67, 66, 61)},
    blurb=_("Bid uptown, downtown or no trump, and win the kitty."),
    suit=Suit.DIAMONDS,
    script="bidwhist.js",
    unused_preferences=("asks_blind_nil",),
    board={},
    style="bidwhist.css",
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    choices=CHOICES,
    kinds={
        "bid": KindWords(
            pgettext_lazy("Bid Whist", "Bid"),
            pgettext_lazy("Bid Whist", "your bids cost you the most"),
            pgettext_lazy("Bid Whist", "What do you bid?"),
        )
    },
)
