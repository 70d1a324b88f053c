"""The reading pages of Two-Man Spades: worked examples of its rules, and how to play it well.

Every number is held against the rules by tests.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.viewmodel.rules_page import Example, RulesPage
from games.viewmodel.strategy import Drawn, Listed, Passage, part, strategy

_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("The pile"), ""),
    (_("You are odd. The discards are [7C] and [6H]."), _("13, odd: the pile is yours, +10.")),
    (_("You are odd. The discards are [7H] and [6H]."), _("13 again, and the same suit: +20.")),
    (
        _("The other side is even. The discards are [KD] and [KC]."),
        _("26, even, and the same rank: the other side gains 20. Neither is a bag card."),
    ),
    (
        _("The other side is even and has 1 bag. The discards are [7D] and [AD], and their bid of 4 is made exactly."),
        _("8, even, and the same suit: the other side gains 20. [7D] takes 2 bags from them, so 1 becomes −1."),
    ),
    (_("Bids and bags"), ""),
    (
        _("You bid 4 and take 6, with 5 bags from before and no bag card."),
        _("Base +40 and 7 bags; the 7 bags cost 100 and go. Bags 0."),
    ),
    (
        _("You bid 3 and take 3, among them [7D] and [TC], with −2 bags from before."),
        _("Base +30 and −5 bags; they pay 100 and go. Bags 0."),
    ),
    (_("You bid nil and take 2, with 5 bags from before."), _("Base −200 and 7 bags, which cost 100 more. Bags 0.")),
    (_("Blind bids"), ""),
    (_("You have 40, the other side 140, at the deal."), _("You may bid blind. At 41 against 140 you may not.")),
    (_("You bid blind 5 and take 7."), _("Base +100, 2 bags more.")),
    (_("You bid blind 6 and take 5."), _("Base −120.")),
    (_("You bid blind nil at 20 against 250 and take no trick."), _("You win the game.")),
    (_("You bid blind nil and take a trick."), _("You lose the game, at that trick.")),
    (_("Denial"), ""),
    (
        _(
            "After bids and bags you stand at 295 (290 and 5 bags), the other side at 305 (300 and 5 bags). You win"
            " the pile, worth 10."
        ),
        _("Denied: you stay at 295, the other side falls to 295 (290 and 5 bags). The game goes on."),
    ),
    (
        _("You 305, the other side 312, both at the target. You win the pile, worth 10."),
        _("Denied: you stay at 305, the other side falls to 302. You win."),
    ),
    (
        _("You 295, the other side 280. You win the pile, worth 10."),
        _("You are ahead, so nothing is denied: you reach 305 and win."),
    ),
    (
        _("You 250, the other side 305. You win the pile, worth 10."),
        _("You would not reach 300, so you get your 10: 260. The other side wins, 305 to 260."),
    ),
    (_("The end of the game"), ""),
    (_("302 against 301."), _("302 wins.")),
    (_("Both show 300: base 300 and −1 bag against base 300 and 0 bags."), _("0 bags win.")),
    (_("Both show 300 from the same base: −4 bags against −2."), _("−2 wins.")),
    (_("Base 310 and −3 bags against base 320 and −4 bags."), _("320 wins.")),
    (_("150 against −150."), _("A lead of 300: 150 wins by mercy.")),
    (_("Tricks"), ""),
    (
        _("You are to lead, hold only spades, and spades are not broken."),
        _("You may lead any spade. Spades are broken then."),
    ),
    (_("[QH] is led. You hold [7H] and [3S]."), _("You must follow with [7H].")),
    (_("[QH] is led. You hold no heart, but [3S] and [9D]."), _("Play either. [3S] wins the trick and breaks spades.")),
    (
        _("Three tricks are left. You hold only spades, the other side none."),
        _("The rest plays itself: you take all three."),
    ),
)
PAGE: Final = RulesPage(examples=_EXAMPLES)


# -- strategy --------------------------------------------------------------------------------------------


STRATEGY = strategy(
    _(
        "Two-Man Spades is won by the bid more than by the cards. Here is what a good player thinks about, in the "
        "order of a hand."
    ),
    part(
        "sleeping",
        _("Thirty cards are out of play"),
        _(
            "After the discards you know twelve cards: your own and the one that the other side put aside. Of the "
            "remaining forty they hold ten, so any card you cannot see is in their hand one time in four. Most of this "
            "page follows."
        ),
        _(
            "A king is nearly an ace: [KH] meets the ace only one time in four. A queen is free of both ace and king a "
            "little more than half the time. And in any suit the other side has few: if you hold four spades, nine are "
            "out and they have between two and three of them."
        ),
    ),
    part(
        "discards",
        _("The discard"),
        Passage(
            _("Make a void."),
            _(
                "A lone [QC] takes a trick about half the time. Put it aside and you can trump every club led to you, "
                "which breaks spades as well. This is worth most with four spades or more. A lone ace is a trick; keep "
                "it."
            ),
        ),
        Drawn(
            "AS JS 8S 3S AH 9H 5H TD 6D 4D QC",
            _("Put the queen of clubs aside: four spades are waiting to trump."),
        ),
        Passage(
            _("Lone bag cards."),
            _(
                "A lone [7D] falls to the first higher diamond led, and the other side’s bags go down by two. In the "
                "pile it goes by parity instead, so put it aside. With two or three diamonds beside it, keep it: you "
                "can win it yourself over a [4D]. [TC] has only four clubs above it and is easier to win."
            ),
        ),
        Passage(
            _("Parity."),
            _(
                "The odd seat wants one odd card and one even; the even seat wants two alike. Seven ranks are odd and "
                "six are even, so if you cannot guess the other card, an even card suits the odd seat and an odd card "
                "suits the even seat. The edge is thin, less than a tenth of 10 or 20 points: let parity choose "
                "between two useless cards, and never give up a likely trick for it."
            ),
        ),
    ),
    part(
        "bidding",
        _("Bidding"),
        _("Count your tricks like this:"),
        Listed(
            (
                _("an ace is one trick, rather less in a suit of six or more, where the other side is short;"),
                _("a king with a small card beside it is three quarters; a queen with two, a half;"),
                _("each spade beyond the third is a trick, whatever its rank, once the other side’s are gone;"),
                _("a void or a lone card beside three small spades adds one, for the trick you will trump."),
            )
        ),
        Drawn(
            "AS KS 9S 4S KH 3H 8D 6D 5C 3C",
            _("Two spades, one for length and most of a heart: bid 3, or 4 if you need the points."),
        ),
        Passage(
            _("What one more is worth."),
            _(
                "Suppose three tricks are sure and a fourth is likely. If it comes, bidding 4 brings 10 more and saves "
                "a bag, which costs about 14, a seventh of 100. If not, +30 turns into −40. You stake 70 to win 24, so "
                "ask for the fourth trick only if it comes three times in four. With 6 bags the sum turns round: the "
                "next bag costs 100, you stake 70 to win 110, and two times in five is enough."
            ),
        ),
        Passage(
            _("Bidding second"),
            _(
                "you have heard the other bid. Add the two and compare with ten. Nine or less: there will be bags, so "
                "think who gets them. Ten: every trick matters to both. Eleven or more: somebody must fail. If the "
                "other is 6 and you count 5, trust the longer spades; when they are not yours, bid 4."
            ),
        ),
    ),
    part(
        "nil",
        _("Nil"),
        _(
            "Nil wins or loses 200, so against an ordinary small bid it needs a little better than an even chance. "
            "Look at the lowest card of each suit, not the highest: [3H] [5H] [9H] can stay under most leads, a lone "
            "[JD] cannot. Two small spades are safe enough; the ace never is. One bad card can be put aside before you "
            "bid, so nil is often decided at the discard. It is easier when the other side has bid high, because they "
            "want the tricks."
        ),
        _(
            "Under a nil, play the highest card that still loses, and throw danger from other suits when you cannot "
            "follow. Against a nil of the other side, lead your lowest cards in suits that they must still follow."
        ),
    ),
    part(
        "play",
        _("The play"),
        Passage(
            _("Leading."),
            _(
                "The leader shows first, and the other answers with the cheapest card that wins. So lead sure winners "
                "and cards you are glad to lose, and little between. Take side aces early, before the other side runs "
                "out of the suit."
            ),
        ),
        Passage(
            _("Holding up."),
            _(
                "[AH] [QH] are two tricks when the other side leads the suit, even if they have the king, and often "
                "one when you do. Leave such suits alone and lose the lead elsewhere, so that they have to open them. "
                "When they lead low, win with the queen and hold up the ace."
            ),
        ),
        Passage(
            _("Breaking spades."),
            _(
                "If your spades are long, break them soon by trumping in your void. If they are short and your tricks "
                "are in other suits, keep them closed and take your aces first."
            ),
        ),
        Passage(
            _("Drawing spades."),
            _(
                "With [AS] [KS] and length, lead them as soon as you may: two rounds usually leave the other side one "
                "or none, and your side suits are safe. Do not draw when you are the one who needs to trump."
            ),
        ),
        Passage(
            _("Counting."),
            _(
                "Count the spades that have gone and the suits in which the other side has failed to follow: your "
                "small cards there lose only to a spade. Their bid less their tricks is what they still need; when the "
                "tricks left are no more than that, each one you take sets them."
            ),
        ),
    ),
    part(
        "bags",
        _("Bags"),
        Passage(
            _("First try to set the other side."),
            _(
                "A failed bid of 4 costs them 80 against a made one; a bag costs about 14. Only when their bid is "
                "made, or cannot be stopped, turn to bags."
            ),
        ),
        Passage(
            _("Shedding."),
            _(
                "Take the tricks you need early, with your high cards. Once your bid is made, throw your highest loser "
                "under each trick that the other side wins, and lead low."
            ),
        ),
        Passage(
            _("Pushing."),
            _(
                "With 5 or 6 bags the other side fears every extra trick. Keep small cards for the end: they have to "
                "win what you lead under them, and the seventh bag costs 100."
            ),
        ),
        Passage(
            _("The bag cards."),
            _(
                "Never lead [7D] or [TC] while you have another lead. Lead high diamonds and clubs to make the other "
                "side’s fall, and win yours over a smaller card, [TC] over [9C] for one. A trick with [7D] in it is "
                "welcome even beyond your bid: one bag more, two fewer."
            ),
        ),
        Passage(
            _("Below zero."),
            _(
                "At −5 bags pay 100. With −4 the ten of clubs is enough, with −3 the seven of diamonds, if you make "
                "your bid exactly. Watch the other side’s count too: at −3, a bag card kept from them is worth a trick."
            ),
        ),
    ),
    part(
        "late",
        _("Near the end"),
        _(
            "Work out what wins before you bid. At 264 a bid of 4 reaches 304; a bid of 3 stops at 294, or 295 with a "
            "bag, and does not. And 300 is not enough if the other side gets there higher: when they have 285 and bid "
            "3, think of more than 315. If you cannot pass them, bid small and play to set them."
        ),
        Passage(
            _("Denial."),
            _(
                "Ahead, the pile can carry you home: 290 and a pile of 10 are enough. Behind, it cannot, but it pulls "
                "the other side back. With you at 296 and them at 303 the pile takes them to 293, nobody has reached "
                "300, and you play on. When it is that close, parity comes first at the discard."
            ),
        ),
    ),
    part(
        "blind",
        _("Blind bids"),
        _(
            "Two hands share ten tricks, so an unseen hand takes five or more somewhat over half the time. Blind 5 is "
            "+100 a little more often than −100: less on average than a bid you have looked at, but a bigger swing. "
            "Blind 6 already fails more often than not."
        ),
        _(
            "So ask what happens if you look. At 120 against 230 there are hands to come, and a nil you can see pays "
            "200: look. At 150 against 295 an ordinary bid only watches the other side win, and a long chance costs "
            "nothing. Blind nil is for the game that is lost otherwise, and for no other."
        ),
    ),
    marks=True,
)
