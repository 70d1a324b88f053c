"""A hint in a sentence or two: what to do at this seat, and why, told from what the seat may see and nothing else.

The choice is the strongest computer player's, and so are the numbers; the words are the game's own, those of reasons a
review's.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.actions import Action
from games.engine.notation import action_text
from games.presenters.choices import cards_named, reasons_of, said
from games.registry import GAMES
from games.review.advising import Advice
from games.snapshot import Snapshot
from games.viewmodel.moves import ANYTHING
from games.viewmodel.table import HintShown
from games.viewmodel.words import in_words, the_card


def hint(snapshot: Snapshot) -> HintShown | None:
    advice = snapshot.hint
    if advice is None:
        return None
    return HintShown(action_text(advice.action), cards_named(advice.action), _words(snapshot, advice))


def _words(snapshot: Snapshot, advice: Advice) -> str:
    """A reason with its numbers takes the place of what can be said of the choice alone."""
    words = GAMES[snapshot.key].hints.get(advice.action.verb, ANYTHING)
    what, why = words(snapshot, advice.action) if callable(words) else words
    more = "" if advice.other is None or advice.reasons else _as_good(snapshot.key, advice.other)
    if advice.other is not None and advice.reasons:
        why = reasons_of(advice.reasons, _with(snapshot.key, advice.other))[0]
    return " ".join(str(one) for one in (what, why, more) if one)


def _with(key: str, other: Action) -> str:
    """In German without an article, for any case, but for a joker’s name."""
    name = _name(key, other)
    if not name:
        return _("with the next best choice")
    if (other.card is not None and not other.card.is_joker) or other.verb == "bid":
        return _("with %(other)s") % {"other": name}
    return _("with the next best choice (%(other)s)") % {"other": name}


def _as_good(key: str, other: Action) -> str:
    name = _name(key, other)
    return _("About as good: %(other)s.") % {"other": name} if name else _("Another choice is about as good.")


def _name(key: str, action: Action) -> str:
    """Empty for several cards, whose names would be too long."""
    if action.verb == "bid":
        if action.number is None:
            return pgettext("in an auction", "a bid of %(bid)s") % {"bid": said(key, action)}
        return _("a bid of %(bid)s") % {"bid": in_words(action.number)}
    if action.card is not None:
        return the_card(action.card)
    return "" if cards_named(action) else said(key, action)
