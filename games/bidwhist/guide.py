"""Texts of Bid Whist: options for the page of a new game; examples and ranks of cards for the rules page.

Tests check the examples against the rules.
"""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bidwhist.score import Contract, Denomination, Direction, WhistBid
from games.cardgame import DrawnRow, Example, Full, OptionWords, RulesPage, SettingWords, drawn_row
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Suit


def idle(full: Full) -> Iterator[tuple[str, str]]:
    """Yield each option that has no effect, and the reason."""
    if full["jokers"] == 0:
        yield "nt_joker", gettext("Has no effect without jokers.")
    if full["renege"] == "strict":
        yield "renege_penalty", gettext("Only matters if reneges are called at the table.")


SETTINGS: Final = SettingWords(
    options={
        "jokers": OptionWords(
            _("Jokers"),
            _("How many jokers are in the deck. Each adds a card to the kitty."),
            said_of={0: _("there are no jokers"), 1: _("there is one joker"), 2: _("there are two jokers")},
        ),
        "min_bid": OptionWords(
            _("Lowest bid"),
            _("No bid may be lower. A bid of four promises ten books, counting the kitty."),
            said=_("bids start at %(value)s"),
        ),
        "down_over_up": OptionWords(
            _("Downtown over uptown"),
            _("A downtown bid outranks an uptown bid of the same level. When this is off, they are equal."),
            said_of={True: _("downtown outranks uptown"), False: _("downtown and uptown are equal")},
        ),
        "all_pass": OptionWords(
            _("If the first three pass"),
            _("If the dealer passes too, nothing is scored and the next player deals."),
            choices={"dealer_forced": _("the dealer must bid"), "redeal": _("the dealer may pass")},
            said_of={
                "dealer_forced": _("the dealer must bid if everyone else passes"),
                "redeal": _("the next player deals if everyone passes"),
            },
        ),
        "name_after_kitty": OptionWords(
            _("Name trump after the kitty"),
            _("The declarer sees the kitty before naming trump or a direction."),
            said_of={
                True: _("trump is named once the kitty is taken"),
                False: _("trump is named before the kitty is taken"),
            },
        ),
        "kitty_shown": OptionWords(
            _("Show the kitty"),
            _("The kitty is turned face up for everyone before the declarer takes it."),
            said_of={True: _("the kitty is shown"), False: _("the kitty is not shown")},
        ),
        "nt_joker": OptionWords(
            _("Jokers in no trump"),
            _("Jokers can’t win in no trump. This sets what happens to them."),
            _("It has no effect without jokers."),
            choices={
                "throw_off": _("thrown off first"),
                "exchange": _("exchanged before play"),
                "free": _("played like any card"),
            },
            said_of={
                "throw_off": _("in no trump jokers are thrown off first"),
                "exchange": _("in no trump jokers are exchanged before play"),
                "free": _("in no trump jokers are played like any card"),
            },
        ),
        "nt_double": OptionWords(
            _("No trump counts double"),
            _("A no-trump hand counts double, made or set."),
            said_of={True: _("no trump counts double"), False: _("no trump does not count double")},
        ),
        "renege": OptionWords(
            _("Reneges"),
            _("Whether an illegal card is refused, or stands until a player calls it."),
            choices={"strict": _("refused right away"), "table": _("called at the table")},
            said_of={"strict": _("a renege is refused right away"), "table": _("a renege is called at the table")},
        ),
        "renege_penalty": OptionWords(
            _("Books for a renege"),
            _(
                "At the end of the hand, each right call takes this many books from the other side, "
                "and each wrong call gives them this many."
            ),
            _("It only matters if reneges are called at the table."),
            said=_("a renege costs %(value)s books"),
            said_of={0: _("a renege costs no book"), 1: _("a renege costs one book")},
        ),
        "win_score": OptionWords(
            _("Winning score"), _("A declaring side with this many points wins the game."), said=_("to %(value)s")
        ),
        "lose_score": OptionWords(
            _("Losing score"),
            _("A declaring side that drops to this score or below loses the game."),
            said=_("or %(value)s"),
        ),
        "boston_double": OptionWords(
            _("Boston counts twice"),
            _("A game won by making a bid of all thirteen books counts as two wins."),
            said_of={True: _("a Boston counts twice"), False: _("a Boston counts once")},
        ),
    },
    aim=("win_score", "lose_score"),
    idle=idle,
)
_EXAMPLES: Final[tuple[Example, ...]] = (
    (_("5 uptown; 10 tricks and the kitty are 11 books."), _("Made: 5 points.")),
    (_("5 uptown; 9 tricks and the kitty are 10 books."), _("Set: 5 points lost.")),
    (_("5 uptown; 11 tricks and the kitty are 12 books."), _("Made: 6 points.")),
    (_("4 no trump; 9 tricks and the kitty are 10 books."), _("Made and doubled: 8 points.")),
    (_("4 no trump; 8 tricks and the kitty are 9 books."), _("Set and doubled: 8 points lost.")),
    (_("4 downtown; 12 tricks and the kitty are 13 books."), _("A Boston: 7 points, one win.")),
    (_("7 uptown, made at 0 to 0."), _("7 points end the game, and it counts as 2 wins.")),
    (_("Hearts are trump, uptown: [9C], [KC], [2H], [AC]."), _("[2H] wins.")),
    (_("Spades are trump, downtown: [KD], [2D], [AD], [JD]."), _("[AD] wins.")),
    (_("Spades are trump, downtown: [5S], [LJ], [AS], [BJ]."), _("[BJ] wins.")),
    (_("No trump, uptown: [LJ], [8D], [KS], [TD]."), _("[TD] wins.")),
)
_UP: Final = Contract(WhistBid(4, Denomination.UPTOWN), 0, trump=Suit.HEARTS)
_DOWN: Final = Contract(WhistBid(4, Denomination.DOWNTOWN), 0, trump=Suit.HEARTS)
_NO_TRUMP_DOWN: Final = Contract(WhistBid(4, Denomination.NO_TRUMP), 0, direction=Direction.DOWN)


def _drawn() -> tuple[DrawnRow, ...]:
    return (
        _ranks(_UP, gettext("Uptown with hearts as trump, best card first.")),
        _ranks(_DOWN, gettext("Downtown with hearts as trump: the ace is still the best of the ordinary cards.")),
        _ranks(_NO_TRUMP_DOWN, gettext("Any non-trump suit, downtown.")),
    )


def _ranks(contract: Contract, words: str) -> DrawnRow:
    held = [one for one in PACK if one.suit is Suit.HEARTS]
    if contract.trump is not None:
        held += [BIG_JOKER, LITTLE_JOKER]
    return drawn_row(tuple(sorted(held, key=contract.strength, reverse=True)), words)


PAGE: Final = RulesPage(examples=_EXAMPLES, drawn=_drawn)
