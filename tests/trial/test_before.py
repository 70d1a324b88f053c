"""The trial’s servers of before the newest migrations can be played at, or its migrations under moves see no move."""

from random import Random

from tests.trial.growth import OLDEST, newer
from tests.trial.house import on_files
from tests.trial.traveller import Traveller


def test_a_table_is_opened_and_played_at_on_the_database_of_before() -> None:
    assert newer(), "some migrations are gone through"
    with on_files() as house:
        for app, name in OLDEST.items():
            house.manage("migrate", app, name, "--verbosity", "0")
        with house.as_before(OLDEST) as older:
            older.start("web", "worker")
            traveller = Traveller(older, Random(1))
            traveller.play(traveller.sit_at("spades"), 3)
            older.kill()
    assert len(traveller.answered) == 3
    assert not [status for status in traveller.statuses if status >= 500]
