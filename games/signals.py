"""Signals from the table and the reviews to features that they do not import.

The first two are sent inside the sender's transaction: an exception in a receiver rolls back the sender's rows.
"""

from typing import Final

from django.dispatch import Signal

#: Sent after rows of hands are stored, if a hand or the game is over. Arguments: `game`, `log`, `hands` (`Hand` list).
hands_stored: Final = Signal()
#: Sent after the reviews of a hand are stored and counted. Argument: `game`.
hand_reviewed: Final = Signal()
#: Query: must the cards of a finished game stay secret, because they may still be played at a board? Arguments:
#: `game`, `person`. Receivers return True to hide the hands from `person`, a player of the game. If `person` is None,
#: they return True to hide the hands from all other people.
cards_in_play: Final = Signal()
