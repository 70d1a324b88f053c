"""Challenges: their boards, one attempt at each, limits, races, guests who sign up, and deleted accounts."""

import re
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import people
from accounts.models import Guest, User
from accounts.people import leave
from games.boards import attempts, challenges
from games.boards.challenges import NoSuchChallenge
from games.boards.days import Stand
from games.boards.models import Attempt, Board, Challenge, Entrant
from games.engine.actions import plain
from games.engine.ruleset import LAST
from games.people.rooms import Closed, Why
from games.registry import GAMES
from games.snapshot import Status
from games.table import opening, tables
from games.table.models import Seal
from tests.boards.walked import (
    UserOrGuest,
    first_legal,
    join_challenge,
    open_challenge,
    play_board,
    play_challenge,
    see_challenge,
)
from tests.play import person_of, reload, run_at_once, type_names

pytestmark = pytest.mark.django_db


def test_each_board_has_its_own_cards_and_boards_are_played_in_order(alice: User) -> None:
    token = open_challenge(alice, deals=4)
    assert len({bytes(board.server_seed) for board in Board.objects.all()}) == 4
    places = play_challenge(alice, token)
    assert [place.game.board.number for place in places if place.game.board] == [1, 2, 3, 4]
    assert len({str(place.game.hands.get().deal) for place in places}) == 4


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_a_pair_is_the_same_deal_with_exchanged_seats(alice: User, key: str) -> None:
    token = open_challenge(alice, key, is_pair=True)
    first, second = play_challenge(alice, token)
    assert (first.seat, second.seat) == (0, 1)
    assert first.game.hands.get().deal == second.game.hands.get().deal
    one, other = (place.game.seals.get(number=1) for place in (first, second))
    assert (one.commitment, bytes(one.server_seed)) == (other.commitment, bytes(other.server_seed))
    assert tables.see(second).status == Status.FINISHED
    for place in (first, second) if key == "cardduel" else ():
        left: Any = tables.see(place).hands[-1].record["hp"]
        assert Attempt.objects.get(game=place.game).margin == left[place.seat] - left[1 - place.seat]


@pytest.mark.parametrize("key", ["spades", "bidwhist"])
def test_a_game_of_four_seats_has_no_pairs(alice: User, key: str) -> None:
    with pytest.raises(ValueError, match=key):
        open_challenge(alice, key, is_pair=True)


def test_starting_scores_that_would_end_the_game_are_left_out() -> None:
    """A game to 120 would be over at the usual start of 140."""
    for key in GAMES:
        assert attempts.start_of(key, {}) == plain({**(GAMES[key].board or {}), LAST: 1})
    assert attempts.start_of("twoman", {"target": 120}) == {LAST: 1}


def test_a_board_can_be_resumed_and_is_played_once(alice: User) -> None:
    token = open_challenge(alice)
    place = join_challenge(alice, token)
    assert join_challenge(alice, token).code == place.code
    play_board(place, first_legal)
    with pytest.raises(Closed) as closed:
        join_challenge(alice, token)
    assert closed.value.args == (Why.DONE,)


def test_a_board_given_up_is_used_up_without_result_and_replay(client: Client, alice: User) -> None:
    client.force_login(alice)
    token = open_challenge(alice, deals=4)
    played = play_board(join_challenge(alice, token), first_legal)
    opening.abandon(place=join_challenge(alice, token))
    found = see_challenge(alice, token)
    assert [one.stand for one in found.boards[1:]] == [Stand.GIVEN_UP, Stand.OPEN, Stand.OPEN]
    assert found.own is not None and found.own.done == 2
    assert found.next is not None and found.next.number == 3
    page = client.get(f"/c/{token}/").content.decode()
    (replay,) = re.findall(r'href="([^"]*/replay/)"', page)
    assert played.code in replay and client.get(replay).status_code == 200


