"""Texts of Card Duel: options for the page of a new game; examples and values of plays for the rules page.

Tests check the examples against the rules.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.cardduel.score import CardPlay, Purpose
from games.cardgame import DrawnRow, Example, OptionWords, RulesPage, SettingWords, drawn_row
from games.engine.cards import cards

SETTINGS: Final = SettingWords(
    options={
        "first": OptionWords(
            _("First coin"),
            _("Who gets the first cards, and the coin in round one."),
            choices={"random": _("at random"), "human": _("you"), "computer": _("your opponent")},
            said_of={
                "random": _("the first coin is random"),
                "human": _("the first seat holds the first coin"),
                "computer": _("the second seat holds the first coin"),
            },
        ),
        "max_rounds": OptionWords(
            _("Round limit"),
            _("After this many rounds, the player with more hit points wins. 0 means no limit."),
            is_off_at_zero=True,
            said=_("rounds are limited to %(value)s"),
            said_of={0: _("there is no limit on rounds")},
        ),
    },
)
_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("30 and 30. Player 1 plays [KS], player 2 [5D]."), _("13 minus 5 is 8: 30 and 22.")),
    (
        _("30 and 30. Player 1 plays [5S], player 2 [KD]."),
        _("The shield stops it all: 30 and 30."),
    ),
    (
        _("30 and 30. Player 1 plays [AH], player 2 [9S]."),
        _("Healed to 44, then hit by 9: 35 and 30."),
    ),
    (
        _("30 and 30. Player 1 plays [KS] on [9C], player 2 [4H]."),
        _("Hit by 22, then healed by 4: 30 and 12."),
    ),
    (
        _("30 and 30. Player 1 plays [KD] on [9C], player 2 [AS] on [2C] and [3C]."),
        _("An attack of 19 against a shield of 22: 30 and 30."),
    ),
    (
        _("30 and 30. Player 1 plays [AH] on [9C], player 2 [2S]."),
        _("A cup on wands doesn’t heal: 28 and 30."),
    ),
    (
        _("20 and 9. Player 1 plays [TS], player 2 [AS]."),
        _("Player 2 is at 0 before striking: player 1 wins, 20 and 0."),
    ),
    (
        _("9 and 20. Player 1 plays [TS], player 2 [AS]."),
        _("Player 2 survives with 10 and strikes: 0 and 10."),
    ),
)
_OF_A_BLAZE: Final[tuple[Example, ...]] = (
    (
        _("You use it with [KS], [QS] and three wands. Your opponent has 30 HP, [4H], [2D] and [4D]."),
        _("25 in swords minus 6 in shields is 19. 30 plus 4 minus 19 leaves 15, so you lose."),
    ),
    (
        _("You use it with [AS], [KS] and [TS]. Your opponent has 30 HP, no cups and [7D]."),
        _("37 of swords minus 7 is 30: exactly 0 is a loss, so you win."),
    ),
)
#: The plays shown on the rules page, each with its top card last.
_PLAYS: Final = ("KS", "AH", "5D", "9C KS", "2C 3C AS", "9C KD", "9C AH", "9C 2C KC")


def _drawn() -> tuple[DrawnRow, ...]:
    return tuple(_play(CardPlay.of(cards(text))) for text in _PLAYS)


def _play(play: CardPlay) -> DrawnRow:
    suit = "" if play.deed is Purpose.NOTHING else (play.top.suit or "").lower()
    return drawn_row(play.cards, _worth(play), f"duel-{suit}" if suit else "")


def _worth(play: CardPlay) -> str:
    words: Mapping[Purpose, str] = {
        Purpose.HEAL: gettext("heal %(n)s"),
        Purpose.ATTACK: gettext("attack %(n)s"),
        Purpose.SHIELD: gettext("shield %(n)s"),
        Purpose.NOTHING: gettext("no effect"),
    }
    return words[play.deed] % {"n": play.value}


PAGE: Final = RulesPage(examples=_EXAMPLES, more=_OF_A_BLAZE, drawn=_drawn)
