"""Load tests: crowds of simulated players at a running site, alone and under additional load."""

from typing import Final

CROWDS: Final = ("games", "pairs", "boards")
#: Names of measured times and errors.
ACTION: Final = "an action"
REPLY: Final = "until my turn again"
ACROSS: Final = "a press on the other's screen"
BROKEN: Final = "a game broken off"
#: Line that `tools.load.players` prints before it begins to measure.
READY: Final = "all players sit"
