"""Bid Whist as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bidwhist.bots.easy import EasyBidWhist
from games.bidwhist.bots.hard import HardBidWhist
from games.bidwhist.bots.medium import MediumBidWhist
from games.bidwhist.facts import BidWhistTeller
from games.bidwhist.figures import FIGURES
from games.bidwhist.kitty import pack
from games.bidwhist.lessons import TIPS
from games.bidwhist.moves import DONE, HINTS
from games.bidwhist.option_words import SETTINGS
from games.bidwhist.rules import BidWhist
from games.bidwhist.rules_page import PAGE
from games.bidwhist.strategy import STRATEGY
from games.bidwhist.table import BidWhistPresenter
from games.cardgame import CardGame
from games.dealing import Drawn, Pattern
from games.engine.actions import texts
from games.engine.cards import Suit
from games.viewmodel.levels import Measured

BID_WHIST: Final = CardGame(
    rules=BidWhist(),
    players={"easy": EasyBidWhist(), "medium": MediumBidWhist(), "hard": HardBidWhist()},
    deal=Pattern(seats=4, size=12, drawn=Drawn.DEALER, from_left=True, pack=texts(pack(2))),
    table=BidWhistPresenter(),
    teller=BidWhistTeller(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (Measured("medium", "easy", 66), Measured("hard", "medium", 78))},
    blurb=_("Uptown, downtown or no trump, and a kitty."),
    suit=Suit.DIAMONDS,
    rules_page=PAGE,
    strategy=STRATEGY,
    tips=TIPS,
    hints=HINTS,
    done=DONE,
)
