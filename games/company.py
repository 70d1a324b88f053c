"""People at a table with several of them, and the question open there: values made by services and read by pages."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Final

from games.engine.state import Seat

#: Separates the game's mark from the company's in the mark of what a page shows.
WITH: Final = "~"
#: Precedes an open question in the mark of a company.
ASKS: Final = "!"


class Presence(StrEnum):
    """Whether a person is here, away, has left or has a stand-in; or the seat is a computer player's own."""

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


class Clock(IntEnum):
    """Seconds for a decision at a table with several people. Rows keep these numbers, so no value may be removed."""

    NONE = 0
    QUICK = 30
    CALM = 90
    A_DAY = 86_400


class Asking(StrEnum):
    """What a player may ask of the others."""

    END = "end"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class PersonAt:
    """A person at a table. `minutes`: whole minutes since last seen, if away. `has_left`: by choice, despite a
    stand-in.
    """

    seat: Seat
    presence: Presence
    minutes: int = 0
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question by the player at `by` to the others, about the player at `about`.

    `agreed` said yes so far, `by` included; `asked` have not answered yet; `refused` said no. `silent` did not answer
    in time: the question is closed, but still shown. `version` is the game's when it was asked.
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
        """One word for what is asked, which an answer sends back."""
        return f"{self.what}{self.by}.{self.about}.{self.version}"

    @property
    def mark(self) -> str:
        """One word that changes with anything shown of the question."""
        agreed = ".".join(map(str, self.agreed))
        ended = ".silent" if self.silent else "" if self.refused is None else f".no{self.refused}"
        return f"{ASKS}{self.what}{self.by}.{agreed}{ended}"


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a table with several of them, in seat order.

    `missing` are those who are to act but are away or out of time, and those who left. `until` is when the clock of the
    owed decision runs out (None: no clock), `left` the seconds until then. `annuls`: a game ended now would not count.
    `dealt` have asked for the next hand and wait for the others; after a timeout they are in `asks_again` instead.

    After the game only three are set: `rematch`, who wait for a rematch, or `without`, who play on without this person,
    and the `link` by which that game can be watched.
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
        """One word that changes with anything shown of the company."""
        if self.rematch or self.without:
            return f"again{'.'.join(map(str, self.rematch))}-{'.'.join(map(str, self.without))}{self.link}"
        people = ".".join(f"{one.seat}{one.presence}{one.minutes or ''}" for one in self.people)
        asked = self.question
        asks = asked.mark if asked is not None else ""
        dealt = "".join(f"d{seat}" for seat in self.dealt)
        return f"{people}.{'.'.join(map(str, self.missing))}{dealt}{asks}"

    @staticmethod
    def beside(at: str, company: "Company | None") -> str:
        """Return the mark of a page that shows this moment of the game and these people."""
        return at if company is None else f"{at}{WITH}{company.mark}"

    def of(self, seat: Seat) -> PersonAt | None:
        return next((one for one in self.people if one.seat == seat), None)

    def asked_of(self, what: Asking, by: Seat, about: Seat) -> tuple[Seat, ...]:
        """Return the seats that must agree: to an end, the others who are here; to an undo, also those who are away."""
        there = (Presence.HERE,) if what is Asking.END else (Presence.HERE, Presence.AWAY)
        spared = {by, about} if what is Asking.END else {by}
        return tuple(one.seat for one in self.people if one.presence in there and one.seat not in spared)

    def is_stood_in(self, seat: Seat) -> bool:
        person = self.of(seat)
        return person is not None and person.presence is Presence.STOOD_IN


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A computer player to be seated: its level, and its name; "" is the default name."""

    level: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ByLink:
    """The seats offered to people by a link, and the settings of their table.

    `places` count clockwise from the owner, whose left-hand neighbour is 1. `clock` is the time for a decision in
    seconds (0: no limit). `onlookers` allows spectators.
    """

    places: tuple[int, ...] = ()
    clock: int = 0
    onlookers: bool = False


NONE_GIVEN: Final = ByLink()
