"""A row of games goes on over midnight, over the end of a week, a month and a year; days are those of the player."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from accounts import people
from accounts.models import Preferences, User
from accounts.people import Person
from games.models import Game, LeaderboardRow, PersonLine, Tally
from games.services.counting import tallies
from games.services.moves import store
from games.services.past import verification
from games.tasks import night
from tests.statistics.duels import Table
from tests.statistics.played import whole

#: Evenings before the first of a month, of a week (a Monday) and of a year.
EVENINGS = (date(2026, 9, 30), date(2026, 10, 4), date(2026, 12, 31))
#: Two minutes before midnight, one before and one after: what is won then.
GAMES = ((-2, True), (-1, True), (1, True), (2, False), (3, True))


def midnight_after(evening: date) -> datetime:
    return datetime.combine(evening + timedelta(days=1), datetime.min.time(), tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("is_counted", ["as one looks", "each night", "only the first night", "in one night"])
def test_a_row_goes_on_over_midnight(table: Table, alice: User, evening: date, is_counted: str) -> None:
    midnight = midnight_after(evening)
    for minutes, wins in GAMES:
        table.clock.move_to(midnight + timedelta(minutes=minutes))
        table.play(alice, wins=wins)
        if minutes > 0 and is_counted in ("each night", "only the first night"):
            night()
    if is_counted in ("each night", "in one night"):
        table.clock.move_to(midnight + timedelta(days=1, hours=13))  # over in the last time zone
        night()
        assert LeaderboardRow.objects.get(key="cardduel").streak == 3
    games = whole(alice, "cardduel").games
    assert (games.streaks["won"].best, games.streaks["won"].suffix, games.streaks["lost"].best) == (3, 1, 1)
    days = PersonLine.objects.filter(number=0).order_by("at").values_list("day", flat=True)
    assert list(days) == [evening] * 2 + [evening + timedelta(days=1)] * 3


@pytest.mark.django_db
def test_a_stretch_of_days_ends_at_midnight(table: Table, alice: User) -> None:
    midnight = midnight_after(EVENINGS[0])
    for minutes, wins in GAMES:
        table.clock.move_to(midnight + timedelta(minutes=minutes))
        table.play(alice, wins=wins)
    table.clock.move_to(midnight + timedelta(days=2))
    for _ in range(2):
        for since, until, count in ((None, EVENINGS[0], 2), (EVENINGS[0] + timedelta(days=1), None, 3)):
            assert whole(alice, "cardduel", since=since, until=until).games.n == count
        tallies.catch_up()


@pytest.mark.django_db
def test_every_page_of_days_says_whose_midnight(table: Table, alice: User, as_alice: Client) -> None:
    place = table.play(alice, wins=True)
    pages = ("/statistics/", "/statistics/hands/", "/statistics/games/", "/statistics/everybody/", "/games/")
    decided = ("/statistics/decisions/?game=cardduel", "/statistics/decisions/list/?game=cardduel")
    boards = ("/", "/boards/", f"/boards/{tallies.today()}/cardduel/")
    for page in (*pages, *decided, *boards, f"/statistics/games/{place.code}/"):
        assert "midnight UTC" in as_alice.get(page).content.decode(), page


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """In October 2026, at whose 25th Berlin sets its clocks back."""
    return datetime(2026, 10, day, hour, minute, tzinfo=UTC)


def live_in(user: User, zone: str) -> None:
    Preferences.objects.update_or_create(user=user, defaults={"time_zone": zone})


def days_of(user: User) -> list[int]:
    return [line.day.day for line in PersonLine.objects.filter(user=user, number=0).order_by("at")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "days"),
    [
        ("", [24, 24, 25, 25, 26]),
        ("Europe/Berlin", [24, 25, 25, 26, 26]),
        ("America/Los_Angeles", [24, 24, 25, 25, 25]),
        ("Pacific/Kiritimati", [25, 25, 26, 26, 26]),
        ("Mars/Olympus", [24, 24, 25, 25, 26]),
    ],
)
def test_a_day_is_one_of_the_players_zone(table: Table, alice: User, zone: str, days: list[int]) -> None:
    """The day on which clocks are set back has 25 hours: from 22:00 of the 24th, by UTC, until 23:00 of the 25th."""
    live_in(alice, zone)
    for moment in (at(24, 21, 59), at(24, 22, 1), at(25, 22, 30), at(25, 23, 1), at(26, 0, 1)):
        table.clock.move_to(moment)
        table.play(alice, wins=True)
    assert days_of(alice) == days


@pytest.mark.django_db
def test_a_change_of_zone_moves_no_past_hand(table: Table, alice: User) -> None:
    live_in(alice, "Europe/Berlin")
    table.clock.move_to(at(24, 22, 30))
    place = table.play(alice, wins=True)
    live_in(alice, "America/Los_Angeles")
    store.rebuild(place.game)
    assert verification.differences(game=Game.objects.get(pk=place.game.pk)) == ()
    table.clock.move_to(at(26, 2))
    table.play(alice, wins=True)
    assert days_of(alice) == [25, 25]


@pytest.mark.django_db
def test_a_day_is_counted_once_it_is_over_in_every_zone(table: Table, alice: User) -> None:
    """Until then its hands are read one by one, so that each page has all of them."""
    live_in(alice, "America/Los_Angeles")
    for moment, counted in ((at(25, 1), False), (at(25, 6), False), (at(25, 12, 1), True)):
        table.clock.move_to(moment)
        if not counted:
            table.play(alice, wins=True)
        night()
        assert Tally.objects.filter(user=alice, day=date(2026, 10, 24)).exists() == counted
        assert whole(alice, "cardduel", since=date(2026, 10, 24), until=date(2026, 10, 24)).games.n == (
            1 if moment == at(25, 1) else 2
        )


@pytest.mark.django_db
def test_a_page_of_days_names_the_zone_of_whoever_reads_it(table: Table, alice: User, as_alice: Client) -> None:
    live_in(alice, "Asia/Tokyo")
    table.clock.move_to(at(25, 16))
    table.play(alice, wins=True)
    for page in ("/statistics/", "/games/"):
        assert "in your time zone, Asia/Tokyo" in as_alice.get(page).content.decode()
    answer = as_alice.get("/statistics/?game=cardduel&since=2026-10-26&until=2026-10-26")
    assert answer.context["query"].stretch.since == date(2026, 10, 26)
    assert people.today_of(Person(user=User.objects.get(pk=alice.pk))) == date(2026, 10, 26)
