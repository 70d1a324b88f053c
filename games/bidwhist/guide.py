"""The reading pages of Bid Whist: worked examples of its rules, the ranks of its cards, and how to play it well.

Every number is held against the rules by tests.
"""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bidwhist.score import Bid, Contract, Denomination, Direction
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Suit
from games.viewmodel.rules_page import DrawnRow, Example, RulesPage, drawn_row
from games.viewmodel.strategy import Drawn, Odds, Passage, part, percents, strategy

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


# -- strategy --------------------------------------------------------------------------------------------


STRATEGY = strategy(
    _(
        "Bid Whist is won in the auction, and the auction by counting one hand three ways. Here is what a good player "
        "thinks about, in the order of a hand."
    ),
    part(
        "worth",
        _("What a bid is worth"),
        _(
            "The game is won at 7 points and lost at −7: two good hands win it, and one bold bid can end it. The kitty "
            "is a book already, so you need one trick less than you promise."
        ),
        Odds(
            _("What each bid brings and costs"),
            heads=(_("The bid"), _("Books"), _("Tricks needed"), _("Made, at least"), _("Set")),
            rows=(
                (_("4 uptown or downtown"), 10, 9, "+4", "−4"),
                (_("4 no trump"), 10, 9, "+8", "−8"),
                (_("5 uptown or downtown"), 11, 10, "+5", "−5"),
                (_("5 no trump"), 11, 10, "+10", "−10"),
                (_("6 uptown or downtown"), 12, 11, "+6", "−6"),
                (_("6 no trump"), 12, 11, "+12", "−12"),
                (_("7 uptown or downtown"), 13, 12, "+7", "−7"),
                (_("7 no trump"), 13, 12, "+14", "−14"),
            ),
        ),
        _(
            "Books beyond the bid count as well: 4 uptown with 12 books brings 6, as a bid of 6 would. So never bid "
            "higher than the auction asks for; the one reason to bid 7 is that a game won by it counts twice."
        ),
    ),
    part(
        "counting",
        _("Counting a hand"),
        _(
            "Begin with five: so many tricks your partner, the kitty and your small cards bring to a declarer on "
            "average. Then add what you hold. The numbers are fitted to hands that computer players have played out."
        ),
        Odds(
            _("What a holding adds with a trump suit, in tricks"),
            heads=(_("Holding"), _("Tricks")),
            rows=(
                (_("each trump, jokers too"), 0.5),
                (_("the big joker, besides"), 0.6),
                (_("the little joker, besides"), 0.5),
                (_("the ace of trumps, besides"), 0.3),
                (_("the ace of a side suit"), 0.4),
                (_("the king beside its ace"), 0.4),
                (_("a king with small cards"), 0.1),
                (_("a side suit you do not hold"), 0.2),
            ),
        ),
        _(
            "A bid of 4 needs nine tricks, 5 needs ten. Make a bid that should be made six times in ten or more often; "
            "less is enough when the others’ bid would win them the game."
        ),
    ),
    part(
        "updown",
        _("Uptown or downtown"),
        _(
            "Count every hand both ways. Downtown the two is what the king is uptown, the three what the queen is, and "
            "kings and queens are worth nothing. Aces and jokers are equally good both ways, sevens and eights equally "
            "bad."
        ),
        Drawn(
            "BJ AS KS 8S 6S 3S AH KH 7H QD 4D 9C",
            _("With spades as trumps it counts 10.0 tricks uptown and 9.5 downtown: bid 4 uptown, and 5 if you must."),
        ),
        Drawn(
            "LJ AS 2S 3S 5S 7S AH 2H 4H 8D JC 6C",
            _("Spades again, and small ones: 10.0 downtown, only 9.2 uptown. Bid 4 downtown."),
        ),
        _(
            "At the same number uptown and downtown are equal, and neither is bid over the other. With a hand that is "
            "good for 4 either way you may be too late for 4: then it is 5, or a pass."
        ),
        Passage(
            _("No trump."),
            _(
                "No trump counts double, needs aces with kings beside them, and no suit of the others may run. Jokers "
                "never win there. Four no trump made from 0 to 0 is the game, and set it is the game lost."
            ),
        ),
        Drawn(
            "AS KS QS AH KH 6H AD QD 9D KC JC 4C",
            _("No long suit, but something at the top of each: 9.7 tricks in no trump, 9.1 in the best suit."),
        ),
    ),
    part(
        "auction",
        _("The auction"),
        _("Everybody has one call, so bid all that you are ready to play. There is no second call to correct it."),
        Passage(
            _("The forced dealer."),
            _(
                "If three pass, the dealer must bid, with whatever is there. Pass a weak hand before a dealer of the "
                "other side, and bid a fair one before a dealer who is your partner."
            ),
        ),
        Passage(
            _("Your partner."),
            _(
                "Your partner’s bid is made about as often as yours would be. Overbid it only with a clearly better "
                "hand: one number more is one trick more."
            ),
        ),
    ),
    part(
        "kitty",
        _("The kitty"),
        _(
            "You see 12 of 54 cards. Of the other 42 six lie in the kitty, so do not bid for one certain card; bid for "
            "what any six cards bring."
        ),
        Odds(
            _("Where the cards that you miss lie"),
            heads=(_("Card"), _("How often")),
            rows=(
                (_("a certain card is in the kitty"), *percents(14)),
                (_("your partner holds it"), *percents(29)),
                (_("one of the others holds it"), *percents(57)),
                (_("at least one of two missing jokers is in the kitty"), *percents(27)),
                (_("at least one of nine missing trumps is in the kitty"), *percents(79)),
                (_("at least two of nine missing trumps are"), *percents(38)),
            ),
        ),
        Passage(
            _("Putting aside."),
            _(
                "What you put aside is a book, whatever it is. Keep trumps, aces, kings beside them and a suit that "
                "will run; throw away short side suits whole, so that you can trump them."
            ),
        ),
        Drawn(
            "QD JD 4D 2D 9C 3C",
            _(
                "The first hand above has taken [9S], [5H], [JD], [2D], [TC] and [3C], and spades are trumps, uptown: "
                "with these six aside the diamonds are gone, and after one round you can trump clubs, too."
            ),
        ),
    ),
    part(
        "play",
        _("The play"),
        Passage(
            _("As declarer."),
            _(
                "There are fifteen trumps with the jokers. Lead your best until the others have none; count them as "
                "they fall. Then the aces and the long suit win by themselves. Keep a trump back only for a suit you "
                "want to trump."
            ),
        ),
        Passage(
            _("Against the bid."),
            _(
                "Against a bid of 4 you need four books, against 5 three, against 6 two and against 7 one. Take side "
                "aces early, before the declarer runs out; lead the suit that your partner has led; and trump whatever "
                "you can."
            ),
        ),
        Passage(
            _("In no trump."),
            _(
                "Cash aces with their kings first, then the long suit from the top. A joker is thrown away on the "
                "first suit you cannot follow, so it costs nothing but a place."
            ),
        ),
    ),
    part(
        "late",
        _("Near the end"),
        _(
            "From 3 points on any bid that is made wins. When the others stand there and have bid 4, bid over it with "
            "a hand that you would otherwise pass: set, a 5 costs you 5 points, but letting them play costs the game "
            "if they make it. That holds while you are above −2. From −3 on a set 4 loses it at once, so pass the "
            "doubtful hands."
        ),
    ),
)
