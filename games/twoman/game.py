"""The registration of Two-Man Spades."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bots.base import Late
from games.cardgame import CardGame
from games.engine.cards import Suit
from games.evaluation.interface import LateEvaluator, fit_of
from games.twoman.facts import FIGURES, TwoManFacts
from games.twoman.page import TwoManPast, TwoManReplay
from games.twoman.rules import TwoMan
from games.twoman.table import TwoManTable
from games.twoman.words import DONE, HINTS, SETTINGS, TAGS, TIPS

_BOTS: Final = "games.twoman.bots"
TWO_MAN: Final = CardGame(
    rules=TwoMan(),
    players={
        "easy": Late(f"{_BOTS}.easy", "EasyTwoMan", version=1),
        "casual": Late(f"{_BOTS}.easy", "CasualTwoMan", version=1),
        "medium": Late(f"{_BOTS}.easy", "MediumTwoMan", version=1),
        "hard": Late(f"{_BOTS}.ruthless", "HardTwoMan", version=1, is_compiled=True),
        "ruthless": Late(f"{_BOTS}.ruthless", "RuthlessTwoMan", version=2, is_compiled=True),
    },
    yardsticks={"plain": Late(f"{_BOTS}.ruthless", "PlainTwoMan", version=1, is_compiled=True)},
    evaluator=LateEvaluator(f"{_BOTS}.reviewer", "TwoManEvaluator", fit_of(_BOTS)),
    table=TwoManTable,
    replay=TwoManReplay,
    past=TwoManPast,
    facts=TwoManFacts(),
    figures=FIGURES,
    settings=SETTINGS,
    measured={"": (64, 61, 69, 69)},
    blurb=_("Two at the table. Ten tricks, one discard."),
    suit=Suit.SPADES,
    unused_preferences=("asks_blind_nil",),
    board={"base": (140, 150), "bags": (2, 3)},
    board_begins=_("You start with 140 points and 2 bags, your opponent with 150 and 3, as if late in a game."),
    tips=TIPS,
    hints=HINTS,
    done=DONE,
    tags=TAGS,
)
