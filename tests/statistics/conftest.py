"""What several tests of statistics sit at."""

from collections.abc import Iterator

import pytest
import time_machine

from games.bots.anylegal import AnyLegal
from tests.players import let_play
from tests.statistics.duels import Table
from tests.statistics.played import DAYS


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    quick = AnyLegal()
    let_play(monkeypatch, "cardduel", {"easy": quick, "normal": quick, "hard": quick})
    with time_machine.travel(f"{DAYS[0]}T12:00:00+00:00", tick=False) as clock:
        yield Table(monkeypatch, clock)
