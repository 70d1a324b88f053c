"""The options of Two-Man Spades, Bid Whist and Card Duel in plain words, and the names of what may be chosen."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.viewmodel.option_words import OptionWords

TWO_MAN: Mapping[str, OptionWords] = {
    "target": OptionWords(_("Play to"), _("The first to show this many points wins.")),
    "mercy_lead": OptionWords(_("Mercy lead"), _("A lead this large ends the game at once.")),
    "nil_points": OptionWords(
        _("Nil is worth"), _("Won when a nil bidder takes no trick, lost when one falls to them.")
    ),
    "first_lead": OptionWords(_("First lead"), _("Who leads the first trick of a hand.")),
    "blind_deficit": OptionWords(_("Blind from"), _("How far behind you must be to bid before you see your cards.")),
    "denial": OptionWords(
        _("Denial"),
        _("A pile that would carry the trailing side past the target costs the other side those points instead."),
    ),
}

BID_WHIST: Mapping[str, OptionWords] = {
    "jokers": OptionWords(_("Jokers"), _("How many jokers the pack has. The kitty grows by as many cards.")),
    "min_bid": OptionWords(
        _("Lowest bid"), _("No bid may be lower. A bid of four promises ten books, the kitty among them.")
    ),
    "down_over_up": OptionWords(
        _("Downtown over uptown"), _("A downtown bid outranks an uptown bid of the same level. Off, they are equal.")
    ),
    "all_pass": OptionWords(
        _("When all have passed"), _("What happens to the dealer once the first three have passed.")
    ),
    "name_after_kitty": OptionWords(
        _("Name trumps after the kitty"), _("The declarer sees the kitty before naming trumps or a direction.")
    ),
    "kitty_shown": OptionWords(
        _("Show the kitty"), _("The kitty is turned up for everybody before the declarer takes it.")
    ),
    "nt_joker": OptionWords(
        _("Jokers in no trump"),
        _("A joker wins nothing in no trump. This says when it must be thrown off."),
        _("It has no effect without jokers."),
    ),
    "nt_double": OptionWords(
        _("No trump counts double"), _("A hand without trumps is worth twice its points, made or set.")
    ),
    "renege": OptionWords(
        _("Reneges"), _("Whether a card that may not be played is refused, or taken until somebody calls it.")
    ),
    "renege_penalty": OptionWords(
        _("Books for a renege"),
        _("This many books change sides at the end of the hand for each call, right or wrong."),
        _("It has no effect while reneges are refused at once."),
    ),
    "win_score": OptionWords(_("Winning score"), _("A declaring side with this many points wins the game.")),
    "lose_score": OptionWords(_("Losing score"), _("A declaring side that falls this far loses the game.")),
    "boston_double": OptionWords(
        _("Boston counts twice"), _("A game won by making a bid of all thirteen books counts as two wins.")
    ),
}

CARD_DUEL: Mapping[str, OptionWords] = {
    "first": OptionWords(_("First coin"), _("Who is dealt to first and holds the coin in the first round.")),
    "max_rounds": OptionWords(
        _("Most rounds"),
        _("After this many rounds the higher hit points win. With 0 there is no limit."),
        is_off_at_zero=True,
    ),
}

CHOICES: Mapping[str, Any] = {
    "alternate": _("takes turns"),
    "odd": _("always the odd side"),
    "dealer_forced": _("the dealer must bid"),
    "redeal": _("the next seat deals"),
    "throw_off": _("thrown off first"),
    "exchange": _("exchanged before play"),
    "free": _("played like any card"),
    "strict": _("refused at once"),
    "table": _("called at the table"),
    "random": _("drawn by lot"),
    "human": _("you"),
    "computer": _("Marta"),
}
