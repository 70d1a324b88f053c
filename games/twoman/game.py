"""Two-Man Spades as the house registers it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bots.late import Late
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.review.face import LateEvaluator, fit_of
from games.twoman.facts import TwoManFacts
from games.twoman.figures import FIGURES
from games.twoman.guide import PAGE, STRATEGY
from games.twoman.moves import DONE, HINTS, TIPS
from games.twoman.option_words import SETTINGS
from games.twoman.rules import TwoMan
from games.twoman.seats import TAGS
from games.twoman.table import PRESENTER

_BOTS: Final = "games.twoman.bots"
TWO_MAN: Final = CardGame(
    rules=TwoMan(),
    players={
        "easy": Late(f"{_BOTS}.easy", "EasyTwoMan", version=1),
        "casual": Late(f"{_BOTS}.easy", "CasualTwoMan", version=1),
        "medium": Late(f"{_BOTS}.medium", "MediumTwoMan", version=1),
        "hard": Late(f"{_BOTS}.ruthless.player", "HardTwoMan", version=1, is_compiled=True),
        "ruthless": Late(f"{_BOTS}.ruthless.player", "RuthlessTwoMan", version=2, is_compiled=True),
    },
    yardsticks={"plain": Late(f"{_BOTS}.ruthless.plain", "PlainTwoMan", version=1, is_compiled=True)},
    evaluator=LateEvaluator(f"{_BOTS}.ruthless.reviewer", "TwoManEvaluator", fit_of(_BOTS)),
    table=PRESENTER,
    facts=TwoManFacts(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (64, 61, 69, 69)},
    blurb=_("Two at the table. Ten tricks, one card put aside."),
    suit=Suit.SPADES,
    rules_page=PAGE,
    strategy=STRATEGY,
    without=("asks_blind_nil",),
    board={"base": (140, 150), "bags": (2, 3)},
    board_begins=_("You begin with 140 points and 2 bags, the other side with 150 and 3, as late in a game."),
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    tags=TAGS,
)
