"""GET games/: open and past games, filtered by the query string; and the line of a game in a list."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games.lobby import archive
from games.snapshot import ANNULLED, Status
from games.table import game_list, opening
from games.table.game_list import ListedGame
from games.table.models import Bid, Game, Hand, Seat
from games.table.tables import Place, seats_of
from tests.asking import pages_from, parsed, read
from tests.play import open_table

pytestmark = pytest.mark.django_db

OLDER = re.compile(r'id="older" href="([^"]+)"')
PARTIAL = {"HX-Request": "true", "HX-Target": "more"}
ENDED = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def store_ended_game(
    person: User, *, level: str = "easy", bids: tuple[tuple[str, int, bool], ...] = (), **row: Any
) -> str:
    """Store an ended game, by default won, with `bids` (text, tricks, is blind) in its second hand; return its code."""
    code = open_table(person, level=level).code
    values = {"status": Status.FINISHED, "winner": 0, "why": "target", "ended_at": ENDED, "started_at": ENDED, **row}
    Game.objects.filter(code=code).update(**values)
    if bids:
        hand = Hand.objects.create(game=Game.objects.get(code=code), number=2, first=0, deal={}, dealt_at=ENDED)
        for place, (text, tricks, blind) in enumerate(bids):
            Bid.objects.create(hand=hand, place=place, seat=place, text=text, tricks=tricks, blind=blind)
    return code


def codes_in(page: str) -> list[str]:
    return re.findall(r"/games/(\w+)/review/", page)


def test_the_list_has_own_open_and_past_games_only(
    as_alice: Client, as_charlie: Client, client: Client, alice: User
) -> None:
    running, gone, left = open_table(alice), store_ended_game(alice), open_table(alice)
    opening.abandon(place=left)
    page = read(as_alice, "/games/")
    assert codes_in(page) == [left.code, gone] and "Gave up" in page
    assert f"/games/{running.code}/abandon/" in page and f"/games/{running.code}/instead/" not in page
    assert running.code not in read(as_alice, "/games/", {"result": "won"})
    for page in (read(as_charlie, "/games/"), read(client, "/games/"), read(client, "/games/", {"before": gone})):
        assert running.code not in page and gone not in codes_in(page)


def test_rows_name_variant_level_and_changed_options(as_alice: Client, alice: User) -> None:
    chosen = {"variant": "suicide", "allow_misdeals": True}
    opening.open_game(person=Person(user=alice), key="spades", chosen=chosen, level="expert")
    store_ended_game(alice, level="ruthless", options={"target": 200, "denial": False}, scores=[205, 40])
    text = parsed(read(as_alice, "/games/").replace("<br>", "\n")).text
    rows = " | ".join(line.strip() for line in text.splitlines() if line.strip())
    assert "Suicide Spades, Expert | Misdeals: on | Not dealt yet" in rows
    assert "Two-Man Spades, Ruthless | Play to: 200, Denial: off | Won 205–40" in rows


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
def test_older_pages_keep_the_filters(as_alice: Client, alice: User, headers: dict[str, Any]) -> None:
    """With htmx only rows are returned, and the first new row gets the focus."""
    store_ended_game(alice)
    codes = [store_ended_game(alice, winner=1) for _ in range(2 * archive.PAGE + 1)]
    pages = list(pages_from(as_alice, "/games/?result=lost", OLDER, headers=headers))
    assert [len(codes_in(page)) for page in pages] == [archive.PAGE, archive.PAGE, 1]
    assert [code for page in pages for code in codes_in(page)] == codes[::-1]
    assert all(re.search(r'id="older" href="([^"]+)" hx-get="\1" hx-target="#more"', page) for page in pages[:-1])
    assert ["<html" in page for page in pages] == [not headers] * 3
    if headers:
        assert [page.count(" autofocus") for page in pages[1:]] == [1, 1]
        assert " autofocus" not in read(as_alice, "/games/?result=lost")


LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)
NIL, BLIND, BLIND_NIL, FOUR = ("0", 0, False), ("blind 7", 7, True), ("blind nil", 0, True), ("4", 4, False)
GIVEN_UP = {"status": Status.ABANDONED, "winner": None, "why": ""}
GAMES: dict[str, dict[str, Any]] = {
    "won": {"bids": (FOUR, NIL)},
    "lost": {"winner": 1, "level": "medium", "bids": (BLIND, FOUR)},
    "tie": {"winner": None, "started_at": datetime(2026, 4, 30, 23, 59, tzinfo=UTC)},
    "given_up": {**GIVEN_UP, "bids": (BLIND_NIL,)},
    "left": {**GIVEN_UP, "gave_up": 1, "started_at": LONG_AGO},
    "annulled": {**GIVEN_UP, "why": ANNULLED, "started_at": LONG_AGO},
    "old": {"started_at": datetime(2025, 1, 1, tzinfo=UTC)},
}
FILTERS = {
    "en": {
        "": " ".join(GAMES),
        "game=twoman": " ".join(GAMES),
        "opponent=medium": "lost",
        "opponent=ruthless": "",
        "result=won": "won old",
        "result=lost": "lost",
        "result=tie": "tie",
        "result=given_up": "given_up",
        "result=left": "left",
        "since=2026-05-01": "won lost given_up",
        "until=2026-04-30": "tie old left annulled",
        "since=2026-04-30&until=2026-04-30": "tie",
        "since=2026-05-02&until=2026-04-01": "",
        "since=0001-01-01&until=9999-12-31": " ".join(GAMES),
        "bid=nil": "won given_up",
        "bid=NIL": "won given_up",
        "bid=blind": "lost given_up",
        "bid=blind nil": "given_up",
        "bid=7": "lost",
        "bid=blind 7": "lost",
        "bid=4": "won lost",
        "bid=5U": "",
        "bid=%": "",
        "result=won&bid=nil&opponent=easy": "won",
    },
    "de": {
        "bid=Null": "won given_up",
        "bid=nil": "won given_up",
        "bid=Blind-Null": "given_up",
        "bid=blind": "lost given_up",
    },
}


@pytest.mark.parametrize("language", FILTERS)
def test_filters_narrow_the_list(as_alice: Client, alice: User, language: str) -> None:
    """Bids are matched in English and in the reader's language. An annulled game is not listed as given up or left."""
    names = {store_ended_game(alice, **row): name for name, row in GAMES.items()}
    Seat.objects.filter(game__why=ANNULLED, user=alice).update(left_at=LONG_AGO)
    for query, found in FILTERS[language].items():
        page = read(as_alice, f"/games/?{query}", headers={"Accept-Language": language})
        assert sorted(names[code] for code in codes_in(page)) == sorted(found.split()), query
        assert "couldn’t be read" not in page


