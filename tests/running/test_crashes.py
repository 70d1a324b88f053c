"""kill -9 at any action loses nothing and doubles nothing: the same table stands, and Marta moves."""

from random import Random

import pytest

from games.registry import GAMES
from tests.trial.house import House
from tests.trial.kills import VICTIMS, play_under_kills
from tests.trial.traveller import Traveller
from tests.visitor import Stream

#: In one game every part is killed in turn, in each other two of them: all are stored by the same services.
KILLED = {kind: VICTIMS[2 * i % len(VICTIMS) :][:2] if i else VICTIMS for i, kind in enumerate(GAMES)}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_survives_every_kill(any_house: House, kind: str) -> None:
    victims = KILLED[kind]
    outcome = play_under_kills(any_house, kind, actions=len(victims), seed=7, victims=victims)
    assert outcome.lost == []
    assert outcome.doubled == []
    assert outcome.actions == len(victims) or outcome.is_over
    assert any_house.ledger.faults() == []


def test_a_game_goes_on_without_a_worker(any_house: House) -> None:
    """The notice reaches nobody: the web process makes Marta's moves."""
    any_house.kill("worker", "worker2")
    traveller = Traveller(any_house, Random(3))
    table = traveller.sit_at("twoman")
    assert traveller.play(table, 3).version > 5


def test_open_streams_hold_no_connection(any_house: House) -> None:
    """Pages that are only open must not use up the pool: 30 of them, and a move is still made at once."""
    listeners = []
    traveller = Traveller(any_house, Random(1))
    table = traveller.sit_at("twoman")
    for _ in range(30):
        listeners.append(Stream(traveller, table.version, url=any_house.url_of("web")))
    try:
        late = Traveller(any_house, Random(99))
        table = late.settled(late.move(late.sit_at("twoman")))
        assert late.move(table).version > table.version
        assert set(late.statuses) <= {200, 302}
    finally:
        for one in listeners:
            one.close()
