"""Pages of statistics: whose they are, what they count, what lies behind a number, and that no address breaks them."""

import csv
import re
from datetime import date, timedelta
from html import unescape
from io import StringIO
from random import Random
from urllib.parse import parse_qs

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Preferences, User
from games.models import LeaderboardRow, PersonLine
from games.presenters.statistics import decided
from games.registry import GAMES
from games.services.counting import tallies
from tests.boards.walked import begun, first_legal, walked
from tests.playing import place_for, play_on
from tests.review import quick
from tests.statistics.played import DAYS, NEXT, demo_game, history, on
from tests.views.asking import OLDER, pages_from, read, rows_of

PAGES = (
    "/statistics/",
    "/statistics/hands/",
    "/statistics/games/",
    "/statistics/everybody/",
)
FILES = ("/statistics/statistics.csv", "/statistics/hands.csv")
#: Signing in, who it is and what is liked come first, then what the page reads.
MOST_STATEMENTS = 8


#: What an address asks for, and whether the page says that it left something out.
ASKED = [
    ("", False),
    ("?game=twoman&level=easy&period=all", False),
    ("?game=chess", True),
    ("?game=%00", True),
    ("?game=" + "x" * 5_000, True),
    ("?game=twoman&game=%00", True),
    ("?level=x", True),
    ("?level=%00easy", True),
    ("?level=*", True),
    ("?period=century", True),
    ("?period=%00", True),
    ("?variant=%00", True),
    ("?since=2026-99-99", True),
    ("?since=yesterday", True),
    ("?since=%00", True),
    ("?since=2026-01-01%00", True),
    ("?since=0001-01-01", True),
    ("?until=9999-12-31", True),
    ("?until=99999999999999999999-01-01", True),
    ("?since=-1&until=1e9", True),
    ("?since=2026-12-01&until=2026-01-01", False),
    ("?since=2000-01-01&until=2100-12-31", False),
    ("?since=２０２６-01-01", True),
    ("?mark=%00", True),
    ("?mark=made%00", True),
    ("?mark=%25", True),
    ("?mark=made'--", True),
    ("?mark=" + "a" * 200, True),
    ("?mark=a&mark=b&mark=c&mark=d&mark=e", True),
    ("?mark=nothing", False),
    ("?before=9.9", True),
    ("?before=%00", True),
    ("?before=2026-01-01.%00", True),
    ("?before=2026-13-01.1", True),
    ("?before=2026-01-01." + "9" * 18, False),
    ("?before=2026-01-01." + "9" * 40, True),
    ("?before=9999-12-31.1", False),
    ("?before=0001-01-01.0", False),
    ("?" + "&".join(f"x{n}=1" for n in range(900)), False),
]


@pytest.mark.parametrize(("query", "is_noted"), ASKED)
def test_no_address_breaks_a_page_or_a_file(as_alice: Client, query: str, is_noted: bool) -> None:
    for page in PAGES:
        assert ('class="note"' in read(as_alice, page + query)) == is_noted, page
    for file in FILES:
        answer = as_alice.get(file + query)
        assert answer.status_code == 200
        assert b"".join(answer).startswith((b"\xef\xbb\xbfsection,figure", b"\xef\xbb\xbfday,game"))


@pytest.mark.usefixtures("tomorrow")
def test_the_files_numbers_are_plain_in_every_language(as_alice: Client, alice: User) -> None:
    history(alice)
    asked, columns = f"{FILES[0]}?game=twoman&period=all", dict[str, list[tuple[str, str]]]()
    for language in ("en", "de"):
        told = as_alice.get(asked, headers={"Accept-Language": language}).content
        assert told.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(StringIO(told.decode("utf-8-sig"))))
        columns[language] = [(row["value"], row["of"]) for row in rows]
        labels = [row["figure"] for row in rows]
    assert columns["en"] == columns["de"] and len(set(labels)) > 20
    every = [number for pair in columns["en"] for number in pair]
    assert all(number == "" or re.fullmatch(r"-?\d+(\.\d+)?", number) for number in every)
    assert any(number.startswith("-") for number in every) and any("." in number for number in every)


