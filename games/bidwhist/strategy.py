"""How to play Bid Whist well. Every number is held against the rules by tests/pages/test_strategy.py."""

from django.utils.translation import gettext_lazy as _

from games.viewmodel.strategy import Drawn, Odds, Part, Passage, Strategy

STRATEGY = Strategy(
    lead=_(
        "Bid Whist is won in the auction, and the auction by counting one hand three ways. Here is what a good "
        "player thinks about, in the order of a hand."
    ),
    parts=(
        Part(
            "worth",
            _("What a bid is worth"),
            (
                Passage(
                    _(
                        "The game is won at 7 points and lost at −7: two good hands win it, and one bold bid can end "
                        "it. The kitty is a book already, so you need one trick less than you promise."
                    ),
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
                Passage(
                    _(
                        "Books beyond the bid count as well: 4 uptown with 12 books brings 6, as a bid of 6 would. "
                        "So never bid higher than the auction asks for; the one reason to bid 7 is that a game won "
                        "by it counts twice."
                    ),
                ),
            ),
        ),
        Part(
            "counting",
            _("Counting a hand"),
            (
                Passage(
                    _(
                        "Begin with five: so many tricks your partner, the kitty and your small cards bring to a "
                        "declarer on average. Then add what you hold. The numbers are fitted to hands that computer "
                        "players have played out."
                    ),
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
                Passage(
                    _(
                        "A bid of 4 needs nine tricks, 5 needs ten. Make a bid that should be made six times in ten "
                        "or oftener; less is enough when the others’ bid would win them the game."
                    ),
                ),
            ),
        ),
        Part(
            "updown",
            _("Uptown or downtown"),
            (
                Passage(
                    _(
                        "Count every hand both ways. Downtown the two is what the king is uptown, the three what the "
                        "queen is, and kings and queens are worth nothing. Ace and jokers are as good either way, "
                        "sevens and eights as bad."
                    ),
                ),
                Drawn(
                    "BJ AS KS 8S 6S 3S AH KH 7H QD 4D 9C",
                    _(
                        "With spades as trumps it counts 10.0 tricks uptown and 9.5 downtown: bid 4 uptown, and 5 if "
                        "you must."
                    ),
                ),
                Drawn(
                    "LJ AS 2S 3S 5S 7S AH 2H 4H 8D JC 6C",
                    _("Spades again, and small ones: 10.0 downtown, only 9.2 uptown. Bid 4 downtown."),
                ),
                Passage(
                    _(
                        "At the same number uptown and downtown are equal, and neither is bid over the other. With a "
                        "hand that is good for 4 either way you may be too late for 4: then it is 5, or a pass."
                    ),
                ),
                Passage(
                    _(
                        "No trump counts double, needs aces with kings beside them, and no suit of the others may "
                        "run. Jokers never win there. Four no trump made from 0 to 0 is the game, and set it is the "
                        "game lost."
                    ),
                    lead=_("No trump."),
                ),
                Drawn(
                    "AS KS QS AH KH 6H AD QD 9D KC JC 4C",
                    _("No long suit, but something at the top of each: 9.7 tricks in no trump, 9.1 in the best suit."),
                ),
            ),
        ),
        Part(
            "auction",
            _("The auction"),
            (
                Passage(
                    _(
                        "Everybody speaks once, so bid at once what you are ready to play. There is no second call "
                        "to correct it."
                    ),
                ),
                Passage(
                    _(
                        "If three pass, the dealer must bid, with whatever is there. Pass a weak hand before a "
                        "dealer of the other side, and bid a fair one before a dealer who is your partner."
                    ),
                    lead=_("The forced dealer."),
                ),
                Passage(
                    _(
                        "Your partner’s bid is made about as often as yours would be. Overbid it only with a clearly "
                        "better hand: one number more is one trick more."
                    ),
                    lead=_("Your partner."),
                ),
            ),
        ),
        Part(
            "kitty",
            _("The kitty"),
            (
                Passage(
                    _(
                        "You see 12 of 54 cards. Of the other 42 six lie in the kitty, so do not bid for one certain "
                        "card; bid for what any six cards bring."
                    ),
                ),
                Odds(
                    _("Where the cards that you miss lie"),
                    heads=(_("Card"), _("How often")),
                    rows=(
                        (_("a certain card is in the kitty"), "14%"),
                        (_("your partner holds it"), "29%"),
                        (_("one of the others holds it"), "57%"),
                        (_("at least one of two missing jokers is in the kitty"), "27%"),
                        (_("at least one of nine missing trumps is in the kitty"), "79%"),
                        (_("at least two of nine missing trumps are"), "38%"),
                    ),
                ),
                Passage(
                    _(
                        "What you put aside is a book, whatever it is. Keep trumps, aces, kings beside them and a "
                        "suit that will run; throw away short side suits whole, so that you can trump them."
                    ),
                    lead=_("Putting aside."),
                ),
                Drawn(
                    "QD JD 4D 2D 9C 3C",
                    _(
                        "The first hand above has taken [9S], [5H], [JD], [2D], [TC] and [3C], and spades are "
                        "trumps, uptown: with these six aside the diamonds are gone, and after one round you can "
                        "trump clubs, too."
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
                        "There are fifteen trumps with the jokers. Lead your best until the others have none; count "
                        "them as they fall. Then the aces and the long suit win by themselves. Keep a trump back "
                        "only for a suit you want to trump."
                    ),
                    lead=_("As declarer."),
                ),
                Passage(
                    _(
                        "Against a bid of 4 you need four books, against 5 three, against 6 two and against 7 one. "
                        "Take side aces early, before the declarer runs out; lead the suit that your partner has "
                        "led; and trump whatever you can."
                    ),
                    lead=_("Against the bid."),
                ),
                Passage(
                    _(
                        "Cash aces with their kings first, then the long suit from the top. A joker is thrown away "
                        "on the first suit you cannot follow, so it costs nothing but a place."
                    ),
                    lead=_("In no trump."),
                ),
            ),
        ),
        Part(
            "late",
            _("Near the end"),
            (
                Passage(
                    _(
                        "From 3 points on any bid that is made wins. When the others stand there and have bid 4, bid "
                        "over it with a hand that you would else pass: set, a 5 costs you 5 points, but letting them "
                        "play costs the game if they make it. That holds while you are above −2. From −3 on a set 4 "
                        "loses it at once, so pass the doubtful hands."
                    ),
                ),
            ),
        ),
    ),
)
