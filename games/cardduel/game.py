"""The registration of Card Duel."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bots.base import Late
from games.cardduel.facts import FIGURES, CardDuelFacts
from games.cardduel.page import DuelPast, DuelReplay
from games.cardduel.rules import CardDuel
from games.cardduel.table import DuelTable
from games.cardduel.words import CHOICES, DONE, HINTS, SETTINGS, TIPS
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.evaluation.interface import LateEvaluator, fit_of

_BOTS: Final = "games.cardduel.bots"
CARD_DUEL: Final = CardGame(
    rules=CardDuel(),
    players={
        "easy": Late(f"{_BOTS}.players", "EasyCardDuel", version=2),
        "normal": Late(f"{_BOTS}.players", "NormalCardDuel", version=1),
        "hard": Late(f"{_BOTS}.hard", "HardCardDuel", version=2),
    },
    yardsticks={"wavering": Late(f"{_BOTS}.players", "WaveringCardDuel", version=1)},
    evaluator=LateEvaluator(f"{_BOTS}.reviewer", "CardDuelEvaluator", fit_of(_BOTS)),
    table=DuelTable,
    replay=DuelReplay,
    past=DuelPast,
    facts=CardDuelFacts(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (69, 64)},
    blurb=_("A ruthless duel, card against card."),
    suit=Suit.HEARTS,
    unused_preferences=("confirm_play", "plays_out", "asks_blind_nil", "spades_first", "aces_first"),
    is_one_hand=True,
    script="duel.js",
    board={},
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    choices=CHOICES,
)