@pytest.mark.usefixtures("tomorrow")
def test_the_file_has_what_was_made_and_of_how_many_and_times_in_seconds(as_alice: Client, alice: User) -> None:
    history(alice)
    told = rows_of(as_alice, f"{FILES[0]}?game=twoman&period=all")
    rows = {(row["section"], row["figure"]): row for row in told}
    hands = list(PersonLine.objects.filter(number__gt=0, key="twoman"))
    made, failed = (sum(f" {mark} " in one.marks for one in hands) for mark in ("made", "overbid"))
    for name, many in (("bids made", made), ("overbid", failed)):
        assert (rows["Bids", name]["value"], rows["Bids", name]["of"]) == (str(many), str(made + failed))
    mean = sum(one.numbers["seconds"] for one in hands) / len(hands)
    assert float(rows["Games", "time of a hand"]["value"]) == pytest.approx(mean, abs=0.001)
    assert float(rows["Games", "worst hand"]["value"]) == min(
        one.numbers["points"] for one in hands if "points" in one.numbers
    )


@pytest.mark.parametrize("key", GAMES)
def test_of_a_game_the_file_has_the_numbers_that_it_names(as_alice: Client, alice: User, key: str) -> None:
    """A duel tells what damage was taken, and the column of that name is the tricks of a contract."""
    demo_game(alice, key, hands=3)
    for row in rows_of(as_alice, FILES[1]):
        told = {name for name, value in row.items() if value} - {"day", "game", "code", "hand", "level"}
        assert told - {"marks"} <= set(GAMES[key].figures.numbers.split())


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("page", ["", "decisions/"])
def test_where_nothing_is_all_time_is_of_the_same_game(as_alice: Client, alice: User, page: str) -> None:
    demo_game(alice, "cardduel", date(2026, 1, 2))
    demo_game(alice, day=DAYS[-1], hands=1)
    asked = f"/statistics/{page}?game=cardduel&level=easy&since=2026-10-01&mark=led"
    href = re.findall(r'href="([^"]+)">All time<', read(as_alice, asked))[0]
    assert parse_qs(unescape(href)[1:]) == {"game": ["cardduel"], "level": ["easy"], "period": ["all"], "mark": ["led"]}


def test_a_stranger_sees_nothing_of_it(as_charlie: Client, client: Client, alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(1), hands=2)
    for somebody in (as_charlie, client):
        assert "Nothing to count yet" in read(somebody, "/statistics/?period=all")
        assert "None in this period" in read(somebody, "/statistics/hands/?period=all")
        assert somebody.get(f"/statistics/games/{place.code}/").status_code == 404
    assert client.get("/statistics/hands.csv").status_code == 404


def test_somebody_who_has_played_sees_figures(as_alice: Client, alice: User) -> None:
    play_on(place_for(alice), Random(1), hands=3)
    shown = read(as_alice, "/statistics/")
    assert "Nothing to count yet" not in shown
    assert 'class="chart"' in shown


# -- what lies behind ----------------------------------------------------------------------------------

FIGURE = re.compile(r'<dt>([^<]+?) ?(?:<span.*?</span>)?</dt><dd><a href="(/statistics/\w+/(?:\?[^"]*)?)">(\d+)</a>')
CELL = re.compile(r'<td class="r"><a href="(/statistics/\w+/\?[^"]*)">(\d+)</a>')
#: Numbers that count something else than the lines behind them.
NO_COUNTS = {"most won in a row", "most lost in a row", "bags in all", "favourite bid"}


