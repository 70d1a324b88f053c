"""Counting of lines into tallies and leaderboards: idempotent, and equal to a direct count of the lines."""

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from games.bots.base import AnyLegal
from games.company import ComputerSeat
from games.figures import wilson
from games.registry import GAMES
from games.statistics import pages, tallies
from games.statistics.drawn import MeasuresRow, table_shown
from games.statistics.lines import LeaderboardKey
from games.statistics.measures import Measures, Streak, one
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.statistics.reading import Aggregate, Stretch
from games.table import opening
from games.table.models import Game, Seat
from games.twoman.facts import FIGURES
from tests.play import open_table, set_players
from tests.records.played import misdealt
from tests.records.stored import store_record
from tests.statistics import played
from tests.statistics.played import DAYS, NEXT, at_noon_of, measures_of, play_days, play_demo_game, play_on_day

#: Fixed examples. A loaded machine generates them slowly, so there is no deadline.
without_deadline = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("key", GAMES)
def test_a_game_given_up_before_its_first_deal_is_marked_level(alice: User, key: str) -> None:
    opening.abandon(place=open_table(alice, key))
    assert set(PersonLine.objects.get().marks.split()) >= {"abandoned", "level"}
    before = played.lines()
    call_command("rebuild_projections")
    assert played.lines() == before


def line_of_game(marks: str, **fields: Any) -> PersonLine:
    return PersonLine(game=Game(code="abc"), number=0, seat=0, marks=marks, **fields)


@pytest.mark.parametrize(("games", "won"), [(("won", "tie"), 1.5), (("tie", "lost", "tie"), 1.0), (("lost",), 0.0)])
def test_a_tie_is_half_a_win_on_the_page_and_on_the_leaderboard(games: tuple[str, ...], won: float) -> None:
    measures, numbers = Measures(), {"score": 1, "other": 1, "hands": 1}
    for ending in games:
        measures.add_line(line_of_game(f" {ending} finished led ", numbers=numbers), FIGURES)
    ranked = tallies._leaderboard_row(LeaderboardKey(1, "twoman", "easy"), measures.games, 0)
    page = pages.PersonalPage("twoman", Aggregate(Stretch("twoman"), totals={Tally.ALL: measures}), {})
    share = next(one for one in page.first if one.label == "games won")
    assert ranked.rate == wilson(won, len(games))[0]
    assert share.value == f"{won:g}/{len(games)}"
    row = table_shown(FIGURES.tables[1], FIGURES.columns, [MeasuresRow("You led", measures, "led")], {})[0]
    assert row[2].value == f"{round(100 * won / len(games))}%"