def test_an_invalid_filter_is_ignored_and_reported(as_alice: Client, alice: User, bob: User) -> None:
    """The cursor `before` must be a game of the reader."""
    code = store_ended_game(alice)
    for query in (
        *("game=whist", "opponent=god", "result=maybe", "since=yesterday", "until=2026-02-31", "bid=" + "x" * 30),
        *("bid=a%00b", "before=abc", "before=-1", "before=" + "9" * 40, "before=1;drop", "before=%00"),
        f"before={store_ended_game(bob)}",
    ):
        page = read(as_alice, f"/games/?{query}")
        assert codes_in(page) == [code], query
        assert "couldn’t be read" in page, query


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
def test_a_rare_bid_is_searched_in_bounded_steps_and_links_to_its_hand(
    as_alice: Client, alice: User, headers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "REACH", 3)
    rare = store_ended_game(alice, bids=(NIL,))
    for _ in range(6):
        store_ended_game(alice)
    pages = list(pages_from(as_alice, "/games/?bid=nil", OLDER, headers=headers))
    assert [codes_in(page) for page in pages] == [[], [], [rare]]
    assert [">May 1, 2026</time>" in page and "Search further back" in page for page in pages] == [True, True, False]
    assert all("bid=nil" in href for page in pages for href in OLDER.findall(page))
    link = f"/games/{rare}/hands/2/replay/"
    assert link in pages[-1] and link not in read(as_alice, "/games/")


