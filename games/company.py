"""The people of a table with several people, their presence, and the question open among them.

Services make these values, pages read them. A mark is a text that changes whenever the page must be redrawn.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Final

from games.engine.state import Seat

#: Separates the game's mark from the company's mark in the mark of a page.
WITH: Final = "~"
#: Begins the part of a company's mark that is about the open question.
ASKS: Final = "!"


class Presence(StrEnum):
    """The presence of the player at a seat. `STOOD_IN`: a bot acts for the person; `COMPUTER`: the seat is a bot's."""

    HERE = "here"
    AWAY = "away"
    LEFT = "left"
    STOOD_IN = "stood_in"
    COMPUTER = "computer"


class Seating(StrEnum):
    """A change of the player who acts at a person's seat; the value is the verb of its log entry."""

    STANDS_IN = "stands_in"
    STANDS_DOWN = "stands_down"
    LEAVES = "leaves"
    IS_BACK = "is_back"


class Clock(IntEnum):
    """Seconds for a decision at a table with several people. Rows store these numbers, so no value may be removed."""

    NONE = 0
    QUICK = 30
    CALM = 90
    A_DAY = 86_400


class Asking(StrEnum):
    """A request to the other players: to end the game, or to take an action back."""

    END = "end"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class PersonAt:
    """A person at a table. `minutes` are the whole minutes since the person was last seen, if away.

    `has_left`: the person left by choice; true also while a stand-in acts at the seat.
    """

    seat: Seat
    presence: Presence
    minutes: int = 0
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the others by the player at `asker`. `about` is the missing player's seat; in an undo, the asker's.

    Seats in `agreed` have said yes, including `asker`. Seats in `asked` have not answered yet. The seat `refused` has
    said no. Seats in `silent` did not answer in time: the question is closed, but still shown. `version` is the version
    of the game at the time of the question.
    """

    what: Asking
    asker: Seat
    about: Seat
    agreed: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    refused: Seat | None = None
    silent: tuple[Seat, ...] = ()
    version: int = 0

    @property
    def name(self) -> str:
        """The identifier of the question, which an answer sends back."""
        return f"{self.what}{self.asker}.{self.about}.{self.version}"

    @property
    def mark(self) -> str:
        agreed = ".".join(map(str, self.agreed))
        ended = ".silent" if self.silent else "" if self.refused is None else f".no{self.refused}"
        return f"{ASKS}{self.what}{self.asker}.{agreed}{ended}"


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a table with several people, in seat order.

    `missing` are the seats that must act but whose people are away for long or out of time, and the seats that people
    left without a stand-in. `clock_ends_at` is the deadline of the decision that is due (None: no clock), `left` the
    seconds until then. `annuls`: if the game were ended now, it would not count. `dealt` are the seats that have asked
    for the next hand and wait for the others; after a timeout they are in `asks_again` instead.

    After the game only `rematch` is set (the seats of players who wait for a rematch), or `playing_on` (the seats of
    players in a rematch without this person) with `link`, the token for watching the rematch (empty: not allowed).
    """

    people: tuple[PersonAt, ...]
    missing: tuple[Seat, ...] = ()
    clock_ends_at: datetime | None = None
    left: int = 0
    question: Question | None = None
    annuls: bool = False
    dealt: tuple[Seat, ...] = ()
    asks_again: tuple[Seat, ...] = ()
    rematch: tuple[Seat, ...] = ()
    playing_on: tuple[Seat, ...] = ()
    link: str = ""

    @property
    def mark(self) -> str:
        """The state of the company as a short text without spaces."""
        if self.rematch or self.playing_on:
            return f"again{'.'.join(map(str, self.rematch))}-{'.'.join(map(str, self.playing_on))}{self.link}"
        people = ".".join(f"{one.seat}{one.presence}{one.minutes or ''}" for one in self.people)
        asked = self.question
        asks = asked.mark if asked is not None else ""
        dealt = "".join(f"d{seat}" for seat in self.dealt)
        return f"{people}.{'.'.join(map(str, self.missing))}{dealt}{asks}"

    @staticmethod
    def page_mark(moment: str, company: "Company | None") -> str:
        """Return the mark of a page: the game's mark `moment`, followed by the company's mark if there is a company."""
        return moment if company is None else f"{moment}{WITH}{company.mark}"

    def person_at(self, seat: Seat) -> PersonAt | None:
        return next((one for one in self.people if one.seat == seat), None)

    def asked_of(self, what: Asking, asker: Seat, about: Seat) -> tuple[Seat, ...]:
        """Return the seats of the others who must agree: those here and, for an undo, also those away."""
        there = (Presence.HERE,) if what is Asking.END else (Presence.HERE, Presence.AWAY)
        spared = {asker, about} if what is Asking.END else {asker}
        return tuple(one.seat for one in self.people if one.presence in there and one.seat not in spared)

    def is_stood_in(self, seat: Seat) -> bool:
        person = self.person_at(seat)
        return person is not None and person.presence is Presence.STOOD_IN


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A computer player for a seat of a new game. The name "" stands for the default name."""

    level: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ByLink:
    """The seats offered to people by a link, and the settings of their table.

    `places` are numbered clockwise from the owner; the seat on the owner's left is 1. `clock` is the time for a
    decision in seconds (0: no limit). `onlookers` allows spectators.
    """

    places: tuple[int, ...] = ()
    clock: int = 0
    onlookers: bool = False


NONE_GIVEN: Final = ByLink()
