"""What pages say of Parlour."""

from games.viewmodel.lessons import Tip, offered
from games.viewmodel.moves import HintWords, with_cards
from games.viewmodel.option_words import OptionWords
from games.viewmodel.strategy import Part, Strategy

OPTIONS = {
    "target": OptionWords("Points to win", "Whoever has so many wins."),
    "most_hands": OptionWords("Hands at most", "After so many hands whoever is ahead wins."),
    "doubling": OptionWords("Doubling", "The other side may double a call."),
}
TIPS = (Tip(offered("bid"), "Three tricks are played: call as many as you can win."),)
HINTS = {"bid": HintWords("Bid what is ringed: it may be made.")}
DONE = {"stake": with_cards("puts %(cards)s face down"), "call": "doubles"}
STRATEGY = Strategy("Few cards, few tricks.", (Part("stakes", "Stakes", ("Stake a card to lead.",)),))
