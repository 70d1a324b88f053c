"""What a computer player may say when a hand is over: one short remark on what happened, for those who like that."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.snapshot import PlayedHand
from games.twoman.score import SeatLine, lines_of
from games.twoman.sheet import is_scored


def remark(hand: PlayedHand, seat: Seat) -> str:
    """The remark to the person at `seat`; the first thing worth one, in turns where there are two ways to say it."""
    if not is_scored(hand):
        return ""
    lines = lines_of(hand.sheet)
    mine, theirs = lines[seat], lines[1 - seat]
    for happened, said in _REMARKS:
        if happened(mine, theirs):
            words = said()
            return words[hand.number % len(words)]
    return ""


_REMARKS: tuple[tuple[Callable[[SeatLine, SeatLine], bool], Callable[[], tuple[str, ...]]], ...] = (
    (
        lambda mine, theirs: mine.bid == 0 and mine.is_made,
        lambda: (_("A clean nil. Well held."), _("Not one trick. Nicely done.")),
    ),
    (lambda mine, theirs: mine.bid == 0, lambda: (_("Nil is a brave bid."), _("I had to find you that trick."))),
    (lambda mine, theirs: theirs.bid == 0 and theirs.is_made, lambda: (_("My nil held. I was not sure of it."),)),
    (lambda mine, theirs: theirs.bid == 0, lambda: (_("So much for my nil."),)),
    (
        lambda mine, theirs: mine.penalties > 0,
        lambda: (_("Bags do add up, don’t they?"), _("That was your seventh bag.")),
    ),
    (lambda mine, theirs: theirs.penalties > 0, lambda: (_("My bags have caught up with me."),)),
    (lambda mine, theirs: mine.bonuses > 0, lambda: (_("You have a use for those bag cards."),)),
    (
        lambda mine, theirs: not mine.is_made and not theirs.is_made,
        lambda: (_("Neither of us. That will not happen often."),),
    ),
    (lambda mine, theirs: not theirs.is_made, lambda: (_("You set me. Good play."), _("I bid one too many."))),
    (
        lambda mine, theirs: not mine.is_made and mine.tricks == mine.bid - 1,
        lambda: (_("That one was close."), _("One trick less for you than you hoped.")),
    ),
    (lambda mine, theirs: not mine.is_made, lambda: (_("That was more than there was to win."),)),
    (lambda mine, theirs: mine.blind and mine.is_made, lambda: (_("Blind, and made. I should watch you."),)),
    (lambda mine, theirs: mine.tricks == mine.bid, lambda: (_("Made exactly."), _("Exactly your bid. Tidy."))),
)
