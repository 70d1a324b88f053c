"""Pages of the boards of the day: before and after a board is played, on past days, and over midnight."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import utc_today
from games import registry
from games.boards import days
from games.boards.field import ENOUGH
from games.boards.models import Attempt, Board, Chain
from games.records import export
from games.registry import GAMES
from games.replay import shares
from games.replay.models import Share
from games.reviews import reviewing
from games.table import opening, play, tables
from games.table.models import Game, Hand, Seal
from tests.asking import one_line, read
from tests.boards.walked import begin_board, first_legal, play_board
from tests.lobby.setting_up import text_of
from tests.play import reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon", "easy_boards")]


def address_of(key: str, *, name: str = "board", passed: int = 0) -> str:
    day = utc_today() - timedelta(days=passed)
    return reverse(f"games:{name}", args=(day.isoformat(), key))


def add_attempts(*margins: int, bid: str = "") -> None:
    """Store other players' attempts at the only board. The attempts ended just now."""
    board, now = Board.objects.get(), timezone.now()
    Attempt.objects.bulk_create(Attempt(board=board, ended_at=now, margin=one, bid=bid) for one in margins)


def test_reading_pages_creates_no_board_and_a_day_or_game_without_boards_is_404(as_alice: Client) -> None:
    for address in ("/", "/boards/", *(address_of(key) for key in GAMES), "/boards/chain/"):
        assert as_alice.get(address).status_code == Client().get(address).status_code == 200
    assert not Board.objects.exists() and not Chain.objects.exists()
    days = ("2999-01-01/", "2999-01-01/twoman/", "1999-01-01/twoman/", "today/", "20261122/twoman/", "2026-13-40/")
    for address in (address_of("twoman", passed=-1), *(f"/boards/{day}" for day in days)):
        assert as_alice.get(address).status_code == 404, address
        posted = as_alice.post(f"{address}play/" if address.count("/") > 3 else address)
        assert posted.status_code in (404, 405), address
    assert as_alice.get(address_of("canasta")).status_code == 404
    assert as_alice.post(address_of("canasta", name="board_play")).status_code == 404
    assert not Board.objects.exists()


def test_playing_a_board_leads_users_and_guests_to_its_dealt_table(as_alice: Client, client: Client) -> None:
    answer = as_alice.post(address_of("twoman", name="board_play"), follow=True)
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 200 and "Board, " in page and "Discard one card" in page
    assert Game.objects.get().code in as_alice.post(address_of("twoman", name="board_play"))["Location"]
    assert client.post(address_of("cardduel", name="board_play")).status_code == 302
    assert Attempt.objects.get(user=None).guest is not None
    assert "Started" in one_line(client, address_of("cardduel"))


@pytest.mark.parametrize("key", GAMES)
def test_a_board_in_play_tells_its_trick_or_round(as_alice: Client, alice: User, key: str) -> None:
    place, told, rng = begin_board(alice, key), set[str](), Random(1)
    assert "Started</span>" in one_line(as_alice, "/boards/")
    while (snapshot := tables.see(reload(alice, place.code))).result is None:
        plays = sum(action.verb == "play" for _seat, action in snapshot.view.actions)
        if plays:
            done = plays // registry.ruleset(key).seats
            every = {"twoman": 10, "spades": 13, "bidwhist": 12}.get(key)
            line = (
                f"Started: round {done + 1}<" if every is None else f"Started: trick {min(done + 1, every)} of {every}<"
            )
            assert line in one_line(as_alice, "/boards/"), plays
            told.add(line)
        if len(told) == 3:
            return
        if snapshot.is_mine:
            play.submit(place=reload(alice, place.code), action=first_legal(place, rng), version=snapshot.version)
        else:
            assert play.reply(code=place.code, version=snapshot.version)


@pytest.mark.parametrize("key", GAMES)
def test_the_page_of_a_played_board_shows_its_cards_and_result(as_alice: Client, alice: User, key: str) -> None:
    what = "duel" if key == "cardduel" else "hand"
    assert f"One {what} against" in one_line(as_alice, address_of(key))
    place = play_board(begin_board(alice, key), first_legal)
    page = one_line(as_alice, address_of(key))
    dealt = Hand.objects.get(game=place.game).deal["hands"][0]
    assert len(re.findall(r'class="card" role="img" aria-label="', page)) == len(dealt)
    summary = one_line(as_alice, f"/games/{place.code}/hands/1/")
    heading = re.search(r"<h1[^>]*>([^<]+)<", summary)
    assert heading is not None and heading[1].strip() in page
    assert f"Replay this {what}" in page
    assert ("it points left minus your opponent’s" in page) is (what == "duel")
    assert ("our side’s points minus your opponents’" in page) is (what == "hand")
    assert "your error rate" not in page
    reviewing.review(code=place.code)
    assert "your error rate" in one_line(as_alice, address_of(key))


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_the_table_of_a_finished_board_links_to_its_page(as_alice: Client, alice: User, key: str) -> None:
    """Only Two-Man Spades has a rule by which the 7D removes bags."""
    place = play_board(begin_board(alice, key), first_legal)
    page, result = one_line(as_alice, f"/games/{place.code}/"), tables.see(place).result
    assert address_of(key) in page and result is not None
    assert ("This board is a single hand." in page) == (result.why == "last")
    assert result.why == "last" or "Hand 1" in page
    Attempt.objects.update(lead='["play","7D"]')
    assert ("removes bags" in one_line(as_alice, address_of(key))) is bool(GAMES[key].tags)


