"""Which marks a replay leads to, one after the other."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games import tasks
from games.models import Review
from games.services.table.tables import Place
from tests.playing import place_for, play_on
from tests.review.marked import moment

pytestmark = pytest.mark.django_db


@pytest.fixture
def reviewed(alice: User) -> Place:
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    tasks.review(place.code)
    return place


def mark(place: Place, row: Review, word: str | None) -> list[int]:
    """Every decision of that seat marked, or none; the moments of a replay before each."""
    row.decisions = [{**one, "loss": 60_000 if word else 0, "mark": word} for one in row.decisions]
    row.save()
    return sorted(moment(place, one) for one in row.decisions)


def walked(client: Client, place: Place, button: str, step: int) -> list[int]:
    """Where that button leads from this moment on, press after press."""
    found = list[int]()
    while True:
        html = client.get(f"/games/{place.code}/hands/1/replay/?step={step}").content.decode()
        (tag,) = re.findall(rf'<a class="btn" id="{button}"[^>]*>', html)
        if "aria-disabled" in tag:
            return found
        (to,) = re.findall(r'data-to="(\d+)"', tag)
        step = int(to)
        found.append(step)


def test_marks_lead_to_ones_own_and_where_there_is_none_to_the_others(as_alice: Client, reviewed: Place) -> None:
    own = Review.objects.get(seat=reviewed.seat)
    other = Review.objects.exclude(seat=reviewed.seat).get()
    mine, theirs = mark(reviewed, own, "mistake"), mark(reviewed, other, "mistake")
    assert walked(as_alice, reviewed, "mark-later", 0) == [step for step in mine if step]
    assert walked(as_alice, reviewed, "mark-earlier", 99) == mine[::-1]
    mark(reviewed, own, None)
    assert walked(as_alice, reviewed, "mark-later", 0) == [step for step in theirs if step]
