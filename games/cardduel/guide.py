"""Card Duel before a game: its options in words, and worked examples and values of plays for its rules page.

Tests check every number of an example against the rules.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.cardduel.score import Deed, Play
from games.cardgame import DrawnRow, Example, OptionWords, RulesPage, SettingWords, drawn_row
from games.engine.cards import cards

SETTINGS: Final = SettingWords(
    options={
        "first": OptionWords(
            _("First coin"),
            _("Who is dealt to first and holds the coin in the first round."),
            choices={"random": _("drawn by lot"), "human": _("you"), "computer": _("the other side")},
            said_of={
                "random": _("the first coin is drawn by lot"),
                "human": _("the first seat holds the first coin"),
                "computer": _("the second seat holds the first coin"),
            },
        ),
        "max_rounds": OptionWords(
            _("Most rounds"),
            _("After this many rounds the higher hit points win. With 0 there is no limit."),
            is_off_at_zero=True,
            said=_("rounds are limited to %(value)s"),
            said_of={0: _("there is no limit of rounds")},
        ),
    },
)
_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("30 and 30. Player 1 plays [KS], player 2 [5D]."), _("13 less 5 is 8: 30 and 22.")),
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
        _("A cup on wands heals nobody: 28 and 30."),
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
        _("You invoke it with [KS], [QS] and three wands. The other has 30 HP, [4H], [2D] and [4D]."),
        _("30 and 4, less 25 swords that 6 of shields weaken to 19: 15 are left, and you lose."),
    ),
    (
        _("You invoke it with [AS], [KS] and [TS]. The other has 30 HP, no cup and [7D]."),
        _("37 of swords less 7 is 30: exactly 0 is a defeat, and you win."),
    ),
)
#: The plays that are drawn, the top card last.
_PLAYS: Final = ("KS", "AH", "5D", "9C KS", "2C 3C AS", "9C KD", "9C AH", "9C 2C KC")


def _drawn() -> tuple[DrawnRow, ...]:
    return tuple(_play(Play.of(cards(text))) for text in _PLAYS)


def _play(play: Play) -> DrawnRow:
    suit = "" if play.deed is Deed.NOTHING else (play.top.suit or "").lower()
    return drawn_row(play.cards, _worth(play), f"duel-{suit}" if suit else "")


def _worth(play: Play) -> str:
    words: Mapping[Deed, str] = {
        Deed.HEAL: gettext("heals %(n)s"),
        Deed.ATTACK: gettext("attack %(n)s"),
        Deed.SHIELD: gettext("shield %(n)s"),
        Deed.NOTHING: gettext("no effect"),
    }
    return words[play.deed] % {"n": play.value}


PAGE: Final = RulesPage(examples=_EXAMPLES, more=_OF_A_BLAZE, drawn=_drawn)
