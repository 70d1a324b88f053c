"""Signals that the table and reviews send to features above them.

The first two are sent inside the sender's transaction: an exception in a receiver rolls back the sender's rows.
"""

from typing import Final

from django.dispatch import Signal

#: Sent after hands are stored, if one of them or the game is over. Arguments: `game`, `log`, `hands` (list of `Hand`).
hands_stored: Final = Signal()
#: Sent after the reviews of a hand are stored and counted. Argument: `game`.
hand_reviewed: Final = Signal()
#: Query: may another player still have the cards of a game to play, so that they must stay secret? Arguments: `game`,
#: `person`. Receivers return whether that person, who has finished the game, must not replay its hands; with None for
#: `person`, whether other people must not see them.
cards_in_play: Final = Signal()
