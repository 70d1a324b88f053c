"""Worked examples for the rules page of Spades. Tests check every number against the rules."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import Example, RulesPage

_EXAMPLES: Final[tuple[Example, ...]] = (
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
PAGE: Final = RulesPage(examples=_EXAMPLES)
