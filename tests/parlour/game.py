"""The object that registers Parlour: its bot, statistics and words."""

from dataclasses import replace

from games.bots.base import AnyLegal
from games.cardgame import CardGame, OptionWords, SettingWords
from games.figures import USUAL, TableByMark
from games.pages.moves import HintWords, Tip, offered, with_cards
from tests.parlour.rules import Parlour
from tests.parlour.table import ParlourPast, ParlourReplay, ParlourTable

FIRST = {"led": "you bid first", "followed": "another seat bid first"}
OPTIONS = {
    "target": OptionWords("Points to win", "The first side with so many wins."),
    "most_hands": OptionWords("Hands at most", "After so many hands the side ahead wins."),
    "doubling": OptionWords("Doubling", "The other side may double a call."),
}
PARLOUR = CardGame(
    rules=Parlour(),
    players={"easy": AnyLegal()},
    table=ParlourTable,
    replay=ParlourReplay,
    past=ParlourPast,
    figures=replace(USUAL, tables=(TableByMark("By who bid first", "First", FIRST),), marks=FIRST),
    settings=SettingWords(options=OPTIONS),
    blurb="A small game for four.",
    tips=(Tip(offered("bid"), "Three tricks are played: call as many as you can win."),),
    hints={"bid": HintWords("Bid what is ringed: it may be made.")},
    done={"stake": with_cards("puts %(cards)s face down"), "call": "doubles"},
)
