"""Pages and files of statistics: access, counts, words, leaderboards, query strings and SQL queries."""

import csv
import re
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Preferences, User
from games.bots.base import AnyLegal
from games.registry import GAMES
from games.reviews import decided_page
from games.statistics import pages, tallies
from games.statistics.models import LeaderboardRow, PersonLine
from games.table.models import Seat
from tests.asking import between, read, rows_of
from tests.boards.walked import begin_board, first_legal, play_board
from tests.play import set_players
from tests.reviews import quick
from tests.statistics.played import DAYS, NEXT, at_noon_of, play_days, play_demo_game

pytestmark = pytest.mark.usefixtures("tomorrow")
PAGES = ("/statistics/", "/statistics/hands/", "/statistics/games/", "/statistics/everybody/")
FILES = ("/statistics/statistics.csv", "/statistics/hands.csv")
#: Maximum number of SQL queries per request, including those for the session and the user.
MOST_QUERIES = 8

#: Query strings that are valid or have only unknown parameters.
VALID_QUERIES = ["x", "game=twoman&level=easy&period=all", "mark=nothing", "since=2026-12-01&until=2026-01-01"]
VALID_QUERIES += ["since=2000-01-01&until=2100-12-31", "before=9999-12-31.1", "before=0001-01-01.0"]
VALID_QUERIES += ["&".join(f"x{n}=1" for n in range(900)), "before=2026-01-01." + "9" * 18]
#: Invalid values of each parameter, separated by blanks. The page ignores them and shows a note.
INVALID_VALUES = {
    "game": "chess %00 twoman&game=%00 " + "x" * 5_000,
    "level": "x %00easy *",
    "period": "century %00",
    "variant": "%00",
    "since": "2026-99-99 yesterday %00 2026-01-01%00 0001-01-01 -1&until=1e9 ２０２６-01-01",
    "until": "9999-12-31 99999999999999999999-01-01",
    "mark": "%00 made%00 %25 made'-- a&mark=b&mark=c&mark=d&mark=e " + "a" * 200,
    "before": "9.9 %00 2026-01-01.%00 2026-13-01.1 2026-01-01." + "9" * 40,
}
#: All query strings, and every fifth for pages with the same parsing.
QUERIES = [*VALID_QUERIES, *(f"{name}={value}" for name, values in INVALID_VALUES.items() for value in values.split())]
SOME_QUERIES = QUERIES[::5]


@pytest.mark.parametrize(
    ("page", "asked"), [(page, QUERIES if page.endswith("hands/") else SOME_QUERIES) for page in PAGES]
)
def test_no_query_breaks_a_page(as_alice: Client, page: str, asked: list[str]) -> None:
    for query in asked:
        assert ('class="note"' in read(as_alice, f"{page}?{query}")) == (query not in VALID_QUERIES), query


@pytest.mark.parametrize(("file", "head"), list(zip(FILES, ("section,figure", "day,game"), strict=True)))
def test_no_query_breaks_a_file(as_alice: Client, file: str, head: str) -> None:
    for query in SOME_QUERIES:
        answer = as_alice.get(f"{file}?{query}")
        assert answer.status_code == 200
        assert b"".join(answer).startswith(b"\xef\xbb\xbf" + head.encode()), query


def test_the_file_has_the_same_plain_numbers_in_every_language(as_alice: Client, alice: User) -> None:
    """A share has its numerator and denominator in two columns; times are in seconds."""
    play_days(alice)
    asked, columns = f"{FILES[0]}?game=twoman&period=all", dict[str, list[tuple[str, str]]]()
    for language in ("de", "en"):
        content = as_alice.get(asked, headers={"Accept-Language": language}).content
        assert content.startswith(b"\xef\xbb\xbf")
        figures = list(csv.DictReader(StringIO(content.decode("utf-8-sig"))))
        columns[language] = [(row["value"], row["of"]) for row in figures]
    assert columns["en"] == columns["de"] and len({row["figure"] for row in figures}) > 20
    every = [number for pair in columns["en"] for number in pair]
    assert all(number == "" or re.fullmatch(r"-?\d+(\.\d+)?", number) for number in every)
    assert any(number.startswith("-") for number in every) and any("." in number for number in every)

    rows = {(row["section"], row["figure"]): row for row in figures}
    hands = list(PersonLine.objects.filter(number__gt=0, key="twoman"))
    made, failed = (sum(f" {mark} " in one.marks for one in hands) for mark in ("made", "overbid"))
    for name, many in (("bids made", made), ("overbid", failed)):
        assert (rows["Bids", name]["value"], rows["Bids", name]["of"]) == (str(many), str(made + failed))
    mean = sum(one.numbers["seconds"] for one in hands) / len(hands)
    worst = min(one.numbers["points"] for one in hands if "points" in one.numbers)
    assert float(rows["Games", "time per hand"]["value"]) == pytest.approx(mean, abs=0.001)
    assert float(rows["Games", "worst hand"]["value"]) == worst


