"""In the middle of a game with people: whoever leaves, signs up or posts for another is answered clearly."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import adopt
from games.engine.notation import action_text
from games.models import Entry, Game, GivenSeed, Review, Seat
from games.services.past import reviews
from games.services.people import company
from tests.moves.together import (
    RANDOM,
    act,
    deal,
    dealt_to,
    leaves,
    play_hand,
    played_to_a_turn,
    see,
    seen,
    table_of,
    whose_turn,
)
from tests.playing import again
from tests.views.asking import read, rows_of
from tests.views.rooms import joined, opened, shared
from tests.views.setting_up import text_of
from tests.views.streams import first_event
from tests.views.streams import opened as asked

pytestmark = pytest.mark.django_db


def posted(client: Client, code: str, action: str) -> Any:
    game = Game.objects.get(code=code)
    return client.post(f"/games/{code}/act/", {"action": action, "version": game.version})


@pytest.fixture
def clients(as_alice: Client, as_bob: Client) -> dict[str, Client]:
    return {"alice": as_alice, "bob": as_bob}


@pytest.fixture
def code(alice: User, bob: User) -> str:
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    return code


def owed_by(user: User, code: str) -> str:
    """An action that this person may take now."""
    return action_text(see(user, code).view.legal[0].first)


def test_without_a_script_it_comes_again_while_another_person_is_to_act(
    alice: User, bob: User, clients: dict[str, Client]
) -> None:
    """Or to deal, once one has dealt oneself; not on one's own turn, nor once it is over."""
    room = opened(clients["alice"], "twoman")
    joined(clients["bob"], room)
    table = clients["alice"].post(f"/rooms/{room.code}/start/").headers["Location"]

    def comes_again(who: User) -> bool:
        return 'http-equiv="refresh"' in read(clients[who.username], table)

    code = Game.objects.get().code
    assert [comes_again(who) for who in (alice, bob)] == [False, False]
    deal(alice, code, "")
    assert [comes_again(who) for who in (alice, bob)] == [True, False]
    deal(bob, code, "")
    played_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    assert (comes_again(turn), comes_again(other)) == (False, True)
    for who in (alice, bob):
        clients[who.username].post(f"{table}abandon/")
    assert [comes_again(who) for who in (alice, bob)] == [False, False]


def test_who_signs_up_in_mid_game_has_all_of_it_from_the_own_seat(
    as_alice: Client, client: Client, alice: User, bob: User
) -> None:
    """Statistics, replay and review of the hand before and of the one after."""
    room = shared(as_alice, client, key="twoman")
    as_alice.post(f"/rooms/{room.code}/start/")
    game, guest = Game.objects.get(), Guest.objects.get()
    deal(alice, game.code, "")
    deal(guest, game.code, "")
    play_hand(game.code, alice, guest)
    adopt(guest=guest, user=bob)
    client.force_login(bob)
    deal(alice, game.code, "")
    deal(bob, game.code, "")
    play_hand(game.code, alice, bob)
    reviews.review(code=game.code)
    seat = again(bob, game.code).seat
    told = rows_of(client, "/statistics/hands.csv")
    assert sorted((row["hand"], row["level"]) for row in told) == [("1", "people"), ("2", "people")]
    assert sorted(Review.objects.filter(game=game, seat=seat).values_list("number", flat=True)) == [1, 2]
    for number in (1, 2):
        page = text_of(client.get(f"/games/{game.code}/hands/{number}/replay/"))
        assert "alice" in page and "You" in page
    assert f"/games/{game.code}/" in read(client, "/games/")


def test_nobody_posts_for_another_seat(
    code: str, clients: dict[str, Client], as_charlie: Client, client: Client, alice: User, bob: User
) -> None:
    """A seat is never named: whoever posts is the seat. Whoever has none is told of no game."""
    slow, other = whose_turn(code, alice, bob)
    action, entries = owed_by(slow, code), Entry.objects.count()
    for stranger in (as_charlie, client):
        assert posted(stranger, code, action).status_code == 404
    refused = posted(clients[other.username], code, action)
    assert refused.status_code == 422 and Entry.objects.count() == entries
    seat = again(slow, code).seat
    answer = clients[other.username].post(
        f"/games/{code}/act/", {"action": action, "version": Game.objects.get().version, "seat": seat}
    )
    assert answer.status_code == 422 and Entry.objects.count() == entries


