"""Days of the player's time zone, streaks over midnight, and games that are finished late or never."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import people
from accounts.models import Preferences, User
from accounts.people import Person
from accounts.zones import utc_today
from games.records import verification
from games.records.verification import rebuild
from games.statistics import lines, tallies
from games.statistics.measures import Part
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.table.models import Game
from games.tasks import night
from tests.asking import read
from tests.play import act
from tests.statistics.played import Table, measures_of

pytestmark = pytest.mark.django_db

#: The last days of a month, of a week (a Sunday) and of a year.
EVENINGS = (date(2026, 9, 30), date(2026, 10, 4), date(2026, 12, 31))
#: For each game, the minutes after midnight (negative: before), and whether it is won.
GAMES = ((-2, True), (-1, True), (1, True), (2, False), (3, True))


@pytest.mark.parametrize(
    ("evening", "is_counted"),
    [
        (EVENINGS[0], "as one looks"),
        (EVENINGS[0], "each night"),
        (EVENINGS[1], "only the first night"),
        (EVENINGS[2], "in one night"),
        (EVENINGS[2], "each night"),
    ],
)
def test_a_streak_continues_over_midnight(table: Table, alice: User, evening: date, is_counted: str) -> None:
    midnight = datetime.combine(evening + timedelta(days=1), datetime.min.time(), tzinfo=UTC)
    for minutes, wins in GAMES:
        table.clock.move_to(midnight + timedelta(minutes=minutes))
        table.play(alice, wins=wins)
        if minutes > 0 and is_counted in ("each night", "only the first night"):
            night()
    assert not LeaderboardRow.objects.exists(), "a day that is not over is ranked"
    if is_counted in ("each night", "in one night"):
        table.clock.move_to(midnight + timedelta(days=1, hours=13))  # in every time zone the second day is over
        night()
        assert LeaderboardRow.objects.get(key="cardduel").streak == 3
    games = measures_of(alice, "cardduel").games
    assert (games.streaks["won"].best, games.streaks["won"].suffix, games.streaks["lost"].best) == (3, 1, 1)
    days = PersonLine.objects.filter(number=0).order_by("at").values_list("day", flat=True)
    assert list(days) == [evening] * 2 + [evening + timedelta(days=1)] * 3


def test_every_page_with_days_names_their_time_zone(table: Table, alice: User, as_alice: Client) -> None:
    place = table.play(alice, wins=True)
    pages = ("/statistics/", "/statistics/hands/", "/statistics/games/", "/statistics/everybody/", "/games/")
    decided = ("/statistics/decisions/?game=cardduel", "/statistics/decisions/list/?game=cardduel")
    boards = ("/", "/boards/", f"/boards/{utc_today()}/cardduel/")
    for page in (*pages, *decided, *boards, f"/statistics/games/{place.code}/"):
        assert "midnight UTC" in read(as_alice, page), page
    live_in(alice, "Asia/Tokyo")
    table.clock.move_to(october(25, 16))
    for page in ("/statistics/", "/games/"):
        assert "in your time zone, Asia/Tokyo" in read(as_alice, page)
    answer = as_alice.get("/statistics/?game=cardduel&since=2026-10-26&until=2026-10-26")
    assert answer.context["query"].stretch.since == date(2026, 10, 26)
    assert people.today_of(Person(user=User.objects.get(pk=alice.pk))) == date(2026, 10, 26)


def october(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 10, day, hour, minute, tzinfo=UTC)


def live_in(user: User, zone: str) -> None:
    Preferences.objects.update_or_create(user=user, defaults={"time_zone": zone})


def days_of(user: User) -> list[int]:
    return [line.day.day for line in PersonLine.objects.filter(user=user, number=0).order_by("at")]


ZONES = {
    "": [24, 24, 25, 25, 26],
    "Europe/Berlin": [24, 25, 25, 26, 26],
    "America/Los_Angeles": [24, 24, 25, 25, 25],
    "Pacific/Kiritimati": [25, 25, 26, 26, 26],
    "Mars/Olympus": [24, 24, 25, 25, 26],
}


@pytest.mark.parametrize(("zone", "days"), ZONES.items())
def test_days_are_those_of_the_players_time_zone(table: Table, alice: User, zone: str, days: list[int]) -> None:
    """In Berlin the 25th has 25 hours: from 22:00 UTC of the 24th until 23:00 UTC of the 25th."""
    live_in(alice, zone)
    for moment in (october(24, 21, 59), october(24, 22, 1), october(25, 22, 30), october(25, 23, 1), october(26, 0, 1)):
        table.clock.move_to(moment)
        table.play(alice, wins=True)
    assert days_of(alice) == days


def test_a_change_of_time_zone_moves_no_past_hand(table: Table, alice: User) -> None:
    live_in(alice, "Europe/Berlin")
    table.clock.move_to(october(24, 22, 30))
    place = table.play(alice, wins=True)
    live_in(alice, "America/Los_Angeles")
    rebuild(game=place.game)
    assert verification.differences(game=Game.objects.get(pk=place.game.pk)) == ()
    table.clock.move_to(october(26, 2))
    table.play(alice, wins=True)
    assert days_of(alice) == [25, 25]


def test_a_day_is_counted_once_it_is_over_in_every_time_zone(table: Table, alice: User) -> None:
    """Before that, statistics read the lines of the day, so no game is missing."""
    live_in(alice, "America/Los_Angeles")
    for moment, counted in ((october(25, 1), False), (october(25, 6), False), (october(25, 12, 1), True)):
        table.clock.move_to(moment)
        if not counted:
            table.play(alice, wins=True)
        night()
        assert Tally.objects.filter(user=alice, day=date(2026, 10, 24)).exists() == counted
        games = measures_of(alice, "cardduel", since=date(2026, 10, 24), until=date(2026, 10, 24)).games
        assert games.n == (1 if moment == october(25, 1) else 2)


A_MINUTE, A_DAY = timedelta(minutes=1), timedelta(days=1)


def longest_streaks(games: Part) -> tuple[int, int]:
    return games.streaks["won"].best, games.streaks["lost"].best


@pytest.mark.parametrize("is_loss", [True, False])
@pytest.mark.parametrize("other_level", [{}, {"level": "normal"}])
def test_finishing_a_game_late_makes_no_streak_longer(
    table: Table, alice: User, other_level: dict[str, str], is_loss: bool
) -> None:
    """Play two games, leave one open, play four at the same or another level, finish the open one, and play three."""

    def play(count: int, **asked: str) -> None:
        for _ in range(count):
            table.play(alice, wins=is_loss, **asked)
            table.wait(A_MINUTE)

    longest = (2, 1) if is_loss else (1, 2)
    play(2)
    unfinished = table.sit(alice, wins=not is_loss)
    table.wait(A_MINUTE)
    play(4, **other_level)
    assert max(longest_streaks(measures_of(alice, "cardduel").games)) == 2
    act(unfinished, "blaze")
    table.wait(A_MINUTE)
    assert longest_streaks(measures_of(alice, "cardduel").games) == longest
    table.wait(A_DAY)
    night()
    assert longest_streaks(measures_of(alice, "cardduel").games) == longest
    if is_loss:
        assert max(LeaderboardRow.objects.values_list("streak", flat=True)) == 2
        parts = [Part.from_json(one.measures["games"]) for one in Tally.objects.filter(user=alice)]
        assert all(part.streaks["won"].best <= 2 for part in parts)
    play(3)
    assert longest_streaks(measures_of(alice, "cardduel").games) == ((3, 1) if is_loss else (1, 3))


def test_a_game_finished_days_later_breaks_a_streak_already_counted(table: Table, alice: User) -> None:
    unfinished = table.sit(alice, wins=False)
    for _ in range(3):
        table.wait(A_DAY)
        table.play(alice, wins=True)
        night()
    table.wait(A_MINUTE)
    act(unfinished, "blaze")
    table.wait(A_DAY)
    night()
    assert longest_streaks(measures_of(alice, "cardduel").games) == (0, 1)
    assert LeaderboardRow.objects.get().streak == 0


@pytest.mark.postgresql
def test_unfinished_games_are_read_in_chunks(
    table: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "CHUNK", 2)
    for user, level, many in ((alice, "easy", 3), (alice, "normal", 1), (bob, "easy", 2)):
        for _ in range(many):
            table.sit(user, wins=True, level=level)
    Game.objects.filter(pk=Game.objects.earliest("pk").pk).update(is_counted=False)
    table.wait(timedelta(days=13))
    assert tallies.count_left() == 0
    table.wait(timedelta(days=2))
    with CaptureQueriesContext(connection) as asked:
        found = lines.left_games()
    assert (tallies.count_left(), tallies.count_left()) == (2, 0)
    rows = LeaderboardRow.objects.filter(key="cardduel").values_list("user__username", "level", "left", "games")
    assert set(rows) == {("alice", "easy", 2, 2), ("alice", "normal", 1, 1), ("bob", "easy", 2, 2)}
    assert sum(count for key, count in found.items() if key.key == "cardduel") == 5
    chunks = [query["sql"] for query in asked if " IN (" in query["sql"]]
    assert len(chunks) == 3  # two, two and one of the five games
