"""Card Duel as the house registers it."""

from typing import Final

from games.cardduel.bots.easy import EasyCardDuel
from games.cardduel.bots.hard import HardCardDuel
from games.cardduel.bots.normal import NormalCardDuel
from games.cardduel.bots.wavering import WaveringCardDuel
from games.cardduel.facts import CardDuelTeller
from games.cardduel.lessons import TIPS
from games.cardduel.moves import DONE, HINTS
from games.cardduel.option_words import SETTINGS
from games.cardduel.replay import CardDuelReplay
from games.cardduel.rules import CardDuel
from games.cardduel.table import CardDuelPresenter
from games.cardgame import CardGame
from games.dealing import Drawn, Pattern
from games.viewmodel.levels import Measured

CARD_DUEL: Final = CardGame(
    rules=CardDuel(),
    players={"easy": EasyCardDuel(), "normal": NormalCardDuel(), "hard": HardCardDuel()},
    yardsticks={"wavering": WaveringCardDuel()},
    deal=Pattern(seats=2, size=5, drawn=Drawn.COIN, run=5, from_drawn=True),
    table=CardDuelPresenter(),
    replay=CardDuelReplay(),
    teller=CardDuelTeller(),
    settings=SETTINGS,
    measured={"": (Measured("normal", "easy", 75), Measured("hard", "normal", 64))},
    tips=TIPS,
    hints=HINTS,
    done=DONE,
)
