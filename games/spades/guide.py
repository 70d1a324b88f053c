"""The reading pages of Spades: worked examples of its rules, and how to play it well.

Every number is held against the rules by tests.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.viewmodel.rules_page import Example, RulesPage
from games.viewmodel.strategy import Drawn, Odds, Passage, part, percents, strategy

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


# -- strategy --------------------------------------------------------------------------------------------


STRATEGY = strategy(
    _(
        "Spades is won by sides that bid what they hold and help each other to take it. Here is what a good player "
        "thinks about, in the order of a hand."
    ),
    part(
        "counting",
        _("Counting a hand"),
        _(
            "Go through the suits and add up what each would take if all four fought for every trick. The table is "
            "learnt from a hundred thousand hands in which they did."
        ),
        Odds(
            _("What honours in a side suit are worth, in tricks"),
            heads=(_("You hold"), _("two cards"), _("three cards"), _("four cards"), _("five cards")),
            rows=(
                (_("the ace"), 1.0, 1.0, 1.0, 1.0),
                (_("the king"), 0.8, 0.8, 0.7, 0.6),
                (_("the queen"), 0.1, 0.4, 0.3, 0.2),
                (_("ace and king"), 1.9, 1.8, 1.7, 1.6),
                (_("ace and queen"), 1.1, 1.4, 1.3, 1.2),
                (_("king and queen"), 0.9, 1.2, 1.0, 0.8),
            ),
        ),
        _(
            "Of the spades count ace and king, the queen if two small ones stand beside it, and each spade beyond the "
            "third, whatever its rank."
        ),
        Drawn(
            "AS QS 8S 5S 3S KH 9H 6H AD 8D 2D JC 4C",
            _(
                "This hand takes 5.3 tricks on average: the ace of spades, part of the queen and two for length, the "
                "ace of diamonds and most of the king. Bid 5."
            ),
        ),
        Drawn(
            "AS KS 7S 4S AH KH 6H JD 8D 3D 9C 5C 2C",
            _(
                "And this one 4.6: two spades and one for length, and not quite two hearts. Bid 4, because "
                "your partner’s tricks may be the same ones."
            ),
        ),
        _(
            "A high card in a long side suit comes too late, because somebody has run out of the suit. An ace needs "
            "both opponents to follow once, a king behind it twice."
        ),
        Odds(
            _("How often both opponents can follow"),
            heads=(_("You hold"), 3, 4, 5, 6, 7),
            rows=(
                (_("in the first round"), *percents(98, 97, 95, 91, 86)),
                (_("in the second, too"), *percents(86, 78, 68, 54, 38)),
            ),
        ),
    ),
    part(
        "bidding",
        _("Bidding"),
        _(
            "There are thirteen tricks, and four careful bids add up to about eleven: two are usually in nobody’s bid. "
            "So bid a little less than you count. The last to bid hears the others: when they have bid little, bid one "
            "more; when the sum passes thirteen, somebody must fail, and it need not be you."
        ),
        Passage(
            _("What one more is worth."),
            _(
                "Your side is sure of 7 and hopes for 8. If the eighth comes, a bid of 8 brings 80 instead of 71 and a "
                "bag that costs 10 later: 19 more. If not, −80 instead of 70. You stake 150 to win 19, so bid it only "
                "if it comes nine times in ten. With nine bags the next one costs 100 at once: then you stake 150 to "
                "win 109, and six times in ten is enough."
            ),
        ),
    ),
    part(
        "nil",
        _("Nil"),
        _(
            "A nil brings 100 if it is kept and costs 100 if it is broken. Bid it when it should be kept six times in "
            "ten and a partner is there to cover it; in Solo, where three hunt it and nobody helps, nearly nine times "
            "in ten. The computer players draw the line there, too."
        ),
        _(
            "Look at the lowest cards of each suit, not at the highest: a high card with small ones below it rarely "
            "has to win. Dangerous are high cards that stand alone, and high spades. With the ace of spades there is "
            "no nil."
        ),
        Drawn(
            "4S 2S 9H 7H 5H 3H 8D 6D 4D 2D 9C 6C 3C",
            _("Kept 88 times in 100, with a partner to cover it."),
        ),
        Drawn(
            "4S 2S KH 9H 7H 5H 8D 6D 4D JC 8C 6C 3C",
            _("Kept 81 times: the king of hearts has three smaller hearts below it."),
        ),
        Drawn(
            "4S 2S KH 8D 6D 4D 3D JC TC 8C 6C 5C 3C",
            _("Kept 64 times: the same king stands alone."),
        ),
        Drawn(
            "KS 4S 9H 7H 5H 3H 8D 6D 4D 2D 9C 6C 3C",
            _("Kept 62 times: one high spade spoils the first hand."),
        ),
        Passage(
            _("Playing it."),
            _(
                "Play the highest card that still loses. When you cannot follow, throw off the card you fear most; "
                "small spades can stay."
            ),
        ),
        Passage(
            _("Blind nil."),
            _(
                "It brings 200 and costs 100, and about one in five is kept: on average that is a loss of 40. Bid it "
                "only in a game that is lost otherwise."
            ),
        ),
    ),
    part(
        "covering",
        _("Covering and hunting"),
        _(
            "Between a nil that is kept and one that is broken lie 200 points, as much as between making and missing a "
            "bid of 10. So the partner’s first task is to win what the nil bidder might have to win."
        ),
        Passage(
            _("Over the nil."),
            _(
                "Your partner’s [9H] is the highest card so far: [TH] is enough, and [KH] can wait. If your partner "
                "still has to play, take [KH] at once: every heart up to the queen can then go under it."
            ),
        ),
        Passage(
            _("Leading for it."),
            _(
                "Lead high, and lead suits of which you hold the top. A suit that your partner has run out of is the "
                "best of all: each such lead takes a dangerous card away."
            ),
        ),
        Passage(
            _("When it is broken."),
            _(
                "Once the nil has failed, stop covering. Its tricks never count for your bid, each more is one bag, "
                "and the 100 are gone already: take your own tricks."
            ),
        ),
        Passage(
            _("Against a nil."),
            _(
                "Lead low cards in suits the nil bidder still has to follow, best those in which the partner is short "
                "and cannot cover. Keep your own small cards for that, and stay under the nil bidder’s card even if it "
                "costs you a trick: 200 points are more than twenty bags."
            ),
        ),
    ),
    part(
        "play",
        _("The play"),
        Passage(
            _("Places."),
            _(
                "In second place play low: your partner still plays. In third place play as high as is needed and no "
                "higher, and never over a card of your partner’s that will hold."
            ),
        ),
        Passage(
            _("Side suits."),
            _("Take the aces and kings of your side suits early, before somebody has run out of the suit."),
        ),
        Passage(
            _("Spades."),
            _(
                "With long spades at the top break them soon and lead them: two or three rounds take the small ones "
                "from the others. If you are the one who wants to trump, leave them alone."
            ),
        ),
        Passage(
            _("Counting."),
            _(
                "Count the spades that have gone, thirteen in all, and remember who did not follow. And count what "
                "each side still needs: where the tricks left are no more than that, every one you take sets them."
            ),
        ),
    ),
    part(
        "bags",
        _("Bags"),
        _(
            "A bag brings one point, and ten cost 100: each costs nine in the end. Setting a bid of 5 makes a "
            "difference of 100, as much as eleven bags. So add up the bids: with twelve or thirteen in them fight for "
            "every trick, with ten or fewer make your bid and then duck."
        ),
        Passage(
            _("Ducking."),
            _(
                "Take the tricks of your bid with high cards and early. Then throw the highest loser under each trick "
                "of the others."
            ),
        ),
        Passage(
            _("Pushing."),
            _("Opponents with eight or nine bags fear each trick beyond their bid: leave them the last ones."),
        ),
    ),
    part(
        "variants",
        _("Solo, Suicide, Mirrors"),
        Passage(
            _("Solo."),
            _(
                "Nobody helps you, and you must beat the best card if you can: high cards are forced out early, and "
                "small spades are tricks only once the high ones have gone. Bid a little less than with a partner."
            ),
        ),
        Passage(
            _("Suicide."),
            _(
                "One of each side plays nil. Who bids first of the two says what the hand is better at; the partner’s "
                "bid decides. If both bid tricks, the first bid becomes nil, so with a nil hand behind a partner’s bid "
                "of tricks say nil."
            ),
        ),
        Passage(
            _("Mirrors."),
            _(
                "The bid is the number of spades, so everybody knows how they lie. Without a good spade such a bid is "
                "made by trumping: empty a side suit soon. Who holds many side aces takes more than was bid, and bags."
            ),
        ),
    ),
    part(
        "late",
        _("Near the end"),
        _(
            "Work out what wins before you bid. To 500 and with 430 a bid of 7 is enough, a bid of 6 and three bags is "
            "not. If both sides get there the higher score wins: when they have 460 and bid 5, they reach 510, and you "
            "need more, or you have to set them. A side that cannot win by its own bid bids little and plays against "
            "the others’."
        ),
    ),
)
