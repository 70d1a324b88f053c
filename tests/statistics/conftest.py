"""Fixtures: a `Table` for quick duels under a stopped clock, and the day after all games."""

from collections.abc import Iterator

import pytest
import time_machine

from games.bots.base import AnyLegal
from tests.play import set_players
from tests.statistics.played import DAYS, NEXT, Table, at_noon_of


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    set_players(monkeypatch, "cardduel", dict.fromkeys(("easy", "normal", "hard"), AnyLegal()))
    with time_machine.travel(f"{DAYS[0]}T12:00:00+00:00", tick=False) as clock:
        yield Table(monkeypatch, clock)


@pytest.fixture
def tomorrow() -> Iterator[None]:
    """Set the time to the day after the last day of games."""
    with at_noon_of(NEXT):
        yield
