"""What links have in common that ask others in: to a table that waits, and to a challenge."""

from enum import StrEnum


class Why(StrEnum):
    """Why whoever has a link can do nothing more by it."""

    FULL = "full"
    BEGUN = "begun"
    DONE = "done"
    LAPSED = "lapsed"
    TAKEN_BACK = "taken_back"


class Closed(Exception):
    """The link is good no more for whoever asks. `why` says for what reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class NotAllowed(Exception):
    """Only whoever made the link may do that, or it is too late for it."""
