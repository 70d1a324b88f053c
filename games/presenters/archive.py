"""Past games as lines of a list, and what such a list may be narrowed to, in words."""

from dataclasses import dataclass
from datetime import datetime

from games.presenters import lists
from games.services.past.archive import Page, PastGame


@dataclass(frozen=True, slots=True)
class PastLine:
    """`bid_in` are the hands in which the bid asked for was made."""

    game: lists.ListedGame
    started_at: datetime
    is_imported: bool
    bid_in: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastPage:
    """`older` is the cursor of the next page, empty where there is none; `reached` is how far back this one looked."""

    lines: tuple[PastLine, ...]
    older: str
    reached: datetime | None


def page(past: Page) -> PastPage:
    return PastPage(tuple(_line(one) for one in past.games), past.older or "", past.reached)


def _line(past: PastGame) -> PastLine:
    return PastLine(lists.line(past.line), past.line.started_at, past.line.is_imported, past.with_bid)
