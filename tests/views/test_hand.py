"""GET games/<code>/hands/<n>/: a finished hand, open to its players once it is over."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.models import Seal
from tests.playing import place_for, play_on

pytestmark = pytest.mark.django_db


def test_it_explains_the_hand_and_opens_the_seal(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    play_on(place, Random(3), hands=1)
    url = f"/games/{place.code}/hands/1/"
    page = as_alice.get(url)
    assert page.status_code == 200
    assert bytes(Seal.objects.get(number=1).server_seed).hex() in page.content.decode()
    assert bytes(Seal.objects.get(number=2).server_seed).hex() not in page.content.decode()
