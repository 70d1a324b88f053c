"""Adding up: the same rows however often, whatever night was missed, and the same figures as the hands themselves."""

from datetime import date, timedelta
from random import Random

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import CountingProgress, Game, Hand, LeaderboardRow, PersonLine, Seat, Tally
from games.presenters.statistics import pages
from games.presenters.statistics.drawn import Link, Row, tabled
from games.rates import wilson
from games.registry import GAMES
from games.services.counting import tallies
from games.services.counting.measures import MeasuredLine, Measures, Streak, one
from games.services.counting.ranked import LeaderboardKey
from games.services.people import lobby
from games.services.statistics.reading import Aggregate
from games.twoman.figures import FIGURES
from tests.playing import place_at, place_for, play_on
from tests.statistics import played
from tests.statistics.played import DAYS, NEXT, history, on, whole

#: On a crowded machine what is made by lot is made slowly, which says nothing about the code; the same in every run.
at_any_pace = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def test_every_finished_hand_has_a_line_and_every_game(alice: User) -> None:
    history(alice)
    assert PersonLine.objects.filter(number__gt=0).count() == Hand.objects.filter(ended_at__isnull=False).count()
    assert PersonLine.objects.filter(number=0).count() == Game.objects.count() == len(DAYS)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_given_up_is_ahead_behind_or_level(alice: User, key: str) -> None:
    """Also before its first deal, when nobody has any score."""
    lobby.abandon(place=place_at(alice, key))
    assert set(PersonLine.objects.get().marks.split()) >= {"abandoned", "level"}
    before = played.lines()
    call_command("rebuild_projections")
    assert played.lines() == before


@pytest.mark.parametrize(("games", "won"), [(("won", "tie"), 1.5), (("tie", "lost", "tie"), 1.0), (("lost",), 0.0)])
def test_a_tie_is_half_a_win_on_the_page_and_on_the_leaderboard(games: tuple[str, ...], won: float) -> None:
    measures = Measures()
    for ending in games:
        told = MeasuredLine(
            "abc", 0, 0, (ending, "finished", "led"), {"score": 1, "other": 1, "hands": 1}, is_ranked=True
        )
        measures.add_line(told, FIGURES)
    ranked = tallies._leaderboard_row(LeaderboardKey(1, "twoman", "easy"), measures.games, 0)
    page = pages.personal("twoman", Aggregate(measures, {}, (), None), {})
    share = next(one for one in page.first if one.label == "games won")
    assert ranked.rate == wilson(won, len(games))[0]
    assert share.value == f"{won:g}/{len(games)}"
    row = tabled(FIGURES.tables[1], FIGURES.columns, [Row("You led", measures, "led")], Link()).rows[0]
    assert row[2].value == f"{round(100 * won / len(games))}%"


STRETCHES = [
    (None, None, 4),
    (DAYS[0], DAYS[0], 1),
    (DAYS[1], DAYS[2], 2),
    (date(2020, 1, 1), DAYS[0], 1),
    (date(2020, 1, 1), DAYS[1], 2),
    (date(2020, 1, 1), DAYS[2], 3),
    (date(2020, 2, 2), None, 4),
    (DAYS[1], date(2030, 1, 1), 3),
    (None, DAYS[2], 3),
    (date(2026, 12, 1), None, 0),
]


def test_a_stretch_holds_its_days_and_no_others(alice: User) -> None:
    history(alice, hands=1)
    with on(NEXT):
        tallies.catch_up()
        for since, until, days in STRETCHES:
            for level, count in ((None, days), ("easy", days), ("medium", 0)):
                found = whole(alice, since=since, until=until, level=level)
                assert found.hands.n == count, (since, until, level)


def test_a_day_counted_again_is_the_same(alice: User, bob: User) -> None:
    history(alice, DAYS[:2])
    history(bob, DAYS[1:])
    with on(NEXT):
        assert tallies.catch_up() == list(DAYS)
        before = played.tallies(), played.leaderboard()
        for day in DAYS:
            tallies.rebuild_day(day=day)
        assert (played.tallies(), played.leaderboard()) == before
        assert tallies.catch_up() == []
    assert before[0] and before[1]


def test_one_day_counted_again_mends_what_is_wrong_there(alice: User) -> None:
    history(alice, DAYS[:3])
    with on(NEXT):
        tallies.catch_up()
        before = played.tallies()
        Tally.objects.filter(day=DAYS[1], level="easy").delete()
        Tally.objects.create(span="day", day=DAYS[1], user=alice, key="twoman", level="gone", measures=before[0][-1])
        tallies.rebuild_day(day=DAYS[1])
    assert played.tallies() == before


def test_days_are_the_sum_of_lines_by_one_night_or_by_many(alice: User) -> None:
    history(alice)
    for day in DAYS:
        with on(day + timedelta(days=1)):
            tallies.catch_up()
    many = played.tallies(), played.leaderboard()
    Tally.objects.all().delete()
    LeaderboardRow.objects.all().delete()
    CountingProgress.objects.update(counted_until=None)
    with on(NEXT):
        tallies.catch_up()
    assert (played.tallies(), played.leaderboard()) == many


