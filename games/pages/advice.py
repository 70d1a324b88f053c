"""Hints and tips at a table, in words.

A hint says what to do and why, from the seat's view alone. The words are the game's own; reasons with numbers are
worded as in a review. A tip is a short text in a person's first game of a kind, shown when it is needed (such as before
the first lead). The actions so far decide when, so the site need not store which tips were shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.actions import Action, action_text
from games.evaluation.decisions import Advice
from games.pages.choices import cards_named, choice_text, reasons_of
from games.pages.moves import ANYTHING
from games.pages.table import HintShown
from games.pages.words import Words, in_words, the_card
from games.snapshot import Snapshot

if TYPE_CHECKING:
    from games.cardgame import CardGame
When = Callable[[Snapshot], bool]
PLAY: Final = "play"
#: Tips for games in which spades are trumps.
COUNT: Final = gettext_lazy("Bid as many tricks as your aces, kings and extra spades should win.")
LEAD: Final = gettext_lazy(
    "Spades beat every other suit. Lead one only after one has been played, or if you have only spades."
)
FOLLOW: Final = gettext_lazy("Follow suit if you can. If not, play anything: any spade beats it.")
FOLLOW_RUFFED: Final = gettext_lazy("Follow suit if you can. If not, play anything: only a higher spade wins now.")
FOLLOW_SPADE: Final = gettext_lazy("Spades were led, so play one. If you have none, play anything: it can’t win.")


def hint(game: "CardGame", snapshot: Snapshot) -> HintShown | None:
    advice = snapshot.hint
    if advice is None:
        return None
    return HintShown(action_text(advice.action), cards_named(advice.action), _words(game, snapshot, advice))


def _words(game: "CardGame", snapshot: Snapshot, advice: Advice) -> str:
    """Return the hint's words. Reasons with numbers replace the game's general reason."""
    words = game.hints.get(advice.action.verb, ANYTHING)
    what, why = words(snapshot, advice.action) if callable(words) else words
    more = "" if advice.other is None or advice.reasons else _equal_choice(game, advice.other)
    if advice.other is not None and advice.reasons:
        why = reasons_of(advice.reasons, _with_other(game, advice.other))[0]
    return " ".join(str(one) for one in (what, why, more) if one)


def _with_other(game: "CardGame", other: Action) -> str:
    """Return "with" and the other choice, for a comparison.

    Only a bid or a card other than a joker follows "with"; the name of any other choice stands in brackets.
    """
    name = _name(game, other)
    if not name:
        return _("with the next best choice")
    if (other.card is not None and not other.card.is_joker) or other.verb == "bid":
        return _("with %(other)s") % {"other": name}
    return _("with the next best choice (%(other)s)") % {"other": name}


def _equal_choice(game: "CardGame", other: Action) -> str:
    name = _name(game, other)
    return _("About as good: %(other)s.") % {"other": name} if name else _("Another choice is about as good.")


def _name(game: "CardGame", action: Action) -> str:
    """Return the action's name; empty for several cards, whose names would be too long."""
    if action.verb == "bid":
        if action.number is None:
            return pgettext("in an auction", "a bid of %(bid)s") % {"bid": choice_text(game, action)}
        return _("a bid of %(bid)s") % {"bid": in_words(action.number)}
    if action.card is not None:
        return the_card(action.card)
    return "" if cards_named(action) else choice_text(game, action)


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip, shown while `when` returns True. `words` is a text, or a function that returns a text."""

    when: When
    words: "Words | Callable[[Snapshot], str]"

    def text(self, snapshot: Snapshot) -> str:
        return self.words(snapshot) if callable(self.words) else str(self.words)


def lesson(tips: Sequence[Tip], snapshot: Snapshot) -> str:
    """Return the first tip that applies now; empty without one, or while the seat has no legal action."""
    return next((one.text(snapshot) for one in tips if snapshot.view.legal and one.when(snapshot)), "")


def offered(verb: str, *, said: int = 0) -> When:
    """Return a predicate: `verb` is legal for the seat, and the seat has used it `said` times in this game."""

    def when(snapshot: Snapshot) -> bool:
        return any(one.verb == verb for one in snapshot.view.legal) and times(snapshot, verb) == said

    return when


def times(snapshot: Snapshot, verb: str) -> int:
    """Return how often the seat has used `verb` in this game."""
    every = (*(one for hand in snapshot.hands for one in hand.actions), *snapshot.view.actions)
    return sum(seat == snapshot.seat and action.verb == verb for seat, action in every)


def leads(snapshot: Snapshot, skipped_tricks: int = 0) -> bool:
    """Return whether the seat is to make its first lead, in one of the first two tricks of the first hand.

    The first `skipped_tricks` tricks do not count, because they have special rules.
    """
    places = own_places(snapshot)[skipped_tricks:]
    return plays(snapshot) and len(places) < 2 and _place_now(snapshot) == 0 and 0 not in places


def follows(snapshot: Snapshot, skipped_tricks: int = 0) -> bool:
    """Return whether the seat is to follow a lead for the first time, in the same two tricks as in `leads`."""
    places = own_places(snapshot)[skipped_tricks:]
    return plays(snapshot) and len(places) < 2 and _place_now(snapshot) > 0 and not any(places)


def plays(snapshot: Snapshot) -> bool:
    """Return whether the seat is to play a card in the first hand of the game."""
    return not snapshot.hands and any(one.verb == PLAY for one in snapshot.view.legal)


def own_places(snapshot: Snapshot) -> list[int]:
    """Return for each card that the seat has played in this hand its position in the trick; 0 is a lead."""
    return [
        place % len(snapshot.seated) for place, seat in enumerate(_seats_of_plays(snapshot)) if seat == snapshot.seat
    ]


def _place_now(snapshot: Snapshot) -> int:
    return len(_seats_of_plays(snapshot)) % len(snapshot.seated)


def _seats_of_plays(snapshot: Snapshot) -> list[int]:
    return [seat for seat, action in snapshot.view.actions if action.verb == PLAY]