@pytest.mark.parametrize("key", GAMES)
def test_the_file_of_hands_has_only_numbers_of_its_game(as_alice: Client, alice: User, key: str) -> None:
    """For example, `taken` is damage in Card Duel, but tricks or books of a contract in Spades and Bid Whist."""
    play_demo_game(alice, key, hands=3)
    for row in rows_of(as_alice, FILES[1]):
        filled = {name for name, value in row.items() if value} - {"day", "game", "code", "hand", "level"}
        assert filled - {"marks"} <= set(GAMES[key].figures.numbers.split())


def test_an_empty_period_links_to_all_time_with_the_same_filters(as_alice: Client, alice: User) -> None:
    play_demo_game(alice, "cardduel", date(2026, 1, 2))
    play_demo_game(alice, day=DAYS[-1], hands=1)
    asked = "game=cardduel&level=easy&since=2026-10-01&mark=led"
    for page in ("", "decisions/"):
        (href,) = re.findall(r'href="([^"]+)">All time<', read(as_alice, f"/statistics/{page}?{asked}"))
        same = {"game": ["cardduel"], "level": ["easy"], "period": ["all"], "mark": ["led"]}
        assert parse_qs(unescape(href)[1:]) == same


def test_a_stranger_sees_no_statistics_of_others(as_charlie: Client, client: Client, alice: User) -> None:
    game = play_demo_game(alice, hands=2)
    for visitor in (as_charlie, client):
        assert "Nothing to count yet" in read(visitor, "/statistics/?period=all")
        assert "None in this period" in read(visitor, "/statistics/hands/?period=all")
        assert visitor.get(f"/statistics/games/{game.code}/").status_code == 404
    assert client.get("/statistics/hands.csv").status_code == 404


def test_levels_are_listed_from_the_weakest_with_people_last(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided_page, "FEW", 0)
    for level, day in (("people", DAYS[0]), ("medium", DAYS[1]), ("easy", DAYS[2]), ("casual", DAYS[3])):
        play_demo_game(alice, day=day, seed=level, hands=4)
        PersonLine.objects.filter(day=day).update(level=level)
    quick.review_all()
    for count in (list, tallies.catch_up):
        count()
        for page in ("", "decisions/"):
            shown = read(as_alice, f"/statistics/{page}?period=all")
            rows = between(shown, "By opponent level", "</table>")
            assert re.findall(r'<th scope="row">([^<]+)</th>', rows) == ["easy", "casual", "medium", "people"]
    shown = read(as_alice, "/statistics/?period=all")
    people = re.findall(r'href="(/statistics/\w+/\?[^"]*level=people[^"]*)"', shown)[0]
    assert '<option value="people" selected>people</option>' in read(as_alice, unescape(people))
    assert '"people"' not in read(as_alice, "/statistics/everybody/")


@pytest.mark.postgresql
def test_pages_take_few_queries_for_any_history(as_alice: Client, alice: User, bob: User) -> None:
    for days in (DAYS[-1:], [date(2025, 1, 1) + timedelta(days=9 * n) for n in range(9)], [NEXT] * 3):
        play_days(alice, days, hands=1)
        tallies.catch_up()
        LeaderboardRow.objects.all().delete()
        LeaderboardRow.objects.bulk_create(leaderboard_row(user) for user in (alice, bob))
        for page in (*PAGES, "/statistics/statistics.csv"):
            for query in ("", "?period=all", "?period=all&level=easy&mark=made"):
                with CaptureQueriesContext(connection) as asked:
                    b"".join(as_alice.get(page + query))
                assert len(asked) <= MOST_QUERIES, (days, page, query)


def leaderboard_row(user: User, *, games: int = 30, wins: int = 20) -> LeaderboardRow:
    measured = {"games": games, "wins": wins, "ties": 1, "streak": 4, "rate": wins / games}
    return LeaderboardRow(user=user, key="twoman", level="easy", **measured)


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("twoman", {"games played", "hands", "tricks taken by people", "bids made"}),
        ("bidwhist", {"games played", "hands", "bids made"}),
        ("cardduel", {"duels played"}),
    ],
)
def test_statistics_of_all_players_show_the_figures_of_the_game(
    as_bob: Client, alice: User, key: str, known: set[str]
) -> None:
    assert "Updated every night; nothing yet." in read(as_bob, "/statistics/everybody/")
    for seed in range(3):
        play_demo_game(alice, key, DAYS[-1], seed=seed)
    with at_noon_of(NEXT):
        tallies.catch_up()
    shown = read(as_bob, f"/statistics/everybody/?game={key}")
    labels = set(re.findall(r"<dt>([^<]+)</dt>", shown))
    assert "time at the table" in labels
    assert labels & {"games played", "duels played", "hands", "tricks taken by people", "bids made"} == known


