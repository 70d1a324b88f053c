"""Challenges: their boards, one attempt at each, who may come, races, and people who come and go."""

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
from games.engine.flow import LAST
from games.engine.state import plain
from games.people.links import Closed, Why
from games.registry import GAMES
from games.snapshot import Status
from games.table import opening, tables
from games.table.models import Seal
from tests.boards.walked import Who, done, first_legal, joined, opened, seen, walked
from tests.play import person_of, reload, run_at_once, type_names

pytestmark = pytest.mark.django_db


def test_each_board_has_cards_of_its_own_and_they_come_in_order(alice: User) -> None:
    token = opened(alice, deals=4)
    assert len({bytes(board.server_seed) for board in Board.objects.all()}) == 4
    places = done(alice, token)
    assert [place.game.board.number for place in places if place.game.board] == [1, 2, 3, 4]
    assert len({str(place.game.hands.get().deal) for place in places}) == 4


@pytest.mark.parametrize("key", ["twoman", "cardduel"])
def test_in_a_pair_the_seats_are_exchanged_and_the_deal_is_the_same(alice: User, key: str) -> None:
    token = opened(alice, key, is_pair=True)
    first, second = done(alice, token)
    assert (first.seat, second.seat) == (0, 1)
    assert first.game.hands.get().deal == second.game.hands.get().deal
    one, other = (place.game.seals.get(number=1) for place in (first, second))
    assert (one.commitment, bytes(one.server_seed)) == (other.commitment, bytes(other.server_seed))
    assert tables.see(second).status == Status.FINISHED
    for place in (first, second) if key == "cardduel" else ():
        left: Any = tables.see(place).hands[-1].record["hp"]
        assert Attempt.objects.get(game=place.game).margin == left[place.seat] - left[1 - place.seat], "of the own seat"


@pytest.mark.parametrize("key", ["spades", "bidwhist"])
def test_four_seats_are_no_pair(alice: User, key: str) -> None:
    with pytest.raises(ValueError, match=key):
        opened(alice, key, is_pair=True)


def test_a_start_that_the_options_do_not_allow_is_left_out() -> None:
    """A game to 120 would be over at 140."""
    for key in GAMES:
        assert attempts.start_of(key, {}) == plain({**(GAMES[key].board or {}), LAST: 1})
    assert attempts.start_of("twoman", {"target": 120}) == {LAST: 1}


def test_it_is_left_and_resumed_and_played_once(alice: User) -> None:
    token = opened(alice)
    place = joined(alice, token)
    assert joined(alice, token).code == place.code
    walked(place, first_legal)
    with pytest.raises(Closed) as closed:
        joined(alice, token)
    assert closed.value.why is Why.DONE


def test_a_board_given_up_has_no_result_and_no_replay_and_was_the_attempt(client: Client, alice: User) -> None:
    client.force_login(alice)
    token = opened(alice, deals=4)
    played = walked(joined(alice, token), first_legal)
    opening.abandon(place=joined(alice, token))
    found = seen(alice, token)
    assert [one.stand for one in found.boards[1:]] == [Stand.GIVEN_UP, Stand.OPEN, Stand.OPEN]
    assert found.own is not None and found.own.done == 2
    assert found.next is not None and found.next.number == 3
    page = client.get(f"/c/{token}/").content.decode()
    (replay,) = re.findall(r'href="([^"]*/replay/)"', page)
    assert played.code in replay and client.get(replay).status_code == 200


