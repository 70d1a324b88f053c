"""A hand that is played again is nowhere in what is counted: not at its end, after the night or after a review."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.apps import apps

from accounts.models import User
from games.models import Game, PersonLine, Review
from games.services.counting import tallies
from games.services.past import practice as positions
from games.services.people import lobby
from tests.moves.practised import KEYS, begun, middle, over
from tests.playing import again, play_on
from tests.review import quick

pytestmark = pytest.mark.django_db
#: Everything that is counted, listed or asked again later.
COUNTED = ("PersonLine", "Tally", "LeaderboardRow", "DecisionLine", "Practice")
TODAY = datetime(2026, 11, 3, 12, tzinfo=UTC)


def counted() -> dict[str, list[Any]]:
    """Without their own keys: a day that is counted anew has new ones."""
    return {name: [keyless(row) for row in apps.get_model("games", name).objects.values()] for name in COUNTED}


def keyless(row: dict[str, Any]) -> str:
    return str({name: told for name, told in row.items() if name != "id"})


def night(after: int) -> None:
    with time_machine.travel(TODAY + timedelta(days=after), tick=False):
        quick.review_all()
        tallies.catch_up()
        tallies.count_left()


@pytest.mark.parametrize("key", KEYS)
def test_no_row_changes(alice: User, key: str) -> None:
    """Played to the end, given up and left lying."""
    with time_machine.travel(TODAY, tick=False):
        original = over(alice, key)
    night(after=1)
    before = counted()
    assert all(before[name] for name in ("PersonLine", "Tally", "DecisionLine", "Practice"))
    with time_machine.travel(TODAY + timedelta(days=1), tick=False):
        played = begun(alice, original, *middle(original))
        play_on(played, Random(2))
        lobby.abandon(place=begun(alice, original, *middle(original)))
        begun(alice, original, *middle(original))
    night(after=30)
    for day in (0, 1):
        tallies.rebuild_day(day=(TODAY + timedelta(days=day)).date())
    assert Review.objects.filter(game=played.game).exists()
    assert {name: sorted(rows) for name, rows in counted().items()} == {
        name: sorted(rows) for name, rows in before.items()
    }


def test_hands_played_before_are_reviewed_where_they_were_played(alice: User) -> None:
    original = over(alice, "twoman", hands=2)
    number, step = middle(original)
    place = begun(alice, original, number, step)
    play_on(place, Random(2))
    quick.review_all()
    assert set(Review.objects.filter(game=place.game).values_list("number", flat=True)) == {number}


def test_what_is_due_in_practice_stays_that_of_the_original(alice: User) -> None:
    original = over(alice, "twoman")
    place = begun(alice, original, *middle(original))
    play_on(place, Random(2))
    place = again(alice, place.code)
    quick.review_all()
    positions.collect(game=Game.objects.get(pk=place.game.pk), reviews=Review.objects.filter(game=place.game))
    assert not place.seats[place.seat].practice.exists()
    assert not PersonLine.objects.filter(game=place.game).exists()
