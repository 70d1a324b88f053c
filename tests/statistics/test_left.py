"""Games left lying: read a few at a time, and counted like one after the other."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, LeaderboardRow
from games.registry import levels
from games.services.counting import ranked, tallies
from games.services.moves import play
from games.services.people import lobby
from games.services.table import tables
from tests.playing import person_of

pytestmark = pytest.mark.django_db
BEGUN = datetime(2026, 11, 3, 12, tzinfo=UTC)


def left_lying(who: User, count: int, *, level: int = 0) -> None:
    """Dealt, and nothing more."""
    with time_machine.travel(BEGUN, tick=False):
        for _ in range(count):
            code = lobby.open_game(person=person_of(who), key="cardduel", level=levels("cardduel")[level])
            play.deal(place=tables.place_of(person=person_of(who), code=code), seed="", version=0)


def test_many_are_read_a_few_at_a_time(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranked, "CHUNK", 2)
    left_lying(alice, 3)
    left_lying(alice, 1, level=1)
    left_lying(bob, 2)
    Game.objects.filter(pk=Game.objects.earliest("pk").pk).update(is_counted=False)
    with time_machine.travel(BEGUN + timedelta(days=13), tick=False):
        assert tallies.count_left() == 0
    with time_machine.travel(BEGUN + timedelta(days=15), tick=False):
        with CaptureQueriesContext(connection) as asked:
            found = ranked.left_games()
        assert (tallies.count_left(), tallies.count_left()) == (2, 0)
    rows = LeaderboardRow.objects.filter(key="cardduel").values_list("user__username", "level", "left", "games")
    easy, other = levels("cardduel")[:2]
    assert set(rows) == {("alice", easy, 2, 2), ("alice", other, 1, 1), ("bob", easy, 2, 2)}
    assert sum(count for key, count in found.items() if key.key == "cardduel") == 5
    every = [one["sql"] for one in asked if " IN (" in one["sql"]]
    assert len(every) == 3, "the seats of two games, of two, and of one"
