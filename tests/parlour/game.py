"""Parlour as a house registers it."""

from games.bots.anylegal import AnyLegal
from games.cardgame import CardGame
from games.viewmodel.option_words import SettingWords
from games.viewmodel.rules_page import RulesPage
from tests.parlour import words
from tests.parlour.figures import FIGURES
from tests.parlour.rules import Parlour
from tests.parlour.table import PRESENTER

PARLOUR = CardGame(
    rules=Parlour(),
    players={"easy": AnyLegal()},
    table=PRESENTER,
    figures=FIGURES,
    settings=SettingWords(options=words.OPTIONS),
    blurb="A small game for four.",
    rules_page=RulesPage(),
    strategy=words.STRATEGY,
    tips=words.TIPS,
    hints=words.HINTS,
    done=words.DONE,
)