@pytest.mark.parametrize(
    ("games", "shows_name", "row"),
    [(30, True, "alice"), (30, False, "a player"), (30, None, "a player"), (19, True, None)],
)
def test_a_leaderboard_names_only_players_who_show_their_name(
    as_bob: Client, alice: User, games: int, shows_name: bool | None, row: str | None
) -> None:
    if shows_name is not None:
        Preferences.objects.create(user=alice, shows_name=shows_name)
    leaderboard_row(alice, games=games, wins=10).save()
    shown = read(as_bob, "/statistics/everybody/?level=easy")
    rows = re.findall(r"<td>\d+</td><th scope=\"row\">([^<]+)</th>", shown)
    assert rows == ([row] if row else [])
    assert ("alice" in shown) == bool(shows_name)


def test_players_who_are_level_on_a_leaderboard_share_a_place(
    as_bob: Client, alice: User, bob: User, charlie: User
) -> None:
    """A place is one more than the number of players with a higher rate."""
    dora, erin = (User.objects.create_user(name) for name in ("dora", "erin"))
    wins = {alice: 20, bob: 25, charlie: 20, dora: 12, erin: 20}
    for user, won in wins.items():
        Preferences.objects.create(user=user, shows_name=True)
        leaderboard_row(user, wins=won).save()
    shown = read(as_bob, "/statistics/everybody/?level=easy")
    rows = re.findall(r"<td>(\d+)</td><th scope=\"row\">([^<]+)</th>", shown)
    assert {name: int(place) for place, name in rows} == {"bob": 1, "alice": 2, "charlie": 2, "erin": 2, "dora": 5}


@pytest.mark.parametrize("key", ["cardduel", "twoman", "spades"])
def test_pages_open_with_the_game_played_last(as_alice: Client, alice: User, key: str) -> None:
    for place, other in enumerate(("twoman", "cardduel", key)):
        play_demo_game(alice, other, DAYS[-1] - timedelta(days=3 - place), hands=3)
    for page in PAGES:
        assert f'<option value="{key}" selected>' in read(as_alice, page)
        assert '<option value="bidwhist" selected>' in read(as_alice, f"{page}?game=bidwhist")


def test_few_games_have_three_figures_and_a_sentence(as_alice: Client, alice: User) -> None:
    for games in range(1, 11):
        play_demo_game(alice, "cardduel", DAYS[-1], seed=games, hands=3)
        if games in (1, 9, 10):
            shown, is_few = read(as_alice, "/statistics/?period=all"), games < 10
            assert ("too early to tell skill from luck" in shown) == ("facts--three" in shown) == is_few
            assert ("in 95 of 100 cases" in shown) == (not is_few)
            tiles = re.findall(r"<dd>(?:<a[^>]*>)?([^<]+)", shown)
            assert not is_few or not {"0", "0%", "–"} & set(tiles[3:])


#: By game: names of both sides. In Bid Whist the second seat is that of a removed account.
SIDES = {"twoman": ("You", "Marta"), "cardduel": ("You", "Marta"), "spades": ("Your side", "Bruno and Odile")}
SIDES["bidwhist"] = ("Your side", "Player 2 and Odile")


@pytest.mark.parametrize(("key", "sides"), SIDES.items())
def test_a_chart_names_the_players_of_both_sides(
    as_alice: Client, alice: User, key: str, sides: tuple[str, str]
) -> None:
    own, name = sides
    game = play_demo_game(alice, key, DAYS[-1], hands=3)
    if key == "bidwhist":
        Seat.objects.filter(game=game, number=1).update(level="", name="")
    shown = read(as_alice, f"/statistics/?game={key}")
    assert f"<i></i>{own}</span>" in shown
    assert f'<i class="set"></i>{name}</span>' in shown and "Other side" not in shown
    course = read(as_alice, re.findall(r'href="(/statistics/games/\w+/)"', shown)[0])
    assert f'<i class="set"></i>{name}</span>' in course
    assert set(re.findall(r'class="line (\w+)"', course)) == {"you", "other"}


def test_pages_of_a_duel_use_its_own_words(as_alice: Client, alice: User) -> None:
    for seed in range(3):
        play_demo_game(alice, "cardduel", DAYS[-1], seed=seed, hands=3)
    for page in PAGES:
        main = read(as_alice, f"{page}?game=cardduel").partition("<main")[2].partition("</form>")[2]
        words = re.sub(r"<[^>]+>", " ", main).casefold()
        foreign = r"points per hand|average score|best hand|hands per game|\bpoints\b(?<!hit points)"
        assert not re.search(foreign, words), page
    course = read(as_alice, re.findall(r'href="(/statistics/games/\w+/)"', read(as_alice, "/statistics/"))[0])
    assert "Hit points by round" in course and re.search(r'<th scope="col">Round</th>', course)


