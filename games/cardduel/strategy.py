"""How to play Card Duel well. Every number is held against the rules by tests/pages/test_strategy.py."""

from django.utils.translation import gettext_lazy as _

from games.viewmodel.strategy import Drawn, Odds, Part, Passage, Strategy

STRATEGY = Strategy(
    lead=_(
        "A duel is chance and nerve, and the chance can be counted. All odds here are exact: every hand that Marta "
        "may hold is as likely as the next."
    ),
    parts=(
        Part(
            "hand",
            _("What she may hold"),
            (
                Passage(
                    _(
                        "Your five cards are the only ones you know at the start; of the other 47 Marta holds five. "
                        "The fewer cards of a suit you hold yourself, the likelier she has one."
                    ),
                ),
                Odds(
                    _("How often she has at least one card of a suit"),
                    heads=(_("Of it you hold"), 0, 1, 2, 3),
                    rows=(
                        (_("she holds five cards"), "82%", "79%", "75%", "72%"),
                        (_("she holds four, after a single"), "74%", "71%", "67%", "63%"),
                    ),
                ),
                Passage(
                    _(
                        "A suit averages 8 a card, from 2 to 14. Five cards hold both a sword and a wand 58 times in "
                        "100, so an attack of one card is the weaker half of what may come."
                    ),
                ),
            ),
        ),
        Part(
            "coin",
            _("The coin"),
            (
                Passage(
                    _(
                        "Player 1 strikes first: where both could strike to kill, player 1 wins. At 9 hit points "
                        "against 9, with [TS] in hand and the coin, strike."
                    ),
                ),
                Passage(
                    _(
                        "Player 2 has seen what comes: a single exactly, a stack by its wands. Answer with the "
                        "smallest shield that does it, or let a small attack through and use the round for your own."
                    ),
                ),
                Passage(
                    _(
                        "As player 1 a cup heals you before her sword hits; as player 2 it comes after it, and may "
                        "come too late. You are player 2 with 8 hit points, and [QS] lies against you: [AH] would "
                        "heal 14, but you are dead by then. [5D] leaves you 1."
                    ),
                    lead=_("Cup or shield."),
                ),
            ),
        ),
        Part(
            "stacks",
            _("Singles and stacks"),
            (
                Passage(
                    _(
                        "Both draw up to five after every round, so a stack of four costs you no more than a single. "
                        "Spend wands as soon as they have a sword worth it; five wands in hand are a lost round."
                    ),
                ),
                Drawn(
                    "9C 2C KS",
                    _("An attack of 24: no single shield holds it, for the ace stops 14."),
                ),
                Drawn(
                    "9C KD",
                    _(
                        "A shield of 22. It does nothing in a round in which she does not attack, so keep it for a "
                        "stack you have seen or a blow you cannot survive."
                    ),
                ),
                Passage(
                    _(
                        "As player 1 your top card is covered. A low wand under a cup or another wand does nothing, "
                        "but she sees only the wand and may lift a shield against it. Bluff with cards that you want "
                        "to be rid of, and not twice running."
                    ),
                    lead=_("Bluffing."),
                ),
                Passage(
                    _(
                        "Hit points have no upper limit. A cup is never wasted, a shield often is: in a quiet round "
                        "heal."
                    ),
                    lead=_("Healing."),
                ),
            ),
        ),
        Part(
            "blaze",
            _("Blaze of glory"),
            (
                Passage(
                    _(
                        "A blaze wins if your swords exceed her hit points by at least the cups and shields in her "
                        "hand. So one number decides, your swords less her hit points:"
                    ),
                ),
                Odds(
                    _("How often a blaze wins"),
                    heads=(_("Swords less her hit points"), 0, 10, 15, 20, 25, 30),
                    rows=(
                        (_("she holds five cards"), "1%", "13%", "28%", "45%", "64%", "79%"),
                        (_("she holds four"), "3%", "23%", "43%", "62%", "79%", "90%"),
                        (_("she holds three"), "8%", "38%", "63%", "80%", "92%", "98%"),
                    ),
                ),
                Passage(
                    _(
                        "The table is for a hand of swords and wands and no discards. Each cup and shield that you "
                        "hold or that lies in the discards is one she cannot have, and the odds rise."
                    ),
                ),
                Drawn(
                    "AS KS QS TS 9C",
                    _(
                        "Swords of 49 against 24 hit points: 25 more. As player 1 you win 64 times in 100; as player "
                        "2, after she has played a single, 79 times."
                    ),
                ),
                Passage(
                    _(
                        "So wait for the round in which she plays first, if you can. What she has laid down is out, "
                        "a shield too. If she is the one who may blaze, keep cups and shields in hand: they are your "
                        "points then."
                    ),
                ),
            ),
        ),
        Part(
            "discards",
            _("Reading the discards"),
            (
                Passage(
                    _(
                        "The discards are open. 42 cards lie in the deck at the start, and until it runs out no card "
                        "comes back: when the high swords have gone, a small shield is as good as a big one; when "
                        "the cups have gone, damage stays. After the reshuffle all of it is there again."
                    ),
                ),
            ),
        ),
    ),
)
