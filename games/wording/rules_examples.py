"""The worked examples of the rules pages of Spades, Card Duel and Bid Whist. Cards stand in brackets: [QH].

Every number here is held against the rules by tests/pages/test_rules_of_games.py.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _

#: What happens, and what comes of it.
Example: TypeAlias = tuple[Any, Any]

SPADES: tuple[Example, ...] = (
    (_("Your side bid 3 and 4 and takes 7."), _("70 points, no bags.")),
    (_("Your side bid 3 and 4 and takes 9."), _("70 points and 2 bags: 72.")),
    (_("Your side bid 3 and 4 and takes 6."), _("70 points lost.")),
    (_("You bid nil and take none; your partner bid 4 and takes 5."), _("40, 100 and 1 bag: 141.")),
    (_("You bid nil and take 1; your partner bid 4 and takes 4."), _("40, 100 lost and 1 bag: −59.")),
    (_("You bid nil and take 2; your partner bid 4 and takes 3."), _("40 lost, 100 lost and 2 bags: −138.")),
    (_("You bid blind nil and take none; your partner bid 3 and takes 3."), _("30 and 200: 230.")),
    (_("You bid blind nil and take 1; your partner bid 3 and takes 3."), _("30, 100 lost and 1 bag: −69.")),
    (_("With 9 bags from before your side bid 8 and takes 10."), _("80, 2 bags and 100 lost: −18. One bag stays.")),
    (
        _("Must beat: [9H] and [KH] lie on the table. You hold [AH], [2H] and [5S]."),
        _("Only [AH] may be played."),
    ),
    (_("Must beat: [9H] was led and [4S] lies on it. You hold [2S], [7S] and [KC]."), _("Only [7S] may be played.")),
    (
        _("Must beat: [9H] was led and [8S] lies on it. You hold [2S], [7S] and [KC]."),
        _("None of them beats it: all three may be played."),
    ),
    (_("Low clubs: the leader has no club and plays [5D]; then [3C], [4C] and [2C]."), _("[4C] wins.")),
)

CARD_DUEL: tuple[Example, ...] = (
    (_("30 and 30. Player 1 plays [KS], player 2 [5D]."), _("13 less 5 is 8: 30 and 22.")),
    (_("30 and 30. Player 1 plays [5S], player 2 [KD]."), _("The shield stops it all: 30 and 30.")),
    (_("30 and 30. Player 1 plays [AH], player 2 [9S]."), _("Healed to 44, then hit by 9: 35 and 30.")),
    (_("30 and 30. Player 1 plays [KS] on [9C], player 2 [4H]."), _("Hit by 22, then healed by 4: 30 and 12.")),
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
    (_("9 and 20. Player 1 plays [TS], player 2 [AS]."), _("Player 2 survives with 10 and strikes: 0 and 10.")),
)

BLAZE: tuple[Example, ...] = (
    (
        _("You invoke it with [KS], [QS] and two wands. The other has 30 HP, [4H], [2D] and [4D]."),
        _("30 and 4, less 25 swords that 6 of shields weaken to 19: 15 are left, and you lose."),
    ),
    (
        _("You invoke it with [AS], [KS] and [TS]. The other has 30 HP, no cup and [7D]."),
        _("37 of swords less 7 is 30: exactly 0 is a defeat, and you win."),
    ),
)

BID_WHIST: tuple[Example, ...] = (
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

EXAMPLES: Mapping[str, tuple[Example, ...]] = {"spades": SPADES, "cardduel": CARD_DUEL, "bidwhist": BID_WHIST}