def test_a_played_board_is_compared_with_the_other_attempts(as_alice: Client, alice: User) -> None:
    place = play_board(begin_board(alice), first_legal)
    own = Attempt.objects.get()
    assert own.margin is not None
    add_attempts(*[own.margin - 10] * 15, *[own.margin] * 3, *[own.margin + 10] * 7, bid='["bid",4]')
    page = one_line(as_alice, address_of("twoman"))
    assert "Better than 60% of 25 others" in page
    assert "Tied with 12%, behind 28%." in page
    assert f"better than 60% of 25 others. http://testserver{address_of('twoman')}" in page
    assert reverse("games:replay", args=(place.code, 1)) in page
    assert "attempts by computer players" not in page
    assert "Better than 60% of 25" in one_line(as_alice, "/")
    shared = re.search(r'<textarea id="share"[^>]*>([^<]+)<', page)
    assert shared is not None
    assert not re.search(r"\b(10|[2-9JQKA])[♠♥♦♣]|of (spades|hearts|clubs|diamonds)", shared[1])


def test_a_field_with_few_people_tells_that_computer_players_are_counted_too(as_alice: Client, alice: User) -> None:
    play_board(begin_board(alice), first_legal)
    board = Board.objects.get()
    now = timezone.now()
    Attempt.objects.bulk_create(
        Attempt(board=board, level="easy", number=number, ended_at=now, margin=5) for number in range(ENOUGH)
    )
    page = one_line(as_alice, address_of("twoman"))
    assert "20 attempts by computer players count too" in page
    assert "in your seat" in page
    assert re.search(r"<b>Better than \d+% of 20 computer players</b>", page)
    assert f"of 20 computer players. http://testserver{address_of('twoman')}" in page
    assert "of 20 computer players" in one_line(as_alice, "/")


def test_the_front_page_tells_yesterdays_result(as_alice: Client, alice: User) -> None:
    play_board(begin_board(alice, "spades"), first_legal)
    add_attempts(-999)
    Board.objects.update(day=utc_today() - timedelta(days=1))
    Chain.objects.update(begins_on=utc_today() - timedelta(days=1))
    assert "Yesterday: Partner Spades, better than the only other player." in one_line(as_alice, "/")


@pytest.mark.parametrize("page", ["abandon", "instead"])
def test_giving_the_counted_attempt_up_warns_that_there_is_only_one(as_alice: Client, alice: User, page: str) -> None:
    code, warning = begin_board(alice).code, "You get one attempt at this board"
    assert warning in read(as_alice, f"/games/{code}/{page}/")
    as_alice.post(f"/games/{code}/abandon/")
    uncounted = begin_board(alice).code
    assert uncounted != code and warning not in read(as_alice, f"/games/{uncounted}/{page}/")


def test_a_site_without_past_boards_says_so_and_has_no_link_to_them(as_alice: Client) -> None:
    none_yet = "These are the first boards. From tomorrow you’ll find past boards here."
    assert "Past boards" not in text_of(as_alice.get("/")) and none_yet in text_of(as_alice.get("/boards/"))
    as_alice.post(f"/boards/{utc_today().isoformat()}/twoman/play/")
    Chain.objects.update(begins_on=utc_today() - timedelta(days=1))
    assert "Past boards" in text_of(as_alice.get("/")) and none_yet not in text_of(as_alice.get("/boards/"))


def test_the_calendar_links_to_no_day_before_the_first_board(as_alice: Client, alice: User) -> None:
    """The calendar marks the one day on which a board was played."""
    play_board(begin_board(alice), first_legal)
    Chain.objects.update(begins_on=utc_today() - timedelta(days=2))
    page = one_line(as_alice, "/boards/")
    assert "1 of the last 30" in page
    assert page.count('class="is-played"') == page.count('aria-current="date"') == 1
    for address in ("/boards/", address_of("twoman")):
        linked = re.findall(r'<a href="(/boards/[-0-9]+/)" aria-label', read(as_alice, address))
        assert len(linked) == 3
        assert {as_alice.get(one, follow=True).status_code for one in linked} == {200}


def test_no_page_or_record_tells_the_seed_before_the_day_is_over(as_alice: Client, alice: User) -> None:
    """Until then other players may still play these cards."""
    place = play_board(begin_board(alice), first_legal)
    seed = bytes(Seal.objects.get(number=1).server_seed).hex()
    link = bytes(Chain.objects.get().root)
    told = [
        as_alice.get(f"/games/{place.code}/{page}").content.decode()
        for page in ("", "hands/1/", "hands/1/replay/", "hands/1/verify/", "review/", "record/")
    ]
    told += [
        export.game_line(code=reload(alice, place.code).code),
        one_line(as_alice, address_of("twoman")),
        one_line(as_alice, "/boards/chain/"),
    ]
    assert all(seed not in one and link.hex() not in one for one in told)
    assert '"board":{"day":"' in export.game_line(code=reload(alice, place.code).code)
    Seal.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert seed in export.game_line(code=reload(alice, place.code).code)


