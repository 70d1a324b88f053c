"""The reading pages of Card Duel: worked examples of its rules, what plays are worth, and how to play it well.

Every number is held against the rules by tests.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.cardduel.score import Deed, Play
from games.engine.cards import cards
from games.viewmodel.rules_page import DrawnRow, Example, RulesPage, drawn_row
from games.viewmodel.strategy import Drawn, Odds, Passage, part, percents, strategy

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
#: Plays worth a picture, the top last.
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


# -- strategy --------------------------------------------------------------------------------------------


STRATEGY = strategy(
    _(
        "A duel is chance and nerve, and the chance can be counted. All odds here are exact: every hand that the other "
        "side may hold is as likely as the next."
    ),
    part(
        "hand",
        _("What the other side may hold"),
        _(
            "Your five cards are the only ones you know at the start; of the remaining 47 the other side holds five. "
            "The fewer cards of a suit you hold yourself, the likelier they have one."
        ),
        Odds(
            _("How often the other side has at least one card of a suit"),
            heads=(_("Of it you hold"), 0, 1, 2, 3),
            rows=(
                (_("with five cards"), *percents(82, 79, 75, 72)),
                (_("with four, after a single"), *percents(74, 71, 67, 63)),
            ),
        ),
        _(
            "A suit averages 8 a card, from 2 to 14. Five cards hold both a sword and a wand 58 times in 100, so an "
            "attack of one card is the weaker half of what may come."
        ),
    ),
    part(
        "coin",
        _("The coin"),
        _(
            "Player 1 strikes first: where both could strike to kill, player 1 wins. At 9 hit points against 9, with "
            "[TS] in hand and the coin, strike."
        ),
        _(
            "Player 2 has seen what comes: a single exactly, a stack by its wands. Answer with the smallest shield "
            "that does it, or let a small attack through and use the round for your own."
        ),
        Passage(
            _("Cup or shield."),
            _(
                "As player 1 a cup heals you before the other sword hits; as player 2 it comes after it, and may come "
                "too late. You are player 2 with 8 hit points, and [QS] lies against you: [AH] would heal 14, but you "
                "are dead by then. [5D] leaves you 1."
            ),
        ),
    ),
    part(
        "stacks",
        _("Singles and stacks"),
        _(
            "Both draw up to five after every round, so a stack of four costs you no more than a single. Spend wands "
            "as soon as they have a sword worth it; five wands in hand are a lost round."
        ),
        Drawn(
            "9C 2C KS",
            _("An attack of 24: no single shield holds it, for the ace stops 14."),
        ),
        Drawn(
            "9C KD",
            _(
                "A shield of 22. It does nothing in a round without an attack, so keep it for a stack you have seen or "
                "a blow you cannot survive."
            ),
        ),
        Passage(
            _("Bluffing."),
            _(
                "As player 1 your top card is covered. A low wand under a cup or another wand does nothing, but the "
                "other side sees only the wand and may lift a shield against it. Bluff with cards that you want to be "
                "rid of, and not twice running."
            ),
        ),
        Passage(
            _("Healing."),
            _("Hit points have no upper limit. A cup is never wasted, a shield often is: in a quiet round heal."),
        ),
    ),
    part(
        "blaze",
        _("Blaze of glory"),
        _(
            "A blaze wins if your swords exceed the other side’s hit points by at least the cups and shields that they "
            "hold. So one number decides, your swords less their hit points:"
        ),
        Odds(
            _("How often a blaze wins"),
            heads=(_("Swords less their hit points"), 0, 10, 15, 20, 25, 30),
            rows=(
                (_("against five cards"), *percents(1, 13, 28, 45, 64, 79)),
                (_("against four"), *percents(3, 23, 43, 62, 79, 90)),
                (_("against three"), *percents(8, 38, 63, 80, 92, 98)),
            ),
        ),
        _(
            "The table is for a hand of swords and wands and no discards. Each cup and shield that you hold or that "
            "lies in the discards is one that the other side cannot have, and the odds rise."
        ),
        Drawn(
            "AS KS QS TS 9C",
            _(
                "Swords of 49 against 24 hit points: 25 more. As player 1 you win 64 times in 100; as player 2, with a "
                "single laid against you, 79 times."
            ),
        ),
        _(
            "So wait for a round in which the other side plays first, if you can. What they have laid down is out, a "
            "shield too. If a blaze threatens you, keep cups and shields in hand: they are your points then."
        ),
    ),
    part(
        "discards",
        _("Reading the discards"),
        _(
            "The discards are open. 42 cards lie in the deck at the start, and until it runs out no card comes back: "
            "when the high swords have gone, a small shield is as good as a big one; when the cups have gone, damage "
            "stays. After the reshuffle all of it is there again."
        ),
    ),
)
