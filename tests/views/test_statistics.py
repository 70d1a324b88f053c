"""Pages of statistics: whose they are, what they count, and that no address breaks them."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from tests.playing import place_for, play_on

PAGES = (
    "/statistics/",
    "/statistics/hands/",
    "/statistics/games/",
    "/statistics/everybody/",
)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("query", ["", "?game=chess", "?level=x&period=y", "?since=2026-99-99", "?mark=%00&before=9.9"])
def test_no_address_breaks_a_page(as_alice: Client, page: str, query: str) -> None:
    assert as_alice.get(page + query).status_code == 200


def test_somebody_who_has_played_sees_figures(as_alice: Client, alice: User) -> None:
    play_on(place_for(alice), Random(1), hands=3)
    shown = as_alice.get("/statistics/").content.decode()
    assert "Nothing to count yet" not in shown
