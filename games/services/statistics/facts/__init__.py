"""What a finished hand or game was, in marks (words that hold of it) and numbers. Pure: no row, no clock.

Every game has the same seam (`base.Teller`), and words of its own.
"""

from typing import Final

#: Raised with whatever changes what is told of a hand or a game: lines of an older house are then told anew.
FACTS: Final = 2
