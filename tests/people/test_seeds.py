"""A deal with several people: the seed of each player, and how long the deal waits for it."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import dealing
from games.table import opening, play, tables
from games.table.models import Game, GivenSeed, Seal
from games.table.move import GIVEN_UP, Refused, Stale
from tests.asking import read
from tests.lobby.setting_up import text_of
from tests.people.together import deal, leave_game, play_hand, start_table
from tests.play import reload

pytestmark = pytest.mark.django_db


def test_a_deal_waits_for_a_seed_of_each_player(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    waiting = deal(alice, code, "blue kettle")
    assert waiting.needs_deal and waiting.awaited == (2,)
    asked = tables.see(reload(bob, code))
    assert asked.awaited == ()  # a player who has not dealt waits for no one
    assert asked.company is not None and asked.company.dealt == (0,)
    seal = Seal.objects.get(number=1)
    assert seal.player_seed == ""
    assert not deal(bob, code, "red door").needs_deal
    seal.refresh_from_db()
    assert seal.player_seed == "blue kettle|red door"


def test_after_20_seconds_the_deal_uses_the_last_seed_of_a_missing_player(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    deal(alice, code, "one")
    deal(bob, code, "two")
    play_hand(code, alice, bob)
    assert deal(alice, code, "three").awaited == (2,)
    with time_machine.travel(timezone.now(), tick=False):
        for passed, is_awaited in ((19, True), (21, False)):
            GivenSeed.objects.filter(seal__number=2).update(at=timezone.now() - timedelta(seconds=passed))
            company = tables.current_company(reload(bob, code))
            assert company is not None and (bool(company.dealt), "d0" in company.mark) == (is_awaited, is_awaited)
            assert bool(deal(alice, code, "three").awaited) is is_awaited
    assert Seal.objects.get(number=2).player_seed == "three|two"


def test_a_game_that_was_given_up_takes_no_seed(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    opening.end_without(place=reload(alice, code), seat=reload(alice, code).seat)
    with pytest.raises(Refused) as refused:
        deal(bob, code, "red door")
    assert refused.value.refusal == GIVEN_UP
    assert not GivenSeed.objects.exists()


def test_an_empty_seed_is_drawn_by_the_server_unless_one_was_given(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    for user, seed in ((alice, "blue kettle"), (alice, ""), (bob, "")):
        deal(user, code, seed)
    mine, drawn = Seal.objects.get(number=1).player_seed.split("|")
    assert mine == "blue kettle" and len(drawn) == 32


def test_among_people_late_seeds_hints_and_taking_back_without_asking_are_refused(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    deal(alice, code, "a")
    deal(bob, code, "b")
    with pytest.raises(Stale):
        play.deal(place=reload(alice, code), seed="late", version=0)
    with pytest.raises(Refused):
        deal(alice, code, "early")
    assert GivenSeed.objects.count() == 2
    for user in (alice, bob):
        place = reload(user, code)
        snapshot = tables.see(place)
        assert not snapshot.may_ask and not snapshot.may_take_back
        with pytest.raises(Refused):
            play.hint(place=place, version=snapshot.version)
        with pytest.raises(Refused) as refused:
            play.take_back(place=place, version=snapshot.version)
        assert refused.value.refusal is tables.NOTHING_DONE


def test_the_longest_seeds_of_four_players_are_stored_in_the_order_of_seats(
    alice: User, bob: User, charlie: User
) -> None:
    users = (alice, bob, charlie, User.objects.create_user("dora"))
    code = start_table(*users)
    for user in reversed(users):
        deal(user, code, user.username[0] * dealing.LONGEST_PLAYER_SEED)
    seal = Seal.objects.get(number=1)
    seal.full_clean(exclude=["server_seed"])
    seated = [seat.user.username for seat in Game.objects.get().seats.order_by("number") if seat.user]
    assert seated != sorted(seated) and seal.player_seed == "|".join(name[0] * 64 for name in seated)


def test_a_player_whose_seed_is_missing_reads_who_waits_and_for_how_long(
    clients: dict[str, Client], alice: User, bob: User
) -> None:
    code = start_table(alice, bob)
    told = "alice has dealt and will wait up to 20 seconds for you."
    before = text_of(clients["bob"].get(f"/games/{code}/"))
    assert told not in before and "Your turn" not in before
    deal(alice, code, "blue kettle")
    page = clients["bob"].get(f"/games/{code}/")
    assert told in text_of(page) and "blue kettle" not in page.content.decode()
    assert "<title>Your turn" in page.content.decode()
    assert "has dealt" not in text_of(clients["alice"].get(f"/games/{code}/"))
    waits, asks = 'hx-trigger="load delay:21s"', 'hx-trigger="load" hx-include="closest form"'
    hers = read(clients["alice"], f"/games/{code}/")
    assert waits in hers and asks not in hers
    GivenSeed.objects.update(at=timezone.now() - timedelta(seconds=21))
    hers = read(clients["alice"], f"/games/{code}/")
    assert asks in hers and waits not in hers  # the page deals by itself after 20 seconds
    assert asks not in read(clients["bob"], f"/games/{code}/")  # a player who has not dealt may choose a seed
    GivenSeed.objects.update(at=timezone.now())
    leave_game(bob, code)
    assert asks in read(clients["alice"], f"/games/{code}/")  # no player is left to wait for
