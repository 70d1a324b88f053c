"""Load tests: crowds of players at a running site, alone and beside floods or a reviewer."""

from typing import Final

CROWDS: Final = ("games", "pairs", "boards")
#: Names of requests.
ACTION: Final = "an action"
REPLY: Final = "until my turn again"
ACROSS: Final = "a press on the other's screen"
BROKEN: Final = "a game broken off"
#: Line that the players' program prints before it begins to measure.
READY: Final = "all players sit"
