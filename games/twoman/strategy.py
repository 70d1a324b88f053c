"""How to play Two-Man Spades well. Every number is held against the rules by tests/pages/test_strategy.py."""

from django.utils.translation import gettext_lazy as _

from games.viewmodel.strategy import Drawn, Listed, Part, Passage, Strategy

STRATEGY = Strategy(
    lead=_(
        "Two-Man Spades is won by the bid more than by the cards. Here is what a good player thinks about, in the "
        "order of a hand."
    ),
    parts=(
        Part(
            "sleeping",
            _("Thirty cards sleep"),
            (
                Passage(
                    _(
                        "After the discards you know twelve cards: your own and hers aside. Of the other forty Marta "
                        "holds ten, so any card you cannot see is in her hand one time in four. Most of this page "
                        "follows."
                    ),
                ),
                Passage(
                    _(
                        "A king is nearly an ace: [KH] meets the ace only one time in four. A queen is free of both "
                        "ace and king a little more than half the time. And in any suit she has few: if you hold "
                        "four spades, nine are out and she has between two and three of them."
                    ),
                ),
            ),
        ),
        Part(
            "discards",
            _("The discard"),
            (
                Passage(
                    _(
                        "A lone [QC] takes a trick about half the time. Put it aside and you can trump every club "
                        "led to you, which breaks spades as well. This is worth most with four spades or more. A "
                        "lone ace is a trick; keep it."
                    ),
                    lead=_("Make a void."),
                ),
                Drawn(
                    "AS JS 8S 3S AH 9H 5H TD 6D 4D QC",
                    _("Put the queen of clubs aside: four spades are waiting to trump."),
                ),
                Passage(
                    _(
                        "A lone [7D] falls to the first higher diamond led, and Marta’s bags go down by two. In the "
                        "pile it goes by parity instead, so put it aside. With two or three diamonds beside it, keep "
                        "it: you can win it yourself over a [4D]. [TC] has only four clubs above it and is easier to "
                        "win."
                    ),
                    lead=_("Lone bag cards."),
                ),
                Passage(
                    _(
                        "The odd seat wants one odd card and one even; the even seat wants two alike. Seven ranks "
                        "are odd and six are even, so if you cannot guess hers, an even card suits the odd seat and "
                        "an odd card suits the even seat. The edge is thin, less than a tenth of 10 or 20 points: "
                        "let parity choose between two useless cards, and never give up a likely trick for it."
                    ),
                    lead=_("Parity."),
                ),
            ),
        ),
        Part(
            "bidding",
            _("Bidding"),
            (
                Passage(
                    _("Count your tricks like this:"),
                ),
                Listed(
                    (
                        _("an ace is one trick, rather less in a suit of six or more, where she is short;"),
                        _("a king with a small card beside it is three quarters; a queen with two, a half;"),
                        _("each spade beyond the third is a trick, whatever its rank, once hers are gone;"),
                        _("a void or a lone card beside three small spades adds one, for the trick you will trump."),
                    )
                ),
                Drawn(
                    "AS KS 9S 4S KH 3H 8D 6D 5C 3C",
                    _("Two spades, one for length and most of a heart: bid 3, or 4 if you need the points."),
                ),
                Passage(
                    _(
                        "Suppose three tricks are sure and a fourth is likely. If it comes, bidding 4 brings 10 more "
                        "and saves a bag, which costs about 14, a seventh of 100. If not, +30 turns into −40. You "
                        "stake 70 to win 24, so ask for the fourth trick only if it comes three times in four. With "
                        "6 bags the sum turns round: the next bag costs 100, you stake 70 to win 110, and two times "
                        "in five is enough."
                    ),
                    lead=_("What one more is worth."),
                ),
                Passage(
                    _(
                        "you have heard her. Add the two bids and compare with ten. Nine or less: there will be "
                        "bags, so think who gets them. Ten: every trick matters to both. Eleven or more: somebody "
                        "must fail. If she bid 6 and you count 5, trust the longer spades; when they are not yours, "
                        "bid 4."
                    ),
                    lead=_("Bidding second"),
                ),
            ),
        ),
        Part(
            "nil",
            _("Nil"),
            (
                Passage(
                    _(
                        "Nil wins or loses 200, so against an ordinary small bid it needs a little better than an "
                        "even chance. Look at the lowest card of each suit, not the highest: [3H] [5H] [9H] can stay "
                        "under most leads, a lone [JD] cannot. Two small spades are safe enough; the ace never is. "
                        "One bad card can be put aside before you bid, so nil is often decided at the discard. It is "
                        "easier when Marta has bid high, because she wants the tricks."
                    ),
                ),
                Passage(
                    _(
                        "Under a nil, play the highest card that still loses, and throw danger from other suits when "
                        "you cannot follow. Against hers, lead your lowest cards in suits she must still follow."
                    ),
                ),
            ),
        ),
        Part(
            "play",
            _("The play"),
            (
                Passage(
                    _(
                        "The leader shows first, and the other answers with the cheapest card that wins. So lead "
                        "sure winners and cards you are glad to lose, and little between. Take side aces early, "
                        "before she runs out of the suit."
                    ),
                    lead=_("Leading."),
                ),
                Passage(
                    _(
                        "[AH] [QH] are two tricks when she leads the suit, even if she has the king, and often one "
                        "when you do. Leave such suits alone and lose the lead elsewhere, so that she has to open "
                        "them. When she leads low, win with the queen and hold up the ace."
                    ),
                    lead=_("Holding up."),
                ),
                Passage(
                    _(
                        "If your spades are long, break them soon by trumping in your void. If they are short and "
                        "your tricks are in other suits, keep them closed and take your aces first."
                    ),
                    lead=_("Breaking spades."),
                ),
                Passage(
                    _(
                        "With [AS] [KS] and length, lead them as soon as you may: two rounds usually leave her one "
                        "or none, and your side suits are safe. Do not draw when you are the one who needs to trump."
                    ),
                    lead=_("Drawing spades."),
                ),
                Passage(
                    _(
                        "Count the spades that have gone and the suits in which she has failed to follow: your small "
                        "cards there lose only to a spade. Her bid less her tricks is what she still needs; when the "
                        "tricks left are no more than that, each one you take sets her."
                    ),
                    lead=_("Counting."),
                ),
            ),
        ),
        Part(
            "bags",
            _("Bags"),
            (
                Passage(
                    _(
                        "Her failed bid of 4 costs her 80 against a made one; a bag costs about 14. Only when her "
                        "bid is made, or cannot be stopped, turn to bags."
                    ),
                    lead=_("First try to set her."),
                ),
                Passage(
                    _(
                        "Take the tricks you need early, with your high cards. Once your bid is made, throw your "
                        "highest loser under each trick she wins, and lead low."
                    ),
                    lead=_("Shedding."),
                ),
                Passage(
                    _(
                        "With 5 or 6 bags she fears every extra trick. Keep small cards for the end: she has to win "
                        "what you lead under her, and the seventh bag costs 100."
                    ),
                    lead=_("Pushing."),
                ),
                Passage(
                    _(
                        "Never lead [7D] or [TC] while you have another lead. Lead high diamonds and clubs to make "
                        "hers fall, and win yours over a smaller card, [TC] over [9C] for one. A trick with [7D] in "
                        "it is welcome even beyond your bid: one bag more, two fewer."
                    ),
                    lead=_("The bag cards."),
                ),
                Passage(
                    _(
                        "At −5 bags pay 100. With −4 the ten of clubs is enough, with −3 the seven of diamonds, if "
                        "you make your bid exactly. Watch her count too: at −3, a bag card kept from her is worth a "
                        "trick."
                    ),
                    lead=_("Below zero."),
                ),
            ),
        ),
        Part(
            "late",
            _("Near the end"),
            (
                Passage(
                    _(
                        "Work out what wins before you bid. At 264 a bid of 4 reaches 304; a bid of 3 stops at 294, "
                        "or 295 with a bag, and does not. And 300 is not enough if she gets there higher: when she "
                        "has 285 and bid 3, think of more than 315. If you cannot pass her, bid small and play to "
                        "set her."
                    ),
                ),
                Passage(
                    _(
                        "Ahead, the pile can carry you home: 290 and a pile of 10 are enough. Behind, it cannot, but "
                        "it pulls her back. With you at 296 and Marta at 303 the pile takes her to 293, nobody has "
                        "reached 300, and you play on. When it is that close, parity comes first at the discard."
                    ),
                    lead=_("Denial."),
                ),
            ),
        ),
        Part(
            "blind",
            _("Blind bids"),
            (
                Passage(
                    _(
                        "Two hands share ten tricks, so an unseen hand takes five or more somewhat over half the "
                        "time. Blind 5 is +100 a little oftener than −100: less on average than a bid you have "
                        "looked at, but a bigger swing. Blind 6 already fails more often than not."
                    ),
                ),
                Passage(
                    _(
                        "So ask what happens if you look. At 120 against 230 there are hands to come, and a nil you "
                        "can see pays 200: look. At 150 against 295 an ordinary bid only watches her win, and a long "
                        "chance costs nothing. Blind nil is for the game that is lost otherwise, and for no other."
                    ),
                ),
            ),
        ),
    ),
    marks=True,
)