def behind(client: Client, address: str) -> int:
    """Lines on all pages from this one on."""
    return sum(shown.count('<th scope="row"><a href=') for shown in pages_from(client, address, OLDER))


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize(
    ("query", "until"),
    [
        ("?period=all", None),
        ("?period=all", DAYS[1]),
        (f"?since={DAYS[1]}&until={DAYS[3]}", DAYS[2]),
        ("?period=all&level=easy", DAYS[-1]),
    ],
)
def test_each_count_leads_to_as_many_lines(as_alice: Client, alice: User, query: str, until: date | None) -> None:
    history(alice, DAYS[:2])
    history(alice, DAYS[2:], level="medium", hands=4)
    if until is not None:
        tallies.catch_up(until=until)
    shown = read(as_alice, "/statistics/" + query)
    counts = {(href, count) for label, href, count in FIGURE.findall(shown) if label not in NO_COUNTS}
    counts |= set(CELL.findall(shown))
    assert len(counts) > 10
    for href, count in counts:
        assert behind(as_alice, unescape(href)) == int(count), href


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("is_counted", [False, True])
def test_counts_of_games_with_people_lead_to_these_alone(as_alice: Client, alice: User, is_counted: bool) -> None:
    history(alice, DAYS[:2])
    history(alice, DAYS[2:], level="medium", hands=4)
    PersonLine.objects.filter(level="medium").update(level="people")
    if is_counted:
        tallies.catch_up(until=DAYS[-1])
    counts = [(unescape(one), int(n)) for one, n in CELL.findall(read(as_alice, "/statistics/?period=all"))]
    counts = [(href, count) for href, count in counts if "level=people" in href]
    assert counts
    for href, count in counts:
        assert behind(as_alice, href) == count, href
        assert '<option value="people" selected>people</option>' in read(as_alice, href)
    assert '"people"' not in read(as_alice, "/statistics/everybody/"), "they never rank"


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("is_counted", [False, True])
@pytest.mark.parametrize("page", ["", "decisions/"])
def test_levels_stand_from_the_weakest_on_and_people_below_them(
    as_alice: Client, alice: User, page: str, is_counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order they were played, and wherever there is a row for each of them."""
    monkeypatch.setattr(decided, "FEW", 0)
    for level, day in (("people", DAYS[0]), ("medium", DAYS[1]), ("easy", DAYS[2]), ("casual", DAYS[3])):
        demo_game(alice, day=day, seed=level, hands=4)
        PersonLine.objects.filter(day=day).update(level=level)
    quick.review_all()
    if is_counted:
        tallies.catch_up(until=DAYS[-1])
    shown = read(as_alice, f"/statistics/{page}?period=all")
    start = shown.index("By the level of the other side")
    rows = re.findall(r'<th scope="row">([^<]+)</th>', shown[start : shown.index("</table>", start)])
    assert rows == ["easy", "casual", "medium", "people"]


@pytest.mark.usefixtures("tomorrow")
def test_every_number_of_a_table_leads_on(as_alice: Client, alice: User) -> None:
    history(alice)
    shown = read(as_alice, "/statistics/?period=all")
    tables = re.findall(r'<section class="panel" aria-labelledby="by-[^>]*>(.*?)</section>', shown, re.DOTALL)
    assert len(tables) == 2
    for table in tables:
        bare = set(re.findall(r'<td class="r">([^<]+)</td>', table))
        assert bare <= {"0", "0%", "–"}


# -- few statements, whatever the history ------------------------------------------------------------------


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("page", [*PAGES, "/statistics/statistics.csv"])
def test_few_statements_whatever_the_history(as_alice: Client, alice: User, bob: User, page: str) -> None:
    for days in (DAYS[-1:], [date(2025, 1, 1) + timedelta(days=9 * n) for n in range(9)], [NEXT] * 3):
        history(alice, days, hands=1)
        tallies.catch_up()
        LeaderboardRow.objects.all().delete()
        LeaderboardRow.objects.bulk_create(leaderboard_row(user) for user in (alice, bob))
        for query in ("", "?period=all", "?period=all&level=easy&mark=made"):
            with CaptureQueriesContext(connection) as asked:
                b"".join(as_alice.get(page + query))
            assert len(asked) <= MOST_STATEMENTS, (days, query)


def leaderboard_row(user: User, *, games: int = 30, wins: int = 20) -> LeaderboardRow:
    return LeaderboardRow(
        user=user, key="twoman", level="easy", games=games, wins=wins, ties=1, streak=4, rate=wins / games
    )


# -- everybody's ---------------------------------------------------------------------------------------


def test_a_house_that_was_never_counted_says_so(as_bob: Client) -> None:
    assert "Counted each night; nothing is counted yet." in read(as_bob, "/statistics/everybody/")


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("twoman", {"games played", "hands", "tricks taken by people", "bids made"}),
        ("bidwhist", {"games played", "hands", "bids made"}),
        ("cardduel", {"duels played"}),
    ],
)
def test_a_house_tells_of_a_game_what_it_has(as_bob: Client, alice: User, key: str, known: set[str]) -> None:
    day = DAYS[-1]
    for seed in range(3):
        demo_game(alice, key, day, seed=seed)
    with on(day + timedelta(days=1)):
        tallies.catch_up()
    shown = read(as_bob, f"/statistics/everybody/?game={key}")
    told = set(re.findall(r"<dt>([^<]+)</dt>", shown))
    assert "time at the table" in told
    assert told & {"games played", "duels played", "hands", "tricks taken by people", "bids made"} == known


@pytest.mark.parametrize(
    ("games", "shows_name", "row"),
    [(30, True, "alice"), (30, False, "a player"), (30, None, "a player"), (19, True, None)],
)
def test_a_leaderboard_names_whoever_wants_it(
    as_bob: Client, alice: User, games: int, shows_name: bool | None, row: str | None
) -> None:
    if shows_name is not None:
        Preferences.objects.create(user=alice, shows_name=shows_name)
    leaderboard_row(alice, games=games, wins=10).save()
    shown = read(as_bob, "/statistics/everybody/?level=easy")
    rows = re.findall(r"<td>\d+</td><th scope=\"row\">([^<]+)</th>", shown)
    assert rows == ([row] if row else [])
    assert ("alice" in shown) == bool(shows_name)


def test_who_are_level_on_a_leaderboard_share_a_place(as_bob: Client, alice: User, bob: User, charlie: User) -> None:
    """The next one stands behind all of them: a place is one more than there are people ahead."""
    dora, erin = (User.objects.create_user(name) for name in ("dora", "erin"))
    wins = {alice: 20, bob: 25, charlie: 20, dora: 12, erin: 20}
    for user, won in wins.items():
        Preferences.objects.create(user=user, shows_name=True)
        leaderboard_row(user, wins=won).save()
    shown = read(as_bob, "/statistics/everybody/?level=easy")
    rows = re.findall(r"<td>(\d+)</td><th scope=\"row\">([^<]+)</th>", shown)
    ahead = {user.username: 1 + sum(other > won for other in wins.values()) for user, won in wins.items()}
    assert (
        {name: int(place) for place, name in rows}
        == ahead
        == {"bob": 1, "alice": 2, "charlie": 2, "erin": 2, "dora": 5}
    )


# -- few games, and which ------------------------------------------------------------------------------


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("key", ["cardduel", "twoman", "spades"])
def test_it_opens_on_the_game_played_last(as_alice: Client, alice: User, key: str) -> None:
    for place, other in enumerate(("twoman", "cardduel", key)):
        demo_game(alice, other, DAYS[-1] - timedelta(days=3 - place), hands=3)
    for page in PAGES:
        assert f'<option value="{key}" selected>' in read(as_alice, page)
        assert '<option value="bidwhist" selected>' in read(as_alice, f"{page}?game=bidwhist")


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize(("games", "is_few"), [(1, True), (9, True), (10, False)])
def test_few_games_have_three_figures_and_a_sentence(as_alice: Client, alice: User, games: int, is_few: bool) -> None:
    for seed in range(games):
        demo_game(alice, "cardduel", DAYS[-1], seed=seed, hands=3)
    shown = read(as_alice, "/statistics/?period=all")
    assert ("too few to tell skill from luck" in shown) == ("facts--three" in shown) == is_few
    assert ("in 95 of 100 cases" in shown) == (not is_few)
    tiles = re.findall(r"<dd>(?:<a[^>]*>)?([^<]+)", shown)
    assert not is_few or not {"0", "0%", "–"} & set(tiles[3:])


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize(
    ("key", "own", "name"),
    [("twoman", "You", "Marta"), ("cardduel", "You", "Marta"), ("spades", "Your side", "Bruno and Odile")],
)
def test_a_chart_names_who_sat_on_either_side(as_alice: Client, alice: User, key: str, own: str, name: str) -> None:
    demo_game(alice, key, DAYS[-1], hands=3)
    shown = read(as_alice, f"/statistics/?game={key}")
    assert f"<i></i>{own}</span>" in shown
    assert f'<i class="set"></i>{name}</span>' in shown and "Other side" not in shown
    course = read(as_alice, re.findall(r'href="(/statistics/games/\w+/)"', shown)[0])
    assert f'<i class="set"></i>{name}</span>' in course
    assert set(re.findall(r'class="line (\w+)"', course)) == {"you", "other"}


@pytest.mark.usefixtures("tomorrow")
def test_a_duel_is_told_in_its_own_words(as_alice: Client, alice: User) -> None:
    for seed in range(3):
        demo_game(alice, "cardduel", DAYS[-1], seed=seed, hands=3)
    for page in PAGES:
        main = read(as_alice, f"{page}?game=cardduel").partition("<main")[2].partition("</form>")[2]
        words = re.sub(r"<[^>]+>", " ", main).casefold()
        assert not re.search(r"points a hand|average score|best hand|hands a game|\bpoints\b(?<!hit points)", words), (
            page
        )
    course = read(as_alice, re.findall(r'href="(/statistics/games/\w+/)"', read(as_alice, "/statistics/"))[0])
    assert "Hit points by round" in course and re.search(r'<th scope="col">Round</th>', course)


@pytest.mark.usefixtures("noon", "easy_boards")
def test_boards_are_neither_won_nor_lost(as_alice: Client, alice: User) -> None:
    walked(begun(alice, "cardduel"), first_legal)
    page = read(as_alice, "/statistics/")
    assert "Nothing has been won or lost here yet, boards of the day aside" in page