@pytest.mark.usefixtures("noon", "easy_boards")
def test_boards_are_neither_won_nor_lost(as_alice: Client, alice: User) -> None:
    play_board(begin_board(alice, "cardduel"), first_legal)
    page = read(as_alice, "/statistics/")
    assert "No game won or lost here yet, apart from boards of the day" in page


RENEGES = ("strict", "table", "strict", "strict")
#: By game: the level of the bots, and the options of each day’s game.
GAMES_OF_FOUR: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "spades": ("normal", [{}, {"variant": "solo"}, {"variant": "suicide"}, {"variant": "solo"}]),
    "bidwhist": ("easy", [{"renege": renege, "win_score": 50, "lose_score": -50} for renege in RENEGES]),
}
SOLO = "?game=spades&period=all&variant=solo"


@pytest.fixture(params=GAMES_OF_FOUR)
def game_of_four(request: pytest.FixtureRequest, alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Play the game on each of `DAYS` as alice, count on the day after, and show every figure even for few games."""
    key: str = request.param
    level, games = GAMES_OF_FOUR[key]
    monkeypatch.setattr(pages, "FEW", 0)
    set_players(monkeypatch, key, {level: AnyLegal()})
    for seed, (day, chosen) in enumerate(zip(DAYS, games, strict=True)):
        play_demo_game(alice, key, day, seed=seed, level=level, hands=5, **chosen)
    with at_noon_of(NEXT):
        tallies.catch_up()
        yield key


#: By game: some columns of its file of hands.
COLUMNS = {
    "spades": ("contract", "taken"),
    "bidwhist": ("contract_level", "books", "calls_right", "calls_wrong", "contract", "taken"),
}


def test_a_game_of_four_has_its_own_words_and_a_complete_file(as_alice: Client, game_of_four: str) -> None:
    query = f"?game={game_of_four}&period=all"
    assert "Piles won" not in read(as_alice, f"/statistics/{query}")
    if game_of_four == "spades":
        assert "partner’s nil made" in read(as_alice, "/statistics/hands/?game=spades&mark=cover_made")
        assert "other side led" not in read(as_alice, "/statistics/hands/?game=spades&mark=followed")
    else:
        marked = read(as_alice, "/statistics/hands/?game=bidwhist&mark=made&mark=no_trump&period=all")
        assert "contract made, no trump" in marked
        hands = read(as_alice, f"/statistics/hands/{query}")
        assert re.search(r"\d (uptown|downtown|no trump), \d+ books", hands)
    figures = rows_of(as_alice, f"/statistics/statistics.csv{query}")
    names = [(row["section"], row["figure"]) for row in figures]
    assert len(names) == len(set(names)) > 50 and ("Your side’s contracts", "contracts made") in names
    rows = rows_of(as_alice, "/statistics/hands.csv")
    lines = {(line.game.code, line.number): line for line in PersonLine.objects.filter(number__gt=0)}
    assert len(rows) == len(lines)
    for row in rows:
        line = lines[row["code"], int(row["hand"])]
        assert row["marks"].split() == sorted(line.marks.split())
        assert all(row[name] == str(line.numbers.get(name, "")) for name in COLUMNS[game_of_four])
    for page in (f"/statistics/{query}", f"/statistics/everybody/?game={game_of_four}"):
        with CaptureQueriesContext(connection) as asked:
            read(as_alice, page)
        assert len(asked) <= MOST_QUERIES


@pytest.mark.parametrize("game_of_four", ["spades"], indirect=True)
@pytest.mark.usefixtures("game_of_four")
def test_all_links_on_the_page_of_a_variant_keep_the_variant(as_alice: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        shown = read(as_alice, f"/statistics/{SOLO}")
    assert len(asked) <= MOST_QUERIES
    links = {unescape(link) for link in re.findall(r'href="(/statistics/(?:hands|games)/\?[^"]+)"', shown)}
    assert len(links) > 12
    assert all("variant=solo" in link for link in links)
    for link in links:
        assert 'href="/games/' in read(as_alice, link) or 'href="/statistics/games/' in read(as_alice, link), link
    every, solo = (read(as_alice, f"/statistics/everybody/?game=spades{more}") for more in ("", "&variant=solo"))
    assert every != solo and "Everyone’s statistics" in solo and "Suicide" in every  # an option of the filter
    there = ("spades&variant=solo", "spades&variant=", "spades&variant=mirrors&level=expert")
    not_there = ("spades&variant=bridge", "spades&variant=spades/solo", "twoman&variant=solo")
    for page in PAGES:
        for query in (*there, *not_there):
            is_noted = "This game has no such variant." in read(as_alice, f"{page}?game={query}")
            assert is_noted == (query in not_there), page + query
