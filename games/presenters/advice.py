"""A hint in a sentence: what to do at this seat, and why, told from what the seat may see and nothing else.

The choice is the strongest computer player's; the words are the game's own.
"""

from games.engine.actions import Action, tuple_of
from games.engine.cards import find
from games.engine.notation import action_text
from games.registry import GAMES
from games.snapshot import Snapshot
from games.viewmodel.moves import ANYTHING
from games.viewmodel.table import HintShown


def hint(snapshot: Snapshot) -> HintShown | None:
    if snapshot.hint is None:
        return None
    named = tuple_of(snapshot.hint.argument) or (snapshot.hint.argument,)
    cards = tuple(one.text for text in named if (one := find(text)) is not None)
    return HintShown(action_text(snapshot.hint), cards, _words(snapshot, snapshot.hint))


def _words(snapshot: Snapshot, action: Action) -> str:
    words = GAMES[snapshot.key].hints.get(action.verb, ANYTHING)
    return words(snapshot, action) if callable(words) else str(words)