def test_a_challenge_taken_back_does_not_count_as_open(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPENED", 1)
    challenges.take_back(person=person_of(alice), token=open_challenge(alice))
    assert challenges.all_of(person_of(alice)) == []
    open_challenge(alice)
    with pytest.raises(challenges.TooManyChallenges):
        open_challenge(alice)


def test_all_challenges_of_a_player_are_read_in_a_fixed_number_of_queries(alice: User, bob: User) -> None:
    statements = set[int]()
    for there, more in ((1, 1), (3, 2)):
        for _ in range(more):
            play_challenge(alice, open_challenge(bob))
        with CaptureQueriesContext(connection) as asked:
            found = challenges.all_of(person_of(alice))
        statements.add(len(asked))
        assert len(found) == there
        assert all(one.own is not None and one.own.done == 1 and one.is_done for one in found)
    assert len(statements) == 1


def test_an_unplayed_challenge_is_deleted_with_its_link_two_weeks_after_it_expires(alice: User, bob: User) -> None:
    unplayed, played = open_challenge(alice), open_challenge(alice)
    join_challenge(bob, played)
    assert challenges.tidy() == 0
    Challenge.objects.update(lapses_at=timezone.now() - timedelta(days=15))
    challenges.tidy()
    assert set(Challenge.objects.values_list("token", flat=True)) == {played}
    assert challenges.tidy() == 0
    for use, token in product((see_challenge, join_challenge), (unplayed, "A" * 22)):
        with pytest.raises(NoSuchChallenge):
            use(alice, token)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_players_takes_the_last_place(alice: User) -> None:
    token = open_challenge(alice)
    *six, one, other = (User.objects.create_user(f"many{n}") for n in range(8))
    for player in six:
        join_challenge(player, token)
    results = run_at_once(lambda: join_challenge(one, token), lambda: join_challenge(other, token), lost=(Closed,))
    assert sorted(type_names(results)) == ["Closed", "Place"]
    assert Entrant.objects.count() == attempts.MOST


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_player_who_begins_the_last_board_twice_at_once_begins_it_once(alice: User) -> None:
    token = open_challenge(alice)
    codes = run_at_once(*[lambda: challenges.begin(person=person_of(alice), token=token)] * 2)
    place = reload(alice, next(code for code in codes if isinstance(code, str)))
    assert Attempt.objects.get().game == place.game
    assert place.game.entries.filter(action__startswith='["deal"').count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_players_who_end_the_last_board_at_once_open_the_seals(alice: User, bob: User) -> None:
    """Without a lock, each of the two transactions could miss that the other attempt has ended."""
    token = open_challenge(alice)
    places = [join_challenge(player, token) for player in (alice, bob)]
    run_at_once(*[lambda place=place: opening.abandon(place=place) for place in places])
    assert all(seal.opens_at and seal.opens_at <= timezone.now() for seal in Seal.objects.all())


def test_a_guest_who_signs_up_during_a_challenge_plays_on(alice: User, bob: User) -> None:
    guest = Guest.objects.create(token="t1", name="Lena")
    token = open_challenge(bob, deals=4)
    play_board(join_challenge(guest, token), first_legal)
    place = join_challenge(guest, token)
    assert people.adopt(guest=guest, user=alice)
    found = see_challenge(alice, token)
    assert found.own is not None and (found.own.number, found.own.done) == (1, 1)
    assert join_challenge(alice, token).code == place.code
    play_challenge(alice, token)
    assert see_challenge(alice, token).is_done


@pytest.mark.parametrize("is_guest_first", [True, False])
def test_a_guest_and_an_account_in_one_challenge_become_one_entrant(
    alice: User, bob: User, is_guest_first: bool
) -> None:
    """The attempt that ended first counts."""
    guest = Guest.objects.create(token="t2")
    token = open_challenge(bob, deals=4)
    order: list[UserOrGuest] = [guest, alice] if is_guest_first else [alice, guest]
    first = play_board(join_challenge(order[0], token), first_legal)
    play_board(join_challenge(order[1], token), first_legal)
    play_board(join_challenge(guest, token), first_legal)
    assert people.adopt(guest=guest, user=alice)
    found = see_challenge(alice, token)
    assert [one.name for one in found.people] == ["bob", "alice"]
    assert found.own is not None and found.own.done == 2
    assert found.boards[0].code == first.code
    assert Attempt.objects.filter(entrant__user=alice, is_counted=True).count() == 2


def test_an_attempt_that_stopped_counting_does_not_block_the_next_board(alice: User, bob: User) -> None:
    """The account has finished the first board and adopts the guest, whose attempt at that board is still open."""
    guest = Guest.objects.create(token="t4")
    token = open_challenge(bob, deals=4)
    join_challenge(alice, token)
    left = join_challenge(guest, token)
    play_board(join_challenge(alice, token), first_legal)
    assert people.adopt(guest=guest, user=alice)
    place = join_challenge(alice, token)
    assert place.code != left.code and place.game.board is not None and place.game.board.number == 2
    play_challenge(alice, token)
    assert see_challenge(alice, token).is_done
    with pytest.raises(Closed):
        join_challenge(alice, token)


def test_the_account_of_the_guest_who_opened_a_challenge_is_its_opener(alice: User) -> None:
    guest = Guest.objects.create(token="t3")
    token = open_challenge(guest)
    join_challenge(alice, token)
    assert people.adopt(guest=guest, user=alice)
    own = see_challenge(alice, token).own
    assert own is not None and own.number == 0


def test_players_who_delete_their_accounts_stay_without_names(alice: User, bob: User, charlie: User) -> None:
    token = open_challenge(alice, deals=1)
    play_challenge(bob, token)
    margin = Attempt.objects.get().margin
    play_challenge(charlie, token)
    for player in (bob, charlie):
        leave(person=person_of(player))
    told = [(found.name, found.is_own, found.done) for found in see_challenge(alice, token).people]
    assert told == [("alice", True, 0), ("", False, 1), ("", False, 1)]
    assert Attempt.objects.get(entrant__number=1).margin == margin