def main_buttons(client: Client) -> list[str]:
    """Return the texts of the front page's main buttons; for a board's button, the name of its game."""
    page = one_line(client, "/")
    boards = re.findall(r'<b>([^<]+)</b><span>[^<]*</span></span> <span class="board__go btn btn--main">', page)
    heroes = re.findall(r'<(?:button|a) class="btn btn--main"[^>]*> ?([^<]+?) ?</', page)
    return [*heroes, *boards]


def test_one_button_of_the_front_page_is_filled(client: Client, as_alice: Client, alice: User) -> None:
    """Without an open table, the board of alice's most frequent game has the filled button until she has begun it."""
    assert main_buttons(client) == ["Play your first hand"]
    assert main_buttons(as_alice) == ["Play now"]
    person = Person(user=alice)
    for key in ("spades", "cardduel", "spades"):
        code = opening.open_game(person=person, key=key, level=registry.levels(key)[0])
        opening.abandon(place=tables.place_of(person=person, code=code))
    assert main_buttons(as_alice) == ["Partner Spades"]
    place = begin_board(alice, "spades")
    assert main_buttons(as_alice) == ["Resume"]
    opening.abandon(place=place)
    assert main_buttons(as_alice) == ["Play now"]


def test_a_past_day_links_to_the_days_around_it_and_can_be_played_uncounted(as_alice: Client, alice: User) -> None:
    today, past = utc_today(), utc_today() - timedelta(days=2)
    days.board_of(key="twoman", day=past)
    addresses = [reverse("games:boards_of", args=((today - timedelta(days=n)).isoformat(),)) for n in range(4)]
    first, middle = read(as_alice, addresses[2]), read(as_alice, addresses[1])
    assert addresses[1] in first and addresses[3] not in first
    assert addresses[2] in middle and addresses[0] in middle
    page = one_line(as_alice, address_of("twoman", passed=2))
    assert "This day ended at" in page and "You can still play this board, but it doesn’t count" in page
    table = as_alice.post(address_of("twoman", name="board_play", passed=2), follow=True).content.decode()
    games = one_line(as_alice, "/games/")
    assert "Uncounted board" in table and "Board for" in games and "uncounted" in games
    place = play_board(begin_board(alice, day=past), first_legal)
    page = one_line(as_alice, address_of("twoman", passed=2))
    assert "so it doesn’t count" in page and "Share your result" not in page
    assert reverse("games:replay", args=(place.code, 1)) in page


def test_replays_are_shared_and_staff_see_hands_only_after_the_day(
    as_alice: Client, as_charlie: Client, client: Client, alice: User, charlie: User
) -> None:
    """Staff have to wait, too, because they may play the boards themselves."""
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    place = play_board(begin_board(alice), first_legal)
    shown = f"/admin/games/hand/{Hand.objects.get(ended_at__isnull=False).pk}/change/"
    assert as_charlie.get(shown).status_code == 302
    assert as_alice.post(f"/games/{place.code}/shares/", {"hand": 1}).status_code == 409
    link = Share.objects.create(seat=place.seats[0], hand=None, hides_names=False, made_at=timezone.now())
    assert client.get(f"/shared/{link.token}/").status_code == 404
    Board.objects.update(day=utc_today() - timedelta(days=1), opens_at=timezone.now() - timedelta(seconds=1))
    assert client.get(f"/shared/{link.token}/").status_code == 200
    assert shares.share(place=reload(alice, place.code), hand=1, hides_names=False)
    assert as_charlie.get(shown).status_code == 200


BEFORE = datetime(2026, 5, 1, 23, 59, tzinfo=UTC)
ADDRESS = "/boards/2026-05-01/spades/"


def press_after_midnight(client: Client, page: str) -> str:
    """Post the play form of `page` a minute into the next day; return the address of the redirect."""
    form = re.search(rf'<form action="({ADDRESS}play/)" method="post">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields = re.findall(r'<input type="hidden" name="(counts)"', form[2])
    with time_machine.travel(BEFORE + timedelta(minutes=2)):
        return client.post(form[1], dict.fromkeys(fields, ""))["Location"]


def test_a_page_opened_before_midnight_starts_no_uncounted_attempt_after_it(client: Client) -> None:
    with time_machine.travel(BEFORE):
        days.board_of(key="twoman", day=BEFORE.date())
        page = read(client, ADDRESS)
    assert "Your first attempt counts" in page.replace("\n", " ")
    assert press_after_midnight(client, page) == ADDRESS
    assert not Attempt.objects.exists() and not Guest.objects.exists()
    with time_machine.travel(BEFORE + timedelta(minutes=2)):
        page = read(client, ADDRESS)
    assert "You can still play this board, but it doesn’t count." in page
    assert press_after_midnight(client, page).startswith("/games/")
    assert not Attempt.objects.get().is_counted
