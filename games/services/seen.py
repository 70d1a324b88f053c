"""What a person sees of a game: read models that views hand to presenters. Nothing hidden is in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.engine.actions import Argument
from games.engine.state import Result, Said, Seat, SeatView
from games.models import Status

__all__ = ["GameLine", "HandSeen", "SealSeen", "SeatedSeen", "Seen", "Status"]


@dataclass(frozen=True, slots=True)
class SeatedSeen:
    """Who sits at a seat: `level` is None for a person."""

    seat: Seat
    name: str
    level: str | None


@dataclass(frozen=True, slots=True)
class SealSeen:
    """The proof of one hand's deal. The server's seed is None until the hand is over or given up.

    A foreign one came with a record: this house committed itself to nothing.
    """

    number: int
    commitment: str
    algorithm: str
    player_seed: str
    server_seed: str | None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A finished hand: everything in it is open. `hands` are the cards dealt; `auto` the plays at its end
    that the table made by itself; `record` and `sheet` as in `HandEnded`."""

    number: int
    first: Seat
    hands: tuple[tuple[str, ...], ...]
    actions: tuple[Said, ...]
    auto: int
    record: Mapping[str, Argument]
    sheet: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class Seen:
    """One game as one seat sees it at one version.

    `needs_deal`: the next hand waits for the person's seed; `seal` is then the sealed deal to come,
    else the one in play. `computer_acts`: the table waits for a computer player.
    """

    code: str
    key: str
    title: str
    version: int
    status: Status
    seat: Seat
    seated: tuple[SeatedSeen, ...]
    view: SeatView
    hands: tuple[HandSeen, ...]
    result: Result | None
    needs_deal: bool
    computer_acts: bool
    seal: SealSeen | None
    next_commitment: str
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list. `scores` are the display scores by side; `winner` is a side, None for a tie."""

    code: str
    key: str
    title: str
    status: Status
    seat: Seat
    side: int
    level: str
    number: int
    scores: tuple[int, ...]
    winner: int | None
    why: str
    started_at: datetime
    moved_at: datetime
    is_imported: bool = False
