"""Spades at four seats as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bots.late import Late
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.review.face import LateEvaluator, fit_of
from games.spades.facts import SpadesFacts
from games.spades.figures import FIGURES
from games.spades.guide import PAGE, STRATEGY
from games.spades.moves import CHOICES, DONE, HINTS, TIPS
from games.spades.option_words import SETTINGS
from games.spades.rules import Spades
from games.spades.table import PRESENTER

_BOTS: Final = "games.spades.bots"
SPADES: Final = CardGame(
    rules=Spades(),
    players={
        "easy": Late(f"{_BOTS}.easy", "EasySpades", version=2, is_compiled=True),
        "normal": Late(f"{_BOTS}.normal", "NormalSpades", version=4, is_compiled=True),
        "hard": Late(f"{_BOTS}.expert", "HardSpades", version=2, is_compiled=True),
        "expert": Late(f"{_BOTS}.expert", "ExpertSpades", version=5, is_compiled=True),
    },
    evaluator=LateEvaluator(f"{_BOTS}.reviewer", "SpadesEvaluator", fit_of(_BOTS)),
    unweighed=_(
        "Bids far from what a hand counts for are not compared, and of what may be exchanged only some cards and yours."
    ),
    table=PRESENTER,
    facts=SpadesFacts(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={
        "partner": (70, 65, 68),
        "solo": (67, 68, 62),
        "suicide": (56, 63, 64),
        "mirrors": (72, 81, 72),
    },
    blurb=_("Four at the table, with a partner or alone."),
    suit=Suit.CLUBS,
    rules_page=PAGE,
    strategy=STRATEGY,
    board={},
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    choices=CHOICES,
)
