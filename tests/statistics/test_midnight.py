"""A row of games goes on over midnight, over the end of a week, a month and a year; days are those of UTC."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import LeaderboardRow, PersonLine
from games.services.counting import tallies
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
        table.clock.move_to(midnight + timedelta(days=1, hours=1))
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
