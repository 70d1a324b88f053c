"""Nobody's rate is made better than what was played, whatever way is tried."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import LeaderboardRow
from games.services.statistics import reading
from games.services.statistics.reading import Stretch
from games.tasks import night
from tests.playing import act
from tests.statistics.duels import Table
from tests.statistics.played import DAYS, on
from tests.statistics.polished import LOSSES, NOTHINGS, Way, win_at_another_level, win_with_a_hint


def ranked(user: User) -> tuple[int, int, int]:
    found = LeaderboardRow.objects.get(user=user, key="cardduel", level="easy")
    return found.games, found.wins, found.streak


def ranked_elsewhere(user: User) -> list[tuple[str, str]]:
    return list(LeaderboardRow.objects.filter(user=user).exclude(level="easy").values_list("key", "level"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "games"),
    [*((way, 4) for way in LOSSES), *((way, 3) for way in NOTHINGS)],
    ids=lambda way: getattr(way, "__name__", None),
)
def test_no_way_polishes_a_record(table: Table, alice: User, bob: User, way: Way, games: int) -> None:
    for wins in (True, False, True):
        table.play(alice, wins=wins)
        table.wait(timedelta(minutes=1))
    way(table, alice, bob)
    table.wait(timedelta(days=1))
    night()
    assert ranked(alice) == (games, 2, 1)
    assert ranked_elsewhere(alice) == ([("cardduel", "normal")] if way is win_at_another_level else [])
    night()
    assert ranked(alice) == (games, 2, 1)


@pytest.mark.django_db
def test_a_game_that_was_left_and_is_won_counts_as_won(table: Table, alice: User, as_alice: Client) -> None:
    """Until then it counts as lost, and the list of games says so from the fifteenth day on."""
    note = "it counts as lost until you finish it"
    place = table.sit(alice, wins=True)
    table.wait(timedelta(days=14))
    night()
    assert not LeaderboardRow.objects.exists() and note not in as_alice.get("/games/").content.decode()
    table.wait(timedelta(minutes=1))
    night()
    assert ranked(alice) == (1, 0, 0) and note in as_alice.get("/games/").content.decode()
    act(place, "blaze")
    table.wait(timedelta(days=1))
    night()
    assert ranked(alice) == (1, 1, 1) and note not in as_alice.get("/games/").content.decode()


@pytest.mark.django_db
def test_a_record_of_the_house_is_set_without_help(table: Table, alice: User) -> None:
    win_with_a_hint(table, alice, alice)
    table.wait(timedelta(days=1))
    night()
    aggregate = reading.everybody(stretch=Stretch("cardduel"), level="easy", person=None).aggregate
    assert aggregate.whole.games.n == 1 and not aggregate.whole.games.tops


@pytest.mark.django_db
def test_nobody_is_counted_before_the_night(table: Table, alice: User) -> None:
    with on(DAYS[0]):
        table.play(alice, wins=True)
        night()
        assert not LeaderboardRow.objects.exists()