#: First day, last day, and the number of days with games from the first to the last.
PERIODS = [
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


@pytest.mark.postgresql
def test_a_period_counts_exactly_its_days(alice: User) -> None:
    play_days(alice, hands=1)
    with at_noon_of(NEXT):
        for count in (list, tallies.catch_up):
            count()
            for since, until, days in PERIODS:
                for level, hands in ((None, days), ("easy", days), ("medium", 0)):
                    found = measures_of(alice, since=since, until=until, level=level)
                    assert found.hands.n == hands, (count, since, until, level)


def counted_rows() -> tuple[list[Any], list[Any]]:
    return played.tallies(), played.leaderboard()


@pytest.mark.postgresql
def test_recounting_a_day_is_idempotent_and_repairs_its_tallies(alice: User) -> None:
    """The same holds after the account has adopted a guest who played on one of its days and on other days."""
    guest = Guest.objects.create()
    play_days(guest, DAYS[1:])
    play_days(alice, DAYS[:2])
    with at_noon_of(NEXT):
        assert tallies.catch_up() == list(DAYS)
        before = counted_rows()
        for day in DAYS:
            tallies.rebuild_day(day=day)
        assert counted_rows() == before
        Tally.objects.filter(day=DAYS[1], level="easy").delete()
        Tally.objects.create(span="day", day=DAYS[1], user=alice, key="twoman", level="gone", measures=before[0][0][-1])
        tallies.rebuild_day(day=DAYS[1])
        assert counted_rows() == before and before[0] and before[1]
        assert tallies.catch_up() == []
        adopt(guest=guest, user=alice)
        after = counted_rows()
        assert not Tally.objects.filter(guest=guest).exists()
        for day in DAYS:
            tallies.rebuild_day(day=day)
    assert counted_rows() == after
    assert LeaderboardRow.objects.get(user=alice).games == 2


def test_recounting_a_past_day_counts_missed_days_too_and_today_is_refused(alice: User) -> None:
    play_days(alice, hands=1)
    with at_noon_of(DAYS[2]), pytest.raises(tallies.NotOver):
        tallies.rebuild_day(day=DAYS[2])
    with at_noon_of(NEXT):
        tallies.rebuild_day(day=DAYS[2])
        assert tallies.counted_until() == DAYS[2]
        assert measures_of(alice).hands.n == len(DAYS)


def test_a_removed_account_loses_its_statistics_but_stays_in_the_site_total(alice: User, bob: User) -> None:
    play_days(alice, DAYS[:2])
    play_days(bob, DAYS[:1])
    with at_noon_of(NEXT):
        tallies.catch_up()
        house = Tally.objects.get(user=None, guest=None, span="day", day=DAYS[0], level="*").measures
        still_played = open_table(alice)
        leave(person=Person(user=alice))
    assert not User.objects.filter(username="alice").exists()
    assert Game.objects.count() == 4
    assert Seat.objects.filter(user=None, guest=None, level="", name="").count() == 3
    assert not Tally.objects.exclude(user=bob).exclude(user=None).exists()
    assert LeaderboardRow.objects.filter(user=bob).exists()
    assert Game.objects.get(code=still_played.code).status == "abandoned"
    with at_noon_of(NEXT):
        tallies.rebuild_day(day=DAYS[0])
    assert Tally.objects.get(user=None, guest=None, span="day", day=DAYS[0], level="*").measures == house


MIXED = (ComputerSeat("expert", "Bruno"), ComputerSeat("normal"), ComputerSeat("normal", "Odile"))
RANKED: list[Any] = [({}, True), ({"variant": "solo"}, True)]
UNRANKED = [{"seating": MIXED}, {"allow_misdeals": True}, {"variant": "custom1", "winning_score": 200}]


@pytest.mark.parametrize(("chosen", "is_ranked"), [*RANKED, *((chosen, False) for chosen in UNRANKED)])
def test_only_standard_variants_against_one_level_are_ranked(
    alice: User, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any], is_ranked: bool
) -> None:
    set_players(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})
    play_on_day(alice, "spades", 0, **chosen)
    assert {line.is_ranked for line in PersonLine.objects.all()} == {is_ranked}
    with at_noon_of(NEXT):
        tallies.catch_up()
    keys = {"spades", f"spades/{chosen.get('variant', 'partner')}"} if is_ranked else set()
    assert {row.key for row in LeaderboardRow.objects.all()} == keys


#: A game and two of its levels, the weaker first. PARTNERS adds the levels of the other seats ("" if all are the
#: weaker one), the level for which the game counts, and the partner’s level.
SPADES, WHIST = ("spades", "normal", "expert"), ("bidwhist", "easy", "hard")
PARTNERS = [
    (SPADES, "", "normal", "normal"),
    (SPADES, "expert normal normal", "normal", "normal"),
    (SPADES, "expert normal expert", "expert", "normal"),
    (SPADES, "normal expert expert", "normal", "expert"),
    (WHIST, "", "easy", "easy"),
    (WHIST, "easy hard hard", "easy", "hard"),
]


@pytest.mark.parametrize(("game", "others", "level", "partner"), PARTNERS)
def test_a_game_counts_for_the_weaker_opponents_level_and_the_partners_level(
    alice: User, monkeypatch: pytest.MonkeyPatch, game: tuple[str, ...], others: str, level: str, partner: str
) -> None:
    key, *known = game
    set_players(monkeypatch, key, dict.fromkeys(known, AnyLegal()))
    seating = tuple(map(ComputerSeat, others.split(), ("Bruno", "", "Odile")))
    play_demo_game(alice, key, level=level, seating=seating, hands=6)
    for line in PersonLine.objects.all():
        company = {mark for mark in line.marks.split() if mark.startswith("with_")}
        assert (line.level, company) == (level, {f"with_{partner}"})
    found = measures_of(alice, key).hands
    assert found.marks[f"with_{partner}"] == found.n > 0
    assert found.marks[f"made@with_{partner}"] == found.marks["made"]


