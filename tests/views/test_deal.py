"""POST games/<code>/deal/: the next hand with the player's seed."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Hand, Seal
from tests.playing import again, dealt, place_for
from tests.views.asking import pressed

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(alice: User) -> str:
    """A table whose first hand is not dealt yet."""
    return place_for(alice).code


@pytest.mark.parametrize("seed", ["x" * 65, "a\x00b", "a|b", "a\u202eb", "a\u200bb", "a\tb"])
def test_it_refuses_a_seed_that_is_none(as_alice: Client, code: str, seed: str) -> None:
    assert pressed(as_alice, code, "deal", seed=seed, version=0)[0] == 400
    assert Game.objects.get().version == 0


def test_it_blames_no_seed_for_a_version_that_is_none(as_alice: Client, code: str) -> None:
    status, page = pressed(as_alice, code, "deal", seed="s", version="none")
    assert status == 400 and "cannot be read as a move" in page


@pytest.mark.parametrize("seed", ["my own", "", "ä 🂡 txt", "<b>bold</b>"])
def test_it_keeps_any_seed_as_it_is(as_alice: Client, code: str, seed: str) -> None:
    status, page = pressed(as_alice, code, "deal", seed=seed, version=0)
    assert status == 200 and "<b>bold</b>" not in page
    assert Hand.objects.count() == 1
    if seed:
        assert Seal.objects.get(number=1).player_seed == seed


def test_a_second_deal_is_409_and_a_deal_in_a_hand_422(as_alice: Client, alice: User, code: str) -> None:
    version = dealt(again(alice, code)).version
    assert pressed(as_alice, code, "deal", seed="", version=0)[0] == 409
    assert pressed(as_alice, code, "deal", seed="", version=version)[0] == 422
    assert Hand.objects.count() == 1
