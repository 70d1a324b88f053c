"""GET games/: the games that go on, and all that ended, narrowed by the address."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.people import Person
from games.models import Bid, Game, Hand, Seat
from games.services.past import archive
from games.services.people import lobby
from games.services.table.tables import seats_of
from games.snapshot import ANNULLED, Status
from tests.pages import markup
from tests.playing import place_for
from tests.views.asking import pages_from, read

pytestmark = pytest.mark.django_db

OLDER = re.compile(r'id="older" href="([^"]+)"')
PARTIAL = {"HX-Request": "true", "HX-Target": "more"}
ENDED = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def ended(person: User, *, level: str = "easy", bids: tuple[tuple[str, int, bool], ...] = (), **row: Any) -> str:
    """A game that is over; with a hand in which these bids (text, tricks, blind) were made."""
    code = place_for(person, level=level).code
    told = {"status": Status.FINISHED, "winner": 0, "why": "target", "ended_at": ENDED, "started_at": ENDED, **row}
    Game.objects.filter(code=code).update(**told)
    game = Game.objects.get(code=code)
    if bids:
        hand = Hand.objects.create(game=game, number=2, first=0, deal={}, dealt_at=ENDED)
        for place, (text, tricks, blind) in enumerate(bids):
            Bid.objects.create(hand=hand, place=place, seat=place, text=text, tricks=tricks, blind=blind)
    return code


def codes_in(page: str) -> list[str]:
    return re.findall(r"/games/(\w+)/review/", page)


def test_it_lists_open_and_past_games(as_alice: Client, alice: User) -> None:
    running, gone = place_for(alice), ended(alice)
    page = read(as_alice, "/games/")
    assert codes_in(page) == [gone]
    assert f"/games/{running.code}/abandon/" in page


def test_rows_name_the_variant_the_level_and_what_differs(as_alice: Client, alice: User) -> None:
    chosen = {"variant": "suicide", "allow_misdeals": True}
    lobby.open_game(person=Person(user=alice), key="spades", chosen=chosen, level="expert")
    ended(alice, level="ruthless", options={"target": 200, "denial": False}, scores=[205, 40])
    text = markup.read(read(as_alice, "/games/").replace("<br>", "\n")).text
    lines = [line.strip() for line in text.splitlines()]
    rows = " | ".join(line for line in lines if line)
    assert "Suicide Spades, Expert | Misdeals: on | Not dealt yet" in rows
    assert "Two-Man Spades, Ruthless | Play to: 200, Denial: off | Won 205:40" in rows


def test_it_shows_nothing_of_others(as_charlie: Client, client: Client, alice: User) -> None:
    open_code, past = place_for(alice).code, ended(alice)
    for page in (as_charlie.get("/games/"), client.get("/games/"), client.get("/games/", {"before": past})):
        assert page.status_code == 200
        assert open_code not in page.content.decode()
        assert past not in codes_in(page.content.decode())


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
def test_it_goes_back_page_by_page(as_alice: Client, alice: User, headers: dict[str, Any]) -> None:
    codes = [ended(alice) for _ in range(2 * archive.PAGE + 1)]
    snapshot = [codes_in(page) for page in pages_from(as_alice, "/games/", OLDER, headers=headers)]
    assert [len(one) for one in snapshot] == [archive.PAGE, archive.PAGE, 1]
    assert [code for one in snapshot for code in one] == codes[::-1]


def test_more_is_rows_alone_and_goes_on_where_filters_were(as_alice: Client, alice: User) -> None:
    for _ in range(archive.PAGE + 1):
        ended(alice, winner=1)
        ended(alice)
    page = read(as_alice, "/games/", {"result": "lost"})
    found = re.search(r'id="older" href="([^"]+)" hx-get="\1" hx-target="#more"', page)
    assert found is not None
    more = read(as_alice, "/games/" + found.group(1).replace("&amp;", "&"), headers=PARTIAL)
    assert "<html" not in more
    assert len(codes_in(more)) == 1
    assert more.count(" autofocus") == 1 and " autofocus" not in page, "the focus goes on where the reading does"


LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)
NIL, BLIND, BLIND_NIL, FOUR = ("0", 0, False), ("blind 7", 7, True), ("blind nil", 0, True), ("4", 4, False)
GAMES: dict[str, dict[str, Any]] = {
    "won": {"bids": (FOUR, NIL)},
    "lost": {"winner": 1, "level": "medium", "bids": (BLIND, FOUR)},
    "tie": {"winner": None, "started_at": datetime(2026, 4, 30, 23, 59, tzinfo=UTC)},
    "given up": {"status": Status.ABANDONED, "winner": None, "why": "", "bids": (BLIND_NIL,)},
    "left": {"status": Status.ABANDONED, "winner": None, "why": "", "gave_up": 1, "started_at": LONG_AGO},
    "annulled": {"status": Status.ABANDONED, "winner": None, "why": ANNULLED, "started_at": LONG_AGO},
    "old": {"started_at": datetime(2025, 1, 1, tzinfo=UTC)},
}


FILTERS = {
    "en": [
        ("", "won lost tie given_up old left annulled"),
        ("game=twoman", "won lost tie given_up old left annulled"),
        ("opponent=medium", "lost"),
        ("opponent=ruthless", ""),
        ("result=won", "won old"),
        ("result=lost", "lost"),
        ("result=tie", "tie"),
        ("result=given_up", "given_up"),
        ("result=left", "left"),
        ("since=2026-05-01", "won lost given_up"),
        ("until=2026-04-30", "tie old left annulled"),
        ("since=2026-04-30&until=2026-04-30", "tie"),
        ("since=2026-05-02&until=2026-04-01", ""),
        ("since=0001-01-01&until=9999-12-31", "won lost tie given_up old left annulled"),
        ("bid=nil", "won given_up"),
        ("bid=NIL", "won given_up"),
        ("bid=blind", "lost given_up"),
        ("bid=blind nil", "given_up"),
        ("bid=7", "lost"),
        ("bid=blind 7", "lost"),
        ("bid=4", "won lost"),
        ("bid=5U", ""),
        ("bid=%", ""),
        ("result=won&bid=nil&opponent=easy", "won"),
    ],
    "de": [
        ("bid=Null", "won given_up"),
        ("bid=nil", "won given_up"),
        ("bid=Blind-Null", "given_up"),
        ("bid=blind", "lost given_up"),
    ],
}


@pytest.mark.parametrize("language", FILTERS)
def test_filters(as_alice: Client, alice: User, language: str) -> None:
    """Bids are asked for in the reader’s words."""
    names = {ended(alice, **row): name.replace(" ", "_") for name, row in GAMES.items()}
    for asked, found in FILTERS[language]:
        page = read(as_alice, f"/games/?{asked}", headers={"Accept-Language": language})
        assert sorted(names[code] for code in codes_in(page)) == sorted(found.split()), asked
        assert "could not be read" not in page


def test_what_counts_for_nobody_was_given_up_by_nobody(as_alice: Client, alice: User) -> None:
    """Whoever had left it found it among what they gave up, with the words “counts for nobody”."""
    code = ended(alice, **GAMES["annulled"])
    Seat.objects.filter(game__code=code, user=alice).update(left_at=LONG_AGO)
    assert codes_in(read(as_alice, "/games/?result=given_up")) == []
    assert codes_in(read(as_alice, "/games/")) == [code]


def test_what_cannot_be_read_is_left_out_and_said(as_alice: Client, alice: User) -> None:
    code = ended(alice)
    for asked in (
        "game=whist",
        "opponent=god",
        "result=maybe",
        "since=yesterday",
        "until=2026-02-31",
        "bid=" + "x" * 30,
        "bid=a%00b",
        "before=abc",
        "before=-1",
        "before=" + "9" * 40,
        "before=1;drop",
        "before=%00",
    ):
        page = read(as_alice, f"/games/?{asked}")
        assert codes_in(page) == [code], asked
        assert "could not be read" in page, asked


def test_anothers_game_is_no_cursor(as_charlie: Client, alice: User, charlie: User) -> None:
    own = ended(charlie)
    page = read(as_charlie, "/games/", {"before": ended(alice)})
    assert codes_in(page) == [own]
    assert "could not be read" in page


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
def test_what_is_rare_is_looked_for_a_stretch_at_a_time(
    as_alice: Client, alice: User, headers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "REACH", 3)
    rare = ended(alice, bids=(NIL,))
    for _ in range(6):
        ended(alice)
    pages = list(pages_from(as_alice, "/games/?bid=nil", OLDER, headers=headers))
    assert [codes_in(page) for page in pages] == [[], [], [rare]]
    assert [">1 May 2026</time>" in page and "Look further back" in page for page in pages] == [True, True, False]
    assert all("bid=nil" in href for page in pages for href in OLDER.findall(page))


def test_the_hands_with_the_bid_are_linked(as_alice: Client, alice: User) -> None:
    code = ended(alice, bids=(NIL,))
    page = read(as_alice, "/games/", {"bid": "nil"})
    assert f"/games/{code}/hands/2/replay/" in page
    assert f"/games/{code}/hands/2/replay/" not in read(as_alice, "/games/")


def test_narrowed_it_leaves_out_what_goes_on(as_alice: Client, alice: User) -> None:
    code = place_for(alice).code
    assert code not in read(as_alice, "/games/", {"result": "won"})


def test_it_takes_as_many_statements_for_many_games(as_alice: Client, alice: User) -> None:
    counts = []
    for more in (1, archive.PAGE + 3):
        for _ in range(more):
            ended(alice, bids=(NIL,))
        with CaptureQueriesContext(connection) as queries:
            as_alice.get("/games/", {"bid": "nil"})
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_an_index_gives_the_page_in_its_order(alice: User, bob: User) -> None:
    over = {"status": Status.FINISHED, "started_at": ENDED, "moved_at": ENDED, "ended_at": ENDED}
    games = Game.objects.bulk_create(Game(key="twoman", rules_version=1, **over) for _ in range(3000))
    Seat.objects.bulk_create(
        Seat(game=game, number=0, side=0, user=bob if number % 3 else alice) for number, game in enumerate(games)
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # of so few rows any plan may do, by what was counted of them before
            cursor.execute("ANALYZE games_game, games_seat")
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    rows = (
        archive._narrowed(seats_of(Person(user=alice)), archive.ArchiveFilter(), UTC)
        .select_related("game")
        .order_by("-game_id")
    )
    plan = rows.filter(game_id__lt=10**6)[: archive.PAGE].explain()
    assert "games_of_a_user" in plan, plan
    assert "Sort" not in plan and "B-TREE" not in plan


def test_a_game_just_given_up_is_there(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    lobby.abandon(place=place)
    page = read(as_alice, "/games/")
    assert codes_in(page) == [place.code]
    assert "given up" in page
