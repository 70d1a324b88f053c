"""Card Duel as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardduel.bots.easy import EasyCardDuel
from games.cardduel.bots.hard import HardCardDuel
from games.cardduel.bots.normal import NormalCardDuel
from games.cardduel.bots.wavering import WaveringCardDuel
from games.cardduel.facts import CardDuelTeller
from games.cardduel.figures import FIGURES
from games.cardduel.lessons import TIPS
from games.cardduel.moves import DONE, HINTS
from games.cardduel.option_words import SETTINGS
from games.cardduel.rules import CardDuel
from games.cardduel.rules_page import PAGE
from games.cardduel.strategy import STRATEGY
from games.cardduel.table import CardDuelPresenter
from games.cardgame import CardGame
from games.dealing import Drawn, Pattern
from games.engine.cards import Suit
from games.viewmodel.levels import Measured

CARD_DUEL: Final = CardGame(
    rules=CardDuel(),
    players={"easy": EasyCardDuel(), "normal": NormalCardDuel(), "hard": HardCardDuel()},
    yardsticks={"wavering": WaveringCardDuel()},
    deal=Pattern(seats=2, size=5, drawn=Drawn.COIN, run=5, from_drawn=True),
    table=CardDuelPresenter(),
    teller=CardDuelTeller(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (Measured("normal", "easy", 75), Measured("hard", "normal", 64))},
    blurb=_("One card against one card, and cruel."),
    suit=Suit.HEARTS,
    rules_page=PAGE,
    strategy=STRATEGY,
    without=("confirm_play", "plays_out", "spades_first", "aces_first"),
    is_one_hand=True,
    script="duel.js",
    tips=TIPS,
    hints=HINTS,
    done=DONE,
)
