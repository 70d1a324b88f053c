"""What a game needs goes away and comes back: nothing is lost, people are told, and it goes on by itself."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import pytest

from games.registry import GAMES
from tests.trial import outages
from tests.trial.house import House
from tests.trial.traveller import Traveller

#: Seconds that nothing may take longer than, whatever is away and however busy the machine is.
PATIENCE = 30.0


@pytest.mark.parametrize("kind", GAMES)
def test_the_database_dies_in_mid_hand(house: House, kind: str) -> None:
    pause = outages.crash_in_mid_hand(house, kind, crashes=1, moves=2, seed=11)
    assert pause.outcome.actions == 1
    assert pause.outcome.lost == pause.outcome.doubled == []
    assert pause.statuses == [503, 503]
    whole, partial = pause.pages
    assert "A moment’s pause" in whole and "<html" in whole
    assert "A moment’s pause" in partial and "<html" not in partial
    assert not any("Traceback" in one for one in pause.pages)
    assert pause.longest_answer < PATIENCE and pause.back_after < PATIENCE
    assert house.ledger.faults() == []


@pytest.mark.parametrize("away", [outages.without_redis, outages.with_a_silent_redis])
def test_a_game_goes_on_without_its_broker(house: House, away: Callable[[House], AbstractContextManager[None]]) -> None:
    traveller = Traveller(house, Random(5))
    table = traveller.play(traveller.sit_at("twoman"), 2)
    with away(house):
        before = table.version
        table = traveller.play(table, 2)
        assert table.version >= before + 3
    assert set(traveller.statuses) <= {200, 302}
    assert traveller.slowest < PATIENCE
    assert outages.replies_again(house, "twoman", seed=6) < PATIENCE


def test_a_game_goes_on_without_the_queues_folder(small_house: House) -> None:
    traveller = Traveller(small_house, Random(5))
    table = traveller.play(traveller.sit_at("twoman"), 2)
    with outages.without_the_queues_folder(small_house):
        before = table.version
        table = traveller.play(table, 2)
        assert table.version >= before + 3
    small_house.all_run()
    assert set(traveller.statuses) <= {200, 302}
    assert outages.replies_again(small_house, "twoman", seed=6) < PATIENCE
