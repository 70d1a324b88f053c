"""Adding up: the same rows after any number of nights, and the same figures as the hands themselves."""

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
from games.rates import wilson
from games.registry import GAMES
from games.statistics import pages, tallies
from games.statistics.drawn import Link, Row, tabled
from games.statistics.left_open import LeaderboardKey
from games.statistics.measures import Measures, Streak, one
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.statistics.reading import Aggregate, Stretch
from games.table import opening
from games.table.models import Game, Seat
from games.twoman.figures import FIGURES
from tests.play import open_table, set_players
from tests.records.played import misdealt
from tests.records.stored import stored
from tests.statistics import played
from tests.statistics.played import DAYS, NEXT, demo_game, game_of_a_day, history, on, whole

#: On a crowded machine what is made by lot is made slowly, which says nothing about the code; the same in every run.
at_any_pace = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("key", GAMES)
def test_a_game_given_up_is_ahead_behind_or_level(alice: User, key: str) -> None:
    """Even before its first deal, when no seat has a score."""
    opening.abandon(place=open_table(alice, key))
    assert set(PersonLine.objects.get().marks.split()) >= {"abandoned", "level"}
    before = played.lines()
    call_command("rebuild_projections")
    assert played.lines() == before


def line_of_game(marks: str, **fields: Any) -> PersonLine:
    """Return an unsaved line of a whole game."""
    return PersonLine(game=Game(code="abc"), number=0, seat=0, marks=marks, **fields)


@pytest.mark.parametrize(("games", "won"), [(("won", "tie"), 1.5), (("tie", "lost", "tie"), 1.0), (("lost",), 0.0)])
def test_a_tie_is_half_a_win_on_the_page_and_on_the_leaderboard(games: tuple[str, ...], won: float) -> None:
    measures, numbers = Measures(), {"score": 1, "other": 1, "hands": 1}
    for ending in games:
        measures.add_line(line_of_game(f" {ending} finished led ", numbers=numbers), FIGURES)
    ranked = tallies._leaderboard_row(LeaderboardKey(1, "twoman", "easy"), measures.games, 0)
    page = pages.personal("twoman", Aggregate(Stretch("twoman"), totals={Tally.ALL: measures}), {})
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


@pytest.mark.postgresql
def test_a_stretch_holds_its_days_and_no_others(alice: User) -> None:
    history(alice, hands=1)
    with on(NEXT):
        for count in (list, tallies.catch_up):
            count()
            for since, until, days in STRETCHES:
                for level, hands in ((None, days), ("easy", days), ("medium", 0)):
                    found = whole(alice, since=since, until=until, level=level)
                    assert found.hands.n == hands, (count, since, until, level)


def counted() -> tuple[list[Any], list[Any]]:
    return played.tallies(), played.leaderboard()


@pytest.mark.postgresql
def test_a_day_counted_again_is_the_same_and_mends_what_is_wrong_there(alice: User) -> None:
    """Also once a guest who has played on one of those days has become the account."""
    guest = Guest.objects.create()
    history(guest, DAYS[1:])
    history(alice, DAYS[:2])
    with on(NEXT):
        assert tallies.catch_up() == list(DAYS)
        before = counted()
        for day in DAYS:
            tallies.rebuild_day(day=day)
        assert counted() == before
        Tally.objects.filter(day=DAYS[1], level="easy").delete()
        Tally.objects.create(span="day", day=DAYS[1], user=alice, key="twoman", level="gone", measures=before[0][0][-1])
        tallies.rebuild_day(day=DAYS[1])
        assert counted() == before and before[0] and before[1]
        assert tallies.catch_up() == []
        adopt(guest=guest, user=alice)
        after = counted()
        assert not Tally.objects.filter(guest=guest).exists()
        for day in DAYS:
            tallies.rebuild_day(day=day)
    assert counted() == after
    assert LeaderboardRow.objects.get(user=alice).games == 2


def test_a_day_that_is_over_brings_missed_nights_along_and_one_that_goes_on_cannot_be_counted(alice: User) -> None:
    history(alice, hands=1)
    with on(DAYS[2]), pytest.raises(tallies.NotOver):
        tallies.rebuild_day(day=DAYS[2])
    with on(NEXT):
        tallies.rebuild_day(day=DAYS[2])
        assert tallies.counted_until() == DAYS[2]
        assert whole(alice).hands.n == len(DAYS)


