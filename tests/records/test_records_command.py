"""`manage.py records export`: what is written, and the error when it cannot be."""

import pytest
from django.core.management import CommandError

from accounts.models import User
from games.services.past import records
from tests.playing import place_for
from tests.records.stored import finished, given_up, ran

pytestmark = pytest.mark.django_db


def test_all_games_of_an_account(alice: User, bob: User) -> None:
    places = [finished(alice), given_up(alice)]
    given_up(bob)
    printed, status = ran("records", "export", "--user", "alice")
    assert printed.splitlines() == [records.game_line(code=place.code) for place in places]
    assert status == 0


def test_one_game(alice: User) -> None:
    place = given_up(alice)
    given_up(alice)
    assert ran("records", "export", "--game", place.code) == (records.game_line(code=place.code) + "\n", 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("export", "--user", "nobody"), "no account nobody"),
        (("export", "--game", "nowhere"), "no game nowhere"),
        (("export",), "required"),
    ],
)
def test_what_is_not_there_is_named(alice: User, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        ran("records", *words)


def test_a_game_that_goes_on_has_no_record(alice: User) -> None:
    with pytest.raises(CommandError, match="goes on"):
        ran("records", "export", "--game", place_for(alice).code)
