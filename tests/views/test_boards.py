"""Pages of the boards of the day: nothing of one before it is played, and afterwards how it went for all."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import registry
from games.models import Attempt, Board, Chain, Game, Hand, Review, Seal, Share
from games.registry import GAMES
from games.services.boards import days
from games.services.boards.field import ENOUGH
from games.services.counting import tallies
from games.services.moves import play
from games.services.past import records, reviews, shares
from games.services.people import lobby
from games.services.table import tables
from tests.boards.walked import begun, first_legal, walked
from tests.playing import again
from tests.views.asking import masked, one_line, read, sent
from tests.views.setting_up import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon", "easy_boards")]


def of(key: str, *, name: str = "board", passed: int = 0) -> str:
    day = tallies.today() - timedelta(days=passed)
    return reverse(f"games:{name}", args=(day.isoformat(), key))


def others(*margins: int, bid: str = "") -> None:
    """Attempts of others at the only board, which ended just now."""
    board, now = Board.objects.get(), timezone.now()
    Attempt.objects.bulk_create(Attempt(board=board, ended_at=now, margin=one, bid=bid) for one in margins)


# -- before ------------------------------------------------------------------------------------------------


def test_the_front_page_shows_the_four_boards_of_today(client: Client) -> None:
    page = one_line(client, "/")
    assert all(of(key) in page for key in GAMES)
    assert page.count("Not played yet") == 4


def test_a_board_that_begins_in_mid_game_says_where(as_alice: Client) -> None:
    board: Any = registry.GAMES["twoman"].board
    assert board is not None
    said = "You begin with {} points and {} bags, the other side with {} and {}, as late in a game."
    (own, other), (bags, others) = board["base"], board["bags"]
    assert said.format(own, bags, other, others) in one_line(as_alice, of("twoman"))
    assert "You begin with" not in one_line(as_alice, of("spades"))


def test_looking_makes_no_board_and_no_chain(client: Client) -> None:
    for address in ("/", "/boards/", *(of(key) for key in GAMES), "/boards/chain/"):
        assert client.get(address).status_code == 200
    assert not Board.objects.exists() and not Chain.objects.exists()


@pytest.mark.parametrize("key", GAMES)
def test_nothing_of_a_board_is_shown_before_it_is_played(as_alice: Client, bob: User, key: str) -> None:
    """Byte by byte the same with other cards, whoever has played it."""
    before = {address: masked(sent(as_alice.get(address))) for address in (of(key), "/boards/", "/boards/chain/")}
    days.board_of(key=key, day=tallies.today())
    tip = Chain.objects.get().tip
    walked(begun(bob, key), first_legal)
    for address in (of(key), "/boards/"):
        assert masked(sent(as_alice.get(address))) == before[address]
    assert tip in one_line(as_alice, "/boards/chain/")


@pytest.mark.parametrize(
    "address",
    [
        "/boards/2999-01-01/",
        "/boards/2999-01-01/twoman/",
        "/boards/1999-01-01/twoman/",
        "/boards/today/",
        "/boards/20261122/twoman/",
        "/boards/2026-13-40/",
    ],
)
def test_a_day_without_boards_is_not_there(as_alice: Client, address: str) -> None:
    assert as_alice.get(address).status_code == 404
    assert as_alice.post(f"{address}play/" if address.count("/") > 3 else address).status_code in (404, 405)
    assert not Game.objects.exists()


def test_a_game_without_a_board_is_not_there(as_alice: Client) -> None:
    assert as_alice.get(of("canasta")).status_code == 404
    assert as_alice.post(of("canasta", name="board_play")).status_code == 404


# -- playing -----------------------------------------------------------------------------------------------


def test_a_press_leads_to_its_table_dealt_and_marked(as_alice: Client) -> None:
    answer = as_alice.post(of("twoman", name="board_play"), follow=True)
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 200
    assert "Board, " in page and "Put a card aside" in page
    assert Game.objects.get().code in as_alice.post(of("twoman", name="board_play"))["Location"]


def test_a_guest_may_play(client: Client) -> None:
    answer = client.post(of("cardduel", name="board_play"))
    assert answer.status_code == 302
    assert Attempt.objects.get().guest is not None
    assert "Begun" in one_line(client, of("cardduel"))


def test_a_day_gone_by_says_that_it_does_not_count(as_alice: Client) -> None:
    days.board_of(key="twoman", day=tallies.today())
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=3))
    page = one_line(as_alice, of("spades", passed=2))
    assert "This day ended on" in page
    table = as_alice.post(of("spades", name="board_play", passed=2), follow=True).content.decode()
    assert "Uncounted board" in table
    assert "Board of" in one_line(as_alice, "/games/") and "uncounted" in one_line(as_alice, "/games/")


@pytest.mark.parametrize("key", GAMES)
def test_a_board_that_goes_on_says_how_far_it_is(as_alice: Client, alice: User, key: str) -> None:
    """Counted here by the tricks and rounds that the table shows as over."""
    place, told, rng = begun(alice, key), set[str](), Random(1)
    assert "Begun</span>" in one_line(as_alice, "/boards/")
    while (snapshot := tables.see(again(alice, place.code))).result is None:
        plays = sum(action.verb == "play" for _seat, action in snapshot.view.actions)
        if plays:
            done = plays // registry.ruleset(key).seats
            every = {"twoman": 10, "spades": 13, "bidwhist": 12}.get(key)
            line = f"Begun: round {done + 1}<" if every is None else f"Begun: trick {min(done + 1, every)} of {every}<"
            assert line in one_line(as_alice, "/boards/"), plays
            told.add(line)
        if len(told) == 3:
            return
        if snapshot.is_mine:
            play.submit(place=again(alice, place.code), action=first_legal(place, rng), version=snapshot.version)
        else:
            assert play.reply(code=place.code, version=snapshot.version)


@pytest.mark.parametrize("key", GAMES)
def test_looking_back_shows_the_cards_that_were_dealt_and_how_it_went(as_alice: Client, alice: User, key: str) -> None:
    place = walked(begun(alice, key), first_legal)
    page = one_line(as_alice, of(key))
    dealt = Hand.objects.get(game=place.game).deal["hands"][0]
    assert len(re.findall(r'class="card" role="img" aria-label="', page)) == len(dealt)
    summary = one_line(as_alice, f"/games/{place.code}/hands/1/")
    heading = re.search(r"<h1[^>]*>([^<]+)<", summary)
    assert heading is not None and heading[1].strip() in page


# -- afterwards --------------------------------------------------------------------------------------------


def test_what_one_made_of_it_among_the_others(as_alice: Client, alice: User) -> None:
    place = walked(begun(alice), first_legal)
    own = Attempt.objects.get()
    assert own.margin is not None
    others(*[own.margin - 10] * 15, *[own.margin] * 3, *[own.margin + 10] * 7, bid='["bid",4]')
    page = one_line(as_alice, of("twoman"))
    assert "Better than 60% of 25 others" in page
    assert "Level with 12%, below 28%." in page
    assert f"better than 60% of 25 others. http://testserver{of('twoman')}" in page
    assert reverse("games:replay", args=(place.code, 1)) in page
    assert "attempts of computer players" not in page
    assert "Better than 60% of 25" in one_line(as_alice, "/")
    shared = re.search(r'<textarea id="share"[^>]*>([^<]+)<', page)
    assert shared is not None
    assert not re.search(r"\b(10|[2-9JQKA])[♠♥♦♣]|of (spades|hearts|clubs|diamonds)", shared[1])


@pytest.mark.parametrize(("step", "share"), [(-10, "99%"), (10, "1%")])
def test_one_of_many_is_not_told_as_none_nor_all_but_one_as_all(
    as_alice: Client, alice: User, step: int, share: str
) -> None:
    """On the page of the board, in the list and in the text to share."""
    walked(begun(alice), first_legal)
    own = Attempt.objects.get()
    assert own.margin is not None
    others(*[own.margin + step] * 249, own.margin - step)
    page = one_line(as_alice, of("twoman"))
    assert f"Better than {share} of 250 others" in page
    assert f"better than {share} of 250 others. http" in page
    assert f"Better than {share} of 250" in one_line(as_alice, "/")


def test_a_field_with_few_people_says_who_fills_it(as_alice: Client, alice: User) -> None:
    walked(begun(alice), first_legal)
    board = Board.objects.get()
    now = timezone.now()
    Attempt.objects.bulk_create(
        Attempt(board=board, level="easy", number=number, ended_at=now, margin=5) for number in range(ENOUGH)
    )
    page = one_line(as_alice, of("twoman"))
    assert "20 attempts of computer players are counted too" in page
    assert "made in your seat" in page
    assert re.search(r"<b>Better than \d+% of 20 computer players</b>", page)
    assert f"of 20 computer players. http://testserver{of('twoman')}" in page
    assert "of 20 computer players" in one_line(as_alice, "/")


def test_yesterday_is_told_on_the_front_page(as_alice: Client, alice: User) -> None:
    walked(begun(alice, "spades"), first_legal)
    others(-999)
    Board.objects.update(day=tallies.today() - timedelta(days=1))
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=1))
    assert "Yesterday: Partner Spades, better than 100% of 1 other." in one_line(as_alice, "/")


@pytest.mark.parametrize("page", ["abandon", "instead"])
def test_before_the_one_attempt_is_given_up_it_is_said_what_that_costs(
    as_alice: Client, alice: User, page: str
) -> None:
    code, warning = begun(alice).code, "You have one attempt at this board"
    assert warning in read(as_alice, f"/games/{code}/{page}/")
    as_alice.post(f"/games/{code}/abandon/")
    uncounted = begun(alice).code
    assert uncounted != code and warning not in read(as_alice, f"/games/{uncounted}/{page}/")


def test_one_given_up_says_so(as_alice: Client, alice: User) -> None:
    place = begun(alice)
    as_alice.post(f"/games/{place.code}/abandon/")
    page = one_line(as_alice, of("twoman"))
    assert "Given up" in page and "Tell somebody" not in page


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_the_table_leads_to_the_board_when_it_is_over_and_says_why_it_is(
    as_alice: Client, alice: User, key: str
) -> None:
    """No score has ended it."""
    place = walked(begun(alice, key), first_legal)
    page, result = one_line(as_alice, f"/games/{place.code}/"), tables.see(place).result
    assert of(key) in page and result is not None
    assert ("The game was to stop with this hand." in page) == (result.why == "last")
    assert result.why == "last" or "Hand 1" in page


def test_the_calendar_has_a_stitch_for_a_day_that_was_played(as_alice: Client, alice: User) -> None:
    walked(begun(alice), first_legal)
    page = one_line(as_alice, "/boards/")
    assert "1 of the last 30" in page
    assert page.count('class="is-played"') == 1
    assert page.count('aria-current="date"') == 1


def test_a_site_without_past_boards_says_so_and_links_to_none(as_alice: Client) -> None:
    none_yet = "These are the first boards. From tomorrow on you find past boards here."
    assert "Past boards" not in text_of(as_alice.get("/")) and none_yet in text_of(as_alice.get("/boards/"))
    as_alice.post(f"/boards/{tallies.today().isoformat()}/twoman/play/")
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=1))
    assert "Past boards" in text_of(as_alice.get("/")) and none_yet not in text_of(as_alice.get("/boards/"))


def test_the_calendar_leads_to_no_day_before_the_first_board(as_alice: Client, alice: User) -> None:
    """Each of its links led to a page that is not there, on a young site."""
    walked(begun(alice), first_legal)
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=2))
    for address in ("/boards/", of("twoman")):
        linked = re.findall(r'<a href="(/boards/[-0-9]+/)" aria-label', read(as_alice, address))
        assert len(linked) == 3
        assert {as_alice.get(one, follow=True).status_code for one in linked} == {200}


@pytest.mark.parametrize(("key", "what"), [("twoman", "hand"), ("cardduel", "duel")])
def test_a_duel_is_not_called_a_hand(as_alice: Client, alice: User, key: str, what: str) -> None:
    assert f"One {what} against" in one_line(as_alice, of(key))
    walked(begun(alice, key), first_legal)
    page = one_line(as_alice, of(key))
    assert f"Replay this {what}" in page
    assert ("it points left, less those of the other side" in page) is (what == "duel")
    assert ("oints of your side" in page) is ("side’s points" in page) is (what == "hand")


# -- what leaves the house -----------------------------------------------------------------------------------


def test_no_seed_leaves_before_the_day_is_over(as_alice: Client, alice: User) -> None:
    """On no page, in no record: others play these cards still."""
    place = walked(begun(alice), first_legal)
    seed = bytes(Seal.objects.get(number=1).server_seed).hex()
    link = bytes(Chain.objects.get().root)
    told = [
        as_alice.get(f"/games/{place.code}/{page}").content.decode()
        for page in ("", "hands/1/", "hands/1/replay/", "hands/1/verify/", "review/", "record/")
    ]
    told += [
        records.game_line(code=again(alice, place.code).code),
        one_line(as_alice, of("twoman")),
        one_line(as_alice, "/boards/chain/"),
    ]
    assert all(seed not in one and link.hex() not in one for one in told)
    assert '"board":{"day":"' in records.game_line(code=again(alice, place.code).code)
    Seal.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert seed in records.game_line(code=again(alice, place.code).code)


def test_a_replay_is_shared_when_the_day_is_over(as_alice: Client, client: Client, alice: User) -> None:
    place = walked(begun(alice), first_legal)
    refused = as_alice.post(f"/games/{place.code}/shares/", {"hand": 1})
    assert refused.status_code == 409
    assert "Others are still playing these cards" in refused.content.decode()
    link = Share.objects.create(seat=place.seats[0], hand=None, hides_names=False, made_at=timezone.now())
    assert client.get(f"/shared/{link.token}/").status_code == 404
    Board.objects.update(opens_at=timezone.now() - timedelta(seconds=1))
    assert client.get(f"/shared/{link.token}/").status_code == 200
    assert shares.share(place=again(alice, place.code), hand=1, hides_names=False)


def filled(client: Client) -> list[str]:
    """What the filled buttons of the front page say, and of which game those among the boards are."""
    page = one_line(client, "/")
    boards = re.findall(r'<b>([^<]+)</b><span>[^<]*</span></span> <span class="board__go btn btn--main">', page)
    heroes = re.findall(r'<(?:button|a) class="btn btn--main"[^>]*> ?([^<]+?) ?</', page)
    return [*heroes, *boards]


def test_one_button_is_filled_and_with_no_table_open_it_is_the_usual_games_board(
    client: Client, as_alice: Client, alice: User
) -> None:
    """Until it is played; a stranger’s is the first hand."""
    assert filled(client) == ["Play your first hand"]
    assert filled(as_alice) == ["Play now"]
    person = Person(user=alice)
    for key in ("spades", "cardduel", "spades"):
        code = lobby.open_game(person=person, key=key, level=registry.levels(key)[0])
        lobby.abandon(place=tables.place_of(person=person, code=code))
    assert filled(as_alice) == ["Partner Spades"]
    place = begun(alice, "spades")
    assert filled(as_alice) == ["Resume"]
    lobby.abandon(place=place)
    assert filled(as_alice) == ["Play now"]


def test_a_day_gone_by_is_looked_back_on_once_played(as_alice: Client, alice: User) -> None:
    """Uncounted, and beside what the others made of it."""
    past = tallies.today() - timedelta(days=2)
    days.board_of(key="twoman", day=past)
    place = begun(alice, day=past)
    assert "It can still be played, uncounted" in one_line(as_alice, of("twoman", passed=2))
    walked(place, first_legal)
    page = one_line(as_alice, of("twoman", passed=2))
    assert "so it is not counted" in page and "Tell somebody" not in page
    assert reverse("games:replay", args=(place.code, 1)) in page


def test_days_lead_to_the_days_around_them(as_alice: Client) -> None:
    today = tallies.today()
    days.board_of(key="twoman", day=today - timedelta(days=2))
    addresses = [reverse("games:boards_of", args=((today - timedelta(days=n)).isoformat(),)) for n in range(4)]
    first, middle = read(as_alice, addresses[2]), read(as_alice, addresses[1])
    assert addresses[1] in first and addresses[3] not in first
    assert addresses[2] in middle and addresses[0] in middle


def test_what_the_others_did_is_told_in_shares(as_alice: Client, alice: User) -> None:
    """Counted here from the attempts; the own choice is marked, and what few chose is told of together."""
    walked(begun(alice), first_legal)
    own = Attempt.objects.get()
    assert own.margin is not None and own.bid != '["bid",10]'
    others(*[20] * 20, bid=own.bid)
    others(*[-40] * 7, bid='["bid",10]')
    others(0, bid='["bid",9]')
    page = one_line(as_alice, of("twoman"))
    table = page.split("<caption>Bid</caption>")[1].split("</table>")[0]
    rows = re.findall(r"<tr( class=.own.)?> <th[^>]*><b>([^<]+)</b>.*?<td>(\d+)%</td><td>([^<]+)</td>", table)
    mean = (20 * 20 + own.margin) / 21
    sign = "+" if mean > 0 else "−"
    assert [(bool(is_own), share, value) for is_own, _words, share, value in rows] == [
        (True, "72", f"{sign}{abs(mean):.1f}"),
        (False, "24", "−40.0"),
        (False, "3", "0.0"),
    ]
    assert [words for _own, words, *_ in rows][1:] == ["10", "something else"]


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_card_that_was_led_takes_bags_off_only_where_there_are_any(as_alice: Client, alice: User, key: str) -> None:
    walked(begun(alice, key), first_legal)
    Attempt.objects.update(lead='["play","7D"]')
    assert ("takes bags off" in one_line(as_alice, of(key))) is bool(GAMES[key].tags)


def test_the_error_rate_comes_with_the_review(as_alice: Client, alice: User) -> None:
    """The mean loss of the own decisions, in thousandths of a game; added up here from what the review keeps."""
    walked(begun(alice), first_legal)
    own = Attempt.objects.get()
    assert own.game is not None
    assert "your error rate" not in one_line(as_alice, of("twoman"))
    reviews.review(code=own.game.code)
    losses = [one["loss"] for one in Review.objects.get(game=own.game, seat=0).decisions]
    own.refresh_from_db()
    assert own.error_rate == pytest.approx(sum(losses) / 1000 / len(losses))
    assert "your error rate" in one_line(as_alice, of("twoman"))


def test_staff_sees_hands_of_a_board_once_its_day_is_over(as_charlie: Client, charlie: User, bob: User) -> None:
    """Staff play boards, too."""
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    walked(begun(bob, "twoman"), first_legal)
    shown = f"/admin/games/hand/{Hand.objects.get(ended_at__isnull=False).pk}/change/"
    assert as_charlie.get(shown).status_code == 302
    Board.objects.update(day=tallies.today() - timedelta(days=1))
    assert as_charlie.get(shown).status_code == 200
