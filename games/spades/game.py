"""The registration of Spades at four seats."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bots.base import Late
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.evaluation.interface import LateEvaluator, fit_of
from games.spades.facts import FIGURES, SpadesFacts
from games.spades.option_words import SETTINGS
from games.spades.page import SpadesPast, SpadesReplay
from games.spades.rules import Spades
from games.spades.table import SpadesTable
from games.spades.words import CHOICES, DONE, HINTS, TIPS

_BOTS: Final = "games.spades.bots"
SPADES: Final = CardGame(
    rules=Spades(),
    players={
        "easy": Late(f"{_BOTS}.players", "EasySpades", version=2, is_compiled=True),
        "normal": Late(f"{_BOTS}.players", "NormalSpades", version=4, is_compiled=True),
        "hard": Late(f"{_BOTS}.players", "HardSpades", version=2, is_compiled=True),
        "expert": Late(f"{_BOTS}.players", "ExpertSpades", version=5, is_compiled=True),
    },
    evaluator=LateEvaluator(f"{_BOTS}.reviewer", "SpadesEvaluator", fit_of(_BOTS)),
    unweighed=_(
        "We don’t compare bids far from what the hand is worth, and of the possible exchanges only some, and yours."
    ),
    table=SpadesTable,
    replay=SpadesReplay,
    past=SpadesPast,
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
    board={},
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    choices=CHOICES,
)
