"""A hint in a sentence: what Marta would do at this seat, and why, told from what the seat may see and nothing else.

The choice is the strongest computer player's; the words are the game's own.
"""

from games.engine.actions import Action, tuple_of
from games.engine.cards import find
from games.engine.notation import action_text
from games.registry import GAMES
from games.snapshot import Seen
from games.viewmodel.moves import ANYTHING
from games.viewmodel.table import HintShown


def hint(seen: Seen) -> HintShown | None:
    if seen.hint is None:
        return None
    named = tuple_of(seen.hint.argument) or (seen.hint.argument,)
    cards = tuple(one.text for text in named if (one := find(text)) is not None)
    return HintShown(action_text(seen.hint), cards, _words(seen, seen.hint))


def _words(seen: Seen, action: Action) -> str:
    words = GAMES[seen.key].hints.get(action.verb, ANYTHING)
    return words(seen, action) if callable(words) else str(words)