def test_the_number_of_queries_does_not_grow_with_the_games(as_alice: Client, alice: User) -> None:
    counts = []
    for more in (1, archive.PAGE + 3):
        for _ in range(more):
            store_ended_game(alice, bids=(NIL,))
        with CaptureQueriesContext(connection) as queries:
            as_alice.get("/games/", {"bid": "nil"})
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


@pytest.mark.postgresql
def test_the_list_is_read_from_an_index_without_sorting(alice: User, bob: User) -> None:
    over = {"status": Status.FINISHED, "started_at": ENDED, "moved_at": ENDED, "ended_at": ENDED}
    games = Game.objects.bulk_create(Game(key="twoman", rules_version=1, **over) for _ in range(3000))
    Seat.objects.bulk_create(
        Seat(game=game, number=0, side=0, user=bob if number % 3 else alice) for number, game in enumerate(games)
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # with so few rows the planner would not use the index
            cursor.execute("ANALYZE games_game, games_seat")
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    rows = archive._narrowed(seats_of(Person(user=alice)), archive.ArchiveFilter(), UTC).select_related("game")
    plan = rows.order_by("-game_id").filter(game_id__lt=10**6)[: archive.PAGE].explain()
    assert "games_of_a_user" in plan, plan
    assert "Sort" not in plan and "B-TREE" not in plan


def list_line(*, seat: int = 0, side: int = 0, levels: tuple[str, ...] = ("ruthless",), **row: Any) -> ListedGame:
    """Return the list line of a game, by default in play: alice at `seat`, bots of `levels` at the other seats."""
    usual = {"key": "twoman", "number": 4, "scores": (123, 154), "started_at": ENDED, "moved_at": timezone.now()}
    others = iter(levels * 3)
    seats = [Seat(number=n, level=next(others)) for n in range(max(len(levels), seat))]
    seats.insert(seat, Seat(number=seat, side=side, user=User(username="alice")))
    return game_list.line(Place(Game(code="abc", **{**usual, **row}), tuple(seats), seat))


DUEL, FOUR_SEATS, OVER = {"key": "cardduel", "scores": ()}, {"key": "spades"}, {"status": Status.FINISHED}


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({}, "standing", "hand 4, the other side leads 154 to 123"),
        ({"seat": 1, "side": 1}, "standing", "hand 4, you lead 154 to 123"),
        ({"scores": (-20, -20)}, "standing", "hand 4, −20 all"),
        ({"scores": (), "number": 1}, "standing", "hand 1"),
        ({"scores": (), "number": 0}, "standing", "not dealt yet"),
        ({**DUEL, "number": 1}, "standing", "in progress"),
        ({**DUEL, "number": 0}, "standing", "not dealt yet"),
        ({"key": "bidwhist", "seat": 3, "side": 1}, "standing", "hand 4, your side leads 154 to 123"),
        ({**FOUR_SEATS, "scores": (90, 50, 80, -10)}, "standing", "hand 4, you lead 90 to 80"),
        ({**FOUR_SEATS, "scores": (40, 50, 80, -10)}, "standing", "hand 4, you have 40, the leader 80"),
        ({**FOUR_SEATS, "scores": (80, 50, 80, -10)}, "standing", "hand 4, tied at 80"),
        ({}, "opponents", "Ruthless"),
        ({"levels": ()}, "opponents", ""),
        ({**FOUR_SEATS, "levels": ("normal",) * 3}, "opponents", "Normal"),
        ({**FOUR_SEATS, "levels": ("normal", "expert", "normal")}, "opponents", "Normal and expert"),
        ({**FOUR_SEATS, "levels": ("normal", "expert", "easy")}, "opponents", "Normal, expert and easy"),
        ({}, "result", ""),
        ({**OVER, "winner": 0, "scores": (305, 271)}, "result", "won 305–271"),
        ({**OVER, "winner": 0, "seat": 1, "side": 1, "scores": (305, 271)}, "result", "lost 271–305"),
        ({**OVER, "winner": None, "scores": (300, 300)}, "result", "a tie 300–300"),
        ({"status": Status.ABANDONED}, "result", "gave up"),
    ],
)
def test_a_line_tells_standing_opponents_and_result(changes: dict[str, Any], field: str, words: str) -> None:
    shown = list_line(**changes)
    assert getattr(shown, field) == words
    assert shown.is_open is ("status" not in changes)
