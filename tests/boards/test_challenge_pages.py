"""Pages of challenges: opening, joining by a link, refusals, and results, which stay hidden until a player is done."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Guest, User
from games.boards import challenges
from games.boards.models import Attempt, Board, Challenge, Entrant
from games.registry import GAMES
from games.table import opening
from games.table.models import Game, Hand
from tests.asking import masked, read, sent
from tests.boards.walked import (
    end_challenge,
    first_legal,
    join_challenge,
    last_legal,
    open_challenge,
    play_board,
    play_challenge,
)
from tests.lobby.setting_up import text_of
from tests.play import person_of

pytestmark = pytest.mark.django_db
Margins = tuple[int | None, ...]


def test_a_challenge_is_opened_on_a_page_of_its_own(as_alice: Client) -> None:
    response = as_alice.post("/challenges/?game=cardduel", {"level": "easy", "deals": "8", "is_pair": "on"})
    row = Challenge.objects.get()
    assert response["Location"] == f"/c/{row.token}/"
    assert (row.key, row.level, row.is_pair, row.boards.count()) == ("cardduel", "easy", True, 16)
    page = as_alice.get(f"/c/{row.token}/")
    assert b"0 of 16 boards done" in page.content and row.token.encode() in page.content
    assert page["X-Robots-Tag"].startswith("noindex") and page["Cache-Control"] == "no-store"
    assert row.token.encode() in as_alice.get("/challenges/").content


def test_a_challenge_from_a_game_has_its_options(as_alice: Client, alice: User) -> None:
    place = join_challenge(alice, open_challenge(alice, "spades", variant="solo"))
    page = as_alice.get(f"/games/{place.code}/challenge/")
    assert b"Solo" in page.content
    as_alice.post(f"/games/{place.code}/challenge/", {"level": "normal", "deals": "1"})
    row = Challenge.objects.latest("pk")
    assert (row.options, row.level) == ({"variant": "solo"}, "normal")


def test_an_invalid_form_and_too_many_challenges_are_refused(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels: list[dict[str, str]] = [{"level": "easy"}, {"level": "easy", "deals": "3"}, {"level": "no", "deals": "1"}]
    for posted in ({}, *levels):
        assert as_alice.post("/challenges/?game=twoman", posted).status_code == 422
        assert not Challenge.objects.exists()
    monkeypatch.setattr(challenges, "MOST_OPENED", 1)
    open_challenge(alice)
    response = as_alice.post("/challenges/", {"level": "easy", "deals": "1"})
    assert response.status_code == 429 and b"too many open challenges" in response.content


def test_the_page_tells_the_length_of_a_board_and_its_starting_scores(client: Client, alice: User) -> None:
    """It tells no scores of 0, none that would end the game, and none if each deal is played from both seats."""
    for key, each in (("spades", "hand"), ("cardduel", "duel")):
        assert f"Each board is one {each}." in read(client, f"/challenges/?game={key}")
    begins = "You start with 140 points and 2 bags, your opponent with 150 and 3"
    assert begins in text_of(client.get("/challenges/?game=twoman"))
    assert begins in text_of(client.get(f"/c/{open_challenge(alice)}/"))
    for chosen in ({"is_pair": True}, {"target": 140}, {"key": "spades"}):
        assert "You start with" not in text_of(client.get(f"/c/{open_challenge(alice, **chosen)}/"))


def test_the_invitation_names_opener_game_and_deadline(client: Client, as_alice: Client, alice: User) -> None:
    token = open_challenge(alice, deals=4)
    page = client.get(f"/c/{token}/")
    assert b"alice challenges you at Two-Man Spades" in page.content
    assert b"Play board 1" in page.content
    assert not Guest.objects.exists(), "reading the page has created a guest"
    Challenge.objects.update(lapses_at=datetime(2126, 12, 9, 17, 5, tzinfo=UTC))
    told = text_of(as_alice.get(f"/c/{token}/"))
    assert "Up to eight people can play with this link until December 9, 2126, 5:05 PM UTC, no account needed." in told


def test_a_guest_joins_once_with_an_allowed_name_even_if_the_response_was_lost(
    client: Client, alice: User, settings: Settings
) -> None:
    token = open_challenge(alice)
    client.get(f"/c/{token}/")
    assert client.post(f"/c/{token}/", {"name": "lena@example.org"}).status_code == 422
    assert Entrant.objects.count() == 1 and not Guest.objects.exists()
    response = client.post(f"/c/{token}/", {"name": "Lena"})
    game = Game.objects.get()
    assert response["Location"] == f"/games/{game.code}/"
    assert [str(one.guest) for one in Entrant.objects.filter(number=1)] == ["Lena"]
    assert client.post(f"/c/{token}/")["Location"] == f"/games/{game.code}/"  # the board is resumed
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(f"/c/{token}/", {"name": "Lena"})["Location"] == response["Location"]  # after a lost response
    assert (Guest.objects.count(), Entrant.objects.count(), Game.objects.count()) == (1, 2, 1)


@pytest.mark.parametrize("name", ["Lena", ""])
def test_a_guest_who_opens_a_challenge_is_asked_once_for_a_name(client: Client, name: str) -> None:
    address = client.post("/challenges/", {"level": "easy", "deals": "4"})["Location"]
    assert b'name="name"' in client.get(address).content
    assert client.post(address, {"name": "x@example.org"}).status_code == 422
    client.post(address, {"name": name})
    assert Game.objects.exists() and (not name or str(Entrant.objects.get().guest) == name)
    assert b'name="name"' not in client.get(address).content


def test_a_lapsed_challenge_promises_no_results(as_alice: Client, alice: User) -> None:
    """A board begun before the challenge lapsed can be finished afterwards, but then does not count in it."""
    token = open_challenge(alice, deals=4)
    place, address = join_challenge(alice, token), f"/c/{token}/"
    promise, warning = "you’ll see the results of everyone else", "boards finished now aren’t compared"
    page = read(as_alice, address)
    assert promise in page and warning not in page
    end_challenge(token)
    page = read(as_alice, address)
    assert "Continue board 1" in page and warning in page and promise not in page
    play_board(place, first_legal)
    page = read(as_alice, address)
    assert "0 of 4 boards done" in page and warning in page and promise not in page


def test_a_full_withdrawn_or_lapsed_challenge_tells_why_it_is_closed(client: Client, alice: User) -> None:
    full, back, late = (open_challenge(alice) for _ in range(3))
    for n in range(7):
        join_challenge(Guest.objects.create(token=f"full{n}"), full)
    challenges.take_back(person=person_of(alice), token=back)
    Challenge.objects.filter(token=late).update(lapses_at=timezone.now() - timedelta(seconds=1))
    expected = {full: "eight people are already playing it", back: "was canceled", late: "ended after 14 days"}
    for token, words in expected.items():
        page = client.get(f"/c/{token}/")
        told = re.search(r'role="status">([^<]+)<', page.content.decode())
        assert page.status_code == 410 and told is not None and words in told[1]
        response = client.post(f"/c/{token}/", {"name": "Lena"})
        assert response.status_code == 410 and words in response.content.decode()
    assert Guest.objects.count() == 7, "a refusal has created a guest"


def test_a_challenge_can_be_taken_back_until_another_player_begins(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    begun, token = open_challenge(alice), open_challenge(alice)
    join_challenge(bob, begun)
    assert b"Cancel the challenge" not in as_alice.get(f"/c/{begun}/").content
    assert b"so the challenge stays open" in as_alice.post(f"/c/{begun}/back/", follow=True).content
    assert b"Cancel the challenge" in as_alice.get(f"/c/{token}/").content
    assert as_bob.post(f"/c/{token}/back/").status_code == 404
    as_alice.post(f"/c/{token}/back/")
    assert b"This challenge was canceled." in as_alice.get(f"/c/{token}/").content


def read_results(client: Client, token: str) -> dict[str, bytes]:
    """Return the responses of the challenge's result and replay pages by address.

    The page of the challenge is left out, because it says how many boards each player has done.
    """
    addresses = [
        f"/c/{token}/result/",
        *(f"/c/{token}/boards/{n}/{player}/" for n in (1, 2, 4) for player in (0, 1, 2, 7)),
    ]
    return {address: masked(sent(client.get(address))) for address in addresses}


def test_before_a_player_is_done_every_result_is_the_same_404(
    as_bob: Client, client: Client, alice: User, bob: User, charlie: User
) -> None:
    """Compare three challenges: no other player has begun, one has finished a board, or two are done."""
    tokens = [open_challenge(alice, deals=4) for _ in range(3)]
    for token in tokens:
        play_board(join_challenge(bob, token), first_legal)
    play_board(join_challenge(alice, tokens[1]), first_legal)
    for player, choose in ((alice, first_legal), (charlie, last_legal)):
        play_challenge(player, tokens[2], choose)
    for asking in (as_bob, client):
        first, *others = (read_results(asking, token) for token in tokens)
        assert all(text.startswith(b"404") for text in first.values())
        for token, other in zip(tokens[1:], others, strict=True):
            for (_, text), (address, twin) in zip(first.items(), other.items(), strict=True):
                assert text == twin.replace(token.encode(), tokens[0].encode()), address


def test_a_finished_board_links_to_its_challenge_and_cannot_be_shared(as_alice: Client, alice: User) -> None:
    token = open_challenge(alice)
    (place,) = play_challenge(alice, token)
    table = as_alice.get(f"/games/{place.code}/").content
    assert f'href="/c/{token}/"'.encode() in table and b"Play again" not in table
    response = as_alice.post(f"/games/{place.code}/shares/", {"hand": "1"})
    assert response.status_code == 409 and b"Others are still playing these cards." in response.content
    replay = as_alice.get(f"/games/{place.code}/hands/1/replay/").content
    assert b"once no one is playing these cards anymore" in replay and b"None" not in replay
    assert as_alice.get(f"/games/{place.code}/hands/1/verify/").status_code == 404
    assert b"None" not in as_alice.get(f"/games/{place.code}/hands/1/").content


def test_staff_see_the_hands_of_a_challenge_only_after_its_end(as_charlie: Client, alice: User, charlie: User) -> None:
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    token = open_challenge(alice)
    play_challenge(alice, token)
    shown = f"/admin/games/hand/{Hand.objects.get().pk}/change/"
    assert as_charlie.get(shown).status_code == 302
    end_challenge(token)
    assert as_charlie.get(shown).status_code == 200


def test_a_player_who_gave_a_board_up_loses_for_that_reason(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    token = open_challenge(alice)
    opening.abandon(place=join_challenge(alice, token))
    play_challenge(bob, token)
    for client, said in ((as_alice, "bob wins: you gave up a board"), (as_bob, "You win: alice gave up a board")):
        page = read(client, f"/c/{token}/result/")
        assert said in page and not re.search(r"(You win|bob wins), ", page)


def test_players_who_share_first_place_win_together(as_charlie: Client, alice: User, bob: User, charlie: User) -> None:
    token = open_challenge(alice)
    for player in (alice, bob, charlie):
        play_challenge(player, token)
    cases = ((20, False, "alice and bob win, 20 to your −4"), (0, True, "win: you gave up a board"))
    for margin, given_up, said in cases:
        Attempt.objects.exclude(user=charlie).update(margin=margin)
        Attempt.objects.filter(user=charlie).update(margin=None if given_up else -4)
        assert said in read(as_charlie, f"/c/{token}/result/")


@pytest.mark.parametrize("key", GAMES)
def test_the_result_compares_all_players_and_links_to_their_replays(
    as_alice: Client, alice: User, bob: User, key: str
) -> None:
    token = open_challenge(alice, key)
    play_challenge(alice, token)
    play_challenge(bob, token, last_legal)
    page = read(as_alice, f"/c/{token}/result/")
    own, other = (attempt.margin or 0 for attempt in Attempt.objects.order_by("entrant__number"))
    first, second = (f"−{-one}" if one < 0 else str(one) for one in (own, other))
    ahead = f"You win, {first} to {second}" if own > other else f"Tied, {first} to {second}"
    assert (f"bob wins, {second} to your {first}" if other > own else ahead) in page
    links = re.findall(rf'"(/c/{token}/boards/1/\d/1/\?step=\d+)"', page)
    assert len(links) == 2
    for link in links:
        replay = as_alice.get(link)
        assert replay.status_code == 200
        assert not any(game.code.encode() in replay.content for game in Game.objects.all())
    assert as_alice.get(f"/c/{token}/boards/1/1/").content.count(b"Create link") == 0


@pytest.mark.parametrize(
    ("own", "others", "said", "linked_board"),
    [
        ((10, 10, 10, -90), (5, 5, 5, 20), "Board 4 decided it: without it you are 15 ahead of bob.", 4),
        ((-5, 90, -5, -5), (0, 0, 0, 0), "Board 2 decided it: without it bob is 15 ahead of you.", 2),
        ((0, 0, 10, 0), (0, 0, 0, 0), "Board 3 decided it: without it you and bob are tied.", 3),
        ((10, 20, 0, 0), (0, 0, 0, 0), "", 2),
        ((10, 0, 0, 0), (0, 10, 0, 0), "", 1),
        ((10, 0, 0, None), (0, 0, 0, 0), "", 0),
        ((10,), (0,), "", 1),
    ],
)
def test_the_result_names_the_deciding_board(
    as_alice: Client, alice: User, bob: User, own: Margins, others: Margins, said: str, linked_board: int
) -> None:
    token = open_challenge(alice, deals=len(own))
    boards = Board.objects.order_by("number")
    entrants = Entrant.objects.get(), Entrant.objects.create(challenge=Challenge.objects.get(), number=1, user=bob)
    for entrant, margins in zip(entrants, (own, others), strict=True):
        for board, margin in zip(boards, margins, strict=True):
            row = {"board": board, "entrant": entrant, "user": entrant.user}
            Attempt.objects.create(**row, ended_at=timezone.now(), margin=margin)
    page = text_of(as_alice.get(f"/c/{token}/result/"))
    assert re.findall(r"Board \d decided it: [^.]*\.", page) == ([said] if said else [])
    assert re.findall(r"See board (\d) side by side", page) == ([str(linked_board)] if linked_board else [])


def test_the_result_names_the_declarer_and_addresses_the_reader_as_you(
    as_alice: Client, alice: User, bob: User
) -> None:
    token = open_challenge(alice, "bidwhist")
    play_challenge(alice, token, last_legal)
    play_challenge(bob, token, last_legal)
    page = text_of(as_alice.get(f"/c/{token}/result/"))
    assert "You: 7 no trump" in page and "bob: 7 no trump" in page and "alice: " not in page


def test_the_first_player_who_is_done_sees_no_result_of_the_others(as_alice: Client, alice: User, bob: User) -> None:
    token = open_challenge(alice)
    play_challenge(alice, token)
    join_challenge(bob, token)
    page = as_alice.get(f"/c/{token}/result/").content
    assert "You’re the first to finish".encode() in page and b"0 of 1 board done" in page
    assert b"top score" not in page and b"the best" not in page.replace(b"the best opponents", b"")
    assert "Once you’ve played all the boards" not in read(as_alice, f"/c/{token}/")
    assert as_alice.get(f"/c/{token}/boards/1/1/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        as_alice.force_login(alice)
        told = text_of(as_alice.get(f"/c/{token}/result/"))
    assert "Only you finished in time" in told
    assert "Not finished in time" in told and "yet" not in told


def test_the_proof_of_a_challenge_says_that_its_cards_may_have_been_chosen(
    as_alice: Client, alice: User, bob: User
) -> None:
    token = open_challenge(alice)
    (own,), _others = play_challenge(alice, token), play_challenge(bob, token)
    page = as_alice.get(f"/games/{own.code}/hands/1/verify/").content.decode()
    assert "this doesn’t prove that no one picked them" in page
    assert 'data-check="chain"' not in page