def test_one_that_was_taken_back_is_not_open(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPENED", 1)
    challenges.take_back(person=person_of(alice), token=opened(alice))
    assert challenges.all_of(person_of(alice)) == []
    opened(alice)
    with pytest.raises(challenges.TooMany):
        opened(alice)


def test_however_many_there_are_they_are_asked_for_at_once(alice: User, bob: User) -> None:
    statements = set[int]()
    for there, more in ((1, 1), (3, 2)):
        for _ in range(more):
            done(alice, opened(bob))
        with CaptureQueriesContext(connection) as asked:
            found = challenges.all_of(person_of(alice))
        statements.add(len(asked))
        assert len(found) == there
        assert all(one.own is not None and one.own.done == 1 and one.is_done for one in found)
    assert len(statements) == 1


def test_a_challenge_not_played_is_deleted_in_time_and_its_link_leads_nowhere(alice: User, bob: User) -> None:
    unplayed, played = opened(alice), opened(alice)
    joined(bob, played)
    assert challenges.tidy() == 0
    Challenge.objects.update(lapses_at=timezone.now() - timedelta(days=15))
    challenges.tidy()
    assert set(Challenge.objects.values_list("token", flat=True)) == {played}
    assert challenges.tidy() == 0
    for asked, token in product((seen, joined), (unplayed, "A" * 22)):
        with pytest.raises(NoSuchChallenge):
            asked(alice, token)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_place_one_gets_it(alice: User) -> None:
    token = opened(alice)
    *six, one, other = (User.objects.create_user(f"many{n}") for n in range(8))
    for who in six:
        joined(who, token)
    results = run_at_once(lambda: joined(one, token), lambda: joined(other, token), lost=(Closed,))
    assert sorted(type_names(results)) == ["Closed", "Place"]
    assert Entrant.objects.count() == challenges.MOST


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_player_who_begins_the_last_board_twice_at_once_begins_it_once(alice: User) -> None:
    token = opened(alice)
    codes = run_at_once(*[lambda: challenges.begin(person=person_of(alice), token=token)] * 2)
    place = reload(alice, next(code for code in codes if isinstance(code, str)))
    assert Attempt.objects.get().game == place.game
    assert place.game.entries.filter(action__startswith='["deal"').count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_who_end_the_last_board_at_once_open_the_seals(alice: User, bob: User) -> None:
    """Neither of the last two may miss the other."""
    token = opened(alice)
    places = [joined(who, token) for who in (alice, bob)]
    run_at_once(*[lambda place=place: opening.abandon(place=place) for place in places])
    assert all(seal.opens_at and seal.opens_at <= timezone.now() for seal in Seal.objects.all())


def test_a_guest_who_signs_up_in_the_middle_goes_on(alice: User, bob: User) -> None:
    guest = Guest.objects.create(token="t1", name="Lena")
    token = opened(bob, deals=4)
    walked(joined(guest, token), first_legal)
    place = joined(guest, token)
    assert people.adopt(guest=guest, user=alice)
    found = seen(alice, token)
    assert found.own is not None and (found.own.number, found.own.done) == (1, 1)
    assert joined(alice, token).code == place.code
    done(alice, token)
    assert seen(alice, token).is_done


@pytest.mark.parametrize("is_guest_first", [True, False])
def test_who_was_in_it_twice_is_in_it_once(alice: User, bob: User, is_guest_first: bool) -> None:
    """The attempt that ended first counts."""
    guest = Guest.objects.create(token="t2")
    token = opened(bob, deals=4)
    order: list[Who] = [guest, alice] if is_guest_first else [alice, guest]
    first = walked(joined(order[0], token), first_legal)
    walked(joined(order[1], token), first_legal)
    walked(joined(guest, token), first_legal)
    assert people.adopt(guest=guest, user=alice)
    found = seen(alice, token)
    assert [one.name for one in found.people] == ["bob", "alice"]
    assert found.own is not None and found.own.done == 2
    assert found.boards[0].code == first.code
    assert Attempt.objects.filter(entrant__user=alice, is_counted=True).count() == 2


def test_a_board_that_counts_no_more_does_not_keep_from_the_next(alice: User, bob: User) -> None:
    """The guest's game at the first board goes on, which the account has played before."""
    guest = Guest.objects.create(token="t4")
    token = opened(bob, deals=4)
    joined(alice, token)
    left = joined(guest, token)
    walked(joined(alice, token), first_legal)
    assert people.adopt(guest=guest, user=alice)
    place = joined(alice, token)
    assert place.code != left.code and place.game.board is not None and place.game.board.number == 2
    done(alice, token)
    assert seen(alice, token).is_done
    with pytest.raises(Closed):
        joined(alice, token)


def test_a_guest_who_opened_it_and_comes_as_an_account_still_opened_it(alice: User) -> None:
    guest = Guest.objects.create(token="t3")
    token = opened(guest)
    joined(alice, token)
    assert people.adopt(guest=guest, user=alice)
    own = seen(alice, token).own
    assert own is not None and own.number == 0


def test_players_who_delete_accounts_are_nameless_and_stay(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice, deals=1)
    done(bob, token)
    margin = Attempt.objects.get().margin
    done(charlie, token)
    for who in (bob, charlie):
        leave(person=person_of(who))
    told = [(found.name, found.is_own, found.done) for found in seen(alice, token).people]
    assert told == [("alice", True, 0), ("", False, 1), ("", False, 1)], "still two"
    assert Attempt.objects.get(entrant__number=1).margin == margin
