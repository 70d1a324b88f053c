"""Texts on Two-Man Spades for the page of a new game (its options) and for the rules page (worked examples)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardgame import Example, OptionWords, RulesPage, SettingWords

SETTINGS: Final = SettingWords(
    options={
        "target": OptionWords(_("Play to"), _("The first to reach this many points wins."), said=_("to %(value)s")),
        "mercy_lead": OptionWords(
            _("Mercy lead"),
            _("A lead this large ends the game right away."),
            said=_("a lead of %(value)s ends the game"),
        ),
        "nil_points": OptionWords(
            _("Nil is worth"),
            _("Won when a nil bidder takes no tricks, lost when they take one."),
            said=_("nil is worth %(value)s"),
        ),
        "first_lead": OptionWords(
            _("First lead"),
            _("Who leads the first trick of a hand."),
            choices={"alternate": _("takes turns"), "odd": _("always the odd side")},
            said_of={"alternate": _("the first lead takes turns"), "odd": _("the odd side always leads first")},
        ),
        "blind_deficit": OptionWords(
            _("Points behind to bid blind"),
            _("How far behind you must be to bid before you see your cards."),
            said=_("blind bids are made from %(value)s behind"),
        ),
        "denial": OptionWords(
            _("Denial"),
            _(
                "A pile that would carry the trailing side to the target or past it costs the other side those points"
                " instead."
            ),
            said_of={True: _("with denial"), False: _("without denial")},
        ),
    },
    aim=("target",),
)
_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("The pile"), ""),
    (_("You are odd. The discards are [7C] and [6H]."), _("13, odd: the pile is yours, +10.")),
    (_("You are odd. The discards are [7H] and [6H]."), _("13 again, and the same suit: +20.")),
    (
        _("Your opponent is even. The discards are [KD] and [KC]."),
        _("26, even, and the same rank: your opponent gains 20. Neither is a bag card."),
    ),
    (
        _(
            "Your opponent is even and has 1 bag. The discards are [7D] and [AD], and your opponent makes a bid of 4 "
            "exactly."
        ),
        _("8, even, and the same suit: your opponent gains 20. [7D] removes 2 of their bags, so 1 becomes −1."),
    ),
    (_("Bids and bags"), ""),
    (
        _("You bid 4 and take 6, with 5 bags from before and no bag card."),
        _("Base +40 and 7 bags; the 7 bags cost 100 and come off. Bags 0."),
    ),
    (
        _("You bid 3 and take 3, including [7D] and [TC], with −2 bags from before."),
        _("Base +30 and −5 bags; they pay 100 and come off. Bags 0."),
    ),
    (_("You bid nil and take 2, with 5 bags from before."), _("Base −200 and 7 bags, which cost 100 more. Bags 0.")),
    (_("Blind bids"), ""),
    (_("You have 40 and your opponent 140 at the deal."), _("You may bid blind. At 41 to 140, you may not.")),
    (_("You bid blind 5 and take 7."), _("Base +100, 2 bags more.")),
    (_("You bid blind 6 and take 5."), _("Base −120.")),
    (_("You bid blind nil at 20 to 250 and take no tricks."), _("You win the game.")),
    (_("You bid blind nil and take a trick."), _("You lose the game with that trick.")),
    (_("Denial"), ""),
    (
        _(
            "After bids and bags, you’re at 295 (290 and 5 bags), your opponent at 305 (300 and 5 bags). You win "
            "the pile, worth 10."
        ),
        _("Denied: you stay at 295, your opponent falls to 295 (290 and 5 bags). The game goes on."),
    ),
    (
        _("You have 305, your opponent 312, both past the target. You win the pile, worth 10."),
        _("Denied: you stay at 305, your opponent falls to 302. You win."),
    ),
    (
        _("You have 295, your opponent 280. You win the pile, worth 10."),
        _("You’re ahead, so nothing is denied: you reach 305 and win."),
    ),
    (
        _("You have 250, your opponent 305. You win the pile, worth 10."),
        _("You wouldn’t reach 300, so you get your 10: 260. Your opponent wins, 305 to 260."),
    ),
    (_("The end of the game"), ""),
    (_("302 against 301."), _("302 wins.")),
    (_("Both show 300: base 300 and −1 bag against base 300 and 0 bags."), _("0 bags win.")),
    (_("Both show 300 from the same base: −4 bags against −2."), _("−2 wins.")),
    (_("Base 310 and −3 bags against base 320 and −4 bags."), _("320 wins.")),
    (_("150 against −150."), _("A lead of 300: 150 wins by mercy.")),
    (_("Tricks"), ""),
    (
        _("It’s your lead, you have only spades, and spades aren’t broken."),
        _("You may lead any spade, and that breaks spades."),
    ),
    (_("[QH] is led. You hold [7H] and [3S]."), _("You must follow with [7H].")),
    (
        _("[QH] is led. You have no hearts, but you hold [3S] and [9D]."),
        _("Play either. [3S] wins the trick and breaks spades."),
    ),
    (
        _("Three tricks are left. You have only spades, your opponent none."),
        _("The rest is played automatically: you take all three."),
    ),
)
PAGE: Final = RulesPage(examples=_EXAMPLES)