def test_a_day_that_goes_on_cannot_be_counted(alice: User) -> None:
    with on(DAYS[0]), pytest.raises(tallies.NotOver):
        tallies.rebuild_day(day=DAYS[0])


def test_today_waits_for_the_night(alice: User) -> None:
    history(alice, DAYS[:1], hands=1)
    with on(DAYS[0]):
        assert tallies.catch_up() == []
        assert whole(alice).hands.n == 1


def test_a_day_before_which_nights_were_missed_brings_them_along(alice: User) -> None:
    history(alice, hands=1)
    with on(NEXT):
        tallies.rebuild_day(day=DAYS[2])
        assert tallies.counted_until() == DAYS[2]
        assert whole(alice).hands.n == len(DAYS)


def test_a_guests_counts_go_with_the_guest(alice: User) -> None:
    guest = Guest.objects.create()
    history(guest, DAYS[:3])
    history(alice, DAYS[1:])
    with on(NEXT):
        tallies.catch_up()
        adopt(guest=guest, user=alice)
        after = played.tallies(), played.leaderboard()
        assert not Tally.objects.filter(guest=guest).exists()
        for day in DAYS:
            tallies.rebuild_day(day=day)
    assert (played.tallies(), played.leaderboard()) == after
    assert LeaderboardRow.objects.get(user=alice).games == 3


def test_who_leaves_leaves_games_and_takes_the_rest(alice: User, bob: User) -> None:
    history(alice, DAYS[:2])
    history(bob, DAYS[:1])
    with on(NEXT):
        tallies.catch_up()
        house = Tally.objects.get(user=None, guest=None, span="day", day=DAYS[0], level="*").measures
        still_played = place_for(alice)
        leave(person=Person(user=alice))
    assert not User.objects.filter(username="alice").exists()
    assert Game.objects.count() == 4
    assert Seat.objects.filter(user=None, guest=None, level="", name="").count() == 3
    assert not Tally.objects.exclude(user=bob).exclude(user=None).exists()
    assert LeaderboardRow.objects.filter(user=bob).exists()
    assert Game.objects.get(code=still_played.code).status == "abandoned"
    with on(NEXT):
        tallies.rebuild_day(day=DAYS[0])
    assert Tally.objects.get(user=None, guest=None, span="day", day=DAYS[0], level="*").measures == house


def test_games_with_unusual_options_are_not_ranked(alice: User) -> None:
    with on(DAYS[0]):
        play_on(place_for(alice, target=100), Random(1))
    with on(NEXT):
        tallies.catch_up()
        assert whole(alice).games.n == 1
    assert not LeaderboardRow.objects.exists()
    house = Tally.objects.get(user=None, guest=None, span="day", level="*").measures
    assert house["games"]["n"] == 1
    assert house["games"]["tops"] == {}


# -- measures ------------------------------------------------------------------------------------------

sentences = st.builds(
    MeasuredLine,
    code=st.sampled_from(["a", "b"]),
    number=st.integers(0, 3),
    seat=st.just(0),
    marks=st.sampled_from([("won", "led", "finished"), ("lost", "odd", "finished"), ("abandoned",), ("tie",)]),
    numbers=st.fixed_dictionaries({}, optional={"points": st.integers(-9, 9), "bid": st.integers(0, 2)}).map(
        lambda found: {**found, "tricks": 1, "score": found.get("points", 0)}
    ),
    is_ranked=st.booleans(),
)


@at_any_pace
@given(st.lists(st.lists(sentences, max_size=8), min_size=3, max_size=3))
def test_parts_add_up_to_the_whole(parts: list[list[MeasuredLine]]) -> None:
    at_once, added = Measures(), Measures()
    for part in parts:
        own = Measures()
        for line in part:
            own.add_line(line, FIGURES)
            at_once.add_line(line, FIGURES)
        added.add(Measures.from_json(own.as_json()), FIGURES)
    assert added == at_once


@at_any_pace
@given(st.lists(st.booleans(), max_size=12), st.integers(0, 12))
def test_a_streak_is_the_longest_row(row: list[bool], cut: int) -> None:
    def told(part: list[bool]) -> Streak:
        found = Streak()
        for yes in part:
            found = found.then(one(yes))
        return found

    longest = max((len(run) for run in "".join("x" if yes else " " for yes in row).split()), default=0)
    assert told(row).best == longest
    assert told(row[:cut]).then(told(row[cut:])) == told(row)


@pytest.mark.parametrize(
    ("endings", "wins", "losses"),
    [
        ("won annulled won", 2, 0),
        ("lost annulled annulled lost lost", 0, 3),
        ("won abandoned won", 1, 0),
        ("won left won", 1, 0),
        ("annulled", 0, 0),
    ],
)
def test_a_game_that_counts_for_nobody_ends_no_row(endings: str, wins: int, losses: int) -> None:
    found = Measures()
    for ending in endings.split():
        found.add_line(MeasuredLine("a", 0, 0, (ending,), {}, is_ranked=False), FIGURES)
    assert [found.games.streaks.get(name, Streak()).best for name in ("won", "lost")] == [wins, losses]
