"""Who sits at a table with several people and what they ask of each other, in values: made by services, read by
presenters.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from games.engine.state import Seat

#: Between a moment of the game and one of its company, in what a page says it shows.
WITH: Final = "~"
#: In the mark of a company: something is asked.
ASKS: Final = "!"


class Presence(StrEnum):
    """Whether one of several people at a table is at it, has left it, or has a computer player in their place; or that
    the seat is a computer player’s own.
    """

    HERE = "here"
    AWAY = "away"
    LEFT = "left"
    STOOD_IN = "stood_in"
    COMPUTER = "computer"


class Seating(StrEnum):
    """A change of who acts at a player's seat: the verb of its entry."""

    STANDS_IN = "stands_in"
    STANDS_DOWN = "stands_down"
    LEAVES = "leaves"
    IS_BACK = "is_back"


class Asking(StrEnum):
    """What one of several people may ask of the others."""

    END = "end"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class PersonAt:
    """One of the people at a table; `minutes` are the whole ones since they were seen, where they are away. `has_left`:
    by their own will, whoever acts for them.
    """

    seat: Seat
    presence: Presence
    minutes: int = 0
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What `by` asks of the others, and on whose account; `agreed` are those who have said yes so far, `asked` those
    who have not said anything. `refused` is who has said no, `silent` are those who have let the time for an answer run
    out: then it is over, and still told. `version` is the game's at which it was asked.
    """

    what: Asking
    by: Seat
    about: Seat
    agreed: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    refused: Seat | None = None
    silent: tuple[Seat, ...] = ()
    version: int = 0

    @property
    def name(self) -> str:
        """What is asked, in one word that an answer repeats."""
        return f"{self.what}{self.by}.{self.about}.{self.version}"

    @property
    def mark(self) -> str:
        """All of it that is shown, in one word."""
        agreed = ".".join(map(str, self.agreed))
        ended = ".silent" if self.silent else "" if self.refused is None else f".no{self.refused}"
        return f"{ASKS}{self.what}{self.by}.{agreed}{ended}"


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a table where several sit, in the order of their seats.

    `missing` are those who are to act and are away, or have let the clock run out, and those who have left; `until` is
    when it runs out for the decision that is owed, None without a clock, and `left` the seconds up to then. `annuls`: a
    game ended now would count for nobody. `dealt` are those who have asked for the next hand and wait for the others
    to, and once they have waited long enough they are in `asks_again`. Once it is over `rematch` are those who wait for
    a rematch, or `without` those who go on without whoever asks, where whoever has the `link` may look on; and nothing
    else is told.
    """

    people: tuple[PersonAt, ...]
    missing: tuple[Seat, ...] = ()
    until: datetime | None = None
    left: int = 0
    question: Question | None = None
    annuls: bool = False
    dealt: tuple[Seat, ...] = ()
    asks_again: tuple[Seat, ...] = ()
    rematch: tuple[Seat, ...] = ()
    without: tuple[Seat, ...] = ()
    link: str = ""

    @property
    def mark(self) -> str:
        """All of it that is shown, in one word."""
        if self.rematch or self.without:
            return f"again{'.'.join(map(str, self.rematch))}-{'.'.join(map(str, self.without))}{self.link}"
        people = ".".join(f"{one.seat}{one.presence}{one.minutes or ''}" for one in self.people)
        asked = self.question
        asks = asked.mark if asked is not None else ""
        dealt = "".join(f"d{seat}" for seat in self.dealt)
        return f"{people}.{'.'.join(map(str, self.missing))}{dealt}{asks}"

    @staticmethod
    def beside(at: str, company: "Company | None") -> str:
        """What a page shows that shows this moment of the game, and these people."""
        return at if company is None else f"{at}{WITH}{company.mark}"

    def of(self, seat: Seat) -> PersonAt | None:
        return next((one for one in self.people if one.seat == seat), None)

    def asked_of(self, what: Asking, by: Seat, about: Seat) -> tuple[Seat, ...]:
        """To end it takes all who are here, but the one it is about; to take something back all who have seen it, also
        those who are away for a moment.
        """
        there = (Presence.HERE,) if what is Asking.END else (Presence.HERE, Presence.AWAY)
        spared = {by, about} if what is Asking.END else {by}
        return tuple(one.seat for one in self.people if one.presence in there and one.seat not in spared)

    def is_stood_in(self, seat: Seat) -> bool:
        person = self.of(seat)
        return person is not None and person.presence is Presence.STOOD_IN
