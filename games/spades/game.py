"""Spades at four seats as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import CardGame
from games.dealing import Drawn, Pattern
from games.engine.cards import Suit
from games.spades.bots.expert import ExpertSpades
from games.spades.bots.normal import NormalSpades
from games.spades.facts import SpadesTeller
from games.spades.figures import FIGURES
from games.spades.lessons import TIPS
from games.spades.moves import DONE, HINTS
from games.spades.option_words import SETTINGS
from games.spades.rules import Spades
from games.spades.rules_page import PAGE
from games.spades.strategy import STRATEGY
from games.spades.table import SpadesPresenter
from games.viewmodel.levels import Measured

SPADES: Final = CardGame(
    rules=Spades(),
    players={"normal": NormalSpades(), "expert": ExpertSpades()},
    deal=Pattern(seats=4, size=13, drawn=Drawn.DEALER),
    table=SpadesPresenter(),
    teller=SpadesTeller(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={
        "partner": (Measured("expert", "normal", 81),),
        "solo": (Measured("expert", "normal", 79),),
        "suicide": (Measured("expert", "normal", 76),),
        "mirrors": (Measured("expert", "normal", 90),),
    },
    blurb=_("Four at the table, with a partner or alone."),
    suit=Suit.CLUBS,
    rules_page=PAGE,
    strategy=STRATEGY,
    tips=TIPS,
    hints=HINTS,
    done=DONE,
)
