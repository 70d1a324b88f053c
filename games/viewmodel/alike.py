"""Hands like this, on a page: what became of each bid with the most similar hands."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Within:
    """A number, and between which the true one lies in 95 of 100 cases, in words; `at`, `low` and `high` for a line of
    100.
    """

    said: str
    between: str
    at: int = 0
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One bid by one source. Too few hands have no rate and no points (None); `played` of them there was something to
    be made of.
    """

    source: str
    is_own: bool
    hands: int
    played: int
    rate: Within | None
    points: Within | None


@dataclass(frozen=True, slots=True)
class BidRows:
    bid: str
    is_chosen: bool
    rows: Sequence[SourceRow]


@dataclass(frozen=True, slots=True)
class AlikeShown:
    """`kind` is what a bid is called, `grown` says which was best, `like` what was compared, `left_out` how many bids
    have too few hands of any source, `counted` how many hands were found, and `lead` what is gained. `some_unplayed`:
    of some there was nothing to be made.
    """

    kind: str
    cards: Sequence[str]
    sentence: str
    grown: str
    like: str
    bids: Sequence[BidRows]
    left_out: str
    counted: str
    lead: str
    some_unplayed: bool