def test_whoever_is_stood_in_for_reads_so_and_posts_nothing(
    code: str, clients: dict[str, Client], alice: User, bob: User
) -> None:
    slow, other = whose_turn(code, alice, bob)
    action = owed_by(slow, code)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    refused = posted(clients[slow.username], code, action)
    assert refused.status_code == 422 and "Take your seat back first." in text_of(refused)


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_a_seat_that_is_stood_in_for_offers_its_owner_no_card(
    code: str, clients: dict[str, Client], alice: User, bob: User
) -> None:
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    company.stand_in(place=again(other, code), seat=again(slow, code).seat)
    page = first_event(asked(clients[slow.username], code), code)
    assert "A computer player plays for you" in page and "Take your seat back" in page
    assert 'value="["' not in page and "data-turn" not in page
    assert "plays itself" not in page, "the hand goes on, for the stand-in"


def test_whoever_has_not_dealt_yet_is_told_that_somebody_waits(
    clients: dict[str, Client], alice: User, bob: User
) -> None:
    code = table_of(alice, bob)
    told = "alice has dealt and waits for you, for 20 seconds at most."
    before = text_of(clients["bob"].get(f"/games/{code}/"))
    assert told not in before and "Your turn" not in before
    deal(alice, code, "blue kettle")
    page = clients["bob"].get(f"/games/{code}/")
    assert told in text_of(page) and "blue kettle" not in page.content.decode()
    assert "<title>Your turn" in page.content.decode()
    assert "has dealt" not in text_of(clients["alice"].get(f"/games/{code}/"))


def test_whoever_has_waited_long_enough_asks_again_at_once(clients: dict[str, Client], alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    deal(alice, code, "blue kettle")
    waits, asks = 'hx-trigger="load delay:21s"', 'hx-trigger="load" hx-include="closest form"'
    page = read(clients["alice"], f"/games/{code}/")
    assert waits in page and asks not in page
    GivenSeed.objects.update(at=timezone.now() - timedelta(seconds=21))
    page = read(clients["alice"], f"/games/{code}/")
    assert asks in page and waits not in page
    assert asks not in read(clients["bob"], f"/games/{code}/"), "who has not dealt is free to"
    GivenSeed.objects.update(at=timezone.now())
    leaves(bob, code)
    assert asks in read(clients["alice"], f"/games/{code}/"), "nobody is left to be waited for"


def test_a_clock_is_told_in_seconds_that_are_left(still_clock: None, clients: dict[str, Client], code: str) -> None:
    Game.objects.update(clock=90, moved_at=timezone.now())
    page = read(clients["alice"], f"/games/{code}/")
    assert 'data-left="90"' in page


def test_a_clock_that_has_run_out_says_so_of_a_player_who_is_away(
    clients: dict[str, Client], alice: User, bob: User, code: str
) -> None:
    actor, other = whose_turn(code, alice, bob)
    long_ago = timezone.now() - timedelta(minutes=5)
    Game.objects.update(clock=90, moved_at=long_ago)
    Seat.objects.update(seen_at=long_ago)
    page = read(clients[other.username], f"/games/{code}/")
    question = page.split('class="question')[1].split("</section>")[0]
    assert f"{actor.username} is away and has to act" in question and ">Time is up</time>" in question
    Seat.objects.update(seen_at=timezone.now())
    page = read(clients[other.username], f"/games/{code}/")
    question = page.split('class="question')[1].split("</section>")[0]
    assert f"{actor.username} has let the time run out" in question and "Time is up" not in question
    assert ">Time is up</time>" in read(clients[actor.username], f"/games/{code}/")


def acts(code: str, *people: User) -> tuple[User, User]:
    """One of them alone, whatever comes first; who has acted, and who is to act now."""
    actor, other = whose_turn(code, *people)
    act(again(actor, code), RANDOM)
    return actor, other


def test_the_clock_stays_in_view_beside_a_question_and_what_a_round_has_done(
    still_clock: None, clients: dict[str, Client], alice: User, bob: User
) -> None:
    code = dealt_to(alice, bob, key="cardduel")
    Game.objects.update(clock=90)
    Seat.objects.update(is_first=False)  # a tip has the clock beside it
    acts(code, alice, bob)
    acts(code, alice, bob)
    for client in clients.values():
        page = read(client, f"/games/{code}/")
        assert "What the last round did" in page and page.count('data-left="90"') == 1
    actor, other = acts(code, alice, bob)
    company.ask_to_take_back(place=again(actor, code), version=see(actor, code).version)

    def is_told_to(user: User) -> bool:
        question = read(clients[user.username], f"/games/{code}/").split('class="question')[1].split("</section>")[0]
        return 'data-left="90"' in question

    assert is_told_to(actor) and is_told_to(other)
    leaves(actor, code)
    assert is_told_to(other), "it is their turn"