@pytest.mark.parametrize("friend", [1, 2, 3])
def test_a_game_with_another_person_at_any_seat_is_with_people(alice: User, bob: User, friend: int) -> None:
    store_record(misdealt().record(), {0: alice, friend: bob})
    assert set(PersonLine.objects.values_list("level", flat=True)) == {"people"}


def test_counted_renege_calls_equal_those_of_the_scored_hands(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    set_players(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})
    short: dict[str, Any] = {"win_score": 50, "lose_score": -50}
    games: list[dict[str, Any]] = [{}, {"level": "hard"}, {"renege": "table"}, {"all_pass": "redeal", "min_bid": 1}]
    for day, chosen in enumerate(games):
        play_on_day(alice, "bidwhist", day, **({} if day == 1 else short), **chosen)
    hands = [line.game.hands.get(number=line.number) for line in PersonLine.objects.filter(number__gt=0)]
    sheets = [hand.sheet for hand in hands if hand.sheet and "points" in hand.sheet]
    calls = [is_right for sheet in sheets for seat, _book, is_right in sheet["calls"] if seat == 0]
    assert calls
    with at_noon_of(NEXT):
        for until in (None, DAYS[1], DAYS[-1]):
            if until is not None:
                tallies.catch_up(until=until)
            found = measures_of(alice, "bidwhist").hands
            right, wrong = found.total("calls_right"), found.total("calls_wrong")
            assert (right, wrong) == (sum(calls), len(calls) - sum(calls))


sentences = st.builds(
    PersonLine,
    game=st.sampled_from([Game(code="a"), Game(code="b")]),
    number=st.integers(0, 3),
    seat=st.just(0),
    marks=st.sampled_from([" won led finished ", " lost odd finished ", " abandoned ", " tie "]),
    numbers=st.fixed_dictionaries({}, optional={"points": st.integers(-9, 9), "bid": st.integers(0, 2)}).map(
        lambda found: {**found, "tricks": 1, "score": found.get("points", 0)}
    ),
    is_ranked=st.booleans(),
)


@without_deadline
@given(st.lists(st.lists(sentences, max_size=8), min_size=3, max_size=3))
def test_added_parts_equal_a_count_of_the_whole(parts: list[list[PersonLine]]) -> None:
    at_once, added = Measures(), Measures()
    for part in parts:
        own = Measures()
        for line in part:
            own.add_line(line, FIGURES)
            at_once.add_line(line, FIGURES)
        added.add(Measures.from_json(own.as_json()), FIGURES)
    assert added == at_once


@without_deadline
@given(st.lists(st.booleans(), max_size=12), st.integers(0, 12))
def test_a_streak_is_the_longest_run(results: list[bool], cut: int) -> None:
    def streak_of(part: list[bool]) -> Streak:
        found = Streak()
        for yes in part:
            found = found.then(one(yes))
        return found

    longest = max((len(run) for run in "".join("x" if yes else " " for yes in results).split()), default=0)
    assert streak_of(results).best == longest
    assert streak_of(results[:cut]).then(streak_of(results[cut:])) == streak_of(results)


#: Endings of successive games, and the longest streaks of wins and of losses.
STREAKS = {
    "won annulled won": [2, 0],
    "lost annulled annulled lost lost": [0, 3],
    "won abandoned won": [1, 0],
    "won left won": [1, 0],
    "annulled": [0, 0],
}


@pytest.mark.parametrize(("endings", "longest"), STREAKS.items())
def test_abandoned_and_left_games_end_a_streak_and_annulled_games_do_not(endings: str, longest: list[int]) -> None:
    found = Measures()
    for ending in endings.split():
        found.add_line(line_of_game(f" {ending} ", is_ranked=False), FIGURES)
    assert [found.games.streaks.get(name, Streak()).best for name in ("won", "lost")] == longest


def test_the_interval_of_a_rate_is_wilsons() -> None:
    known: dict[tuple[float, int], tuple[float, float]]
    known = {(0, 0): (0, 1), (0, 10): (0, 0.2775), (10, 10): (0.7225, 1), (5, 10): (0.2366, 0.7634)}
    known |= {(4.5, 9): (0.2265, 0.7735), (650, 1000): (0.6199, 0.6789)}
    for (wins, games), interval in known.items():
        assert wilson(wins, games) == pytest.approx(interval, abs=0.0001)
