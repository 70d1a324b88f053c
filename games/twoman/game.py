"""Two-Man Spades as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import CardGame
from games.dealing import Drawn, Pattern
from games.engine.cards import Suit
from games.twoman.bots.easy import EasyTwoMan
from games.twoman.bots.medium import MediumTwoMan
from games.twoman.bots.ruthless.plain import PlainTwoMan
from games.twoman.bots.ruthless.player import RuthlessTwoMan
from games.twoman.facts import TwoManTeller
from games.twoman.figures import FIGURES
from games.twoman.lessons import TIPS
from games.twoman.moves import DONE, HINTS
from games.twoman.option_words import SETTINGS
from games.twoman.rules import TwoMan
from games.twoman.seats import TAGS
from games.twoman.strategy import STRATEGY
from games.twoman.table import TwoManPresenter
from games.viewmodel.levels import Measured
from games.viewmodel.rules_page import RulesPage

TWO_MAN: Final = CardGame(
    rules=TwoMan(),
    players={"easy": EasyTwoMan(), "medium": MediumTwoMan(), "ruthless": RuthlessTwoMan()},
    yardsticks={"plain": PlainTwoMan()},
    deal=Pattern(seats=2, size=11, drawn=Drawn.ODD),
    table=TwoManPresenter(),
    teller=TwoManTeller(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (Measured("medium", "easy", 83), Measured("ruthless", "medium", 83))},
    blurb=_("You against Marta. Ten tricks, one card put aside."),
    suit=Suit.SPADES,
    rules_page=RulesPage(),
    strategy=STRATEGY,
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    tags=TAGS,
)
