"""Worked examples and card ranks for the rules page of Bid Whist. Tests check every number against the rules."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bidwhist.score import Bid, Contract, Denomination, Direction
from games.cardgame import DrawnRow, Example, RulesPage, drawn_row
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Suit

_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("5 uptown; 10 tricks and the kitty are 11 books."), _("Made: 5 points.")),
    (_("5 uptown; 9 tricks and the kitty are 10 books."), _("Set: 5 points lost.")),
    (_("5 uptown; 11 tricks and the kitty are 12 books."), _("Made: 6 points.")),
    (_("4 no trump; 9 tricks and the kitty are 10 books."), _("Made and doubled: 8 points.")),
    (_("4 no trump; 8 tricks and the kitty are 9 books."), _("Set and doubled: 8 points lost.")),
    (_("4 downtown; 12 tricks and the kitty are 13 books."), _("A Boston: 7 points, one win.")),
    (_("7 uptown, made from 0 to 0."), _("7 points end the game, and it counts as 2 wins.")),
    (_("Hearts are trumps, uptown: [9C], [KC], [2H], [AC]."), _("[2H] wins.")),
    (_("Spades are trumps, downtown: [KD], [2D], [AD], [JD]."), _("[AD] wins.")),
    (_("Spades are trumps, downtown: [5S], [LJ], [AS], [BJ]."), _("[BJ] wins.")),
    (_("No trump, uptown: [LJ], [8D], [KS], [TD]."), _("[TD] wins.")),
)
_UP: Final = Contract(Bid(4, Denomination.UPTOWN), 0, trump=Suit.HEARTS)
_DOWN: Final = Contract(Bid(4, Denomination.DOWNTOWN), 0, trump=Suit.HEARTS)
_NO_TRUMP_DOWN: Final = Contract(Bid(4, Denomination.NO_TRUMP), 0, direction=Direction.DOWN)


def _drawn() -> tuple[DrawnRow, ...]:
    return (
        _ranks(_UP, gettext("Uptown, hearts trumps: the best first.")),
        _ranks(_DOWN, gettext("Downtown, hearts trumps: the ace is still the best of the ordinary cards.")),
        _ranks(_NO_TRUMP_DOWN, gettext("Any suit that is not trumps, downtown.")),
    )


def _ranks(contract: Contract, words: str) -> DrawnRow:
    held = [one for one in PACK if one.suit is Suit.HEARTS]
    if contract.trump is not None:
        held += [BIG_JOKER, LITTLE_JOKER]
    return drawn_row(tuple(sorted(held, key=contract.strength, reverse=True)), words)


PAGE: Final = RulesPage(examples=_EXAMPLES, drawn=_drawn)
