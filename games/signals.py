"""Signals that the table and reviews send to features above them.

The first two are sent inside the sender's transaction: an exception in a receiver rolls back the sender's rows.
"""

from typing import Final

from django.dispatch import Signal

#: Sent after hands are stored, if one of them or the game is over. Arguments: `game`, `log`, `hands` (list of `Hand`).
hands_stored: Final = Signal()
#: Sent after the reviews of a hand are stored and counted. Argument: `game`.
hand_reviewed: Final = Signal()
#: Query: must the cards of a finished game stay secret, because another player may yet play the same cards? Arguments:
#: `game`, `person`. Receivers return True if the hands must not be shown to `person`, who has played the game, or, if
#: `person` is None, to anyone else.
cards_in_play: Final = Signal()