def test_who_leaves_leaves_games_and_takes_the_rest(alice: User, bob: User) -> None:
    history(alice, DAYS[:2])
    history(bob, DAYS[:1])
    with on(NEXT):
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
    with on(NEXT):
        tallies.rebuild_day(day=DAYS[0])
    assert Tally.objects.get(user=None, guest=None, span="day", day=DAYS[0], level="*").measures == house


MIXED = (ComputerSeat("expert", "Bruno"), ComputerSeat("normal"), ComputerSeat("normal", "Odile"))
RANKED: list[Any] = [({}, True), ({"variant": "solo"}, True)]
UNRANKED = [{"seating": MIXED}, {"allow_misdeals": True}, {"variant": "custom1", "winning_score": 200}]


@pytest.mark.parametrize(("chosen", "is_ranked"), [*RANKED, *((chosen, False) for chosen in UNRANKED)])
def test_a_variant_as_it_is_against_one_level_is_ranked(
    alice: User, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any], is_ranked: bool
) -> None:
    set_players(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})
    game_of_a_day(alice, "spades", 0, **chosen)
    assert {line.is_ranked for line in PersonLine.objects.all()} == {is_ranked}
    with on(NEXT):
        tallies.catch_up()
    keys = {"spades", f"spades/{chosen.get('variant', 'partner')}"} if is_ranked else set()
    assert {row.key for row in LeaderboardRow.objects.all()} == keys


#: The levels at each game, the weaker one first; the levels of the others, the one that counts and the partner’s.
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
def test_a_game_is_of_the_weaker_level_of_the_others_and_of_the_partners(
    alice: User, monkeypatch: pytest.MonkeyPatch, game: tuple[str, ...], others: str, level: str, partner: str
) -> None:
    key, *known = game
    set_players(monkeypatch, key, dict.fromkeys(known, AnyLegal()))
    seating = tuple(map(ComputerSeat, others.split(), ("Bruno", "", "Odile")))
    demo_game(alice, key, level=level, seating=seating, hands=6)
    for line in PersonLine.objects.all():
        company = {mark for mark in line.marks.split() if mark.startswith("with_")}
        assert (line.level, company) == (level, {f"with_{partner}"})
    found = whole(alice, key).hands
    assert found.marks[f"with_{partner}"] == found.n > 0
    assert found.marks[f"made@with_{partner}"] == found.marks["made"]


@pytest.mark.parametrize("friend", [1, 2, 3])
def test_a_game_with_a_friend_at_any_seat_is_one_with_people(alice: User, bob: User, friend: int) -> None:
    stored(misdealt().record(), {0: alice, friend: bob})
    assert set(PersonLine.objects.values_list("level", flat=True)) == {"people"}


def test_calls_of_reneges_agree_with_the_sheets(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    set_players(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})
    short: dict[str, Any] = {"win_score": 50, "lose_score": -50}
    games: list[dict[str, Any]] = [{}, {"level": "hard"}, {"renege": "table"}, {"all_pass": "redeal", "min_bid": 1}]
    for day, chosen in enumerate(games):
        game_of_a_day(alice, "bidwhist", day, **({} if day == 1 else short), **chosen)
    hands = [line.game.hands.get(number=line.number) for line in PersonLine.objects.filter(number__gt=0)]
    sheets = [hand.sheet for hand in hands if hand.sheet and "points" in hand.sheet]
    calls = [is_right for sheet in sheets for seat, _book, is_right in sheet["calls"] if seat == 0]
    assert calls
    with on(NEXT):
        for until in (None, DAYS[1], DAYS[-1]):
            if until is not None:
                tallies.catch_up(until=until)
            found = whole(alice, "bidwhist").hands
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


@at_any_pace
@given(st.lists(st.lists(sentences, max_size=8), min_size=3, max_size=3))
def test_parts_add_up_to_the_whole(parts: list[list[PersonLine]]) -> None:
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


#: Endings of games in a row, and the most that were won and lost in a row.
ROWS = {
    "won annulled won": [2, 0],
    "lost annulled annulled lost lost": [0, 3],
    "won abandoned won": [1, 0],
    "won left won": [1, 0],
    "annulled": [0, 0],
}


@pytest.mark.parametrize(("endings", "longest"), ROWS.items())
def test_an_annulled_game_ends_no_row_of_games(endings: str, longest: list[int]) -> None:
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
